/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/elf/libdwarf/image.h"

#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"
#include "rewriter/machine/machine.h"

enum {
	FIRST_ADDRESS = 0x1000, /* of an object: 0 stays free for what the linker would drop */
	GAP = 16,		/* between sections: the end of one is no address of the next */
};

static bool holds_debug(const char *name)
{
	return strncmp(name, ".debug_", strlen(".debug_")) == 0;
}

/* Gives each section that is loaded addresses of its own. False: they do not suffice. */
static bool place_sections(struct debug_image *image)
{
	uint64_t next = FIRST_ADDRESS;
	GElf_Shdr header;

	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(image->file.elf, scn));) {
		uint64_t size;

		if (!gelf_getshdr(scn, &header) || !(header.sh_flags & SHF_ALLOC))
			continue;
		if (__builtin_add_overflow(header.sh_size, 2 * GAP - 1, &size))
			return false;
		size &= ~(uint64_t)(GAP - 1);
		vec_push(&image->ranges,
			 ((struct debug_range){ next, header.sh_size, (uint32_t)elf_ndxscn(scn) }));
		if (__builtin_add_overflow(next, size, &next))
			return false;
	}
	return true;
}

static int compare_ranges(const void *a, const void *b)
{
	const struct debug_range *x = a, *y = b;

	return (x->section > y->section) - (x->section < y->section);
}

static int compare_parts(const void *a, const void *b)
{
	const struct debug_part *x = a, *y = b;

	return (x->section > y->section) - (x->section < y->section);
}

/* Returns NULL if SECTION holds no debug information. */
static const struct debug_part *find_part(const struct debug_image *image, uint32_t section)
{
	const struct debug_part wanted = { .section = section };

	return image->parts.count ? bsearch(&wanted, image->parts.items, image->parts.count,
					    sizeof(wanted), compare_parts)
				  : NULL;
}

/* Returns what SECTION adds to the value of its symbols. */
static uint64_t begin_of(const struct debug_image *image, uint32_t section)
{
	const struct debug_range wanted = { .section = section }, *range = NULL;
	const struct debug_part *part = find_part(image, section);

	if (image->ranges.count)
		range = bsearch(&wanted, image->ranges.items, image->ranges.count, sizeof(wanted),
				compare_ranges);
	return range ? range->begin : part ? part->offset : 0;
}

/* The symbols that relocations name. */
struct symbols {
	Elf_Data *data, *sections; /* SECTIONS: the indices that are too large for a symbol */
};

static uint64_t value_of(const struct debug_image *image, const struct symbols *symbols,
			 uint32_t index)
{
	Elf32_Word large = 0;
	GElf_Sym symbol;

	if (!gelf_getsymshndx(symbols->data, symbols->sections, (int)index, &symbol, &large))
		return 0;
	if (symbol.st_shndx == SHN_XINDEX)
		return begin_of(image, large) + symbol.st_value;
	if (symbol.st_shndx >= SHN_LORESERVE)
		return symbol.st_value;
	return begin_of(image, symbol.st_shndx) + symbol.st_value;
}

/* Finds the symbols of section INDEX. False: it has none. */
static bool find_symbols(const struct debug_image *image, uint32_t index, struct symbols *ret)
{
	Elf *elf = image->file.elf;
	Elf_Scn *table = elf_getscn(elf, index);
	GElf_Shdr header;

	*ret = (struct symbols){ .data = table ? elf_getdata(table, NULL) : NULL };
	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
		if (gelf_getshdr(scn, &header) && header.sh_type == SHT_SYMTAB_SHNDX &&
		    header.sh_link == index)
			ret->sections = elf_getdata(scn, NULL);
	}
	return ret->data && ret->data->d_type == ELF_T_SYM;
}

/* Applies the relocations RELOCATIONS, with header HEADER, to PART. */
static void apply_relocations(const struct debug_image *image, Elf_Data *relocations,
			      const GElf_Shdr *header, const struct debug_part *part)
{
	uint8_t *data = image->sections.items[part->whole].data + part->offset;
	uint16_t machine = image->file.header.e_machine;
	struct symbols symbols;
	GElf_Rela relocation;

	if (!find_symbols(image, header->sh_link, &symbols))
		return;
	for (int i = 0; gelf_getrela(relocations, i, &relocation); i++) {
		uint32_t type = (uint32_t)GELF_R_TYPE(relocation.r_info);
		uint64_t size = machine_relocation_size(machine, type), value;

		if (machine_relocation_kind(machine, type) != FIXUP_ADDRESS || size > part->size ||
		    relocation.r_offset > part->size - size)
			continue;
		value = value_of(image, &symbols, (uint32_t)GELF_R_SYM(relocation.r_info)) +
			(uint64_t)relocation.r_addend;
		memcpy(data + relocation.r_offset, &value, size);
	}
}

