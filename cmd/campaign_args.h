/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Options of a campaign that several subcommands have. Each subcommand describes them in its own
 * words.
 */
#ifndef CMD_CAMPAIGN_ARGS_H
#define CMD_CAMPAIGN_ARGS_H

#include <argp.h>

#include "runner/campaign/campaign.h"

/* Keys of these options in option tables, beside 'j'. */
enum {
	CAMPAIGN_KEY_NO_ISOLATION = 0x300,
	CAMPAIGN_KEY_ALLOW_NETWORK,
	CAMPAIGN_KEY_QUARANTINE_FAILING,
	CAMPAIGN_KEY_BASELINE_TIMEOUT,
	CAMPAIGN_KEY_TIMEOUT_FACTOR,
	CAMPAIGN_KEY_MIN_TIMEOUT,
	CAMPAIGN_KEY_MEMORY,
	CAMPAIGN_KEY_MODE,
};

/*
 * Sets in RET what the option KEY says. Returns ARGP_ERR_UNKNOWN if KEY is none of these options.
 */
error_t campaign_args_parse(int key, char *arg, struct argp_state *state,
			    struct campaign_opts *ret);

#endif
