/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The truth oracle: checks verdicts of a finished run against the source.
 * Each mutant of the sample is put into a copy of the source, built by the
 * plain compiler, and the same tests are run.  Where the result differs from
 * what is stored, sanitizers decide whether the patched source has undefined
 * behaviour: then no result is wrong.
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
	size_t nr_mutants, nr_checked; /* of the sample; also those of earlier calls */
	size_t nr_equal, nr_undefined, nr_different; /* cells of checked mutants */
	size_t nr_failed;			     /* mutants that could not be checked */
	uint64_t left_s;
};

struct verify_opts {
	const char *source;    /* tree to copy; NULL: the project root */
	const char *configure; /* shell commands, see struct verify_build; NULL: none */
	const char *build;
	const char *cc, *cflags; /* CC and CFLAGS of the commands */
	const char *runtime;
	const char *scratch; /* existing directory outside the root; copies are made there */
	unsigned nr_lanes;
	unsigned timeout_s; /* of one build */
	bool sanitize, valgrind;
	const volatile sig_atomic_t *cancelled;
	const char *kept; /* file of what was checked, see verify/kept.h; NULL: none */
	/* Told at the start and after each mutant. */
	void (*progress)(void *arg, const struct verify_progress *progress);
	void *arg;
};

/*
 * Checks every cell of SAMPLE that was not checked before; the outcomes are in
 * it afterwards.  After an error, too, what was checked is there and kept.
 */
struct error *verify_run(const struct verify_opts *opts, struct verify_sample *sample) MUST_CHECK;

#endif
