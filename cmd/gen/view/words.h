/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the writers of differences say in the same words. Text from outside is escaped as
 * common/visible.h describes.
 */
#ifndef CMD_GEN_VIEW_WORDS_H
#define CMD_GEN_VIEW_WORDS_H

#include "cmd/gen/view/view.h"

/* Adds the place of BRANCH, and what held there; or that there is none. */
void gen_words_branch(struct strbuf *text, const struct gen_view *view,
		      const struct parting_branch *branch);

/* Receives one line, without its end. */
typedef void gen_words_line_fn(void *arg, const char *line);

/* Adds the changed lines that the run of VERSION came to; false: there are none, or they are not known. */
bool gen_words_executed(struct strbuf *text, const struct gen_view *view,
			const struct difference *difference, unsigned version);

/* Tells how many changed lines were reached by any run, and which were not. */
void gen_words_reached(const struct gen_view *view, gen_words_line_fn *tell, void *arg);

/*
 * Says which lengths are meant where both versions are proven to do the same: those of the commands that were given,
 * as variants of others may differ.
 */
const char *gen_words_which_lengths(const struct explorer_state *state);

/* Adds in one sentence what was found, and whether there may be more. */
void gen_words_verdict(struct strbuf *text, const struct gen_view *view);

/* Tells what keeps the search from being certain. */
void gen_words_gaps(const struct search_state *search, gen_words_line_fn *tell, void *arg);

/* Tells what is known of all inputs, and what the search left open. */
void gen_words_search(const struct search_state *search, gen_words_line_fn *tell, void *arg);

/* Tells how many answers an earlier search has kept. */
void gen_words_recalled(const struct gen_view *view, gen_words_line_fn *tell, void *arg);

/* Tells which literals of the source were inputs. */
void gen_words_literals(const struct gen_view *view, gen_words_line_fn *tell, void *arg);

/* Tells which tests and patches were written. */
void gen_words_tests(const struct gen_view *view, gen_words_line_fn *tell, void *arg);

#endif
