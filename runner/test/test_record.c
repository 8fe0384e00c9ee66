/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The JSON is written and read by one table of the fields of struct test. A field that has its zero
 * value is left out.
 */
#include "runner/test/test_record.h"

#include <jansson.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/shell.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "runner/test/bytes_json.h"

enum field_type { FIELD_STRING, FIELD_STRINGS, FIELD_FLAG, FIELD_NUMBER };

struct field {
	const char *name;
	enum field_type type;
	size_t offset;
	bool needed;
};

#define FIELD(kind, member, must)                                                                  \
	{                                                                                          \
#member, FIELD_##kind, offsetof(struct test, member), must                         \
	}

/* The protocol and the timeout have types of their own and are handled beside the table. */
static const struct field fields[] = {
	FIELD(STRING, name, true),
	FIELD(STRING, harness, true),
	FIELD(STRINGS, argv, true),
	FIELD(STRING, directory, true),
	FIELD(STRINGS, environ, true),
	FIELD(STRING, input, true),
	FIELD(FLAG, ignore_exit, false),
	FIELD(FLAG, expect_failure, false),
	FIELD(FLAG, crash_fails, false),
	FIELD(FLAG, has_skip_code, false),
	FIELD(NUMBER, skip_code, false),
	FIELD(FLAG, has_hard_error_code, false),
	FIELD(NUMBER, hard_error_code, false),
	FIELD(STRINGS, pass_regex, false),
	FIELD(STRINGS, fail_regex, false),
	FIELD(STRINGS, skip_regex, false),
	FIELD(FLAG, serial, false),
	FIELD(STRINGS, needs, false),
};

static const char *const protocols[] = {
	[TEST_PROTOCOL_EXIT] = "exit",
	[TEST_PROTOCOL_TAP] = "tap",
	[TEST_PROTOCOL_TAP_MESON] = "tap-meson",
};

static void *member(const struct test *test, const struct field *field)
{
	return (char *)test + field->offset;
}

static json_t *write_string(const char *text)
{
	return bytes_json(text, strlen(text));
}

static json_t *write_strings(char *const *texts)
{
	json_t *array = json_array();

	for (; *texts; texts++)
		json_array_append_new(array, write_string(*texts));
	return array;
}

/* Returns NULL for a zero value, which is left out. */
static json_t *write_field(const struct test *test, const struct field *field)
{
	void *at = member(test, field);

	switch (field->type) {
	case FIELD_STRING: return *(char **)at ? write_string(*(char **)at) : NULL;
	case FIELD_STRINGS: return *(char ***)at ? write_strings(*(char ***)at) : NULL;
	case FIELD_FLAG: return *(bool *)at ? json_true() : NULL;
	case FIELD_NUMBER: return *(int *)at ? json_integer(*(int *)at) : NULL;
	}
	return NULL;
}

char *test_record_write(const struct test *test)
{
	json_t *root = json_object();

	for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
		json_t *value = write_field(test, &fields[i]);

		if (value)
			json_object_set_new(root, fields[i].name, value);
	}
	json_object_set_new(root, "protocol", json_string(protocols[test->protocol]));
	if (test->timeout_ms)
		json_object_set_new(root, "timeout_ms", json_integer(test->timeout_ms));
	char *text = json_dumps(root, JSON_COMPACT);

	json_decref(root);
	if (!text)
		xalloc_die();
	return text;
}

static char **read_strings(const json_t *value)
{
	if (!json_is_array(value))
		return NULL;
	char **texts = xcalloc(1, sizeof(*texts));

	for (size_t i = 0; i < json_array_size(value); i++) {
		char *text = text_of_json(json_array_get(value, i));

		if (!text) {
			strv_destroy(texts);
			return NULL;
		}
		strv_append_take(&texts, text);
	}
	return texts;
}

static bool read_field(const json_t *value, const struct field *field, struct test *test)
{
	void *at = member(test, field);

	switch (field->type) {
	case FIELD_STRING: return (*(char **)at = text_of_json(value)) != NULL;
	case FIELD_STRINGS: return (*(char ***)at = read_strings(value)) != NULL;
	case FIELD_FLAG: *(bool *)at = json_is_true(value); return json_is_boolean(value);
	case FIELD_NUMBER:
		*(int *)at = (int)json_integer_value(value);
		return json_is_integer(value);
	}
	return false;
}

static bool read_protocol(const json_t *root, struct test *test)
{
	const char *name = json_string_value(json_object_get(root, "protocol"));

	for (size_t i = 0; name && i < ARRAY_SIZE(protocols); i++) {
		if (strcmp(name, protocols[i]) == 0) {
			test->protocol = (enum test_protocol)i;
			return true;
		}
	}
	return false;
}

static bool read_test(const json_t *root, struct test *test)
{
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
		const json_t *value = json_object_get(root, fields[i].name);

		if (!value && !fields[i].needed)
			continue;
		if (!value || !read_field(value, &fields[i], test))
			return false;
	}
	test->timeout_ms = (unsigned)json_integer_value(json_object_get(root, "timeout_ms"));
	return test->argv[0] && read_protocol(root, test);
}

struct error *test_record_read(const char *json, struct test *ret)
{
	json_error_t problem;
	json_t *root = json_loads(json, 0, &problem);
	struct test test = { 0 };

	if (!root)
		return error_create(ERROR_UNUSABLE, "record of a test: %s", problem.text);
	bool ok = read_test(root, &test);

	json_decref(root);
	if (!ok) {
		test_deinit(&test);
		return error_create(ERROR_UNUSABLE,
				    "record of a test: a field is missing or wrong");
	}
	*ret = test;
	return NULL;
}

/* Each shell sets these variables for itself; they are no part of the test. */
static bool is_shell_own(const char *item)
{
	static const char *const names[] = { "_=", "PWD=", "OLDPWD=", "SHLVL=" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (strncmp(item, names[i], strlen(names[i])) == 0)
			return true;
	}
	return false;
}

/* Words for env(1) that turn BASE into the test's environment; NULL: nothing has to change. */
static char **list_changes(const struct test *test, char *const base[])
{
	char **words = NULL;

	for (char *const *item = base; item && *item; item++) {
		_cleanup_free_ char *name = xstrndup(*item, strcspn(*item, "="));

		if (!strv_env_get(test->environ, name) && !is_shell_own(*item)) {
			strv_append(&words, "-u");
			strv_append(&words, name);
		}
	}
	for (char **item = test->environ; *item; item++) {
		if ((!base || !strv_contains(base, *item)) && !is_shell_own(*item) &&
		    strchr(*item, '='))
			strv_append(&words, *item);
	}
	return words;
}

char *test_record_command(const struct test *test, char *const base[])
{
	_cleanup_strv_ char **changes = list_changes(test, base);
	_cleanup_free_ char *command = shell_command(test->directory, changes, test->argv);
	_cleanup_free_ char *input = shell_quote(test->input);

	return xasprintf("%s <%s", command, input);
}
