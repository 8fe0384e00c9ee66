/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Triage of what an exploration found: findings with the same negated branches that differ in the
 * same way are one group, and the groups that say most come first; last those that nothing
 * explains.
 */
#ifndef ISO_TRIAGE_H
#define ISO_TRIAGE_H

#include "iso/explore.h"

#define TRIAGE_FAR UINT32_MAX

struct triage_group {
	char *key;    /* 12 hexadecimal digits: the same in later versions as long as function and
			 conditions read the same; owned */
	char *nature; /* "exit status 0, then 1"; owned */
	VEC(uint32_t) findings; /* of the exploration, by test; the shortest outputs first */
	uint32_t distance; /* nodes from a negated branch to the nearest one that is changed, in its
			      function and what that calls; TRIAGE_FAR: there is none */
	bool is_known;	   /* accepted before */
	bool is_explained; /* by a change in the code that may have been executed */
	struct account account; /* of the first finding that is a suspect, if there is one, else of
				   the first; borrowed */
};

struct triage {
	const struct explore *explore;
	VEC(struct triage_group) groups;
};

/* EXPLORE outlives RET. */
void triage_find(const struct explore *explore, struct triage *ret);
void triage_deinit(struct triage *triage);

/* The keys in the file PATH, written by triage_write(); NULL-terminated or NULL, owned by the
 * caller. */
struct error *triage_read_keys(const char *path, char ***ret) MUST_CHECK;
/* Marks the groups of these keys as known. */
void triage_mark_known(struct triage *triage, char *const *keys);
/* Writes the keys of all groups to PATH. */
struct error *triage_write(const struct triage *triage, const char *path) MUST_CHECK;

/* True for a reason to look at the new version: explained, not known, and no expected change. */
bool triage_is_new(const struct triage_group *group);
size_t triage_count_new(const struct triage *triage);
/* Groups that are explained; of these, those that are known, and those of one account. */
size_t triage_count_explained(const struct triage *triage);
size_t triage_count_known(const struct triage *triage);
size_t triage_count_accounts(const struct triage *triage, enum account_kind kind);

#endif
