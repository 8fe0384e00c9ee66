/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the options of the plugin:
 *
 *   -fplugin-arg-remt-preset=NAME,...    operators: those of presets (default)
 *   -fplugin-arg-remt-operators=LIST     operators, groups or Mull names, with commas
 *   -fplugin-arg-remt-include=GLOB       only these files (may be repeated)
 *   -fplugin-arg-remt-exclude=GLOB       not these
 *   -fplugin-arg-remt-function=GLOB      only these functions
 *   -fplugin-arg-remt-exclude-function=GLOB
 *   -fplugin-arg-remt-assertion=GLOB     functions that check what they are given, in the tests' code
 *   -fplugin-arg-remt-failure=GLOB       functions that tell a failure
 *   -fplugin-arg-remt-list=FILE          one of the above (name=value) per line, # comments
 *   -fplugin-arg-remt-ir                 what each function does, too (remt/ir.h)
 *   -fplugin-arg-remt-literals=GLOB      string literals of these files are variables (may be repeated)
 *   -fplugin-arg-remt-copies=FILE        no mutants, but copies of functions with those of FILE, one a line: SITE
 *                                        ALTERNATIVE, sorted by both (lower/copy.h)
 *   -fplugin-arg-remt-verbose            one line per unit on stderr
 */
#include "plugin/base/options.h"

#include <fnmatch.h>

static bool has[REMT_NR_OPERATORS], wide[REMT_NR_OPERATORS];
static const char *preset = "default";
static bool verbose, ir;
static vec<char *> include, exclude, functions, exclude_functions, assertions, failures;
static vec<char *> literals;
static bool copies;
static char *copies_result;
static vec<unsigned long long> copied; /* sites and alternatives, sorted */

static bool set_presets(const char *list)
{
	char *copy = xstrdup(list), *rest = copy, *name;
	unsigned bits = 0;

	while ((name = strsep(&rest, ","))) {
		unsigned bit = remt_preset_find(name);

		if (!bit) {
			error("remt: unknown preset %qs (default, stronger, all, branch, sufficient, iso)",
			      name);
			free(copy);
			return false;
		}
		bits |= bit;
	}
	free(copy);
	for (int i = 0; i < REMT_NR_OPERATORS; i++) {
		has[i] = remt_operators[i].presets & bits;
		wide[i] = remt_operators[i].wide & bits;
	}
	preset = xstrdup(list);
	return true;
}

static bool set_operators(const char *list)
{
	char *copy = xstrdup(list), *rest = copy, *name;

	memset(has, 0, sizeof(has));
	memset(wide, 0, sizeof(wide));
	while ((name = strsep(&rest, ","))) {
		bool found = false;

		for (int i = 0; i < REMT_NR_OPERATORS; i++)
			if (remt_operator_matches(&remt_operators[i], name))
				found = has[i] = true;
		if (!found) {
			error("remt: unknown operator %qs (%<remt operators%> lists them)", name);
			free(copy);
			return false;
		}
	}
	free(copy);
	preset = xstrdup(list);
	return true;
}

static bool set_list(const char *path);
static bool set_copies(const char *path);

static bool set_option(const char *key, const char *value)
{
	if (!strcmp(key, "verbose"))
		return verbose = true;
	if (!strcmp(key, "ir"))
		return ir = true;
	if (!value) {
		error("remt: option %qs needs a value", key);
		return false;
	}
	if (!strcmp(key, "preset"))
		return set_presets(value);
	if (!strcmp(key, "operators"))
		return set_operators(value);
	if (!strcmp(key, "list"))
		return set_list(value);
	if (!strcmp(key, "copies"))
		return set_copies(value);
	if (!strcmp(key, "include"))
		include.safe_push(xstrdup(value));
	else if (!strcmp(key, "exclude"))
		exclude.safe_push(xstrdup(value));
	else if (!strcmp(key, "function"))
		functions.safe_push(xstrdup(value));
	else if (!strcmp(key, "exclude-function"))
		exclude_functions.safe_push(xstrdup(value));
	else if (!strcmp(key, "assertion"))
		assertions.safe_push(xstrdup(value));
	else if (!strcmp(key, "literals"))
		literals.safe_push(xstrdup(value));
	else if (!strcmp(key, "failure"))
		failures.safe_push(xstrdup(value));
	else {
		error("remt: unknown plugin option %qs", key);
		return false;
	}
	return true;
}

