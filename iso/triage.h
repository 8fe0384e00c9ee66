/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Triage: findings with the same negated branches that differ in the same way form a group. Groups
 * that no change in the code explains come last. Among the others, suspects come before expected
 * changes, then few negations, a near change and many tests come first.
 *
 *	triage_find()
 *	triage_read_keys(), triage_mark_known()		if there is a file of accepted differences
 *	triage_write()					if one is to be written
 *	triage_deinit()
 */
#ifndef ISO_TRIAGE_H
#define ISO_TRIAGE_H

#include "iso/explore.h"

#define TRIAGE_FAR UINT32_MAX

struct triage_group {
	/*
	 * 12 hexadecimal digits that name the group. The key stays the same in later versions as
	 * long as the functions and conditions read the same. Owned.
	 */
	char *key;
	char *nature; /* nature of the difference, "exit status 0, then exit status 1"; owned */
	VEC(uint32_t) findings; /* indexes in explore.findings, ascending */
	/*
	 * Number of edges from a negated branch to the nearest changed node, in its function and
	 * what that calls; TRIAGE_FAR: there is none.
	 */
	uint32_t distance;
	bool is_known; /* An earlier comparison has accepted the group. */
	/* A change in the code that may have been executed explains the group. */
	bool is_explained;
	/* account of the first finding that is a suspect, else of the first finding; borrowed */
	struct account account;
};

struct triage {
	const struct explore *explore;
	VEC(struct triage_group) groups;
};

/*
 * Groups and sorts the findings of EXPLORE, which must outlive RET. The caller gives RET to
 * triage_deinit().
 */
void triage_find(const struct explore *explore, struct triage *ret);
void triage_deinit(struct triage *triage);

/*
 * Reads the keys in the file PATH, which triage_write() has written:
 *
 *	{ "differences": [ { "key": "3f0c5a9be112", "file": "src/a.c",
 *	                     "function": "f", "nature": "files" } ] }
 *
 * *RET is NULL-terminated, or NULL if there is no key; owned by the caller. ERROR_UNUSABLE if the
 * file is no such list.
 */
struct error *triage_read_keys(const char *path, char ***ret) MUST_CHECK;
/* Marks the groups that have one of KEYS as known, and all others as not known. */
void triage_mark_known(struct triage *triage, char *const *keys);
/* Writes the keys of all groups that a change in the code explains to PATH. */
struct error *triage_write(const struct triage *triage, const char *path) MUST_CHECK;

/*
 * True if the group is a reason to look at the new version: it is explained, not known, and no
 * expected change.
 */
bool triage_is_new(const struct triage_group *group);
size_t triage_count_new(const struct triage *triage);
/* Count the explained groups: all, those that are known, and those whose account is of KIND. */
size_t triage_count_explained(const struct triage *triage);
size_t triage_count_known(const struct triage *triage);
size_t triage_count_accounts(const struct triage *triage, enum account_kind kind);

#endif
