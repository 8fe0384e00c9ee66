/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ELF files: executables, shared libraries, objects, and ar archives of these. Files are read, not
 * mapped: if another process cuts a file short, that must give an error and no SIGBUS.
 */
#ifndef SITES_ELF_FILE_H
#define SITES_ELF_FILE_H

#include <gelf.h>
#include <stdbool.h>

#include "common/attr.h"
#include "common/cleanup.h"
#include "common/error.h"
#include "common/slots.h"

DEFINE_CLEANUP(elf, Elf *, elf_end)
#define _cleanup_elf_ _cleanup_(cleanup_elf)

/* NAME is for messages ("libx.a(y.o)"). NAME and ELF are valid during the call only. */
typedef struct error *elf_file_each_fn(void *arg, Elf *elf, const char *name);

/*
 * Calls EACH for the ELF file PATH, or for each ELF member of the archive PATH. Thin archives have
 * no members. An error of EACH ends the iteration and is returned. For a file of another kind EACH
 * is not called.
 */
struct error *elf_file_each(const char *path, elf_file_each_fn *each, void *arg) MUST_CHECK;

/* Receives a symbol and its name, which may be empty. */
typedef void elf_file_symbol_fn(void *arg, const GElf_Sym *symbol, const char *name);
/*
 * Calls EACH for all symbols of the table SCN, whose header is HEADER. Symbols without a sound name
 * are left out.
 */
void elf_file_each_symbol(Elf *elf, Elf_Scn *scn, const GElf_Shdr *header, elf_file_symbol_fn *each,
			  void *arg);

/*
 * Adds to COPIES the addresses to which the loader copies variables of shared libraries. The caller
 * passes an empty COPIES and frees it.
 */
void elf_file_find_copies(Elf *elf, struct slots *copies);

/*
 * Checks the fields of ELF's header, and the names of sections, by which everything else is found.
 * Everything that the specification defines is accepted: more program headers than e_phnum can tell
 * (PN_XNUM), more sections than e_shnum and e_shstrndx can (0, SHN_XINDEX). The error names the
 * field.
 */
struct error *elf_file_check(Elf *elf, const char *name) MUST_CHECK;

/*
 * True if PATH, which was executed, is a program that no dynamic linker starts: nothing can be
 * preloaded into it.
 */
bool elf_file_is_static(const char *path);

/* Returns the error that WHAT of NAME is damaged, with libelf's last message. */
struct error *elf_file_error(const char *name, const char *what) MUST_CHECK;

#endif
