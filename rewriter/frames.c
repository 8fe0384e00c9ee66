/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/frames.h"

#include <inttypes.h>

#include "common/xalloc.h"
#include "rewriter/debug.h"

static void add_function(struct binary *binary, uint64_t address, uint64_t size)
{
	uint32_t code =
		size ? binary_find_code(binary, BINARY_ANY_SECTION, address, size) : UINT32_MAX;

	if (code != UINT32_MAX)
		vec_push(&binary->functions,
			 ((struct binary_function){ .name = xasprintf("at_%" PRIx64, address),
						    .code = code,
						    .address = address,
						    .size = size }));
}

static int add_all(struct binary *binary, Dwarf_Debug debug, Dwarf_Error *failure)
{
	Dwarf_Cie *commons;
	Dwarf_Fde *frames;
	Dwarf_Signed nr_commons, nr_frames;
	int found =
		dwarf_get_fde_list_eh(debug, &commons, &nr_commons, &frames, &nr_frames, failure);

	if (found != DW_DLV_OK)
		return found;
	for (Dwarf_Signed i = 0; i < nr_frames; i++) {
		Dwarf_Addr address;
		Dwarf_Unsigned size, nr_bytes;
		Dwarf_Ptr bytes;
		Dwarf_Off common, offset;
		Dwarf_Signed index;
		Dwarf_Error ignored;

		if (dwarf_get_fde_range(frames[i], &address, &size, &bytes, &nr_bytes, &common,
					&index, &offset, &ignored) == DW_DLV_OK)
			add_function(binary, address, size);
	}
	dwarf_fde_cie_list_dealloc(debug, commons, nr_commons, frames, nr_frames);
	return DW_DLV_OK;
}

struct error *frames_add_functions(struct binary *binary)
{
	Dwarf_Error failure = NULL;
	struct debug debug;
	struct error *err = debug_open(binary->path, &debug);

	if (!err && debug.dwarf && add_all(binary, debug.dwarf, &failure) == DW_DLV_ERROR)
		err = debug_error(&debug, ".eh_frame", failure);
	debug_close(&debug);
	return err;
}
