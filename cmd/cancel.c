/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/cancel.h"

#include <errno.h>
#include <sys/mman.h>

static volatile sig_atomic_t *cancelled;

static void cancel(int number)
{
	/* Handlers stay short; the campaign looks at the number. */
	*cancelled = number;
}

static void catch_one(int number)
{
	struct sigaction action = { .sa_handler = cancel }, old;

	sigemptyset(&action.sa_mask);
	/* nohup and background shells ignore some of them on purpose. */
	if (sigaction(number, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
		sigaction(number, &action, NULL);
}

struct error *cancel_catch(const volatile sig_atomic_t **ret)
{
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };

	void *shared = mmap(NULL, sizeof(*cancelled), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (shared == MAP_FAILED)
		return error_errno(ERROR_INTERNAL, errno, "sharing memory with children");
	*ret = cancelled = shared;
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++)
		catch_one(numbers[i]);
	return NULL;
}

void cancel_catch_pipe(void)
{
	catch_one(SIGPIPE);
}

void cancel_end_by_pipe(void)
{
	if (!cancelled || *cancelled != SIGPIPE)
		return;
	signal(SIGPIPE, SIG_DFL);
	raise(SIGPIPE);
}
