/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merging of units into mutants of the source, what is left out, coverage of places. */
#include "runner/inventory/inventory.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "common/fs.h"
#include "common/xalloc.h"
#include "remt/coverage.h"
#include "runner/inventory/coverage.h"
#include "sites/table_builder.h"
#include "unit.h"

struct mutant_spec {
	uint32_t line;
	const char *op, *replacement;
};

/* A unit compiled in /p from INPUT; each mutant has a site of its own, all in FILE. */
static void add_unit(struct inventory *inventory, const char *input, const char *file,
		     const struct mutant_spec *specs, uint32_t count, enum inventory_module module)
{
	struct table_builder builder;
	struct site_tables tables;
	size_t size;

	table_builder_init(&builder);
	builder.header.comp_dir_str = table_builder_string(&builder, "/p/build");
	builder.header.input_str = table_builder_string(&builder, input);
	builder.header.preset_str = table_builder_string(&builder, "default");
	vec_push(&builder.files,
		 ((struct remt_file){ .path_str = table_builder_string(&builder, file),
				      .hash = 1 }));
	vec_push(&builder.symbols, ((struct remt_symbol){ .flags = REMT_SYMBOL_FUNCTION }));
	vec_push(&builder.functions,
		 ((struct remt_function){ .name_str = table_builder_string(&builder, "f"),
					  .line = 1,
					  .end_line = 99 }));
	for (uint32_t i = 0; i < count; i++) {
		vec_push(&builder.sites, ((struct remt_site){ .line = specs[i].line,
							      .column = 3,
							      .end_line = specs[i].line,
							      .end_column = 4,
							      .block = UINT32_MAX,
							      .first_mutant = i,
							      .nr_mutants = 1 }));
		vec_push(&builder.mutants,
			 ((struct remt_mutant){
				 .site = i,
				 .alternative = 1,
				 .op_str = table_builder_string(&builder, specs[i].op),
				 .line = specs[i].line,
				 .column = 3,
				 .end_line = specs[i].line,
				 .end_column = 4,
				 .replacement_str =
					 table_builder_string(&builder, specs[i].replacement) }));
		vec_push(&builder.skips,
			 ((struct remt_skip){
				 .line = specs[i].line, .column = 9, .reason = REMT_SKIP_MACRO }));
	}
	void *table = table_builder_finish(&builder, &size);

	CHECK_OK(site_tables_parse(table, size, "made here", &tables));
	CHECK_OK(inventory_add_tables(inventory, &tables, module));
	site_tables_deinit(&tables);
	free(table);
}

static const struct mutant_spec two[] = { { 10, "ORRN:<:<=", "<=" }, { 20, "OAAN:+:-", "-" } };

TEST(a_mutant_of_a_header_is_one_mutant_with_an_instance_per_unit)
{
	struct inventory inventory;
	struct remt_switch on[4];
	uint32_t count;

	inventory_init(&inventory, "/p", "/p/build");
	add_unit(&inventory, "../src/a.c", "../src/x.h", two, 2, INVENTORY_PROGRAM);
	add_unit(&inventory, "../src/b.c", "../src/x.h", two, 2, INVENTORY_PROGRAM);
	inventory_finish(&inventory, &(struct inventory_filter){ 0 });
	CHECK_UINT(inventory.mutants.count, ==, 2);
	CHECK_STR(inventory.mutants.items[0].file, "src/x.h");
	CHECK_STR(inventory.mutants.items[0].op, "ORRN:<:<=");
	CHECK_UINT(inventory.places.count, ==, 2);
	CHECK(inventory_switches(&inventory, &inventory.mutants.items[0], on, 4, &count));
	CHECK_UINT(count, ==, 2);
	CHECK(on[0].uid != on[1].uid);
	CHECK(!inventory_switches(&inventory, &inventory.mutants.items[0], on, 1, &count));
	/* Each skipped construct counts once, too. */
	CHECK_UINT(inventory.files.items[0].macro, ==, 2);
	inventory_deinit(&inventory);
}

TEST(ids_do_not_depend_on_the_build_directory)
{
	struct inventory one, other;

	inventory_init(&one, "/p", "/p/build");
	add_unit(&one, "../src/a.c", "../src/a.c", two, 2, INVENTORY_PROGRAM);
	inventory_finish(&one, &(struct inventory_filter){ 0 });
	inventory_init(&other, "/p", "/p/build");
	add_unit(&other, "/p/src/a.c", "/p/src/a.c", two, 2, INVENTORY_LIBRARY);
	inventory_finish(&other, &(struct inventory_filter){ 0 });
	CHECK_UINT(one.mutants.items[0].id, ==, other.mutants.items[0].id);
	CHECK(one.mutants.items[0].id != one.mutants.items[1].id);
	inventory_deinit(&one);
	inventory_deinit(&other);
}

