/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `remt equiv`: proves mutants of the last run equivalent, by the compiler, or tells what is probably so by regions. */
#include "equiv/equiv.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cancel.h"
#include "cmd/cmd.h"
#include "cmd/progress.h"
#include "cmd/proofs.h"
#include "cmd/prove.h"
#include "cmd/words.h"
#include "common/cleanup.h"
#include "common/clock.h"
#include "common/plural.h"
#include "common/print.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "report/model.h"

enum {
	KEY_ALL = 0x201,
	KEY_CC,
	KEY_DUPLICATES,
	KEY_METHOD,
	KEY_NO_FILTER,
	KEY_RECHECK,
	KEY_SCRATCH,
	KEY_TIME
};

struct equiv_args {
	const char *store, *scratch, *cc;
	char **ids; /* NULL: none; owned */
	unsigned nr_jobs;
	uint64_t time_ms; /* 0: no limit */
	bool is_all, is_duplicates, is_recheck, is_unfiltered;
	bool by_compiler, by_region;
};

static const struct argp_option options[] = {
	CMD_OPTION_STORE,
	{ "all", KEY_ALL, NULL, 0, "mutants that tests kill, too: none of them may be equivalent",
	  0 },
	{ "duplicates", KEY_DUPLICATES, NULL, 0,
	  "also find mutants whose objects are the same, which one test tells from the original, or none",
	  0 },
	{ "jobs", 'j', "N", 0,
	  "compilations, or mutants by regions, at the same time (default: number of processors)",
	  0 },
	{ "method", KEY_METHOD, "METHOD", 0,
	  "compiler (default), region (what is probably equivalent by regions of the code: a model, not yet trusted as a "
	  "proof, that needs builds with -fplugin-arg-remt-ir), or all",
	  0 },
	{ "no-filter", KEY_NO_FILTER, NULL, 0,
	  "compile all mutants, also those that a copy of the function shows to be others", 0 },
	{ "time", KEY_TIME, "TIME", 0, "stop after that time; the same command goes on from there",
	  0 },
	{ "cc", KEY_CC, "CC", 0,
	  "plain compiler (default: $CC, or the GCC of the release that compiled the units)", 0 },
	{ "recheck", KEY_RECHECK, NULL, 0,
	  "prove again what is proven, and with --duplicates compare these again; status 1 if a proof of the compiler does not hold, or a duplicate is none",
	  0 },
	{ "scratch", KEY_SCRATCH, "DIR", 0, "where objects are made (default: $TMPDIR or /tmp)",
	  0 },
	{ 0 },
};

