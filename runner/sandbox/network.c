/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/sandbox/network.h"

#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/cleanup.h"

/* The loopback device of a new network is down. */
static void raise_loopback(void)
{
	_cleanup_close_ int any = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	struct ifreq request = { .ifr_name = "lo", .ifr_flags = IFF_UP };

	if (any >= 0)
		ioctl(any, SIOCSIFFLAGS, &request);
}

bool network_enter(void)
{
	if (unshare(CLONE_NEWNET) < 0)
		return false;
	raise_loopback();
	return true;
}

void network_open(struct network *network)
{
	network->statistics = open("/proc/self/net/sockstat", O_RDONLY | O_CLOEXEC);
}

bool network_is_used(const struct network *network)
{
	unsigned long inuse, waiting;
	const char *tcp;
	char text[1024];
	ssize_t size;

	if (network->statistics < 0)
		return false;
	size = pread(network->statistics, text, sizeof(text) - 1, 0);
	text[size > 0 ? size : 0] = 0;
	tcp = strstr(text, "TCP:");
	return tcp && sscanf(tcp, "TCP: inuse %lu orphan %*u tw %lu", &inuse, &waiting) == 2 &&
	       (inuse || waiting);
}

void network_renew(struct network *network)
{
	if (!network_enter())
		return;
	close(network->statistics);
	network_open(network);
}