TEST(the_same_unit_in_two_files_counts_once)
{
	struct inventory inventory;

	inventory_init(&inventory, "/p", "/p/build");
	add_unit(&inventory, "a.c", "a.c", two, 2, INVENTORY_PROGRAM);
	add_unit(&inventory, "a.c", "a.c", two, 2, INVENTORY_LIBRARY);
	CHECK_UINT(inventory.units.count, ==, 1);
	CHECK_UINT(inventory.units.items[0].modules, ==, INVENTORY_PROGRAM | INVENTORY_LIBRARY);
	inventory_finish(&inventory, &(struct inventory_filter){ 0 });
	CHECK_UINT(inventory.mutants.items[0].nr_instances, ==, 1);
	inventory_deinit(&inventory);
}

TEST(a_library_of_tests_alone_is_the_tests_own_code)
{
	struct inventory inventory;

	inventory_init(&inventory, "/p", "/p/build");
	add_unit(&inventory, "src/a.c", "src/a.c", two, 2, INVENTORY_LIBRARY);
	add_unit(&inventory, "tests/unity.c", "tests/unity.c", two, 2, INVENTORY_LIBRARY);
	inventory_finish(&inventory, &(struct inventory_filter){ 0 });
	CHECK_UINT(inventory.mutants.count, ==, 2);
	CHECK_UINT(inventory.nr_left_out_tests, ==, 2);
	inventory_deinit(&inventory);
}

TEST(the_tests_own_code_is_left_out)
{
	static const struct mutant_spec shared[] = { { 5, "SSDL:call:", ";" } };
	struct inventory inventory;

	inventory_init(&inventory, "/p", "/p/build");
	add_unit(&inventory, "../src/a.c", "../src/a.c", two, 2, INVENTORY_PROGRAM);
	add_unit(&inventory, "../tests/t1.c", "../tests/t1.c", two, 2, INVENTORY_PROGRAM);
	/* Tests that include what they test. */
	add_unit(&inventory, "../src/b.c", "../src/b.c", shared, 1, INVENTORY_PROGRAM);
	add_unit(&inventory, "../tests/t2.c", "../src/b.c", shared, 1, INVENTORY_PROGRAM);
	inventory_finish(&inventory, &(struct inventory_filter){ 0 });
	CHECK_UINT(inventory.mutants.count, ==, 3);
	CHECK_UINT(inventory.nr_left_out_tests, ==, 2);
	CHECK_STR(inventory.mutants.items[2].file, "src/b.c");
	CHECK_UINT(inventory.mutants.items[2].nr_instances, ==, 2);
	inventory_deinit(&inventory);
}

TEST(where_everything_is_called_a_test_it_is_mutated)
{
	struct inventory inventory;

	inventory_init(&inventory, "/p", "/p/build");
	add_unit(&inventory, "../tests/t1.c", "../tests/t1.c", two, 2, INVENTORY_PROGRAM);
	inventory_finish(&inventory, &(struct inventory_filter){ 0 });
	CHECK_UINT(inventory.mutants.count, ==, 2);
	inventory_deinit(&inventory);
}

TEST(names_speak_of_tests)
{
	static const char *const yes[] = { "tests/a.c",	   "t/a.c",	     "lib/test/a.c",
					   "src/test_a.c", "src/a-test.c",   "a_tests.c",
					   "check_a.c",	   "unit-tests/x.c", "src/testsuite/x.c",
					   "test.c" };
	static const char *const no[] = { "src/attest.c", "latest/a.c", "src/contest.c",
					  "testament.c",  "src/t.c",	"checksum.c" };

	for (size_t i = 0; i < sizeof(yes) / sizeof(*yes); i++)
		if (!inventory_is_test_path(yes[i]))
			FAIL("%s is taken for no test", yes[i]);
	for (size_t i = 0; i < sizeof(no) / sizeof(*no); i++)
		if (inventory_is_test_path(no[i]))
			FAIL("%s is taken for a test", no[i]);
}

