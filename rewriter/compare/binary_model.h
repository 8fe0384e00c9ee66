/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The model of a binary that is compared with another one: its functions, their flow and their
 * fingerprints.
 *
 * 	struct binary_model model = { 0 };
 * 	binary_model_open(&model, path);
 * 	binary_model_fingerprint(&model, has_names);  // alike for all that are compared
 * 	… function_matches_find(&old.fingerprints, &new.fingerprints, …) …
 * 	binary_model_close(&model);
 *
 * For a binary that is open already, binary_model_borrow() and binary_model_release() take the
 * places of binary_model_open() and binary_model_close().
 */
#ifndef REWRITER_COMPARE_BINARY_MODEL_H
#define REWRITER_COMPARE_BINARY_MODEL_H

#include "common/attr.h"
#include "common/error.h"
#include "rewriter/compare/fingerprint.h"

struct binary_model {
	/*
	 * owned after binary_model_open(), borrowed after binary_model_borrow(); so is the machine
	 */
	struct binary *binary;
	struct machine *machine;
	struct flows flows;
	struct fingerprints fingerprints;
	char *warning; /* what is not known of the binary; NULL: nothing */
};

/*
 * Opens PATH and finds the flow. The caller ends RET with binary_model_close() even after an error.
 */
struct error *binary_model_open(struct binary_model *ret, const char *path) MUST_CHECK;
/* Takes the fingerprints. HAS_NAMES: variables are recognised by their symbols. */
void binary_model_fingerprint(struct binary_model *model, bool has_names);
void binary_model_close(struct binary_model *model);

/*
 * Finds the flow of a binary that is open already, and borrows binary and machine.
 * binary_model_release() frees what the model owns: flow, fingerprints and warning.
 */
void binary_model_borrow(struct binary_model *ret, struct binary *binary, struct machine *machine);
void binary_model_release(struct binary_model *model);

#endif
