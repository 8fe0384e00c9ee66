/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `remt verify`: checks verdicts of the last run against plain builds of patched sources. */
#include "verify/verify.h"

#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/compiler.h"
#include "cmd/paths.h"
#include "cmd/progress.h"
#include "cmd/scratch_directory.h"
#include "cmd/verify_result.h"
#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/print.h"
#include "common/xalloc.h"

enum {
	KEY_PER_OPERATOR = 0x201,
	KEY_SURVIVORS,
	KEY_NOT_REACHED,
	KEY_SEED,
	KEY_SOURCE,
	KEY_CONFIGURE,
	KEY_BUILD,
	KEY_CC,
	KEY_CFLAGS,
	KEY_SCRATCH,
	KEY_KEEP,
	KEY_AGAIN,
	KEY_MUTANT,
	KEY_NO_SANITIZE,
	KEY_NO_VALGRIND,
	KEY_TIMEOUT,
};

struct verify_args {
	const char *store, *scratch;
	struct verify_draw draw;
	struct verify_opts opts;
	bool keep, again, no_valgrind;
};

static const struct argp_option options[] = {
	CMD_OPTION_STORE,
	{ "sample", 'n', "N", 0, "mutants to check (default: 200); all of them if N is 0", 0 },
	{ "per-operator", KEY_PER_OPERATOR, "N", 0,
	  "of each operator group at least N, if there are so many (default: 20)", 0 },
	{ "survivors", KEY_SURVIVORS, "N", 0, "of the survivors at least N (default: 50)", 0 },
	{ "not-reached", KEY_NOT_REACHED, "N", 0,
	  "per mutant, also N tests that do not reach it (default: 1)", 0 },
	{ "seed", KEY_SEED, "N", 0, "seed of the random choice (default: 1)", 0 },
	{ "source", KEY_SOURCE, "DIR", 0, "tree to copy and build (default: the project root)", 0 },
	{ "configure", KEY_CONFIGURE, "COMMAND", 0,
	  "run once in the copy, with CC and CFLAGS set; it must clean the tree if that was built with the plugin",
	  0 },
	{ "build", KEY_BUILD, "COMMAND", 0,
	  "builds the copy, and again after each patch (default: make)", 0 },
	{ "cc", KEY_CC, "CC", 0, "plain compiler (default: $CC, then " REMT_TARGET_GCC ")", 0 },
	{ "cflags", KEY_CFLAGS, "FLAGS", 0,
	  "its flags: those of the instrumented build (default: -g -O2)", 0 },
	{ "jobs", 'j', "N", 0, "mutants at the same time (default: 2)", 0 },
	{ "scratch", KEY_SCRATCH, "DIR", 0, "where the copies are made (default: $TMPDIR or /tmp)",
	  0 },
	{ "keep", KEY_KEEP, NULL, 0, "keep the copies and logs", 0 },
	{ "mutant", KEY_MUTANT, "ID", 0, "no sample, but the mutants whose id begins with ID", 0 },
	{ "again", KEY_AGAIN, NULL, 0, "also check what was checked before", 0 },
	{ "build-timeout", KEY_TIMEOUT, "SECONDS", 0, "limit of one build (default: 600)", 0 },
	{ "no-sanitize", KEY_NO_SANITIZE, NULL, 0, "do not ask sanitizers about differences", 0 },
	{ "no-valgrind", KEY_NO_VALGRIND, NULL, 0,
	  "do not ask valgrind about what sanitizers leave", 0 },
	{ 0 },
};

static unsigned long read_number(struct argp_state *state, const char *text)
{
	char *end;
	unsigned long value;

	errno = 0;
	value = strtoul(text, &end, 10);
	if (errno || end == text || *end || *text == '-')
		cmd_usage(state, "'%s' is not a number", text);
	return value;
}

