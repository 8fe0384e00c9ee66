/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * The run-time's parts, seen from each other.
 *
 * The library is preloaded into every process of a test.  Life of a process:
 *
 *   1. rt_start()           constructor, before all others (initfirst)
 *   2. rt_session_attach()  no session: the process is left alone for good
 *   3. rt_units_refresh()   units of the modules loaded at start, and again
 *                           whenever a module is initialised (dlopen)
 *   4. rt_server_stop()     before main, in the process that serves
 *   5. rt_server_split()    in a child of it, where a mutant is infected
 *
 * In a script, 4 does not happen, and 5 may in all processes, or rt_server_answer() in wait().
 *
 * Nothing here allocates, uses stdio, or depends on a constructor having
 * run.  The program must not notice: errno, descriptors, signals and the
 * environment stay as they were.
 */
#ifndef RUNTIME_RT_H
#define RUNTIME_RT_H

#include <stdbool.h>
#include <stdint.h>

#include "remt/coverage.h"
#include "remt/session.h"
#include "remt/unit.h"

/* Of functions that stand before those of the C library. */
#define EXPORT	   __attribute__((visibility("default")))

#define PAGE_BYTES 4096 /* of x86_64; PAGE_SIZE is a macro of some C libraries */

/* The mapped session; NULL: not attached. */
extern struct remt_session *rt_session;

/* Maps the session that ENVP names; false if there is none or it is not of this version. */
bool rt_session_attach(char **envp);
/* Notes ERROR for the runner, unless an earlier one is there. */
void rt_session_fail(enum remt_runtime_error error);

/*
 * Attaches the units of all loaded modules that are not attached yet, in the way that the
 * session's mode asks for.  Cheap when nothing was loaded since the last call, unless FORCE.
 */
void rt_units_refresh(bool force);

/* In a fork-server, before its first child: finds the units of all loaded modules, attaches none. */
void rt_units_remember(void);
/* In its child: rt_units_refresh(true), for much less. */
void rt_units_attach_remembered(void);

struct dl_phdr_info;
/* A module that is linked anew with the program: the linker may put its data elsewhere. */
void rt_layout_add(const struct dl_phdr_info *info);
/* The function that layout switches call (include/remt/unit.h). */
uint64_t rt_layout_shift(uint64_t address, uint32_t bytes);

/* Has the functions of UNIT tell when they are entered first. */
void rt_enter_unit(struct remt_unit *unit);
/* Of a unit whose functions can't tell. */
void rt_enter_give_up(void);
/* In a fork-server, before its first child: what was entered until now is in its runs, too. */
void rt_enter_remember(void);
void rt_enter_begin(void);

/* True if what the unit UID checks is recorded; sets that in UNIT, if so. */
bool rt_check_names(uint64_t uid);
void rt_check_unit(struct remt_unit *unit);

/* True if the session names a switch of the unit UID: of MUTATE, SPLIT or NEGATE. */
bool rt_select_names(uint64_t uid);
/* The alternative that is on at the site; 0: none. */
uint32_t rt_select_find(const struct remt_unit *unit, uint32_t site);
/* MUTATE: sets the switches that the session names in UNIT. */
void rt_select_unit(struct remt_unit *unit);
/* Counts the unit if something of it is switched on. */
void rt_select_note(const struct remt_unit *unit);

/*
 * Executions of a site are counted one by one by the hook until there are RT_SEEN; then the site has a flag
 * with which it calls the hook only when RT_UNSEEN of them are over, as a call costs many times
 * what a cheap expression does.
 */
#define RT_SEEN	   1024
#define RT_ENOUGH  (1 << 20) /* COVER: executions, after which a site is left alone */
#define RT_WATCHED (1 << 12) /* NEGATE: executions, after which only some are looked at */
#define RT_COMPARED                                                                                \
	(1                                                                                         \
	 << 25) /* COVER: alternatives that a process compares with their originals; then all others count as infected */
#define RT_UNSEEN                                                                                  \
	1020 /* and the one that calls: 1021 is prime, lest a loop with several sites show only one */

/* The two hooks (include/remt/unit.h). */
uint32_t rt_hook_mutate(struct remt_unit *unit, uint32_t site, uint32_t k, uint64_t arg);
uint32_t rt_hook_cover(struct remt_unit *unit, uint32_t site, uint32_t k, uint64_t arg);
uint32_t rt_hook_negate(struct remt_unit *unit, uint32_t site, uint32_t k, uint64_t arg);

uint32_t rt_hook_split(struct remt_unit *unit, uint32_t site, uint32_t k, uint64_t arg);

/* SPLIT: this process becomes the trunk, if it is not, which stands for all that the session
 * switches on. */
void rt_split_begin(void);
/* Adds a unit's switches to those that the process can split off. */
void rt_split_unit(struct remt_unit *unit);
/* Variants: SITE of UNIT is executed for the first time.  Those that have it on part; true in the
 * child that is one of them. */
bool rt_split_site(const struct remt_unit *unit, uint32_t site);
/* True in the trunk, and in its children that stand for several mutants. */
bool rt_split_is_on(void);

/* The program asks for its pid: in a trunk, its copies have others (but for scripts, rt_pids.c). */
void rt_state_note_pid(void);
/* Around the fork of a copy of this process, in a script: it goes by the pids that this one has. */
void rt_pids_before_fork(void);
void rt_pids_enter_copy(void);
/* A process has attached: a copy may have become another program. */
void rt_pids_attach(void);

