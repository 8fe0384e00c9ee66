/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads ELF files of 64 bits (System V gABI): sections of code and data, functions, variables,
 * labels and the build-id; rewriter/elf/fixup.c finds the fixups. In a stripped binary the
 * functions come from a separate file with debug information, or from .eh_frame. libelf works on a
 * copy, so that the bytes stay as they are.
 *
 * Code that no symbol or frame describes is not searched for functions.
 */
#include "rewriter/elf/binary_symbols.h"

#include <elf.h>
#include <gelf.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/xalloc.h"
#include "rewriter/elf/fixup.h"
#include "sites/elf_file.h"

struct error *binary_refuse(const struct binary *binary, const char *why)
{
	return error_create(ERROR_UNUSABLE, "%s: %s", binary->path, why);
}

/* Checks the first bytes, so that libelf is not asked about what it can't read. */
static struct error *check_header(struct binary *binary)
{
	Elf64_Ehdr header;

	if (binary->size < EI_NIDENT || memcmp(binary->data, ELFMAG, SELFMAG) != 0)
		return binary_refuse(binary, "no ELF file");
	if (binary->data[EI_CLASS] != ELFCLASS64)
		return binary_refuse(binary, "a program of 32 bits, which can't be patched");
	if (binary->data[EI_DATA] != ELFDATA2LSB)
		return binary_refuse(binary,
				     "a program of another byte order, which can't be patched");
	if (binary->size < sizeof(header))
		return binary_refuse(binary, "the ELF header is cut short");
	memcpy(&header, binary->data, sizeof(header));
	if (header.e_type != ET_EXEC && header.e_type != ET_DYN && header.e_type != ET_REL)
		return binary_refuse(binary, "neither program, shared library nor object");
	if (!header.e_shoff)
		return binary_refuse(binary, "it has no sections, as packed programs have none");
	binary->type = header.e_type;
	binary->machine = header.e_machine;
	return NULL;
}

/* Why a binary that may change itself is left alone. */
static const char writable[] =
	"its code can be written while it runs, so that it may change itself";

static bool overlaps(const struct binary *binary, const GElf_Shdr *header)
{
	for (size_t i = 0; i < binary->codes.count; i++) {
		const struct binary_code *code = &binary->codes.items[i];

		if (header->sh_offset < code->offset + code->size &&
		    code->offset < header->sh_offset + header->sh_size)
			return true;
	}
	return false;
}

static struct binary_code describe(Elf_Scn *scn, const GElf_Shdr *header, const char *name)
{
	static const char written_by_loader[] = ".data.rel.ro";

	return (struct binary_code){
		.name = xstrdup(name),
		.section = (uint32_t)elf_ndxscn(scn),
		.address = header->sh_addr,
		.offset = header->sh_offset,
		.size = header->sh_size,
		.is_constant = !(header->sh_flags & SHF_WRITE) ||
			       strncmp(name, written_by_loader, strlen(written_by_loader)) == 0,
	};
}

static struct error *add_code(struct binary *binary, Elf_Scn *scn, const char *name)
{
	GElf_Shdr header;

	if (!gelf_getshdr(scn, &header))
		return elf_file_error(binary->path, "section");
	if (header.sh_type != SHT_PROGBITS || !(header.sh_flags & SHF_EXECINSTR) || !header.sh_size)
		return NULL;
	if (header.sh_flags & SHF_COMPRESSED)
		return binary_refuse(binary, "its code is compressed");
	if (header.sh_flags & SHF_WRITE)
		return binary_refuse(binary, writable);
	if (header.sh_offset > binary->size || header.sh_size > binary->size - header.sh_offset)
		return binary_refuse(binary, "its code is cut short");
	if (header.sh_addr + header.sh_size < header.sh_addr)
		return binary_refuse(binary, "damaged ELF file: code behind the last address");
	if (overlaps(binary, &header))
		return binary_refuse(binary, "damaged ELF file: sections of code overlap");
	vec_push(&binary->codes, describe(scn, &header, name));
	return NULL;
}

