/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An account is the verdict on a difference between the versions: whether an expected change
 * explains it.
 */
#ifndef ISO_ACCOUNT_H
#define ISO_ACCOUNT_H

#include "common/attr.h"

enum account_kind {
	ACCOUNT_NONE, /* The user has named no expected change. */
	/* No expected change explains the difference, or nothing shows that one does. */
	ACCOUNT_SUSPECT,
	ACCOUNT_CHANGE, /* An expected change explains the difference. */
};

struct account {
	enum account_kind kind;
	char *why; /* owned */
};

/* Returns "suspect" or "change"; NULL for ACCOUNT_NONE. */
const char *account_name(enum account_kind kind);
/* Sets KIND and WHY, which ACCOUNT owns from now on, and frees the old reason. */
void account_set(struct account *account, enum account_kind kind, char *why);
void account_deinit(struct account *account);

#endif
