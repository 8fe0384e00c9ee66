/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen_kill.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cmd/cmd.h"
#include "cmd/gen_exploration.h"
#include "cmd/gen_kill_log.h"
#include "cmd/gen_kill_try.h"
#include "cmd/gen_words.h"
#include "common/clock.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/print.h"
#include "common/xalloc.h"
#include "remt/sites.h"

const char *gen_kill_name(enum gen_kill_verdict verdict)
{
	static const char *const names[] = { [GEN_KILLED] = "killed",
					     [GEN_ALIKE] = "alike",
					     [GEN_OPEN] = "open",
					     [GEN_REFUSED] = "refused" };

	return names[verdict];
}

void gen_kills_init(struct gen_kills *kills, const struct gen_mutants *mutants, const char *name)
{
	*kills = (struct gen_kills){ .nr_absent = mutants->nr_absent,
				     .nr_proven = mutants->nr_proven,
				     .name = name };
	for (size_t i = 0; i < mutants->items.count; i++)
		vec_push(&kills->results,
			 ((struct gen_kill_result){ .mutant = &mutants->items.items[i] }));
}

static void deinit_test(struct gen_kill_test *test)
{
	command_deinit(&test->command);
	trial_result_deinit(&test->expected);
}

static void deinit_result(struct gen_kill_result *result)
{
	trial_result_deinit(&result->result);
	free(result->why);
}

void gen_kills_deinit(struct gen_kills *kills)
{
	for (size_t i = 0; i < kills->tests.count; i++)
		deinit_test(&kills->tests.items[i]);
	for (size_t i = 0; i < kills->results.count; i++)
		deinit_result(&kills->results.items[i]);
	for (size_t i = 0; i < kills->records.count; i++)
		free(kills->records.items[i]);
	vec_deinit(&kills->tests);
	vec_deinit(&kills->results);
	vec_deinit(&kills->records);
}

void gen_kill_shapes_deinit(struct gen_kill_shapes *shapes)
{
	for (size_t i = 0; i < shapes->items.count; i++)
		deinit_test(&shapes->items.items[i]);
	vec_deinit(&shapes->items);
}

/* Why a mutant that differs is not killed by it. */
static const char chance[] =
	"  what it does depends on values that nobody has set, or on where the program lies";

enum {
	MAX_SHAPED = 4, /* seeds of which commands of other shapes are made */
	MAX_FOUND = 8,	/* differences of a search that are tried as tests */
};

/* ---- tests that are there */

/* What a process that kills mutants has. */
struct killing {
	struct gen_exploration *exploration;
	const struct gen_place *place;
	struct gen_kills *kills;
	struct gen_kill_shapes shapes;
	struct gen_kill_result result;	  /* of the mutant at hand */
	const struct gen_kill_test *test; /* that kills it; NULL: none was found */
	VEC(struct gen_kill_test) found;  /* by a search */
};

/* Tries NUMBER tests on the mutant at hand, the last ones first. */
static struct error *try_tests(struct killing *killing, const struct gen_kill_test *tests,
			       size_t number)
{
	const struct gen_exploration *exploration = killing->exploration;
	const struct trial_opts trial = gen_describe_trials(exploration, killing->place);

	for (size_t i = number; i-- > 0 && !*exploration->signal;) {
		struct trial_result result = { 0 };
		bool is_killed;
		struct error *err =
			gen_kill_try(exploration, &trial, &tests[i], &is_killed, &result);

		if (!err && is_killed) {
			killing->test = &tests[i];
			killing->result.verdict = GEN_KILLED;
			killing->result.result = result;
			return NULL;
		}
		trial_result_deinit(&result);
		if (err)
			return err;
	}
	return NULL;
}

/* Fills what the original does by the commands of other shapes, and drops those by which it does not do so twice. */
static struct error *fill_shapes(struct killing *killing)
{
	const struct gen_exploration *exploration = killing->exploration;
	const struct trial_opts trial = gen_describe_trials(exploration, killing->place);
	struct gen_kill_shapes *shapes = &killing->shapes;
	struct error *err = NULL;
	size_t kept = 0;

	for (size_t i = 0; i < exploration->seeds.commands.count && i < MAX_SHAPED; i++)
		gen_kill_shapes_add(shapes, &exploration->seeds.commands.items[i],
				    killing->kills->name);
	for (size_t i = 0; i < shapes->items.count && !err && !*exploration->signal; i++) {
		struct gen_kill_test *shape = &shapes->items.items[i];
		struct trial_result again = { 0 };
		bool is_same = false;

		err = trial_run(&trial, exploration->programs[0], &shape->command, NULL,
				&shape->expected);
		if (!err)
			err = gen_kill_run(&trial, exploration->programs[0], shape, &is_same,
					   &again);
		trial_result_deinit(&again);
		if (is_same)
			shapes->items.items[kept++] = *shape;
		else
			deinit_test(shape);
	}
	shapes->items.count = kept;
	return err;
}

/* ---- a search */

