/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What region proofs (equiv/proof.h) need of the units of a run: their IR, out of the modules that the run names. */
#ifndef EQUIV_PROVERS_H
#define EQUIV_PROVERS_H

#include <stddef.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"
#include "equiv/proof.h"
#include "equiv/subject.h"
#include "store/store.h"

/* A module that has the IR of units. */
struct equiv_source {
	struct ir_units units;
	struct site_tables tables;
};

struct equiv_provers {
	/* owned; elements do not move, as provers point into them */
	VEC(struct equiv_source *) sources;
	VEC(struct equiv_prover *) provers; /* one per uid; owned */
};

/*
 * Gives each used unit of SUBJECT its prover, if a module of the run still has the unit, and tells what it does. A
 * module that is gone or can't be read gives none. The caller gives RET to equiv_provers_deinit() in any case; units
 * lose their provers then.
 */
struct error *equiv_provers_load(struct store *store, struct equiv_subject *subject,
				 struct equiv_provers *ret) MUST_CHECK;
void equiv_provers_deinit(struct equiv_provers *provers, struct equiv_subject *subject);

#endif
