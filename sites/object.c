/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Classifies objects by their symbols. Slim LTO objects have none; GCC's LTO sections are read for
 * them, in the layout of plugin-api.h, version 1 of the extended table. The intermediate code
 * itself is not decoded.
 */
#include "sites/object.h"

#include <gelf.h>
#include <stdbool.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/hash.h"
#include "common/path.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "sites/elf_file.h"
#include "sites/section.h"

/* Prefixes of GCC's LTO sections. A hash follows in the name. */
#define LTO_OPTIONS  ".gnu.lto_.opts"
#define LTO_SYMBOLS  ".gnu.lto_.symtab."
#define LTO_EXTENDED ".gnu.lto_.ext_symtab."

/* Symbols of LTO sections, as ld and the compiler agreed (plugin-api.h). */
enum {
	/* bytes behind the two strings of a symbol: kind, visibility, size, slot */
	LTO_SYMBOL_BYTES = 14,
	LTO_KIND_DEFINED = 0,
	LTO_KIND_WEAK = 1,
	LTO_EXTENDED_VERSION = 1,
	LTO_EXTENDED_BYTES = 2, /* bytes of each symbol: type, kind of section */
	LTO_TYPE_FUNCTION = 1,
};

/* Returns the content of the first section whose name begins with PREFIX, or NULL. */
static const Elf_Data *find_content(Elf *elf, const char *prefix)
{
	size_t names;

	if (elf_getshdrstrndx(elf, &names) < 0)
		return NULL;
	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
		GElf_Shdr header;
		const char *name =
			gelf_getshdr(scn, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;

		if (name && strncmp(name, prefix, strlen(prefix)) == 0) {
			const Elf_Data *data = elf_rawdata(scn, NULL);

			return data && data->d_buf ? data : NULL;
		}
	}
	return NULL;
}

/*
 * Returns the offset behind the string that begins at AT, or the size of DATA if no string ends
 * there.
 */
static size_t skip_string(const Elf_Data *data, size_t at)
{
	const char *text = data->d_buf;
	const char *end = at < data->d_size ? memchr(text + at, '\0', data->d_size - at) : NULL;

	return end ? (size_t)(end - text) + 1 : data->d_size;
}

/* Local functions are not among these symbols, so a unit that has no others is not recognised. */
static bool slim_has_function(Elf *elf)
{
	const Elf_Data *symbols = find_content(elf, LTO_SYMBOLS);
	const Elf_Data *extended = find_content(elf, LTO_EXTENDED);
	const unsigned char *types, *bytes;
	size_t at = 0;

	if (!symbols || !extended || !extended->d_size)
		return false;
	types = extended->d_buf;
	bytes = symbols->d_buf;
	if (types[0] != LTO_EXTENDED_VERSION)
		return false;
	for (size_t i = 1; i + LTO_EXTENDED_BYTES <= extended->d_size; i += LTO_EXTENDED_BYTES) {
		at = skip_string(symbols, skip_string(symbols, at));
		if (at + LTO_SYMBOL_BYTES > symbols->d_size)
			return false;
		if (types[i] == LTO_TYPE_FUNCTION &&
		    (bytes[at] == LTO_KIND_DEFINED || bytes[at] == LTO_KIND_WEAK))
			return true;
		at += LTO_SYMBOL_BYTES;
	}
	return false;
}

/* The section holds the options in one line, each of them in quotes. */
static bool slim_is_mutated(Elf *elf)
{
	static const char *const plugins[] = { "/remt.so'", "'-fplugin=remt'" };
	const Elf_Data *options = find_content(elf, LTO_OPTIONS);

	for (size_t i = 0; options && i < sizeof(plugins) / sizeof(plugins[0]); i++)
		if (memmem(options->d_buf, options->d_size, plugins[i], strlen(plugins[i])))
			return true;
	return false;
}

static bool is_c_source(const char *name)
{
	size_t length = name ? strlen(name) : 0;

	return length > 2 && name[length - 2] == '.' && strchr("ci", name[length - 1]);
}

/* What the symbols tell. */
struct content {
	bool has_function;
	/* A symbol of type STT_FILE names a source of C. Assemblers write no such symbol. */
	bool is_of_c;
};

static void read_symbols(Elf *elf, Elf_Scn *scn, const GElf_Shdr *header, struct content *content)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	GElf_Sym symbol;

	for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
		unsigned type = GELF_ST_TYPE(symbol.st_info);

		if (type == STT_FUNC && symbol.st_shndx != SHN_UNDEF)
			content->has_function = true;
		else if (type == STT_FILE)
			content->is_of_c |=
				is_c_source(elf_strptr(elf, header->sh_link, symbol.st_name));
	}
}

static enum object_kind judge(Elf *elf)
{
	struct content content = { 0 };
	GElf_Ehdr file;

	if (!gelf_getehdr(elf, &file) || file.e_type != ET_REL)
		return OBJECT_OTHER;
	if (section_is_in(elf))
		return OBJECT_MUTATED;
	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
		GElf_Shdr header;

		if (gelf_getshdr(scn, &header) && header.sh_type == SHT_SYMTAB)
			read_symbols(elf, scn, &header, &content);
	}
	if (!content.is_of_c)
		return OBJECT_OTHER;
	if (content.has_function)
		return OBJECT_PLAIN;
	if (slim_is_mutated(elf))
		return OBJECT_MUTATED;
	return slim_has_function(elf) ? OBJECT_PLAIN : OBJECT_OTHER;
}

struct walk {
	object_each_fn *each;
	void *arg;
};

static struct error *look(void *arg, Elf *elf, const char *name)
{
	const struct walk *walk = arg;

	walk->each(walk->arg, name, judge(elf));
	return NULL;
}

void object_each(const char *path, object_each_fn *each, void *arg)
{
	struct walk walk = { each, arg };

	error_destroy(elf_file_each(path, look, &walk));
}
