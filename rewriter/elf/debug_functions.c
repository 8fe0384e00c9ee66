/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the functions of stripped binaries: by the symbols of a separate file with debug
 * information, and by the frames of .eh_frame (Linux Standard Base). Only frames whose addresses
 * are coded as 4 bytes relative to their place are understood.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rewriter/elf/debug.h"

static void print_function(FILE *out, uint64_t address, uint64_t size, const char *name)
{
	fprintf(out, "%" PRIx64 " %" PRIx64 " %s\n", address, size,
		name && !strchr(name, '\n') ? name : "");
}

/* Writes the functions that have a symbol in the file or in the one with its debug information. */
static void print_symbols(const struct debug *debug, FILE *out)
{
	int count = dwfl_module_getsymtab(debug->module);

	for (int i = 1; i < count; i++) { /* the first symbol is empty */
		GElf_Sym symbol;
		GElf_Addr address;
		const char *name = dwfl_module_getsym_info(debug->module, i, &symbol, &address,
							   NULL, NULL, NULL);

		if (name && GELF_ST_TYPE(symbol.st_info) == STT_FUNC &&
		    symbol.st_shndx != SHN_UNDEF && symbol.st_size)
			print_function(out, address - debug->elf_bias, symbol.st_size, name);
	}
}

static Elf_Scn *find_section(Elf *elf, const char *wanted, GElf_Shdr *ret)
{
	size_t names;

	if (elf_getshdrstrndx(elf, &names) != 0)
		return NULL;
	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
		const char *name =
			gelf_getshdr(scn, ret) ? elf_strptr(elf, names, ret->sh_name) : NULL;

		if (name && strcmp(name, wanted) == 0)
			return scn;
	}
	return NULL;
}

/*
 * Writes the function of the frame description that begins at START. The common part of the frame
 * says how its first two numbers are coded: where the function begins, and its size. Compilers for
 * x86-64 write 4 bytes each, and the first number is a distance from its own place. If the numbers
 * are coded otherwise, libdw has no frame that begins at the result, and nothing is written.
 */
static void print_frame(Dwarf_CFI *frames, const uint8_t *start, uint64_t place, FILE *out)
{
	Dwarf_Frame *frame;
	Dwarf_Addr low, high;
	int32_t distance;
	uint32_t size;
	uint64_t address;

	memcpy(&distance, start, sizeof(distance));
	memcpy(&size, start + sizeof(distance), sizeof(size));
	address = place + (uint64_t)(int64_t)distance;
	if (dwarf_cfi_addrframe(frames, address, &frame) != 0)
		return;
	if (dwarf_frame_info(frame, &low, &high, NULL) >= 0 && low == address)
		print_function(out, address, size, NULL);
	free(frame);
}

/* Writes the functions of .eh_frame, by which the stack is unwound. */
static void print_frames(const struct debug *debug, FILE *out)
{
	GElf_Shdr header;
	Elf_Scn *scn = find_section(debug->elf, ".eh_frame", &header);
	Elf_Data *data = scn ? elf_rawdata(scn, NULL) : NULL;
	Dwarf_CFI *frames = data ? dwarf_getcfi_elf(debug->elf) : NULL;
	Dwarf_CFI_Entry entry;
	Dwarf_Off next = 0;

	if (!frames)
		return;
	for (Dwarf_Off at = 0; dwarf_next_cfi((unsigned char *)debug->header.e_ident, data, true,
					      at, &next, &entry) == 0 &&
			       next > at;
	     at = next) {
		const uint8_t *start = entry.fde.start;

		if (!dwarf_cfi_cie_p(&entry) && entry.fde.end - start >= 8)
			print_frame(frames, start,
				    header.sh_addr + (uint64_t)(start - (uint8_t *)data->d_buf),
				    out);
	}
	dwarf_cfi_end(frames);
}

struct error *debug_read_functions(const char *path, FILE *out)
{
	struct debug debug;
	struct error *err = debug_open(path, &debug);

	if (!err) {
		print_symbols(&debug, out);
		print_frames(&debug, out);
	}
	debug_close(&debug);
	return err;
}
