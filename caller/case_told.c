/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/case_told.h"

#include "common/cleanup.h"
#include "common/xalloc.h"

bool case_is_told(const struct program *program, const unsigned char *blob)
{
	size_t nr_bytes = program->seed.length;
	_cleanup_free_ bool *told = xcalloc(nr_bytes + 1, sizeof(*told));

	for (size_t i = 0; i < program->pieces.count; i++) {
		const struct program_piece *piece = &program->pieces.items[i];

		for (size_t k = 0; k < piece->nr_bytes && piece->kind != PIECE_UNKNOWN; k++)
			told[piece->at + k] = true;
	}
	for (size_t i = 0; i < program->objects.count; i++) {
		if (program->objects.items[i].kept_at)
			told[program->objects.items[i].kept_at] = true;
	}
	for (size_t i = 0; i < nr_bytes; i++) {
		if (!told[i] && blob[i])
			return false;
	}
	return true;
}