static error_t parse_draw(int key, char *arg, struct argp_state *state)
{
	struct verify_draw *draw = &((struct verify_args *)state->input)->draw;

	switch (key) {
	case 'n':
		draw->count = read_number(state, arg);
		if (!draw->count)
			draw->count = SIZE_MAX;
		return 0;
	case KEY_PER_OPERATOR: draw->per_kind = read_number(state, arg); return 0;
	case KEY_SURVIVORS: draw->survivors = read_number(state, arg); return 0;
	case KEY_NOT_REACHED: draw->not_reached = read_number(state, arg); return 0;
	case KEY_MUTANT: draw->mutant = arg; return 0;
	case KEY_SEED: draw->seed = read_number(state, arg); return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct verify_args *args = state->input;

	switch (key) {
	case CMD_KEY_STORE: args->store = arg; return 0;
	case KEY_SOURCE: args->opts.source = arg; return 0;
	case KEY_CONFIGURE: args->opts.configure = arg; return 0;
	case KEY_BUILD: args->opts.build = arg; return 0;
	case KEY_CC: args->opts.cc = arg; return 0;
	case KEY_CFLAGS: args->opts.cflags = arg; return 0;
	case 'j': args->opts.nr_workers = (unsigned)read_number(state, arg); return 0;
	case KEY_SCRATCH: args->scratch = arg; return 0;
	case KEY_KEEP: args->keep = true; return 0;
	case KEY_AGAIN: args->again = true; return 0;
	case KEY_TIMEOUT: args->opts.timeout_s = (unsigned)read_number(state, arg); return 0;
	case KEY_NO_SANITIZE: args->opts.sanitize = false; return 0;
	case KEY_NO_VALGRIND: args->no_valgrind = true; return 0;
	case ARGP_KEY_ARG: cmd_usage(state, "unexpected argument '%s'", arg); return EINVAL;
	default: return parse_draw(key, arg, state);
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.doc = "Checks verdicts of the last `remt run`: patches a random sample of its mutants into a copy of the "
	       "source, builds that without the plugin, and runs the same tests.",
};

static volatile sig_atomic_t cancelled;

static void cancel(int signal)
{
	(void)signal;
	cancelled = 1;
}

static void catch_signals(void)
{
	const struct sigaction action = { .sa_handler = cancel };

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
}

/* Plain lines (no terminal) come once for so many mutants. */
#define MUTANTS_PER_LINE 10

static void put_progress(const struct strbuf *text)
{
	progress_erase();
	print_to(stderr, "%s\n", strbuf_get(text));
}

static void show_progress(void *arg, const struct verify_progress *progress)
{
	bool is_terminal = isatty(STDERR_FILENO);
	bool is_last = progress->nr_checked == progress->nr_mutants;
	_cleanup_strbuf_ struct strbuf text = { 0 };

	(void)arg;
	if (!is_terminal && !is_last && progress->nr_checked % MUTANTS_PER_LINE)
		return;
	print_add(&text, "%zu of %zu mutants, cells: %zu equal, %zu undefined, %zu different",
		  progress->nr_checked, progress->nr_mutants, progress->nr_equal,
		  progress->nr_undefined, progress->nr_different);
	if (progress->nr_failed)
		print_add(&text, "; %zu failed", progress->nr_failed);
	if (progress->left_s)
		print_add(&text, "; %" PRIu64 ":%02" PRIu64 " min left", progress->left_s / 60,
			  progress->left_s % 60);
	if (is_terminal && !is_last)
		progress_draw(&text);
	else
		put_progress(&text);
}

static bool has_results(const struct verify_sample *sample)
{
	for (size_t i = 0; i < sample->mutants.count; i++) {
		if (sample->mutants.items[i].outcome != VERIFY_PENDING)
			return true;
	}
	return false;
}

static struct error *load(const struct verify_args *args, struct verify_sample *sample)
{
	struct store *store;
	struct error *err = cmd_open_store(args->store, &store);

	if (err)
		return err;
	err = verify_sample_load(store, sample);
	store_close(store);
	if (err)
		return err;
	verify_sample_draw(sample, &args->draw);
	if (!sample->mutants.count && args->draw.mutant)
		return error_create(ERROR_USAGE,
				    "no mutant with a verdict has an id that begins with '%s'",
				    args->draw.mutant);
	if (!sample->mutants.count)
		return error_create(ERROR_UNUSABLE, "the last run has no verdicts to check");
	return NULL;
}

static bool have_valgrind(void)
{
	const char *path = getenv("PATH");
	_cleanup_free_ char *copy = xstrdup(path ? path : "/usr/bin");
	char *state, *directory;

	for (directory = strtok_r(copy, ":", &state); directory;
	     directory = strtok_r(NULL, ":", &state)) {
		_cleanup_free_ char *file = path_join(directory, "valgrind");

		if (access(file, X_OK) == 0)
			return true;
	}
	return false;
}

/* Finds where results are kept: in the store that is checked. */
static struct error *find_kept(const struct verify_args *args, char **ret)
{
	_cleanup_free_ char *directory = cmd_store_directory(args->store);
	_cleanup_free_ char *path = directory ? path_join(directory, "verify.tsv") : NULL;

	if (path && args->again && unlink(path) < 0 && errno != ENOENT)
		return error_errno(ERROR_UNUSABLE, errno, "cannot remove %s", path);
	*ret = TAKE(path);
	return NULL;
}

int cmd_verify(int argc, char **argv)
{
	struct verify_args args = {
		.draw = { .count = 200,
			  .per_kind = 20,
			  .survivors = 50,
			  .not_reached = 1,
			  .seed = 1 },
		.opts = { .build = "make",
			  .cc = compiler_default(),
			  .cflags = "-g -O2",
			  .nr_workers = 2,
			  .timeout_s = 600,
			  .sanitize = true,
			  .cancelled = &cancelled,
			  .progress = show_progress },
	};
	struct verify_sample sample = { 0 };
	_cleanup_free_ char *runtime = paths_runtime(), *source = NULL;
	struct scratch scratch = { 0 };
	_cleanup_free_ char *kept = NULL, *compiler = NULL;
	struct error *err;
	int code;

	argp_parse(&argp, argc, argv, 0, NULL, &args);
	catch_signals();
	err = load(&args, &sample);
	if (!err && args.opts.source)
		err = path_resolve(args.opts.source, &source);
	if (!err)
		err = find_kept(&args, &kept);
	if (!err)
		/* Copies may be large, and tests must not see each other's. What is kept has a name that no run removes. */
		err = scratch_directory_make(args.scratch, args.keep ? "kept-verify" : "verify",
					     sample.root, &scratch);
	/* An update of the compiler keeps its name. */
	args.opts.compiler = compiler = compiler_version(args.opts.cc);
	args.opts.source = source;
	args.opts.scratch = scratch.path;
	args.opts.runtime = runtime;
	args.opts.kept = kept;
	args.opts.valgrind = args.opts.sanitize && !args.no_valgrind && have_valgrind();
	if (!err && !runtime)
		err = error_create(ERROR_INTERNAL, "the run-time library is missing");
	if (!err)
		err = verify_run(&args.opts, &sample);
	progress_erase(); /* the line of what was interrupted */
	/* Results are printed even if an explanation could not be had. */
	code = has_results(&sample) ? verify_result_print(&sample) : EXIT_OK;
	if (err)
		code = cmd_fail(err);
	if (scratch.path && args.keep) {
		cmd_say("copies and logs are in %s", scratch.path);
		free(TAKE(scratch.path));
	}
	scratch_destroy(&scratch);
	verify_sample_deinit(&sample);
	return code;
}
