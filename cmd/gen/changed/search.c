/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search in one function: its two harnesses, and the order of what is tried. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "caller/function.h"
#include "caller/layout.h"
#include "caller/lengths.h"
#include "caller/program.h"
#include "cmd/compiler.h"
#include "cmd/gen/changed/changed.h"
#include "cmd/gen/function/attempt.h"
#include "common/cleanup.h"
#include "common/clock.h"
#include "common/path.h"
#include "common/shell.h"
#include "common/strv.h"
#include "common/xalloc.h"

enum {
	TEXT_BYTES = 48
}; /* of texts, if the user does not say it: longer ones cost calls nothing */

const char *gen_changed_version(unsigned version)
{
	return version ? "new" : "old";
}

bool gen_changed_has_enough(const struct gen_changed_search *search)
{
	return search->found.count >= search->functions->args->max_found;
}

/* ---- harnesses */

/*
 * Returns the options that have __FILE__ be what it is in the build of VERSION, or the same in a build at another place: harnesses
 * include sources by their whole paths.
 */
static char *prefix_flags(const struct gen_changed_search *search, unsigned version)
{
	const struct gen_functions *functions = search->functions;
	const struct gen_function_run *run = search->runs[version];
	const struct entries_unit *unit = &run->entries->units.items[run->entry->unit];
	const char *root =
		(version ? &functions->program : &functions->old)->mutants.inventory.root;
	const char *directories[] = { root, unit->directory };
	struct strbuf ret = { 0 };

	/* The last one that fits is taken: that of the unit. */
	for (size_t i = 0; i < ARRAY_SIZE(directories); i++) {
		_cleanup_free_ char *option =
			xasprintf("-fmacro-prefix-map=%s/=", directories[i] ? directories[i] : "");
		_cleanup_free_ char *quoted = shell_quote(option);

		if (directories[i])
			strbuf_addf(&ret, " %s", quoted);
	}
	return strbuf_take(&ret);
}

/* Fills what the harness of VERSION is to be like. */
static void choose_options(struct gen_changed_search *search, unsigned version)
{
	struct gen_function_run *run = search->runs[version];
	struct program_options *options = &run->harness;
	_cleanup_free_ char *prefixes = prefix_flags(search, version);

	options->has_models = false;
	options->loops = true;
	options->follows = true;
	options->has_null = search->has_null;
	options->sets_globals = search->sets_globals;
	options->without = search->without;
	if (!run->args->has_bytes)
		options->bytes = TEXT_BYTES;
	vec_deinit(&options->lengths);
	if (!search->has_null)
		lengths_guess(run->entries, run->entry, options);
	free(run->compiler);
	/* No mutants are planted: what is compared is what plain GCC makes. */
	run->compiler = xasprintf("%s -D" PROGRAM_LOOP "%s", compiler_default(), prefixes);
}

/* Both harnesses read the same blobs: each part has the same name, kind and place. */
static struct error *compare_programs(const struct gen_changed_search *search)
{
	const struct program *old = &search->runs[0]->program, *new = &search->runs[1]->program;
	bool is_same = old->pieces.count == new->pieces.count &&
		       old->objects.count == new->objects.count &&
		       old->seed.length == new->seed.length;

	for (size_t i = 0; i < new->pieces.count &&is_same; i++) {
		const struct program_piece *a = &old->pieces.items[i], *b = &new->pieces.items[i];

		is_same = a->kind == b->kind && a->object == b->object && a->at == b->at &&
			  a->nr_bytes == b->nr_bytes && a->modulus == b->modulus &&
			  a->target == b->target && strcmp(a->name, b->name) == 0;
	}
	if (is_same)
		return NULL;
	return error_create(ERROR_UNUSABLE, "what it is given has another layout in both versions");
}

struct error *gen_changed_prepare(struct gen_changed_search *search)
{
	struct gen_function_program *programs[2] = { &search->functions->old,
						     &search->functions->program };
	struct error *err = NULL;

