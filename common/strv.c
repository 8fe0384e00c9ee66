/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Arrays of strings. Adding is linear in the length of the array, as arguments and environments are
 * short.
 */
#include "common/strv.h"

#include <stdint.h>
#include <string.h>

#include "common/strbuf.h"
#include "common/xalloc.h"

size_t strv_count(char *const *array)
{
	size_t count = 0;

	while (array && array[count])
		count++;
	return count;
}

char **strv_copy(char *const *array)
{
	return strv_copy_n(array, SIZE_MAX);
}

char **strv_copy_n(char *const *array, size_t count)
{
	size_t available = strv_count(array);
	if (count > available)
		count = available;

	char **copy = xcalloc(count + 1, sizeof(*copy));
	for (size_t i = 0; i < count; i++)
		copy[i] = xstrdup(array[i]);
	return copy;
}

void strv_destroy(char **array)
{
	for (size_t i = 0; array && array[i]; i++)
		free(array[i]);
	free(array);
}

void strv_append(char ***array, const char *text)
{
	strv_append_take(array, xstrdup(text));
}

void strv_append_take(char ***array, char *text)
{
	size_t count = strv_count(*array);

	*array = xreallocarray(*array, count + 2, sizeof(**array));
	(*array)[count] = text;
	(*array)[count + 1] = NULL;
}

void strv_appendf(char ***array, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	strv_append_take(array, xvasprintf(format, args));
	va_end(args);
}

void strv_extend(char ***array, char *const *more)
{
	size_t count = strv_count(*array);
	size_t added = strv_count(more);

	*array = xreallocarray(*array, count + added + 1, sizeof(**array));
	for (size_t i = 0; i < added; i++)
		(*array)[count + i] = xstrdup(more[i]);
	(*array)[count + added] = NULL;
}

bool strv_contains(char *const *array, const char *text)
{
	for (size_t i = 0; array && array[i]; i++) {
		if (strcmp(array[i], text) == 0)
			return true;
	}
	return false;
}

void strv_append_once(char ***array, const char *text)
{
	if (!*array || !strv_contains(*array, text))
		strv_append(array, text);
}

bool strv_equal(char *const *a, char *const *b)
{
	size_t count = strv_count(a);

	if (count != strv_count(b))
		return false;
	for (size_t i = 0; i < count; i++) {
		if (strcmp(a[i], b[i]) != 0)
			return false;
	}
	return true;
}

char **strv_split(const char *text, char separator)
{
	size_t count = 1;
	for (const char *p = text; *p; p++)
		count += *p == separator;

	char **array = xcalloc(count + 1, sizeof(*array));
	for (size_t i = 0; i < count; i++) {
		const char *end = strchrnul(text, separator);

		array[i] = xstrndup(text, (size_t)(end - text));
		text = end + 1;
	}
	return array;
}

char *strv_join(char *const *array, const char *separator)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };

	for (size_t i = 0; array && array[i]; i++) {
		if (i)
			strbuf_adds(&text, separator);
		strbuf_adds(&text, array[i]);
	}
	return strbuf_take(&text);
}

/* Returns the index of NAME in ENV, or the number of elements. */
static size_t env_index(char *const *env, const char *name)
{
	size_t length = strlen(name);
	size_t i = 0;

	for (; env && env[i]; i++) {
		if (strncmp(env[i], name, length) == 0 && env[i][length] == '=')
			break;
	}
	return i;
}

const char *strv_env_get(char *const *env, const char *name)
{
	size_t i = env_index(env, name);

	return env && env[i] ? env[i] + strlen(name) + 1 : NULL;
}

void strv_env_set(char ***env, const char *name, const char *value)
{
	size_t i = env_index(*env, name);
	char *entry = xasprintf("%s=%s", name, value);

	if (*env && (*env)[i]) {
		free((*env)[i]);
		(*env)[i] = entry;
	} else {
		strv_append_take(env, entry);
	}
}

void strv_env_unset(char **env, const char *name)
{
	size_t i = env_index(env, name);

	if (!env || !env[i])
		return;
	free(env[i]);
	for (; env[i]; i++)
		env[i] = env[i + 1];
}

static int compare_strings(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

void strv_sort(char **list)
{
	if (list)
		qsort(list, strv_count(list), sizeof(*list), compare_strings);
}
