/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads program headers, dynamic section and indirect functions (ifunc) with libelf. Only
 * relocations of x86-64 are known (R_X86_64_IRELATIVE). What the loader does with other files is
 * not modelled.
 */
#include "rewriter/elf/loading.h"

#include <gelf.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/compare.h"
#include "common/xalloc.h"
#include "sites/elf_file.h"

/* The state while a file is read. */
struct reading {
	const struct binary *binary;
	Elf *elf;
	struct loading *ret;
	bool has_loader, is_program;
};

static struct error *find_headers(struct reading *reading)
{
	const struct binary *binary = reading->binary;
	GElf_Ehdr header;
	size_t count;

	if (!gelf_getehdr(reading->elf, &header) || elf_getphdrnum(reading->elf, &count) != 0 ||
	    (count && header.e_phentsize != sizeof(Elf64_Phdr)) || count > USHRT_MAX ||
	    header.e_phoff > binary->size ||
	    count * sizeof(Elf64_Phdr) > binary->size - header.e_phoff)
		return elf_file_error(binary->path, "program headers");
	reading->ret->headers = binary->data + header.e_phoff;
	reading->ret->nr_headers = (uint32_t)count;
	reading->ret->entry = header.e_entry;
	reading->is_program = header.e_type == ET_EXEC;
	return NULL;
}

static void read_headers(struct reading *reading)
{
	const struct binary *binary = reading->binary;
	GElf_Phdr header;

	for (uint32_t i = 0; i < reading->ret->nr_headers; i++) {
		if (!gelf_getphdr(reading->elf, (int)i, &header))
			continue;
		reading->has_loader |= header.p_type == PT_INTERP;
		if (header.p_type == PT_LOAD && binary->build_id_size &&
		    binary->build_id_offset >= header.p_offset &&
		    binary->build_id_offset - header.p_offset < header.p_filesz)
			reading->ret->build_id_address =
				binary->build_id_offset - header.p_offset + header.p_vaddr;
	}
}

static void read_dynamic(struct reading *reading, Elf_Scn *scn, const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	GElf_Dyn entry;

	for (int i = 0; data && gelf_getdyn(data, i, &entry); i++) {
		const char *text =
			entry.d_tag == DT_SONAME
				? elf_strptr(reading->elf, header->sh_link, entry.d_un.d_val)
				: NULL;

		reading->is_program |= entry.d_tag == DT_FLAGS_1 && entry.d_un.d_val & DF_1_PIE;
		reading->ret->is_first |=
			entry.d_tag == DT_FLAGS_1 && entry.d_un.d_val & DF_1_INITFIRST;
		if (text && !reading->ret->name)
			reading->ret->name = xstrdup(text);
	}
}

static void add_symbol(void *arg, const GElf_Sym *symbol, const char *name)
{
	struct reading *reading = arg;

	(void)name;
	if (GELF_ST_TYPE(symbol->st_info) == STT_GNU_IFUNC && symbol->st_shndx != SHN_UNDEF)
		vec_push(&reading->ret->resolvers, symbol->st_value);
}

static void read_relocations(struct reading *reading, Elf_Scn *scn)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	GElf_Rela entry;

	for (int i = 0; data && gelf_getrela(data, i, &entry); i++) {
		if (GELF_R_TYPE(entry.r_info) == R_X86_64_IRELATIVE)
			vec_push(&reading->ret->resolvers, (uint64_t)entry.r_addend);
	}
}

static void read_sections(struct reading *reading)
{
	GElf_Shdr header;

	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(reading->elf, scn));) {
		if (!gelf_getshdr(scn, &header))
			continue;
		switch (header.sh_type) {
		case SHT_DYNAMIC: read_dynamic(reading, scn, &header); break;
		case SHT_SYMTAB:
		case SHT_DYNSYM:
			elf_file_each_symbol(reading->elf, scn, &header, add_symbol, reading);
			break;
		case SHT_RELA: read_relocations(reading, scn); break;
		default: break;
		}
	}
}

struct error *loading_read(const struct binary *binary, struct loading *ret)
{
	/* libelf may change what it is given. */
	_cleanup_free_ unsigned char *copy = xmemdup(binary->data, binary->size);
	_cleanup_elf_ Elf *elf = elf_memory((char *)copy, binary->size);
	struct reading reading = { .binary = binary, .elf = elf, .ret = ret };
	struct error *err;

	*ret = (struct loading){ 0 };
	if (!elf)
		return elf_file_error(binary->path, "header");
	err = find_headers(&reading);
	if (err)
		return err;
	read_headers(&reading);
	read_sections(&reading);
	ret->is_static = reading.is_program && !reading.has_loader;
	if (ret->resolvers.count)
		qsort(ret->resolvers.items, ret->resolvers.count, sizeof(uint64_t), compare_u64);
	return NULL;
}

void loading_deinit(struct loading *loading)
{
	free(loading->name);
	vec_deinit(&loading->resolvers);
}
