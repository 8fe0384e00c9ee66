/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accounts: whether an expected change accounts for a difference. */
#ifndef ISO_ACCOUNT_H
#define ISO_ACCOUNT_H

#include "common/attr.h"

enum account_kind {
	ACCOUNT_NONE,	 /* nothing is expected */
	ACCOUNT_SUSPECT, /* it does not, or nothing shows that it does */
	ACCOUNT_CHANGE,	 /* it does */
};

struct account {
	enum account_kind kind;
	char *why; /* owned */
};

/* "suspect", "change"; NULL: ACCOUNT_NONE. */
const char *account_name(enum account_kind kind);
/* Takes WHY; what ACCOUNT was before goes. */
void account_set(struct account *account, enum account_kind kind, char *why);
void account_deinit(struct account *account);

#endif
