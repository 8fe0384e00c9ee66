/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * The interface between the parts of the run-time.
 *
 * The library is preloaded into every process of a test. Life of a process:
 *
 *   1. rt_start()           constructor, before all others (initfirst)
 *   2. rt_session_attach()  without a session the process is left alone for good
 *   3. rt_units_refresh()   finds the units of the modules loaded at start, and again
 *                           whenever a module is initialised (dlopen)
 *   4. rt_server_stop()     before main, in the process that is the fork-server
 *   5. rt_server_split()    in a child of the server, where a mutant is infected
 *
 * In a script, step 4 is left out, and any process may do step 5, or rt_server_answer() in wait().
 *
 * Nothing here allocates, uses stdio, or needs a constructor to have run. The program must not
 * notice anything: errno, descriptors, signals and the environment stay as they were.
 */
#ifndef RUNTIME_RT_H
#define RUNTIME_RT_H

#include <stdbool.h>
#include <stdint.h>

#include "remt/coverage.h"
#include "remt/session.h"
#include "remt/unit.h"

/* For functions that take the place of the C library's. */
#define EXPORT	   __attribute__((visibility("default")))

#define PAGE_BYTES 4096 /* of x86_64; some C libraries have PAGE_SIZE as a macro */

/* The mapped session; NULL: not attached. */
extern struct remt_session *rt_session;

/* Maps the session that ENVP names. False: there is none, or it has another version. */
bool rt_session_attach(char **envp);
/* Notes ERROR for the runner unless an earlier one is noted. */
void rt_session_fail(enum remt_runtime_error error);

/*
 * Attaches the units of all loaded modules that are not attached yet, as the session's mode asks.
 * Costs little if nothing was loaded since the last call, unless FORCE.
 */
void rt_units_refresh(bool force);

/*
 * For a fork-server before its first child: finds the units of all loaded modules and attaches
 * none.
 */
void rt_units_remember(void);
/* For a child of the fork-server: does rt_units_refresh(true) for much less time. */
void rt_units_attach_remembered(void);

struct dl_phdr_info;
/* Notes a module that is linked anew with the program, so that the linker may move its data. */
void rt_layout_add(const struct dl_phdr_info *info);
/* Implements the shift function of layout switches (include/remt/unit.h). */
uint64_t rt_layout_shift(uint64_t address, uint32_t bytes);

/* Makes the functions of UNIT tell when they are entered first. */
void rt_enter_unit(struct remt_unit *unit);
/* Notes that some unit's functions can't tell their entry. */
void rt_enter_give_up(void);
/* For a fork-server before its first child: functions entered until now belong to its runs, too. */
void rt_enter_remember(void);
/* For a child of the fork-server: notes what rt_enter_remember() kept. */
void rt_enter_begin(void);

/*
 * rt_check_names(): true if the checks of the unit UID are recorded. rt_check_unit(): sets the
 * check hook of UNIT if they are.
 */
bool rt_check_names(uint64_t uid);
void rt_check_unit(struct remt_unit *unit);

/* True if the session has a switch of the unit UID. */
bool rt_select_names(uint64_t uid);
/* Returns the alternative that is on at the site; 0: none. */
uint32_t rt_select_find(const struct remt_unit *unit, uint32_t site);
/* MUTATE: sets the switches of the session in UNIT. */
void rt_select_unit(struct remt_unit *unit);
/* Counts UNIT among those with a switch, if it has one. */
void rt_select_note(const struct remt_unit *unit);

/*
 * The hook counts the first RT_SEEN executions of a site one by one. Then the site gets a flag by
 * which it calls the hook only once in RT_UNSEEN + 1 executions, as a call costs many times what a
 * cheap expression costs.
 */
#define RT_SEEN	   1024
#define RT_ENOUGH  (1 << 20) /* COVER: after so many executions a site is left alone */
#define RT_WATCHED (1 << 12) /* NEGATE: after so many executions a site is only sampled */
/*
 * COVER: how many alternatives a process compares with their originals; then all others count as
 * infected
 */
#define RT_COMPARED (1 << 25)
/*
 * 1021 executions for each call: a prime, so that a loop with several sites does not show the same
 * one each time
 */
#define RT_UNSEEN 1020

/* The hooks (include/remt/unit.h), one for each mode. */
uint32_t rt_hook_mutate(struct remt_unit *unit, uint32_t site, uint32_t k, uint64_t arg);
uint32_t rt_hook_cover(struct remt_unit *unit, uint32_t site, uint32_t k, uint64_t arg);
uint32_t rt_hook_negate(struct remt_unit *unit, uint32_t site, uint32_t k, uint64_t arg);

uint32_t rt_hook_split(struct remt_unit *unit, uint32_t site, uint32_t k, uint64_t arg);

/*
 * SPLIT: makes this process the trunk, with all mutants that the session switches on, unless it is
 * one already.
 */
void rt_split_begin(void);
/* Adds the switches of UNIT to those that the process can split off. */
void rt_split_unit(struct remt_unit *unit);
/*
 * Variants: SITE of UNIT is executed for the first time, so the variants with a switch there are
 * split off. True in the child that is one of them.
 */
bool rt_split_site(const struct remt_unit *unit, uint32_t site);
/* True in the trunk, and in its children that stand for several mutants. */
bool rt_split_is_on(void);

/*
 * Notes that the program asks for its pid: the pids of a trunk's copies differ from it (but for
 * scripts, see rt_pids.c).
 */
void rt_state_note_pid(void);
/* Scripts: before and after the fork of a copy, which goes by the pids of this process. */
void rt_pids_before_fork(void);
void rt_pids_enter_copy(void);
/* A process has attached: it may be a copy that has executed another program. */
void rt_pids_attach(void);

