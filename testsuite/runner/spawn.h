/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Executions of tests without isolation, fork-server or limits, for what remt is compared with. */
#ifndef SPAWN_H
#define SPAWN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "remt/session.h"
#include "runner/test/test.h"

/* What stands between a mutant and the machine; takes no time.  Orphans come to this process from
 * then on. */
void spawn_prepare(void);

/* Starts TEST as the leader of a process group.  OUTPUT: file for what it prints, if its harness
 * looks at that. */
pid_t spawn_test(const struct test *test, char *const *environ, const char *output);

/* Waits for PID and ends what is left of its group; false: it had to be ended, by the clock or as
 * its budget of hits is spent. */
bool spawn_await(pid_t pid, const struct remt_session *session, int timeout_ms, int *ret_status);

/* Processor time of all children that have ended. */
uint64_t spawn_used_us(void);

#endif
