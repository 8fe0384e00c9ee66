/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "iso/account.h"

#include <stddef.h>
#include <stdlib.h>

const char *account_name(enum account_kind kind)
{
	static const char *const names[] = {
		[ACCOUNT_SUSPECT] = "suspect",
		[ACCOUNT_CHANGE] = "change",
	};

	return names[kind];
}

void account_set(struct account *account, enum account_kind kind, char *why)
{
	free(account->why);
	*account = (struct account){ kind, why };
}

void account_deinit(struct account *account)
{
	account_set(account, ACCOUNT_NONE, NULL);
}
