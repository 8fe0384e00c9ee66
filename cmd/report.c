/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `remt report`: writes the results of the last run in one of the formats of report/. */
#include "report/report.h"

#include <argp.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/paths.h"
#include "cmd/proofs.h"
#include "cmd/words.h"
#include "common/cleanup.h"
#include "common/destination.h"
#include "common/print.h"
#include "common/shell.h"
#include "common/strbuf.h"
#include "common/strv.h"

struct report_args {
	const char *store, *output;
	struct report_filter filter;
	const struct report_writer *writer;
	double threshold;  /* negative: none */
	unsigned statuses; /* as in struct report_opts */
	size_t limit;	   /* likewise */
};

#define KEY_STATUS 0x101
#define KEY_LIMIT  0x102

static const struct argp_option options[] = {
	CMD_OPTION_STORE,
	{ "format", 'f', "FORMAT", 0, "text (default), or one of the formats below", 0 },
	{ "output", 'o', "FILE", 0, "write to FILE instead of standard output", 0 },
	{ "threshold", 't', "PERCENT", 0,
	  "exit with status 1 if the score is lower, or the lower end of its range: mutants "
	  "without verdict count as survivors",
	  0 },
	{ "survivors", 's', NULL, 0, "the same as --status=survived", 0 },
	{ "status", KEY_STATUS, "LIST", 0,
	  "only mutants that are one of: killed, timeout, survived, not-reached, unknown; and no "
	  "summary",
	  0 },
	{ "limit", KEY_LIMIT, "N", 0, "text: list at most N mutants, and say how many more", 0 },
	{ "file", 'F', "GLOB", 0,
	  "only mutants of files whose path matches, as in --file='src/*.c'", 0 },
	{ 0 },
};

static void parse_limit(struct argp_state *state, const char *text, size_t *ret)
{
	char *end;
	unsigned long value;

	errno = 0;
	value = strtoul(text, &end, 10);
	if (errno || end == text || *end || text[0] == '-' || !value)
		cmd_usage(state, "'%s' is not a number from 1 on", text);
	*ret = value;
}

/* Parses a name of report_status_name(), with "-" for blanks. */
static unsigned parse_status(struct argp_state *state, const char *name)
{
	for (unsigned status = 0; status < REPORT_NR_STATUS; status++) {
		const char *a = name, *b = report_status_name((enum report_status)status);

		while (*a && *b && (*a == *b || (*a == '-' && *b == ' '))) {
			a++;
			b++;
		}
		if (!*a && !*b)
			return 1u << status;
	}
	cmd_usage(state, "unknown status '%s'", name);
	return 0;
}

static void parse_statuses(struct argp_state *state, const char *list, unsigned *statuses)
{
	char **names = strv_split(list, ',');

	for (size_t i = 0; names[i]; i++)
		*statuses |= parse_status(state, names[i]);
	strv_destroy(names);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct report_args *args = state->input;

	switch (key) {
	case CMD_KEY_STORE: args->store = arg; return 0;
	case 'f':
		args->writer = report_writer_find(arg);
		if (!args->writer)
			cmd_usage(state, "unknown format '%s'", arg);
		return 0;
	case 'o': args->output = arg; return 0;
	case 't': args->threshold = words_percentage(state, arg); return 0;
	case 's': args->statuses |= 1u << REPORT_SURVIVED; return 0;
	case KEY_STATUS: parse_statuses(state, arg, &args->statuses); return 0;
	case KEY_LIMIT: parse_limit(state, arg, &args->limit); return 0;
	case 'F': args->filter.file_glob = arg; return 0;
	case ARGP_KEY_ARG: cmd_usage(state, "unexpected argument '%s'", arg); return EINVAL;
	default: return ARGP_ERR_UNKNOWN;
	}
}

/* Lists the formats below the options. */
static char *filter_help(int key, const char *text, void *input)
{
	char *list = NULL;
	size_t size;
	FILE *out;

	(void)input;
	if (key != ARGP_KEY_HELP_POST_DOC)
		return (char *)text;
	out = open_memstream(&list, &size);
	if (!out)
		return (char *)text;
	fputs("Formats:", out);
	for (size_t i = 0; report_writers[i]; i++)
		print_to(out, "\n  %-8s %s", report_writers[i]->name, report_writers[i]->help);
	fclose(out);
	return list;
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.doc = "Tells the results of the last `remt run`.\v",
	.help_filter = filter_help,
};

