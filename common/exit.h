/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exit codes of remt, the same in the man pages. */
#ifndef COMMON_EXIT_H
#define COMMON_EXIT_H

enum exit_code {
	EXIT_OK = 0, /* done, nothing to object to */
	EXIT_THRESHOLD =
		1, /* done: a threshold was missed, iso has new suspects, or verify differs */
	EXIT_USAGE = 2,
	EXIT_UNUSABLE = 3, /* baseline, build or machine can't be used */
	EXIT_INTERNAL = 4,
};

#endif
