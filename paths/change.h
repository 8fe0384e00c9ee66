/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where two versions of a program differ, and how far it is from a branch of a path to there. Changed are
 * nodes that the other version does not have, and those from which an edge leads elsewhere there. All is known
 * from the graphs and the IR of the two files; of shared libraries nothing is.
 *
 * A run of either version that comes to no changed node does the same in the other one (graph/difference.h). So
 * branches are irrelevant that runs took before they came to one, and from whose other side none can be reached: the
 * paths P¬P and P¬E of eXpress (Taneja, Xie, Tillmann and de Halleux, ISSTA 2011, section 4), where B_E is what
 * change_is_relevant() is false of.
 */
#ifndef PATHS_CHANGE_H
#define PATHS_CHANGE_H

#include <stdbool.h>
#include <stddef.h>

#include "common/attr.h"
#include "common/error.h"
#include "remt/path.h"
#include "remt/session.h"

struct change;
struct words;

/* A changed block of the IR. */
struct change_block {
	uint64_t uid;	   /* of its unit */
	uint32_t function; /* index in the IR */
	uint32_t block;
	uint32_t node; /* a changed one of the graph that it consists of, numbered over all units */
	bool is_own; /* and that was changed itself, and does not just stand behind what was (graph/own.h) */
	uint32_t
		join; /* of a block that is seen: its immediate post-dominator, or UINT32_MAX if control has one way to go */
};

/*
 * Compares PROGRAMS, the old version and the new one, which are borrowed. ERROR_UNUSABLE: one has no graph,
 * or is damaged.
 */
struct error *change_find(const char *const programs[2], struct change **ret) MUST_CHECK;

/*
 * As change_find(), where the new version is PROGRAM with a mutant on, whose NUMBER switches are ON (sites/switched.h). Changed
 * are the nodes that have a mark of one of its sites. ERROR_UNUSABLE also: the graph does not tell where these are.
 */
struct error *change_find_mutant(const char *program, const struct remt_switch *on, size_t number,
				 struct change **ret) MUST_CHECK;

/*
 * Has change_distance() count the way to the NUMBER FUNCTIONS, of either version, in place of that to changed nodes.
 * ERROR_UNUSABLE: neither version has a function of one of the names.
 */
struct error *change_approach(struct change *change, const char *const *functions,
			      size_t number) MUST_CHECK;

/*
 * Returns the number of edges from the side that ROW, of VERSION's path, did not take to the nearest changed
 * node; 0 if ROW is of a changed node itself. If no way is known, one more than the farthest that is.
 */
uint32_t change_distance(struct change *change, unsigned version,
			 const struct remt_path_condition *row);

/*
 * Returns why it is not proven that runs that come to no changed block do the same; NULL: it is, if they tell that
 * they came to none, and that they would tell (REMT_PATH_UNWATCHED).
 */
const char *change_doubt(const struct change *change);

/* Notes that a run showed that it is not so; WHY is for the user, and stays. */
void change_refute(struct change *change, const char *why);

/* True if a changed node may be reached from the side that ROW did not take. */
bool change_is_relevant(struct change *change, unsigned version,
			const struct remt_path_condition *row);

/* Notes that a run of VERSION came to its changed block number INDEX. */
void change_reach(struct change *change, unsigned version, uint32_t index);

/* A line at which a node begins that was changed itself. */
struct change_line {
	const char *file; /* as the compiler was given it; borrowed */
	uint32_t line;
	uint32_t function_line; /* that its function begins at; of several, one of them */
	bool is_own;		/* a node of it was changed itself: true of all that are returned */
	bool is_reached;	/* a run came to a changed block of it, or behind one */
};

/*
 * Returns the changed lines of VERSION, each once, in the order of file and line, *NUMBER of them; the caller frees.
 * REACHED, by changed block: a run was there; NULL: what change_reach() was told.
 */
struct change_line *change_lines(const struct change *change, unsigned version, const bool *reached,
				 size_t *number) RETURNS_NONNULL MUST_CHECK;

/* Returns the changed blocks of a version, *NUMBER of them, as runs number them. */
const struct change_block *change_blocks(const struct change *change, unsigned version,
					 size_t *number);

/* Adds the constants that the changed code of both versions has to WORDS. */
void change_add_words(const struct change *change, struct words *words);

/* Has runs tell of all blocks of the IR whether they came there; before change_write(). */
void change_see(struct change *change);

/* Returns these blocks of a version, *NUMBER of them, as runs number them; they have no node. */
const struct change_block *change_seen(const struct change *change, unsigned version,
				       size_t *number);

/* Writes the list of what is watched in VERSION (remt/path.h) into the file PATH. */
struct error *change_write(const struct change *change, unsigned version,
			   const char *path) MUST_CHECK;

/* NULL is ignored. */
void change_destroy(struct change *change);

#endif
