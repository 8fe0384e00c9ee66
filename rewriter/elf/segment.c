/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Adds a segment of code at the end of an ELF file (System V gABI). A loaded segment needs a
 * program header: it takes the place of a PT_NOTE that PT_GNU_PROPERTY repeats, or all headers move
 * into the new segment. The section headers and their names are copied behind the segment. No
 * address in the file changes.
 */
#include "rewriter/elf/segment.h"

#include <string.h>

#include "common/xalloc.h"

enum { PAGE = 4096 };

/* greatest number of bytes between the end of the file and the segment */
#define MAX_HOLE    ((uint64_t)64 << 20)
#define MAX_ADDRESS ((uint64_t)1 << 46)

static const char section_name[] = ".remt.text";

static struct error *refuse(const struct binary *binary, const char *why)
{
	return error_create(ERROR_UNUSABLE, "%s: no code can be added: %s", binary->path, why);
}

static uint64_t round_up(uint64_t value, uint64_t unit)
{
	return (value + unit - 1) / unit * unit;
}

static Elf64_Ehdr header_of(const struct binary *binary)
{
	Elf64_Ehdr header;

	memcpy(&header, binary->data, sizeof(header));
	return header;
}

static Elf64_Shdr section_of(const struct binary *binary, size_t index)
{
	Elf64_Shdr section;

	memcpy(&section, binary->data + header_of(binary).e_shoff + index * sizeof(section),
	       sizeof(section));
	return section;
}

/* True if COUNT elements of SIZE bytes at OFFSET lie within the file. */
static bool is_within(const struct binary *binary, uint64_t offset, uint64_t count, uint64_t size)
{
	return offset <= binary->size && count <= (binary->size - offset) / size;
}

static struct error *check_tables(const struct binary *binary)
{
	Elf64_Ehdr header = header_of(binary);
	Elf64_Shdr names;

	if (binary->type == ET_REL)
		return refuse(binary, "an object has no segments; patch the program");
	if (header.e_phnum >= PN_XNUM - 1)
		return refuse(binary, "it has too many program headers (e_phnum) for one more");
	if (!header.e_shnum || header.e_shnum >= SHN_LORESERVE - 1)
		return refuse(binary, "it has too many sections (e_shnum) for one more");
	if (header.e_phentsize != sizeof(Elf64_Phdr) || !header.e_phnum ||
	    !is_within(binary, header.e_phoff, header.e_phnum, sizeof(Elf64_Phdr)))
		return refuse(binary, "its program headers are damaged");
	if (header.e_shentsize != sizeof(Elf64_Shdr) || header.e_shstrndx >= header.e_shnum ||
	    !is_within(binary, header.e_shoff, header.e_shnum, sizeof(Elf64_Shdr)))
		return refuse(binary, "its section headers are damaged");
	names = section_of(binary, header.e_shstrndx);
	if (names.sh_type != SHT_STRTAB || !is_within(binary, names.sh_offset, names.sh_size, 1) ||
	    names.sh_size > UINT32_MAX)
		return refuse(binary, "the names of its sections are damaged");
	return NULL;
}

/*
 * Finds a program header that is not needed: one of a note that tells only what PT_GNU_PROPERTY
 * tells, where kernels and loaders look first. SIZE_MAX: there is none.
 */
static size_t find_spare(const struct segment *segment)
{
	const Elf64_Phdr *headers = segment->headers.items;

	for (size_t i = 0; i < segment->headers.count; i++) {
		for (size_t j = 0; headers[i].p_type == PT_NOTE && j < segment->headers.count;
		     j++) {
			if (headers[j].p_type == PT_GNU_PROPERTY &&
			    headers[j].p_offset == headers[i].p_offset &&
			    headers[j].p_filesz == headers[i].p_filesz)
				return i;
		}
	}
	return SIZE_MAX;
}

/* Inserts the new segment behind the last loaded one, as loaded segments are sorted by address. */
static void insert_own(struct segment *segment, size_t spare)
{
	Elf64_Phdr *headers;
	size_t last = 0;

	if (spare != SIZE_MAX) {
		memmove(segment->headers.items + spare, segment->headers.items + spare + 1,
			(segment->headers.count - spare - 1) * sizeof(*segment->headers.items));
		segment->headers.count--;
	}
	vec_push(&segment->headers, ((Elf64_Phdr){ 0 }));
	headers = segment->headers.items;
	for (size_t i = 0; i + 1 < segment->headers.count; i++) {
		if (headers[i].p_type == PT_LOAD)
			last = i;
	}
	segment->own = last + 1;
	memmove(headers + segment->own + 1, headers + segment->own,
		(segment->headers.count - segment->own - 1) * sizeof(*headers));
	headers[segment->own] =
		(Elf64_Phdr){ .p_type = PT_LOAD, .p_flags = PF_R | PF_X, .p_align = PAGE };
}

static struct error *place(const struct binary *binary, struct segment *segment)
{
	const Elf64_Phdr *first = NULL;
	uint64_t delta;

