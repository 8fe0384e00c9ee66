/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/campaign_args.h"

#include <string.h>

#include "cmd/cmd.h"
#include "cmd/words.h"
#include "common/attr.h"
#include "runner/baseline/busy.h"

static void parse_mode(struct argp_state *state, struct campaign_opts *ret, const char *text)
{
	static const char *const names[] = { "auto", "exec", "forkserver", "split" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (strcmp(names[i], text) == 0) {
			ret->mode = (enum baseline_mode)i;
			return;
		}
	cmd_usage(state, "--mode: '%s' is none of auto, exec, forkserver, split", text);
}

void campaign_args_defaults(struct campaign_opts *ret)
{
	ret->jobs = busy_count_processors();
	ret->baseline_runs = 4;
	ret->baseline_timeout_ms = 600000;
	ret->mode = BASELINE_AUTO;
	allowance_defaults(&ret->allowance);
}

error_t campaign_args_parse(int key, char *arg, struct argp_state *state, struct campaign_opts *ret)
{
	struct allowance_opts *allowance = &ret->allowance;

	switch (key) {
	case 'j': ret->jobs = (unsigned)words_number(state, "--jobs", arg, 1, 1024); return 0;
	case CAMPAIGN_KEY_MODE: parse_mode(state, ret, arg); return 0;
	case CAMPAIGN_KEY_NO_ISOLATION: ret->no_isolation = true; return 0;
	case CAMPAIGN_KEY_ALLOW_NETWORK: ret->allow_network = true; return 0;
	case CAMPAIGN_KEY_QUARANTINE_FAILING: ret->quarantine_failing = true; return 0;
	case CAMPAIGN_KEY_BASELINE_TIMEOUT:
		ret->baseline_timeout_ms =
			(unsigned)words_time_ms(state, "--baseline-timeout", arg);
		return 0;
	case CAMPAIGN_KEY_TIMEOUT_FACTOR:
		allowance->timeout_factor = words_factor(state, "--timeout-factor", arg, 1, 10000);
		return 0;
	case CAMPAIGN_KEY_MIN_TIMEOUT:
		allowance->min_cpu_ms = words_time_ms(state, "--min-timeout", arg);
		allowance->min_wall_ms = 10 * allowance->min_cpu_ms;
		return 0;
	case CAMPAIGN_KEY_MEMORY:
		allowance->memory_kb = 1024 * words_number(state, "--memory", arg, 1, UINT32_MAX);
		return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}
