/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sites/table_builder.h"

#include <stddef.h>
#include <string.h>

#include "sites/check.h"

void table_builder_init(struct table_builder *builder)
{
	memset(builder, 0, sizeof(*builder));
	strbuf_addc(&builder->strings, '\0');
}

uint32_t table_builder_string(struct table_builder *builder, const char *text)
{
	uint32_t offset = (uint32_t)builder->strings.length;

	if (!*text)
		return 0;
	strbuf_add(&builder->strings, text, strlen(text) + 1);
	return offset;
}

/* Appends COUNT records of SIZE bytes to BYTES, aligned to 8. */
static struct remt_span add_span(struct strbuf *bytes, const void *records, size_t count,
				 size_t size)
{
	static const char padding[8];
	strbuf_add(bytes, padding, -bytes->length % 8);

	struct remt_span span = { (uint32_t)bytes->length, (uint32_t)count };
	strbuf_add(bytes, records, count * size);
	return span;
}

#define ADD(bytes, builder, field)                                                                 \
	do {                                                                                       \
		struct remt_span span_ =                                                           \
			add_span(bytes, (builder)->field.items, (builder)->field.count,            \
				 sizeof(*(builder)->field.items));                                 \
		(builder)->header.field = span_;                                                   \
		vec_deinit(&(builder)->field);                                                     \
	} while (0)

void *table_builder_finish(struct table_builder *builder, size_t *size)
{
	struct strbuf bytes = { 0 };

	strbuf_add(&bytes, &builder->header, sizeof(builder->header));
	builder->header.strings =
		add_span(&bytes, builder->strings.data, builder->strings.length, 1);
	strbuf_deinit(&builder->strings);
	ADD(&bytes, builder, files);
	ADD(&bytes, builder, functions);
	ADD(&bytes, builder, sites);
	ADD(&bytes, builder, mutants);
	ADD(&bytes, builder, skips);
	ADD(&bytes, builder, blocks);
	ADD(&bytes, builder, edges);
	ADD(&bytes, builder, calls);
	ADD(&bytes, builder, variables);
	ADD(&bytes, builder, uses);
	ADD(&bytes, builder, symbols);
	ADD(&bytes, builder, references);
	ADD(&bytes, builder, marks);
	add_span(&bytes, NULL, 0, 1);

	memcpy(builder->header.magic, REMT_SITES_MAGIC, sizeof(builder->header.magic));
	builder->header.version = REMT_SITES_VERSION;
	builder->header.header_size = sizeof(builder->header);
	builder->header.size = bytes.length;
	memcpy(bytes.data, &builder->header, sizeof(builder->header));
	table_builder_seal(bytes.data, bytes.length);
	*size = bytes.length;
	return strbuf_take(&bytes);
}

void table_builder_seal(void *table, size_t size)
{
	uint64_t uid = check_uid(table, size);

	memcpy((char *)table + offsetof(struct remt_sites_header, uid), &uid, sizeof(uid));
}
