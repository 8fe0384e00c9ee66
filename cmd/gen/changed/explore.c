/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The exploration of both harnesses of a function (cmd/gen/explore/exploration.h): it finds what chance does not, and tells of what
 * was found which changed lines it executes, and by which branch it differs.
 */
#include <stdlib.h>
#include <string.h>

#include "caller/program.h"
#include "cmd/capture.h"
#include "cmd/compiler.h"
#include "cmd/gen/changed/changed.h"
#include "cmd/gen/explore/exploration.h"
#include "cmd/gen/function/check.h"
#include "cmd/gen/view/words.h"
#include "cmd/paths.h"
#include "common/cleanup.h"
#include "common/clock.h"
#include "common/path.h"
#include "common/shell.h"
#include "common/strv.h"
#include "common/xalloc.h"

enum {
	LEAST_MS = 1000,    /* that an exploration is worth to be begun for */
	EXPLAIN_MS = 3000,  /* for what is known of differences that were found */
	MEMORY_MB = 1024,   /* of one process of several */
	EXPLAIN_INPUTS = 4, /* beside the differences themselves */
};

struct exploring {
	struct gen_exploration exploration; /* the first member: it is what is handed to takers */
	struct gen_args args;
	struct gen_changed_search *search;
	char *programs[2]; /* the harnesses with what their functions do; owned */
};

/* ---- programs */

/* Compiles the harness of VERSION with what its functions do. False: it can't be. */
static bool compile(struct exploring *exploring, unsigned version)
{
	const struct gen_function_run *run = exploring->search->runs[version];
	_cleanup_free_ char *plugin = paths_plugin(), *quoted = plugin ? shell_quote(plugin) : NULL,
			    *compiler = NULL, *output = NULL;
	struct error *err;

	if (!plugin)
		return false;
	/* One rare operator: mutants are of no use here. */
	compiler = xasprintf("%s -fplugin=%s -fplugin-arg-remt-ir -fplugin-arg-remt-operators=SCRB",
			     compiler_default(), quoted);
	err = gen_function_check_compile(run, &run->program.text, "explored", compiler,
					 &exploring->programs[version], &output);
	if (!err && !output)
		return true;
	error_destroy(err);
	return false;
}

/* ---- what was found */

/* Adds what is known of the code that ITEM executes. */
static void explain(const struct gen_view *view, const struct gen_item *item,
		    struct gen_changed_difference *difference)
{
	for (unsigned version = 0; version < 2; version++) {
		_cleanup_strbuf_ struct strbuf lines = { 0 };

		if (gen_words_executed(&lines, view, item->difference, version))
			strv_append_take(&difference->causes,
					 xasprintf("changed lines that run, %s: %s",
						   gen_changed_version(version),
						   strbuf_get(&lines)));
	}
	for (unsigned version = 0; version < 2 && parting_has(item->parting->cause); version++) {
		const struct parting_branch *branch = &item->parting->cause[version];
		_cleanup_strbuf_ struct strbuf text = { 0 };

		if (!branch->condition ||
		    strncmp(branch->file, view->hidden, strlen(view->hidden)) == 0)
			continue;
		gen_words_branch(&text, view, branch);
		strv_append_take(&difference->causes,
				 xasprintf("what differs begins at, %s: %s",
					   gen_changed_version(version), strbuf_get(&text)));
	}
}

/* Returns the difference that has BLOB; NULL: there is none. */
static struct gen_changed_difference *find(struct gen_changed_search *search,
					   const unsigned char *blob)
{
	for (size_t i = 0; i < search->found.count; i++) {
		struct gen_changed_difference *difference = &search->found.items[i];

		if (memcmp(difference->blob, blob, search->runs[1]->program.seed.length) == 0)
			return difference;
	}
	return NULL;
}

