/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/compare/binary_model.h"

#include <stdlib.h>

#include "common/xalloc.h"

void binary_model_borrow(struct binary_model *ret, struct binary *binary, struct machine *machine)
{
	struct error *err;

	*ret = (struct binary_model){ .binary = binary, .machine = machine };
	err = flows_find(binary, machine, &ret->flows);
	if (err)
		ret->warning = xstrdup(err->message);
	error_destroy(err);
}

struct error *binary_model_open(struct binary_model *ret, const char *path)
{
	struct binary *binary;
	struct machine *machine;
	struct error *err = binary_open(path, &binary);

	*ret = (struct binary_model){ 0 };
	if (err)
		return err;
	ret->binary = binary;
	err = error_wrap(machine_open(binary->machine, &machine), "%s", path);
	if (!err)
		binary_model_borrow(ret, binary, machine);
	return err;
}

void binary_model_fingerprint(struct binary_model *model, bool has_names)
{
	fingerprints_fill(model->binary, &model->flows, model->machine, has_names,
			  &model->fingerprints);
}

void binary_model_release(struct binary_model *model)
{
	fingerprints_deinit(&model->fingerprints);
	flows_deinit(&model->flows);
	free(model->warning);
	model->binary = NULL;
	model->machine = NULL;
}

void binary_model_close(struct binary_model *model)
{
	struct binary *binary = model->binary;
	struct machine *machine = model->machine;

	binary_model_release(model);
	machine_close(machine);
	binary_close(binary);
}
