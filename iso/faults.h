/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Faults: mutants of the new version stand for regressions, and it is counted how many of those
 * that no test notices would be found (section 3.5 of "Isomorphic Regression Testing": the variant
 * of the new version is compared with that of the faulty one).
 */
#ifndef ISO_FAULTS_H
#define ISO_FAULTS_H

#include "iso/explore.h"

struct faults_opts {
	uint32_t sample; /* mutants, chosen at random */
	uint64_t seed;
};

struct faults {
	uint32_t nr_all;      /* mutants that were chosen */
	uint32_t nr_unkilled; /* of these, no test notices */
	uint32_t nr_vl;	      /* found behind branches that no test executes */
	uint32_t nr_ql;	      /* found behind those that the test itself does not execute */
	uint64_t nr_runs;
};

/* After explore_run(), of whose depth-one variants it makes use; the new version's build must have
 * mutants beside its branches. */
struct error *faults_run(struct explore *explore, const struct faults_opts *opts,
			 struct faults *ret) MUST_CHECK;

#endif
