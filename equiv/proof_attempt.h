/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The proof for one function: regions, one after the other. */
#ifndef EQUIV_PROOF_ATTEMPT_H
#define EQUIV_PROOF_ATTEMPT_H

#include "equiv/proof.h"
#include "equiv/region.h"

/* Tries to show that the function does the same with all of its marks of SITE. RET is zero. */
void function_prove(const struct equiv_function *function, uint32_t site, uint32_t alternative,
		    const struct equiv_limits *limits, struct equiv_proof *ret);

#endif
