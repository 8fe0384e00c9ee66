/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `remt show`: prints all that is known about single mutants. */
#include <argp.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/show_binary.h"
#include "common/cleanup.h"
#include "common/plural.h"
#include "common/position.h"
#include "common/print.h"
#include "common/shell.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "remt/sites.h"
#include "report/diff.h"
#include "report/model.h"
#include "report/source.h"
#include "reuse/why.h"

enum { KEY_DIFF = 0x101, KEY_WHY };

struct show_args {
	const char *store;
	bool diff_only;
	bool why;
	char **ids; /* with `why`, the last one is a test; owned */
};

static const struct argp_option options[] = {
	CMD_OPTION_STORE,
	{ "diff", KEY_DIFF, NULL, 0,
	  "only the unified diff, as in: remt show --diff ID | patch -p1", 0 },
	{ "why", KEY_WHY, NULL, 0,
	  "ID TEST: only why this verdict was carried over from an earlier run, or was not", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct show_args *args = state->input;

	switch (key) {
	case CMD_KEY_STORE: args->store = arg; return 0;
	case KEY_DIFF: args->diff_only = true; return 0;
	case KEY_WHY: args->why = true; return 0;
	case ARGP_KEY_ARG: strv_append(&args->ids, arg); return 0;
	case ARGP_KEY_NO_ARGS:
		cmd_usage(state, "which mutant?  `remt report` prints the ids");
		return EINVAL;
	case ARGP_KEY_END:
		if (args->why && strv_count(args->ids) != 2)
			cmd_usage(state, "--why needs a mutant and a test: ID TEST");
		return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "ID...\n--why ID TEST",
	.doc = "Shows mutants: the diff against the source, the verdict of each test, and the "
	       "commands that run "
	       "exactly one cell again.  The beginning of an ID will do if it names one mutant.",
};

/* A search for the one mutant whose id begins with `prefix`. */
struct search {
	const char *prefix;
	int64_t key; /* key of the first one found; 0: none */
	char id[STORE_MUTANT_ID_SIZE];
	size_t nr_found;
};

static struct error *match(void *arg, const struct store_mutant *mutant)
{
	struct search *search = arg;

	if (strncasecmp(mutant->id, search->prefix, strlen(search->prefix)) != 0)
		return NULL;
	if (search->nr_found++ == 0) {
		search->key = mutant->key;
		memcpy(search->id, mutant->id, sizeof(search->id));
	}
	return NULL;
}

static struct error *find_mutant(struct store *store, const char *prefix, int64_t *ret)
{
	struct search search = { .prefix = prefix };
	struct error *err = store_each_mutant(store, match, &search);

	if (err)
		return err;
	if (!prefix[0] || search.nr_found == 0)
		return error_create(ERROR_USAGE, "no mutant has an id that begins with '%s'",
				    prefix);
	if (search.nr_found > 1)
		return error_create(ERROR_USAGE, "'%s' is the beginning of %zu ids, one is %s",
				    prefix, search.nr_found, search.id);
	*ret = search.key;
	return NULL;
}

/* Makes the diff, which needs the source that was compiled. */
static struct error *make_diff(const struct report_model *model, struct strbuf *diff)
{
	const struct store_mutant *mutant = &model->mutants[0].store;
	const struct report_file *file = &model->files[0];
	struct source source;
	size_t start, end;
	struct error *err;

	if (mutant->flags & REMT_MUTANT_BINARY)
		return error_create(
			ERROR_UNUSABLE,
			"%s is a variant of a binary, not of a source: there is no diff",
			mutant->id);
	for (size_t f = 0; f < model->nr_files; f++) {
		if (model->files[f].nr_mutants)
			file = &model->files[f];
	}
	err = source_read(model->run.root, mutant->file, &source);
	if (err)
		return err;
	if (file->has_hash && source.hash != file->hash)
		err = error_create(
			ERROR_UNUSABLE,
			"%s has changed since it was compiled: build and run again for a diff",
			mutant->file);
	else if (!source_find(&source, mutant->line, mutant->column, &start) ||
		 !source_find(&source, mutant->end_line, mutant->end_column, &end) || end < start)
		err = error_create(ERROR_UNUSABLE, "%s has no place %u:%u to %u:%u", mutant->file,
				   mutant->line, mutant->column, mutant->end_line,
				   mutant->end_column);
	else
		diff_add(diff, mutant->file, &source, start, end, mutant->replacement);
	source_deinit(&source);
	return err;
}

static struct error *print_cell(void *arg, const struct store_cell *cell)
{
	const struct report_model *model = arg;
	const char *name = "?";

	for (size_t t = 0; t < model->nr_tests; t++) {
		if (model->tests[t].key == cell->test)
			name = model->tests[t].name;
	}
	print("  %-18s %8.3f s  %s", verdict_name(cell->verdict), (double)cell->wall_us / 1e6,
	      name);
	if (cell->detail && cell->detail[0])
		print("  (%s)", cell->detail);
	if (cell->origin)
		fputs("  carried over", stdout);
	if (cell->shared)
		print("  of %s, which was run", cell->run);
	putchar('\n');
	return NULL;
}

/* Prints the tests without a stored cell. */
static void print_rest(const struct report_model *model)
{
	size_t nr_unreached = 0, nr_left = 0;

	for (size_t t = 0; t < model->nr_tests; t++) {
		const struct report_test *test = &model->tests[t];

		if (report_decides(model, 0, t) || report_is_unknown(model, 0, t))
			continue;
		if (test->quarantined)
			print("  %-18s             %s  (%s)\n", "quarantined", test->name,
			      test->reason);
		else if (test->reason[0])
			print("  %-18s             %s  (%s)\n", "unknown", test->name,
			      test->reason);
		else if (report_covers(model, 0, t))
			nr_left++;
		else
			nr_unreached++;
	}
	if (nr_left && model->mutants[0].status == REPORT_UNKNOWN)
		print("  not yet run by %zu test%s\n", nr_left, plural(nr_left));
	else if (nr_left)
		print("  not run by %zu more test%s, as it is killed (--full runs all)\n", nr_left,
		      plural(nr_left));
	if (nr_unreached)
		print("  not reached by %zu test%s\n", nr_unreached, plural(nr_unreached));
}

/* Returns the test to run again: one that kills the mutant, else one that reaches it. */
static const struct report_test *telling_test(const struct report_model *model)
{
	const struct report_test *found = NULL;

	for (size_t t = 0; t < model->nr_tests; t++) {
		if (report_kills(model, 0, t))
			return &model->tests[t];
		if (!found && !model->tests[t].quarantined && report_covers(model, 0, t))
			found = &model->tests[t];
	}
	return found;
}

/*
 * `remt run --test` takes a pattern: the characters of NAME that would not stand for themselves are
 * quoted.
 */
static char *test_pattern(const char *name)
{
	struct strbuf pattern = { 0 };

	for (; *name; name++) {
		if (strchr("*?[\\", *name))
			strbuf_addc(&pattern, '\\');
		strbuf_addc(&pattern, *name);
	}
	return strbuf_take(&pattern);
}

static void print_commands(const struct report_model *model, const char *store)
{
	const struct report_test *test = telling_test(model);
	_cleanup_free_ char *pattern = NULL, *name = NULL, *option = NULL;

	if (!test)
		return;
	pattern = test_pattern(test->name);
	name = shell_quote_visible(pattern);
	option = cmd_store_option(store);
	print("run again:\n"
	      "  remt run%s --mutant=%s --test=%s\n",
	      option, model->mutants[0].store.id, name);
	if (!(model->mutants[0].store.flags & REMT_MUTANT_BINARY))
		print("  remt run%s --mutant=%s --test=%s --gdb\n", option,
		      model->mutants[0].store.id, name);
}

/*
 * Prints the diff unescaped for patch. A terminal would obey what the source contains, so there it
 * is escaped.
 */
static void print_diff(const struct strbuf *diff)
{
	if (isatty(STDOUT_FILENO))
		print_lines(stdout, strbuf_get(diff), diff->length);
	else
		print_exactly(stdout, strbuf_get(diff), diff->length);
}

/* Tells what is proven of MUTANT, and how. */
static void print_proof(const struct report_mutant *mutant)
{
	if (!mutant->proof)
		return;
	print("\n%s: %s",
	      mutant->proof == STORE_PROOF_EQUIVALENT ? "equivalent"
						      : "equivalent but for undefined behaviour",
	      mutant->proof_text);
	if (mutant->proof_compiler[0])
		print("\n  by %s%s%s", mutant->proof_compiler,
		      mutant->proof_flags[0] ? ", with " : "", mutant->proof_flags);
	if (mutant->status == REPORT_KILLED || mutant->status == REPORT_TIMEOUT)
		print("\nBut a test kills it: %s.",
		      mutant->proof == STORE_PROOF_EQUIVALENT
			      ? "something undefined is executed, the test is not stable, or remt is wrong"
			      : "something undefined is executed");
	else if (mutant->is_void)
		print("\nIt does not count: a test kills another mutant of this unit that is proven equivalent, too.");
}

static void print_same(const struct report_mutant *mutant)
{
	if (!mutant->first_same[0])
		return;
	if (strcmp(mutant->first_same, mutant->store.id) == 0)
		print("\nduplicates: GCC makes the same object of other mutants, too; `remt report` names them with this one");
	else
		print("\nduplicate of %s: GCC makes the same object of both", mutant->first_same);
}

/* Tells what a model of the code says of MUTANT, if nothing stronger is known. */
static void print_probable(const struct report_mutant *mutant)
{
	if (!mutant->probable_text[0] || mutant->proof == STORE_PROOF_EQUIVALENT)
		return;
	print("\n%s\n  by the regions of %s, a model of the code that is not yet trusted as a proof",
	      mutant->probable_text, mutant->probable_version);
	if (mutant->status == REPORT_KILLED || mutant->status == REPORT_TIMEOUT)
		print("\nBut a test kills it.");
}

static struct error *print_mutant(struct store *store, const struct show_args *args,
				  struct report_model *model, int64_t key)
{
	const struct report_mutant *mutant = &model->mutants[0];
	bool is_binary = mutant->store.flags & REMT_MUTANT_BINARY;
	_cleanup_free_ char *place = position_text(mutant->store.file, mutant->store.site_line,
						   mutant->store.site_column);
	_cleanup_strbuf_ struct strbuf diff = { 0 };
	struct error *err,
		*diff_err = is_binary && !args->diff_only ? NULL : make_diff(model, &diff);

	if (args->diff_only) {
		if (!diff_err)
			print_diff(&diff);
		return diff_err;
	}
	print("mutant %s: %s\n%s: %s [%s]", mutant->store.id, report_status_name(mutant->status),
	      place, mutant->store.description, mutant->store.op);
	if (mutant->store.function[0])
		print(" in %s()", mutant->store.function);
	if (mutant->reason[0])
		print("\n%s", mutant->reason);
	print_proof(mutant);
	print_same(mutant);
	print_probable(mutant);
	fputs("\n\n", stdout);
	if (is_binary)
		show_binary_change(model->run.root, &mutant->store);
	print_lines(stdout, strbuf_get(&diff), diff.length);
	print("\nverdicts:\n");
	err = store_each_cell(store, key, print_cell, model);
	if (err) {
		error_destroy(diff_err);
		return err;
	}
	print_rest(model);
	print_commands(model, args->store);
	if (is_binary)
		return show_binary_command(store, &mutant->store);
	return diff_err;
}

static struct error *show(struct store *store, const struct show_args *args, const char *prefix)
{
	struct report_filter filter = { 0 };
	struct report_model model;
	struct error *err = find_mutant(store, prefix, &filter.mutant);

	if (err)
		return err;
	err = report_model_load(store, &filter, &model);
	if (err)
		return err;
	err = print_mutant(store, args, &model, filter.mutant);
	report_model_deinit(&model);
	return err;
}

struct named {
	const char *name;
	int64_t key; /* 0: no test has the name */
};

static struct error *match_test(void *arg, const struct store_test *test)
{
	struct named *named = arg;

	if (strcmp(test->name, named->name) == 0)
		named->key = test->key;
	return NULL;
}

static struct error *show_why(struct store *store, const char *prefix, const char *test)
{
	struct named named = { .name = test };
	_cleanup_free_ char *text = NULL;
	int64_t mutant;
	struct error *err = find_mutant(store, prefix, &mutant);

	if (!err)
		err = store_each_test(store, match_test, &named);
	if (!err && !named.key)
		err = error_create(ERROR_USAGE, "the last run has no test '%s'", test);
	if (!err)
		err = why_cell(store, mutant, named.key, &text);
	if (!err)
		print("%s\n", text);
	return err;
}

static struct error *show_all(struct store *store, const struct show_args *args)
{
	struct error *err = NULL;

	for (size_t i = 0; !err && args->ids[i]; i++) {
		if (i > 0 && !args->diff_only)
			putchar('\n');
		err = show(store, args, args->ids[i]);
	}
	return err;
}

int cmd_show(int argc, char **argv)
{
	struct show_args args = { 0 };
	struct store *store;
	struct error *err;

	argp_parse(&argp, argc, argv, 0, NULL, &args);
	err = cmd_open_store(args.store, &store);
	if (!err) {
		err = args.why ? show_why(store, args.ids[0], args.ids[1]) : show_all(store, &args);
		store_close(store);
	}
	strv_destroy(args.ids);
	return err ? cmd_fail(err) : EXIT_OK;
}
