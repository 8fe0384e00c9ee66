/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reader of site tables: what it finds, and what it refuses. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "common/error.h"
#include "common/fs.h"
#include "common/strbuf.h"
#include "elf_builder.h"
#include "sites/table.h"
#include "sites/table_builder.h"
#include "table_sample.h"

static void write_file(const char *path, const void *data, size_t size)
{
	CHECK_OK(fs_write_file(path, data, size));
}

/* Writes an object of SHAPE with NR tables in its section. */
static void write_object(const char *path, struct elf_shape shape, unsigned nr)
{
	struct strbuf content = { 0 };
	for (unsigned i = 0; i < nr; i++) {
		size_t size;
		void *table = table_sample(i, 3, &size);

		strbuf_add(&content, table, size);
		free(table);
	}
	size_t size;
	void *object = elf_builder_object(shape, content.data, content.length, &size);
	write_file(path, object, size);
	free(object);
	strbuf_deinit(&content);
}

static size_t nr_tables(const char *path)
{
	struct site_tables tables;

	CHECK_OK(site_tables_read(path, &tables));
	size_t nr = tables.nr_tables;
	for (size_t i = 0; i < nr; i++)
		CHECK_STR(site_table_string(&tables.tables[i], tables.tables[i].header->preset_str),
			  "default");
	site_tables_deinit(&tables);
	return nr;
}

TEST(object_of_64_bits_is_read)
{
	write_object("a.o", (struct elf_shape){ 0 }, 3);
	CHECK_INT(nr_tables("a.o"), ==, 3);
	CHECK(site_tables_present("a.o"));
}

TEST(object_of_32_bits_is_read)
{
	write_object("a.o", (struct elf_shape){ .is_32 = true }, 2);
	CHECK_INT(nr_tables("a.o"), ==, 2);
	CHECK(site_tables_present("a.o"));
}

TEST(compressed_section_is_read)
{
	write_object("a.o", (struct elf_shape){ .is_compressed = true }, 2);
	write_object("b.o", (struct elf_shape){ .is_compressed = true, .is_32 = true }, 2);
	CHECK_INT(nr_tables("a.o"), ==, 2);
	CHECK_INT(nr_tables("b.o"), ==, 2);
}

TEST(all_members_of_an_archive_are_read)
{
	char *object;
	size_t size;
	size_t archive_size;

	write_object("a.o", (struct elf_shape){ 0 }, 2);
	CHECK_OK(fs_read_file("a.o", &object, &size));
	void *archive = elf_builder_archive(object, size, 3, &archive_size);
	write_file("lib.a", archive, archive_size);
	CHECK_INT(nr_tables("lib.a"), ==, 6);
	CHECK(site_tables_present("lib.a"));
	free(archive);
	free(object);
}

TEST(damaged_member_of_an_archive_is_named)
{
	size_t size;
	size_t archive_size;
	struct site_tables tables;
	void *object = elf_builder_object((struct elf_shape){ 0 }, "REMTSITE", 8, &size);
	void *archive = elf_builder_archive(object, size, 1, &archive_size);

	write_file("lib.a", archive, archive_size);
	CHECK_ERROR(site_tables_read("lib.a", &tables), ERROR_UNUSABLE,
		    "lib.a(m0.o): site table at offset 0x0: truncated");
	free(archive);
	free(object);
}

TEST(other_files_have_no_tables)
{
	write_file("text", "hello\n", 6);
	write_file("empty", "", 0);
	mkdir("directory", 0777);
	CHECK(mkfifo("fifo", 0666) == 0);
	CHECK_INT(nr_tables("text"), ==, 0);
	CHECK_INT(nr_tables("empty"), ==, 0);
	CHECK_INT(nr_tables("directory"), ==, 0);
	CHECK_INT(nr_tables("fifo"), ==, 0);
	CHECK_INT(nr_tables("/proc/self/exe"), ==, 0);
	CHECK(!site_tables_present("text"));
	CHECK(!site_tables_present("fifo"));
	CHECK(!site_tables_present("/proc/self/exe"));
	CHECK(!site_tables_present("missing"));
}

TEST(missing_file_is_an_error)
{
	struct site_tables tables;

	CHECK_ERROR(site_tables_read("missing", &tables), ERROR_UNUSABLE, "opening missing");
}

TEST(section_without_content_is_an_error)
{
	struct site_tables tables;

	write_object("a.o", (struct elf_shape){ .is_nobits = true }, 1);
	CHECK_ERROR(site_tables_read("a.o", &tables), ERROR_UNUSABLE, "no content");
}

