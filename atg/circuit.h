/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A function and a mutant of it as one circuit: an expansion, through which original and mutant go (equiv/side.h), and
 * the conditions on inputs that tests of it fulfil.
 *
 * A value of the circuit is a pair (Zhang, "Automatic Test Generation System for Software", 2021, section 3.3.3: "value
 * of the variable in the original program / value in the mutant"). Where the two differ, it has the mutation effect.
 */
#ifndef ATG_CIRCUIT_H
#define ATG_CIRCUIT_H

#include "atg/expansion.h"
#include "equiv/side.h"

enum { ORIGINAL, MUTANT, NR_VERSIONS };

struct circuit {
	struct expansion expansion;
	struct world world;
	struct equiv_function scene; /* the expansion's function */
	struct region region;	     /* all of it */
	struct side sides[NR_VERSIONS];
	bool has_sides;
	const char *refusal;	/* why nothing is said of it; NULL: something is */
	bool is_too_large;	/* and with smaller bounds something may be */
	uint32_t nr_inputs;	/* bytes */
	uint32_t *first_inputs; /* by input of the expansion: its first byte */
	/* conditions: the original stays within the bounds, and does what C defines; */
	uint32_t within;
	uint32_t beyond;    /* the original leaves what tests can be told of (OUTPUT_BEYOND); */
	uint32_t differs;   /* both stay within, and an output differs; */
	uint32_t strays;    /* the mutant does not stay within; */
	uint32_t undefined; /* the mutant does what C leaves undefined */
	uint32_t is_exact;  /* neither comes to a call that is not told (OUTPUT_VAGUE) */
};

/* Makes the circuit of FUNCTION, which begins with START, for the ALTERNATIVE of the options' site. */
void circuit_init(struct circuit *ret, const struct ir_function *function,
		  const struct start *start, const struct expansion_options *options,
		  uint32_t alternative);
void circuit_deinit(struct circuit *circuit);

/* Returns the term of OPERAND in a version. */
uint32_t circuit_term(struct circuit *circuit, unsigned version, const struct ir_operand *operand);

/*
 * Sets INPUTS, of at least nr_inputs bytes, to what they are for BLOB, or BLOB to what it is for INPUTS. Unknowns that
 * are made later have bytes behind these.
 */
void circuit_take_blob(const struct circuit *circuit, const unsigned char *blob,
		       unsigned char *inputs);
void circuit_give_blob(const struct circuit *circuit, const unsigned char *inputs,
		       unsigned char *blob);

#endif
