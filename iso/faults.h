/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Faults: mutants of the new version stand for regressions. This module counts how many of the
 * mutants that no test kills an exploration would find. As in section 3.5 of "Isomorphic
 * Regression Testing", it compares a variant of the new version with the same variant of the faulty
 * version.
 *
 * faults_run() comes after explore_run(), whose variants with one negation it runs again.
 */
#ifndef ISO_FAULTS_H
#define ISO_FAULTS_H

#include "iso/explore.h"

struct faults_opts {
	uint32_t sample; /* number of mutants to choose at random; 0: none */
	uint64_t seed;
};

struct faults {
	uint32_t nr_all;      /* chosen mutants */
	uint32_t nr_unkilled; /* of the chosen mutants, those that no test kills */
	uint32_t nr_vl;	      /* unkilled mutants that variants with ways that no test goes find */
	uint32_t nr_ql;	      /* unkilled mutants that any variants find, those of nr_vl included */
	uint64_t nr_runs;
};

/*
 * Chooses the mutants, runs the tests and then the variants of EXPLORE with each of them, and fills
 * RET. ERROR_UNUSABLE if the new version has no mutants beside its branches.
 */
struct error *faults_run(struct explore *explore, const struct faults_opts *opts,
			 struct faults *ret) MUST_CHECK;

#endif
