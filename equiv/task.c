/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "equiv/task.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/hash.h"
#include "common/path.h"
#include "common/xalloc.h"
#include "equiv/object.h"
#include "equiv/origin.h"
#include "equiv/task_region.h"
#include "runner/sandbox/contain.h"
#include "sites/table.h"
#include "verify/patch.h"
#include "verify/shell.h"

struct work {
	const struct equiv_compiler *compiler;
	const struct equiv_subject *subject;
	const struct equiv_task *task;
	const struct equiv_unit *unit;
	char *directory; /* of this task; owned */
	struct equiv_answer answer;
};

static void PRINTF_LIKE(2, 3) say(struct work *work, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(work->answer.text, sizeof(work->answer.text), format, args);
	va_end(args);
}

/* Returns the object of an original in the scratch directory; owned by the caller. */
static char *kept_path(const struct work *work)
{
	return xasprintf("%s/%u.own", work->compiler->scratch, work->task->unit);
}

/* ERROR_UNUSABLE, with what the compiler has said, if it rejects the source; ERROR_INTERNAL if it fails otherwise. */
static struct error *compile(struct work *work, enum equiv_way way)
{
	enum equiv_end end = EQUIV_FAILED;
	struct error *err = equiv_compile(work->compiler, work->unit, way, work->directory, &end);

	if (!err && end != EQUIV_COMPILED) {
		_cleanup_free_ char *log = path_join(work->directory, "log");
		_cleanup_free_ char *line = verify_shell_line(log, "rror");

		err = end == EQUIV_REJECTED
			      ? error_create(ERROR_UNUSABLE, "%s", line)
			      : error_create(ERROR_INTERNAL, "the compiler fails: %s", line);
	}
	return err;
}

/* Compiles, and adds to TEXT what of the object is compared. */
static struct error *make_object(struct work *work, struct strbuf *text)
{
	_cleanup_free_ char *output = path_join(work->directory, "out");
	struct error *err = compile(work, EQUIV_OWN);

	return err ? err : equiv_object_read(output, text);
}

static struct error *check_files(const struct equiv_unit *unit)
{
	_cleanup_free_ char *input = path_join(unit->directory, unit->input);
	struct stat st;

	if (stat(input, &st) < 0 || !S_ISREG(st.st_mode))
		return error_create(ERROR_UNUSABLE, "%s is no file", input);
	for (size_t i = 0; i < unit->files.count; i++) {
		const struct equiv_file *file = &unit->files.items[i];
		uint64_t hash = 0;
		struct error *err = hash_file(file->seen, &hash);

		if (err)
			return err;
		if (file->hash && hash != file->hash)
			return error_create(ERROR_UNUSABLE, "%s has changed since the run",
					    file->path);
	}
	return NULL;
}

static char *reads_path(const struct equiv_compiler *compiler, uint32_t unit)
{
	return xasprintf("%s/%u.reads", compiler->scratch, unit);
}

struct error *equiv_task_reads(const struct equiv_compiler *compiler,
			       const struct equiv_subject *subject, uint32_t unit,
			       struct equiv_reads *reads)
{
	_cleanup_free_ char *path = reads_path(compiler, unit), *rule = NULL;
	struct error *err = fs_read_file(path, &rule, NULL);

	return err ? err
		   : equiv_reads_add_rule(reads, rule, subject->units.items[unit].directory, unit);
}

/* Options that CC itself has change what the compiler makes. */
static struct error *check_options(const struct work *work, const struct site_table *table)
{
	struct equiv_command command;
	struct error *err =
		equiv_command_read(site_table_string(table, table->header->command_str), &command);

	if (err)
		return err;
	if (!equiv_command_is_like(&command, &work->unit->command, equiv_compile_always))
		err = error_create(ERROR_UNUSABLE,
				   "the compiler '%s' has other options than that of the run",
				   work->compiler->cc);
	equiv_command_deinit(&command);
	return err;
}

/* *RET: compiled in this WAY, by the plugin, it is the unit of the run. */
static struct error *is_unit(struct work *work, enum equiv_way way, bool *ret)
{
	_cleanup_free_ char *output = path_join(work->directory, "out");
	struct site_tables tables = { 0 };
	struct error *err = compile(work, way);

