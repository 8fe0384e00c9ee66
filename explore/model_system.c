/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a program asks its surroundings for: time, locale, terminal, and what its arguments mean. Inputs
 * that decide over the answer are those of this run, and the path says so by a condition.
 */
#include "explore/model_state.h"

#include <getopt.h>
#include <locale.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/time.h>
#include <time.h>

#include "explore/shadow_memory.h"

/* ---- time */

/* Forgets what the program knew of SIZE bytes that the argument number I leads to, if it does. */
static void forget(const struct frame *frame, const struct call_site *site, uint32_t i, size_t size)
{
	const char *at = model_pointer(frame, site, i);

	if (at)
		shadow_clear(at, size);
}

void model_after_time(struct frame *frame, const struct call_site *site, const union word *result)
{
	(void)result;
	forget(frame, site, 0, sizeof(time_t));
}

void model_after_clock_gettime(struct frame *frame, const struct call_site *site,
			       const union word *result)
{
	if (result->i == 0)
		forget(frame, site, 1, sizeof(struct timespec));
}

void model_after_gettimeofday(struct frame *frame, const struct call_site *site,
			      const union word *result)
{
	if (result->i != 0)
		return;
	forget(frame, site, 0, sizeof(struct timeval));
	forget(frame, site, 1, sizeof(struct timezone));
}

/* ---- locale */

/* True if the models know texts and numbers of what is set for CATEGORY. */
static bool is_plain(int category)
{
	static const char *const names[] = { "C", "POSIX", "C.UTF-8", "C.utf8" };
	const char *name = setlocale(category, NULL);

	for (size_t i = 0; name && i < sizeof(names) / sizeof(*names); i++) {
		if (strcmp(name, names[i]) == 0)
			return true;
	}
	return false;
}

void model_after_setlocale(struct frame *frame, const struct call_site *site,
			   const union word *result)
{
	(void)frame;
	(void)site;
	(void)result;
	if (!is_plain(LC_CTYPE) || !is_plain(LC_NUMERIC))
		path_concretise();
}

/* ---- terminal */

uint32_t model_ioctl(struct frame *frame, const struct call_site *site)
{
	if (model_integer(frame, site, 1) != TIOCGWINSZ)
		path_concretise();
	return model_nothing(frame, site);
}

void model_after_ioctl(struct frame *frame, const struct call_site *site, const union word *result)
{
	if (result->i == 0 && model_integer(frame, site, 1) == TIOCGWINSZ)
		forget(frame, site, 2, sizeof(struct winsize));
}

/* ---- auxiliary vector */

uint32_t model_getauxval(struct frame *frame, const struct call_site *site)
{
	/* The name lies otherwise to the environment than in a compiled run. */
	if (model_integer(frame, site, 0) == AT_EXECFN)
		path_concretise();
	return model_nothing(frame, site);
}

/* ---- arguments */

/* What getopt() keeps itself, and the program may set. */
static void pin_state(const struct frame *frame)
{
	model_pin_memory(frame, &optind, sizeof(optind));
	model_pin_memory(frame, &opterr, sizeof(opterr));
	model_pin_memory(frame, &optarg, sizeof(optarg));
	model_pin_memory(frame, &optopt, sizeof(optopt));
}

/* The arguments decide, each with all of its bytes. */
uint32_t model_getopt(struct frame *frame, const struct call_site *site)
{
	int64_t number = model_integer(frame, site, 0);
	char *const *arguments = (char *const *)model_pointer(frame, site, 1);

	model_pin_text(frame, model_pointer(frame, site, 2));
	pin_state(frame);
	for (int64_t i = 0; i < number && arguments[i]; i++) {
		model_pin_memory(frame, &arguments[i], sizeof(*arguments));
		model_pin_text(frame, arguments[i]);
	}
	return 0;
}

uint32_t model_getopt_long(struct frame *frame, const struct call_site *site)
{
	const struct option *option = (const void *)model_pointer(frame, site, 3);

	model_getopt(frame, site);
	for (; option && path_is_on(); option++) {
		model_pin_memory(frame, option, sizeof(*option));
		model_pin_text(frame, option->name);
		/* The function writes there what this run decides. */
		if (option->name && option->flag)
			model_pin_memory(frame, option->flag, sizeof(*option->flag));
		if (!option->name)
			break;
	}
	model_pin_memory(frame, model_pointer(frame, site, 4), sizeof(int));
	return 0;
}
