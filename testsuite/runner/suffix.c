/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The least that the cells of a stored run could cost: what each executes after its mutant was
 *infected, and one fork.  maint/state/state.py holds against it what remt really takes.
 *
 *	suffix -r RUNTIME [-x FILE] STORE
 *
 * Runs the cells again.  First those that the store says to be run by split-stream, in a worker:
 *there the processor time of the child is that of the suffix, and of what makes the child a process
 *of its own.  Then all, as plain processes, once whole and once up to the first execution of the
 *mutant; the difference is the suffix.
 *
 * Prints lines of id, number of the test, way, and processor time in µs.  Ways: split; exec; whole,
 *where the mutant was not met again and the time is that of all the test.  At last comes "fork" and
 *the processor time in µs of the fork of a process of the median size that ends at once.
 */
#include <dirent.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "remt/coverage.h"
#include "runner/job/attach.h"
#include "runner/job/session.h"
#include "runner/matrix/batch.h"
#include "runner/pool/worker.h"
#include "runner/sandbox/scratch.h"
#include "spawn.h"
#include "stored.h"

enum {
	NR_FORKS = 200,
	USUAL_KB = 2048, /* resident size of a process, where none is known */
};

/* No mutant that is measured here has met a limit. */
static const struct limits limits = {
	.cpu_ms = 20000,
	.wall_ms = 40000,
	.memory_kb = 4 * 1024 * 1024,
	.output_bytes = 1 << 28,
	.processes = 512,
};

struct measurement {
	struct stored stored;
	struct worker *worker;
	const char *runtime;
	struct scratch scratch;
	char *cover_dir, *session_path, *output_path;
	struct remt_session *session;
	VEC(uint64_t) sizes_kb;
};

static void check(struct error *err)
{
	if (!err)
		return;
	fprintf(stderr, "suffix: %s\n", err->message);
	exit(4);
}

static struct job_result run(struct measurement *m, struct job *job)
{
	struct job_result result;

	check(worker_submit(m->worker, job));
	check(worker_result(m->worker, false, &result));
	return result;
}

static void print(const struct measurement *m, const struct stored_cell *cell, const char *way,
		  int64_t cpu_us)
{
	printf("%s %" PRIu32 " %s %" PRId64 "\n", m->stored.mutants.items[cell->mutant].id,
	       cell->test, way, cpu_us);
}

/* Runs the cell without a worker; UNTIL_REACHED: until its mutant is executed first.  False: it was
 * not, or had to be ended. */
static bool run_exec(struct measurement *m, const struct stored_cell *cell, bool until_reached,
		     uint64_t *ret_us)
{
	const struct stored_mutant *mutant = &m->stored.mutants.items[cell->mutant];
	const struct test *test = &m->stored.tests.items[cell->test].test;
	_cleanup_strv_ char **environ =
		attach_environ(test->environ, m->runtime, m->session_path, NULL);
	const struct job job = {
		.session_mode = REMT_MODE_MUTATE,
		.on = mutant->on.items,
		.nr_on = (uint32_t)mutant->on.count,
		.limits.hits = until_reached,
	};
	uint64_t before_us = spawn_used_us();
	bool is_ended;
	int status;

	session_prepare(m->session, &job);
	/* The budget is spent by the execution after its last one. */
	m->session->nr_hits = until_reached;
	is_ended = spawn_await(spawn_test(test, environ, m->output_path), m->session,
			       (int)limits.wall_ms, &status);
	*ret_us = spawn_used_us() - before_us;
	return is_ended != until_reached;
}

static void measure_exec(struct measurement *m, const struct stored_cell *cell)
{
	uint64_t whole_us, prefix_us;

	run_exec(m, cell, false, &whole_us);
	if (!run_exec(m, cell, true, &prefix_us))
		print(m, cell, "whole", (int64_t)whole_us);
	else
		print(m, cell, "exec", (int64_t)(whole_us - prefix_us));
}

/* Inode of the program that the first coverage file is of; 0: there is none. */
static ino_t find_program(const char *cover_dir)
{
	DIR *dir = opendir(cover_dir);
	struct dirent *entry;
	struct stat status = { 0 };

	while (dir && (entry = readdir(dir))) {
		_cleanup_free_ char *path = path_join(cover_dir, entry->d_name);
		_cleanup_free_ char *text = NULL;
		const struct remt_cover_header *header;
		size_t size;

		if (entry->d_name[0] == '.')
			continue;
		check(fs_read_file(path, &text, &size));
		header = (const struct remt_cover_header *)text;
		if (size >= sizeof(*header) && stat(header->exe, &status) < 0)
			status.st_ino = 0;
		unlink(path);
	}
	if (dir)
		closedir(dir);
	return status.st_ino;
}

