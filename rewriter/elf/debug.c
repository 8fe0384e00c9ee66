/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/elf/debug.h"

#include <stdlib.h>

static const Dwfl_Callbacks callbacks = {
	.find_elf = dwfl_build_id_find_elf,
	.find_debuginfo = dwfl_standard_find_debuginfo,
	.section_address = dwfl_offline_section_address,
};

struct error *debug_open(const char *path, struct debug *ret)
{
	*ret = (struct debug){ .path = path };
	unsetenv("DEBUGINFOD_URLS"); /* no file is worth asking the network for it */
	ret->dwfl = dwfl_begin(&callbacks);
	if (ret->dwfl)
		ret->module = dwfl_report_offline(ret->dwfl, path, path, -1);
	if (ret->module && dwfl_report_end(ret->dwfl, NULL, NULL) == 0)
		ret->elf = dwfl_module_getelf(ret->module, &ret->elf_bias);
	if (!ret->elf || !gelf_getehdr(ret->elf, &ret->header))
		return error_create(ERROR_UNUSABLE, "%s: damaged debug information: %s", path,
				    dwfl_errmsg(-1));
	return NULL;
}

void debug_close(struct debug *debug)
{
	dwfl_end(debug->dwfl);
	*debug = (struct debug){ 0 };
}

bool debug_place(const struct debug *debug, GElf_Addr address, uint32_t *ret_section,
		 uint64_t *ret_address)
{
	GElf_Word section = 0;
	int base;

	if (debug->header.e_type != ET_REL) {
		*ret_section = 0;
		*ret_address = address - debug->elf_bias;
		return true;
	}
	base = dwfl_module_relocate_address(debug->module, &address);
	if (base < 0 || !dwfl_module_relocation_info(debug->module, (unsigned)base, &section))
		return false;
	*ret_section = section;
	*ret_address = address;
	return true;
}