TEST(truncated_object_is_an_error_or_has_no_table)
{
	char *object;
	size_t size;
	size_t nr_refused = 0;

	write_object("a.o", (struct elf_shape){ 0 }, 1);
	CHECK_OK(fs_read_file("a.o", &object, &size));
	for (size_t cut = 0; cut < size; cut += 7) {
		struct site_tables tables;

		write_file("cut.o", object, cut);
		struct error *err = site_tables_read("cut.o", &tables);
		nr_refused += err != NULL;
		if (!err) {
			CHECK_INT(tables.nr_tables, ==, 0);
			site_tables_deinit(&tables);
		}
		error_destroy(err);
	}
	CHECK_INT(nr_refused, >, size / 7 - 12);
	free(object);
}

TEST(tables_may_have_zero_padding_between_them)
{
	struct site_tables tables;
	struct strbuf content = { 0 };
	size_t size;
	char *table = table_sample(1, 2, &size);
	static const char zeros[64];

	strbuf_add(&content, zeros, 8);
	strbuf_add(&content, table, size);
	strbuf_add(&content, zeros, 24);
	strbuf_add(&content, table, size);
	strbuf_add(&content, zeros, 3);
	CHECK_OK(site_tables_parse(content.data, content.length, "x", &tables));
	CHECK_INT(tables.nr_tables, ==, 2);
	site_tables_deinit(&tables);

	content.data[4] = 1;
	CHECK_ERROR(site_tables_parse(content.data, content.length, "x", &tables), ERROR_UNUSABLE,
		    "x: site table at offset 0x0: no site table where one must start");
	strbuf_deinit(&content);
	free(table);
}

/* Parses the sample table after SIZE bytes at OFFSET were set to VALUE, and expects TEXT. */
static void expect_refusal(size_t offset, uint32_t value, bool seal, const char *text)
{
	struct site_tables tables;
	size_t size;
	char *table = table_sample(5, 8, &size);

	CHECK_UINT(offset + sizeof(value), <=, size);
	memcpy(table + offset, &value, sizeof(value));
	if (seal)
		table_builder_seal(table, size);
	CHECK_ERROR(site_tables_parse(table, size, "x.o", &tables), ERROR_UNUSABLE, text);
	free(table);
}

/* Offset of FIELD in record INDEX of the array that SPAN of the sample's header names. */
static size_t at(size_t span, size_t record_size, unsigned index, size_t field)
{
	size_t size;
	char *table = table_sample(5, 8, &size);
	struct remt_span found;

	memcpy(&found, table + span, sizeof(found));
	CHECK_UINT(index, <, found.count);
	free(table);
	return found.offset + index * record_size + field;
}

#define HEADER(field) offsetof(struct remt_sites_header, field)
#define AT(array, type, index, field)                                                              \
	at(HEADER(array), sizeof(struct type), index, offsetof(struct type, field))

TEST(other_version_is_named)
{
	expect_refusal(HEADER(version), 8, false,
		       "x.o: site table at offset 0x0: built by another remt version: format 8, "
		       "this is 7");
}

TEST(changed_byte_is_noticed)
{
	expect_refusal(HEADER(assembly), 1, false, "does not match its uid");
}

TEST(impossible_header_is_refused)
{
	expect_refusal(HEADER(header_size), 8, true, "header of 8 bytes");
	expect_refusal(HEADER(strings.offset), 0xfffffff8, true, "strings: ");
	expect_refusal(HEADER(files.count), 0x7fffffff, true, "files: ");
	expect_refusal(HEADER(functions.offset), 8, true, "inside the header");
	expect_refusal(HEADER(sites.offset), 181, true, "not aligned");
	expect_refusal(HEADER(comp_dir_str), 0xffffff, true, "header field 0: string at");
	expect_refusal(HEADER(remt_version_str), 0xffffff, true, "header field 4: string at");
	expect_refusal(HEADER(options_str), 0xffffff, true, "header field 5: string at");
	expect_refusal(HEADER(command_str), 0xffffff, true, "header field 6: string at");
	expect_refusal(HEADER(flags), 16, true, "header has flags");
	expect_refusal(HEADER(strings.count), 0, true, "strings don't");
	expect_refusal(HEADER(strings.count), 5, true, "strings don't");
}

