/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tasks: what one child process finds out, by one or several compilations. */
#ifndef EQUIV_TASK_H
#define EQUIV_TASK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "common/attr.h"
#include "equiv/compile.h"
#include "equiv/copies.h"
#include "equiv/reads.h"
#include "store/store.h"

enum equiv_task_kind {
	/*
	 * Compiles the unit as it is, by the plugin: the same table shows that source, headers, options and compiler are
	 * those of the run. Notes what files that reads.
	 */
	EQUIV_TASK_LIST,
	/* Compiles the unit as it is, by the plain compiler. */
	EQUIV_TASK_ORIGINAL,
	/*
	 * Shows that the compiler reads a file: an #error in it must be one of the unit. And that no other text claims
	 * to be of it.
	 */
	EQUIV_TASK_READ,
	/* Compiles the unit once with copies of functions, and notes what these are. */
	EQUIV_TASK_COPIES,
	/* Compiles the unit with the mutant, and compares. */
	EQUIV_TASK_MUTANT,
	/* Tries to prove the mutant over regions, in the unit that has a prover; needs no namespaces. */
	EQUIV_TASK_REGION,
};

struct equiv_task {
	enum equiv_task_kind kind;
	uint32_t unit;	 /* index */
	uint32_t mutant; /* index, of EQUIV_TASK_MUTANT and EQUIV_TASK_REGION */
	uint32_t file;	 /* index in the unit's files, of EQUIV_TASK_READ */
	/* The others are of EQUIV_TASK_COPIES. */
	uint32_t number;		 /* of the task */
	const struct equiv_asked *asked; /* sorted */
	size_t nr_asked;
};

/* A mutant of which a copy is asked for. */
struct equiv_asked {
	uint32_t site, alternative;
	uint32_t mutant, unit; /* indexes; of the unit among those of the mutant */
};

/* How a task ended. Sent through a pipe as it is. */
struct equiv_answer {
	/* The task could not be done: `text` says why. Of a mutant, that is no proof either. */
	bool is_failure;
	bool is_warned;		    /* of EQUIV_TASK_LIST: the unit was compiled with -Wformat */
	enum store_proof_kind kind; /* of a mutant */
	uint64_t object;	    /* hash of the common object; 0: there is none */
	char text[512];
};

/*
 * Starts TASK in a child, with the directory NUMBER in the scratch directory. *RET_FD can be read when it has ended.
 * Returns its pid; −1: the machine refuses namespaces.
 */
pid_t equiv_task_start(const struct equiv_compiler *compiler, const struct equiv_subject *subject,
		       const struct equiv_task *task, unsigned number, int *ret_fd) MUST_CHECK;
/* Reads the answer of a task that has ended, and closes FD. */
void equiv_task_finish(pid_t pid, int fd, struct equiv_answer *ret);

/* Adds to RET what an EQUIV_TASK_COPIES that has succeeded has found. The caller frees it in any case. */
struct error *equiv_task_copies(const struct equiv_compiler *compiler,
				const struct equiv_task *task, struct equiv_copies *ret) MUST_CHECK;
/* Adds to READS what UNIT reads, by its EQUIV_TASK_LIST that has succeeded. */
struct error *equiv_task_reads(const struct equiv_compiler *compiler,
			       const struct equiv_subject *subject, uint32_t unit,
			       struct equiv_reads *reads) MUST_CHECK;

#endif
