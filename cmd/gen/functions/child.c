/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/functions/child.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/gen/base/contain.h"
#include "cmd/gen/changed/changed.h"
#include "cmd/gen/function/attempt.h"
#include "cmd/gen/function/tests.h"
#include "cmd/gen/functions/sequences.h"
#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/print.h"
#include "common/xalloc.h"
#include "paths/trial.h"

/* Makes tests in C. What is known of mutants does not depend on them. */
static void take_tests(struct gen_function_run *run, struct gen_function_pieces *pieces)
{
	struct error *err = gen_function_tests_take(run, pieces);

	if (!err)
		return;
	print("%s\n", err->message);
	gen_function_pieces_deinit(pieces);
	pieces->failure = xstrdup(err->message);
	error_destroy(err);
}

/* Tries the pair of versions, and hands over how they differ. */
static struct error *compare(struct gen_functions *functions, struct gen_functions_child *child,
			     struct containment *containment)
{
	struct gen_changed_search search = { .functions = functions,
					     .item = child->item,
					     .preparations = { &child->old, &child->preparation },
					     .runs = { &child->old.run, &child->preparation.run } };
	struct gen_function_run *run = search.runs[1];
	struct gen_function_pieces pieces = { 0 };
	struct error *err = gen_changed_lay_out(&search);

	if (!err)
		err = gen_function_enter(run, containment);
	search.runs[0]->view = run->view;
	if (!err)
		err = gen_changed_find(&search);
	if (!err)
		gen_changed_print(&search);
	if (!err && functions->tests.path) {
		gen_changed_add_tests(&search);
		take_tests(run, &pieces);
	}
	if (!err)
		err = gen_functions_record_write(run, &pieces, gen_changed_json(&search),
						 child->record);
	gen_function_pieces_deinit(&pieces);
	gen_changed_search_deinit(&search);
	return err;
}

/* The inputs of the suite, if they are laid out as those of the harness are. */
static void take_carved(const struct gen_functions_item *item, struct gen_function_run *run)
{
	if (item->carved_size != run->program.seed.length)
		return;
	run->carved = item->carved.items;
	run->nr_carved = item->carved.count;
}

/* In the process: looks for tests, makes them, and hands over what was found. */
static struct error *search(struct gen_functions *functions, struct gen_functions_child *child,
			    struct containment *containment)
{
	struct gen_function_run *run = &child->preparation.run;
	struct gen_function_pieces pieces = { 0 };
	struct error *err =
		gen_function_prepare(&functions->program, child->item->entry, &child->preparation);

	if (!err)
		err = gen_function_enter(run, containment);
	if (!err)
		take_carved(child->item, run);
	if (!err)
		gen_sequences_take(child->item, run);
	if (!err)
		err = gen_function_find(run);
	if (!err && functions->tests.path)
		take_tests(run, &pieces);
	if (!err)
		err = gen_functions_record_write(run, &pieces, NULL, child->record);
	gen_function_pieces_deinit(&pieces);
	return err;
}

/* The life of the process. An error goes to the parent as the last line. */
static int live(struct gen_functions *functions, struct gen_functions_child *child,
		struct containment *containment)
{
	struct error *err;

	if (dup2(child->text, STDOUT_FILENO) < 0)
		return EXIT_INTERNAL;
	err = functions->old.name ? compare(functions, child, containment)
				  : search(functions, child, containment);
	fflush(stdout);
	if (!err)
		return EXIT_OK;
	if (!fs_write_all(child->record, err->message, strlen(err->message)))
		return EXIT_INTERNAL;
	return err->code == ERROR_INTERNAL ? EXIT_INTERNAL : EXIT_UNUSABLE;
}

/* Gives the preparations what they know before all else. */
static void init(struct gen_functions *functions, struct gen_functions_child *child)
{
	child->preparation =
		(struct gen_function_preparation){ .run = { .args = functions->args,
							    .limits = functions->limits,
							    .directory = functions->directory,
							    .progress = child->progress } };
	child->old = child->preparation;
}

static void release(struct gen_functions_child *child)
{
	free(TAKE(child->old_scratch));
	gen_function_release(&child->preparation);
	gen_function_release(&child->old);
}

static void close_files(struct gen_functions_child *child)
{
	if (child->text >= 0)
		close(child->text);
	if (child->record >= 0)
		close(child->record);
	child->text = child->record = -1;
}

struct error *gen_functions_child_start(struct gen_functions *functions,
					struct gen_functions_item *item,
					struct gen_functions_child *child)
{
	struct containment containment;
	struct error *err;

	*child->progress = (struct gen_function_progress){ 0 };
	init(functions, child);
	child->text = memfd_create("text", MFD_CLOEXEC);
	child->record = memfd_create("record", MFD_CLOEXEC);
	child->item = item;
	if (child->text < 0 || child->record < 0)
		err = error_errno(ERROR_INTERNAL, errno, "a file in memory");
	else
		err = gen_function_lay_out(&functions->program, item->entry, &child->preparation);
	if (!err && functions->old.name)
		err = gen_changed_lay_out_old(functions, item, &child->preparation, &child->old,
					      &child->old_scratch);
	fflush(NULL);
	if (!err)
		err = gen_contain_fork(&containment, &child->pid);
	if (!err && child->pid == 0)
		_exit(live(functions, child, &containment));
	if (!err)
		return NULL;
	release(child);
	close_files(child);
	child->item = NULL;
	return err;
}

/* Returns all that FD has; the caller ends it. */
static struct strbuf read_all(int fd)
{
	struct strbuf ret = { 0 };

	trial_read_output(fd, &ret);
	return ret;
}

void gen_functions_child_end(struct gen_functions_child *child, int status)
{
	struct gen_functions_item *item = child->item;

	item->text = read_all(child->text);
	if (WIFSIGNALED(status)) {
		item->refusal = xasprintf("the process that searched was lost: %s",
					  strsignal(WTERMSIG(status)));
	} else if (!gen_functions_record_read(item, child->record)) {
		struct strbuf message = read_all(child->record);

		item->refusal = strbuf_take(&message);
	}
	item->is_done = true;
	release(child);
	close_files(child);
	child->item = NULL;
}

void gen_functions_child_kill(struct gen_functions_child *child)
{
	if (!child->item)
		return;
	kill(child->pid, SIGKILL);
	while (waitpid(child->pid, NULL, 0) < 0 && errno == EINTR)
		;
	release(child);
	close_files(child);
	child->item = NULL;
}