static void copy_result(const struct trial_result *from, struct trial_result *ret)
{
	*ret = *from;
	ret->out = ret->err = (struct strbuf){ 0 };
	strbuf_add(&ret->out, strbuf_get(&from->out), from->out.length);
	strbuf_add(&ret->err, strbuf_get(&from->err), from->err.length);
}

/* Takes differences, of each kind the one that is easiest to read, as tests that may kill the mutant. */
static void take_tests(const struct gen_view *view, struct killing *killing)
{
	for (size_t i = 0; i < view->groups.count && i < MAX_FOUND; i++) {
		const struct gen_item item = gen_view_item(view, view->groups.items[i].shown);
		struct gen_kill_test test = { 0 };

		command_copy(item.command, &test.command);
		test.command.argv[0] = (char *)killing->kills->name;
		copy_result(&item.difference->results[0], &test.expected);
		vec_push(&killing->found, test);
	}
}

static void forget_found(struct killing *killing)
{
	for (size_t i = 0; i < killing->found.count; i++)
		deinit_test(&killing->found.items[i]);
	vec_deinit(&killing->found);
}

static void add_line(void *arg, const char *line)
{
	strbuf_addf(arg, "%s%s", ((struct strbuf *)arg)->length ? "\n" : "", line);
}

static struct error *take(struct gen_exploration *exploration, const struct search_opts *opts,
			  struct search *search, bool is_whole)
{
	struct killing *killing = exploration->killing;
	struct gen_kill_result *result = &killing->result;
	const struct search_state *state;
	struct gen_view view;
	struct error *err = gen_settle(exploration, opts, search, is_whole, &view);

	state = search_state(search);
	result->nr_inputs = state->sum.nr_inputs;
	if (!err && is_whole && view.groups.count)
		take_tests(&view, killing);
	else if (!err && is_whole && state->sum.is_certain)
		result->verdict = GEN_ALIKE;
	if (!err && result->verdict == GEN_OPEN) {
		struct strbuf why = { 0 };

		gen_words_gaps(state, add_line, &why);
		free(result->why);
		result->why = strbuf_take(&why);
	}
	gen_view_deinit(&view);
	return err;
}

/* ---- written tests */

/* Notes whether the test that kills the mutant at hand does so as a shell runs it, if tests are to be written. */
static struct error *check_test(struct killing *killing)
{
	const struct gen_exploration *exploration = killing->exploration;
	const struct trial_opts trial = gen_describe_trials(exploration, killing->place);
	_cleanup_free_ char *room = path_join(exploration->scratch.path, "tests");
	struct gen_test test = { .number = "test",
				 .name = killing->kills->name,
				 .command = (struct command *)&killing->test->command,
				 .results = { &killing->test->expected, NULL } };
	struct error *err = fs_make_directories(room, 0700);
	bool passes = false, fails = false;

	if (!err)
		err = gen_tests_write_check(room, trial.max_ms);
	if (!err)
		err = gen_test_write(&test, room);
	if (!err)
		err = gen_test_run(&test, &trial, room, exploration->programs[0], 0, &passes);
	if (!err)
		err = gen_test_run(&test, &trial, room, exploration->programs[1], 0, &fails);
	killing->result.is_tested = !err && passes && !fails;
	return err;
}

/* ---- all mutants */

static void refuse(struct gen_kill_result *ret, struct error *err)
{
	ret->verdict = GEN_REFUSED;
	free(ret->why);
	ret->why = xstrdup(err->message);
	error_destroy(err);
}

/* Searches, and tries what was found; what kills the mutant by chance alone is no test. NR_WANTED differences end the search. */
static struct error *search_for(struct killing *killing, uint64_t nr_wanted)
{
	struct gen_args *args = killing->exploration->args;
	uint64_t before = args->max_differences;
	struct error *err;

	forget_found(killing);
	if (nr_wanted < before)
		args->max_differences = nr_wanted;
	err = gen_explore(killing->exploration, killing->place, take);
	args->max_differences = before;
	if (!err)
		err = try_tests(killing, killing->found.items, killing->found.count);
	if (err || !killing->found.count)
		return err;
	/* The gaps of the search say nothing of this. */
	free(killing->result.why);
	killing->result.why = killing->test ? NULL : xstrdup(chance);
	return NULL;
}

/*
 * Searches once more where the evaluator has 1 for values that nobody has set, if the mutant, which is said to be alike, may
 * leave some so. It is not alike if that does not come to the same.
 */
static struct error *doubt_alike(struct killing *killing)
{
	const struct inventory_mutant *row = killing->exploration->mutant->row;
	_cleanup_free_ char *before = NULL, *now = NULL;
	struct error *err;

	if (killing->result.verdict != GEN_ALIKE || !(row->flags & REMT_MUTANT_CONTROL))
		return NULL;
	killing->result.verdict = GEN_OPEN;
	before = gen_kill_exchange(GEN_KILL_UNDEFINED, "1");
	err = search_for(killing, 1);
	now = gen_kill_exchange(GEN_KILL_UNDEFINED, before);
	return err;
}

