/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What functions that were not built with remt may do to the control flow of those that were. */
#ifndef GRAPH_LIBRARY_H
#define GRAPH_LIBRARY_H

#include <stdbool.h>

enum library_effect {
	LIBRARY_QUIET,	    /* they return, or end the process, and call nothing of the caller's */
	LIBRARY_CALLS_BACK, /* before they return they may call any function whose address is used
			     */
	LIBRARY_UNKNOWN, /* the same, and what they call then they may call once more at the end of
			    the process */
	LIBRARY_ASYNCHRONOUS, /* after them control may be in several places, or jump: threads,
				 processes, handlers of signals, longjmp */
	LIBRARY_LOADS,	      /* the same, and functions are found by name */
};

enum library_effect library_effect(const char *name);

#endif
