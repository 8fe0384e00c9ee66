/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/base/json.h"

#include <string.h>
#include <sys/wait.h>

#include "common/signals.h"
#include "runner/test/bytes_json.h"

json_t *gen_json_text(const char *text)
{
	return bytes_json(text, strlen(text));
}

static json_t *text_json(const struct strbuf *text)
{
	return bytes_json(strbuf_get(text), text->length);
}

json_t *gen_json_result(const struct trial_result *result)
{
	json_t *object = json_object();
	char name[SIGNALS_NAME_SIZE];

	if (result->is_late) {
		json_object_set_new(object, "timeout", json_true());
		return object;
	}
	if (WIFSIGNALED(result->status))
		json_object_set_new(object, "signal",
				    json_string(signals_name(WTERMSIG(result->status), name)));
	else
		json_object_set_new(object, "status", json_integer(WEXITSTATUS(result->status)));
	json_object_set_new(object, "stdout", text_json(&result->out));
	json_object_set_new(object, "stderr", text_json(&result->err));
	return object;
}

static json_t *arguments_json(const struct command *command)
{
	json_t *list = json_array();

	for (char **argument = command->argv + 1; *argument; argument++)
		json_array_append_new(list, gen_json_text(*argument));
	return list;
}

static json_t *variables_json(const struct command *command)
{
	json_t *list = json_array();

	for (size_t i = 0; i < command->nr_variables; i++)
		json_array_append_new(list,
				      json_pack("{so so}", "name",
						gen_json_text(command->variables[i].name), "value",
						gen_json_text(command->variables[i].value)));
	return list;
}

static json_t *files_json(const struct command *command)
{
	json_t *list = json_array();

	for (size_t i = 1; i < command->nr_files; i++)
		json_array_append_new(
			list,
			json_pack("{so so}", "name", gen_json_text(command->files[i].name),
				  "content",
				  bytes_json(command->files[i].bytes, command->files[i].size)));
	return list;
}

void gen_json_add_command(json_t *object, const struct command *command)
{
	json_object_set_new(object, "arguments", arguments_json(command));
	json_object_set_new(object, "variables", variables_json(command));
	json_object_set_new(object, "stdin",
			    bytes_json(command->files[0].bytes, command->files[0].size));
	json_object_set_new(object, "files", files_json(command));
}