	for (unsigned version = 0; version < 2 && !err; version++) {
		struct gen_function_run *run = search->runs[version];

		gen_function_forget_harness(search->preparations[version]);
		choose_options(search, version);
		err = function_check_named(run->entries, run->entry, search->has_null);
		if (!err)
			err = gen_function_write_harness(search->preparations[version]);
	}
	if (!err)
		err = compare_programs(search);
	for (unsigned version = 0; version < 2 && !err; version++) {
		err = gen_function_compile_harness(search->runs[version], programs[version]);
		if (err)
			err = error_wrap(err, "%s version", gen_changed_version(version));
	}
	return err;
}

static void forget_sanitized(struct gen_changed_search *search)
{
	free(TAKE(search->sanitized[0]));
	free(TAKE(search->sanitized[1]));
}

/* ---- what the code says */

/* Adds the numbers of the function that PROGRAM has in place of RUN's. What can't be read says nothing. */
static void learn(struct gen_changed_search *search, const struct gen_function_run *run,
		  const char *program)
{
	_cleanup_free_ char *path = path_absolute(run->directory, program);
	struct ir_units units = { 0 };
	struct error *err = ir_units_read(path, &units);

	for (size_t u = 0; u < units.nr_units && !err; u++) {
		const struct ir_entry *entry = gen_function_find_ir(&units.units[u], run->name);
		struct ir_function function;

		if (!entry || entry->refusal != REMT_IR_REFUSED_NONE)
			continue;
		err = ir_function_read(&units.units[u], entry, &function);
		if (err)
			break;
		gen_function_random_learn(&search->random, &function);
		ir_function_deinit(&function);
	}
	error_destroy(err);
	ir_units_deinit(&units);
}

/* ---- the order */

/* Returns when a part of the search ends that has PART of OF of what is left. */
static struct deadline part(const struct gen_changed_search *search, unsigned part, unsigned of)
{
	return deadline_part(&search->deadline, part, of);
}

static void start(struct gen_changed_search *search)
{
	const struct gen_function_run *run = search->runs[1];
	const struct gen_functions *functions = search->functions;

	gen_function_random_init(&search->random, run->entries, &run->program, NULL,
				 functions->args->seed);
	search->random.words = functions->words;
	learn(search, search->runs[1], functions->name);
	learn(search, search->runs[0], functions->old.name);
}

/*
 * What harnesses may be given, the most likely first: no pointer that is NULL, and global variables as the program begins
 * with them. What is found so is shown, and nothing less likely is tried.
 */
static const struct round {
	bool sets_globals, has_null;
	unsigned part, of; /* of the time that is left */
} rounds[] = { { false, false, 1, 3 }, { false, true, 1, 3 }, { true, true, 1, 2 } };

static bool has_pointers(const struct program *program)
{
	for (size_t i = 0; i < program->objects.count; i++) {
		if (program->objects.items[i].pointer)
			return true;
	}
	return false;
}

/* True if ROUND makes no other harness than the one before. */
static bool is_needless(const struct gen_changed_search *search, const struct round *round)
{
	if (round->sets_globals)
		return !search->has_globals;
	return search->has_null || !search->functions->args->harness.has_null ||
	       !has_pointers(&search->runs[1]->program);
}

/* Prepares ROUND. Where no pointer may be NULL no harness may be possible: one of a function can only be NULL. */
static struct error *prepare(struct gen_changed_search *search, const struct round *round)
{
	struct error *err;

	forget_sanitized(search);
	search->sets_globals = round->sets_globals;
	search->has_null = round->has_null && search->functions->args->harness.has_null;
	err = gen_changed_prepare(search);
	if (!err || search->has_null)
		return err;
	error_destroy(err);
	search->has_null = true;
	return gen_changed_prepare(search);
}

static struct error *try_round(struct gen_changed_search *search, const struct round *round)
{
	struct deadline deadline;
	struct error *err;

