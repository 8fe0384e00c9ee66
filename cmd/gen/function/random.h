/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs of a function that chance makes, of the numbers that its code has and of others that matter at limits. */
#ifndef CMD_GEN_FUNCTION_RANDOM_H
#define CMD_GEN_FUNCTION_RANDOM_H

#include "caller/request.h"
#include "ir/function.h"
#include "paths/words.h"

struct gen_function_random {
	const struct entries *entries;
	const struct program *program;
	const struct ir_unit *unit; /* of the function that is being read */
	VEC(int64_t) numbers;	    /* that the code has */
	VEC(char) characters;	    /* those of them that text may have */
	uint64_t has_character[2];  /* a bit for each */
	const struct words *words; /* that texts are made of, too; borrowed; NULL: there are none */
	bool is_tame; /* there are no numbers at the limits of their types: calls do not end with these */
	uint64_t state;
};

/* FUNCTION is NULL where what it does is not told. PROGRAM is its harness; both are borrowed. */
void gen_function_random_init(struct gen_function_random *random, const struct entries *entries,
			      const struct program *program, const struct ir_function *function,
			      uint64_t seed);
/* Adds the numbers of another FUNCTION. */
void gen_function_random_learn(struct gen_function_random *random,
			       const struct ir_function *function);
void gen_function_random_deinit(struct gen_function_random *random);

/* Makes BLOB anew. */
void gen_function_random_make(struct gen_function_random *random, unsigned char *blob);
/* Changes some parts of BLOB. */
void gen_function_random_change(struct gen_function_random *random, unsigned char *blob);

#endif
