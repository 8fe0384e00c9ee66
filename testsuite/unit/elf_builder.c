/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "elf_builder.h"

#include <elf.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "common/strbuf.h"
#include "common/xalloc.h"

static const char names[] = "\0.remt\0.shstrtab";
enum { NAME_REMT = 1, NAME_SHSTRTAB = 7 };

static void align(struct strbuf *bytes)
{
	static const char padding[8];

	strbuf_add(bytes, padding, -bytes->length % 8);
}

static uint32_t adler32(const unsigned char *data, size_t size)
{
	uint32_t a = 1;
	uint32_t b = 0;

	for (size_t i = 0; i < size; i++) {
		a = (a + data[i]) % 65521;
		b = (b + a) % 65521;
	}
	return b << 16 | a;
}

/* A zlib stream of stored blocks: valid, without a compressor. */
static void add_zlib(struct strbuf *bytes, const unsigned char *data, size_t size)
{
	size_t at = 0;

	strbuf_add(bytes, "\x78\x01", 2);
	do {
		size_t part = size - at < 0xffff ? size - at : 0xffff;

		strbuf_addc(bytes, at + part == size);
		strbuf_addc(bytes, (char)part);
		strbuf_addc(bytes, (char)(part >> 8));
		strbuf_addc(bytes, (char)~part);
		strbuf_addc(bytes, (char)(~part >> 8));
		strbuf_add(bytes, data + at, part);
		at += part;
	} while (at < size);
	uint32_t sum = adler32(data, size);
	for (int shift = 24; shift >= 0; shift -= 8)
		strbuf_addc(bytes, (char)(sum >> shift));
}

static void add_content(struct strbuf *bytes, struct elf_shape shape, const void *content,
			size_t size)
{
	if (!shape.is_compressed) {
		strbuf_add(bytes, content, size);
		return;
	}
	if (shape.is_32) {
		Elf32_Chdr header = { ELFCOMPRESS_ZLIB, (Elf32_Word)size, 8 };
		strbuf_add(bytes, &header, sizeof(header));
	} else {
		Elf64_Chdr header = { .ch_type = ELFCOMPRESS_ZLIB,
				      .ch_size = size,
				      .ch_addralign = 8 };
		strbuf_add(bytes, &header, sizeof(header));
	}
	add_zlib(bytes, content, size);
}

static void add_section(struct strbuf *bytes, bool is_32, Elf64_Shdr section)
{
	if (!is_32) {
		strbuf_add(bytes, &section, sizeof(section));
		return;
	}
	Elf32_Shdr narrow = {
		.sh_name = section.sh_name,
		.sh_type = section.sh_type,
		.sh_flags = (Elf32_Word)section.sh_flags,
		.sh_offset = (Elf32_Off)section.sh_offset,
		.sh_size = (Elf32_Word)section.sh_size,
		.sh_addralign = (Elf32_Word)section.sh_addralign,
	};
	strbuf_add(bytes, &narrow, sizeof(narrow));
}

static void set_header(struct strbuf *bytes, bool is_32, size_t sections)
{
	static const unsigned char ident[EI_NIDENT] = { ELFMAG0,    ELFMAG1,	 ELFMAG2,   ELFMAG3,
							ELFCLASS64, ELFDATA2LSB, EV_CURRENT };
	if (is_32) {
		Elf32_Ehdr header = {
			.e_type = ET_REL,
			.e_machine = EM_386,
			.e_version = EV_CURRENT,
			.e_shoff = (Elf32_Off)sections,
			.e_ehsize = sizeof(header),
			.e_shentsize = sizeof(Elf32_Shdr),
			.e_shnum = 3,
			.e_shstrndx = 2,
		};
		memcpy(header.e_ident, ident, sizeof(ident));
		header.e_ident[EI_CLASS] = ELFCLASS32;
		memcpy(bytes->data, &header, sizeof(header));
	} else {
		Elf64_Ehdr header = {
			.e_type = ET_REL,
			.e_machine = EM_X86_64,
			.e_version = EV_CURRENT,
			.e_shoff = sections,
			.e_ehsize = sizeof(header),
			.e_shentsize = sizeof(Elf64_Shdr),
			.e_shnum = 3,
			.e_shstrndx = 2,
		};
		memcpy(header.e_ident, ident, sizeof(ident));
		memcpy(bytes->data, &header, sizeof(header));
	}
}

void *elf_builder_object(struct elf_shape shape, const void *content, size_t size, size_t *ret_size)
{
	struct strbuf bytes = { 0 };
	static const char space[sizeof(Elf64_Ehdr)];
	strbuf_add(&bytes, space, sizeof(space));

	size_t remt_at = bytes.length;
	add_content(&bytes, shape, content, size);
	size_t remt_size = bytes.length - remt_at;
	size_t names_at = bytes.length;
	strbuf_add(&bytes, names, sizeof(names));
	align(&bytes);
	size_t sections = bytes.length;

	add_section(&bytes, shape.is_32, (Elf64_Shdr){ .sh_type = SHT_NULL });
	add_section(&bytes, shape.is_32,
		    (Elf64_Shdr){
			    .sh_name = NAME_REMT,
			    .sh_type = shape.is_nobits ? SHT_NOBITS : SHT_PROGBITS,
			    .sh_flags = shape.is_compressed ? SHF_COMPRESSED : 0,
			    .sh_offset = remt_at,
			    .sh_size = remt_size,
			    .sh_addralign = 8,
		    });
	add_section(&bytes, shape.is_32,
		    (Elf64_Shdr){
			    .sh_name = NAME_SHSTRTAB,
			    .sh_type = SHT_STRTAB,
			    .sh_offset = names_at,
			    .sh_size = sizeof(names),
			    .sh_addralign = 1,
		    });
	set_header(&bytes, shape.is_32, sections);
	*ret_size = bytes.length;
	return strbuf_take(&bytes);
}

void *elf_builder_archive(const void *member, size_t size, unsigned nr_members, size_t *ret_size)
{
	struct strbuf bytes = { 0 };

	strbuf_adds(&bytes, "!<arch>\n");
	for (unsigned i = 0; i < nr_members; i++) {
		char name[16];

		snprintf(name, sizeof(name), "m%u.o/", i);
		strbuf_addf(&bytes, "%-16s%-12u%-6u%-6u%-8o%-10zu`\n", name, 0, 0, 0, 0100644u,
			    size);
		strbuf_add(&bytes, member, size);
		if (size % 2)
			strbuf_addc(&bytes, '\n');
	}
	*ret_size = bytes.length;
	return strbuf_take(&bytes);
}