static struct error *search(struct killing *killing)
{
	struct error *err = search_for(killing, 1);

	if (err || killing->test || !killing->found.count)
		return err ? err : doubt_alike(killing);
	err = search_for(killing, MAX_FOUND);
	/* It was seen to differ. */
	if (!err && killing->result.verdict == GEN_ALIKE) {
		killing->result.verdict = GEN_OPEN;
		free(killing->result.why);
		killing->result.why = xstrdup(chance);
	}
	return err;
}

/* Finds out what is known of the mutant at hand. */
static struct error *judge(struct killing *killing)
{
	struct gen_exploration *exploration = killing->exploration;
	struct gen_kills *kills = killing->kills;
	struct error *err = gen_mutant_write(exploration->program, exploration->mutant,
					     exploration->programs[1]);

	if (err) {
		refuse(&killing->result, err);
		return NULL;
	}
	err = try_tests(killing, kills->tests.items, kills->tests.count);
	if (!err && !killing->test)
		err = try_tests(killing, killing->shapes.items.items, killing->shapes.items.count);
	if (err || killing->test || *exploration->signal)
		return err;
	err = search(killing);
	if (err && !*exploration->signal) {
		refuse(&killing->result, err);
		return NULL;
	}
	return err;
}

/* Judges the mutant INDEX, and tells the others. */
static struct error *judge_next(struct killing *killing, size_t index)
{
	struct gen_exploration *exploration = killing->exploration;
	uint64_t start_us = clock_own_us();
	struct error *err;

	killing->test = NULL;
	killing->result = (struct gen_kill_result){ .verdict = GEN_OPEN };
	exploration->mutant = killing->kills->results.items[index].mutant;
	err = judge(killing);
	if (!err && killing->test && exploration->args->tests)
		cmd_warn_take(check_test(killing));
	killing->result.cpu_us = clock_own_us() - start_us;
	/* What a signal cut short is known of nobody. */
	if (!err && !*exploration->signal)
		err = gen_kill_log_add(exploration->log, index, &killing->result, killing->test,
				       killing->kills);
	deinit_result(&killing->result);
	forget_found(killing);
	return err;
}

/* Returns a new file of the program's name in the new directory NAME of the scratch. */
static char *make_place(const struct gen_exploration *exploration, const char *name)
{
	_cleanup_free_ char *directory = path_join(exploration->scratch.path, name);

	mkdir(directory, 0755); /* if that fails, nothing can be written there */
	return path_join(directory, path_basename(exploration->program));
}

/* Puts copies in place of the program, so that both versions lie in places of the same length. */
static struct error *place_programs(struct gen_exploration *exploration)
{
	for (unsigned i = 0; i < 2; i++) {
		free(exploration->programs[i]);
		exploration->programs[i] = make_place(exploration, i ? "new" : "old");
	}
	return gen_mutant_write(exploration->program, NULL, exploration->programs[0]);
}

/* A program may look for what it needs beside itself ($ORIGIN): its copies find nothing. */
static struct error *check_copy(struct killing *killing)
{
	const struct gen_exploration *exploration = killing->exploration;
	const struct trial_opts trial = gen_describe_trials(exploration, killing->place);
	struct gen_kill_test test = { 0 };
	struct trial_result result = { 0 };
	struct error *err;
	bool is_same = false;

	command_copy(&exploration->seeds.commands.items[0], &test.command);
	test.command.argv[0] = (char *)killing->kills->name;
	err = trial_run(&trial, exploration->program, &test.command, NULL, &test.expected);
	if (!err)
		err = gen_kill_run(&trial, exploration->programs[0], &test, &is_same, &result);
	trial_result_deinit(&result);
	deinit_test(&test);
	if (err || is_same)
		return err;
	return error_create(
		ERROR_UNUSABLE,
		"a copy of %s in another directory does not do the same, or the program "
		"never does the same twice: mutants are such copies ($ORIGIN, /proc/self/exe?)",
		killing->kills->name);
}

static struct error *judge_all(struct killing *killing)
{
	struct gen_exploration *exploration = killing->exploration;
	size_t number = killing->kills->results.count, next;
	struct error *err = NULL;

	while (!err && !*exploration->signal &&
	       (next = gen_kill_log_next(exploration->log, number)) < number) {
		err = gen_kill_log_read(exploration->log, killing->kills);
		if (!err)
			err = judge_next(killing, next);
	}
	return err;
}

struct error *gen_kill(struct gen_exploration *exploration, const struct gen_place *place)
{
	struct gen_kills kills;
	struct killing killing = { .exploration = exploration, .place = place, .kills = &kills };
	struct error *err = place_programs(exploration);

	gen_kills_init(&kills, &exploration->mutants, exploration->args->programs[0]);
	exploration->killing = &killing;
	if (!err)
		err = check_copy(&killing);
	if (!err)
		err = fill_shapes(&killing);
	if (!err)
		err = judge_all(&killing);
	exploration->killing = NULL;
	gen_kill_shapes_deinit(&killing.shapes);
	gen_kills_deinit(&kills);
	return err;
}
