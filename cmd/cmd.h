/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The subcommands of remt and what they share. Only cmd/ prints messages and ends the process,
 * except when memory runs out (common/xalloc.h).
 *
 * A subcommand is `int cmd_NAME(int argc, char **argv)` in cmd/NAME.c and one row of the table in
 * cmd/remt.c. argv[0] is "remt NAME". The subcommand reads its options by argp and returns the
 * exit code (common/exit.h), or 128 and the number of the signal that stopped it.
 */
#ifndef CMD_CMD_H
#define CMD_CMD_H

#include <argp.h>
#include <stddef.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/exit.h"
#include "store/store.h"

int cmd_cflags(int argc, char **argv);
int cmd_diff(int argc, char **argv);
int cmd_doctor(int argc, char **argv);
int cmd_dump(int argc, char **argv);
int cmd_equiv(int argc, char **argv);
int cmd_gen(int argc, char **argv);
int cmd_harness(int argc, char **argv);
int cmd_iso(int argc, char **argv);
int cmd_operators(int argc, char **argv);
int cmd_patch(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_show(int argc, char **argv);
int cmd_verify(int argc, char **argv);

/*
 * Reports a wrong command line as argp_error() does, and ends the program. FORMAT is as for print()
 * of common/print.h.
 */
void cmd_usage(const struct argp_state *state, const char *format, ...) PRINTF_LIKE(2, 3);

/* Prints "remt: …" to standard error and erases a progress line before. */
void cmd_say(const char *format, ...) PRINTF_LIKE(1, 2);

/*
 * Prints the message of ERR after "remt: ", frees ERR, and returns the exit code that belongs to
 * it.
 */
int cmd_fail(struct error *err) MUST_CHECK;

/* Prints "remt: warning: " and the message. */
void cmd_warn(const char *format, ...) PRINTF_LIKE(1, 2);
/*
 * Prints the message of ERR as a warning and frees ERR, which may be NULL. For failures of
 * something that is not necessary.
 */
void cmd_warn_take(struct error *err);

/* Closes standard output; ends the process if something could not be written. */
void cmd_close_stdout(void);

/* A row for the option table of a subcommand that uses a store. */
#define CMD_KEY_STORE 0x100
#define CMD_OPTION_STORE                                                                           \
	{                                                                                          \
		.name = "store", .key = CMD_KEY_STORE, .arg = "DIR",                               \
		.doc = "where results are kept (default: .remt here or in the nearest directory "  \
		       "above)"                                                                    \
	}

/*
 * Returns the store's directory: OPTION if it is not NULL, else `.remt` in the working directory or
 * in the nearest one above that has it. The search ends at the top of a git work tree and at the
 * home directory. NULL: there is none. The caller frees.
 */
char *cmd_store_directory(const char *option);

/*
 * Returns what a command in the same working directory needs as an option to use the same store: a
 * blank and --store=DIR, quoted. Returns "" if the store is `.remt` in the working directory, or
 * there is none. Owned by the caller.
 */
char *cmd_store_option(const char *option);

/*
 * Opens the store of cmd_store_directory() for reading. If it was found above the working
 * directory, prints its name.
 */
struct error *cmd_open_store(const char *option, struct store **ret) MUST_CHECK;

#endif
