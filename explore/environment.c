/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/environment.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "common/vec.h"
#include "common/xalloc.h"

#define LOADER "LD_PRELOAD="

static VEC(char *) hidden; /* but for what follows */
/* The evaluator's own LD_PRELOAD, with the caller's libraries behind it, and with none; NULL: there is none. */
static char *loader, *loader_alone;
static const char *others; /* these libraries, within `loader`; NULL: there are none */

/* Returns what stands behind this library in an LD_PRELOAD that begins with it; NULL: ENTRY is no such one. */
static const char *behind_evaluator(const char *entry)
{
	size_t length = sizeof(LOADER) - 1;
	Dl_info info;

	if (strncmp(entry, LOADER, length) != 0 || !dladdr(&hidden, &info) || !info.dli_fname)
		return NULL;
	entry += length;
	length = strlen(info.dli_fname);
	return strncmp(entry, info.dli_fname, length) == 0 &&
			       (!entry[length] || entry[length] == ':')
		       ? entry + length
		       : NULL;
}

static bool is_ours(const char *entry)
{
	static const char prefix[] = "REMT_EXPLORE_";

	return strncmp(entry, prefix, sizeof(prefix) - 1) == 0 || behind_evaluator(entry);
}

static void keep_hidden(char *const *environment)
{
	for (; *environment; environment++) {
		const char *behind = behind_evaluator(*environment);

		if (!behind && is_ours(*environment))
			vec_push(&hidden, *environment);
		if (!behind)
			continue;
		loader = *environment;
		loader_alone = xasprintf("%.*s", (int)(behind - loader), loader);
		others = *behind ? behind + 1 : NULL;
	}
}

/* Takes ours out of an environment that lies for itself. */
static void leave_out(char **environment)
{
	char **to = environment;

	for (; *environment; environment++) {
		if (!is_ours(*environment))
			*to++ = *environment;
	}
	*to = NULL;
}

/* Moves what stays, and the ARGC arguments before it, up to the end of the environment behind ARGV; returns these. */
static char **move_up(int argc, char **argv)
{
	char **first = argv + argc + 1, **to, **from;

	for (to = first; *to;)
		to++;
	for (from = to; from > first;) {
		if (!is_ours(*--from))
			*--to = *from;
	}
	if (to == first)
		return argv;
	*--to = NULL;
	to -= argc;
	memmove(to, argv, (size_t)argc * sizeof(*to));
	/* The kernel puts their number before them. */
	to[-1] = (char *)(intptr_t)argc;
	return to;
}

void environment_hide(int argc, char ***argv)
{
	bool is_behind = environ == *argv + argc + 1;

	if (environment_nr_hidden())
		return;
	keep_hidden(environ);
	*argv = move_up(argc, *argv);
	if (is_behind)
		environ = *argv + argc + 1;
	else
		leave_out(environ);
}

size_t environment_nr_hidden(void)
{
	return hidden.count + (loader != NULL);
}

/* Returns the value in ENVIRONMENT of the variable of ENTRY; NULL: it has none. */
static const char *find_value(char *const *environment, const char *entry)
{
	size_t length = strcspn(entry, "=") + 1;

	for (; environment && *environment; environment++) {
		if (strncmp(*environment, entry, length) == 0)
			return *environment + length;
	}
	return NULL;
}

/* Returns the evaluator's LD_PRELOAD for what has ENVIRONMENT; NULL: the program wants other libraries there. */
static char *choose_loader(char *const *environment)
{
	const char *value = find_value(environment, LOADER);

	if (!value)
		return loader_alone;
	return others && strcmp(value, others) == 0 ? loader : NULL;
}

char **environment_add_hidden(char *const *environment, char **ret)
{
	char *chosen = choose_loader(environment);
	size_t number = 0;

	for (; environment && environment[number]; number++)
		ret[number] = environment[number];
	for (size_t i = 0; i < hidden.count; i++) {
		if (!find_value(environment, hidden.items[i]))
			ret[number++] = hidden.items[i];
	}
	/* The loader takes the last one, if there are two. */
	if (chosen)
		ret[number++] = chosen;
	ret[number] = NULL;
	return ret;
}
