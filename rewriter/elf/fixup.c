/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the relocations of an ELF file: SHT_RELA and SHT_RELR (System V gABI), with the types of
 * rewriter/machine/machine.h. Relocations with implicit addends (SHT_REL) are not read.
 */
#include "rewriter/elf/fixup.h"

#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"
#include "rewriter/machine/machine.h"

/* A section of relocations. */
struct table {
	struct binary *binary;
	Elf *elf;
	GElf_Shdr header;
	Elf_Data *symbols; /* NULL: the section has none */
	GElf_Word names;   /* number of the section with their names */
};

static void find_symbols(struct table *table)
{
	Elf_Scn *scn = table->header.sh_link ? elf_getscn(table->elf, table->header.sh_link) : NULL;
	GElf_Shdr header;

	if (!scn || !gelf_getshdr(scn, &header) ||
	    (header.sh_type != SHT_SYMTAB && header.sh_type != SHT_DYNSYM))
		return;
	table->symbols = elf_getdata(scn, NULL);
	table->names = header.sh_link;
}

/* Sets in FIXUP what RELOCATION fills in: the address of SYMBOL plus the addend. */
static void refer(const struct table *table, const GElf_Rela *relocation, const GElf_Sym *symbol,
		  struct binary_fixup *fixup)
{
	const char *name = elf_strptr(table->elf, table->names, symbol->st_name);

	if (name && *name)
		fixup->symbol = xstrdup(name);
	fixup->addend = relocation->r_addend;
	if (fixup->kind == FIXUP_OTHER)
		return;
	if (symbol->st_shndx == SHN_UNDEF || symbol->st_shndx >= SHN_LORESERVE) {
		fixup->kind = FIXUP_SYMBOL;
		return;
	}
	fixup->spot = (struct spot){
		.section = table->binary->type == ET_REL ? symbol->st_shndx : 0,
		.address = symbol->st_value + (uint64_t)relocation->r_addend,
	};
}

/*
 * Adds a fixup. In an object a relocation names a section and an offset in it, elsewhere an
 * address.
 */
static void add(const struct table *table, const GElf_Rela *relocation)
{
	struct binary *binary = table->binary;
	uint32_t type = GELF_R_TYPE(relocation->r_info);
	uint64_t size = machine_relocation_size(binary->machine, type);
	bool is_object = binary->type == ET_REL;
	struct spot where = { is_object ? table->header.sh_info : 0, relocation->r_offset };
	const struct binary_code *section =
		is_object && !where.section ? NULL : binary_find_section(binary, where, 1);
	struct binary_fixup fixup;
	GElf_Sym symbol;

	if (!size || !section)
		return;
	fixup = (struct binary_fixup){
		.offset = binary_offset(section, relocation->r_offset),
		.size = size,
		.kind = machine_relocation_kind(binary->machine, type),
	};
	if (!GELF_R_SYM(relocation->r_info))
		fixup.spot.address = (uint64_t)relocation->r_addend;
	else if (!table->symbols || GELF_R_SYM(relocation->r_info) > INT32_MAX ||
		 !gelf_getsym(table->symbols, (int)GELF_R_SYM(relocation->r_info), &symbol))
		fixup.kind = FIXUP_OTHER;
	else
		refer(table, relocation, &symbol, &fixup);
	if (is_object && !fixup.spot.section && fixup.kind < FIXUP_SYMBOL)
		fixup.kind = FIXUP_OTHER;
	vec_push(&binary->fixups, fixup);
}

/*
 * Adds the pointer at ADDRESS, to which the loader adds the place of the binary. The pointer itself
 * holds the rest.
 */
static void add_relative(struct binary *binary, uint64_t address)
{
	struct binary_fixup fixup = { .size = sizeof(uint64_t), .kind = FIXUP_ADDRESS };
	const struct binary_code *section =
		binary_find_section(binary, (struct spot){ 0, address }, sizeof(uint64_t));

	if (!section)
		return;
	fixup.offset = binary_offset(section, address);
	memcpy(&fixup.spot.address, binary->data + fixup.offset, sizeof(uint64_t));
	vec_push(&binary->fixups, fixup);
}

/*
 * Reads packed relocations (SHT_RELR): an even word is an address; an odd one tells by bits which
 * of the next 63 words are addresses, too.
 */
static void add_packed(struct binary *binary, const GElf_Shdr *header)
{
	uint64_t next = 0, word;

	if (header->sh_offset > binary->size || header->sh_size > binary->size - header->sh_offset)
		return;
	for (uint64_t at = 0; at + sizeof(word) <= header->sh_size; at += sizeof(word)) {
		memcpy(&word, binary->data + header->sh_offset + at, sizeof(word));
		if (!(word & 1)) {
			add_relative(binary, word);
			next = word + sizeof(word);
			continue;
		}
		for (unsigned i = 0; i < 63; i++) {
			if (word >> (i + 1) & 1)
				add_relative(binary, next + i * sizeof(word));
		}
		next += 63 * sizeof(word);
	}
}

static int compare(const void *a, const void *b)
{
	const struct binary_fixup *x = a, *y = b;

	return (x->offset > y->offset) - (x->offset < y->offset);
}

void fixups_find(struct binary *binary, Elf *elf)
{
	GElf_Rela relocation;

	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
		struct table table = { .binary = binary, .elf = elf };
		Elf_Data *data =
			gelf_getshdr(scn, &table.header) && table.header.sh_type == SHT_RELA
				? elf_getdata(scn, NULL)
				: NULL;

		if (table.header.sh_type == SHT_RELR)
			add_packed(binary, &table.header);
		if (data)
			find_symbols(&table);
		for (int i = 0; data && gelf_getrela(data, i, &relocation); i++)
			add(&table, &relocation);
	}
	if (binary->fixups.count)
		qsort(binary->fixups.items, binary->fixups.count, sizeof(*binary->fixups.items),
		      compare);
}

/* Returns the index of the first fixup that ends behind OFFSET. */
static size_t find_first(const struct binary *binary, uint64_t offset)
{
	size_t low = 0, high = binary->fixups.count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct binary_fixup *fixup = &binary->fixups.items[middle];

		if (fixup->offset + fixup->size <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool binary_has_fixup(const struct binary *binary, uint64_t offset, uint64_t size)
{
	size_t first = find_first(binary, offset);

	return first < binary->fixups.count && binary->fixups.items[first].offset < offset + size;
}

const struct binary_fixup *binary_find_fixup(const struct binary *binary, uint64_t offset)
{
	size_t first = find_first(binary, offset);

	return first < binary->fixups.count && binary->fixups.items[first].offset == offset
		       ? &binary->fixups.items[first]
		       : NULL;
}
