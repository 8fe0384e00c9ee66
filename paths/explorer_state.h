/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of explorer.h, for its sources alone. */
#ifndef PATHS_EXPLORER_STATE_H
#define PATHS_EXPLORER_STATE_H

#include "common/slots.h"
#include "paths/explorer.h"
#include "paths/partition.h"
#include "paths/prefix.h"
#include "paths/question.h"
#include "paths/tree.h"
#include "paths/visit.h"
#include "term/evaluate.h"
#include "term/term.h"

/*
 * What tasks are for, in their order: inputs for which one pair of paths prints different things; another side of
 * one version's path, or of the path of one version behind that of the other one; and such sides within functions of
 * libraries.
 */
enum { FOR_DIFFERENCE, FOR_BRANCH, FOR_LIBRARY };

/* Inputs that are like others, but for what chance changed. */
struct variant {
	unsigned char *inputs;	/* NULL: none could be made */
	struct command command; /* of other lengths */
	bool is_resized;	/* there is such a command */
	struct visit_begun begun;
};

/* Inputs of the caller that were visited. */
struct given {
	unsigned worth;	    /* variants, in the first round */
	bool is_near;	    /* they came to changed code: there are more rounds */
	unsigned nr_rounds; /* that were */
};

/* A pair of paths of which little effort has not told whether it prints the same for all inputs, or by which ones to see that. */
struct hard_pair {
	uint64_t pair;
	uint32_t *
		conditions; /* with that it prints different things as the last, unless that is known */
	size_t number;
	const unsigned char *near; /* borrowed */
	bool is_proven;
};

struct explorer {
	struct explorer_opts opts;
	struct command command;
	struct explorer_state state;
	struct recording *recordings; /* by version */
	struct terms terms;
	struct question_context context;
	struct evaluator evaluator;
	struct prefixes prefixes; /* of all trees */
	struct tree trees[2];	  /* by version */
	/* behind each path of the version by number, the paths of the other one */
	struct tree pairs[2];
	struct partitions partitions;
	struct agenda agenda;
	struct agenda checks;	  /* inputs to check pairs that were proven equal */
	struct agenda irrelevant; /* branches from whose other side no change can be reached */
	struct agenda hard;	  /* branches that are asked for when nothing else is open */
	VEC(struct hard_pair) hard_pairs; /* pairs of paths likewise */
	size_t next_pair;		  /* index of the first that was not asked for */
	uint64_t nr_unchanged;	      /* inputs on which both versions were taken to do the same */
	struct slots alone;	      /* terms that are or were asked for alone */
	uint64_t nr_alone;	      /* such tasks in the agenda */
	VEC(unsigned char *) visited; /* inputs that were run */
	struct slots visited_hashes;
	size_t nr_given;	 /* inputs that the caller gave, which are visited first */
	VEC(struct given) given; /* what is known of these, in the order of their visits */
	unsigned char *next;	 /* inputs that come next, if they are known */
	struct differences differences;
	bool is_stopped; /* by the caller */
};

/*
 * True if runs that come to no changed code count as the same, so that branches from which there is no way to any need
 * not be tried.
 */
bool explorer_prunes(const struct explorer *explorer);

/*
 * Opens the other sides of VERSION's path, on which INPUTS were visited; returns where the path ends in its tree.
 */
struct tree_position explorer_branch_off(struct explorer *explorer, const struct visit *visit,
					 const unsigned char *inputs, unsigned version);

/*
 * Opens inputs that go the path of VERSION, which ends at END, and leave that of the other one: where
 * versions part, they do so between two such inputs.
 */
void explorer_part(struct explorer *explorer, const struct visit *visit,
		   const unsigned char *inputs, unsigned version, struct tree_position end);

/* Returns how both versions are run. */
struct visit_opts explorer_visit_opts(const struct explorer *explorer);

/* Brings the state up to date. */
void explorer_update(struct explorer *explorer);

/* Opens INPUTS, which are copied. */
void explorer_open(struct explorer *explorer, const unsigned char *inputs);

/* Puts TASK off, of which little effort told nothing. */
void explorer_put_off(struct explorer *explorer, const struct agenda_task *task);
/* The same for PAIR, whose conditions are taken over. */
void explorer_put_off_pair(struct explorer *explorer, const struct hard_pair *pair);
/* Returns how many questions were put off and not asked. */
uint64_t explorer_nr_hard(const struct explorer *explorer);
/* Asks the next of them with the whole effort: its inputs come next, or are opened. */
void explorer_ask_hard(struct explorer *explorer);
void explorer_drop_hard(struct explorer *explorer);

/* Asks with the whole effort what is known of PAIR by now; opens inputs that show more. */
void explorer_judge_hard(struct explorer *explorer, const struct hard_pair *pair);

/* True if the caller wants the end. */
bool explorer_is_at_end(struct explorer *explorer);

/* Variants of inputs that were visited. What stands first is the caller's, the rest begins as 0. */
struct variants {
	const struct visit_opts *opts;
	const struct visit
		*visit; /* of the inputs; NULL: it is over, and tells no more of their number */
	const unsigned char *inputs;
	VEC(struct variant) items; /* that were made, in their order */
	unsigned number;	   /* that are to be made in all */
	unsigned round;		   /* inputs have others in each */
	uint64_t state;		   /* of chance */
	unsigned nr_different;	   /* on which the versions did not do the same */
};

/* Returns what is known of the caller's inputs that VISIT is of. */
struct given explorer_give(const struct explorer *explorer, const struct visit *visit);

/* True if inputs of the caller have variants to come, even if no branch is open. */
bool explorer_waits(const struct explorer *explorer);

/* Returns how many variants the inputs of VISIT are worth. */
unsigned explorer_worth(const struct explorer *explorer, const struct visit *visit);

/* Begins the runs of all variants, if there are lanes: they are made while the caller looks at the visit. */
void explorer_begin_variants(struct explorer *explorer, struct variants *variants);
/* Runs both versions on the variants, in their order, and opens those on which they differ. */
struct error *explorer_vary(struct explorer *explorer, struct variants *variants) MUST_CHECK;
void explorer_end_variants(struct variants *variants);

/* Returns the indices of the conditions of the new version's PATH that the mode explores, in their order; the caller frees. */
uint32_t *explorer_slice(const struct explorer *explorer, const struct path *path,
			 size_t *number) RETURNS_NONNULL MUST_CHECK;

/* Returns a hash of the change conditions of both paths. */
uint64_t explorer_change_conditions(const struct explorer *explorer, const struct visit *visit);

/*
 * Says what is known of the pair of paths of VISIT, which end at ENDS, by now. Takes results of a difference over.
 */
void explorer_judge(struct explorer *explorer, const unsigned char *inputs,
		    const struct tree_position ends[2], struct visit *visit);

#endif
