/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lanes: processes that make runs beside those of the search, each with views, namespaces and servers of its own. So
 * nothing that a run does is seen by another one, and what ends a run ends no other one. Runs wait in queues. Those
 * of compiled programs are made by whoever is idle, the search too while it waits for one; evaluated runs by the
 * first lane alone, whose servers are ready.
 *
 *   lanes_create()	before the processes are forked
 *   lane_serve()	in each of them
 *   lanes_close()	in the process that forked them, and waits for them
 *   lanes_begin()	in the search: as often as there is something to run
 *   lanes_take()	tells what a run did
 *   lanes_drop()	in place of that: nobody wants to know
 */
#ifndef PATHS_LANE_H
#define PATHS_LANE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "paths/command.h"
#include "paths/trial.h"

enum { LANES_MOST = 63 };

struct lanes;
struct lane_run; /* that was begun */

/* Makes the queues for NUMBER lanes, 1 to LANES_MOST. NULL: errno tells why not. */
struct lanes *lanes_create(unsigned number) MUST_CHECK;

/*
 * Makes runs in the process of lane INDEX, by OPTS, of PROGRAMS, by version, until the search has ended. Limits and
 * what is watched come with each run. All that runs has ended then.
 */
void lane_serve(struct lanes *lanes, unsigned index, const struct trial_opts *opts,
		const char *const *programs);

/* In the search: it makes runs by OPTS, too, which is borrowed and has no servers for what lanes evaluate. */
void lanes_join(struct lanes *lanes, const struct trial_opts *opts, const char *const *programs);

/*
 * Begins a run of VERSION by OPTS, one of the search's own; with RECORDING, by the evaluator. NULL: there is no room
 * for it, or no lane, and the caller is to make it.
 */
struct lane_run *lanes_begin(struct lanes *lanes, const struct trial_opts *opts, unsigned version,
			     const struct command *command, const char *recording);

/*
 * Waits for RUN, which is gone then, and makes others meanwhile. If a lane was lost that may have had it, the result
 * says so (is_lost), and the caller is to make it. ERROR_UNUSABLE: the run could not be made, for want of room for its
 * files, say.
 */
struct error *lanes_take(struct lanes *lanes, struct lane_run *run,
			 struct trial_result *ret) MUST_CHECK;

/* Forgets RUN, which is compiled, begun or over; NULL is allowed. It is not made if it has not begun. */
void lanes_drop(struct lanes *lanes, struct lane_run *run);

/* Returns how many lanes were lost: killed by others, say. */
unsigned lanes_nr_lost(const struct lanes *lanes);

/* Returns the time of processors that all lanes took up to the ends of the runs that were taken. */
uint64_t lanes_cpu_us(const struct lanes *lanes);

/* Frees LANES, and leaves the processes alone; those end as soon as nobody has the search's ends. NULL is allowed. */
void lanes_close(struct lanes *lanes);

#endif
