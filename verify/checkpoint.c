/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads and writes the checkpoint. Its first line has a hash of what the check depends on; lines
 * of another check are dropped. A line that is damaged, or that names an unknown mutant or another
 * stored verdict, is skipped: its mutant is checked again.
 */
#include "verify/checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/hash.h"
#include "common/strbuf.h"
#include "common/strv.h"
#include "common/xalloc.h"

#define HEAD "remt-verify 2 "

enum { CELL_FIELDS = 8, MUTANT_FIELDS = 5 };

/*
 * Writes the first line to RET: a hash of root, commands, compiler, stages, sources, and of the
 * tests that are judged by their output. The verdicts are not part of it, as each cell line has
 * its own.
 */
static void make_head(const struct verify_opts *opts, const struct verify_sample *sample,
		      struct strbuf *ret)
{
	const char *const words[] = { sample->root, opts->source, opts->configure,
				      opts->build,  opts->cc,	  opts->cflags };
	struct hash *hash = hash_create();
	char hex[HASH_HEX_SIZE];

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		hash_add_string(hash, words[i] ? words[i] : "");
	hash_add_u64(hash, opts->sanitize);
	hash_add_u64(hash, opts->valgrind);
	for (size_t i = 0; i < sample->files.count; i++)
		hash_add_u64(hash, sample->files.items[i].hash);
	for (size_t i = 0; i < sample->tests.count; i++) {
		if (sample->tests.items[i].oracle == STORE_ORACLE_OUTPUT)
			hash_add_string(hash, sample->tests.items[i].name);
	}
	hash_to_hex(hash_take(hash), hex);
	strbuf_addf(ret, HEAD "%s\n", hex);
}

static struct verify_mutant *find_mutant(const struct verify_sample *sample, const char *id)
{
	for (size_t i = 0; i < sample->mutants.count; i++) {
		if (strcmp(sample->mutants.items[i].id, id) == 0)
			return &sample->mutants.items[i];
	}
	return NULL;
}

static bool read_small(const char *text, unsigned limit, unsigned *ret)
{
	char *end;
	unsigned long value = strtoul(text, &end, 10);

	if (end == text || *end || *text == '-' || value >= limit)
		return false;
	*ret = (unsigned)value;
	return true;
}

/* Reads a line "cell ID TEST STORED FOUND OUTCOME DETAIL SUM". */
static void read_cell(const struct verify_sample *sample, char *const fields[])
{
	struct verify_mutant *mutant = find_mutant(sample, fields[1]);
	unsigned stored, found, outcome;

	if (!mutant || !read_small(fields[3], VERDICT_KILLED_OUTPUT + 1, &stored) ||
	    !read_small(fields[4], VERDICT_KILLED_OUTPUT + 1, &found) ||
	    !read_small(fields[5], VERIFY_NR_OUTCOMES, &outcome))
		return;
	for (size_t k = 0; k < mutant->cells.count; k++) {
		struct verify_cell *cell = &mutant->cells.items[k];

		if (strcmp(sample->tests.items[cell->test].name, fields[2]) != 0 ||
		    cell->stored != (enum verdict)stored)
			continue;
		cell->found = (enum verdict)found;
		cell->outcome = (enum verify_outcome)outcome;
		free(cell->detail);
		cell->detail = xstrdup(fields[6]);
	}
}

static void forget(struct verify_mutant *mutant)
{
	mutant->outcome = VERIFY_PENDING;
	for (size_t k = 0; k < mutant->cells.count; k++)
		mutant->cells.items[k].outcome = VERIFY_PENDING;
}

/* Reads a line "mutant ID OUTCOME DETAIL SUM", which follows the lines of its cells. */
static void read_mutant(const struct verify_sample *sample, char *const fields[])
{
	struct verify_mutant *mutant = find_mutant(sample, fields[1]);
	unsigned outcome;

	if (!mutant || !read_small(fields[2], VERIFY_NR_OUTCOMES, &outcome))
		return;
	mutant->outcome = (enum verify_outcome)outcome;
	free(mutant->detail);
	mutant->detail = xstrdup(fields[3]);
}

/*
 * Forgets mutants whose record was cut off, or whose stored verdicts have changed: they are checked
 * again.
 */