/* Around the fork of a copy: it goes on with the processor time that this process has used. */
void rt_clock_before_fork(void);
void rt_clock_enter_copy(void);

/* In a child of a process that was called: it goes on with the mutant that the session has on. */
void rt_split_return(void);

/* Of a script: no other process may ask before this one has its answer, nor change what it asks
 * for. */
void rt_server_lock(void);
void rt_server_unlock(void);

enum rt_split_result {
	RT_SPLIT_PARENT, /* the child has ended, or there was none */
	RT_SPLIT_CHILD,
	RT_SPLIT_LOST, /* nobody was asked */
};

/* Asks the runner for what split[] names, and forks. */
enum rt_split_result rt_server_split(void);
/* The runner has called this process, which waits for another one: forks as it is told. */
enum rt_split_result rt_server_answer(void);

/*
 * What a child would share with its parent, although two runs would not: open files, mappings, timers.
 */
/* In the trunk, at its start. */
void rt_state_begin(void);
/* Why this process can't fork now, as far as it can be told before; with all signals blocked. */
enum remt_refusal rt_state_refusal(void);
/* The same of one that waits for its children, and may know its pid: its copy sees the same
 * ones. */
enum remt_refusal rt_state_waiting_refusal(void);
/* Around the fork: stops the clock, and lets it go on, also in the child. */
void rt_state_pause(void);
void rt_state_resume(void);
/*
 * In the child: lets go of what is the parent's.  FDS came with the request; the second is the
 * child's output, the third its standard error.  HAS_RETURNED: of a process that was called; files may have changed since.
 */
enum remt_refusal rt_state_detach(const int *fds, unsigned count, bool has_returned);
/* The files' part of it. */
enum remt_refusal rt_files_detach(const int *fds, unsigned count, bool has_returned);
/*
 * The pipes' part of that: begin, note each descriptor of one, detach.  False: a pipe can't be made
 * anew, as another process may have it, it holds something while it can still be written to, it has
 * a name, locks or signals that tell of it.
 */
void rt_pipes_begin(void);
struct statx;
bool rt_pipes_note(int fd, const struct statx *status);
/* In the parent: what lies in pipes may be memory or files that change yet. */
bool rt_pipes_are_spliced(void);
/* The program may compare the numbers of their inodes. */
bool rt_pipes_are_numbered(void);
bool rt_pipes_detach(void);

/* True if this run writes coverage, or is a trunk from which such runs are split off. */
static inline bool rt_covers(void)
{
	return rt_session->mode == REMT_MODE_COVER || rt_session->mode == REMT_MODE_NEGATE ||
	       (rt_session->mode == REMT_MODE_SPLIT && rt_session->covers);
}
/* COVER: gives UNIT its place in this process's coverage file, which the first one creates. */
void rt_cover_unit(struct remt_unit *unit, remt_hook hook);
/* In a child of a trunk: what that has covered is the beginning of this process's own file. */
void rt_cover_enter_copy(void);
/* Where the coverage is mapped; NULL: nowhere. */
const void *rt_cover_start(void);
/* COVER: notes that main begins. */
void rt_cover_main(void);
/* COVER: site SITE of UNIT is executed, HITS times; returns how often in this process and its forks. */
uint32_t rt_cover_hit(const struct remt_unit *unit, uint32_t site, uint32_t hits);
/* COVER: true if the site was executed before, in this process or its forks. */
bool rt_cover_is_reached(const struct remt_unit *unit, uint32_t site);
/* COVER: executions of the site, as far as they were counted. */
uint32_t rt_cover_count(const struct remt_unit *unit, uint32_t site);
/* COVER: the bits of the site's infected alternatives. */
uint32_t *rt_cover_infected(const struct remt_unit *unit, uint32_t site);

/* Calls EACH with every number that is a name in directory PATH until it returns false; then, or if they can't be listed, false. */
bool rt_numbers_each(const char *path, bool (*each)(int number, void *arg), void *arg);
/* The same with this process's open descriptors. */
bool rt_fds_each(bool (*each)(int fd, void *arg), void *arg);

/*
 * Modules without units of their own (include/remt/variants.h).
 */
/* At the start: reads what the session names. */
void rt_binary_begin(void);
/* The unit of a loaded module; NULL: it is none that is known. */
struct remt_unit *rt_binary_find(const struct dl_phdr_info *info);
bool rt_binary_has(const struct remt_unit *unit);
/* Puts the breakpoints of sites that are switched on into the code of UNIT, if it is such a one. */
void rt_binary_plant(const struct remt_unit *unit);
/* A breakpoint at AT was executed, where the processor had FLAGS: asks the hook what is to be there
 * instead.  Where to go on; NULL: it is not one of ours. */
const char *rt_binary_answer(const char *at, uint64_t flags);
/* From now on SIGTRAP is ours. */
void rt_trap_begin(void);
/* Until the first breakpoint of this thread, which may have no signal stack of its own; where it is
 * covered, for good. */
void rt_trap_step_aside(void);

/* Ends the process in a way that no handler of the program can see or stop. */
_Noreturn void rt_hook_end(void);

/* True if this process is the one to serve. */
bool rt_server_is_wanted(void);
/* Serves; returns only in the children, which are to go on into main. */
void rt_server_stop(void);
/* True if there is a child that nobody has waited for; if SIGCHLD is not as at a start, or is ignored; if there are threads. */
bool rt_server_has_children(void);
bool rt_server_has_threads(void);

#endif
