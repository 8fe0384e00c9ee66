/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where a call prints: on standard output or standard error, as pieces of remt/path.h. What is printed
 * in another way shows in the end, as the pieces then do not make the output of the run. What goes to
 * memory keeps its terms. Inputs that go into other files are lost, and the path says so: at once, or, of a file that is
 * open for writing alone, if the run reads it.
 */
#ifndef EXPLORE_MODEL_SINK_H
#define EXPLORE_MODEL_SINK_H

#include "explore/model_state.h"
#include "explore/model_written.h"

struct sink {
	const struct frame *frame;
	int stream;		 /* of remt/path.h; -1: another file */
	struct written *written; /* NULL: it does not go to memory; else STREAM is -1 */
	bool is_noted;		 /* the program may see what is written to memory at once */
	int fd;		 /* of a file, whose bytes are dropped: WRITTEN has them for a while */
	bool has_inputs; /* what was printed depends on inputs */
	bool has_number; /* and how much it was */
};

/* Returns where a call that FRAME makes prints, which is to FILE. */
struct sink sink_of(const struct frame *frame, const void *file);

/* The same of a call that writes to the file FD, which is none of the standard ones. */
struct sink sink_of_descriptor(const struct frame *frame, int fd);

/* The same of a call that prints to standard output. */
struct sink sink_standard(const struct frame *frame);

/* Ends a call that printed. Its result is taken to be that of this run: how much it was, or success. */
void sink_finish(const struct sink *sink, const struct call_site *site);

void sink_text(const struct sink *sink, const char *text, size_t size);

/* Adds a piece that depends on inputs, where nothing goes to memory; TEXT is what it is in this run. */
void sink_piece(struct sink *sink, struct remt_path_output piece, const char *text, size_t size);

/* BYTE may have a term, of 8 bits. */
void sink_byte(struct sink *sink, char byte, uint32_t term);

void sink_memory(struct sink *sink, const char *at, size_t size);

/* Returns the length of a text of up to LIMIT bytes, which the path decides. */
size_t sink_length(const struct sink *sink, const char *text, size_t limit);

void sink_string(struct sink *sink, const char *text);

#endif
