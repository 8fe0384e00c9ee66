/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/base/contain.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "common/strv.h"
#include "runner/sandbox/isolation.h"

/* Returns what to do where the kernel refuses namespaces with ERRNUM. */
static const char *remedy(int errnum)
{
	switch (errnum) {
	case ENOSPC:
		return "larger numbers in /proc/sys/user (max_user_namespaces, "
		       "max_pid_namespaces, max_mnt_namespaces) allow them";
	case ENOSYS: return "a container whose filter of system calls lets clone3 pass allows them";
	default:
		return geteuid() == 0 ? "a container with CAP_SYS_ADMIN (docker run --privileged) "
					"allows them"
				      : "root, or kernel.unprivileged_userns_clone=1, allows them";
	}
}

/* The kernel has told ERRNUM, and WHAT says more of it. */
static struct error *refuse(int errnum, const char *what)
{
	return error_create(ERROR_UNUSABLE,
			    "this machine refuses namespaces (%s), which remt gen needs to end "
			    "what its runs leave behind: %s; see `remt doctor`",
			    what, remedy(errnum));
}

struct error *gen_contain_fork(struct containment *containment, pid_t *ret)
{
	*ret = contain_fork(CONTAIN_OFFLINE, containment);
	if (*ret >= 0)
		return NULL;
	if (errno == EAGAIN || errno == ENOMEM)
		return error_errno(ERROR_UNUSABLE, errno, "no process can be started");
	return refuse(errno, strerror(errno));
}

int gen_contain_await(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	return cmd_fail(error_create(ERROR_INTERNAL, "the process that searches was lost: %s",
				     strsignal(WTERMSIG(status))));
}

struct error *gen_contain_enter(struct containment *containment)
{
	struct error *err = contain_enter(containment), *ret;

	if (!err)
		return NULL;
	ret = refuse(EPERM, err->message);
	error_destroy(err);
	return ret;
}

struct error *gen_contain_view(const struct view_opts *opts, struct view **ret)
{
	struct error *err = view_create(opts, ret), *refusal;

	if (!err || err->code == ERROR_UNUSABLE)
		return err;
	refusal =
		error_create(ERROR_UNUSABLE,
			     "this machine refuses private views (%s), without which what a run "
			     "of remt gen writes would be there in the next one; see `remt doctor`",
			     err->message);
	error_destroy(err);
	return refusal;
}

void gen_contain_bound(struct containment *containment, bool warns)
{
	_cleanup_strv_ char **gaps = NULL;

	contain_bound_processes(containment);
	if (warns)
		gaps = isolation_gaps(&(struct isolation){ .has_namespaces = true,
							   .has_view = true,
							   .is_offline = containment->is_offline,
							   .has_ipc = containment->has_ipc,
							   .is_bounded = containment->is_bounded },
				      CONTAIN_OFFLINE);
	for (size_t i = 0; gaps && gaps[i]; i++)
		cmd_warn("%s (see `remt doctor`)", gaps[i]);
}
