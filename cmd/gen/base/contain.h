/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The namespaces and views of the processes of `remt gen` that make runs. It needs them: of what a run leaves, or
 * writes, nothing may be there in the next one.
 */
#ifndef CMD_GEN_BASE_CONTAIN_H
#define CMD_GEN_BASE_CONTAIN_H

#include <sys/types.h>

#include "common/error.h"
#include "runner/sandbox/contain.h"
#include "runner/sandbox/view.h"

/* Forks into new namespaces; *RET is as fork() returns it. ERROR_UNUSABLE: the machine refuses them. */
struct error *gen_contain_fork(struct containment *containment, pid_t *ret) MUST_CHECK;
/* In the parent: waits for the child, and returns its exit code; if it was lost, that is told. */
int gen_contain_await(pid_t pid);
/* In the child: contain_enter(). ERROR_UNUSABLE: the machine refuses it. */
struct error *gen_contain_enter(struct containment *containment) MUST_CHECK;
/* Then: view_create(). ERROR_UNUSABLE: the machine refuses private views. */
struct error *gen_contain_view(const struct view_opts *opts, struct view **ret) MUST_CHECK;
/* Then: ids of processes are bounded. With WARNS what the machine has refused is told. */
void gen_contain_bound(struct containment *containment, bool warns);

#endif
