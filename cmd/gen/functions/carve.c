/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/functions/carve.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "caller/program.h"
#include "caller/snapshot.h"
#include "cmd/cmd.h"
#include "cmd/gen/base/contain.h"
#include "cmd/gen/function/carve_file.h"
#include "common/cleanup.h"
#include "common/deadline.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/plural.h"
#include "common/xalloc.h"
#include "runner/sandbox/process.h"
#include "runner/trace/calls.h"
#include "runner/trace/trace.h"

enum {
	MOST_CALLS = 12, /* of a function that are told of one process */
	MOST_BLOBS = 48, /* of a function */
	MOST_FILES = 64, /* executed ones that have such functions, of a suite */
};

/* What is known of a function, whose number is that of its item. */
struct carved {
	struct program program;
	VEC(unsigned char *) blobs;
};

struct carving {
	struct gen_functions *functions;
	struct carved *carved;		  /* by item */
	const char **names;		  /* by item; NULL: its calls are not noted */
	VEC(struct gen_carve_file) files; /* that were executed */
	size_t nr_watched;		  /* of them */
	VEC(size_t) running;		  /* by exec: its file, or SIZE_MAX */
	struct calls calls;
	/* of a call */
	const struct gen_carve_file *file;
	const struct call *call;
};

/* ---- calls */

static bool read_memory(void *arg, uint64_t address, void *ret, size_t size)
{
	const struct carving *carving = arg;

	return process_read_memory(carving->call->pid, address, ret, size);
}

static bool find_global(void *arg, const char *global, uint64_t *ret)
{
	const struct carving *carving = arg;

	if (!gen_carve_file_find(carving->file, global, ret))
		return false;
	*ret += carving->call->base;
	return true;
}

/* Adds a copy of BLOB, unless it is there. */
static void add(struct carved *carved, const unsigned char *blob)
{
	size_t size = carved->program.seed.length;

	for (size_t i = 0; i < carved->blobs.count; i++) {
		if (memcmp(carved->blobs.items[i], blob, size) == 0)
			return;
	}
	if (carved->blobs.count < MOST_BLOBS)
		vec_push(&carved->blobs, xmemdup(blob, size));
}

static void on_call(void *arg, const struct call *call)
{
	struct carving *carving = arg;
	struct carved *carved = &carving->carved[call->number];
	const struct snapshot_source source = { read_memory, find_global, carving };
	_cleanup_free_ unsigned char *blob = xmalloc(carved->program.seed.length + 1);

	carving->call = call;
	snapshot_take(&carved->program, &source, call->registers, blob);
	add(carved, blob);
	if (snapshot_fit(&carved->program, blob))
		add(carved, blob);
}

static bool on_trap(void *arg, pid_t pid, size_t sequence)
{
	struct carving *carving = arg;

	if (sequence >= carving->running.count || carving->running.items[sequence] == SIZE_MAX)
		return false;
	carving->file = &carving->files.items[carving->running.items[sequence]];
	return calls_answer(&carving->calls, sequence, pid);
}

/* ---- files */

static bool on_exec(void *arg, const struct trace_exec *exec, bool is_last)
{
	struct carving *carving = arg;
	const struct gen_carve_file *file;
	size_t index = 0;

	(void)is_last;
	while (index < carving->files.count &&
	       !gen_carve_file_is(&carving->files.items[index], exec->pid))
		index++;
	if (index == carving->files.count && carving->nr_watched < MOST_FILES) {
		gen_carve_file_read(exec->pid, carving->names, carving->functions->items.count,
				    MOST_CALLS, vec_add(&carving->files));
		carving->nr_watched += carving->files.items[index].binary != NULL;
	}
	while (carving->running.count <= exec->sequence)
		vec_push(&carving->running, SIZE_MAX);
	if (index >= carving->files.count || !carving->files.items[index].binary)
		return true;
	file = &carving->files.items[index];
	carving->running.items[exec->sequence] = index;
	calls_watch(&carving->calls, exec->sequence, exec->pid, file->entry, file->places.items,
		    file->places.count);
	return true;
}

/* ---- the process that runs the suite */

static struct error *run_suite(struct carving *carving)
{
	const struct gen_functions *functions = carving->functions;
	char *argv[] = { (char *)"/bin/sh", (char *)"-c", (char *)functions->args->suite, NULL };
	bool is_bounded = functions->limits.deadline.at_ms;
	uint64_t left_ms = deadline_bound_ms(&functions->limits.deadline, UINT_MAX);
	const struct trace_opts opts = { .argv = argv,
					 .timeout_ms = is_bounded ? (unsigned)left_ms : 0,
					 .directory = functions->directory,
					 .environ = environ,
					 .output_path = "/dev/null",
					 .executed = on_exec,
					 .executed_arg = carving,
					 .trapped = on_trap,
					 .trapped_arg = carving,
					 .cancelled = functions->limits.deadline.cancelled };
	struct trace trace;
	struct error *err;

