/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Opens ELF files and archives with libelf and iterates over their members and symbols. Relocations
 * are read for copies of variables only, on the processors that is_copy() knows.
 */
#include "sites/elf_file.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

#include "common/xalloc.h"

struct error *elf_file_error(const char *name, const char *what)
{
	int number = elf_errno();

	return error_create(ERROR_UNUSABLE, "%s: damaged ELF file: %s (%s)", name, what,
			    number ? elf_errmsg(number) : "unknown error");
}

static struct error *damaged(const char *name, const char *format, ...) PRINTF_LIKE(2, 3);

static struct error *damaged(const char *name, const char *format, ...)
{
	_cleanup_free_ char *what = NULL;
	va_list args;

	va_start(args, format);
	if (vasprintf(&what, format, args) < 0)
		what = NULL;
	va_end(args);
	return error_create(ERROR_UNUSABLE, "%s: damaged ELF file: %s", name, what ? what : "?");
}

static struct error *check_sizes(Elf *elf, const GElf_Ehdr *file, const char *name)
{
	size_t section = gelf_fsize(elf, ELF_T_SHDR, 1, EV_CURRENT);
	size_t program = gelf_fsize(elf, ELF_T_PHDR, 1, EV_CURRENT);

	if (file->e_shoff && file->e_shentsize != section)
		return damaged(name, "e_shentsize is %u, not %zu", file->e_shentsize, section);
	if (file->e_phnum && file->e_phentsize != program)
		return damaged(name, "e_phentsize is %u, not %zu", file->e_phentsize, program);
	return NULL;
}

/* If e_phnum can't tell the number of program headers, section 0 does. */
static struct error *check_program_headers(Elf *elf, const GElf_Ehdr *file, const char *name)
{
	GElf_Shdr first;
	Elf_Scn *scn = elf_getscn(elf, 0);

	if (file->e_phnum != PN_XNUM)
		return NULL;
	if (!scn || !gelf_getshdr(scn, &first))
		return damaged(name, "e_phnum is PN_XNUM, but there is no section 0");
	if (!first.sh_info)
		return damaged(name, "e_phnum is PN_XNUM, but sh_info of section 0 is 0");
	return NULL;
}

static struct error *check_names(Elf *elf, size_t names, size_t nr_sections, const char *name)
{
	GElf_Shdr header;
	Elf_Scn *scn = names < nr_sections ? elf_getscn(elf, names) : NULL;

	if (!scn || !gelf_getshdr(scn, &header) || header.sh_type != SHT_STRTAB)
		return damaged(name, "e_shstrndx is %zu, which is no section of names", names);
	for (scn = NULL; (scn = elf_nextscn(elf, scn));) {
		if (!gelf_getshdr(scn, &header))
			return elf_file_error(name, "section header");
		if (!elf_strptr(elf, names, header.sh_name))
			return damaged(name, "sh_name of section %zu is %u, outside of the names",
				       elf_ndxscn(scn), header.sh_name);
	}
	return NULL;
}

struct error *elf_file_check(Elf *elf, const char *name)
{
	GElf_Ehdr file;
	size_t nr_sections, names;
	struct error *err;

	if (!gelf_getehdr(elf, &file))
		return elf_file_error(name, "header");
	err = check_sizes(elf, &file, name);
	if (!err)
		err = check_program_headers(elf, &file, name);
	if (err)
		return err;
	if (elf_getshdrnum(elf, &nr_sections) < 0)
		return elf_file_error(name, "section headers");
	if (!nr_sections && file.e_shoff)
		/* libelf takes a file cut before its section headers for one without sections. */
		return damaged(name, "section headers lie outside of it");
	if (!nr_sections)
		return NULL;
	if (elf_getshdrstrndx(elf, &names) < 0)
		return elf_file_error(name, "e_shstrndx");
	return names == SHN_UNDEF ? NULL : check_names(elf, names, nr_sections, name);
}

/*
 * A handle of its own is used, as libelf does not free what it has read of sections if EACH maps
 * the file (elf_rawfile()) afterwards.
 */
static struct error *check_file(int fd, const char *name)
{
	_cleanup_elf_ Elf *elf = elf_begin(fd, ELF_C_READ, NULL);

	return elf ? elf_file_check(elf, name) : elf_file_error(name, "header");
}

/*
 * Opens a regular file. *RET is -1 for anything else (directory, FIFO, device), which is no error.
 */
