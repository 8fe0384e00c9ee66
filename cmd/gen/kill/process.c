/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/kill/process.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cmd/cmd.h"
#include "cmd/gen/base/words.h"
#include "cmd/gen/explore/exploration.h"
#include "cmd/gen/kill/log.h"
#include "cmd/gen/kill/matrix.h"
#include "cmd/gen/kill/state.h"
#include "cmd/gen/kill/try.h"
#include "common/clock.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/print.h"
#include "common/xalloc.h"
#include "remt/sites.h"

enum {
	MAX_SHAPED = 4,	 /* seeds of which commands of other shapes are made */
	SHAPE_MS = 1000, /* that the original may take by a command of another shape */
	MAX_DOUBTS = 3,	 /* of known tests; then a search comes first */
	MAX_SHOWN = 3,	 /* tests that may show why a mutant is in doubt */
};

/* ---- tests that are there */

struct error *gen_kill_try_all(struct killing *killing, const struct gen_kill_test *tests,
			       size_t number, unsigned max_doubts)
{
	const struct gen_exploration *exploration = killing->exploration;
	const struct trial_opts trial = gen_describe_trials(exploration, killing->place);
	struct error *err = NULL;

	for (size_t i = number; i-- > 0 && !err && !*exploration->signal;) {
		struct trial_result result = { 0 };
		enum gen_kill_effect effect = GEN_KILL_SAME;

		if (killing->nr_doubts >= max_doubts)
			return NULL;
		err = gen_kill_try(exploration, &trial, &tests[i], &effect, &result);
		if (!err && effect == GEN_KILL_DIFFERS) {
			killing->test = &tests[i];
			killing->result.verdict = GEN_KILLED;
			killing->result.result = result;
			return NULL;
		}
		trial_result_deinit(&result);
		if (!err && effect == GEN_KILL_DOUBT) {
			killing->nr_doubts++;
			err = gen_kill_note_unset(killing, &tests[i]);
		}
	}
	return err;
}

struct error *gen_kill_note_unset(struct killing *killing, const struct gen_kill_test *test)
{
	const struct gen_exploration *exploration = killing->exploration;
	const struct trial_opts trial = gen_describe_trials(exploration, killing->place);
	struct strbuf command = { 0 };
	bool is_shown = false;
	struct error *err;

	if (killing->unset || killing->nr_shown++ >= MAX_SHOWN)
		return NULL;
	err = gen_kill_show_unset(exploration, &trial, test, &is_shown);
	if (err || !is_shown)
		return err;
	gen_words_command(&command, &test->command, killing->kills->name);
	killing->unset = strbuf_take(&command);
	return NULL;
}

static struct error *try_known(struct killing *killing, const struct gen_kill_test *tests,
			       size_t number)
{
	return killing->test ? NULL : gen_kill_try_all(killing, tests, number, MAX_DOUBTS);
}

/* Tries the inputs of the pool that infect the mutant at hand, the first ones first. */
static struct error *try_pool(struct killing *killing)
{
	const struct gen_kill_pool *pool = &killing->pool;
	struct error *err = NULL;

	for (size_t i = 0; i < pool->items.count && !err && !killing->test; i++) {
		if (pool->items.items[i].infects[killing->index])
			err = try_known(killing, &pool->items.items[i].test, 1);
	}
	return err;
}

/* Fills what the original does by the commands of other shapes, and drops those by which it does not end, or not so twice. */
static struct error *fill_shapes(struct killing *killing)
{
	const struct gen_exploration *exploration = killing->exploration;
	struct trial_opts trial = gen_describe_trials(exploration, killing->place);
	struct gen_kill_shapes *shapes = &killing->shapes;
	struct error *err = NULL;
	size_t kept = 0;

	if (trial.max_ms > SHAPE_MS)
		trial.max_ms = SHAPE_MS;
	for (size_t i = 0; i < exploration->seeds.commands.count && i < MAX_SHAPED; i++)
		gen_kill_shapes_add(shapes, &exploration->seeds.commands.items[i],
				    killing->kills->name);
	for (size_t i = 0; i < shapes->items.count && !err && !*exploration->signal; i++) {
		struct gen_kill_test *shape = &shapes->items.items[i];
		struct trial_result again = { 0 };
		bool is_same = false;

		err = trial_run(&trial, exploration->programs[0], &shape->command, NULL,
				&shape->expected);
		if (!err && !shape->expected.is_late)
			err = gen_kill_run(&trial, exploration->programs[0], shape, &is_same,
					   &again);
		trial_result_deinit(&again);
		if (is_same)
			shapes->items.items[kept++] = *shape;
		else
			gen_kill_test_deinit(shape);
	}
	shapes->items.count = kept;
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
	err = try_known(killing, kills->tests.items, kills->tests.count);
	if (!err)
		err = try_known(killing, killing->shapes.items.items, killing->shapes.items.count);
	if (!err)
		err = try_pool(killing);
	if (!err && !killing->test)
		err = gen_kill_vary(killing);
	if (err || killing->test || *exploration->signal)
		return err;
	err = gen_kill_search(killing);
	if (err && !*exploration->signal) {
		refuse(&killing->result, err);
		return NULL;
	}
	return err;
}