/* Returns the content of SCN, decompressed; NULL: it has none. */
static Elf_Data *content_of(Elf_Scn *scn, const GElf_Shdr *header)
{
	Elf_Data *data;

	if (header->sh_type == SHT_NOBITS ||
	    (header->sh_flags & SHF_COMPRESSED && elf_compress(scn, 0, 0) < 0))
		return NULL;
	data = elf_getdata(scn, NULL);
	return data && data->d_buf && data->d_size ? data : NULL;
}

static struct debug_section *find_section(const struct debug_image *image, const char *name)
{
	for (size_t i = 0; i < image->sections.count; i++) {
		if (strcmp(image->sections.items[i].name, name) == 0)
			return &image->sections.items[i];
	}
	return NULL;
}

/* Puts DATA behind what SECTION has. */
static void join(struct debug_section *section, const Elf_Data *data)
{
	uint8_t *joined = xmalloc(section->size + data->d_size);

	memcpy(joined, section->data, section->size);
	memcpy(joined + section->size, data->d_buf, data->d_size);
	if (section->is_joined)
		free(section->data);
	section->data = joined;
	section->size += data->d_size;
	section->is_joined = true;
}

/* Takes a section with debug information. Only objects have several of a name: types, in groups. */
static void take_section(struct debug_image *image, const char *name, uint32_t number,
			 Elf_Data *data)
{
	struct debug_section *section = find_section(image, name);
	struct debug_part part = { number, 0, 0, data->d_size };

	if (section && image->file.header.e_type != ET_REL)
		return;
	if (!section) {
		vec_push(&image->sections,
			 ((struct debug_section){ name, data->d_buf, data->d_size, false }));
		section = &image->sections.items[image->sections.count - 1];
	} else {
		part.offset = section->size;
		join(section, data);
	}
	part.whole = (size_t)(section - image->sections.items);
	vec_push(&image->parts, part);
	image->size += data->d_size;
}

static void take_sections(struct debug_image *image)
{
	GElf_Shdr header;

	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(image->file.elf, scn));) {
		const char *name;
		Elf_Data *data;

		if (!gelf_getshdr(scn, &header))
			continue;
		name = elf_copy_name(&image->file, &header);
		data = holds_debug(name) ? content_of(scn, &header) : NULL;
		if (data)
			take_section(image, name, (uint32_t)elf_ndxscn(scn), data);
	}
}

static void relocate_sections(struct debug_image *image)
{
	GElf_Shdr header;

	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(image->file.elf, scn));) {
		const struct debug_part *part;
		Elf_Data *relocations;

		if (!gelf_getshdr(scn, &header) || header.sh_type != SHT_RELA)
			continue;
		part = find_part(image, header.sh_info);
		relocations = part ? elf_getdata(scn, NULL) : NULL;
		if (relocations)
			apply_relocations(image, relocations, &header, part);
	}
}

struct error *debug_image_open(const char *path, struct debug_image *ret)
{
	struct debug_image image = { 0 };
	struct error *err = elf_copy_open(path, &image.file);

	if (err)
		return err;
	take_sections(&image);
	if (image.file.header.e_type == ET_REL) {
		if (!place_sections(&image)) {
			debug_image_close(&image);
			return error_create(ERROR_UNUSABLE, "%s: damaged sizes of sections", path);
		}
		relocate_sections(&image);
	}
	*ret = image;
	return NULL;
}

void debug_image_close(struct debug_image *image)
{
	for (size_t i = 0; i < image->sections.count; i++) {
		if (image->sections.items[i].is_joined)
			free(image->sections.items[i].data);
	}
	vec_deinit(&image->sections);
	vec_deinit(&image->parts);
	vec_deinit(&image->ranges);
	elf_copy_close(&image->file);
}

bool debug_image_find(const struct debug_image *image, uint64_t address, struct spot *ret)
{
	size_t low = 0, high = image->ranges.count;
	const struct debug_range *range;

	if (image->file.header.e_type != ET_REL) {
		*ret = (struct spot){ 0, address };
		return true;
	}
	/* Finds the first section that begins behind ADDRESS. */
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (image->ranges.items[middle].begin <= address)
			low = middle + 1;
		else
			high = middle;
	}
	range = low ? &image->ranges.items[low - 1] : NULL;
	if (!range || address - range->begin > range->size)
		return false;
	*ret = (struct spot){ range->section, address - range->begin };
	return true;
}

bool debug_image_has(const struct debug_image *image, const char *name)
{
	return find_section(image, name) != NULL;
}
