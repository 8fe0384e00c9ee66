/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of the search for sequences of calls share (cmd/gen/functions/sequences.h). */
#ifndef CMD_GEN_FUNCTIONS_SEQUENCES_STATE_H
#define CMD_GEN_FUNCTIONS_SEQUENCES_STATE_H

#include "caller/sequence.h"
#include "cmd/gen/functions/sequences.h"

/* A sequence that does nothing undefined, and does the same in each run. */
struct gen_sequence {
	unsigned char bytes[SEQUENCE_SIZE];
	unsigned char origins
		[SEQUENCE_MOST_STEPS]; /* of what each step returned: struct gen_sequence_walk */
	char *output;		       /* owned */
	uint64_t hash;		       /* of it */
};

/* How often an argument of a call came from a call, and led to something else than that call mostly returns. */
struct gen_sequence_chance {
	unsigned total, rare;
};

/* What a call returned, and how often. */
struct gen_sequence_outcome {
	uint64_t hash;
	unsigned count;
};

enum { GEN_SEQUENCE_OUTCOMES = 12 }; /* of a call that are told apart */

/* What was learnt of a call. */
struct gen_sequence_lesson {
	struct gen_sequence_outcome outcomes[GEN_SEQUENCE_OUTCOMES];
	/* by the number + 1 of the call that the argument comes from; 0: NULL */
	struct gen_sequence_chance chances[SEQUENCE_MOST_ARGUMENTS][SEQUENCE_MOST_CALLS + 1];
};

/* A mutant that is looked at. */
struct gen_sequence_mutant {
	struct gen_functions_item *item;
	size_t index;			/* in the item */
	const struct gen_mutant *found; /* of the harness */
	bool is_killed;
};

struct gen_sequences {
	struct gen_functions *functions;
	struct gen_function_preparation preparation;
	struct gen_function_run harness; /* as that of the preparation, but makes the calls */
	const struct sequence_api *api;
	char *sanitized;	    /* the harness with sanitizers; owned */
	struct gen_mutants mutants; /* of the harness */
	VEC(struct gen_sequence_mutant) wanted;
	VEC(struct gen_sequence) pool;
	size_t nr_tried; /* of the pool, on all mutants */
	VEC(struct gen_sequence) tests;
	struct gen_sequence_lesson *lessons; /* by call; owned */
	VEC(size_t) leaders; /* sequences of the pool in which a call did something new */
	VEC(size_t) targets; /* calls of functions that have mutants */
	uint64_t state;	     /* of chance */
	struct deadline deadline;
};

/* What a run of a harness that loops did with one sequence: no answer is NULL. Texts are owned. */
struct gen_sequence_answer {
	char *output;
	int status; /* of wait() */
};

/* A kill, as it goes from process to process; behind it come SIZE bytes of the output. */
struct gen_sequence_kill {
	size_t item, mutant, size;
	unsigned char bytes[SEQUENCE_SIZE];
};

/* In the process: looks for sequences, and writes kills to FD. */
struct error *gen_sequences_search(struct gen_sequences *sequences, int fd) MUST_CHECK;

/*
 * Has PROGRAM, a harness, make the calls of the NUMBER sequences BYTES, each in a process of its own, or, if it IS_ROW, all
 * in one. The caller frees what RET has.
 */
struct error *gen_sequences_answer(const struct gen_sequences *sequences, const char *program,
				   const unsigned char *bytes, size_t number, bool is_row,
				   struct gen_sequence_answer *ret) MUST_CHECK;
void gen_sequences_free_answers(struct gen_sequence_answer *answers, size_t number);
/* Makes more sequences for the pool. */
struct error *gen_sequences_grow(struct gen_sequences *sequences) MUST_CHECK;
/* Tries all mutants that are left; *RET: how many are killed. Kills go to FD. */
struct error *gen_sequences_try(struct gen_sequences *sequences, int fd, size_t *ret) MUST_CHECK;

/* Learns from OUTPUT of SEQUENCE, and notes its origins; true: a call did something new. */
bool gen_sequences_learn(struct gen_sequences *sequences, struct gen_sequence *sequence,
			 const char *output);
/*
 * Returns how likely a call of number CALL is to do something else than it mostly does, if its argument INDEX comes from
 * ORIGIN: from 0 to 1.
 */
double gen_sequences_chance(const struct gen_sequences *sequences, size_t call, unsigned index,
			    unsigned char origin);

/* Makes SEQUENCE by chance, from one of the pool or from nothing (sequences_grow.c). */
void gen_sequences_make(struct gen_sequences *sequences, struct gen_sequence *sequence);
/* How many steps SEQUENCE has. */
size_t gen_sequences_length(const struct gen_sequences *sequences, const unsigned char *sequence);
/* Takes STEP out of SEQUENCE; false: a later one needs it. */
bool gen_sequences_remove(const struct gen_sequences *sequences, unsigned char *sequence,
			  size_t step);

#endif
