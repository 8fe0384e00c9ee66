/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A file of ELF: executable, shared library, object, or an ar archive of such.  Files are read,
 * not mapped: a file that another process cuts short meanwhile must give an error and no SIGBUS.
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

/* NAME is for messages ("libx.a(y.o)"); NAME and ELF are valid during the call only. */
typedef struct error *elf_file_each_fn(void *arg, Elf *elf, const char *name);

/*
 * Calls EACH for PATH or, of an archive, each member (thin archives have none); its error stops and
 * is returned.  What is no ELF: no call.
 */
struct error *elf_file_each(const char *path, elf_file_each_fn *each, void *arg) MUST_CHECK;

/* A symbol, and its name, which may be empty. */
typedef void elf_file_symbol_fn(void *arg, const GElf_Sym *symbol, const char *name);
/* All symbols of the table SCN, whose header is HEADER; those without a sound name are left out. */
void elf_file_each_symbol(Elf *elf, Elf_Scn *scn, const GElf_Shdr *header, elf_file_symbol_fn *each,
			  void *arg);

/* Adds the addresses to which the loader copies variables of shared libraries; empty at first. */
void elf_file_find_copies(Elf *elf, struct slots *copies);

/*
 * Checks the fields of ELF's header, and the names of sections, by which all else is found.  What the
 * specification defines is sound: more program headers than e_phnum can tell (PN_XNUM), more sections than
 * e_shnum and e_shstrndx can (0, SHN_XINDEX).  The error names the field.
 */
struct error *elf_file_check(Elf *elf, const char *name) MUST_CHECK;

/* True of a program that no dynamic linker starts, so that nothing can be preloaded into it; PATH is
 * one that was executed. */
bool elf_file_is_static(const char *path);

/* WHAT of NAME is damaged, as libelf said last. */
struct error *elf_file_error(const char *name, const char *what) MUST_CHECK;

#endif