/* Takes the results of a batch. */
static void take_batch(struct measurement *m, struct batch *batch)
{
	struct job_result result;
	struct plan_cell cell;

	do {
		check(worker_result(m->worker, false, &result));
		if (!batch_take(batch, result.id, true, &cell))
			continue;
		const struct stored_cell taken = { .mutant = cell.mutant, .test = cell.test };

		if (result.split.is_undecided || result.error[0] || result.limit != LIMIT_NONE) {
			fprintf(stderr, "suffix: %s was not split off: %s%s%s\n",
				m->stored.mutants.items[cell.mutant].id, result.fallback,
				result.error, result.limit == LIMIT_NONE ? "" : "it met a limit");
			continue;
		}
		vec_push(&m->sizes_kb, result.max_rss_kb);
		print(m, &taken, "split", (int64_t)result.cpu_us);
	} while (result.is_more);
}

static void run_batch(struct measurement *m, struct batch *batch, uint32_t test, ino_t program)
{
	struct job job = {
		.test = &m->stored.tests.items[test].test,
		.mode = WORKER_SPLIT,
		.session_mode = REMT_MODE_SPLIT,
		.server.inode = program,
		.limits = limits,
	};

	if (!batch->cells.count)
		return;
	batch_fill(batch, &job);
	check(worker_submit(m->worker, &job));
	take_batch(m, batch);
	batch_clear(batch);
}

static void measure_split(struct measurement *m, uint32_t test)
{
	struct job cover = {
		.test = &m->stored.tests.items[test].test,
		.session_mode = REMT_MODE_COVER,
		.keep.coverage = m->cover_dir,
		.limits = limits,
	};
	struct batch batch = { 0 };
	ino_t program;

	run(m, &cover);
	program = find_program(m->cover_dir);
	for (size_t i = 0; i < m->stored.cells.count; i++) {
		const struct stored_cell *cell = &m->stored.cells.items[i];
		const struct stored_mutant *mutant = &m->stored.mutants.items[cell->mutant];

		if (cell->test != test || cell->mode != WORKER_SPLIT)
			continue;
		if (!batch_has_room(&batch, (uint32_t)mutant->on.count))
			run_batch(m, &batch, test, program);
		batch_add(&batch, (struct plan_cell){ cell->mutant, test }, mutant->on.items,
			  (uint32_t)mutant->on.count, &limits, &(struct job_keep){ 0 });
	}
	run_batch(m, &batch, test, program);
	batch_deinit(&batch);
}

static uint64_t cpu_us(int who)
{
	struct rusage usage;

	getrusage(who, &usage);
	return (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000 +
	       (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static int compare_sizes(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Of a process of the median size: its fork, and the end of what was forked. */
static double fork_us(struct measurement *m)
{
	uint64_t size_kb = USUAL_KB, begin_us;
	void *memory;

	if (m->sizes_kb.count) {
		qsort(m->sizes_kb.items, m->sizes_kb.count, sizeof(*m->sizes_kb.items),
		      compare_sizes);
		size_kb = m->sizes_kb.items[m->sizes_kb.count / 2] + 1;
	}
	memory = mmap(NULL, size_kb * 1024, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		      0);
	if (memory == MAP_FAILED)
		return 0;
	memset(memory, 1, size_kb * 1024);
	fflush(NULL);
	begin_us = cpu_us(RUSAGE_SELF) + cpu_us(RUSAGE_CHILDREN);
	for (int i = 0; i < NR_FORKS; i++) {
		pid_t pid = fork();

		if (pid == 0)
			_exit(0);
		waitpid(pid, NULL, 0);
	}
	return (double)(cpu_us(RUSAGE_SELF) + cpu_us(RUSAGE_CHILDREN) - begin_us) / NR_FORKS;
}

static void measure(struct measurement *m, const struct worker_opts *opts)
{
	check(worker_start(opts, &m->worker));
	for (uint32_t i = 0; i < m->stored.tests.count; i++)
		measure_split(m, i);
	worker_stop(m->worker);
	spawn_prepare();
	for (size_t i = 0; i < m->stored.cells.count; i++)
		measure_exec(m, &m->stored.cells.items[i]);
	printf("fork %.1f\n", fork_us(m));
}

int main(int argc, char **argv)
{
	struct worker_opts opts = { .wish = CONTAIN_OFFLINE };
	const char *left_out = NULL;
	struct measurement m = { 0 };

	for (int c; (c = getopt(argc, argv, "r:x:")) != -1;) {
		switch (c) {
		case 'r': opts.runtime = optarg; break;
		case 'x': left_out = optarg; break;
		default: return 2;
		}
	}
	if (!opts.runtime || optind + 1 != argc)
		return 2;
	stored_load(&m.stored, argv[optind], left_out);
	check(scratch_create(&m.scratch));
	opts.scratch = path_join(m.scratch.path, "worker");
	check(fs_make_directories(opts.scratch, 0700));
	opts.view_root = m.stored.root;
	m.cover_dir = path_join(m.scratch.path, "covered");
	check(fs_make_directories(m.cover_dir, 0700));
	m.session_path = path_join(m.scratch.path, "session");
	m.output_path = path_join(m.scratch.path, "output");
	m.runtime = opts.runtime;
	check(session_create(m.session_path, &m.session));
	measure(&m, &opts);
	vec_deinit(&m.sizes_kb);
	scratch_destroy(&m.scratch);
	free((char *)opts.scratch);
	free(m.cover_dir);
	free(m.session_path);
	free(m.output_path);
	stored_deinit(&m.stored);
	return 0;
}