TEST(a_sample_is_the_same_each_time_and_of_the_wanted_size)
{
	static const struct mutant_spec five[] = {
		{ 1, "a", "b" }, { 2, "a", "b" }, { 3, "a", "b" }, { 4, "a", "b" }, { 5, "a", "b" }
	};
	uint64_t ids[2][2];

	for (int i = 0; i < 2; i++) {
		struct inventory inventory;

		inventory_init(&inventory, "/p", "/p/build");
		add_unit(&inventory, "../src/a.c", "../src/a.c", five, 5, INVENTORY_PROGRAM);
		inventory_finish(&inventory, &(struct inventory_filter){ .sample = 2, .seed = 3 });
		CHECK_UINT(inventory.mutants.count, ==, 2);
		CHECK_UINT(inventory.nr_left_out_sample, ==, 3);
		ids[i][0] = inventory.mutants.items[0].id;
		ids[i][1] = inventory.mutants.items[1].id;
		inventory_deinit(&inventory);
	}
	CHECK_UINT(ids[0][0], ==, ids[1][0]);
	CHECK_UINT(ids[0][1], ==, ids[1][1]);
}

TEST(a_sample_has_so_many_of_each_operator_group)
{
	struct mutant_spec many[41];
	unsigned nr_swaps = 0;
	struct inventory inventory;

	for (uint32_t i = 0; i < 41; i++)
		many[i] = (struct mutant_spec){ i + 1, i < 38 ? "ORRN:<:<=" : "Oido:++:--", "b" };
	inventory_init(&inventory, "/p", "/p/build");
	add_unit(&inventory, "../src/a.c", "../src/a.c", many, 41, INVENTORY_PROGRAM);
	inventory_finish(&inventory, &(struct inventory_filter){ .sample = 4, .per_group = 3 });
	CHECK_UINT(inventory.mutants.count, ==, 6);
	CHECK_UINT(inventory.nr_left_out_sample, ==, 35);
	for (size_t i = 0; i < inventory.mutants.count; i++)
		nr_swaps += !strcmp(inventory.mutants.items[i].op, "Oido:++:--");
	CHECK_UINT(nr_swaps, ==, 3);
	inventory_deinit(&inventory);
}

static void put_coverage(const char *path, uint64_t uid, const struct remt_cover_site *sites,
			 uint32_t count, uint32_t main_order)
{
	struct remt_cover_header header = { .magic = REMT_COVER_MAGIC,
					    .version = REMT_COVER_VERSION,
					    .pid = 7,
					    .main_order = main_order,
					    .nr_units = 1,
					    .exe = "/p/build/prog" };
	struct remt_cover_unit unit = { .uid = uid, .nr_sites = count };
	FILE *out = fopen(path, "w");

	header.size = sizeof(header) + sizeof(unit) + count * sizeof(*sites);
	fwrite(&header, sizeof(header), 1, out);
	fwrite(&unit, sizeof(unit), 1, out);
	fwrite(sites, sizeof(*sites), count, out);
	fclose(out);
}

/* Makes INVENTORY one of two sites in a single unit, and a reader for it. */
static struct coverage_reader *create_reader(struct inventory *inventory)
{
	inventory_init(inventory, "/p", "/p/build");
	add_unit(inventory, "../src/a.c", "../src/a.c", two, 2, INVENTORY_PROGRAM);
	inventory_finish(inventory, &(struct inventory_filter){ 0 });
	return coverage_reader_create(inventory);
}

TEST(coverage_of_several_processes_is_merged)
{
	static const struct remt_cover_site early[] = { { 2, 5 }, { 0, 0 } },
					    late[] = { { 9, 1 }, { 8, 3 } };
	struct inventory inventory;
	struct coverage coverage;
	struct coverage_reader *reader = create_reader(&inventory);
	uint64_t uid = inventory.units.items[0].uid;

	CHECK(mkdir("cover", 0700) == 0);
	put_coverage("cover/7-1.cov", uid, early, 2, 4);
	put_coverage("cover/8-1.cov", uid, late, 2, 4);
	put_coverage("cover/9-1.cov", uid + 1, late, 2, 4);
	CHECK_OK(coverage_read(reader, "cover", &coverage));
	CHECK_UINT(coverage.nr_entries, ==, 2);
	CHECK_UINT(coverage_find(&coverage, 0)->first, ==, 2);
	CHECK_UINT(coverage_find(&coverage, 0)->count, ==, 6);
	CHECK_UINT(coverage_find(&coverage, 0)->before_main, ==, 1);
	CHECK_UINT(coverage_find(&coverage, 1)->first, ==, 8);
	CHECK_UINT(coverage_find(&coverage, 1)->before_main, ==, 0);
	CHECK_UINT(coverage.images.count, ==, 3);
	CHECK_UINT(coverage.unknown_units.count, ==, 1);
	coverage_deinit(&coverage);
	coverage_reader_destroy(reader);
	inventory_deinit(&inventory);
}