	if (!err)
		err = site_tables_read(output, &tables);
	if (err)
		return err;
	*ret = tables.nr_tables == 1 &&
	       equiv_subject_likeness(&tables.tables[0]) == work->unit->likeness;
	/* Of what is linked later no mutant is compiled. */
	if (*ret && !work->unit->command.is_lto)
		err = check_options(work, &tables.tables[0]);
	site_tables_deinit(&tables);
	return err;
}

static struct error *check_uid(struct work *work)
{
	/* The options of the unit do not tell whether it was compiled for debuggers, and of what GCC was to warn. */
	static const enum equiv_way ways[] = { EQUIV_MARKED, EQUIV_DEBUG, EQUIV_WARNED,
					       EQUIV_WARNED_DEBUG };
	bool is_same = false;
	struct error *err = NULL;

	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]) && !err && !is_same; i++) {
		err = is_unit(work, ways[i], &is_same);
		work->answer.is_warned = ways[i] == EQUIV_WARNED || ways[i] == EQUIV_WARNED_DEBUG;
	}
	if (!err && !is_same)
		err = error_create(
			ERROR_UNUSABLE,
			"compiled again, it is not the unit of the run: a header, the environment "
			"or the compiler has changed since");
	return err;
}

/* Writes the rule of what the unit reads to where equiv_task_reads() finds it. */
static struct error *keep_reads(struct work *work)
{
	_cleanup_free_ char *rule = path_join(work->directory, "reads"),
			    *kept = reads_path(work->compiler, work->task->unit);

	if (rename(rule, kept) < 0)
		return error_errno(ERROR_UNUSABLE, errno,
				   "the compiler does not tell what it reads");
	return NULL;
}

static struct error *do_list(struct work *work)
{
	struct error *err = check_files(work->unit);

	if (!err)
		err = check_uid(work);
	return err ? err : keep_reads(work);
}

static struct error *do_original(struct work *work)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	_cleanup_free_ char *path = kept_path(work);
	struct error *err = make_object(work, &text);

	if (!err)
		err = fs_write_file(path, strbuf_get(&text), text.length);
	if (!err)
		work->answer.object = hash_bytes(text.data, text.length);
	return err;
}

/* An edit never stands in for what is no part of the project. */
static struct error *check_place(const struct work *work, const struct equiv_file *file)
{
	_cleanup_free_ char *root = NULL, *path = NULL;
	struct error *err = path_resolve(work->subject->sample.root, &root);

	if (!err)
		err = path_resolve(file->seen, &path);
	if (!err && (strcmp(root, "/") == 0 || !path_is_below(root, path)))
		err = error_create(ERROR_UNUSABLE, "%s is not below the root of the project, %s",
				   path, root);
	return err;
}

/* Mounts TEXT over FILE. */
static struct error *replace(struct work *work, const struct equiv_file *file, const char *text,
			     size_t size)
{
	struct error *err = check_place(work, file);

	return err ? err : equiv_compile_edit(work->directory, file, text, size);
}

/* With the file empty, no text may be left that is said to be of it: an edit would not reach that. */
static struct error *check_origin(struct work *work, const struct equiv_file *file)
{
	_cleanup_free_ char *output = path_join(work->directory, "out"),
			    *log = path_join(work->directory, "log");
	_cleanup_free_ char *said = NULL, *text = NULL;
	size_t size;
	enum equiv_end unused;
	struct error *err = replace(work, file, "", 0);

	if (!err)
		err = equiv_compile(work->compiler, work->unit, EQUIV_READ, work->directory,
				    &unused);
	if (!err)
		err = fs_read_file(log, &said, NULL);
	if (!err && strstr(said, "compilation terminated"))
		err = error_create(ERROR_UNUSABLE, "without %s, the rest can't be read",
				   file->path);
	if (!err)
		err = fs_read_file(output, &text, &size);
	if (!err && equiv_origin_has_text(text, size, work->unit->directory, file->seen))
		err = error_create(ERROR_UNUSABLE, "a generated source claims to be %s",
				   file->path);
	return err;
}

