/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Opens subjects: checks that the run-time can put variants into the file's memory, finds the
 * variants, and builds the site table (rewriter/subject/subject_builder.h) or the chart
 * (rewriter/subject/chart.h). Variants that need a detour are not used: in memory only instructions
 * of the same size are replaced.
 */
#include "rewriter/subject/subject.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/stamp.h"
#include "common/strbuf.h"
#include "common/xalloc.h"
#include "rewriter/subject/chart.h"
#include "rewriter/subject/subject_builder.h"
#include "rewriter/variant/patch.h"

/* The run-time calls these libraries itself, so they can't have breakpoints. */
static bool is_needed(const char *name)
{
	static const char *const names[] = { "libc.so.6", "ld-linux-x86-64.so.2", "libdl.so.2",
					     "libpthread.so.0" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (name && strcmp(names[i], name) == 0)
			return true;
	return false;
}

/* True if the file runs with the rights of its owner or group. */
static bool gives_rights(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && status.st_mode & (S_ISUID | S_ISGID);
}

static struct error *check_fitness(const struct subject_builder *builder, bool is_compared)
{
	const struct binary *binary = builder->binary;
	const char *why = NULL;

	if (binary->type == ET_REL)
		why = "it is an object, which nothing executes before it is linked";
	else if (patch_is_in(binary))
		why = "it was patched before";
	else if (site_tables_present(binary->path))
		why = "it was built with the plugin: run its tests without --binary";
	else if (is_compared && builder->loading.is_static)
		why = "it is statically linked, and what tells which ways its conditions go is to "
		      "be preloaded";
	else if (builder->loading.is_static && gives_rights(builder->subject->path))
		why = "it is statically linked, so that its tests are traced, and set-user-ID or "
		      "set-group-ID, which a traced program may not be";
	else if (builder->loading.is_first)
		why = "it is initialised before the run-time is there (-z initfirst)";
	else if (is_needed(builder->loading.name))
		why = "the run-time needs this library for itself";
	return why ? error_create(ERROR_UNUSABLE, "%s can't be %s: %s", binary->path,
				  is_compared ? "compared" : "mutated", why)
		   : NULL;
}

static void fill_module(struct subject_builder *builder)
{
	const struct binary *binary = builder->binary;
	const struct loading *loading = &builder->loading;
	const struct remt_sites_header *header = builder->subject->tables.tables[0].header;
	struct subject *subject = builder->subject;
	struct stat status;

	subject->is_static = loading->is_static;
	subject->entry = loading->entry;
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

/* A subject without line tables can be used, but its sites have addresses only. */
static void read_lines(struct subject_builder *builder)
{
	struct error *err = lines_read(builder->binary->path, &builder->lines);

	if (err)
		builder->subject->warning = xstrdup(err->message);
	error_destroy(err);
}

static struct error *make(struct subject_builder *builder, const struct subject_likeness *likeness)
{
	const struct binary *binary = builder->binary;
	struct error *err = loading_read(binary, &builder->loading);

	if (!err)
		err = check_fitness(builder, likeness);
	if (!err)
		err = error_wrap(machine_open(binary->machine, &builder->machine), "%s",
				 binary->path);
	if (err)
		return err;
	read_lines(builder);
	variants_find(binary, builder->lines, builder->machine, &builder->variants);
	err = likeness ? chart_make(builder, likeness) : subject_builder_table(builder);
	if (err)
		return err;
	if (!builder->ids.count)
		return error_create(ERROR_UNUSABLE,
				    "%s has no variants: none of its %zu functions has %s",
				    binary->path, binary->functions.count,
				    likeness ? "a conditional jump that could be another one"
					     : "an instruction that could be another one");
	fill_module(builder);
	builder->subject->ids = builder->ids.items;
	builder->ids.items = NULL;
	return NULL;
}

static void subject_builder_deinit(struct subject_builder *builder)
{
	variants_deinit(&builder->variants);
	lines_destroy(builder->lines);
	machine_close(builder->machine);
	loading_deinit(&builder->loading);
	binary_close(builder->binary);
	slots_deinit(&builder->files);
	vec_deinit(&builder->ids);
	free(builder->functions);
	free(builder->is_early);
}

static struct error *open_subject(const char *path, const struct subject_likeness *likeness,
				  struct subject **ret)
{
	struct subject_builder builder = { .subject = xcalloc(1, sizeof(*builder.subject)) };
	_cleanup_free_ char *real = realpath(path, NULL);
	struct error *err = real ? binary_open(real, &builder.binary)
				 : error_errno(ERROR_UNUSABLE, errno, "%s", path);

	if (!err) {
		builder.subject->path = TAKE(real);
		builder.subject->opened_ns = stamp_begin();
		err = make(&builder, likeness);
	}
	subject_builder_deinit(&builder);
	if (err)
		subject_close(builder.subject);
	else
		*ret = builder.subject;
	return err;
}

struct error *subject_open(const char *path, struct subject **ret)
{
	return open_subject(path, NULL, ret);
}

struct error *subject_chart(const char *path, const struct subject_likeness *likeness,
			    struct subject **ret)
{
	return open_subject(path, likeness, ret);
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

/* Appends SIZE bytes, aligned to 8, and returns their offset. */
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
		modules[i].headers = append(&file, subject->headers,
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
