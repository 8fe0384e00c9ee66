/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/callback.h"

#include <string.h>

#include "caller/names.h"
#include "caller/types.h"
#include "common/cleanup.h"
#include "common/xalloc.h"

enum { MAX_CALLBACKS = 8 };

/* Returns the last name in PATH, an expression, without indices; the caller frees. */
static char *last_name(const char *path)
{
	const char *dot = strrchr(path, '.'), *name = dot ? dot + 1 : path;
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789_";

	return xstrndup(name, strspn(name, letters));
}

const struct program_callback *callback_find(const struct writer *writer,
					     const struct entry *pointer, const char *path)
{
	_cleanup_free_ char *hint = last_name(path);

	for (size_t i = 0; i < writer->program->callbacks.count; i++) {
		const struct program_callback *callback = &writer->program->callbacks.items[i];

		if (callback->type == type_peel(pointer->type) && strcmp(callback->hint, hint) == 0)
			return callback;
	}
	return NULL;
}

static bool has_callback(const struct writer *writer, const char *name)
{
	for (size_t i = 0; i < writer->program->callbacks.count; i++) {
		if (strcmp(writer->program->callbacks.items[i].name, name) == 0)
			return true;
	}
	return false;
}

const struct program_callback *callback_ask(struct writer *writer, const struct entry *pointer,
					    const char *path)
{
	const struct program_callback *found = callback_find(writer, pointer, path);
	struct program_callback callback = { .type = type_peel(pointer->type) };

	if (found || writer->program->callbacks.count >= MAX_CALLBACKS ||
	    !callable_is_told(writer->entries, pointer))
		return found;
	callback.hint = last_name(path);
	callback.name = xstrdup(callback.hint);
	for (unsigned i = 2; has_callback(writer, callback.name); i++) {
		free(callback.name);
		callback.name = xasprintf("%s_%u", callback.hint, i);
	}
	vec_push(&writer->program->callbacks, callback);
	callback_name_types(writer, &callback);
	return &writer->program->callbacks.items[writer->program->callbacks.count - 1];
}

void callback_name_types(struct writer *writer, const struct program_callback *callback)
{
	const struct entry *part = NULL;

	names_add(writer, callback->type->type, NULL, callback->name);
	while ((part = entries_next_part(writer->entries, callback->type, part))) {
		if (part->tag == DEBUG_PARAMETER)
			names_add(writer, part->type, NULL, callback->name);
	}
}

void callback_add_head(struct writer *writer, const struct entry *type, const char *name,
		       struct strbuf *ret)
{
	_cleanup_free_ char *declaration = names_declare(writer, type->type, name);
	const struct entry *part = NULL;
	unsigned number = 0;

	strbuf_addf(ret, "static %s(", declaration);
	while ((part = entries_next_part(writer->entries, type, part))) {
		_cleanup_free_ char *argument = NULL, *parameter = NULL;

		if (part->tag != DEBUG_PARAMETER)
			continue;
		argument = xasprintf("arg%u", ++number);
		parameter = names_declare(writer, part->type, argument);
		strbuf_addf(ret, "%s%s", number > 1 ? ", " : "", parameter);
	}
	strbuf_adds(ret, number ? ")" : "void)");
}
