/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many calls of a function by one process, each in a copy of it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "caller/program.h"
#include "cmd/gen/changed/changed.h"

/* Finds the next answer in TEXT from *AT on; false: there is none. */
static bool next_answer(const struct strbuf *text, size_t *at, struct gen_changed_answer *ret)
{
	const size_t length = strlen(PROGRAM_LOOP_END);
	const char *start = strbuf_get(text) + *at, *end = strbuf_get(text) + text->length,
		   *found = memmem(start, (size_t)(end - start), PROGRAM_LOOP_END, length);
	char *rest;

	if (!found)
		return false;
	*ret = (struct gen_changed_answer){ .text = start, .size = (size_t)(found - start) };
	ret->status = (int)strtol(found + length, &rest, 10);
	if (*rest != '\n')
		return false;
	*at = (size_t)(rest + 1 - strbuf_get(text));
	return true;
}

size_t gen_changed_read_answers(const struct strbuf *text, struct gen_changed_answer *ret,
				size_t number)
{
	size_t at = 0, count = 0;

	while (count < number && next_answer(text, &at, &ret[count]))
		count++;
	return count;
}

void gen_changed_hash_line(struct hash *hash, const char *old, size_t old_size, const char *new,
			   size_t new_size)
{
	size_t at = 0, line = 0, end;

	for (; at < old_size && at < new_size && old[at] == new[at]; at++) {
		if (old[at] == '\n')
			line = at + 1;
	}
	for (end = line; end < old_size && old[end] != ':' && old[end] != '\n'; end++)
		;
	hash_add(hash, old + line, end - line);
}

struct error *gen_changed_batch(const struct gen_function_run *run, const unsigned char *blobs,
				size_t number, struct strbuf *text, struct gen_changed_answer *ret,
				size_t *ret_number)
{
	size_t size = run->program.seed.length ? run->program.seed.length : 1;
	struct trial_result result = { 0 };
	struct error *err;

	*ret_number = 0;
	setenv(PROGRAM_LOOP, "1", 1);
	err = gen_function_run_bytes(run, run->original, blobs, number * size, &result);
	unsetenv(PROGRAM_LOOP);
	if (!err) {
		*text = result.out;
		result.out = (struct strbuf){ 0 };
		*ret_number = gen_changed_read_answers(text, ret, number);
	}
	trial_result_deinit(&result);
	return err;
}
