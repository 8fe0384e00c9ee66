/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/sandbox/inherited_limits.h"

#include <inttypes.h>
#include <sys/resource.h>

enum {
	MIN_FILES = 64,
	FILES_PER_JOB = 4,
	MIN_STACK_KB = 256,
};

static struct error *check_limit(int resource, uint64_t least, unsigned unit, const char *what,
				 const char *option)
{
	struct rlimit limit;

	if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
	    limit.rlim_cur / unit >= least)
		return NULL;
	return error_create(ERROR_USAGE,
			    "only %" PRIu64 " %s (ulimit -%s): %" PRIu64 " are needed to run tests",
			    (uint64_t)limit.rlim_cur / unit, what, option, least);
}

struct error *inherited_limits_check(unsigned jobs)
{
	struct error *err = check_limit(RLIMIT_NOFILE, MIN_FILES + (uint64_t)FILES_PER_JOB * jobs,
					1, "files may be open at once", "n");

	return err ? err
		   : check_limit(RLIMIT_STACK, MIN_STACK_KB, 1024, "KiB of stack are allowed", "s");
}
