/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Verdict of a cell (mutant, test) of the mutant-test matrix: U, E, N and K of "Regression Mutation
 * Testing" (ISSTA 2012), Definition 2.1, where K is refined. Stored in the database: never
 * renumber.
 */
#ifndef REMT_VERDICT_H
#define REMT_VERDICT_H

enum verdict {
	VERDICT_UNKNOWN = 0,	  /* U: not run, or not known for certain */
	VERDICT_NOT_REACHED = 1,  /* E: the test never executes the site */
	VERDICT_SURVIVED = 2,	  /* N: every run of the mutant passes */
	VERDICT_KILLED_FAIL = 3,  /* K: the harness says that the test failed */
	VERDICT_KILLED_CRASH = 4, /* K: a signal ended the run */
	/*
	 * K: CPU time, hit budget or wall clock; a second run has confirmed it
	 * (runner/matrix/matrix.c).
	 */
	VERDICT_KILLED_TIMEOUT = 5,
	VERDICT_KILLED_MEMORY = 6, /* K: limit of resident memory */
	VERDICT_KILLED_OUTPUT = 7, /* K: limit of output, or the view had no room for files */
};

static inline int verdict_is_killed(enum verdict v)
{
	return v >= VERDICT_KILLED_FAIL && v <= VERDICT_KILLED_OUTPUT;
}

static inline const char *verdict_name(enum verdict v)
{
	switch (v) {
	case VERDICT_UNKNOWN: return "unknown";
	case VERDICT_NOT_REACHED: return "not reached";
	case VERDICT_SURVIVED: return "survived";
	case VERDICT_KILLED_FAIL: return "killed (fail)";
	case VERDICT_KILLED_CRASH: return "killed (crash)";
	case VERDICT_KILLED_TIMEOUT: return "killed (timeout)";
	case VERDICT_KILLED_MEMORY: return "killed (memory)";
	case VERDICT_KILLED_OUTPUT: return "killed (output)";
	}
	return "invalid";
}

#endif