/* Adds a section of data. A damaged section is left out. */
static void add_data(struct binary *binary, Elf_Scn *scn, const GElf_Shdr *header, const char *name)
{
	if (header->sh_type == SHT_NOBITS || !(header->sh_flags & SHF_ALLOC) ||
	    header->sh_flags & (SHF_EXECINSTR | SHF_COMPRESSED) || !header->sh_size ||
	    header->sh_offset > binary->size ||
	    header->sh_size > binary->size - header->sh_offset ||
	    header->sh_addr + header->sh_size < header->sh_addr)
		return;
	vec_push(&binary->data_sections, describe(scn, header, name));
}

static struct error *find_codes(struct binary *binary, Elf *elf)
{
	size_t names;
	GElf_Shdr header;
	struct error *err = NULL;

	if (elf_getshdrstrndx(elf, &names) != 0)
		return elf_file_error(binary->path, "section names");
	for (Elf_Scn *scn = NULL; !err && (scn = elf_nextscn(elf, scn));) {
		const char *name;

		if (!gelf_getshdr(scn, &header))
			return elf_file_error(binary->path, "section");
		name = elf_strptr(elf, names, header.sh_name);
		err = add_code(binary, scn, name ? name : "");
		add_data(binary, scn, &header, name ? name : "");
	}
	if (!err && !binary->codes.count)
		err = binary_refuse(binary, "it has no code");
	return err;
}

uint32_t binary_find_code(const struct binary *binary, uint32_t section, uint64_t address,
			  uint64_t size)
{
	for (uint32_t c = 0; c < binary->codes.count; c++) {
		const struct binary_code *code = &binary->codes.items[c];

		if ((section == BINARY_ANY_SECTION || code->section == section) &&
		    address >= code->address && address - code->address < code->size &&
		    size <= code->size - (address - code->address))
			return c;
	}
	return UINT32_MAX;
}

static const struct binary_code *find_section(const struct binary_code *sections, size_t count,
					      struct spot spot, uint64_t size)
{
	for (size_t i = 0; i < count; i++) {
		const struct binary_code *section = &sections[i];

		if ((!spot.section || section->section == spot.section) &&
		    spot.address >= section->address &&
		    spot.address - section->address < section->size &&
		    size <= section->size - (spot.address - section->address))
			return section;
	}
	return NULL;
}

const struct binary_code *binary_find_section(const struct binary *binary, struct spot spot,
					      uint64_t size)
{
	const struct binary_code *found =
		find_section(binary->codes.items, binary->codes.count, spot, size);

	return found ? found
		     : find_section(binary->data_sections.items, binary->data_sections.count, spot,
				    size);
}

bool binary_is_code(const struct binary *binary, uint64_t offset)
{
	for (size_t i = 0; i < binary->codes.count; i++) {
		const struct binary_code *code = &binary->codes.items[i];

		if (offset >= code->offset && offset - code->offset < code->size)
			return true;
	}
	return false;
}

bool binary_is_stub(const struct binary *binary, uint32_t function)
{
	static const char stubs[] = ".plt";

	return strncmp(binary->codes.items[binary->functions.items[function].code].name, stubs,
		       strlen(stubs)) == 0;
}

/* Finds the addresses of what is loaded, and the size of the thread's variables. */
static struct error *find_extent(struct binary *binary, Elf *elf)
{
	size_t count;
	GElf_Phdr header;

	if (elf_getphdrnum(elf, &count) != 0)
		return elf_file_error(binary->path, "program headers");
	binary->begin = UINT64_MAX;
	for (size_t i = 0; i < count && i <= INT_MAX; i++) {
		if (!gelf_getphdr(elf, (int)i, &header))
			continue;
		if (header.p_type == PT_TLS)
			binary->thread_size = header.p_memsz + header.p_align;
		if (header.p_type != PT_LOAD)
			continue;
		if (header.p_flags & PF_X && header.p_flags & PF_W)
			return binary_refuse(binary, writable);
		if (header.p_vaddr < binary->begin)
			binary->begin = header.p_vaddr;
		if (header.p_vaddr + header.p_memsz > binary->end)
			binary->end = header.p_vaddr + header.p_memsz;
	}
	return NULL;
}

