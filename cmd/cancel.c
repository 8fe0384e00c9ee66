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

struct error *cancel_catch(const volatile sig_atomic_t **ret)
{
	struct sigaction action = { .sa_handler = cancel };
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };

	void *shared = mmap(NULL, sizeof(*cancelled), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (shared == MAP_FAILED)
		return error_errno(ERROR_INTERNAL, errno, "sharing memory with children");
	*ret = cancelled = shared;
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
		struct sigaction old;

		/* nohup and background shells ignore some of them on purpose. */
		if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
			sigaction(numbers[i], &action, NULL);
	}
	return NULL;
}