static void drop_incomplete(const struct verify_sample *sample)
{
	for (size_t i = 0; i < sample->mutants.count; i++) {
		struct verify_mutant *mutant = &sample->mutants.items[i];
		bool is_complete = mutant->outcome != VERIFY_PENDING;

		for (size_t k = 0; k < mutant->cells.count; k++)
			is_complete &= mutant->outcome != VERIFY_EQUAL ||
				       mutant->cells.items[k].outcome != VERIFY_PENDING;
		if (!is_complete)
			forget(mutant);
	}
}

/*
 * Replaces SUM, the sum of the record's earlier lines, by the sum that also covers the first SIZE
 * bytes of LINE.
 */
static void add_sum(char sum[HASH_HEX_SIZE], const char *line, size_t size)
{
	struct hash *hash = hash_create();

	hash_add_string(hash, sum);
	hash_add(hash, line, size);
	hash_to_hex(hash_take(hash), sum);
}

/* True if LINE ends with its sum. */
static bool is_whole(char sum[HASH_HEX_SIZE], const char *line)
{
	const char *last = strrchr(line, '\t');

	if (!last)
		return false;
	add_sum(sum, line, (size_t)(last - line));
	return strcmp(last + 1, sum) == 0;
}

static void read_text(char *const lines[], struct verify_sample *sample)
{
	char sum[HASH_HEX_SIZE] = "";

	for (; *lines; lines++) {
		_cleanup_strv_ char **fields = strv_split(*lines, '\t');
		size_t count = strv_count(fields);

		if (!**lines)
			sum[0] = '\0';
		if (!is_whole(sum, *lines))
			continue;
		if (count == CELL_FIELDS && strcmp(fields[0], "cell") == 0)
			read_cell(sample, fields);
		else if (count == MUTANT_FIELDS && strcmp(fields[0], "mutant") == 0)
			read_mutant(sample, fields);
	}
	drop_incomplete(sample);
}

struct error *verify_checkpoint_open(const char *path, const struct verify_opts *opts,
				     struct verify_sample *sample, int *ret)
{
	_cleanup_strbuf_ struct strbuf head = { 0 };
	_cleanup_free_ char *text = NULL;
	_cleanup_strv_ char **lines = NULL;
	struct error *err = NULL;
	bool is_same;

	if (fs_exists(path))
		err = fs_read_file(path, &text, NULL);
	if (err)
		return err;
	make_head(opts, sample, &head);
	is_same = text && strncmp(text, head.data, head.length) == 0;
	if (is_same) {
		lines = strv_split(text, '\n');
		read_text(lines, sample);
	} else {
		err = fs_write_file(path, head.data, head.length);
	}
	if (err)
		return err;
	*ret = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
	if (*ret < 0)
		return error_errno(ERROR_UNUSABLE, errno, "cannot write %s", path);
	return NULL;
}

/* Ends the line of LINES that begins at START with its sum. */
static void end_line(struct strbuf *lines, size_t start, char sum[HASH_HEX_SIZE])
{
	add_sum(sum, lines->data + start, lines->length - start);
	strbuf_addf(lines, "\t%s\n", sum);
}

static void add_text(struct strbuf *line, const char *text)
{
	for (; text && *text; text++)
		strbuf_addc(line, *text == '\t' || *text == '\n' ? ' ' : *text);
}

struct error *verify_checkpoint_add(int fd, const struct verify_sample *sample,
				    const struct verify_mutant *mutant)
{
	_cleanup_strbuf_ struct strbuf lines = { 0 };
	char sum[HASH_HEX_SIZE] = "";
	size_t start;

	if (mutant->outcome == VERIFY_ERROR || mutant->outcome == VERIFY_PENDING)
		return NULL;
	/* If a crash has cut the last line off, it must not run into the next one. */
	strbuf_addc(&lines, '\n');
	for (size_t k = 0; k < mutant->cells.count; k++) {
		const struct verify_cell *cell = &mutant->cells.items[k];

		start = lines.length;
		strbuf_addf(&lines, "cell\t%s\t", mutant->id);
		add_text(&lines, sample->tests.items[cell->test].name);
		strbuf_addf(&lines, "\t%u\t%u\t%u\t", cell->stored, cell->found, cell->outcome);
		add_text(&lines, cell->detail);
		end_line(&lines, start, sum);
	}
	start = lines.length;
	strbuf_addf(&lines, "mutant\t%s\t%u\t", mutant->id, mutant->outcome);
	add_text(&lines, mutant->detail);
	end_line(&lines, start, sum);
	if (!fs_write_all(fd, lines.data, lines.length))
		return error_errno(ERROR_UNUSABLE, errno, "cannot keep what was checked");
	return NULL;
}
