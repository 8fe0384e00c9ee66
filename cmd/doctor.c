/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `remt doctor`: tries what `remt run` will use, by the same code, and says what happens instead
 * where this machine refuses.
 */
#include <argp.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/magic.h>

#include "cmd/cmd.h"
#include "cmd/compiler.h"
#include "cmd/constructs.h"
#include "cmd/paths.h"
#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/print.h"
#include "common/strbuf.h"
#include "common/xalloc.h"
#include "rewriter/elf/debug.h"
#include "runner/sandbox/contain.h"
#include "runner/sandbox/fence.h"
#include "runner/sandbox/scratch.h"
#include "runner/sandbox/view.h"
#include "runner/trace/trace.h"
#include "runner/worker/child.h"
#include "runner/worker/listener.h"

struct check {
	const char *name;
	bool (*probe)(struct strbuf *detail); /* detail gets what was found, or why nothing was */
	bool is_needed;			      /* remt can't work without it */
	const char *consequence;	      /* what happens if the probe fails */
};

/* Adds the text of ERR and frees it. True if ERR is NULL. */
static bool note_error(struct strbuf *detail, struct error *err)
{
	if (err)
		strbuf_adds(detail, err->message);
	error_destroy(err);
	return !err;
}

static void add_first_line(struct strbuf *detail, const char *text)
{
	strbuf_add(detail, text, strcspn(text, "\n"));
}

static bool probe_compiler(struct strbuf *detail)
{
	const char *gcc = compiler_default();
	_cleanup_free_ char *version = compiler_version(gcc);

	strbuf_addf(detail, version ? "%s%s: %s" : "%s%s cannot be run", gcc,
		    compiler_is_from_environment() ? " (CC)" : "", version);
	return version != NULL;
}

static bool probe_plugin(struct strbuf *detail)
{
	_cleanup_free_ char *plugin = paths_plugin(), *output = NULL, *releases = NULL;

	if (!plugin) {
		strbuf_adds(detail, "remt.so is missing");
		return false;
	}
	if (!compiler_loads(compiler_default(), plugin, &output)) {
		add_first_line(detail, output);
		return false;
	}
	releases = compiler_releases(plugin);
	strbuf_addf(detail, "%s, for GCC %s", plugin, releases);
	return true;
}

static bool probe_constructs(struct strbuf *detail)
{
	_cleanup_free_ char *plugin = paths_plugin();

	if (!plugin) {
		strbuf_adds(detail, "remt.so is missing");
		return false;
	}
	return constructs_check(compiler_default(), plugin, detail);
}

static bool probe_runtime(struct strbuf *detail)
{
	_cleanup_free_ char *runtime = paths_runtime();

	strbuf_adds(detail, runtime ? runtime : "libremt-rt.so is missing");
	return runtime != NULL;
}

static bool probe_tracer(struct strbuf *detail)
{
	char program[] = "true";
	char *argv[] = { program, NULL };
	char *environ_none[] = { NULL };
	const struct trace_opts opts = {
		.argv = argv,
		.directory = "/",
		.environ = environ_none,
		.output_path = "/dev/null",
		.timeout_ms = 5000,
	};
	struct trace trace;
	bool is_seen;

	if (!note_error(detail, trace_run(&opts, &trace)))
		return false;
	is_seen = trace.nr_execs > 0;
	trace_deinit(&trace);
	strbuf_adds(detail, is_seen ? "ptrace" : "no execution was seen");
	return is_seen;
}

/* What probe_inside() tries in the contained child. */
enum part { PART_NAMESPACES, PART_VIEW, PART_NETWORK, PART_IPC, PART_NAMES };

static const char *const details[] = {
	[PART_NAMESPACES] = "PID and mount",
	[PART_VIEW] = "overlay on tmpfs",
	[PART_NETWORK] = "a loopback device of each worker's own, and nothing else",
	[PART_IPC] = "System V IPC, message queues and host name of each worker's own",
	[PART_NAMES] = "seccomp, user notifications",
};

/* Listens to the file names of a program. */
static struct error *try_names(void)
{
	static const struct modules none;
	char program[] = "true";
	char *argv[] = { program, NULL };
	char *environ_none[] = { NULL };
	struct named_sets sets = { 0 };
	struct listener *listener =
		listener_create(&(struct listener_opts){ &none, "/remt", "/remt" });
	const struct child_opts opts = {
		.argv = argv,
		.environ = environ_none,
		.directory = "/",
		.fds = { 0, 1, 2 },
		.server_fd = -1,
		.listener = listener,
	};
	struct error *err = NULL;
	pid_t pid;

