/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/keeping.h"

void keeping_add(struct program *program)
{
	for (size_t i = 0; i < program->objects.count && program->seed.length; i++) {
		if (!program->objects.items[i].global)
			continue;
		program->objects.items[i].kept_at = program->seed.length;
		strbuf_addc(&program->seed, 0);
	}
}

void keeping_copy(struct writer *writer)
{
	const struct program *program = writer->program;

	for (size_t i = 0; i < program->objects.count; i++) {
		const struct program_object *object = &program->objects.items[i];

		if (!object->kept_at)
			continue;
		writer_line(&writer->body, 1,
			    "static unsigned char harness_before_%zu[sizeof(%s)];", i,
			    object->name);
		writer_line(&writer->body, 1,
			    "memcpy(harness_before_%zu, (const void *)&%s, sizeof(%s));", i,
			    object->name, object->name);
	}
}

void keeping_restore(struct writer *writer)
{
	const struct program *program = writer->program;

	for (size_t i = 0; i < program->objects.count; i++) {
		const struct program_object *object = &program->objects.items[i];

		if (!object->kept_at)
			continue;
		writer->helpers |= HELPER_NUMBER;
		writer_line(&writer->body, 1, "if (harness_number(1))");
		writer_line(&writer->body, 2,
			    "memcpy((void *)&%s, harness_before_%zu, sizeof(%s));", object->name, i,
			    object->name);
	}
}

bool program_keep(const struct program *program, bool is_kept, unsigned char *blob)
{
	bool ret = false;

	for (size_t i = 0; i < program->objects.count; i++) {
		if (!program->objects.items[i].kept_at)
			continue;
		blob[program->objects.items[i].kept_at] = is_kept;
		ret = true;
	}
	return ret;
}

bool program_keeps_globals(const struct program *program, const unsigned char *blob)
{
	for (size_t i = 0; i < program->objects.count; i++) {
		const struct program_object *object = &program->objects.items[i];

		if (object->kept_at && !object->is_unused && !program_is_kept(object, blob))
			return false;
	}
	return true;
}
