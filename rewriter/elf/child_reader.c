/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs a reader of a damaged file in a child process (rewriter/elf/child_reader.h). The child has
 * limits of time, memory and output, and leaves what it has read, or the message of its error, in a
 * memory file. This bounds faults of a library; it is no sandbox against hostile code.
 */
#include "rewriter/elf/child_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/xalloc.h"

enum {
	MAX_SECONDS = 60, /* of processor time; twice as many of real time */
	HAS_FAILED = 100, /* exit status of a reader with an error: this and the error's code */
};

#define MAX_OUTPUT ((rlim_t)1 << 30) /* bytes */
#define MAX_MEMORY ((rlim_t)1 << 34)

/* Sets a limit. The kernel sends a signal at MOST and kills at MOST + MORE. */
static void limit(int resource, rlim_t most, rlim_t more)
{
	setrlimit(resource, &(struct rlimit){ most, most + more });
}

/* Runs in the child. Leaves what READ has written, or the message of its error, in OUTPUT. */
static _Noreturn void be_reader(child_reader_function read, const char *path, int output)
{
	FILE *out = fdopen(output, "w");
	int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
	struct error *err = NULL;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGALRM, SIG_DFL);
	alarm(2 * MAX_SECONDS);
	limit(RLIMIT_CORE, 0, 0);
	limit(RLIMIT_CPU, MAX_SECONDS, 1);
	limit(RLIMIT_FSIZE, MAX_OUTPUT, 0);
#ifndef __SANITIZE_ADDRESS__ /* AddressSanitizer maps terabytes */
	limit(RLIMIT_AS, MAX_MEMORY, 0);
#endif
	/* What a library prints is no output of ours: libdwarf has left notes for its maintainers in. */
	if (!out || nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0)
		_exit(1);
	err = read(path, out);
	if (err && (fflush(out) != 0 || ftruncate(output, 0) < 0 || fseek(out, 0, SEEK_SET) < 0 ||
		    fputs(err->message, out) < 0))
		_exit(1);
	_exit(fclose(out) != 0 ? 1 : err ? HAS_FAILED + (int)err->code : 0);
}

static struct error *read_output(int output, char **ret)
{
	struct stat status;
	char *text;
	size_t size = 0;

	if (fstat(output, &status) < 0)
		return error_errno(ERROR_INTERNAL, errno, "asking for the size of what was read");
	text = xcalloc((size_t)status.st_size + 1, 1);
	while (size < (size_t)status.st_size) {
		ssize_t got =
			pread(output, text + size, (size_t)status.st_size - size, (off_t)size);

		if (got <= 0) {
			free(text);
			return error_create(ERROR_INTERNAL, "what was read is cut short");
		}
		size += (size_t)got;
	}
	*ret = text;
	return NULL;
}

static struct error *explain(int status, const char *path, const char *what)
{
	if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGALRM))
		return error_create(ERROR_UNUSABLE, "%s: damaged %s: reading it takes too long",
				    path, what);
	return error_create(ERROR_UNUSABLE, "%s: damaged %s: its reader has died of it", path,
			    what);
}

struct error *child_reader_read(child_reader_function read, const char *path, const char *what,
				char **ret)
{
	_cleanup_close_ int output = memfd_create("remt", MFD_CLOEXEC);
	_cleanup_free_ char *text = NULL;
	struct error *err;
	int status;
	pid_t pid;

	if (output < 0)
		return error_errno(ERROR_INTERNAL, errno, "making a place for what is read");
	/* A process that ignores the signal can't wait for its children. */
	signal(SIGCHLD, SIG_DFL);
	pid = fork();
	if (pid < 0)
		return error_errno(ERROR_INTERNAL, errno, "starting a reader of %s", path);
	if (pid == 0)
		be_reader(read, path, output);
	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return error_errno(ERROR_INTERNAL, errno, "waiting for a reader of %s",
					   path);
	}
	if (!WIFEXITED(status) || (WEXITSTATUS(status) && WEXITSTATUS(status) < HAS_FAILED))
		return explain(status, path, what);
	err = read_output(output, &text);
	if (!err && WEXITSTATUS(status))
		err = error_create((enum error_code)(WEXITSTATUS(status) - HAS_FAILED), "%s", text);
	if (err)
		return err;
	*ret = text;
	text = NULL;
	return NULL;
}

bool child_reader_take_number(const char **text, uint64_t *ret)
{
	char *end;

	*ret = strtoull(*text, &end, 16);
	if (end == *text || *end != ' ')
		return false;
	*text = end + 1;
	return true;
}

size_t child_reader_take_rest(const char **text, const char **ret)
{
	size_t length = strcspn(*text, "\n");

	*ret = *text;
	*text += length + ((*text)[length] == '\n');
	return length;
}
