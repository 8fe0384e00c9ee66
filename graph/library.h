/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What functions outside the program may do to its control flow. Such functions were not built with
 * remt, and are known by their names alone.
 */
#ifndef GRAPH_LIBRARY_H
#define GRAPH_LIBRARY_H

#include <stdbool.h>

enum library_effect {
	/* The function returns or ends the process, and calls no function of the program. */
	LIBRARY_QUIET,
	/* Before it returns, the function may call any function whose address is used. */
	LIBRARY_CALLS_BACK,
	/*
	 * The function may do as LIBRARY_CALLS_BACK says, and may have the same functions called
	 * once more when the process ends.
	 */
	LIBRARY_UNKNOWN,
	/*
	 * After the call, a signal may call a function whose address is used, at any time, in the
	 * same thread.
	 */
	LIBRARY_HANDLES,
	/* After the call, control may be in several places: threads, processes. */
	LIBRARY_ASYNCHRONOUS,
	/* The function may do as LIBRARY_ASYNCHRONOUS says, and finds functions by name. */
	LIBRARY_LOADS,
};

enum library_effect library_effect(const char *name);

#endif
