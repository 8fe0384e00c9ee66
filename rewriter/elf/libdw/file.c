/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/elf/libdw/file.h"

#include <stdlib.h>

static const Dwfl_Callbacks callbacks = {
	.find_elf = dwfl_build_id_find_elf,
	.find_debuginfo = dwfl_standard_find_debuginfo,
	.section_address = dwfl_offline_section_address,
};

struct error *libdw_file_open(const char *path, struct libdw_file *ret)
{
	Elf *elf = NULL;
	GElf_Ehdr header;

	*ret = (struct libdw_file){ 0 };
	unsetenv("DEBUGINFOD_URLS"); /* no file is worth asking the network for it */
	ret->dwfl = dwfl_begin(&callbacks);
	if (ret->dwfl)
		ret->module = dwfl_report_offline(ret->dwfl, path, path, -1);
	if (ret->module && dwfl_report_end(ret->dwfl, NULL, NULL) == 0)
		elf = dwfl_module_getelf(ret->module, &ret->elf_bias);
	if (!elf || !gelf_getehdr(elf, &header))
		return error_create(ERROR_UNUSABLE, "%s: damaged debug information: %s", path,
				    dwfl_errmsg(-1));
	ret->is_object = header.e_type == ET_REL;
	return NULL;
}

void libdw_file_close(struct libdw_file *file)
{
	dwfl_end(file->dwfl);
}
