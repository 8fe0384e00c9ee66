/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Finds and maps the session file. */
#include "runtime/rt_syscall.h"

struct remt_session *rt_session;

static const char *find_in_environment(char **envp, const char *name)
{
	for (; envp && *envp; envp++) {
		const char *a = *envp, *b = name;

		while (*b && *a == *b) {
			a++;
			b++;
		}
		if (!*b && *a == '=')
			return a + 1;
	}
	return NULL;
}

static bool is_valid(const struct remt_session *session)
{
	static const char magic[] = REMT_SESSION_MAGIC;

	for (unsigned i = 0; i < sizeof(session->magic); i++) {
		if (session->magic[i] != magic[i])
			return false;
	}
	return session->version == REMT_SESSION_VERSION && session->size == sizeof(*session) &&
	       session->nr_on <= REMT_SESSION_MAX_ON;
}

bool rt_session_attach(char **envp)
{
	const char *path = find_in_environment(envp, REMT_SESSION_ENV);
	struct remt_session *session = NULL;
	struct statx status;
	int fd;

	if (!path)
		return false;
	fd = rt_open(path, O_RDWR, 0);
	if (fd < 0)
		return false;
	if (rt_statx(fd, "", &status) && status.stx_size == sizeof(*session))
		session = rt_map_shared(fd, sizeof(*session));
	rt_close(fd);
	if (!session)
		return false;
	if (!is_valid(session)) {
		syscall(SYS_munmap, session, sizeof(*session));
		return false;
	}
	rt_session = session;
	return true;
}

void rt_session_fail(enum remt_runtime_error error)
{
	uint32_t none = REMT_RUNTIME_OK;

	__atomic_compare_exchange_n(&rt_session->runtime_error, &none, (uint32_t)error, false,
				    __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}