/* Cuts off the comment and the blanks at both ends of LINE; returns what is left. */
static char *trim(char *line)
{
	char *end;

	line[strcspn(line, "#\r\n")] = 0;
	while (ISSPACE(*line))
		line++;
	for (end = line + strlen(line); end > line && ISSPACE(end[-1]);)
		*--end = 0;
	return line;
}

static bool set_line(char *line)
{
	char *name = trim(line), *value = strchr(name, '=');

	if (!*name)
		return true;
	if (value) {
		*value = 0;
		value = trim(value + 1);
		name = trim(name);
	}
	if (!strcmp(name, "list")) {
		error("remt: a list cannot name another one");
		return false;
	}
	return set_option(name, value);
}

/* Opens a list for reading. NULL: an error was reported. */
static FILE *open_list(const char *path)
{
	FILE *in = fopen(path, "r");
	struct stat info;

	if (!in) {
		error("remt: cannot read list %qs: %m", path);
		return NULL;
	}
	if (fstat(fileno(in), &info) == 0 && S_ISCHR(info.st_mode)) {
		fclose(in); /* a file such as /dev/zero has no end */
		error("remt: cannot read list %qs: it is a device", path);
		return NULL;
	}
	return in;
}

/* Reads the list at PATH by SET, which gets each line. */
static bool read_list(const char *path, bool (*set)(char *line))
{
	FILE *in = open_list(path);
	unsigned number = 0;
	char *line = NULL;
	size_t room = 0;
	bool ok = in != NULL;

	while (ok && getline(&line, &room, in) > 0) {
		number++;
		ok = set(line);
	}
	if (in && !ok)
		inform(UNKNOWN_LOCATION, "remt: this is line %u of the list %qs", number, path);
	if (ok && ferror(in)) {
		error("remt: cannot read list %qs: %m", path);
		ok = false;
	}
	free(line);
	if (in)
		fclose(in);
	return ok;
}

static bool set_list(const char *path)
{
	return read_list(path, set_line);
}

static unsigned long long copy_key(unsigned site, unsigned alternative)
{
	return (unsigned long long)site << 32 | alternative;
}

static bool add_copy(char *line)
{
	unsigned site, alternative;

	if (sscanf(line, "%u %u", &site, &alternative) != 2 ||
	    (!copied.is_empty() && copied.last() >= copy_key(site, alternative))) {
		error("remt: no site and alternative behind those before");
		return false;
	}
	copied.safe_push(copy_key(site, alternative));
	return true;
}

static bool set_copies(const char *path)
{
	copies = true;
	copies_result = concat(path, ".codes", NULL);
	return read_list(path, add_copy);
}

bool options_read(int argc, struct plugin_argument *argv)
{
	set_presets("default");
	for (int i = 0; i < argc; i++)
		if (!set_option(argv[i].key, argv[i].value))
			return false;
	return true;
}

bool options_has(enum remt_operator op)
{
	return has[op];
}

bool options_wide(enum remt_operator op)
{
	return wide[op];
}

static bool matches(const vec<char *> &globs, const char *text)
{
	for (const char *glob : globs)
		if (!fnmatch(glob, text, 0))
			return true;
	return false;
}

/* True if a glob matches PATH or its last component. */
static bool path_matches(const vec<char *> &globs, const char *path)
{
	return matches(globs, path) || matches(globs, lbasename(path));
}

bool options_has_file(const char *path)
{
	if (!include.is_empty() && !path_matches(include, path))
		return false;
	return !path_matches(exclude, path);
}

bool options_has_function(const char *name)
{
	if (!functions.is_empty() && !matches(functions, name))
		return false;
	return !matches(exclude_functions, name);
}

bool options_is_assertion(const char *name)
{
	return matches(assertions, name);
}

bool options_is_failure(const char *name)
{
	return matches(failures, name);
}

bool options_literals(void)
{
	return !literals.is_empty();
}

bool options_has_literals(const char *path)
{
	return path_matches(literals, path);
}

const char *options_preset(void)
{
	return preset;
}

bool options_ir(void)
{
	return ir;
}

bool options_verbose(void)
{
	return verbose;
}

bool options_copies(void)
{
	return copies;
}

const char *options_copies_result(void)
{
	return copies_result;
}

bool options_copies_has(unsigned site, unsigned alternative)
{
	unsigned low = 0, high = copied.length();

	while (low < high) {
		unsigned middle = (low + high) / 2;

		if (copied[middle] < copy_key(site, alternative))
			low = middle + 1;
		else
			high = middle;
	}
	return low < copied.length() && copied[low] == copy_key(site, alternative);
}
