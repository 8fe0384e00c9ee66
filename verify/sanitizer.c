/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Recognizes reports by these lines:
 *
 *	a.c:3:7: runtime error: signed integer overflow: …	(UBSan)
 *	SUMMARY: AddressSanitizer: heap-buffer-overflow a.c:3 in f
 *	==7== Invalid read of size 4				(valgrind)
 *	==7==    at 0x10918E: f (a.c:3)
 *
 * Running out of stack or memory is no undefined behaviour; reports of it are left out.
 */
#include "verify/sanitizer.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/strbuf.h"
#include "common/strv.h"
#include "common/xalloc.h"

char **verify_sanitizer_argv(enum verify_worker_mode mode, const char *folder, char *const argv[])
{
	char **changed = NULL;

	if (mode == VERIFY_WORKER_VALGRIND) {
		strv_append(&changed, "valgrind");
		strv_append(&changed, "--quiet");
		strv_append(&changed, "--trace-children=yes");
		strv_appendf(&changed, "--log-file=%s/valgrind.%%p", folder);
	}
	strv_extend(&changed, argv);
	return changed;
}

char **verify_sanitizer_environment(const char *folder, char *const environment[])
{
	_cleanup_free_ char *asan = xasprintf("detect_leaks=0:verify_asan_link_order=0:"
					      "log_path=%s/report",
					      folder);
	_cleanup_free_ char *ubsan = xasprintf("print_stacktrace=0:log_path=%s/report", folder);
	char **changed = strv_copy(environment);

	strv_env_set(&changed, "ASAN_OPTIONS", asan);
	strv_env_set(&changed, "UBSAN_OPTIONS", ubsan);
	return changed;
}

static const char *const valgrind_heads[] = {
	"Invalid read",		  "Invalid write",
	"Invalid free",		  "Mismatched free",
	"Jump to the invalid",	  "Conditional jump",
	"Use of uninitialised",	  "points to uninitialised",
	"contains uninitialised", "points to unaddressable",
	"contains unaddressable", "overlap in ",
};

static const char *const innocent[] = { "stack-overflow", "allocation-size-too-big",
					"out-of-memory", "calloc-overflow" };

static bool has_any(const char *line, const char *const words[], size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (strstr(line, words[i]))
			return true;
	}
	return false;
}

/* Returns LINE without "==PID==" and without every 0x…; owned by the caller. */
static char *normalise(const char *line)
{
	struct strbuf text = { 0 };

	if (strncmp(line, "==", 2) == 0 && strstr(line + 2, "== "))
		line = strstr(line + 2, "== ") + 3;
	while (*line) {
		if (strncmp(line, "0x", 2) == 0) {
			for (line += 2; isxdigit((unsigned char)*line); line++)
				;
			continue;
		}
		strbuf_addc(&text, *line++);
	}
	return strbuf_take(&text);
}

/* Returns the report that begins at LINE; NULL if none does. */
static char *read_report(char *const *line)
{
	if (strstr(*line, "runtime error: "))
		return normalise(*line);
	if (strstr(*line, "SUMMARY: AddressSanitizer: "))
		return has_any(*line, innocent, ARRAY_SIZE(innocent)) ? NULL : normalise(*line);
	if (strncmp(*line, "==", 2) == 0 &&
	    has_any(*line, valgrind_heads, ARRAY_SIZE(valgrind_heads))) {
		_cleanup_free_ char *head = normalise(line[0]);
		_cleanup_free_ char *place = normalise(line[1] ? line[1] : "");

		return xasprintf("%s%s", head, place);
	}
	return NULL;
}

void verify_sanitizer_parse(const char *text, char ***ret)
{
	_cleanup_strv_ char **lines = strv_split(text, '\n');

	for (char **line = lines; *line; line++) {
		char *report = read_report(line);

		if (report && strv_contains(*ret, report))
			free(report);
		else if (report)
			strv_append_take(ret, report);
	}
}

struct error *verify_sanitizer_read(const char *folder, char ***ret)
{
	_cleanup_closedir_ DIR *directory = opendir(folder);
	char **reports = NULL;
	const struct dirent *entry;

	if (!directory)
		return error_errno(ERROR_INTERNAL, errno, "cannot open %s", folder);
	while ((entry = readdir(directory))) {
		_cleanup_free_ char *path = path_join(folder, entry->d_name), *text = NULL;
		struct error *err;

		if (entry->d_name[0] == '.')
			continue;
		err = fs_read_file(path, &text, NULL);
		if (err) {
			strv_destroy(reports);
			return err;
		}
		verify_sanitizer_parse(text, &reports);
	}
	*ret = reports;
	return NULL;
}
