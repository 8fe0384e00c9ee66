/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The subcommands of remt and what they share. Only cmd/ prints messages and ends the process.
 *
 * A subcommand is `int cmd_NAME(int argc, char **argv)` in cmd/NAME.c and one row of the table in
 * cmd/remt.c. argv[0] is "remt NAME". The subcommand reads its options by argp and returns the
 * exit code (common/exit.h).
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
int cmd_iso(int argc, char **argv);
int cmd_operators(int argc, char **argv);
int cmd_patch(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_show(int argc, char **argv);
int cmd_verify(int argc, char **argv);

/* argp_error(), of what the user has written: its format is one of common/print.h. */
void cmd_usage(const struct argp_state *state, const char *format, ...) PRINTF_LIKE(2, 3);

/* Prints "remt: …" to standard error, beside what is known of progress. */
void cmd_say(const char *format, ...) PRINTF_LIKE(1, 2);

/* Prints "remt: …", frees ERR, and returns the exit code that belongs to it. */
int cmd_fail(struct error *err) MUST_CHECK;

/* Prints "remt: warning: " and the message. */
void cmd_warn(const char *format, ...) PRINTF_LIKE(1, 2);
/*
 * Prints the message of ERR as a warning and frees ERR. ERR may be NULL. For failures of what is
 * not necessary.
 */
void cmd_warn_take(struct error *err);

/* Row for the option table of a subcommand that uses a store. */
#define CMD_KEY_STORE 0x100
#define CMD_OPTION_STORE                                                                           \
	{                                                                                          \
		.name = "store", .key = CMD_KEY_STORE, .arg = "DIR",                               \
		.doc = "where results are kept (default: .remt here or in the nearest directory "  \
		       "above)"                                                                    \
	}

/*
 * The store's directory: OPTION if it is not NULL, else `.remt` in the working directory or the
 * nearest one above that has it, as far as the top of a work tree of git, or the home directory;
 * NULL: none. Owned by the caller.
 */
char *cmd_store_directory(const char *option);

/*
 * Returns the option that a command needs to use the same store from the same directory: "
 * --store=DIR", quoted. Returns "" if the store is `.remt` in the working directory, or there is
 * none. Owned by the caller.
 */
char *cmd_store_option(const char *option);

/* Opens the store found by cmd_store_directory() for reading; names it if it was found above. */
struct error *cmd_open_store(const char *option, struct store **ret) MUST_CHECK;

#endif
