/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/environment.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "common/vec.h"

static VEC(char *) hidden;

static bool is_ours(const char *entry)
{
	static const char prefix[] = "REMT_EXPLORE_", loader[] = "LD_PRELOAD=";

	return strncmp(entry, prefix, sizeof(prefix) - 1) == 0 ||
	       strncmp(entry, loader, sizeof(loader) - 1) == 0;
}

static void keep_hidden(char *const *environment)
{
	for (; *environment; environment++) {
		if (is_ours(*environment))
			vec_push(&hidden, *environment);
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

	if (hidden.count)
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
	return hidden.count;
}

/* True if ENVIRONMENT has the variable of ENTRY. */
static bool has_variable(char *const *environment, const char *entry)
{
	size_t length = strcspn(entry, "=") + 1;

	for (; environment && *environment; environment++) {
		if (strncmp(*environment, entry, length) == 0)
			return true;
	}
	return false;
}

char **environment_add_hidden(char *const *environment, char **ret)
{
	size_t number = 0;

	for (; environment && environment[number]; number++)
		ret[number] = environment[number];
	for (size_t i = 0; i < hidden.count; i++) {
		if (!has_variable(environment, hidden.items[i]))
			ret[number++] = hidden.items[i];
	}
	ret[number] = NULL;
	return ret;
}