	if (round != rounds) {
		if (is_needless(search, round))
			return NULL;
		err = prepare(search, round);
		if (err)
			return err;
	}
	deadline = part(search, round->part, round->of);
	err = gen_changed_chance(search, &deadline, false);
	/* What is likely is explored; for the rest there is not the time. */
	if (!err && !search->found.count && round == rounds) {
		deadline = part(search, round->part, round->of);
		err = gen_changed_explore(search, &deadline);
	}
	if (err || search->found.count)
		return err;
	deadline = part(search, round->part, round->of);
	return gen_changed_chance(search, &deadline, true);
}

/* Adds to what was found what is known of the code; that has a time of its own. */
static struct error *explain(struct gen_changed_search *search)
{
	return search->found.count ? gen_changed_explore(search, &search->runs[1]->limits.deadline)
				   : NULL;
}

struct error *gen_changed_find(struct gen_changed_search *search)
{
	struct error *err = NULL;

	search->deadline = gen_function_deadline(search->runs[1]);
	start(search);
	for (size_t i = 0; i < ARRAY_SIZE(rounds) && !err && !search->found.count; i++)
		err = try_round(search, &rounds[i]);
	return err ? err : explain(search);
}

/* True if the unit has global variables that a harness can fill. */
static bool has_globals(const struct gen_function_run *run)
{
	for (size_t i = 0; i < run->entries->items.count; i++) {
		const struct entry *entry = &run->entries->items.items[i];

		if (function_has_global(run->entries, run->entry, entry) &&
		    !strv_contains(run->harness.without, entry->name))
			return true;
	}
	return false;
}

struct error *gen_changed_lay_out(struct gen_changed_search *search)
{
	const struct entries *const entries[2] = { search->runs[0]->entries,
						   search->runs[1]->entries };
	const struct entry *const functions[2] = { search->runs[0]->entry, search->runs[1]->entry };

	search->without = layout_globals(entries, functions);
	search->runs[1]->harness.without = search->without;
	search->has_globals = has_globals(search->runs[1]);
	return prepare(search, &rounds[0]);
}

struct error *gen_changed_lay_out_old(struct gen_functions *functions,
				      const struct gen_functions_item *item,
				      struct gen_function_preparation *new,
				      struct gen_function_preparation *old, char **ret_scratch)
{
	struct error *err = gen_function_lay_out(&functions->old, item->old_entry, old);

	if (err)
		return err;
	*ret_scratch = path_join(new->scratch.path, "old");
	old->run.scratch = *ret_scratch;
	new->run.old = &old->run;
	if (mkdir(*ret_scratch, 0700) < 0)
		return error_errno(ERROR_UNUSABLE, errno, "%s", *ret_scratch);
	return NULL;
}

/* What the new version does not do well, or what is undefined in it, is nothing to expect. */
static bool has_test(const struct gen_changed_difference *difference)
{
	return difference->call && !difference->reports[1].text &&
	       gen_function_ends_well(&difference->results[1]);
}

void gen_changed_add_tests(struct gen_changed_search *search)
{
	struct gen_function_run *run = search->runs[1];

	for (size_t i = 0; i < search->found.count; i++) {
		const struct gen_changed_difference *difference = &search->found.items[i];
		struct gen_function_test test = { 0 };

		if (!has_test(difference))
			continue;
		test.blob = xmemdup(difference->blob, run->program.seed.length + 1);
		vec_push(&run->wanted,
			 ((struct gen_function_mutant){ .test = run->tests.count,
							.verdict = GEN_FUNCTION_KILLED }));
		vec_push(&run->tests, test);
	}
}

void gen_changed_search_deinit(struct gen_changed_search *search)
{
	for (size_t i = 0; i < search->found.count; i++)
		gen_changed_difference_deinit(&search->found.items[i]);
	vec_deinit(&search->found);
	gen_function_random_deinit(&search->random);
	forget_sanitized(search);
	gen_function_forget(search->runs[1]);
	for (unsigned version = 0; version < 2; version++)
		vec_deinit(&search->runs[version]->harness.lengths);
	strv_destroy(search->without);
}
