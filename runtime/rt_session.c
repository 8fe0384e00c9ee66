/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Finds and maps the session file. */
#include "runtime/rt_syscall.h"

#define GUARD_SIZE (16ul << 20)

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

/*
 * Maps FD between two guards, which nobody can access: a program that writes beyond its own
 * mappings must not hit the session. Without guards where address space is limited.
 */
static struct remt_session *map_guarded(int fd)
{
	size_t size = (sizeof(struct remt_session) + PAGE_BYTES - 1) & ~(PAGE_BYTES - 1);
	char *guard = (char *)syscall(SYS_mmap, NULL, size + 2 * GUARD_SIZE, PROT_NONE,
				      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0L);
	void *session;

	if (guard == MAP_FAILED)
		return rt_map_shared(fd, sizeof(struct remt_session));
	session = (void *)syscall(SYS_mmap, guard + GUARD_SIZE, size, PROT_READ | PROT_WRITE,
				  MAP_SHARED | MAP_FIXED, fd, 0L);
	if (session != MAP_FAILED)
		return session;
	syscall(SYS_munmap, guard, size + 2 * GUARD_SIZE);
	return rt_map_shared(fd, sizeof(struct remt_session));
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
		session = map_guarded(fd);
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
