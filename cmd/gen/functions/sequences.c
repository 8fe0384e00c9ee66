/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/functions/sequences.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "caller/program.h"
#include "cmd/cmd.h"
#include "cmd/compiler.h"
#include "cmd/gen/base/contain.h"
#include "cmd/gen/function/shell.h"
#include "cmd/gen/functions/sequences_state.h"
#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/plural.h"
#include "common/shell.h"
#include "common/xalloc.h"

/* ---- what can be called */

/* Returns the text of the unit of RUN's function as the preprocessor leaves it; the caller frees. */
static char *preprocess(const struct gen_function_run *run)
{
	_cleanup_free_ char *source = program_source(run->entries, run->entry),
			    *file = path_join(run->scratch, "visible.i"),
			    *quoted_file = shell_quote(file),
			    *quoted_source = source ? shell_quote(source) : NULL, *rest = NULL,
			    *command = NULL, *output = NULL;
	struct program_options options = run->harness;
	char *ret = NULL;
	struct error *err;

	if (!source)
		return xstrdup("");
	options.file = quoted_source;
	options.name = quoted_file;
	options.libs = "";
	rest = program_command(run->entries, run->entry, &options);
	command = xasprintf("%s -w -E -P%s", compiler_default(), rest + strlen("gcc"));
	if (gen_function_shell(run, command, &output) != 0)
		return xstrdup("");
	err = fs_read_file(file, &ret, NULL);
	if (!err)
		return ret;
	error_destroy(err);
	return xstrdup("");
}

static void find_api(struct gen_sequences *sequences)
{
	const struct gen_function_run *run = &sequences->preparation.run;
	_cleanup_free_ char *visible = preprocess(run);
	struct sequence_api *api = xcalloc(1, sizeof(*api));

	sequence_api_find(run->entries, run->entry, visible, api);
	vec_push(&sequences->functions->apis, api);
	sequences->api = api;
	for (size_t i = 0; i < sequences->functions->items.count; i++) {
		struct gen_functions_item *item = &sequences->functions->items.items[i];

		if (item->entry && item->entry->unit == run->entry->unit)
			item->api = api;
	}
}

/* ---- the process */

/* Takes what the process has written to FD. */
static size_t take_kills(struct gen_functions *functions, int fd)
{
	struct gen_sequence_kill kill;
	size_t ret = 0;

	if (lseek(fd, 0, SEEK_SET) < 0)
		return 0;
	for (; read(fd, &kill, sizeof(kill)) == (ssize_t)sizeof(kill); ret++) {
		struct gen_functions_sequence sequence = { .mutant = kill.mutant };
		struct gen_functions_item *item;

		if (kill.item >= functions->items.count)
			break;
		item = &functions->items.items[kill.item];
		memcpy(sequence.bytes, kill.bytes, sizeof(sequence.bytes));
		sequence.output = xcalloc(kill.size + 1, 1);
		if (kill.mutant >= item->mutants.count ||
		    read(fd, sequence.output, kill.size) != (ssize_t)kill.size) {
			free(sequence.output);
			break;
		}
		vec_push(&item->sequences, sequence);
		/* So it stays if time is over before the turn of the function comes. */
		item->mutants.items[kill.mutant].verdict = GEN_FUNCTION_KILLED;
	}
	return ret;
}

static int live(struct gen_sequences *sequences, struct containment *containment, int fd)
{
	struct error *err = gen_function_enter(&sequences->preparation.run, containment);

	sequences->harness = sequences->preparation.run;
	if (!err)
		err = gen_sequences_search(sequences, fd);
	return err ? cmd_fail(error_wrap(err, "sequences of calls")) : EXIT_OK;
}

/* Searches in a process; *RET: how many mutants are killed. */
static struct error *search_apart(struct gen_sequences *sequences, size_t *ret)
{
	struct containment containment;
	int fd = memfd_create("sequences", MFD_CLOEXEC);
	struct error *err = NULL;
	pid_t pid;

	*ret = 0;
	if (fd < 0)
		return error_errno(ERROR_INTERNAL, errno, "a file in memory");
	fflush(NULL);
	err = gen_contain_fork(&containment, &pid);
	if (!err && pid == 0)
		_exit(live(sequences, &containment, fd));
	if (!err && gen_contain_await(pid) == EXIT_OK)
		*ret = take_kills(sequences->functions, fd);
	close(fd);
	return err;
}

/* ---- all */

/* Tries the mutants of the unit that ITEM is compiled in; *RET: how many are killed. */
static struct error *search_unit(struct gen_functions *functions, struct gen_functions_item *item,
				 size_t *ret)
{
	struct gen_sequences sequences = {
		.functions = functions,
		.preparation = { .run = { .args = functions->args,
					  .limits = functions->limits,
					  .directory = functions->directory } },
	};
	struct error *err;

	*ret = 0;
	err = gen_function_lay_out(&functions->program, item->entry, &sequences.preparation);
	if (!err) {
		find_api(&sequences);
		sequences.deadline = functions->limits.deadline;
		err = sequence_api_has_values(sequences.api) ? search_apart(&sequences, ret) : NULL;
	}
	gen_function_release(&sequences.preparation);
	return err;
}

struct error *gen_sequences(struct gen_functions *functions)
{
	size_t nr_killed = 0;

	for (size_t i = 0; i < functions->items.count; i++) {
		struct gen_functions_item *item = &functions->items.items[i];
		struct error *err;
		size_t more;

		if (!item->entry || item->api || deadline_is_over(&functions->limits.deadline))
			continue;
		err = search_unit(functions, item, &more);
		if (err)
			return err;
		nr_killed += more;
	}
	if (nr_killed)
		cmd_say("sequences of calls kill %zu mutant%s", nr_killed, plural(nr_killed));
	return NULL;
}

/* Returns the number of the test of RUN that is SEQUENCE, which is added if there is none. */
static size_t find_test(struct gen_function_run *run, const struct gen_functions_sequence *sequence)
{
	struct gen_function_test test = { .blob = NULL, .is_sequence = true };

	for (size_t t = 0; t < run->tests.count; t++) {
		if (memcmp(run->tests.items[t].blob, sequence->bytes, SEQUENCE_SIZE) == 0)
			return t;
	}
	test.blob = xmemdup(sequence->bytes, SEQUENCE_SIZE);
	strbuf_adds(&test.expected.out, sequence->output);
	vec_push(&run->tests, test);
	return run->tests.count - 1;
}

void gen_sequences_take(struct gen_functions_item *item, struct gen_function_run *run)
{
	run->sequences = item->sequences.count ? item->api : NULL;
	for (size_t i = 0; i < item->sequences.count; i++) {
		const struct gen_functions_sequence *sequence = &item->sequences.items[i];
		const char *id = item->mutants.items[sequence->mutant].mutant->id;

		for (size_t m = 0; m < run->wanted.count; m++) {
			struct gen_function_mutant *mutant = &run->wanted.items[m];

			if (strcmp(mutant->id, id) != 0)
				continue;
			mutant->verdict = GEN_FUNCTION_KILLED;
			mutant->method = GEN_FUNCTION_BY_SEQUENCE;
			mutant->test = find_test(run, sequence);
		}
	}
}