/* Takes the difference INDEX of VIEW, if it holds for the harnesses that are compiled without a plugin. */
static struct error *take_one(struct gen_changed_search *search, const struct gen_view *view,
			      size_t index)
{
	struct gen_item item = gen_view_item(view, index);
	const struct command_file *input = item.command->files;
	size_t size = search->runs[1]->program.seed.length;
	struct gen_changed_difference *difference;
	bool is_taken = false;
	struct error *err;

	if (!item.command->nr_files || input->size != size)
		return NULL;
	difference = find(search, input->bytes);
	if (!difference && !gen_changed_has_enough(search)) {
		err = gen_changed_take(search, input->bytes, false, &is_taken);
		if (err)
			return err;
		if (is_taken)
			difference = &search->found.items[search->found.count - 1];
	}
	if (difference && !difference->causes)
		explain(view, &item, difference);
	return NULL;
}

static struct error *take(struct gen_exploration *exploration, const struct search_opts *opts,
			  struct search *search, bool is_whole)
{
	struct exploring *exploring = (struct exploring *)exploration;
	struct gen_view view;
	struct error *err = gen_settle(exploration, opts, search, is_whole, &view);

	view.hidden = exploring->search->runs[1]->scratch;
	if (!search_state(search)->sum.is_late)
		exploring->search->use.nr_explored += search_state(search)->sum.nr_inputs;
	for (size_t i = 0; i < search_nr_differences(search) && !err; i++)
		err = take_one(exploring->search, &view, i);
	gen_view_deinit(&view);
	return err;
}

/* ---- all */

static void add_seed(struct exploring *exploring, const unsigned char *blob)
{
	const struct command_file input = {
		.bytes = (unsigned char *)blob,
		.size = exploring->search->runs[1]->program.seed.length
	};
	struct command command;

	command_init(&command, (char *[]){ NULL }, NULL, &input, 1);
	vec_push(&exploring->exploration.seeds.commands, command);
}

static void add_seeds(struct exploring *exploring)
{
	struct gen_changed_search *search = exploring->search;

	for (size_t i = 0; i < search->found.count; i++)
		add_seed(exploring, search->found.items[i].blob);
	if (!search->found.count)
		add_seed(exploring,
			 (const unsigned char *)strbuf_get(&search->runs[1]->program.seed));
}

static void describe(struct exploring *exploring, uint64_t max_ms)
{
	struct gen_changed_search *search = exploring->search;
	const struct gen_function_run *run = search->runs[1];
	bool is_known = search->found.count;

	exploring->args = (struct gen_args){
		.programs = { exploring->programs[0], exploring->programs[1] },
		.max_ms = is_known && max_ms > EXPLAIN_MS ? EXPLAIN_MS : max_ms,
		.timeout_ms = run->limits.run_ms,
		.seed = run->args->seed,
		.max_inputs = is_known ? search->found.count + EXPLAIN_INPUTS : UINT64_MAX,
		.max_differences = run->args->max_found,
		.max_memory_mb = MEMORY_MB,
		.varies = !is_known,
	};
	exploring->exploration = (struct gen_exploration){
		.args = &exploring->args,
		.scratch = { .path = (char *)run->scratch },
		.directory = (char *)run->directory,
		.evaluator = paths_evaluator(),
		.recordings = { path_join(run->scratch, "path-old"),
				path_join(run->scratch, "path-new") },
		.programs = { exploring->programs[0], exploring->programs[1] },
		.signal = run->limits.deadline.cancelled,
	};
}

static void deinit(struct exploring *exploring)
{
	free(exploring->exploration.evaluator);
	free(exploring->exploration.recordings[0]);
	free(exploring->exploration.recordings[1]);
	gen_seeds_deinit(&exploring->exploration.seeds);
	free(exploring->programs[0]);
	free(exploring->programs[1]);
}

struct error *gen_changed_explore(struct gen_changed_search *search,
				  const struct deadline *deadline)
{
	struct exploring exploring = { .search = search };
	const struct gen_place place = { search->runs[1]->view, true };
	uint64_t max_ms = deadline_bound_ms(deadline, search->runs[1]->limits.mutant_ms);
	struct error *err = NULL;

	if (max_ms < LEAST_MS || !search->runs[1]->program.seed.length)
		return NULL;
	if (compile(&exploring, 0) && compile(&exploring, 1)) {
		describe(&exploring, max_ms);
		add_seeds(&exploring);
		if (exploring.exploration.evaluator)
			err = gen_explore(&exploring.exploration, &place, take);
	}
	deinit(&exploring);
	return err;
}
