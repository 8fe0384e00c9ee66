/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/test/pattern.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"

enum {
	NR_KEPT = 16,
	MAX_USES = 1000, /* a compiled pattern grows with the texts that it has seen */
};

struct pattern {
	char *text;
	regex_t compiled;
	bool is_valid;
	unsigned nr_uses;
};

static struct pattern *kept[NR_KEPT]; /* the one that was used last comes first; NULL: none */

static struct pattern *compile(const char *text)
{
	struct pattern *pattern = xcalloc(1, sizeof(*pattern));

	pattern->text = xstrdup(text);
	pattern->is_valid = regcomp(&pattern->compiled, text, REG_EXTENDED | REG_NOSUB) == 0;
	return pattern;
}

static void destroy(struct pattern *pattern)
{
	if (!pattern)
		return;
	if (pattern->is_valid)
		regfree(&pattern->compiled);
	free(pattern->text);
	free(pattern);
}

static bool is_usable(const struct pattern *pattern, const char *text)
{
	return pattern && strcmp(pattern->text, text) == 0 && pattern->nr_uses < MAX_USES;
}

static struct pattern *find(const char *text)
{
	struct pattern *found;
	unsigned at = 0;

	while (at < NR_KEPT - 1 && !is_usable(kept[at], text))
		at++;
	found = kept[at];
	if (!is_usable(found, text)) {
		destroy(found);
		found = compile(text);
	}
	memmove(&kept[1], &kept[0], at * sizeof(kept[0]));
	kept[0] = found;
	found->nr_uses++;
	return found;
}

bool pattern_matches(const char *pattern, const char *text)
{
	const struct pattern *known = find(pattern);

	return known->is_valid && regexec(&known->compiled, text, 0, NULL, 0) == 0;
}