/* The mutant INDEX is at hand, of which nothing is known. */
static void begin(struct killing *killing, size_t index)
{
	killing->index = index;
	killing->exploration->mutant = killing->kills->results.items[index].mutant;
	killing->test = NULL;
	killing->result = (struct gen_kill_result){ .verdict = GEN_OPEN };
	killing->search_ms = 0;
	killing->nr_doubts = killing->nr_shown = 0;
	free(killing->unset);
	killing->unset = NULL;
}

/* Has the result say why the mutant is not killed. */
static void conclude(struct killing *killing)
{
	struct gen_kill_result *result = &killing->result;
	bool is_unset = result->verdict == GEN_OPEN && killing->unset;

	if (!is_unset && !killing->test)
		return;
	free(result->why);
	result->why = is_unset ? xasprintf("  shown by %s", killing->unset) : NULL;
	if (is_unset)
		result->verdict = GEN_UNSET;
}

/* Judges the mutant INDEX, and tells the others. */
static struct error *judge_next(struct killing *killing, size_t index)
{
	struct gen_exploration *exploration = killing->exploration;
	uint64_t start_us = clock_own_us();
	struct error *err;

	begin(killing, index);
	err = judge(killing);
	conclude(killing);
	if (!err && killing->test && exploration->args->tests)
		cmd_warn_take(check_test(killing));
	killing->result.cpu_us = clock_own_us() - start_us;
	/* What a signal cut short is known of nobody. */
	if (!err && !*exploration->signal)
		err = gen_kill_log_add(exploration->log, index, &killing->result, killing->test,
				       killing->kills);
	gen_kill_result_deinit(&killing->result);
	gen_kill_search_forget(killing);
	return err;
}

/* Has the mutant INDEX, which is killed, another test, and tells the others; not one that can't be written if the old one can. */
static struct error *reassign(struct killing *killing, size_t index)
{
	struct gen_exploration *exploration = killing->exploration;
	const struct gen_kill_result *before = &killing->kills->results.items[index];
	struct error *err = gen_kill_matrix_reassign(killing, exploration->matrix, index);

	conclude(killing);
	if (!err && killing->test && exploration->args->tests)
		cmd_warn_take(check_test(killing));
	killing->result.cpu_us = before->cpu_us;
	killing->result.nr_inputs = before->nr_inputs;
	if (!err && killing->test && !*exploration->signal &&
	    killing->result.is_tested >= before->is_tested)
		err = gen_kill_log_add(exploration->log, index, &killing->result, killing->test,
				       killing->kills);
	gen_kill_result_deinit(&killing->result);
	return err;
}

/* Does the part of the compaction that the mutant INDEX has. */
static struct error *compact_next(struct killing *killing, size_t index)
{
	struct gen_exploration *exploration = killing->exploration;
	const struct gen_kill_result *before = &killing->kills->results.items[index];
	struct error *err;

	if (!before->is_known || before->verdict != GEN_KILLED)
		return NULL;
	begin(killing, index);
	err = gen_mutant_write(exploration->program, exploration->mutant, exploration->programs[1]);
	if (err)
		return err;
	if (!exploration->matrix->is_chosen)
		return gen_kill_matrix_fill(killing, exploration->matrix, index);
	return reassign(killing, index);
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
	gen_kill_test_deinit(&test);
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

/* Compacts: of each mutant all is known, and the caller has the tests. */
static struct error *compact(struct gen_exploration *exploration, const struct gen_place *place)
{
	struct gen_kills *kills = (struct gen_kills *)exploration->matrix->kills;
	struct killing killing = { .exploration = exploration, .place = place, .kills = kills };
	struct error *err = place_programs(exploration);
	size_t number = kills->results.count, next;

	while (!err && !*exploration->signal &&
	       (next = gen_kill_log_next(exploration->log, number)) < number)
		err = compact_next(&killing, next);
	free(killing.unset);
	return err;
}

/* Kills all mutants. */
static struct error *kill_all(struct gen_exploration *exploration, const struct gen_place *place)
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
		err = gen_kill_pool_fill(exploration, place, &killing.pool);
	if (!err)
		err = judge_all(&killing);
	exploration->killing = NULL;
	free(killing.unset);
	gen_kill_pool_deinit(&killing.pool);
	gen_kill_shapes_deinit(&killing.shapes);
	gen_kills_deinit(&kills);
	return err;
}

struct error *gen_kill(struct gen_exploration *exploration, const struct gen_place *place)
{
	return exploration->matrix ? compact(exploration, place) : kill_all(exploration, place);
}
