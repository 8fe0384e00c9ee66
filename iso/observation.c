/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares two observations. Texts that differ byte by byte are compared in normal form. */
#include "iso/observation.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "common/signals.h"
#include "common/xalloc.h"

void observation_deinit(struct observation *observation)
{
	free(observation->problem);
	for (size_t i = 0; i < NR_OBSERVED_TEXTS; i++)
		free(observation->texts[i]);
	*observation = (struct observation){ 0 };
}

const char *observed_name(enum observed observed)
{
	switch (observed) {
	case OBSERVED_OUTPUT: return "standard output";
	case OBSERVED_ERROR: return "standard error";
	case OBSERVED_FILES: return "files";
	case OBSERVED_REPORT: return "sanitizer's report";
	case OBSERVED_CHECKS: return "checked values";
	case OBSERVED_END: return "end";
	case NR_OBSERVED: break;
	}
	return "";
}

bool observation_is_broken(const struct observation *observation)
{
	return observation->limit != LIMIT_NONE || WIFSIGNALED(observation->status);
}

char *observation_end(const struct observation *observation)
{
	switch (observation->limit) {
	case LIMIT_MEMORY: return xstrdup("out of memory");
	case LIMIT_OUTPUT: return xstrdup("too much output");
	case LIMIT_PROCESSES: return xstrdup("too many processes");
	case LIMIT_CPU:
	case LIMIT_WALL:
	case LIMIT_HITS:
	case LIMIT_ENDLESS: return xstrdup("no end");
	case LIMIT_DIFFERENCE:
	case LIMIT_STEP:
	case LIMIT_NONE: break;
	}
	if (WIFSIGNALED(observation->status)) {
		char name[SIGNALS_NAME_SIZE];

		return xasprintf("killed by %s", signals_name(WTERMSIG(observation->status), name));
	}
	return xasprintf("exit status %d", WEXITSTATUS(observation->status));
}

static bool ends_alike(const struct observation *a, const struct observation *b)
{
	if (a->limit != LIMIT_NONE || b->limit != LIMIT_NONE)
		return a->limit != LIMIT_NONE && b->limit != LIMIT_NONE;
	return a->status == b->status;
}

/* True if the normal forms of the two texts are the same. */
static bool are_alike(const char *a, const struct observer *by_a, const char *b,
		      const struct observer *by_b)
{
	char *form_a, *form_b;
	bool are_same;

	if (strcmp(a, b) == 0)
		return true;
	form_a = normal_form(by_a->normal, by_a->directories, a);
	form_b = normal_form(by_b->normal, by_b->directories, b);
	are_same = strcmp(form_a, form_b) == 0;
	free(form_a);
	free(form_b);
	return are_same;
}

void observation_normalise(struct observation *observation, const struct observer *by)
{
	for (size_t i = 0; i < NR_OBSERVED_TEXTS; i++) {
		char *text = observation->texts[i];

		if (!text)
			continue;
		observation->texts[i] = normal_form(by->normal, by->directories, text);
		free(text);
	}
}

/*
 * Returns which texts are compared. If one run crashes or meets a limit, only records of checks
 * may count: each is complete at once, while other output may be lost in buffers.
 */
static observed_set comparable(const struct observation *a, const struct observation *b)
{
	if (!observation_is_broken(a) && !observation_is_broken(b))
		return ~0u;
	return WIFSIGNALED(a->status) && ends_alike(a, b) ? OBSERVED_BIT(OBSERVED_CHECKS) : 0;
}

observed_set observation_compare(const struct observation *a, const struct observer *by_a,
				 const struct observation *b, const struct observer *by_b)
{
	observed_set compared = comparable(a, b);
	observed_set differing = ends_alike(a, b) ? 0 : OBSERVED_BIT(OBSERVED_END);

	for (size_t i = 0; i < NR_OBSERVED_TEXTS; i++) {
		if (compared & OBSERVED_BIT(i) && a->texts[i] && b->texts[i] &&
		    !are_alike(a->texts[i], by_a, b->texts[i], by_b))
			differing |= OBSERVED_BIT(i);
	}
	return differing;
}
