/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "equiv/reads.h"

#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/path.h"
#include "common/strbuf.h"

/*
 * Adds the next name at *TEXT to NAME, and moves *TEXT behind it. False: a character is quoted as no known GCC does it.
 * An empty name: the rule has ended.
 */
static bool next_name(const char **text, struct strbuf *name)
{
	const char *c = *text;

	while (*c == ' ' || (c[0] == '\\' && c[1] == '\n'))
		c += *c == ' ' ? 1 : 2;
	for (; *c && *c != ' ' && *c != '\n'; c++) {
		if (c[0] == '\\' && c[1] == '\n')
			break;
		if (c[0] == '$' && c[1] != '$')
			return false;
		if (c[0] == '\\' && (!c[1] || !strchr(" #:", c[1])))
			return false;
		if (c[0] == '\\' || c[0] == '$')
			c++;
		strbuf_addf(name, "%c", *c);
	}
	*text = c;
	return true;
}

static struct error *add_file(struct equiv_reads *reads, const char *path, const char *directory,
			      uint64_t unit)
{
	_cleanup_free_ char *absolute = path_join(directory, path);
	struct stat st;

	if (stat(absolute, &st) < 0)
		return error_create(ERROR_UNUSABLE, "%s, which it reads, is not there", absolute);
	vec_push(&reads->items, ((struct equiv_read){ st.st_dev, st.st_ino, unit }));
	return NULL;
}

struct error *equiv_reads_add_rule(struct equiv_reads *reads, const char *rule,
				   const char *directory, uint64_t unit)
{
	const char *text = strchr(rule, ':');
	struct error *err = NULL;

	if (!text)
		return error_create(ERROR_UNUSABLE, "the compiler does not tell what it reads");
	text++;
	while (!err) {
		_cleanup_strbuf_ struct strbuf name = { 0 };

		if (!next_name(&text, &name))
			return error_create(ERROR_UNUSABLE,
					    "the name of a file that it reads is not understood");
		if (!name.length)
			return NULL;
		err = add_file(reads, strbuf_get(&name), directory, unit);
	}
	return err;
}

static int compare(const void *a, const void *b)
{
	const struct equiv_read *x = a, *y = b;

	if (x->device != y->device)
		return x->device < y->device ? -1 : 1;
	return x->inode < y->inode ? -1 : x->inode > y->inode;
}

static int compare_units(const void *a, const void *b)
{
	const struct equiv_read *x = a, *y = b;
	int order = compare(a, b);

	return order ? order : x->unit < y->unit ? -1 : x->unit > y->unit;
}

void equiv_reads_sort(struct equiv_reads *reads)
{
	if (reads->items.count)
		qsort(reads->items.items, reads->items.count, sizeof(*reads->items.items),
		      compare_units);
}

static bool is_among(const uint32_t *units, size_t count, uint64_t unit)
{
	for (size_t i = 0; i < count; i++) {
		if (units[i] == unit)
			return true;
	}
	return false;
}

bool equiv_reads_is_shared(const struct equiv_reads *reads, const struct stat *file,
			   const uint32_t *units, size_t count)
{
	const struct equiv_read key = { file->st_dev, file->st_ino, 0 };
	size_t low = 0, high = reads->items.count, nr_found = 0;
	uint64_t last = UINT64_MAX;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (compare(&reads->items.items[middle], &key) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < reads->items.count && compare(&reads->items.items[low], &key) == 0; low++) {
		uint64_t unit = reads->items.items[low].unit;

		if (!is_among(units, count, unit))
			return true;
		/* A rule may name a file twice. */
		nr_found += unit != last;
		last = unit;
	}
	return nr_found != count;
}
