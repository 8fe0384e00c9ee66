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
static int depth; /* of the preprocessor's buffers */

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

static int buffer_depth(cpp_reader *reader)
{
	int ret = 0;

	for (cpp_buffer *buffer = cpp_get_buffer(reader); buffer; buffer = cpp_get_prev(buffer))
		ret++;
	return ret;
}

/* A marker may say that a file is entered or left. Those that are have a buffer more, or one less. */
static void check_depth(cpp_reader *reader, int change)
{
	int now = buffer_depth(reader);

	if (now != depth + change)
		flags |= REMT_UNIT_MOVES_LINES;
	depth = now;
}

static void file_change(cpp_reader *reader, const line_map_ordinary *map)
{
	if (map && (map->reason == LC_ENTER || map->reason == LC_LEAVE))
		check_depth(reader, map->reason == LC_ENTER ? 1 : -1);
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
	depth = buffer_depth(parse_in);
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
	struct stat st;
	FILE *in;
	size_t got = 0;

	ret->truncate(0);
	/* A pipe has nothing left, and would not end. */
	in = stat(name, &st) == 0 && S_ISREG(st.st_mode) ? fopen(name, "rb") : NULL;
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

static bool has_word(const vec<char> &text, const char *word)
{
	return memmem(text.address(), text.length(), word, strlen(word));
}

/* Notes in the flags what TEXT asks for beside what is entered. Files of the system are not asked. */
static void note_questions(const char *name, const vec<char> &text)
{
	if (!strncmp(name, "/usr/", 5))
		return;
	if (has_word(text, "__has_include") || has_word(text, "__has_embed"))
		flags |= REMT_UNIT_ASKS_FOR_FILES;
	if (has_embed(text.address(), text.length()) ||
	    (flags & REMT_UNIT_HAS_ASSEMBLY &&
	     (has_word(text, ".incbin") || has_word(text, ".include"))))
		flags |= REMT_UNIT_READS_MORE;
}

unsigned long long reading_hash(bool has_assembly)
{
	hash_map<nofree_string_hash, unsigned long long> known;
	vec<unsigned long long> hashes = vNULL;
	vec<char> text = vNULL;
	unsigned long long ret;

	if (has_assembly)
		flags |= REMT_UNIT_HAS_ASSEMBLY;
	for (const char *name : entered) {
		unsigned long long *seen = known.get(name);
		unsigned long long hash;

		if (seen) {
			hashes.safe_push(*seen);
			continue;
		}
		if (!read_file(name, &text))
			flags |= REMT_UNIT_READS_MORE;
		note_questions(name, text);
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
