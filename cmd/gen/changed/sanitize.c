/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What sanitizers say of both versions on an input. */
#include <stdlib.h>
#include <string.h>

#include "caller/program.h"
#include "cmd/gen/changed/changed.h"
#include "cmd/gen/function/sanitize.h"
#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/shell.h"
#include "common/xalloc.h"

/* What stands before that for which sanitizers end a program. */
static const char *const heads[] = { "runtime error: ", "ERROR: AddressSanitizer: ",
				     "ERROR: UndefinedBehaviorSanitizer: " };

/* Returns what OUTPUT says that is undefined: to the end of its line, or to an address; NULL: nothing. The caller frees. */
static char *find_report(const char *output)
{
	for (size_t i = 0; i < ARRAY_SIZE(heads); i++) {
		const char *found = strstr(output, heads[i]), *end;

		if (!found)
			continue;
		found += strlen(heads[i]);
		end = found + strcspn(found, "\n");
		for (const char *c = found; c < end; c++) {
			if (strncmp(c, " on address", 11) == 0 ||
			    strncmp(c, " on unknown address", 19) == 0 ||
			    strncmp(c, " 0x", 3) == 0 || strncmp(c, " (pc ", 5) == 0)
				end = c;
		}
		return xstrndup(found, (size_t)(end - found));
	}
	return NULL;
}

/* Compiles both harnesses with sanitizers, unless that was done. */
static struct error *compile(struct gen_changed_search *search)
{
	struct error *err = NULL;

	for (unsigned version = 0; version < 2 && !err; version++) {
		const struct gen_function_run *run = search->runs[version];
		_cleanup_free_ char *output = NULL;

		if (search->sanitized[version] || search->use.has_no_sanitizer)
			continue;
		err = gen_function_sanitize_compile(run, &run->program.text, "sanitized",
						    &search->sanitized[version], &output);
		search->use.has_no_sanitizer |= output != NULL;
	}
	return err;
}

/* Runs the harness of VERSION with sanitizers on the SIZE bytes at BLOBS. *RET is all that it printed. */
static struct error *run_sanitized(struct gen_changed_search *search, unsigned version,
				   const unsigned char *blobs, size_t size, struct strbuf *ret)
{
	_cleanup_trial_result_ struct trial_result result = { 0 };
	struct error *err =
		gen_function_sanitize_run(search->runs[version], search->sanitized[version],
					  (char *[]){ NULL }, blobs, size, &result);

	if (err)
		return err;
	strbuf_add(ret, strbuf_get(&result.out), result.out.length);
	strbuf_add(ret, strbuf_get(&result.err), result.err.length);
	return NULL;
}

struct error *gen_changed_sanitized_batch(struct gen_changed_search *search, unsigned version,
					  const unsigned char *blobs, size_t number,
					  struct strbuf *text, struct gen_changed_answer *ret,
					  size_t *ret_number)
{
	size_t size = search->runs[version]->program.seed.length;
	struct error *err = compile(search);

	*ret_number = 0;
	if (err || search->use.has_no_sanitizer)
		return err;
	setenv(PROGRAM_LOOP, "1", 1);
	err = run_sanitized(search, version, blobs, number * (size ? size : 1), text);
	unsetenv(PROGRAM_LOOP);
	if (err)
		return err;
	*ret_number = gen_changed_read_answers(text, ret, number);
	for (size_t i = 0; i < *ret_number; i++) {
		_cleanup_free_ char *one = xstrndup(ret[i].text, ret[i].size),
				    *report = find_report(one);

		ret[i].is_undefined = report != NULL;
	}
	return NULL;
}

struct error *gen_changed_sanitize(struct gen_changed_search *search, const unsigned char *blob,
				   struct gen_changed_report reports[2])
{
	struct error *err = compile(search);

	for (unsigned version = 0; version < 2 && !err && !search->use.has_no_sanitizer;
	     version++) {
		_cleanup_strbuf_ struct strbuf output = { 0 };
		size_t size = search->runs[version]->program.seed.length;

		err = run_sanitized(search, version, blob, size, &output);
		if (!err)
			reports[version].text = find_report(strbuf_get(&output));
	}
	return err;
}
