/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The worker's own network, which has nothing but a loopback device. A port stays taken for a
 * minute after its connection was closed, so a run must not inherit the network of an earlier one.
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

/* Moves this process into a new network; false: refused, errno. */
bool network_enter(void) MUST_CHECK;

/* Call it after network_enter(), before anything runs in that network. */
void network_open(struct network *network);
/* True if connections are left that belong to no process. */
bool network_is_used(const struct network *network);
/* Moves this process into another new network; living processes stay in the old one. */
void network_renew(struct network *network);

#endif
