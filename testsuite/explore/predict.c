/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Holds the path of a run against what the program then does:
 *
 *	predict EVALUATOR PROGRAM ARGUMENT...
 *
 * The bytes of the arguments are the inputs. Each condition of the path must hold for them. Then, for
 * each branch, the solver is asked for inputs that go the same way up to there and another way then; the
 * program is run with these, and its path has to be that. Prints what was found, in the end
 *
 *	conditions N, other ways N, none N, unknown N, wrong N, pinned N, concretised N
 *
 * Exit status 1: something was wrong; 77: remt was built without a prover.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include "paths/command.h"
#include "paths/recording.h"
#include "solver/solver.h"
#include "term/evaluate.h"

static const char *evaluator_library;
static const char *program;
static struct recording recording;
static struct terms terms;

static struct command command; /* argv[0] is the program */

static void fail(const char *what)
{
	fprintf(stderr, "predict: %s\n", what);
	exit(2);
}

static void run(const unsigned char *inputs, struct path *ret)
{
	struct error *err;
	int status;
	pid_t pid;

	command_set(&command, program, inputs);
	err = recording_reset(&recording, command.nr_inputs, 0, 0);
	if (err)
		fail(err->message);
	pid = fork();
	if (pid == 0) {
		setenv("LD_PRELOAD", evaluator_library, 1);
		setenv("REMT_EXPLORE_PATH", "predict.path", 1);
		personality(ADDR_NO_RANDOMIZE);
		alarm(10);
		if (!freopen("/dev/null", "w", stdout))
			_exit(99);
		execv(program, command.argv);
		_exit(99);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		fail("no process");
	if (!recording_read(&recording, &terms, ret))
		fail("the path makes no sense");
	if (!(ret->flags & REMT_PATH_BEGUN) || ret->flags & REMT_PATH_FULL)
		fail("no path was noted");
}

static bool is_same_place(const struct remt_path_condition *a, const struct remt_path_condition *b)
{
	return a->uid == b->uid && a->function == b->function && a->insn == b->insn &&
	       a->kind == b->kind;
}

/* True if both went the same way, or had the same value, at the same place. */
static bool is_same_way(const struct remt_path_condition *a, const struct remt_path_condition *b)
{
	return a->kind == REMT_PATH_PINNED ? a->term == b->term : a->way == b->way;
}

/* True if NOW goes the way of BEFORE up to its condition number LAST, and another way there. */
static bool parts_at(const struct path *before, const struct path *now, size_t last)
{
	if (now->conditions.count <= last)
		return false;
	for (size_t i = 0; i <= last; i++) {
		const struct remt_path_condition *a = &before->conditions.items[i];
		const struct remt_path_condition *b = &now->conditions.items[i];

		if (!is_same_place(a, b) || is_same_way(a, b) != (i < last))
			return false;
	}
	return true;
}

struct counts {
	size_t other, none, unknown, wrong, pinned;
};

/* Adds to CONDITIONS that no byte ends a string. */
static size_t forbid_ends(uint32_t *conditions, size_t nr_inputs)
{
	for (uint32_t i = 0; i < nr_inputs; i++)
		conditions[i] =
			term_not(&terms, term_binary(&terms, TERM_EQUAL, term_input(&terms, i),
						     term_constant(&terms, 0, 8)));
	return nr_inputs;
}

static void try_other_ways(const struct path *path, const unsigned char *inputs, size_t nr_inputs,
			   struct counts *counts)
{
	struct solver *solver = solver_create(&terms, (uint32_t)nr_inputs, &solver_defaults);
	uint32_t *conditions = calloc(nr_inputs + path->conditions.count + 1, sizeof(*conditions));
	unsigned char *others = calloc(nr_inputs + 1, 1);
	size_t number = forbid_ends(conditions, nr_inputs);

	for (size_t i = 0; i < path->conditions.count; i++) {
		const struct remt_path_condition *row = &path->conditions.items[i];
		enum solver_answer answer = SOLVER_UNKNOWN;
		struct path now = { 0 };

		memcpy(others, inputs, nr_inputs);
		conditions[number] = term_not(&terms, row->term);
		answer = solver_ask(solver, conditions, number + 1, others);
		counts->none += answer == SOLVER_UNSAT;
		counts->unknown += answer == SOLVER_UNKNOWN;
		counts->pinned += row->kind == REMT_PATH_PINNED;
		if (answer == SOLVER_SAT) {
			run(others, &now);
			counts->other++;
			if (!parts_at(path, &now, i)) {
				counts->wrong++;
				printf("line %u: condition %zu does not go another way:", row->line,
				       i);
				for (char **argument = command.argv + 1; *argument; argument++)
					printf(" '%s'", *argument);
				printf("\n");
			}
			path_deinit(&now);
		}
		conditions[number++] = row->term;
	}
	solver_destroy(solver);
	free(conditions);
	free(others);
}

/* Returns how many conditions of PATH do not hold. */
static size_t count_untrue(const struct path *path, const unsigned char *inputs)
{
	struct evaluator evaluator;
	size_t untrue = 0;

	evaluator_init(&evaluator, &terms);
	evaluator_set(&evaluator, inputs);
	for (size_t i = 0; i < path->conditions.count; i++) {
		const struct remt_path_condition *row = &path->conditions.items[i];

		if (evaluator_value(&evaluator, row->term))
			continue;
		printf("line %u: condition %zu is not true\n", row->line, i);
		untrue++;
	}
	evaluator_deinit(&evaluator);
	return untrue;
}

int main(int argc, char **argv)
{
	struct counts counts = { 0 };
	struct path path;
	struct error *err;
	unsigned char *inputs;
	size_t nr_inputs;

	if (argc < 4) {
		fprintf(stderr, "usage: predict EVALUATOR PROGRAM ARGUMENT...\n");
		return 2;
	}
	if (!solver_has_prover())
		return 77;
	evaluator_library = argv[1];
	program = argv[2];
	command_init(&command, argv + 3, NULL, &(struct command_file){ 0 }, 1);
	nr_inputs = command.nr_inputs;
	inputs = calloc(nr_inputs + 1, 1);
	command_inputs(&command, inputs);
	terms_init(&terms);
	err = recording_create("predict.path", &recording);
	if (err)
		fail(err->message);
	run(inputs, &path);
	counts.wrong = count_untrue(&path, inputs);
	try_other_ways(&path, inputs, nr_inputs, &counts);
	printf("conditions %zu, other ways %zu, none %zu, unknown %zu, wrong %zu, pinned %zu, concretised %d\n",
	       path.conditions.count, counts.other, counts.none, counts.unknown, counts.wrong,
	       counts.pinned, !!(path.flags & REMT_PATH_CONCRETISED));
	path_deinit(&path);
	recording_deinit(&recording);
	terms_deinit(&terms);
	free(inputs);
	command_deinit(&command);
	return counts.wrong != 0;
}