/* The compiler that makes the object must say the #error: a precompiled header, say, is read in place of its text. */
static struct error *do_read(struct work *work)
{
	const struct equiv_file *file = &work->unit->files.items[work->task->file];
	_cleanup_free_ char *log = path_join(work->directory, "log"), *said = NULL;
	_cleanup_free_ char *text = xasprintf("#error remt %016llx\n",
					      (unsigned long long)hash_string(work->directory));
	enum equiv_end end = EQUIV_FAILED;
	struct error *err = replace(work, file, text, strlen(text));

	if (!err)
		err = equiv_compile(work->compiler, work->unit, EQUIV_OWN, work->directory, &end);
	if (!err)
		err = fs_read_file(log, &said, NULL);
	text[strlen(text) - 1] = '\0';
	if (!err && (end != EQUIV_REJECTED || !strstr(said, text)))
		err = error_create(ERROR_UNUSABLE, "the compiler does not read %s itself",
				   file->path);
	return err ? err : check_origin(work, file);
}

static char *copies_path(const struct equiv_compiler *compiler, const struct equiv_task *task)
{
	return xasprintf("%s/%u.%u.copies", compiler->scratch, task->unit, task->number);
}

struct error *equiv_task_copies(const struct equiv_compiler *compiler,
				const struct equiv_task *task, struct equiv_copies *ret)
{
	_cleanup_free_ char *path = copies_path(compiler, task);

	return equiv_copies_read(path, ret);
}

/* Writes which copies the plugin is to make. */
static struct error *write_list(const struct work *work)
{
	_cleanup_free_ char *path = path_join(work->directory, "list");
	_cleanup_strbuf_ struct strbuf list = { 0 };

	for (size_t i = 0; i < work->task->nr_asked; i++)
		strbuf_addf(&list, "%u %u\n", work->task->asked[i].site,
			    work->task->asked[i].alternative);
	return fs_write_file(path, strbuf_get(&list), list.length);
}

static struct error *do_copies(struct work *work)
{
	_cleanup_free_ char *told = path_join(work->directory, "list.codes"),
			    *path = copies_path(work->compiler, work->task);
	struct error *err = write_list(work);

	if (!err)
		err = compile(work, EQUIV_COPIES);
	if (!err && rename(told, path) < 0)
		err = error_errno(ERROR_UNUSABLE, errno, "the plugin does not tell of copies");
	return err;
}

/* Edits the mutant's file in this process's view. */
static struct error *edit(struct work *work, const struct verify_mutant *mutant)
{
	const struct equiv_file *file = equiv_unit_file(work->unit, mutant);
	_cleanup_free_ char *text = NULL, *edited = NULL;
	size_t size, edited_size;
	struct error *err;

	if (!file)
		return error_create(ERROR_UNUSABLE, "%s is not in the unit", mutant->file);
	err = fs_read_file(file->seen, &text, &size);
	if (!err && file->hash && hash_bytes(text, size) != file->hash)
		err = error_create(ERROR_UNUSABLE, "%s has changed since the run", file->path);
	if (!err)
		err = verify_patch_text(text, size, mutant, &edited, &edited_size);
	return err ? err : replace(work, file, edited, edited_size);
}

/*
 * Tells the hash of OBJECT, which the mutants of the unit with the same object have in common. The first of them leaves
 * its object, with which each other one is compared: objects that are not the same never have one hash.
 */
static struct error *keep_object(struct work *work, const struct strbuf *object)
{
	uint64_t hash = hash_bytes(object->data, object->length);
	_cleanup_free_ char *own = path_join(work->directory, "object"), *first = NULL,
			    *path = xasprintf("%s/%u.%016llx.object", work->compiler->scratch,
					      work->task->unit, (unsigned long long)hash);
	size_t size;
	struct error *err = fs_write_file(own, strbuf_get(object), object->length);

	if (!err && link(own, path) < 0 && errno != EEXIST)
		err = error_errno(ERROR_INTERNAL, errno, "cannot keep an object");
	unlink(own);
	if (!err)
		err = fs_read_file(path, &first, &size);
	if (!err && size == object->length && memcmp(first, object->data, size) == 0)
		work->answer.object = hash;
	return err;
}