TEST(damaged_coverage_is_refused_by_name)
{
	static const struct remt_cover_site sites[] = { { 1, 1 }, { 2, 2 }, { 3, 3 } };
	struct inventory inventory;
	struct coverage coverage;
	struct coverage_reader *reader = create_reader(&inventory);

	CHECK(mkdir("cover", 0700) == 0);
	/* Three sites, the unit has two. */
	put_coverage("cover/7-1.cov", inventory.units.items[0].uid, sites, 3, 0);
	CHECK_ERROR(coverage_read(reader, "cover", &coverage), ERROR_INTERNAL, "cover/7-1.cov");
	CHECK_OK(fs_write_file("cover/7-1.cov", "nonsense", 8));
	CHECK_ERROR(coverage_read(reader, "cover", &coverage), ERROR_INTERNAL, "damaged");
	coverage_reader_destroy(reader);
	inventory_deinit(&inventory);
}

TEST(merging_two_runs_tells_whether_they_reached_the_same)
{
	struct coverage_entry *first = xcalloc(2, sizeof(*first));
	struct coverage_entry other[] = { { .place = 1, .first = 3, .count = 9 },
					  { .place = 4, .first = 1, .count = 1 } };
	struct coverage into = { .entries = first, .nr_entries = 2 };
	struct coverage same = { .entries = other, .nr_entries = 2 };

	first[0] = (struct coverage_entry){ .place = 1, .first = 5, .count = 2 };
	first[1] = (struct coverage_entry){ .place = 4, .first = 6, .count = 2 };
	CHECK(!coverage_merge(&into, &same).reach);
	CHECK(!into.has_changing_order);
	CHECK_UINT(into.entries[0].first, ==, 3);
	CHECK_UINT(into.entries[0].count, ==, 9);
	CHECK(!into.entries[1].is_changing);
	other[1].place = 2;
	CHECK(coverage_merge(&into, &same).reach);
	CHECK_UINT(into.nr_entries, ==, 3);
	CHECK_UINT(into.entries[1].place, ==, 2);
	CHECK(!into.entries[0].is_changing);
	CHECK(into.entries[1].is_changing);
	CHECK(into.entries[2].is_changing);
	coverage_deinit(&into);
}

TEST(merging_two_runs_tells_whether_they_reached_it_in_the_same_order)
{
	struct coverage_reached *first = xcalloc(2, sizeof(*first));
	struct coverage_reached other[] = { { 7, 1, false }, { 9, 2, false } };
	struct coverage into = { .reached = first, .nr_reached = 2 };
	struct coverage again = { .reached = other, .nr_reached = 2 };

	memcpy(first, other, sizeof(other));
	CHECK(!coverage_merge(&into, &again).reach);
	CHECK(!into.has_changing_order);
	other[1].first = 3;
	CHECK(!coverage_merge(&into, &again).reach);
	CHECK(into.has_changing_order);
	other[1].site = 8; /* in no place, perhaps, and yet reached */
	CHECK(coverage_merge(&into, &again).reach);
	coverage_deinit(&into);
}

TEST(infection_is_joined_over_runs_and_known_by_mutant)
{
	struct coverage_entry *first = xcalloc(1, sizeof(*first));
	struct coverage_entry other = { .place = 0, .first = 1, .count = 1, .infected = 4 };
	struct coverage into = { .entries = first, .nr_entries = 1 };
	struct coverage more = { .entries = &other, .nr_entries = 1 };
	struct inventory inventory = { 0 };

	vec_push(&inventory.places, ((struct inventory_place){ 7, 40 }));
	*first = (struct coverage_entry){ .place = 0, .first = 1, .count = 1, .infected = 1 };
	CHECK(coverage_merge(&into, &more).infection);
	CHECK(!coverage_merge(&into, &into).infection);
	CHECK(coverage_infects(&into.entries[0], &inventory, 7));
	CHECK(!coverage_infects(&into.entries[0], &inventory, 8));
	CHECK(coverage_infects(&into.entries[0], &inventory, 9));
	CHECK(!coverage_infects(&into.entries[0], &inventory, 7 + 31));
	/* Without a bit of its own. */
	CHECK(coverage_infects(&into.entries[0], &inventory, 7 + 32));
	coverage_deinit(&into);
	vec_deinit(&inventory.places);
}
