/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The path of this run (remt/path.h): terms and conditions. Only the thread that runs main() has one,
 * and no child has. Without REMT_EXPLORE_PATH there is none, and all of this does nothing.
 */
#ifndef EXPLORE_PATH_H
#define EXPLORE_PATH_H

#include "common/attr.h"
#include "common/error.h"
#include "explore/code.h"
#include "remt/path.h"
#include "term/term.h"

/* Opens the path file PATH. ERROR_UNUSABLE: it is none. */
struct error *path_open(const char *path) MUST_CHECK;

/* True if this process was started to note a path. */
extern bool path_is_wanted;

/*
 * True if a path is being noted, by this thread; that there is room is not known. The library is preloaded, so that
 * its variables have room in the block of each thread.
 */
extern __thread bool path_is_tracing __attribute__((tls_model("initial-exec")));

/* True if there is room for more of the path; if there is none, it ends. */
bool path_has_room(void);

/* True if a path is being noted, by this thread, and there is room. */
static inline bool path_is_on(void)
{
	return path_is_tracing && path_has_room();
}

/* The terms of the path. */
extern struct terms path_terms;

/* Notes that a function is being evaluated. */
void path_begin(const struct code *code);

/* Returns the term, of 8 bits, of the input number INDEX, which is below path_nr_inputs(). */
uint32_t path_input(uint32_t index);

/* Where a condition decides. */
struct path_place {
	const struct code *code;
	uint32_t block, insn;
	uint64_t index; /* instance.h */
};

/*
 * Notes that CONDITION, of one bit, is true at PLACE, which went WAY (remt/path.h). Constants are
 * no conditions, and what was noted before is not noted again, but once as REMT_PATH_AGAIN in a watched block,
 * and at each place of a block that is seen.
 */
void path_add(enum remt_path_kind kind, uint32_t condition, const struct path_place *place,
	      uint32_t way);

uint32_t path_nr_inputs(void);

/* Notes that control came to the watched block number INDEX. */
void path_watch(uint32_t index);

/*
 * Notes whether all watched code is evaluated, whether libraries may use what the program exports (export.h), and which of
 * them are loaded (watch.h).
 */
void path_tell_watch(bool is_complete, bool is_exported, uint64_t libraries);

/* Notes a piece of output other than REMT_PATH_TEXT. */
void path_print(struct remt_path_output piece);

/* Notes a text of output that is the same for all inputs that go this path. */
void path_print_text(unsigned stream, const char *text, size_t size);

/* Notes the output of this run that was told by pieces. */
void path_print_as(unsigned stream, const char *text, size_t size);

/* Returns how much that was. */
uint64_t path_nr_printed(unsigned stream);

/* True if pieces of the stream are as long with other inputs that go this path. */
bool path_is_as_long(unsigned stream);

/* Forgets all that was printed on the stream: it never leaves the process. */
void path_forget_printed(unsigned stream);

/* Forgets the path if this process is a child of the one that has it; one that shares memory with it forgets it for both. */
void path_leave_to_parent(void);

/* Notes that a value of this run stood for what the inputs made. */
void path_concretise(void);

/* The same, by the function NAME; words with a space say who did it else. */
void path_concretise_by(const char *name);

/* Notes that a signal called the function NAME: what it does, and where, is that of this run alone. */
void path_interrupt(const char *name);

/* Notes that CODE, which can't be evaluated, had the inputs first: what it did with them is not known. */
void path_begin_compiled(const struct code *code);

/* The compiled function whose call is being told; NULL: none. */
extern const char *path_called;

#endif
