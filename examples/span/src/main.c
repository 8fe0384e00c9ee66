/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * spans: reads one span a line and prints how many there were, the shortest, the longest and the mean.
 * With -q it prints nothing and only checks.  Exit status 1: some line is no span.
 */
#include <stdio.h>
#include <string.h>

#include "span.h"
#include "stats.h"

static void print_span(const char *name, long seconds)
{
	char text[64];

	if (span_format(seconds, text, sizeof(text)) > 0)
		printf("%-9s%s\n", name, text);
}

static int read_spans(FILE *in, struct stats *stats)
{
	char line[128];
	int bad = 0;
	long number = 0;

	while (fgets(line, sizeof(line), in)) {
		long seconds;

		number++;
		line[strcspn(line, "\n")] = '\0';
		if (line[0] == '\0' || line[0] == '#')
			continue;
		if (span_parse(line, &seconds) < 0) {
			fprintf(stderr, "line %ld is no span: %s\n", number, line);
			bad = 1;
			continue;
		}
		stats_add(stats, seconds);
	}
	return bad;
}

int main(int argc, char **argv)
{
	struct stats stats = { 0 };
	int quiet = argc > 1 && strcmp(argv[1], "-q") == 0;
	int bad = read_spans(stdin, &stats);

	if (!quiet) {
		printf("%-9s%ld\n", "count", stats.count);
		print_span("shortest", stats.shortest);
		print_span("longest", stats.longest);
		print_span("mean", stats_mean(&stats));
	}
	return bad;
}
