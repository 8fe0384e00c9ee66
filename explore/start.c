/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The library is preloaded. Before the program's first own code runs, all its functions with IR
 * are diverted to the evaluator. The program then runs on a stack of its own, since evaluated frames
 * are larger than compiled ones.
 *
 *	REMT_EXPLORE_SERVER=+				forks runs on demand (remt/serve.h)
 *	REMT_EXPLORE_SERVER==				the same as compiled: nothing is evaluated
 *	REMT_EXPLORE_PATH=FILE				gets the path of this run (remt/path.h)
 *	REMT_EXPLORE_WATCH=FILE				names blocks that are watched (remt/path.h)
 *	REMT_EXPLORE_UNDEFINED=NUMBER			stands for values that nobody has set (default: 0)
 *	REMT_EXPLORE_STATISTICS=FILE			appends what was executed and what was not evaluated
 *
 * The program does not see these variables (environment.h).
 */
#include <dlfcn.h>
#include <inttypes.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "common/print.h"
#include "explore/call.h"
#include "explore/constructor.h"
#include "explore/environment.h"
#include "explore/export.h"
#include "explore/input.h"
#include "explore/path.h"
#include "explore/run.h"
#include "explore/serve.h"
#include "explore/translate.h"
#include "explore/unit.h"
#include "explore/watch.h"

#define STACK_SIZE ((size_t)1 << 30)
#define GUARD_SIZE ((size_t)1 << 20)

typedef int main_fn(int, char **, char **);
typedef int start_fn(main_fn *, int, char **, void (*)(void), void (*)(void), void (*)(void),
		     void *);

static struct {
	start_fn *real;
	main_fn *main;
	int argc;
	char **argv;
	void (*init)(void), (*fini)(void), (*rtld_fini)(void);
	void *stack_end;
} start;

static FILE *statistics;
static const char *statistics_path; /* NULL: none are wanted */

static void print_code(struct code *code)
{
	if (code->state == CODE_DONE && !code->refusal)
		print_to(statistics, "evaluated %s\n", code->name);
	if (code->refusal)
		print_to(statistics, "native %s: %s\n", code->name, code->refusal);
	else if (code->undiverted)
		print_to(statistics, "native for compiled callers %s: %s\ncalls %s: %" PRIu64 "\n",
			 code->name, code->undiverted, code->name, code->nr_calls);
}

static void print_statistics(void)
{
	statistics = fopen(statistics_path, "a");
	if (!statistics)
		return;
	print_to(statistics, "statements %" PRIu64 "\n", run_nr_statements);
	units_each_code(print_code);
	fclose(statistics);
}

static void choose_undefined(void)
{
	const char *text = getenv("REMT_EXPLORE_UNDEFINED");

	if (!text)
		return;
	translate_undefined = strtoll(text, NULL, 10);
	translate_fills = true;
}

static void stop_on(struct error *err)
{
	if (!err)
		return;
	print_to(stderr, "remt: %s\n", err->message);
	_exit(126);
}

static void note_path(void)
{
	const char *path = getenv("REMT_EXPLORE_PATH");

	if (!path)
		return;
	stop_on(path_open(path));
	input_note(start.argv);
}

/* A program whose main() has IR tells a path, also where main() can't be evaluated. */
static void note_main(void)
{
	const struct code *code = units_code_at((const void *)start.main);

	if (code && code->refusal)
		path_begin_compiled(code);
}

/* What was computed from inputs by then, or is behind main(), is not known. */
static void note_constructors(void)
{
	char by[REMT_PATH_NAME_SIZE];

	if (path_nr_inputs() && constructor_is_unseen(by, sizeof(by)))
		path_concretise_by(by);
}

static void prepare(void)
{
	bool is_watched, is_exported;

	choose_undefined();
	stop_on(units_read());
	stop_on(watch_read(getenv(REMT_PATH_WATCH_ENV)));
	if (serve_is_wanted())
		path_is_wanted = true; /* by each run */
	else
		note_path();
	units_each_code(call_divert);
	is_watched = watch_is_complete();
	is_exported = path_is_wanted && export_is_used();
	if (serve_is_wanted()) {
		serve(start.argv);
		note_path();
	}
	if (path_is_wanted) {
		path_tell_watch(is_watched, is_exported, watch_libraries());
		note_main();
		note_constructors();
	}
	statistics_path = getenv("REMT_EXPLORE_STATISTICS");
	if (statistics_path)
		atexit(print_statistics);
	environment_hide(start.argc, &start.argv);
}

static int look_for_stack(struct dl_phdr_info *info, size_t size, void *arg)
{
	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		if (info->dlpi_phdr[i].p_type == PT_GNU_STACK && info->dlpi_phdr[i].p_flags & PF_X)
			*(int *)arg = PROT_EXEC;
	}
	return 0;
}

/* Nested functions put code on the stack. */
static int executable_stack(void)
{
	int protection = 0;

	dl_iterate_phdr(look_for_stack, &protection);
	return protection;
}

static void run_program(void)
{
	exit(start.real(start.main, start.argc, start.argv, start.init, start.fini, start.rtld_fini,
			start.stack_end));
}

/* Is the C library's, which has no header for it. */
__attribute__((visibility("default"))) int __libc_start_main(main_fn *main, int argc, char **argv,
							     void (*init)(void), void (*fini)(void),
							     void (*rtld_fini)(void),
							     void *stack_end);

int __libc_start_main(main_fn *main, int argc, char **argv, void (*init)(void), void (*fini)(void),
		      void (*rtld_fini)(void), void *stack_end)
{
	static ucontext_t context;
	void *stack;

	start.real = (start_fn *)dlsym(RTLD_NEXT, "__libc_start_main");
	if (serve_is_wanted_compiled()) {
		argv = serve_compiled(&argc);
		return start.real(main, argc, argv, init, fini, rtld_fini, stack_end);
	}
	stack = mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE | executable_stack(),
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
	start.main = main;
	start.argc = argc;
	start.argv = argv;
	start.init = init;
	start.fini = fini;
	start.rtld_fini = rtld_fini;
	start.stack_end = stack_end;
	prepare();
	if (stack == MAP_FAILED)
		run_program();
	/* Endless recursion ends as it does on the system's stack. */
	mprotect(stack, GUARD_SIZE, PROT_NONE);
	getcontext(&context);
	context.uc_stack.ss_sp = stack;
	context.uc_stack.ss_size = STACK_SIZE;
	context.uc_link = NULL;
	makecontext(&context, run_program, 0);
	setcontext(&context);
	__builtin_unreachable();
}
