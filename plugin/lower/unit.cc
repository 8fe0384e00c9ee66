/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Builds the type and the variable of the unit's control block; the layout is that of struct
 * remt_unit in include/remt/unit.h.
 */
#include "plugin/lower/unit.h"
#include "remt/unit.h"

static GTY(()) tree unit;
static GTY(()) tree hook_type;
static GTY(()) tree enter_type;
static GTY(()) tree check_type;
static GTY(()) tree shift_type;
static unsigned nr_functions;

static const struct ggc_root_tab unit_roots[] = {
	{ &unit, 1, sizeof(unit), &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node },
	{ &hook_type, 1, sizeof(hook_type), &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node },
	{ &enter_type, 1, sizeof(enter_type), &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node },
	{ &check_type, 1, sizeof(check_type), &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node },
	{ &shift_type, 1, sizeof(shift_type), &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node },
	LAST_GGC_ROOT_TAB,
};

void unit_register_roots(const char *plugin_name)
{
	register_callback(plugin_name, PLUGIN_REGISTER_GGC_ROOTS, NULL, (void *)unit_roots);
}

static tree initial_value(unsigned long long uid, unsigned nr_sites, size_t size)
{
	struct remt_unit header = {};
	char *bytes = XCNEWVEC(char, size);
	tree value;

	header.name_size = sizeof(header.name);
	header.desc_size = remt_unit_desc_size(nr_functions, nr_sites);
	header.note_type = REMT_UNIT_NOTE_TYPE;
	memcpy(header.name, REMT_UNIT_NAME, sizeof(header.name));
	header.version = REMT_UNIT_VERSION;
	header.uid = uid;
	header.nr_functions = nr_functions;
	header.nr_sites = nr_sites;
	memcpy(bytes, &header, sizeof(header));
	value = build_string(size, bytes);
	free(bytes);
	return value;
}

void unit_create(unsigned long long uid, unsigned functions, unsigned nr_sites)
{
	size_t size = 24 + remt_unit_desc_size(functions, nr_sites);
	tree type = build_array_type(unsigned_char_type_node, build_index_type(size_int(size - 1)));

	nr_functions = functions;
	unit = build_decl(UNKNOWN_LOCATION, VAR_DECL, get_identifier("remt_unit"), type);
	TREE_STATIC(unit) = 1;
	TREE_ADDRESSABLE(unit) = 1;
	TREE_USED(unit) = 1;
	DECL_ARTIFICIAL(unit) = 1;
	DECL_IGNORED_P(unit) = 1;
	DECL_PRESERVE_P(unit) = 1; /* written from outside: GCC must not assume the initial value */
	DECL_INITIAL(unit) = initial_value(uid, nr_sites, size);
	TREE_TYPE(DECL_INITIAL(unit)) = type;
	SET_DECL_ALIGN(unit, 64);
	DECL_USER_ALIGN(unit) = 1;
	/*
	 * GCC can't make a note: the section's name carries flags and type, and '#' hides those
	 * that GCC appends.
	 */
	set_decl_section_name(unit, REMT_UNIT_SECTION ",\"aw\",@note#");
	varpool_node::finalize_decl(unit);
	varpool_node::get(unit)->force_output = 1;
}

tree unit_address(void)
{
	return build_fold_addr_expr(unit);
}

static tree load_at(tree pointer, tree type, size_t offset)
{
	tree alias = build_pointer_type(unsigned_char_type_node);

	return build2(MEM_REF, type, pointer, build_int_cst(alias, offset));
}

static tree load(tree type, size_t offset)
{
	return load_at(unit_address(), type, offset);
}

static size_t site_flags(void)
{
	return sizeof(struct remt_unit) + ((nr_functions + 7u) & ~7u);
}

tree unit_function_flag(unsigned number)
{
	return load(unsigned_char_type_node, sizeof(struct remt_unit) + number);
}

tree unit_site_flag(unsigned number)
{
	return load(unsigned_char_type_node, site_flags() + number);
}

tree unit_site_flag_at(tree pointer)
{
	return load_at(pointer, unsigned_char_type_node, site_flags());
}

tree unit_fuel(void)
{
	return load(integer_type_node, offsetof(struct remt_unit, fuel));
}

tree unit_hook(void)
{
	if (!hook_type)
		hook_type = build_pointer_type(build_function_type_list(
			unsigned_type_node, ptr_type_node, unsigned_type_node, unsigned_type_node,
			unsigned_type_node, NULL_TREE));
	return load(hook_type, offsetof(struct remt_unit, hook));
}

tree unit_enter(void)
{
	if (!enter_type)
		enter_type = build_pointer_type(build_function_type_list(
			void_type_node, ptr_type_node, unsigned_type_node, NULL_TREE));
	return load(enter_type, offsetof(struct remt_unit, enter));
}

tree unit_check(void)
{
	if (!check_type)
		check_type = build_pointer_type(build_varargs_function_type_list(
			unsigned_type_node, ptr_type_node, unsigned_type_node, const_ptr_type_node,
			const_ptr_type_node, unsigned_type_node, NULL_TREE));
	return load(check_type, offsetof(struct remt_unit, check));
}

tree unit_shift(void)
{
	if (!shift_type)
		shift_type = build_pointer_type(build_function_type_list(
			long_long_unsigned_type_node, long_long_unsigned_type_node,
			unsigned_type_node, NULL_TREE));
	return load(shift_type, offsetof(struct remt_unit, shift));
}
