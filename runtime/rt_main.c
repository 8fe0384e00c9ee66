/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * The places where the program enters the run-time: before its constructors, at each module that is
 * initialised later, and right before main.
 */
#include <dlfcn.h>
#include <errno.h>

#include "runtime/rt.h"

typedef int main_function(int argc, char **argv, char **envp);
typedef int start_function(main_function *main, int argc, char **argv, void (*init)(void),
			   void (*fini)(void), void (*rtld_fini)(void), void *stack_end);

static main_function *real_main;

__attribute__((constructor)) static void rt_start(int argc, char **argv, char **envp)
{
	int saved_errno = errno;

	(void)argc;
	(void)argv;
	if (rt_session_attach(envp)) {
		__atomic_fetch_add(&rt_session->nr_attached, 1, __ATOMIC_RELAXED);
		rt_pids_attach();
		rt_binary_begin();
		rt_units_refresh(true);
	}
	errno = saved_errno;
}

/*
 * The start-up code of each module (crti.o) calls this function, if it exists, before the module's
 * constructors. So the units of a dlopened module are found in time. dlopen itself looks at its
 * caller and is not interposed.
 */
EXPORT void __gmon_start__(void);
EXPORT void __gmon_start__(void)
{
	int saved_errno = errno;

	if (rt_session)
		rt_units_refresh(false);
	errno = saved_errno;
}

static int enter_main(int argc, char **argv, char **envp)
{
	int saved_errno = errno;

	if (rt_server_is_wanted())
		rt_server_stop();
	rt_cover_main();
	errno = saved_errno;
	return real_main(argc, argv, envp);
}

EXPORT start_function __libc_start_main;
EXPORT int __libc_start_main(main_function *main, int argc, char **argv, void (*init)(void),
			     void (*fini)(void), void (*rtld_fini)(void), void *stack_end)
{
	start_function *real = (start_function *)dlsym(RTLD_NEXT, "__libc_start_main");

	if (rt_session) {
		real_main = main;
		main = enter_main;
	}
	return real(main, argc, argv, init, fini, rtld_fini, stack_end);
}
