/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The preprocessor tells of each file that it enters, and of each #line: for those, the new map of lines is a renaming.
 * Some releases say "verbatim" of it. If not, it could be that behind `-include`, or of `#pragma GCC system_header`,
 * which both name the file at hand.
 */
#include "plugin/describe/reading.h"
#include "plugin/base/digest.h"

#include "remt/sites.h"

#include "c-family/c-pragma.h"
#include "cpplib.h"

static void (*next_file_change)(cpp_reader *, const line_map_ordinary *);
static void (*next_read_pch)(cpp_reader *, const char *, int, const char *);

static vec<const char *> entered; /* names of files, owned */
static unsigned flags;

/* True if MAP, the last one, renames a file or its lines. */
static bool is_moved(const line_map_ordinary *map)
{
	const line_map_ordinary *before = map - 1;
	const char *name = ORDINARY_MAP_FILE_NAME(map);

	if (LINEMAPS_ORDINARY_USED(line_table) < 2)
		return false;
	/* the main source goes on behind the files of the command line */
	if (ORDINARY_MAP_FILE_NAME(before)[0] == '<')
		return ORDINARY_MAP_STARTING_LINE_NUMBER(map) != 1 || !main_input_filename ||
		       strcmp(name, main_input_filename) != 0;
	return !ORDINARY_MAP_IN_SYSTEM_HEADER_P(map) || !ORDINARY_MAP_IN_SYSTEM_HEADER_P(before) ||
	       strcmp(name, ORDINARY_MAP_FILE_NAME(before)) != 0;
}

static void file_change(cpp_reader *reader, const line_map_ordinary *map)
{
	if (map && map->reason == LC_ENTER)
		entered.safe_push(xstrdup(ORDINARY_MAP_FILE_NAME(map)));
	else if (map &&
		 (map->reason == LC_RENAME_VERBATIM || (map->reason == LC_RENAME && is_moved(map))))
		flags |= REMT_UNIT_MOVES_LINES;
	if (next_file_change)
		next_file_change(reader, map);
}

static void read_pch(cpp_reader *reader, const char *name, int fd, const char *original)
{
	flags |= REMT_UNIT_READS_MORE;
	next_read_pch(reader, name, fd, original);
}

static void start_unit(void *, void *)
{
	cpp_callbacks *callbacks = cpp_get_callbacks(parse_in);

	next_file_change = callbacks->file_change;
	callbacks->file_change = file_change;
	next_read_pch = callbacks->read_pch;
	if (next_read_pch)
		callbacks->read_pch = read_pch;
	/* it is entered already */
	entered.safe_push(xstrdup(main_input_filename));
}

void reading_register(const char *plugin_name)
{
	register_callback(plugin_name, PLUGIN_START_UNIT, start_unit, NULL);
}

void reading_note_assembly(const char *text)
{
	if (*text)
		flags |= REMT_UNIT_HAS_ASSEMBLY;
}

/* Reads the file NAME into RET; false if that fails. */
static bool read_file(const char *name, vec<char> *ret)
{
	FILE *in = fopen(name, "rb");
	size_t got = 0;

	ret->truncate(0);
	if (!in)
		return false;
	do {
		unsigned length = ret->length();

		ret->safe_grow(length + 65536);
		got = fread(ret->address() + length, 1, 65536, in);
		ret->truncate(length + got);
	} while (got);

	bool is_whole = !ferror(in);

	fclose(in);
	return is_whole;
}

/* True if TEXT, of SIZE bytes, has a directive #embed. */
static bool has_embed(const char *text, size_t size)
{
	static const char word[] = "embed";
	const char *at = text;

	while ((at = (const char *)memmem(at, text + size - at, word, strlen(word)))) {
		const char *before = at;

		/* the word may stand on a joined line */
		while (before > text && (ISSPACE(before[-1]) || before[-1] == '\\'))
			before--;
		if (before > text && (before[-1] == '#' || before[-1] == ':'))
			return true;
		at++;
	}
	return false;
}

/* True if TEXT asks for files that are not entered. Those of the system are not asked. */
static bool asks_for_more(const char *name, const vec<char> &text)
{
	static const char *const words[] = { "__has_include", "__has_embed", ".incbin",
					     ".include" };

	if (!strncmp(name, "/usr/", 5))
		return false;
	for (const char *word : words)
		if (memmem(text.address(), text.length(), word, strlen(word)))
			return true;
	return has_embed(text.address(), text.length());
}

unsigned long long reading_hash(void)
{
	hash_map<nofree_string_hash, unsigned long long> known;
	vec<unsigned long long> hashes = vNULL;
	vec<char> text = vNULL;
	unsigned long long ret;

	for (const char *name : entered) {
		unsigned long long *seen = known.get(name);
		unsigned long long hash;

		if (seen) {
			hashes.safe_push(*seen);
			continue;
		}
		if (!read_file(name, &text) || asks_for_more(name, text))
			flags |= REMT_UNIT_READS_MORE;
		hash = digest(text.address(), text.length());
		known.put(name, hash);
		hashes.safe_push(hash);
	}
	ret = digest(hashes.address(), hashes.length() * sizeof(unsigned long long));
	hashes.release();
	text.release();
	return flags & REMT_UNIT_READS_MORE ? 0 : ret ? ret : 1;
}

unsigned reading_flags(void)
{
	return flags;
}
