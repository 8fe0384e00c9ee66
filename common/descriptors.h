/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages with open files, over sockets of the local machine (unix(7), SCM_RIGHTS). */
#ifndef COMMON_DESCRIPTORS_H
#define COMMON_DESCRIPTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "common/attr.h"

#define DESCRIPTORS_MOST 16 /* of one message */

/*
 * Sends SIZE bytes and the NUMBER files FDS, at least one and at most DESCRIPTORS_MOST; FLAGS are those of send(2), and a
 * receiver that is gone sends no signal. False: not all was sent.
 */
bool descriptors_send(int socket, const void *message, size_t size, const int *fds, unsigned number,
		      int flags) MUST_CHECK;

/*
 * Receives at most SIZE bytes and CAPACITY files, at most DESCRIPTORS_MOST, which the caller closes, whatever came with them;
 * *NUMBER is how many there are. Those beyond CAPACITY are closed. FLAGS and the result are those of recv(2). The files are
 * closed on exec.
 */
ssize_t descriptors_receive(int socket, void *message, size_t size, int *fds, unsigned capacity,
			    unsigned *number, int flags) MUST_CHECK;

#endif
