/* SPDX-License-Identifier: GPL-3.0-or-later */
/* write_object FILE [NR_FUNCTIONS]: writes an object with one sample site table. */
#include <stdio.h>
#include <stdlib.h>

#include "common/fs.h"
#include "elf_builder.h"
#include "table_sample.h"

int main(int argc, char **argv)
{
	size_t table_size;
	size_t size;
	if (argc < 2)
		return 2;

	unsigned nr_functions = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 8;
	void *table = table_sample(5, nr_functions, &table_size);
	void *object = elf_builder_object((struct elf_shape){ 0 }, table, table_size, &size);
	struct error *err = fs_write_file(argv[1], object, size);
	if (err)
		fprintf(stderr, "%s\n", err->message);
	free(object);
	free(table);
	return err ? 1 : 0;
}