	if (!listener)
		return error_create(ERROR_INTERNAL, "the kernel has no user notifications");
	err = child_start(&opts, &pid);
	if (err)
		return err;
	waitpid(pid, NULL, 0);
	if (!listener_conclude(listener, &sets))
		err = error_create(ERROR_INTERNAL, "seccomp filters are refused");
	named_sets_deinit(&sets);
	return err;
}

/* Runs in the contained child and writes its report to FD. */
static void probe_inside(struct containment *containment, enum part part, const char *directory,
			 int fd)
{
	_cleanup_free_ char *root = path_join(directory, "root"),
			    *scratch = path_join(directory, "scratch");
	struct error *err = contain_enter(containment);
	struct view_opts opts = { .root = root, .scratch = scratch };
	struct view *view;
	size_t length;

	opts.offline = containment->is_offline;
	if (!err && part == PART_VIEW)
		err = view_create(&opts, &view);
	if (!err && part == PART_NETWORK && !containment->is_offline)
		err = error_create(ERROR_INTERNAL, "network namespaces are refused");
	if (!err && part == PART_IPC && !containment->has_ipc)
		err = error_create(ERROR_INTERNAL, "IPC namespaces are refused");
	if (!err && part == PART_NAMES)
		err = try_names();
	length = err ? strlen(err->message) : 0;
	_exit(err && fs_write_all(fd, err->message, length) ? 1 : err ? 2 : 0);
}

static bool wait_inside(pid_t pid, int fd, struct strbuf *detail)
{
	char message[256];
	ssize_t size = read(fd, message, sizeof(message));
	int status;

	if (size > 0)
		strbuf_add(detail, message, (size_t)size);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		continue;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool contained(enum part part, const char *directory, struct strbuf *detail)
{
	struct containment containment;
	int ends[2];
	bool is_good = false;
	pid_t pid;

	fflush(NULL);
	if (pipe(ends) != 0)
		return false;
	pid = contain_fork(CONTAIN_OFFLINE, &containment);
	if (pid == 0) {
		close(ends[0]);
		probe_inside(&containment, part, directory, ends[1]);
	}
	if (pid < 0)
		strbuf_addf(detail, "refused: %s", strerror(errno));
	close(ends[1]);
	if (pid > 0)
		is_good = wait_inside(pid, ends[0], detail);
	close(ends[0]);
	if (is_good)
		strbuf_addf(detail, "%s%s", details[part],
			    part != PART_NAMESPACES ? ""
			    : containment.is_user   ? ", in a user namespace"
						    : ", as root");
	return is_good;
}

static bool probe_namespaces(struct strbuf *detail)
{
	return contained(PART_NAMESPACES, "/", detail);
}

static bool probe_network(struct strbuf *detail)
{
	return contained(PART_NETWORK, "/", detail);
}

static bool probe_ipc(struct strbuf *detail)
{
	return contained(PART_IPC, "/", detail);
}

static bool probe_names(struct strbuf *detail)
{
	return contained(PART_NAMES, "/", detail);
}

static bool probe_view(struct strbuf *detail)
{
	_cleanup_free_ char *root = NULL, *layers = NULL;
	struct scratch scratch;
	bool is_good;

	if (!note_error(detail, scratch_create(&scratch)))
		return false;
	root = path_join(scratch.path, "root");
	layers = path_join(scratch.path, "scratch/view");
	is_good = note_error(detail, fs_make_directories(root, 0700)) &&
		  note_error(detail, fs_make_directories(layers, 0700)) &&
		  contained(PART_VIEW, scratch.path, detail);
	scratch_destroy(&scratch);
	return is_good;
}

static bool probe_scratch(struct strbuf *detail)
{
	struct statfs status;
	bool is_tmpfs;
	struct scratch scratch;

	if (!note_error(detail, scratch_create(&scratch)))
		return false;
	is_tmpfs = statfs(scratch.path, &status) == 0 && status.f_type == TMPFS_MAGIC;
	if (is_tmpfs)
		strbuf_addf(detail, "tmpfs, %llu MB free",
			    (unsigned long long)status.f_bavail *
					    (unsigned long long)status.f_bsize >>
				    20);
	else
		strbuf_addf(detail, "%s is on a disk", scratch.path);
	scratch_destroy(&scratch);
	return is_tmpfs;
}

static bool probe_store(struct strbuf *detail)
{
	char directory[] = ".remt-doctor-XXXXXX";
	struct store *store;
	bool is_good;

	if (!mkdtemp(directory)) {
		strbuf_addf(detail, "the working directory: %s", strerror(errno));
		return false;
	}
	is_good = note_error(detail, store_open(directory, STORE_WRITE, &store));
	if (is_good) {
		store_close(store);
		strbuf_adds(detail, "SQLite works in this directory");
	}
	error_destroy(fs_remove_tree(directory));
	return is_good;
}

static bool probe_html(struct strbuf *detail)
{
	_cleanup_free_ char *elements = paths_elements();

	strbuf_adds(detail, elements ? elements : "mutation-testing-elements is missing");
	return elements != NULL;
}

/* Runs in a child, as a fence can't be taken down. */
static bool probe_fence(struct strbuf *detail)
{
	static const char *const kept[] = {
		[FENCE_NONE] = "the kernel has none, or one older than Linux 6.2",
		[FENCE_FILES] = "files, but not signals (Linux 6.12)",
		[FENCE_SIGNALS] = "files and signals",
	};
	int status = 0;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid == 0)
		_exit((int)fence_enter("/tmp", "/tmp"));
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		continue;
	if (pid < 0 || !WIFEXITED(status) || WEXITSTATUS(status) >= (int)ARRAY_SIZE(kept))
		return false;
	strbuf_adds(detail, kept[WEXITSTATUS(status)]);
	return WEXITSTATUS(status) != FENCE_NONE;
}

