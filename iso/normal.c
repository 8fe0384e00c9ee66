/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rules of the normal form, as a table of extended regular expressions (POSIX regcomp()). A
 * line of the output, such as
 *
 *	==12== /home/me/build/a.c:31: read at 0x7ffd1c2a in 0.41 s
 *
 * becomes
 *
 *	<pid> <directory>/a.c:<line>: read at <address> in <duration>
 *
 * The rules apply one after the other, in the order of the table. They know nothing of what a text
 * means; the user may add rules and switch others off.
 */
#include "iso/normal.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/hash.h"
#include "common/strbuf.h"
#include "common/vec.h"
#include "common/xalloc.h"

enum { MAX_LINE = 65536 /* bytes; a longer line is no text and stays as it is */ };

/* The built-in rules. In a match of a rule for which keeps_group() is true, the group 1 stays. */
static const struct {
	const char *name;
	const char *pattern; /* NULL: the directories of the version, which are replaced first */
	const char *replacement;
} rules[] = {
	{ "directory", NULL, "<directory>" }, /* of sources and build */
	{ "temporary", "/(tmp|var/tmp|dev/shm)/[^][:space:]\"'`:;,()]+", "<temporary>" },
	/* line numbers in C sources, as FILE.c:12 */
	{ "line", "([[:alnum:]_.+-]+\\.(c|h|cc|hh|cpp|hpp|cxx|hxx|y|l)):[0-9]+(:[0-9]+)?",
	  ":<line>" },
	{ "address", "0x[0-9a-f]{5,16}", "<address>" },
	{ "pid", "(==|[Pp][Ii][Dd][ =:]+)[0-9]+(==)?", "<pid>" }, /* ==12==, pid 12 */
	{ "time", "[0-9]{1,2}:[0-9]{2}:[0-9]{2}([.,][0-9]+)?", "<time>" },
	{ "time", "[0-9]{4}-[0-9]{2}-[0-9]{2}", "<date>" },
	{ "time", "[0-9]+([.][0-9]+)? ?(ms|us|ns|msec|usec|nsec)\\>", "<duration>" },
	{ "time", "[0-9]+[.][0-9]+ ?(s|sec|secs|seconds)\\>", "<duration>" },
};

/* True for rules that replace only what follows group 1 of a match. */
static bool keeps_group(const char *name)
{
	return strcmp(name, "line") == 0;
}

struct rule {
	const char *name;
	regex_t regex;
	uint64_t pattern;  /* hash of the expression */
	char *replacement; /* owned */
	bool keeps_group;
};

struct normal {
	bool has_directories;
	VEC(struct rule) rules;
};

static struct error *add(struct normal *normal, const char *name, const char *pattern,
			 const char *replacement)
{
	struct rule rule = { .name = name,
			     .pattern = hash_string(pattern),
			     .keeps_group = keeps_group(name) };
	int code = regcomp(&rule.regex, pattern, REG_EXTENDED);
	char reason[100];

	if (code) {
		regerror(code, &rule.regex, reason, sizeof(reason));
		return error_create(ERROR_USAGE, "'%s' is no regular expression: %s", pattern,
				    reason);
	}
	rule.replacement = xstrdup(replacement);
	vec_push(&normal->rules, rule);
	return NULL;
}

struct normal *normal_create(void)
{
	struct normal *normal = xcalloc(1, sizeof(*normal));

	normal->has_directories = true;
	for (size_t i = 0; i < ARRAY_SIZE(rules); i++) {
		if (rules[i].pattern)
			error_destroy(
				add(normal, rules[i].name, rules[i].pattern, rules[i].replacement));
	}
	return normal;
}

static void rule_deinit(struct rule *rule)
{
	regfree(&rule->regex);
	free(rule->replacement);
}

void normal_destroy(struct normal *normal)
{
	if (!normal)
		return;
	for (size_t i = 0; i < normal->rules.count; i++)
		rule_deinit(&normal->rules.items[i]);
	vec_deinit(&normal->rules);
	free(normal);
}