static struct error *open_regular(const char *path, int *ret)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return error_errno(ERROR_UNUSABLE, errno, "opening %s", path);

	struct stat st;
	if (fstat(fd, &st) < 0)
		return error_errno(ERROR_UNUSABLE, errno, "reading %s", path);
	*ret = S_ISREG(st.st_mode) ? TAKE_FD(fd) : -1;
	return NULL;
}

static struct error *each_of_archive(int fd, Elf *archive, const char *path, elf_file_each_fn *each,
				     void *arg)
{
	size_t size;

	/*
	 * After this call, members share what was read of the whole archive. libelf never frees
	 * what a member reads by itself.
	 */
	if (!elf_rawfile(archive, &size))
		return elf_file_error(path, "archive");
	for (Elf_Cmd command = ELF_C_READ_MMAP; command != ELF_C_NULL;) {
		_cleanup_elf_ Elf *member = elf_begin(fd, command, archive);
		if (!member)
			return NULL;

		const Elf_Arhdr *header = elf_getarhdr(member);
		if (!header)
			return elf_file_error(path, "archive member");
		_cleanup_free_ char *name =
			xasprintf("%s(%s)", path, header->ar_name ? header->ar_name : "?");
		if (elf_kind(member) == ELF_K_ELF) {
			struct error *err = elf_file_check(member, name);
			if (!err)
				err = each(arg, member, name);
			if (err)
				return err;
		}
		command = elf_next(member);
	}
	return NULL;
}

struct error *elf_file_each(const char *path, elf_file_each_fn *each, void *arg)
{
	_cleanup_close_ int fd = -1;
	struct error *err = open_regular(path, &fd);
	if (err || fd < 0)
		return err;

	elf_version(EV_CURRENT);
	_cleanup_elf_ Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
	if (!elf)
		return elf_file_error(path, "header");
	switch (elf_kind(elf)) {
	case ELF_K_ELF: err = check_file(fd, path); return err ? err : each(arg, elf, path);
	case ELF_K_AR: return each_of_archive(fd, elf, path, each, arg);
	case ELF_K_NONE:
	case ELF_K_COFF:
	case ELF_K_NUM: break;
	}
	return NULL;
}

static struct error *find_linker(void *arg, Elf *elf, const char *name)
{
	size_t count;
	GElf_Phdr header;

	if (elf_getphdrnum(elf, &count) != 0)
		return elf_file_error(name, "program headers");
	*(bool *)arg = true;
	for (size_t i = 0; i < count && i <= INT_MAX; i++)
		if (gelf_getphdr(elf, (int)i, &header) && header.p_type == PT_INTERP)
			*(bool *)arg = false;
	return NULL;
}

bool elf_file_is_static(const char *path)
{
	bool is_static = false;
	_cleanup_error_ struct error *err = elf_file_each(path, find_linker, &is_static);

	return !err && is_static;
}

void elf_file_each_symbol(Elf *elf, Elf_Scn *scn, const GElf_Shdr *header, elf_file_symbol_fn *each,
			  void *arg)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	GElf_Sym symbol;

	for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
		const char *name = elf_strptr(elf, header->sh_link, symbol.st_name);

		if (name)
			each(arg, &symbol, name);
	}
}

static bool is_copy(Elf *elf, uint64_t type)
{
	GElf_Ehdr file;

	if (!gelf_getehdr(elf, &file))
		return false;
	switch (file.e_machine) {
	case EM_X86_64: return type == R_X86_64_COPY;
	case EM_386: return type == R_386_COPY;
	case EM_AARCH64: return type == R_AARCH64_COPY;
	default: return false;
	}
}

static void add_copies(Elf *elf, Elf_Scn *scn, struct slots *copies)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	GElf_Rela relocation;

	for (int i = 0; data && gelf_getrela(data, i, &relocation); i++) {
		if (is_copy(elf, GELF_R_TYPE(relocation.r_info)) &&
		    slots_find(copies, relocation.r_offset) == SLOTS_NONE)
			slots_add(copies, relocation.r_offset, 0);
	}
}

void elf_file_find_copies(Elf *elf, struct slots *copies)
{
	GElf_Shdr header;

	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
		if (gelf_getshdr(scn, &header) && header.sh_type == SHT_RELA)
			add_copies(elf, scn, copies);
	}
}