	for (size_t i = segment->headers.count; i-- > 0;) {
		if (segment->headers.items[i].p_type == PT_LOAD && i != segment->own)
			first = &segment->headers.items[i];
	}
	if (!first || binary->end > MAX_ADDRESS || first->p_vaddr < first->p_offset)
		return refuse(binary, "its segments are unusual");
	delta = first->p_vaddr - first->p_offset;
	segment->offset = round_up(binary->size, PAGE);
	segment->address = round_up(binary->end, PAGE);
	/*
	 * Kernels before Linux 5.18 assume that the headers are as far from the beginning in memory
	 * as in the file.
	 */
	if (segment->has_headers) {
		if (segment->address < segment->offset + delta)
			segment->address = round_up(segment->offset + delta, PAGE);
		segment->offset = segment->address - delta;
	}
	if (segment->offset - binary->size > MAX_HOLE)
		return refuse(binary, "it has far more memory than bytes");
	segment->code_address =
		segment->address +
		(segment->has_headers ? round_up(segment->headers.count * sizeof(Elf64_Phdr), 64)
				      : 0);
	return NULL;
}

struct error *segment_plan(const struct binary *binary, struct segment *ret)
{
	struct error *err;
	Elf64_Ehdr header = header_of(binary);
	size_t spare;

	*ret = (struct segment){ 0 };
	err = check_tables(binary);
	if (err)
		return err;
	for (size_t i = 0; i < header.e_phnum; i++)
		memcpy(vec_add(&ret->headers),
		       binary->data + header.e_phoff + i * sizeof(Elf64_Phdr), sizeof(Elf64_Phdr));
	spare = find_spare(ret);
	ret->has_headers = spare == SIZE_MAX;
	insert_own(ret, spare);
	return place(binary, ret);
}

void segment_deinit(struct segment *segment)
{
	vec_deinit(&segment->headers);
}

/* A file that grows. */
struct growth {
	unsigned char *data;
	uint64_t size, capacity;
};

/* Adds SIZE bytes at OFFSET, which is not before the end. A gap is filled with zeros. */
static void append(struct growth *growth, uint64_t offset, const void *bytes, uint64_t size)
{
	if (offset + size > growth->capacity) {
		growth->capacity = 2 * (offset + size);
		growth->data = xrealloc(growth->data, growth->capacity);
	}
	memset(growth->data + growth->size, 0, offset - growth->size);
	if (size)
		memcpy(growth->data + offset, bytes, size);
	growth->size = offset + size;
}

/* Adds the table of sections with one more section. Returns its offset. */
static uint64_t append_sections(const struct binary *binary, const struct segment *segment,
				uint64_t code_size, struct growth *growth)
{
	Elf64_Ehdr header = header_of(binary);
	Elf64_Shdr names = section_of(binary, header.e_shstrndx);
	Elf64_Shdr own = {
		.sh_name = (uint32_t)names.sh_size,
		.sh_type = SHT_PROGBITS,
		.sh_flags = SHF_ALLOC | SHF_EXECINSTR,
		.sh_addr = segment->code_address,
		.sh_offset = segment->offset + (segment->code_address - segment->address),
		.sh_size = code_size,
		.sh_addralign = 16,
	};
	uint64_t text = growth->size, offset;

	append(growth, growth->size, binary->data + names.sh_offset, names.sh_size);
	append(growth, growth->size, section_name, sizeof(section_name));
	names.sh_offset = text;
	names.sh_size += sizeof(section_name);
	offset = round_up(growth->size, 8);
	append(growth, offset, NULL, 0);
	for (size_t i = 0; i < header.e_shnum; i++) {
		Elf64_Shdr section = i == header.e_shstrndx ? names : section_of(binary, i);

		append(growth, growth->size, &section, sizeof(section));
	}
	append(growth, growth->size, &own, sizeof(own));
	return offset;
}

/* Writes the program headers into the segment, or to where they were. */
static void put_headers(struct segment *segment, Elf64_Ehdr *header, unsigned char *data)
{
	size_t size = segment->headers.count * sizeof(Elf64_Phdr);

	if (segment->has_headers) {
		for (size_t i = 0; i < segment->headers.count; i++) {
			Elf64_Phdr *own = &segment->headers.items[i];

			if (own->p_type != PT_PHDR)
				continue;
			own->p_offset = segment->offset;
			own->p_vaddr = own->p_paddr = segment->address;
			own->p_filesz = own->p_memsz = size;
		}
		header->e_phoff = segment->offset;
		header->e_phnum = (uint16_t)segment->headers.count;
	}
	memcpy(data + header->e_phoff, segment->headers.items, size);
}

void segment_add(const struct binary *binary, struct segment *segment, const uint8_t *code,
		 size_t code_size, unsigned char **data, uint64_t *ret_size)
{
	struct growth growth = { *data, binary->size, binary->size };
	Elf64_Ehdr header = header_of(binary);
	Elf64_Phdr *own = &segment->headers.items[segment->own];
	uint64_t before_code = segment->code_address - segment->address;

	own->p_offset = segment->offset;
	own->p_vaddr = own->p_paddr = segment->address;
	own->p_filesz = own->p_memsz = before_code + code_size;
	append(&growth, segment->offset, NULL, 0);
	append(&growth, segment->offset + before_code, code, code_size);
	header.e_shoff = append_sections(binary, segment, code_size, &growth);
	header.e_shnum++;
	put_headers(segment, &header, growth.data);
	memcpy(growth.data, &header, sizeof(header));
	*data = growth.data;
	*ret_size = growth.size;
}

void segment_restore(const struct binary *binary, const struct segment *segment,
		     unsigned char *data)
{
	Elf64_Ehdr header = header_of(binary);

	memcpy(data, &header, sizeof(header));
	if (!segment->has_headers)
		memcpy(data + header.e_phoff, binary->data + header.e_phoff,
		       header.e_phnum * sizeof(Elf64_Phdr));
}