bool normal_switch_off(struct normal *normal, const char *name)
{
	bool is_all = strcmp(name, "all") == 0, is_known = is_all;
	size_t kept = 0;

	for (size_t i = 0; i < ARRAY_SIZE(rules); i++)
		is_known |= strcmp(rules[i].name, name) == 0;
	if (is_all || strcmp(name, rules[0].name) == 0)
		normal->has_directories = false;
	for (size_t i = 0; i < normal->rules.count; i++) {
		if (is_all || strcmp(normal->rules.items[i].name, name) == 0)
			rule_deinit(&normal->rules.items[i]);
		else
			normal->rules.items[kept++] = normal->rules.items[i];
	}
	normal->rules.count = kept;
	return is_known;
}

struct error *normal_add(struct normal *normal, const char *pattern, const char *replacement)
{
	return add(normal, "own", pattern, replacement);
}

uint64_t normal_identity(const struct normal *normal)
{
	struct hash *hash = hash_create();

	hash_add_u64(hash, normal->has_directories);
	for (size_t i = 0; i < normal->rules.count; i++) {
		hash_add_u64(hash, normal->rules.items[i].pattern);
		hash_add_string(hash, normal->rules.items[i].replacement);
	}
	return hash_take(hash);
}

/* Returns TEXT with TO in place of each FROM behind which a name ends; owned by the caller. */
static char *replace_directory(const char *text, const char *from, const char *to)
{
	struct strbuf result = { 0 };
	size_t length = strlen(from);
	const char *found;

	while ((found = strstr(text, from))) {
		bool is_whole = !strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
					"0123456789_-+.",
					found[length]) ||
				!found[length];

		strbuf_add(&result, text, (size_t)(found - text));
		strbuf_adds(&result, is_whole ? to : from);
		text = found + length;
	}
	strbuf_adds(&result, text);
	return strbuf_take(&result);
}

static char *replace_matches(const struct rule *rule, const char *text)
{
	struct strbuf result = { 0 };
	regmatch_t match[2];
	int flags = 0;

	while (*text && regexec(&rule->regex, text, ARRAY_SIZE(match), match, flags) == 0) {
		strbuf_add(&result, text, (size_t)match[0].rm_so);
		if (rule->keeps_group && match[1].rm_so >= 0)
			strbuf_add(&result, text + match[1].rm_so,
				   (size_t)(match[1].rm_eo - match[1].rm_so));
		strbuf_adds(&result, rule->replacement);
		text += match[0].rm_eo;
		/* an empty match, which the user's rules may have */
		if (match[0].rm_eo == match[0].rm_so) {
			if (!*text)
				break;
			strbuf_addc(&result, *text++);
		}
		flags = REG_NOTBOL;
	}
	strbuf_adds(&result, text);
	return strbuf_take(&result);
}

/*
 * Returns the normal form of one line. Lines are short, which matters: each rule searches the rest
 * of the line for each match.
 */
static char *line_form(const struct normal *normal, char *const *directories, const char *line)
{
	char *form = xstrdup(line);

	for (size_t i = 0; normal->has_directories && directories && directories[i]; i++) {
		char *next = replace_directory(form, directories[i], rules[0].replacement);

		free(form);
		form = next;
	}
	for (size_t i = 0; i < normal->rules.count; i++) {
		char *next = replace_matches(&normal->rules.items[i], form);

		free(form);
		form = next;
	}
	return form;
}

char *normal_form(const struct normal *normal, char *const *directories, const char *text)
{
	struct strbuf result = { 0 };

	while (*text) {
		size_t length = strcspn(text, "\n");

		if (length > MAX_LINE) {
			strbuf_add(&result, text, length);
		} else {
			_cleanup_free_ char *line = xstrndup(text, length);
			_cleanup_free_ char *form = line_form(normal, directories, line);

			strbuf_adds(&result, form);
		}
		text += length;
		if (*text)
			strbuf_addc(&result, *text++);
	}
	return strbuf_take(&result);
}
