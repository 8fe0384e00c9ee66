/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/startup.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

/* Opens FD in the wrong direction: input that can't be read, output that can't be written. */
static void occupy(int fd)
{
	if (fcntl(fd, F_GETFD) >= 0)
		return;
	/* open() returns the lowest free number, which is FD. */
	int null = open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);

	if (null > STDERR_FILENO)
		close(null);
}

void startup_prepare(void)
{
	sigset_t none;

	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		occupy(fd);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGCHLD, SIG_DFL);
	signal(SIGXFSZ, SIG_IGN);
}
