/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The truth oracle: checks verdicts of a finished run against the source. Each mutant of the
 * sample is put into a copy of the source, which the plain compiler builds, and the same tests are
 * run. Where the result differs from the stored verdict, sanitizers decide whether the patched
 * source has undefined behaviour. If it has, neither result is wrong.
 *
 *	verify_sample_load(), verify_sample_draw()
 *	verify_run()
 */
#ifndef VERIFY_VERIFY_H
#define VERIFY_VERIFY_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "verify/sample.h"

struct verify_progress {
	/* mutants of the sample, and checked ones, also by earlier calls */
	size_t nr_mutants, nr_checked;
	size_t nr_equal, nr_undefined, nr_different; /* cells of checked mutants, by outcome */
	size_t nr_failed; /* mutants that could not be checked, or whose patch does not compile */
	uint64_t left_s;  /* estimated time to the end, in seconds; 0 until a mutant is done */
};

struct verify_opts {
	const char *source;    /* directory to copy; NULL: the project root */
	const char *configure; /* shell command, see struct verify_build; NULL: none */
	const char *build;
	const char *cc, *cflags; /* CC and CFLAGS for the commands */
	const char *runtime;	 /* run-time that is preloaded */
	const char *scratch; /* existing directory outside the root, in which the copies are made */
	unsigned nr_workers; /* number of plain workers */
	unsigned timeout_s;  /* limit of one build command, in seconds */
	bool sanitize, valgrind;
	const volatile sig_atomic_t *cancelled;
	const char *kept; /* file of the checkpoint (verify/checkpoint.h); NULL: none */
	/* Called at the start and after each mutant; NULL: not wanted. */
	void (*progress)(void *arg, const struct verify_progress *progress);
	void *arg;
};

/*
 * Checks every cell of SAMPLE that was not checked before, and stores the outcomes in SAMPLE. After
 * an error, too, the outcomes of the checked mutants are in SAMPLE and in the checkpoint.
 */
struct error *verify_run(const struct verify_opts *opts, struct verify_sample *sample) MUST_CHECK;

#endif