/*
 * Before and after the fork of a copy, which counts the processor time of this process as its own.
 */
void rt_clock_before_fork(void);
void rt_clock_enter_copy(void);

/*
 * For the child of a process that was called: it continues with the mutant that is on in the
 * session.
 */
void rt_split_return(void);

/* Scripts: until this process has its answer, no other one may ask or change what it asks for. */
void rt_server_lock(void);
void rt_server_unlock(void);

enum rt_split_result {
	RT_SPLIT_PARENT, /* the child has ended, or there was none */
	RT_SPLIT_CHILD,
	RT_SPLIT_LOST, /* the runner can't be asked */
};

/* Asks the runner for the mutants in split[], and forks. */
enum rt_split_result rt_server_split(void);
/* Answers the runner's call of this process, which waits for another one: forks as it is told. */
enum rt_split_result rt_server_answer(void);

/*
 * What a child would share with its parent and two runs would not: open files, mappings, timers.
 */
/* Called in the trunk at its start. */
void rt_state_begin(void);
/*
 * Returns why this process can't fork now, as far as that can be told before. All signals must be
 * blocked.
 */
enum remt_refusal rt_state_refusal(void);
/*
 * Does what rt_state_refusal() does for a process that waits for its children. It may know its pid,
 * as its copy goes by the same one.
 */
enum remt_refusal rt_state_waiting_refusal(void);
/* Called around the fork: stop the timers, and let them continue, in the child as well. */
void rt_state_pause(void);
void rt_state_resume(void);
/*
 * In the child: separates it from its parent. FDS came with the request; the second is the child's
 * output, the third its standard error. HAS_RETURNED: the child's parent was called, and files may
 * have changed since.
 */
enum remt_refusal rt_state_detach(const int *fds, unsigned count, bool has_returned);
/* The part of rt_state_detach() for files. */
enum remt_refusal rt_files_detach(const int *fds, unsigned count, bool has_returned);
/*
 * The part of rt_state_detach() for pipes: begin, note each descriptor of a pipe, detach. False: a
 * pipe can't be made anew, since another process may have it, or it holds data and can still be
 * written to, or it has a name, locks, or signals that tell of it.
 */
void rt_pipes_begin(void);
struct statx;
bool rt_pipes_note(int fd, const struct statx *status);
/* In the parent: true if pipes may hold memory or files that still change. */
bool rt_pipes_are_spliced(void);
/* True if the program may compare the inode numbers of pipes. */
bool rt_pipes_are_numbered(void);
bool rt_pipes_detach(void);

/* True if this run writes coverage, or is a trunk for runs that do. */
static inline bool rt_covers(void)
{
	return rt_session->mode == REMT_MODE_COVER || rt_session->mode == REMT_MODE_NEGATE ||
	       (rt_session->mode == REMT_MODE_SPLIT && rt_session->covers);
}
/* COVER: gives UNIT its place in this process's coverage file. The first unit creates the file. */
void rt_cover_unit(struct remt_unit *unit, remt_hook hook);
/* For the child of a trunk: its file begins with the trunk's coverage. */
void rt_cover_enter_copy(void);
/* Returns where the coverage is mapped; NULL: nowhere. */
const void *rt_cover_start(void);
/* COVER: notes that main begins. */
void rt_cover_main(void);
/*
 * COVER: counts HITS executions of SITE; returns the sum in this process and those that share its
 * file.
 */
uint32_t rt_cover_hit(const struct remt_unit *unit, uint32_t site, uint32_t hits);
/* COVER: true if the site was executed before in this process or one that shares its file. */
bool rt_cover_is_reached(const struct remt_unit *unit, uint32_t site);
/* COVER: returns the executions of the site, as far as they are counted. */
uint32_t rt_cover_count(const struct remt_unit *unit, uint32_t site);
/* COVER: returns the place of the site's infected alternatives. */
uint32_t *rt_cover_infected(const struct remt_unit *unit, uint32_t site);

/*
 * Calls EACH with every number that is a name in directory PATH, until it returns false. False:
 * EACH did, or the directory can't be listed.
 */
bool rt_numbers_each(const char *path, bool (*each)(int number, void *arg), void *arg);
/* Does what rt_numbers_each() does for this process's open descriptors. */
bool rt_fds_each(bool (*each)(int fd, void *arg), void *arg);

/*
 * Modules without units of their own (include/remt/variants.h).
 */
/* Called at the start: reads what the session names. */
void rt_binary_begin(void);
/* Returns the unit of a loaded module; NULL: the variants file does not have the module. */
struct remt_unit *rt_binary_find(const struct dl_phdr_info *info);
bool rt_binary_has(const struct remt_unit *unit);
/*
 * Puts the breakpoints of switched-on sites into the code of UNIT, if UNIT was made for such a
 * module.
 */
void rt_binary_plant(const struct remt_unit *unit);
/*
 * The breakpoint at AT was executed while the processor had FLAGS: asks the hook which code
 * replaces it. Returns where to continue; NULL: the breakpoint is not one of ours.
 */
const char *rt_binary_answer(const char *at, uint64_t flags);
/* Takes over SIGTRAP. */
void rt_trap_begin(void);
/*
 * Gives this thread a signal stack, if it has none, until its first breakpoint; where coverage is
 * written, for good.
 */
void rt_trap_step_aside(void);

/* Ends the process so that no handler of the program can see or prevent it. */
_Noreturn void rt_hook_end(void);

/* True if this process is to be the fork-server. */
bool rt_server_is_wanted(void);
/* Serves; returns only in the children, which then enter main. */
void rt_server_stop(void);
/* rt_server_has_children(): true if some child was not waited for yet. */
bool rt_server_has_children(void);
bool rt_server_has_threads(void);

#endif