static bool probe_dwarf(struct strbuf *detail)
{
	const char *version, *library = debug_library(&version);

	strbuf_addf(detail, "read by %s %s", library, version);
	return true;
}

static bool probe_processors(struct strbuf *detail)
{
	long nr = sysconf(_SC_NPROCESSORS_ONLN);

	strbuf_addf(detail, "%ld", nr);
	return nr > 0;
}

static const struct check checks[] = {
	{ "compiler", probe_compiler, true,
	  "nothing can be built; CC in the environment names another one" },
	{ "plugin", probe_plugin, true,
	  "nothing can be mutated; CC in the environment names another compiler, and remt's configure "
	  "--with-gcc makes a plugin for one, given its headers (Debian and Ubuntu: gcc-N-plugin-dev; "
	  "Fedora: gcc-plugin-devel, Arch: gcc, both untested)" },
	{ "constructs", probe_constructs, false,
	  "this build of the compiler folds them before the plugin sees them: they have no "
	  "mutants (remt dump --sites names each)" },
	{ "run-time", probe_runtime, true,
	  "mutants cannot be switched on; build or install remt again" },
	{ "tracer", probe_tracer, false,
	  "tests cannot be found by watching the test command; name them in a list (remt run "
	  "--tests). Statically linked programs cannot be mutated" },
	{ "namespaces", probe_namespaces, false,
	  "a test can leave processes behind or signal others; remt hunts down what it finds. "
	  "Root, or kernel.unprivileged_userns_clone=1, allows them" },
	{ "private view", probe_view, false,
	  "tests and mutants write into the real directories, so what one leaves behind can "
	  "change the next: use -j1, and a copy of the project; Landlock, if it is there, guards "
	  "all else" },
	{ "Landlock", probe_fence, false,
	  "where there are no private views, mutants can write and remove all that you can" },
	{ "network", probe_network, false,
	  "tests and mutants can reach the network, and disturb each other by their ports: use "
	  "-j1" },
	{ "IPC", probe_ipc, false,
	  "mutants can leave shared memory, semaphores and message queues behind (see ipcs)" },
	{ "file names", probe_names, false,
	  "nobody knows which files only mutated runs read: no verdict can be carried over from "
	  "another run" },
	{ "scratch", probe_scratch, false, "temporary files go to the disk, which is slower" },
	{ "store", probe_store, false,
	  "results cannot be kept here: use --store=DIR on another file system" },
	{ "HTML report", probe_html, false,
	  "remt report --format=html is refused; all other formats work" },
	{ "DWARF", probe_dwarf, false, "lines of compiled binaries are not known" },
	{ "processors", probe_processors, false, "tests run one at a time" },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	if (key != ARGP_KEY_ARG)
		return ARGP_ERR_UNKNOWN;
	cmd_usage(state, "unexpected argument '%s'", arg);
	return EINVAL;
}

static const struct argp argp = {
	.parser = parse,
	.doc = "Tries what `remt run` needs and tells what is used instead of what this machine "
	       "refuses.",
};

/* False if remt can't work without what was probed. */
static bool run_check(const struct check *check)
{
	_cleanup_strbuf_ struct strbuf detail = { 0 };
	bool is_good = check->probe(&detail);

	print("%-13s %-3s %s\n", check->name, is_good ? "ok" : "no", strbuf_get(&detail));
	if (!is_good)
		print("              => %s\n", check->consequence);
	return is_good || !check->is_needed;
}

int cmd_doctor(int argc, char **argv)
{
	bool is_usable = true;

	argp_parse(&argp, argc, argv, 0, NULL, NULL);
	for (size_t i = 0; i < ARRAY_SIZE(checks); i++)
		is_usable &= run_check(&checks[i]);
	return is_usable ? EXIT_OK : EXIT_UNUSABLE;
}