static void find_build_id(struct binary *binary, Elf *elf)
{
	GElf_Shdr header;
	GElf_Nhdr note;
	size_t name, content;

	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
		Elf_Data *data = gelf_getshdr(scn, &header) && header.sh_type == SHT_NOTE
					 ? elf_getdata(scn, NULL)
					 : NULL;

		for (size_t at = 0, next;
		     data && (next = gelf_getnote(data, at, &note, &name, &content)); at = next) {
			uint64_t offset = header.sh_offset + content;

			if (note.n_type != NT_GNU_BUILD_ID || note.n_namesz != sizeof("GNU") ||
			    memcmp((char *)data->d_buf + name, "GNU", sizeof("GNU")) != 0 ||
			    offset > binary->size || note.n_descsz > binary->size - offset)
				continue;
			binary->build_id_offset = offset;
			binary->build_id_size = note.n_descsz;
		}
	}
}

static struct error *read_elf(struct binary *binary)
{
	/* libelf may change what it is given. */
	_cleanup_free_ char *copy = xcalloc(binary->size + 1, 1);
	_cleanup_elf_ Elf *elf = NULL;
	struct error *err;

	memcpy(copy, binary->data, binary->size);
	elf_version(EV_CURRENT);
	elf = elf_memory(copy, binary->size);
	if (!elf || elf_kind(elf) != ELF_K_ELF)
		return elf_file_error(binary->path, "header");
	err = elf_file_check(elf, binary->path);
	if (!err)
		err = find_codes(binary, elf);
	if (err)
		return err;
	err = find_extent(binary, elf);
	if (!err)
		err = binary_read_symbols(binary, elf);
	if (err)
		return err;
	find_build_id(binary, elf);
	fixups_find(binary, elf);
	return NULL;
}

/* Other files may have no end, or block until somebody writes to them. */
static struct error *read_regular(const char *path, char **ret, size_t *size)
{
	struct stat status;

	if (stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
		return error_create(ERROR_UNUSABLE, "%s: no regular file", path);
	return fs_read_file(path, ret, size);
}

struct error *binary_open(const char *path, struct binary **ret)
{
	struct binary *binary = xcalloc(1, sizeof(*binary));
	size_t size;
	char *data = NULL;
	struct error *err = read_regular(path, &data, &size);

	binary->path = xstrdup(path);
	if (!err) {
		binary->data = (unsigned char *)data;
		binary->size = size;
		err = check_header(binary);
	}
	if (!err)
		err = read_elf(binary);
	if (err)
		binary_close(binary);
	else
		*ret = binary;
	return err;
}

void binary_close(struct binary *binary)
{
	if (!binary)
		return;
	for (size_t i = 0; i < binary->codes.count; i++)
		free(binary->codes.items[i].name);
	for (size_t i = 0; i < binary->functions.count; i++)
		free(binary->functions.items[i].name);
	for (size_t i = 0; i < binary->data_sections.count; i++)
		free(binary->data_sections.items[i].name);
	for (size_t i = 0; i < binary->fixups.count; i++)
		free(binary->fixups.items[i].symbol);
	for (size_t i = 0; i < binary->objects.count; i++)
		free(binary->objects.items[i].name);
	vec_deinit(&binary->objects);
	vec_deinit(&binary->labels);
	vec_deinit(&binary->codes);
	vec_deinit(&binary->data_sections);
	vec_deinit(&binary->functions);
	vec_deinit(&binary->fixups);
	free(binary->data);
	free(binary->path);
	free(binary);
}
