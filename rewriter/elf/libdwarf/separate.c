/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/elf/libdwarf/separate.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/xalloc.h"

#define DIRECTORY "/usr/lib/debug"

/* The bytes of a build-id, owned by the file. */
struct id {
	const uint8_t *bytes;
	size_t size;
};

/* Finds the build-id of FILE in the notes of its sections. */
static bool find_id(const struct elf_copy *file, struct id *ret)
{
	GElf_Shdr header;

	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(file->elf, scn));) {
		Elf_Data *data;
		GElf_Nhdr note;
		size_t name, text;

		if (!gelf_getshdr(scn, &header) || header.sh_type != SHT_NOTE ||
		    !(data = elf_getdata(scn, NULL)))
			continue;
		for (size_t at = 0; (at = gelf_getnote(data, at, &note, &name, &text)) > 0;) {
			const char *bytes = data->d_buf;

			if (note.n_type != NT_GNU_BUILD_ID || note.n_namesz != sizeof("GNU") ||
			    memcmp(bytes + name, "GNU", sizeof("GNU")) != 0 || note.n_descsz < 2)
				continue;
			*ret = (struct id){ (const uint8_t *)bytes + text, note.n_descsz };
			return true;
		}
	}
	return false;
}

static char *path_of_id(const struct id *id)
{
	static const char digits[] = "0123456789abcdef";
	char *path = xcalloc(1, sizeof(DIRECTORY "/.build-id//.debug") + 2 * id->size), *end;

	end = stpcpy(path, DIRECTORY "/.build-id/");
	for (size_t i = 0; i < id->size; i++) {
		*end++ = digits[id->bytes[i] >> 4];
		*end++ = digits[id->bytes[i] & 15];
		if (i == 0)
			*end++ = '/';
	}
	stpcpy(end, ".debug");
	return path;
}

/* True if PATH is an ELF file with this build-id. */
static bool has_id(const char *path, const struct id *wanted)
{
	struct elf_copy file;
	struct error *err;
	struct id id;
	struct stat status;
	bool is_same;

	if (stat(path, &status) < 0 || !S_ISREG(status.st_mode))
		return false;
	err = elf_copy_open(path, &file);
	if (err) {
		error_destroy(err);
		return false;
	}
	is_same = find_id(&file, &id) && id.size == wanted->size &&
		  memcmp(id.bytes, wanted->bytes, id.size) == 0;
	elf_copy_close(&file);
	return is_same;
}

/* The checksum of IEEE 802.3, of which .gnu_debuglink tells one. */
static uint32_t checksum(const char *data, size_t size)
{
	uint32_t table[256], sum = UINT32_MAX;

	for (uint32_t i = 0; i < 256; i++) {
		table[i] = i;
		for (int bit = 0; bit < 8; bit++)
			table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320 : 0);
	}
	for (size_t i = 0; i < size; i++)
		sum = sum >> 8 ^ table[(sum ^ (uint8_t)data[i]) & 0xff];
	return ~sum;
}

static bool has_checksum(const char *path, uint32_t wanted)
{
	_cleanup_free_ char *data = NULL;
	size_t size;
	struct stat status;
	struct error *err;

	if (stat(path, &status) < 0 || !S_ISREG(status.st_mode))
		return false;
	err = fs_read_file(path, &data, &size);
	if (err) {
		error_destroy(err);
		return false;
	}
	return checksum(data, size) == wanted;
}

/* Returns the text at the beginning of section NAME, and what follows it. NULL: there is none. */
static const char *read_link(const struct elf_copy *file, const char *name, struct id *ret_rest)
{
	GElf_Shdr header;
	Elf_Scn *scn = elf_copy_find(file, name, &header);
	Elf_Data *data = scn ? elf_rawdata(scn, NULL) : NULL;
	const char *text = data ? data->d_buf : NULL;
	size_t length;

	if (!text || !data->d_size || !*text)
		return NULL;
	length = strnlen(text, data->d_size);
	if (length == data->d_size)
		return NULL;
	*ret_rest = (struct id){ (const uint8_t *)text + length + 1, data->d_size - length - 1 };
	return text;
}

static char *find_by_id(const struct elf_copy *file)
{
	struct id id;
	char *path;

	if (!find_id(file, &id))
		return NULL;
	path = path_of_id(&id);
	if (has_id(path, &id))
		return path;
	free(path);
	return NULL;
}

/* What .gnu_debuglink of a file says. */
struct link {
	const char *name;
	uint32_t sum;
	struct id id; /* of the file; it has the last word, if there is one */
	bool has_id;
};

static bool is_meant(const struct link *link, const char *path)
{
	return link->has_id ? has_id(path, &link->id) : has_checksum(path, link->sum);
}

/* Looks beside the file at PATH, and where such files are kept. */
static char *find_beside(const char *path, const struct link *link)
{
	static const char *const places[][2] = { { "", "" }, { "", ".debug/" }, { DIRECTORY, "" } };
	_cleanup_free_ char *directory = path_dirname(path);

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		char *candidate = xasprintf("%s%s/%s%s", places[i][0],
					    strcmp(directory, "/") == 0 ? "" : directory,
					    places[i][1], link->name);

		if (!fs_is_same(candidate, path) && is_meant(link, candidate))
			return candidate;
		free(candidate);
	}
	return NULL;
}

static char *find_by_link(const struct elf_copy *file, const char *path)
{
	_cleanup_free_ char *real = realpath(path, NULL);
	struct id rest;
	struct link link = { .name = read_link(file, ".gnu_debuglink", &rest) };
	char *found;

	if (!real || !link.name || strchr(link.name, '/') || rest.size < sizeof(link.sum))
		return NULL;
	/* It is the last field, aligned to 4 bytes. */
	memcpy(&link.sum, rest.bytes + rest.size - sizeof(link.sum), sizeof(link.sum));
	link.has_id = find_id(file, &link.id);
	found = find_beside(path, &link);
	return found ? found : find_beside(real, &link);
}

char *debug_separate_find(const struct elf_copy *file, const char *path)
{
	char *found = find_by_id(file);

	return found ? found : find_by_link(file, path);
}

char *debug_separate_find_shared(const struct elf_copy *file, const char *path)
{
	_cleanup_free_ char *real = realpath(path, NULL);
	_cleanup_free_ char *directory = real ? path_dirname(real) : NULL;
	_cleanup_free_ char *named = NULL;
	struct id id;
	const char *name = read_link(file, ".gnu_debugaltlink", &id);
	char *by_id;

	if (!directory || !name || id.size < 2)
		return NULL;
	named = path_absolute(directory, name);
	if (has_id(named, &id))
		return TAKE(named);
	by_id = path_of_id(&id);
	if (has_id(by_id, &id))
		return by_id;
	free(by_id);
	return NULL;
}
