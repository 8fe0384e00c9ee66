/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Options of a campaign that several subcommands have. Each subcommand describes most of them in
 * its own words, as it has its own word for a run without mutants. The rows that say the same in
 * all subcommands are here.
 */
#ifndef CMD_CAMPAIGN_ARGS_H
#define CMD_CAMPAIGN_ARGS_H

#include <argp.h>

#include "runner/campaign/campaign.h"

/* Keys of the shared options in option tables, beside 'j' and 'q'. */
enum {
	CAMPAIGN_KEY_NO_ISOLATION = 0x300,
	CAMPAIGN_KEY_ALLOW_NETWORK,
	CAMPAIGN_KEY_QUARANTINE_FAILING,
	CAMPAIGN_KEY_BASELINE_TIMEOUT,
	CAMPAIGN_KEY_TIMEOUT_FACTOR,
	CAMPAIGN_KEY_MIN_TIMEOUT,
	CAMPAIGN_KEY_MEMORY,
	CAMPAIGN_KEY_MODE,
	CAMPAIGN_KEY_TESTS,
	CAMPAIGN_KEY_TEST,
};

/* Rows of option tables; GROUP is a heading of the table. */
#define CAMPAIGN_ROW_TESTS(group)                                                                  \
	{                                                                                          \
		"tests", CAMPAIGN_KEY_TESTS, "FILE", 0,                                            \
			"take the tests from FILE, one shell command a line", group                \
	}
#define CAMPAIGN_ROW_TEST(group)                                                                   \
	{                                                                                          \
		"test", CAMPAIGN_KEY_TEST, "GLOB", 0,                                              \
			"only tests whose name matches; may be repeated", group                    \
	}
#define CAMPAIGN_ROW_JOBS(group)                                                                   \
	{                                                                                          \
		"jobs", 'j', "N", 0, "run N tests at a time (default: number of processors)",      \
			group                                                                      \
	}
#define CAMPAIGN_ROW_QUIET(group)                                                                  \
	{                                                                                          \
		"quiet", 'q', NULL, 0, "no progress, no notes", group                              \
	}

/* Sets in RET what holds without any option. */
void campaign_args_defaults(struct campaign_opts *ret);

/*
 * Sets in RET what the option KEY says. Returns ARGP_ERR_UNKNOWN for --tests, --test and --quiet,
 * which the subcommand must take itself, and for an option that is not shared.
 */
error_t campaign_args_parse(int key, char *arg, struct argp_state *state,
			    struct campaign_opts *ret);

#endif
