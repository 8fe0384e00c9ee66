/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The charts of the evaluator, which is code without sanitizers in each build, of this very program, and of a copy. */
#include "unit.h"

#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/fs.h"
#include "common/xalloc.h"
#include "graph/difference.h"
#include "rewriter/subject/subject.h"
#include "runner/inventory/version.h"

static struct subject *chart(const char *path, const char *like)
{
	struct subject_likeness likeness = { like, true };
	struct subject *subject;

	CHECK_OK(subject_chart(path, &likeness, &subject));
	return subject;
}

static void copy(const char *from, const char *path)
{
	char *data;
	size_t size;

	CHECK_OK(fs_read_file(from, &data, &size));
	CHECK_OK(fs_write_file(path, data, size));
	free(data);
}

/* Sanitizers would make a chart of this very program take five times as long. */
static void copy_evaluator(const char *path)
{
	char self[PATH_MAX] = "";
	char *from;

	CHECK_INT(readlink("/proc/self/exe", self, sizeof(self) - 1), >, 0);
	from = xasprintf("%s/../../explore/libremt-explore.so", dirname(self));
	copy(from, path);
	free(from);
}

/* The path as a subject has it. */
static const char *resolve(const char *path)
{
	static char resolved[2][PATH_MAX];
	static unsigned next;

	return realpath(path, resolved[next++ % 2]);
}

/* How many branches jump to ADDRESS, or stand before it. */
static uint32_t count_ways_in(const struct subject *subject, uint64_t address)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < subject->sites.count; i++) {
		const struct remt_variants_site *site = &subject->sites.items[i];

		count += site->target &&
			 (site->target == address || site->address + site->size == address);
	}
	return count;
}

TEST(branches_are_told_by_the_blocks_that_they_alone_lead_to)
{
	uint32_t nr_branches = 0, nr_told = 0;
	struct subject *subject;

	copy_evaluator("one");
	subject = chart("one", resolve("one"));
	for (uint32_t i = 0; i < subject->sites.count; i++) {
		const struct remt_variants_site *site = &subject->sites.items[i];

		CHECK(!i || site[-1].address < site->address);
		CHECK(site->nr_alternatives == (site->target ? 3u : 0u));
		nr_branches += site->target != 0;
		if (site->branch == REMT_VARIANTS_NO_BRANCH)
			continue;
		const struct remt_variants_site *branch = &subject->sites.items[site->branch];

		nr_told++;
		CHECK(branch->target && branch->told & site->way);
		CHECK_INT(count_ways_in(subject, site->address), ==, 1);
		CHECK(site->address == (site->way == REMT_WAY_JUMPS
						? branch->target
						: branch->address + branch->size));
	}
	CHECK_INT(nr_branches, >, 1000);
	CHECK_INT(nr_told, >, nr_branches / 2);
	subject_close(subject);
}

TEST(all_sites_have_their_nodes)
{
	struct subject *subject;
	const struct site_table *table;

	copy_evaluator("one");
	subject = chart("one", resolve("one"));
	table = &subject->tables.tables[0];
	CHECK_INT(table->header->sites.count, ==, subject->sites.count);
	for (uint32_t i = 0; i < table->header->marks.count; i++) {
		const struct remt_mark *mark = &table->marks[i];
		uint32_t function = table->sites[mark->site].function;

		CHECK(mark->block - table->functions[function].first_block <
		      table->functions[function].nr_blocks);
	}
	subject_close(subject);
}

TEST(a_copy_is_the_same_in_all)
{
	struct subject *one, *other;
	struct version old, new;
	struct difference difference;
	struct names *names = names_create();

	copy("/proc/self/exe", "one");
	copy("/proc/self/exe", "other");
	one = chart("one", resolve("other"));
	other = chart("other", resolve("other"));
	version_of_subjects(&one, 1, "/", names, &old);
	version_of_subjects(&other, 1, "/", names, &new);
	difference_find(old.program, new.program, PAIRS_EQUIVALENT_ELSEWHERE, &difference);
	CHECK_INT(difference.nr_dangerous, ==, 0);
	for (uint32_t f = 0; f < new.program->nr_functions; f++)
		CHECK(difference_of_new(&difference, f) == FUNCTION_SAME);
	difference_deinit(&difference);
	version_deinit(&old);
	version_deinit(&new);
	names_destroy(names);
	subject_close(one);
	subject_close(other);
}

TEST(files_without_jumps_are_refused)
{
	struct subject_likeness likeness = { "missing", true };
	struct subject *subject;

	CHECK_ERROR(subject_chart("missing", &likeness, &subject), ERROR_UNUSABLE, "No such file");
	CHECK_OK(fs_write_file("text", "text\n", 5));
	CHECK_ERROR(subject_chart("text", &likeness, &subject), ERROR_UNUSABLE, "no ELF file");
}