static void set_method(struct argp_state *state, const char *text)
{
	struct equiv_args *args = state->input;
	bool is_all = strcmp(text, "all") == 0;

	args->by_compiler = is_all || strcmp(text, EQUIV_METHOD_COMPILER) == 0;
	args->by_region = is_all || strcmp(text, EQUIV_METHOD_REGION) == 0;
	if (!args->by_compiler && !args->by_region)
		cmd_usage(state, "--method: compiler, region or all, not '%s'", text);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct equiv_args *args = state->input;

	switch (key) {
	case CMD_KEY_STORE: args->store = arg; return 0;
	case KEY_ALL: args->is_all = true; return 0;
	case KEY_DUPLICATES: args->is_duplicates = true; return 0;
	case 'j': args->nr_jobs = (unsigned)words_number(state, "--jobs", arg, 1, 1024); return 0;
	case KEY_TIME: args->time_ms = words_time_ms(state, "--time", arg); return 0;
	case KEY_CC: args->cc = arg; return 0;
	case KEY_METHOD: set_method(state, arg); return 0;
	case KEY_NO_FILTER: args->is_unfiltered = true; return 0;
	case KEY_RECHECK: args->is_recheck = true; return 0;
	case KEY_SCRATCH: args->scratch = arg; return 0;
	case ARGP_KEY_ARG: strv_append(&args->ids, arg); return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "[ID...]",
	.doc = "Compiles the edited source of mutants of the last run by the plain compiler, and compares the objects "
	       "with those of the original source: a mutant with the same object is equivalent. With --method=region or "
	       "all, tells what is probably equivalent by regions of the code, which stays in the score. Without ID, all mutants that no test kills "
	       "are taken.",
};

struct view {
	const volatile sig_atomic_t *cancelled;
	uint64_t said_ms; /* clock_ms() of the last line */
	char **refused;	  /* what was said already */
	struct deadline deadline;
	bool is_wrong;	       /* A proof does not hold. */
	bool is_compiler;      /* else regions are tried */
	struct error *refusal; /* what could not be tried; NULL: nothing; owned */
};

/* Lines come at most so often where no terminal is. */
#define LINE_MS 10000

static void show_progress(void *arg, const struct equiv_count *count)
{
	struct view *view = arg;
	_cleanup_strbuf_ struct strbuf text = { 0 };
	bool is_terminal = isatty(STDERR_FILENO);

	if (!is_terminal && clock_ms() - view->said_ms < LINE_MS)
		return;
	view->said_ms = clock_ms();
	print_add(&text, "%zu of %zu mutants: %zu %sequivalent, %zu but for undefined behaviour",
		  count->nr_done, count->nr_mutants, count->nr_equivalent,
		  view->is_compiler ? "" : "probably ", count->nr_but_ub);
	if (is_terminal)
		progress_draw(&text);
	else
		print_to(stderr, "%s\n", strbuf_get(&text));
}

static bool is_stopped(const struct view *view)
{
	return view->cancelled && *view->cancelled;
}

static void show_refused(void *arg, const char *source, const char *why)
{
	struct view *view = arg;
	_cleanup_free_ char *text = xasprintf("%s: %s", source, why);

	if (is_stopped(view) || (view->refused && strv_contains(view->refused, text)))
		return;
	cmd_warn("can't compile %s", text);
	strv_append(&view->refused, text);
}

static void show_unfiltered(void *arg, const char *source, const char *why)
{
	(void)arg;
	cmd_warn("can't filter %s, each mutant is compiled: %s", source, why);
}

static void show_broken(void *arg, const char *id, const char *why)
{
	const struct view *view = arg;

	if (view->is_compiler)
		cmd_say("the proof that mutant %s is equivalent does not hold: %s", id, why);
	else
		cmd_warn("mutant %s is not %s any more: %s", id, STORE_PROBABLY, why);
}

static void show_apart(void *arg, const char *id, const char *first)
{
	(void)arg;
	cmd_say("mutant %s is no duplicate of %s any more: the objects differ", id, first);
}

static struct error *open_store(const char *option, struct store **ret)
{
	_cleanup_free_ char *directory = cmd_store_directory(option);

	if (!directory || !store_is_at(directory))
		return error_create(ERROR_UNUSABLE, "there is no store: `remt run` makes one");
	return store_open(directory, STORE_WRITE, ret);
}

/* Holds what is proven against the verdicts. */
static struct error *audit(struct store *store, bool is_duplicates, bool *ret_is_sound)
{
	struct report_model model;
	struct error *err = report_model_load(store, NULL, &model);

	if (err)
		return err;
	*ret_is_sound = proofs_agree(&model);
	if (is_duplicates)
		print("%zu %s the same object as another one with the same verdict\n",
		      model.nr_duplicates, plural_of(model.nr_duplicates, "has", "have"));
	report_model_deinit(&model);
	return NULL;
}

static struct error *prove(const struct equiv_args *args, struct view *view, struct store *store,
			   struct equiv_subject *subject, const char *method,
			   struct equiv_count *ret)
{
	_cleanup_free_ char *cc = args->cc ? xstrdup(args->cc) : prove_compiler(subject);
	struct equiv_opts opts = {
		.compiler = { .cc = cc },
		.method = method,
		.nr_jobs = args->nr_jobs,
		.deadline = view->deadline,
		.is_recheck = args->is_recheck,
		.is_duplicates = args->is_duplicates,
		.is_unfiltered = args->is_unfiltered,
		.progress = show_progress,
		.refused = show_refused,
		.unfiltered = show_unfiltered,
		.broken = show_broken,
		.apart = show_apart,
		.arg = view,
	};
	struct error *err = prove_mutants(store, subject, opts, args->scratch, ret);

	progress_erase();
	return err;
}

static void print_recheck(const struct equiv_count *count, bool is_compiler)
{
	size_t nr_proofs = count->nr_compiled - count->nr_again;

	print("%zu %s%s %s again, %zu do%s not hold\n", nr_proofs, is_compiler ? "proof" : "result",
	      plural(nr_proofs), is_compiler ? "compiled" : "of regions made", count->nr_broken,
	      plural_of(count->nr_broken, "es", ""));
	if (count->nr_again)
		print("%zu duplicate%s compiled again, %zu %s none any more\n", count->nr_again,
		      plural(count->nr_again), count->nr_apart,
		      plural_of(count->nr_apart, "is", "are"));
}

static void print_count(const struct equiv_args *args, const struct equiv_count *count,
			bool is_compiler)
{
	if (args->is_recheck) {
		print_recheck(count, is_compiler);
		return;
	}
	print("%zu mutant%s%s: %zu %sequivalent, %zu %sequivalent but for undefined behaviour, %zu %s\n",
	      count->nr_mutants, plural(count->nr_mutants), is_compiler ? "" : " by regions",
	      count->nr_equivalent, is_compiler ? "" : "probably ", count->nr_but_ub,
	      is_compiler ? "" : "probably ", count->nr_different,
	      is_compiler ? "with other objects" : "neither");
	if (count->nr_filtered)
		print("%zu left out, as GCC makes other code of their functions\n",
		      count->nr_filtered);
	if (count->nr_refused)
		print("%zu could not be %s\n", count->nr_refused,
		      is_compiler ? "compiled again" : "tried by regions");
	if (count->nr_done < count->nr_mutants)
		print("%zu are left: the same command goes on with them\n",
		      count->nr_mutants - count->nr_done);
	if (!is_compiler)
		print("%zu " STORE_PROBABLY " by their regions, which stay in the score\n",
		      count->nr_equivalent + count->nr_but_ub);
}

/* Returns what COUNT says that is no success. */
static struct error *judge(const struct equiv_args *args, const struct equiv_count *count,
			   bool is_compiler)
{
	const char *how = is_compiler ? "compiled again" : "tried by regions";

	if (args->is_recheck && count->nr_refused)
		return error_create(ERROR_UNUSABLE, "%zu proof%s could not be %s",
				    count->nr_refused, plural(count->nr_refused), how);
	if (!args->is_recheck && count->nr_refused && count->nr_refused == count->nr_done &&
	    (is_compiler || !args->by_compiler))
		return error_create(ERROR_UNUSABLE, "no mutant could be %s", how);
	return NULL;
}

static struct error *run_method(const struct equiv_args *args, struct view *view,
				struct store *store, struct equiv_subject *subject,
				const char *method)
{
	bool is_compiler = strcmp(method, EQUIV_METHOD_COMPILER) == 0;
	struct equiv_count count = { 0 };
	struct error *err;

	view->is_compiler = is_compiler;
	err = prove(args, view, store, subject, method, &count);
	if (err)
		return err;
	if (count.nr_without_ir)
		cmd_warn(
			"regions need builds with -fplugin-arg-remt-ir: of %zu unit%s, what it does is not known",
			count.nr_without_ir, plural(count.nr_without_ir));
	print_count(args, &count, is_compiler);
	view->is_wrong |= is_compiler && (count.nr_broken || count.nr_apart);
	if (!view->refusal)
		view->refusal = judge(args, &count, is_compiler);
	return NULL;
}

static struct error *run(const struct equiv_args *args, struct view *view, struct store *store)
{
	struct equiv_subject subject;
	bool is_sound = true;
	struct error *err = equiv_subject_load(store, &subject);

	if (!err)
		err = equiv_subject_choose(&subject, args->ids, args->is_all || args->is_recheck);
	if (!err && args->by_compiler)
		err = run_method(args, view, store, &subject, EQUIV_METHOD_COMPILER);
	if (!err && args->by_region && !deadline_is_over(&view->deadline))
		err = run_method(args, view, store, &subject, EQUIV_METHOD_REGION);
	if (!err)
		err = audit(store, args->is_duplicates, &is_sound);
	if (!err)
		err = TAKE(view->refusal);
	error_destroy(view->refusal);
	view->is_wrong |= !is_sound;
	equiv_subject_deinit(&subject);
	return err;
}

int cmd_equiv(int argc, char **argv)
{
	long nr_cpus = sysconf(_SC_NPROCESSORS_ONLN);
	struct equiv_args args = {
		.nr_jobs = nr_cpus > 0 ? (unsigned)nr_cpus : 1,
		.by_compiler = true,
	};
	struct view view = { .said_ms = clock_ms() };
	struct store *store = NULL;
	struct error *err;

	argp_parse(&argp, argc, argv, 0, NULL, &args);
	err = cancel_catch(&view.cancelled);
	if (!err)
		cancel_catch_pipe();
	view.deadline = (struct deadline){
		.at_ms = args.time_ms ? deadline_after(clock_ms(), args.time_ms) : 0,
		.cancelled = view.cancelled,
	};
	if (!err)
		err = open_store(args.store, &store);
	if (!err)
		err = run(&args, &view, store);
	store_close(store);
	strv_destroy(args.ids);
	strv_destroy(view.refused);
	cancel_end_by_pipe();
	/* What compilers that were stopped, too, have said is no reason. */
	if (is_stopped(&view)) {
		error_destroy(err);
		return 128 + (int)*view.cancelled;
	}
	return err ? cmd_fail(err) : view.is_wrong ? EXIT_THRESHOLD : EXIT_OK;
}
