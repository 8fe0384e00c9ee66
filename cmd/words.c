/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/words.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "common/attr.h"

uint64_t words_number(struct argp_state *state, const char *name, const char *text, uint64_t min,
		      uint64_t max)
{
	char *end;

	errno = 0;
	unsigned long long value = strtoull(text, &end, 10);

	if (errno || end == text || *end || text[0] == '-' || value < min || value > max)
		cmd_usage(state, "%s: '%s' is not a number from %llu to %llu", name, text,
			  (unsigned long long)min, (unsigned long long)max);
	return value;
}

uint64_t words_time_ms(struct argp_state *state, const char *name, const char *text)
{
	static const struct {
		const char *unit;
		double ms;
	} units[] = { { "", 1000 },	{ "s", 1000 },	  { "ms", 1 },	    { "m", 60000 },
		      { "min", 60000 }, { "h", 3600000 }, { "d", 86400000 } };
	char *end;
	double value = strtod(text, &end);

	for (size_t i = 0; end != text && value > 0 && value < 1e9 && i < ARRAY_SIZE(units); i++)
		if (strcmp(units[i].unit, end) == 0)
			return (uint64_t)ceil(value * units[i].ms);
	cmd_usage(state, "%s: '%s' is no time such as 90s, 20min or 2h", name, text);
	return 0;
}

double words_factor(struct argp_state *state, const char *name, const char *text, double min,
		    double max)
{
	char *end;
	double value = strtod(text, &end);

	if (end == text || *end || !(value >= min && value <= max))
		cmd_usage(state, "%s: '%s' is not a number from %g to %g", name, text, min, max);
	return value;
}

double words_percentage(struct argp_state *state, const char *text)
{
	char *end;
	double value = strtod(text, &end);

	if (end == text || *end || !(value >= 0 && value <= 100))
		cmd_usage(state, "'%s' is not a percentage from 0 to 100", text);
	return value;
}
