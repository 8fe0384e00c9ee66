/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/sandbox/fence.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common/attr.h"
#include "common/cleanup.h"

/* The headers of the distribution may be older than the kernel. */
#define ACCESS_TRUNCATE	    (1ULL << 14)
#define SCOPE_ABSTRACT_UNIX (1ULL << 0)
#define SCOPE_SIGNAL	    (1ULL << 1)

enum { ABI_TRUNCATE = 3, ABI_SCOPE = 6 };

/* struct landlock_ruleset_attr as of ABI_SCOPE. */
struct rules {
	uint64_t files, ports, scopes;
};

#define WRITE_FILE (LANDLOCK_ACCESS_FS_WRITE_FILE | ACCESS_TRUNCATE)
#define WRITE_TREE                                                                                 \
	(WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |             \
	 LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR |                              \
	 LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |                              \
	 LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |                            \
	 LANDLOCK_ACCESS_FS_MAKE_SYM | LANDLOCK_ACCESS_FS_REFER)

/* A directory that can't be opened needs no rule. */
static void allow(int rules, const char *directory, uint64_t access)
{
	_cleanup_close_ int parent = open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC);
	struct landlock_path_beneath_attr below = {
		.allowed_access = access,
		.parent_fd = parent,
	};

	if (parent >= 0)
		syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &below, 0);
}

/* Without CAP_SYS_ADMIN the kernel demands that set-user-ID programs are given up, too. */
static bool restrict_self(int rules)
{
	if (syscall(SYS_landlock_restrict_self, rules, 0) == 0)
		return true;
	return errno == EPERM && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	       syscall(SYS_landlock_restrict_self, rules, 0) == 0;
}

enum fence fence_enter(const char *root, const char *scratch)
{
	const char *const trees[] = { root, scratch, "/tmp", "/var/tmp", "/dev/shm" };
	long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
	struct rules all = {
		.files = WRITE_TREE,
		.scopes = abi >= ABI_SCOPE ? SCOPE_ABSTRACT_UNIX | SCOPE_SIGNAL : 0,
	};
	size_t size = abi >= ABI_SCOPE ? sizeof(all) : offsetof(struct rules, ports);
	_cleanup_close_ int rules = -1;

	if (abi < ABI_TRUNCATE)
		return FENCE_NONE;
	rules = (int)syscall(SYS_landlock_create_ruleset, &all, size, 0);
	if (rules < 0)
		return FENCE_NONE;
	for (size_t i = 0; i < ARRAY_SIZE(trees); i++)
		allow(rules, trees[i], WRITE_TREE);
	allow(rules, "/dev", WRITE_FILE);
	allow(rules, "/proc", WRITE_FILE);
	if (!restrict_self(rules))
		return FENCE_NONE;
	return abi >= ABI_SCOPE ? FENCE_SIGNALS : FENCE_FILES;
}