TEST(impossible_record_is_refused)
{
	expect_refusal(AT(files, remt_file, 1, path_str), 99999, true, "file 1: string");
	expect_refusal(AT(functions, remt_function, 2, name_str), 99999, true,
		       "function 2: string");
	expect_refusal(AT(functions, remt_function, 2, asm_name_str), 99999, true,
		       "function 2: string");
	expect_refusal(AT(functions, remt_function, 2, symbol), 99, true, "function 2: symbol 99");
	expect_refusal(AT(functions, remt_function, 2, first_variable), 9999, true,
		       "function 2: variables");
	expect_refusal(AT(functions, remt_function, 2, file), 2, true,
		       "function 2: file 2 out of range");
	expect_refusal(AT(functions, remt_function, 2, number), 8, true, "function 2: number 8");
	expect_refusal(AT(functions, remt_function, 2, first_block), 9999, true,
		       "function 2: blocks");
	expect_refusal(AT(functions, remt_function, 2, nr_blocks), UINT32_MAX, true,
		       "function 2: blocks");
	expect_refusal(AT(sites, remt_site, 1, function), 8, true, "site 1: function 8");
	expect_refusal(AT(sites, remt_site, 1, file), 2, true, "site 1: file 2");
	expect_refusal(AT(sites, remt_site, 1, block), 9999, true, "site 1: block 9999");
	expect_refusal(AT(sites, remt_site, 1, first_mutant), 9999, true, "site 1: mutants");
	expect_refusal(AT(sites, remt_site, 1, nr_mutants), 9999, true, "site 1: mutants");
	expect_refusal(AT(sites, remt_site, 1, nr_safe), 9999, true, "site 1: 9999 safe");
	expect_refusal(AT(sites, remt_site, 1, line), 0, true, "site 1: impossible range");
	expect_refusal(AT(sites, remt_site, 1, end_column), 0, true, "site 1: impossible range");
	expect_refusal(AT(mutants, remt_mutant, 1, site), 9999, true, "mutant 1: site 9999");
	expect_refusal(AT(mutants, remt_mutant, 0, site), 1, true, "does not list it");
	expect_refusal(AT(mutants, remt_mutant, 1, alternative), 0, true,
		       "mutant 1: alternative 0");
	expect_refusal(AT(mutants, remt_mutant, 1, alternative), 9, true,
		       "mutant 1: alternative 9");
	expect_refusal(AT(mutants, remt_mutant, 1, op_str), 99999, true, "mutant 1: string");
	expect_refusal(AT(mutants, remt_mutant, 1, replacement_str), 99999, true,
		       "mutant 1: string");
	expect_refusal(AT(mutants, remt_mutant, 1, description_str), 99999, true,
		       "mutant 1: string");
	expect_refusal(AT(mutants, remt_mutant, 1, column), 0, true, "mutant 1: impossible range");
	expect_refusal(AT(mutants, remt_mutant, 1, end_line), 0, true,
		       "mutant 1: impossible range");
	expect_refusal(AT(mutants, remt_mutant, 1, flags), REMT_MUTANT_LAYOUT, true,
		       "is a layout switch in part");
	expect_refusal(AT(skips, remt_skip, 0, file), 2, true, "skip 0: file 2");
	expect_refusal(AT(skips, remt_skip, 0, reason), 0, true, "skip 0: unknown reason 0");
	expect_refusal(AT(skips, remt_skip, 0, reason), 5, true, "skip 0: unknown reason 5");
	expect_refusal(AT(blocks, remt_block, 1, first_edge), 9999, true, "block 1: edges");
	expect_refusal(AT(blocks, remt_block, 1, nr_edges), 9999, true, "block 1: edges");
	expect_refusal(AT(blocks, remt_block, 1, first_call), 9999, true, "block 1: calls");
	expect_refusal(AT(blocks, remt_block, 1, nr_calls), 9999, true, "block 1: calls");
	expect_refusal(AT(edges, remt_edge, 1, target), 9999, true, "edge to block 9999");
	expect_refusal(AT(blocks, remt_block, 1, nr_uses), 9999, true, "block 1: uses");
	expect_refusal(AT(blocks, remt_block, 1, nr_references), 9999, true, "block 1: references");
	expect_refusal(AT(calls, remt_call, 1, callee), 9999, true, "call 1: symbol 9999");
	expect_refusal(AT(variables, remt_variable, 1, name_str), 99999, true,
		       "variable 1: string");
	expect_refusal(AT(symbols, remt_symbol, 1, name_str), 99999, true, "symbol 1: string");
	expect_refusal(AT(symbols, remt_symbol, 1, first_reference), 9999, true,
		       "symbol 1: references");
	expect_refusal(AT(marks, remt_mark, 1, site), 9999, true, "mark 1: site 9999");
	expect_refusal(AT(marks, remt_mark, 1, block), 9999, true, "mark 1: block 9999");
}

TEST(every_truncation_is_refused)
{
	size_t size;
	char *table = table_sample(5, 2, &size);

	for (size_t cut = 1; cut < size; cut++) {
		struct site_tables tables;

		CHECK_ERROR(site_tables_parse(table, cut, "x", &tables), ERROR_UNUSABLE,
			    "truncated");
	}
	free(table);
}

TEST(second_table_is_named_by_its_offset)
{
	struct site_tables tables;
	size_t size;
	char *table = table_sample(5, 2, &size);
	struct strbuf content = { 0 };
	char expected[64];

	strbuf_add(&content, table, size);
	strbuf_add(&content, table, size - 8);
	snprintf(expected, sizeof(expected), "x: site table at offset 0x%zx: truncated", size);
	CHECK_ERROR(site_tables_parse(content.data, content.length, "x", &tables), ERROR_UNUSABLE,
		    expected);
	strbuf_deinit(&content);
	free(table);
}
