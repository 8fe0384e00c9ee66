/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The worker's own network: a loopback device and nothing else.  Ports stay taken for a minute
 * after a connection was closed; a run must not find those of an earlier one.
 */
#ifndef RUNNER_SANDBOX_NETWORK_H
#define RUNNER_SANDBOX_NETWORK_H

#include <stdbool.h>

#include "common/attr.h"

struct network {
	int statistics; /* descriptor of its sockstat; -1: no network of our own */
};

#define NETWORK_NONE                                                                               \
	{                                                                                          \
		.statistics = -1                                                                   \
	}

/* Puts this process into a new network; false: refused, errno. */
bool network_enter(void) MUST_CHECK;

/* In such a network, when nothing runs there. */
void network_open(struct network *network);
/* True if connections are left, none of which belongs to a process. */
bool network_is_used(const struct network *network);
/* Enters another new one in its place; what is alive stays in the old one. */
void network_renew(struct network *network);

#endif
