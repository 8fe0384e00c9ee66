/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What files a compilation reads, by the rule for make that the compiler writes of it (-MD). A file is its device and
 * inode, so that other names of it, as links, are it, too.
 */
#ifndef EQUIV_READS_H
#define EQUIV_READS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"

struct equiv_read {
	uint64_t device, inode;
	uint64_t unit; /* index of the unit that reads it */
};

struct equiv_reads {
	VEC(struct equiv_read) items;
};

/*
 * Adds what RULE names to READS, as read by UNIT; relative names count from DIRECTORY. ERROR_UNUSABLE if a name can't be
 * understood, or is no file.
 */
struct error *equiv_reads_add_rule(struct equiv_reads *reads, const char *rule,
				   const char *directory, uint64_t unit) MUST_CHECK;
/* Sorts READS for equiv_reads_is_shared(). */
void equiv_reads_sort(struct equiv_reads *reads);
/* True unless each of the COUNT different UNITS reads FILE, and no other unit does. */
bool equiv_reads_is_shared(const struct equiv_reads *reads, const struct stat *file,
			   const uint32_t *units, size_t count);

#endif