/* *RET: the object of the edited source is that of the original. */
static struct error *compare(struct work *work, bool *ret)
{
	_cleanup_strbuf_ struct strbuf object = { 0 };
	_cleanup_free_ char *path = kept_path(work), *original = NULL;
	size_t size;
	struct error *err = make_object(work, &object);

	if (!err)
		err = fs_read_file(path, &original, &size);
	if (err)
		return err;
	*ret = object.length == size && memcmp(object.data, original, size) == 0;
	if (*ret)
		work->answer.object = hash_bytes(object.data, object.length);
	else if (work->compiler->keeps_objects)
		err = keep_object(work, &object);
	return err;
}

/* What makes a mutant that can't be compiled no equivalent one. Frees ERR. */
static struct error *explain(struct work *work, struct error *err)
{
	if (err->code != ERROR_UNUSABLE)
		return err;
	say(work, "its source does not compile: %s", err->message);
	error_destroy(err);
	return NULL;
}

static struct error *do_mutant(struct work *work)
{
	const struct verify_mutant *mutant =
		work->subject->mutants.items[work->task->mutant].mutant;
	bool is_same = false;
	struct error *err = edit(work, mutant);

	if (err)
		return err;
	err = compare(work, &is_same);
	if (err)
		return explain(work, err);
	if (is_same) {
		work->answer.kind = STORE_PROOF_EQUIVALENT;
		say(work, "GCC makes the same object of the mutant's source as of the original");
		return NULL;
	}
	say(work, "the objects differ");
	return NULL;
}

static struct error *do_region(struct work *work)
{
	equiv_region_answer(work->subject, work->task, work->compiler->timeout_s, &work->answer);
	return NULL;
}

static struct error *work_inside(struct work *work, struct containment *containment)
{
	static struct error *(*const kinds[])(struct work *) = {
		[EQUIV_TASK_LIST] = do_list,	 [EQUIV_TASK_ORIGINAL] = do_original,
		[EQUIV_TASK_READ] = do_read,	 [EQUIV_TASK_MUTANT] = do_mutant,
		[EQUIV_TASK_REGION] = do_region, [EQUIV_TASK_COPIES] = do_copies,
	};
	/* What executes nothing has no need of namespaces. */
	struct error *err =
		work->task->kind == EQUIV_TASK_REGION ? NULL : contain_enter(containment);

	return err ? err : kinds[work->task->kind](work);
}

static _Noreturn void serve(struct work *work, struct containment *containment, int fd)
{
	struct error *err = work_inside(work, containment);

	if (err) {
		work->answer.is_failure = true;
		say(work, "%s", err->message);
	}
	_exit(fs_write_all(fd, &work->answer, sizeof(work->answer)) ? 0 : 1);
}

pid_t equiv_task_start(const struct equiv_compiler *compiler, const struct equiv_subject *subject,
		       const struct equiv_task *task, unsigned number, int *ret_fd)
{
	struct work work = {
		.compiler = compiler,
		.subject = subject,
		.task = task,
		.unit = &subject->units.items[task->unit],
		.directory = xasprintf("%s/job-%u", compiler->scratch, number),
	};
	struct containment containment;
	int fds[2];
	pid_t pid;

	if (mkdir(work.directory, 0700) < 0 && errno != EEXIST) {
		free(work.directory);
		return -1;
	}
	if (pipe2(fds, O_CLOEXEC) < 0) {
		free(work.directory);
		return -1;
	}
	fflush(NULL);
	pid = task->kind == EQUIV_TASK_REGION ? fork()
					      : contain_fork(CONTAIN_OFFLINE, &containment);
	if (pid == 0)
		serve(&work, &containment, fds[1]);
	free(work.directory);
	close(fds[1]);
	if (pid < 0)
		close(fds[0]);
	*ret_fd = fds[0];
	return pid;
}

void equiv_task_finish(pid_t pid, int fd, struct equiv_answer *ret)
{
	ssize_t size = read(fd, ret, sizeof(*ret));

	if (size != sizeof(*ret)) {
		*ret = (struct equiv_answer){ .is_failure = true };
		snprintf(ret->text, sizeof(ret->text),
			 "it was killed, as it took more time or memory than it may");
	}
	ret->text[sizeof(ret->text) - 1] = '\0';
	close(fd);
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}
