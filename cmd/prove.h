/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proves mutants of a stored run equivalent, for `remt equiv` and `remt run`. */
#ifndef CMD_PROVE_H
#define CMD_PROVE_H

#include "common/attr.h"
#include "common/error.h"
#include "equiv/equiv.h"

/*
 * Returns the plain compiler for the units of SUBJECT: $CC if that is set, or the GCC of the release that compiled the
 * first of them ("gcc-14") if it is found by this name, or the one that remt was configured for. Owned by the caller.
 */
char *prove_compiler(const struct equiv_subject *subject) RETURNS_NONNULL MUST_CHECK;

/*
 * Calls equiv_run() by OPTS, of which the plugin, the scratch directory and the version are filled in here. Objects are
 * made in a new directory in SCRATCH (NULL: $TMPDIR or /tmp), which is removed again.
 */
struct error *prove_mutants(struct store *store, struct equiv_subject *subject,
			    struct equiv_opts opts, const char *scratch,
			    struct equiv_count *ret) MUST_CHECK;

#endif
