/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens ELF files and archives with libelf and iterates over their members and symbols. Relocations
 * are read for copies of variables only, on the processors that is_copy() knows. */
#include "sites/elf_file.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdbool.h>
#include <sys/stat.h>

#include "common/xalloc.h"

struct error *elf_file_error(const char *name, const char *what)
{
	int number = elf_errno();

	return error_create(ERROR_UNUSABLE, "%s: damaged ELF file: %s (%s)", name, what,
			    number ? elf_errmsg(number) : "unknown error");
}

/* Opens a regular file. Anything else (directory, FIFO, device) gives -1 in *RET and success. */
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

	/* After this call, members share what was read of the whole archive. libelf never frees
	 * what a member reads by itself. */
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
			struct error *err = each(arg, member, name);
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
	case ELF_K_ELF: return each(arg, elf, path);
	case ELF_K_AR: return each_of_archive(fd, elf, path, each, arg);
	case ELF_K_NONE:
	case ELF_K_COFF:
	case ELF_K_NUM: break;
	}
	return NULL;
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