static bool wants_colour(const FILE *out)
{
	const char *no_colour = getenv("NO_COLOR"), *term = getenv("TERM");

	return out == stdout && isatty(STDOUT_FILENO) && (!no_colour || !no_colour[0]) && term &&
	       strcmp(term, "dumb") != 0;
}

/* Returns the command that prints the same mutants without a limit; the caller frees. */
static char *unlimited_command(const struct report_args *args)
{
	unsigned statuses = args->statuses ? args->statuses : 1u << REPORT_SURVIVED;
	_cleanup_free_ char *store = cmd_store_option(args->store);
	struct strbuf text = { 0 };

	strbuf_addf(&text, "remt report%s", store);
	if (args->filter.file_glob) {
		_cleanup_free_ char *glob = shell_quote_visible(args->filter.file_glob);

		strbuf_addf(&text, " --file=%s", glob);
	}
	if (statuses == 1u << REPORT_SURVIVED) {
		strbuf_adds(&text, " --survivors");
		return strbuf_take(&text);
	}
	strbuf_adds(&text, " --status=");
	for (unsigned status = 0; status < REPORT_NR_STATUS; status++) {
		if (!(statuses >> status & 1))
			continue;
		if (statuses & ((1u << status) - 1))
			strbuf_addc(&text, ',');
		for (const char *at = report_status_name((enum report_status)status); *at; at++)
			strbuf_addc(&text, *at == ' ' ? '-' : *at);
	}
	return strbuf_take(&text);
}

static struct error *write_to(struct report_model *model, const struct report_args *args, FILE *out)
{
	_cleanup_free_ char *elements = paths_elements(), *unlimited = unlimited_command(args);
	const struct report_opts opts = {
		.colour = wants_colour(out),
		.statuses = args->statuses,
		.limit = args->limit,
		.unlimited = unlimited,
		.elements = elements,
		.version = PACKAGE_VERSION,
	};

	return args->writer->write(model, &opts, out);
}

static struct error *write_report(struct report_model *model, const struct report_args *args)
{
	struct destination destination;
	struct error *err;

	if (!args->output)
		return write_to(model, args, stdout); /* close_stdout() reports errors */
	err = destination_open(args->output, &destination);
	if (err)
		return err;
	err = write_to(model, args, destination.stream);
	if (!err)
		return destination_close(&destination);
	destination_abandon(&destination);
	return err;
}

/* Compares the lower end of the score with the threshold. Without mutants no score can pass. */
static int check_threshold(const struct report_model *model, double threshold)
{
	struct report_score score = report_score(&model->count);

	if (threshold < 0)
		return EXIT_OK;
	if (isnan(score.low)) {
		cmd_warn("there are no mutants, so the threshold of %g %% is missed", threshold);
		return EXIT_THRESHOLD;
	}
	if (score.low >= threshold)
		return EXIT_OK;
	if (report_score_is_range(&score))
		cmd_say("the lower end of the score, %.2f to %.2f %%, is below the threshold of %g "
			"%%",
			score.low, score.high, threshold);
	else
		cmd_say("the score of %.2f %% is below the threshold of %g %%", score.low,
			threshold);
	return EXIT_THRESHOLD;
}

int cmd_report(int argc, char **argv)
{
	struct report_args args = { .threshold = -1, .writer = report_writer_find("text") };
	struct report_model model;
	struct store *store;
	struct error *err;
	int code;

	argp_parse(&argp, argc, argv, 0, NULL, &args);
	err = cmd_open_store(args.store, &store);
	if (err)
		return cmd_fail(err);
	err = report_model_load(store, &args.filter, &model);
	store_close(store);
	if (err)
		return cmd_fail(err);
	err = write_report(&model, &args);
	for (char **warning = model.warnings; warning && *warning; warning++)
		cmd_warn("%s", *warning);
	code = err ? cmd_fail(err) : check_threshold(&model, args.threshold);
	if (!proofs_agree(&model) && code == EXIT_OK)
		code = EXIT_THRESHOLD;
	report_model_deinit(&model);
	return code;
}
