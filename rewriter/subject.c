/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/subject.h"

#include <elf.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/hash.h"
#include "common/slots.h"
#include "common/stamp.h"
#include "common/strbuf.h"
#include "common/xalloc.h"
#include "remt/operators.h"
#include "remt/version.h"
#include "rewriter/loading.h"
#include "rewriter/patch.h"
#include "sites/table_builder.h"

/* A subject in the making. */
struct making {
	struct subject *subject;
	struct binary *binary;
	struct loading loading;
	struct machine *machine;
	struct lines *lines;
	struct variants variants;
	struct table_builder builder;
	VEC(uint64_t) ids;
	struct slots files;  /* by hash of the path, number in the table */
	uint32_t *functions; /* by number in the binary, that in the table; SLOTS_NONE: none yet */
};

/* What the run-time itself calls can't have breakpoints. */
static bool is_needed(const char *name)
{
	static const char *const names[] = { "libc.so.6", "ld-linux-x86-64.so.2", "libdl.so.2",
					     "libpthread.so.0" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (name && strcmp(names[i], name) == 0)
			return true;
	return false;
}

static struct error *check_fitness(const struct making *making)
{
	const struct binary *binary = making->binary;
	const char *why = NULL;

	if (binary->type == ET_REL)
		why = "it is an object, which nothing executes before it is linked";
	else if (patch_is_in(binary))
		why = "it was patched before";
	else if (site_tables_present(binary->path))
		why = "it was built with the plugin: run its tests without --binary";
	else if (making->loading.is_static)
		why = "it is statically linked, and nothing can be loaded into it beforehand; "
		      "`remt patch` makes copies of it";
	else if (is_needed(making->loading.name))
		why = "the run-time needs this library for itself";
	return why ? error_create(ERROR_UNUSABLE, "%s can't be mutated: %s", binary->path, why)
		   : NULL;
}

static uint32_t add_file(struct making *making, const char *path, uint64_t content)
{
	uint32_t index = (uint32_t)making->builder.files.count;

	vec_push(&making->builder.files,
		 ((struct remt_file){ .path_str = table_builder_string(&making->builder, path),
				      .hash = content }));
	slots_add(&making->files, hash_string(path), index);
	return index;
}

/* A source as it is now; what it was when it was compiled nobody has noted. */
static uint32_t add_source(struct making *making, const char *path)
{
	uint32_t index = slots_find(&making->files, hash_string(path));
	uint64_t content = 0;

	if (index != SLOTS_NONE)
		return index;
	error_destroy(hash_file(path, &content)); /* it may be gone */
	return add_file(making, path, content);
}

static uint32_t add_function(struct making *making, uint32_t number)
{
	const struct binary *binary = making->binary;
	const struct binary_function *function = &binary->functions.items[number];
	struct table_builder *builder = &making->builder;
	uint32_t index = making->functions[number];
	uint32_t name;

	if (index != SLOTS_NONE)
		return index;
	index = (uint32_t)builder->functions.count;
	name = table_builder_string(builder, function->name);
	vec_push(&builder->symbols,
		 ((struct remt_symbol){ .name_str = name,
					.flags = REMT_SYMBOL_FUNCTION | REMT_SYMBOL_DEFINED }));
	vec_push(&builder->functions, ((struct remt_function){ .name_str = name,
							       .asm_name_str = name,
							       .number = index,
							       .symbol = index }));
	making->functions[number] = index;
	return index;
}

/* Where a variant is in the source; without lines it is at its address, in the file itself. */
static struct remt_site place_of(struct making *making, const struct variant *variant)
{
	uint64_t address = variant->instruction.address;
	struct line line;
	uint32_t column;

	if (!lines_find(making->lines, binary_section(making->binary, variant->function), address,
			&line) ||
	    !line.number)
		return (struct remt_site){ .column = (uint32_t)address,
					   .end_column = (uint32_t)address };
	column = line.column ? line.column : 1;
	return (struct remt_site){ .file = add_source(making, line.file),
				   .line = line.number,
				   .column = column,
				   .end_line = line.number,
				   .end_column = column + 1 };
}

/* What stays where other functions move. */
static uint64_t identify(const struct binary_function *function, uint64_t address)
{
	struct hash *hash = hash_create();

	hash_add_string(hash, function->name);
	hash_add_u64(hash, address - function->address);
	return hash_take(hash);
}

static void add_code(struct making *making, const uint8_t *bytes, uint32_t size)
{
	struct remt_variants_code code = { { 0 } };

	memcpy(code.bytes, bytes, size);
	vec_push(&making->subject->codes, code);
}

static void add_site(struct making *making, const struct variant *variant)
{
	const struct binary_function *function =
		&making->binary->functions.items[variant->function];
	struct remt_site site = place_of(making, variant);
	uint32_t size = variant->instruction.size;

	site.function = add_function(making, variant->function);
	site.block = UINT32_MAX;
	site.first_mutant = (uint32_t)making->builder.mutants.count;
	site.line_hash = identify(function, variant->instruction.address);
	vec_push(&making->builder.sites, site);
	vec_push(&making->subject->sites,
		 ((struct remt_variants_site){
			 .address = variant->instruction.address,
			 .function = site.function,
			 .first = (uint32_t)making->subject->codes.count,
			 .size = size,
		 }));
	add_code(making, making->binary->data + variant->offset, size);
}

/* The instructions of a replacement, as assembly. */
static void describe_code(struct making *making, const struct variant *variant,
			  struct strbuf *ret)
{
	struct instruction now;
	uint32_t size = variant->instruction.size;

	for (uint32_t at = 0; at < size; at += now.size) {
		if (!machine_decode(making->machine, variant->replacement.bytes + at, size - at,
				    variant->instruction.address + at, &now))
			return;
		strbuf_addf(ret, "%s%s", at ? "; " : "", now.text);
	}
}

static void add_mutant(struct making *making, const struct variant *variant)
{
	const struct replacement *replacement = &variant->replacement;
	const struct binary_function *function =
		&making->binary->functions.items[variant->function];
	uint32_t index = (uint32_t)making->builder.sites.count - 1;
	struct remt_site *site = &making->builder.sites.items[index];
	_cleanup_strbuf_ struct strbuf code = { 0 };
	_cleanup_free_ char *op = xasprintf("%s:%s:%s", remt_operators[replacement->op].name,
					    replacement->from, replacement->to);

	describe_code(making, variant, &code);
	_cleanup_free_ char *description =
		xasprintf("'%s' becomes '%s' at %s+0x%" PRIx64, variant->instruction.text,
			  strbuf_get(&code), function->name,
			  variant->instruction.address - function->address);

	site->nr_mutants++;
	making->subject->sites.items[index].nr_alternatives++;
	add_code(making, replacement->bytes, variant->instruction.size);
	vec_push(&making->ids, variant->id);
	vec_push(&making->builder.mutants,
		 ((struct remt_mutant){
			 .site = index,
			 .alternative = site->nr_mutants,
			 .op_str = table_builder_string(&making->builder, op),
			 .line = site->line,
			 .column = site->column,
			 .end_line = site->end_line,
			 .end_column = site->end_column,
			 .replacement_str =
				 table_builder_string(&making->builder, strbuf_get(&code)),
			 .description_str = table_builder_string(&making->builder, description),
			 .flags = REMT_MUTANT_BINARY,
		 }));
}

/*
 * True if a variant would not do in memory what it does in a patched copy: the loader calls the
 * function before the run-time is there, or the code of the start-up files, which asks whether
 * somebody is preloaded.
 */
static bool is_out_of_reach(const struct making *making, const struct variant *variant)
{
	const struct binary_function *function =
		&making->binary->functions.items[variant->function];

	return loading_is_resolver(&making->loading, function->address) ||
	       strcmp(making->binary->codes.items[function->code].name, ".init") == 0 ||
	       variant->instruction.address > UINT32_MAX;
}

static int compare_addresses(const void *a, const void *b)
{
	const struct variant *x = a, *y = b;
	uint64_t i = x->instruction.address, j = y->instruction.address;

	if (i != j)
		return (i > j) - (i < j);
	return (x->id > y->id) - (x->id < y->id);
}

static void add_variants(struct making *making)
{
	struct variant *variants = making->variants.items.items;
	size_t count = making->variants.items.count;
	uint64_t last = MACHINE_NOWHERE;

	if (count)
		qsort(variants, count, sizeof(*variants), compare_addresses);
	for (size_t i = 0; i < count; i++) {
		if (is_out_of_reach(making, &variants[i]))
			continue;
		if (variants[i].instruction.address != last)
			add_site(making, &variants[i]);
		last = variants[i].instruction.address;
		add_mutant(making, &variants[i]);
	}
}

/* The table; its uid is another one whenever a byte of the file is. */
static struct error *make_table(struct making *making)
{
	struct binary *binary = making->binary;
	struct table_builder *builder = &making->builder;
	size_t nr_functions = binary->functions.count;
	uint64_t content = hash_bytes(binary->data, binary->size);
	_cleanup_free_ void *table = NULL;
	size_t size;

	making->functions = xreallocarray(NULL, nr_functions + 1, sizeof(uint32_t));
	memset(making->functions, 0xff, nr_functions * sizeof(uint32_t));
	table_builder_init(builder);
	builder->header.comp_dir_str = table_builder_string(builder, "/");
	builder->header.input_str = table_builder_string(builder, binary->path);
	builder->header.preset_str = table_builder_string(builder, REMT_BINARY_PRESET);
	builder->header.remt_version_str = table_builder_string(builder, REMT_VERSION);
	add_file(making, binary->path, content);
	add_variants(making);
	table = table_builder_finish(builder, &size);
	return site_tables_parse(table, size, binary->path, &making->subject->tables);
}

static void fill_module(struct making *making)
{
	const struct binary *binary = making->binary;
	const struct loading *loading = &making->loading;
	const struct remt_sites_header *header = making->subject->tables.tables[0].header;
	struct subject *subject = making->subject;
	struct stat status;

	subject->headers = xmemdup(loading->headers, loading->nr_headers * sizeof(Elf64_Phdr));
	if (stat(subject->path, &status) != 0)
		status.st_ino = 0;
	subject->module = (struct remt_variants_module){
		.uid = header->uid,
		.inode = status.st_ino,
		.nr_headers = loading->nr_headers,
		.nr_functions = header->functions.count,
		.nr_sites = header->sites.count,
		.nr_codes = (uint32_t)subject->codes.count,
	};
	if (!loading->build_id_address || binary->build_id_size > REMT_VARIANTS_MAX_BUILD_ID)
		return;
	subject->module.build_id_address = loading->build_id_address;
	subject->module.build_id_size = (uint32_t)binary->build_id_size;
	memcpy(subject->module.build_id, binary->data + binary->build_id_offset,
	       binary->build_id_size);
}

/* Without lines nothing is lost but their numbers. */
static void read_lines(struct making *making)
{
	struct error *err = lines_read(making->binary->path, &making->lines);

	if (err)
		making->subject->warning = xstrdup(err->message);
	error_destroy(err);
}

static struct error *make(struct making *making)
{
	const struct binary *binary = making->binary;
	struct error *err = loading_read(binary, &making->loading);

	if (!err)
		err = check_fitness(making);
	if (!err)
		err = error_wrap(machine_open(binary->machine, &making->machine), "%s",
				 binary->path);
	if (err)
		return err;
	read_lines(making);
	variants_find(binary, making->lines, making->machine, &making->variants);
	err = make_table(making);
	if (err)
		return err;
	if (!making->subject->sites.count)
		return error_create(ERROR_UNUSABLE,
				    "%s has no variants: none of its %zu functions has an "
				    "instruction that could be another one",
				    binary->path, binary->functions.count);
	fill_module(making);
	making->subject->ids = making->ids.items;
	making->ids.items = NULL;
	return NULL;
}

static void making_deinit(struct making *making)
{
	variants_deinit(&making->variants);
	lines_destroy(making->lines);
	machine_close(making->machine);
	loading_deinit(&making->loading);
	binary_close(making->binary);
	slots_deinit(&making->files);
	vec_deinit(&making->ids);
	free(making->functions);
}

struct error *subject_open(const char *path, struct subject **ret)
{
	struct making making = { .subject = xcalloc(1, sizeof(*making.subject)) };
	_cleanup_free_ char *real = realpath(path, NULL);
	struct error *err = real ? binary_open(real, &making.binary)
				 : error_errno(ERROR_UNUSABLE, errno, "%s", path);

	if (!err) {
		making.subject->path = TAKE(real);
		err = make(&making);
	}
	making_deinit(&making);
	if (err)
		subject_close(making.subject);
	else
		*ret = making.subject;
	return err;
}

void subject_close(struct subject *subject)
{
	if (!subject)
		return;
	site_tables_deinit(&subject->tables);
	vec_deinit(&subject->sites);
	vec_deinit(&subject->codes);
	free(subject->headers);
	free(subject->warning);
	free(subject->path);
	free(subject->ids);
	free(subject);
}

/* Appends SIZE bytes, aligned to 8; returns their offset. */
static uint64_t append(struct strbuf *file, const void *data, size_t size)
{
	static const char padding[8];
	uint64_t at;

	strbuf_add(file, padding, -file->length % 8);
	at = file->length;
	strbuf_add(file, data, size);
	return at;
}

struct error *subjects_write(struct subject *const *subjects, size_t count, const char *path)
{
	struct remt_variants_header header = { .version = REMT_VARIANTS_VERSION,
					       .nr_modules = (uint32_t)count,
					       .written_ns = stamp_begin() };
	_cleanup_free_ struct remt_variants_module *modules = xcalloc(count + 1, sizeof(*modules));
	_cleanup_strbuf_ struct strbuf file = { 0 };

	strbuf_add(&file, &header, sizeof(header));
	strbuf_add(&file, modules, count * sizeof(*modules));
	for (size_t i = 0; i < count; i++) {
		const struct subject *subject = subjects[i];

		modules[i] = subject->module;
		modules[i].path = append(&file, subject->path, strlen(subject->path) + 1);
		modules[i].headers =
			append(&file, subject->headers,
			       subject->module.nr_headers * sizeof(Elf64_Phdr));
		modules[i].sites = append(&file, subject->sites.items,
					  subject->sites.count * sizeof(*subject->sites.items));
		modules[i].codes = append(&file, subject->codes.items,
					  subject->codes.count * sizeof(*subject->codes.items));
	}
	memcpy(header.magic, REMT_VARIANTS_MAGIC, sizeof(header.magic));
	header.size = file.length;
	memcpy(file.data, &header, sizeof(header));
	memcpy(file.data + sizeof(header), modules, count * sizeof(*modules));
	return fs_write_file(path, file.data, file.length);
}