	if (is_bounded && !left_ms)
		return NULL;
	carving->calls = (struct calls){ .called = on_call, .arg = carving };
	err = trace_run(&opts, &trace);
	if (err)
		return err;
	trace_deinit(&trace);
	return NULL;
}

/* Writes the blobs to FD: the number of the item, then the bytes. */
static bool write_blobs(const struct carving *carving, int fd)
{
	bool ret = true;

	for (size_t n = 0; n < carving->functions->items.count; n++) {
		const struct carved *carved = &carving->carved[n];

		for (size_t i = 0; i < carved->blobs.count && ret; i++)
			ret = fs_write_all(fd, (const char *)&n, sizeof(n)) &&
			      fs_write_all(fd, (const char *)carved->blobs.items[i],
					   carved->program.seed.length);
	}
	return ret;
}

static int live(struct carving *carving, struct containment *containment, const char *scratch,
		int fd)
{
	const struct view_opts opts = { .root = carving->functions->directory,
					.scratch = scratch,
					.offline = true,
					.nr_views = 1 };
	struct view *view = NULL;
	_cleanup_free_ char *upper = path_join(scratch, "view");
	struct error *err = gen_contain_enter(containment);

	if (!err && mkdir(upper, 0700) < 0)
		err = error_errno(ERROR_INTERNAL, errno, "mkdir %s", upper);
	if (!err)
		err = gen_contain_view(&opts, &view);
	if (!err)
		err = run_suite(carving);
	if (err)
		return cmd_fail(error_wrap(err, "the suite"));
	return write_blobs(carving, fd) ? EXIT_OK : EXIT_INTERNAL;
}

/* Gives the items what the process has written to FD. */
static size_t take_blobs(struct carving *carving, int fd)
{
	off_t length = lseek(fd, 0, SEEK_END);
	const char *at, *end;
	size_t ret = 0, n;
	char *all;

	if (length <= 0)
		return 0;
	all = mmap(NULL, (size_t)length, PROT_READ, MAP_PRIVATE, fd, 0);
	if (all == MAP_FAILED)
		return 0;
	at = all;
	for (end = at + length; (size_t)(end - at) >= sizeof(n); ret++) {
		struct gen_functions_item *item;
		size_t size;

		memcpy(&n, at, sizeof(n));
		at += sizeof(n);
		if (n >= carving->functions->items.count)
			break;
		item = &carving->functions->items.items[n];
		size = carving->carved[n].program.seed.length;
		if ((size_t)(end - at) < size)
			break;
		vec_push(&item->carved, xmemdup(at, size));
		item->carved_size = size;
		at += size;
	}
	munmap(all, (size_t)length);
	return ret;
}

/* Runs the suite in a process; *RET: how many blobs there are. */
static struct error *run_apart(struct carving *carving, size_t *ret)
{
	struct scratch scratch;
	struct containment containment;
	struct error *err = scratch_create(&scratch);
	int fd = memfd_create("calls", MFD_CLOEXEC);
	pid_t pid;

	*ret = 0;
	if (!err && fd < 0)
		err = error_errno(ERROR_INTERNAL, errno, "a file in memory");
	fflush(NULL);
	if (!err)
		err = gen_contain_fork(&containment, &pid);
	if (!err && pid == 0)
		_exit(live(carving, &containment, scratch.path, fd));
	if (!err && gen_contain_await(pid) == EXIT_OK)
		*ret = take_blobs(carving, fd);
	if (fd >= 0)
		close(fd);
	scratch_destroy(&scratch);
	return err;
}

/* ---- all */

/* Notes what the blobs of the functions mean. */
static void lay_out(struct carving *carving)
{
	const struct gen_functions *functions = carving->functions;

	for (size_t n = 0; n < functions->items.count; n++) {
		const struct gen_functions_item *item = &functions->items.items[n];
		struct carved *carved = &carving->carved[n];
		struct error *err;

		if (item->refusal || !item->entry ||
		    !snapshot_is_possible(functions->program.entries, item->entry,
					  CALLS_NR_REGISTERS))
			continue;
		err = gen_function_lay_blob(&functions->program, item->entry, functions->args,
					    &carved->program);
		/* The search itself says why not. */
		carving->names[n] = err ? NULL : item->name;
		error_destroy(err);
	}
}

static void carving_deinit(struct carving *carving)
{
	for (size_t n = 0; n < carving->functions->items.count; n++) {
		if (carving->names[n])
			program_deinit(&carving->carved[n].program);
	}
	free(carving->carved);
	free(carving->names);
}

struct error *gen_carve(struct gen_functions *functions)
{
	struct carving carving = { .functions = functions };
	size_t nr_blobs;
	struct error *err;

	carving.carved = xcalloc(functions->items.count + 1, sizeof(*carving.carved));
	carving.names = xcalloc(functions->items.count + 1, sizeof(*carving.names));
	lay_out(&carving);
	err = run_apart(&carving, &nr_blobs);
	carving_deinit(&carving);
	if (!err)
		cmd_say("the suite's calls of these functions gave %zu input%s to begin with",
			nr_blobs, plural(nr_blobs));
	return err;
}
