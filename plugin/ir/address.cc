/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A symbol that the compiler did not write must not be named here: the name would be undefined. What
 * was written is known only when the unit is over. The section is in no segment, so that no dynamic
 * relocation comes of it, as with debug information.
 */
#include "plugin/ir/address.h"

#include "output.h"
#include "rtl.h"

#include "remt/ir.h"

static unsigned long long kept_uid;
static vec<tree> kept;

static void mark_kept(void *, void *)
{
	for (tree decl : kept)
		gt_ggc_mx_tree_node(decl);
}

void address_need(tree decl)
{
	symtab_node *node =
		TREE_PUBLIC(decl) || DECL_EXTERNAL(decl) ? NULL : symtab_node::get(decl);

	if (node && node->definition)
		node->force_output = 1;
}

static tree copy_constant(tree decl)
{
	static unsigned nr_copies;
	char name[40];
	tree copy;

	snprintf(name, sizeof(name), "remt_constant.%u", nr_copies++);
	copy = build_decl(UNKNOWN_LOCATION, VAR_DECL, get_identifier(name), TREE_TYPE(decl));
	TREE_STATIC(copy) = 1;
	TREE_READONLY(copy) = 1;
	TREE_USED(copy) = 1;
	DECL_ARTIFICIAL(copy) = 1;
	DECL_IGNORED_P(copy) = 1;
	DECL_INITIAL(copy) = unshare_expr(DECL_INITIAL(decl));
	SET_DECL_ALIGN(copy, DECL_ALIGN(decl));
	varpool_node::finalize_decl(copy);
	address_need(copy);
	return copy;
}

/*
 * GCC makes a constant of the initial value of a local array. Whether it is written, and by which
 * name, is decided when the code that copies it is made.
 */
tree address_holder(tree decl)
{
	return VAR_P(decl) && DECL_IN_CONSTANT_POOL(decl) ? copy_constant(decl) : decl;
}

void addresses_keep(unsigned long long uid, const vec<tree> &symbols)
{
	kept_uid = uid;
	for (tree decl : symbols)
		kept.safe_push(decl);
}

/* What the loader chooses has no address for the linker. */
static bool is_chosen_by_loader(tree decl)
{
	cgraph_node *node = TREE_CODE(decl) == FUNCTION_DECL ? cgraph_node::get(decl) : NULL;

	return (node && (node->ifunc_resolver || node->dispatcher_function)) ||
	       lookup_attribute("ifunc", DECL_ATTRIBUTES(decl));
}

/* Linkers take offsets into a thread's block in loaded sections and debug information alone. */
static bool is_of_thread(tree decl)
{
	return VAR_P(decl) && DECL_THREAD_LOCAL_P(decl);
}

static bool is_written(tree decl)
{
	return TREE_ASM_WRITTEN(decl) && !DECL_EXTERNAL(decl) && !DECL_COMMON(decl) &&
	       !is_chosen_by_loader(decl) && !is_of_thread(decl);
}

/* Returns what the compiler made of LABEL, which is in the code by its number; NULL: nothing. */
static rtx_insn *written_label(tree label)
{
	rtx made = DECL_RTL_IF_SET(label);
	rtx_insn *insn = made && (LABEL_P(made) || NOTE_P(made)) ? as_a<rtx_insn *>(made) : NULL;

	if (!insn || insn->deleted() || !TREE_ASM_WRITTEN(DECL_CONTEXT(label)))
		return NULL;
	return LABEL_P(insn) || NOTE_KIND(insn) == NOTE_INSN_DELETED_LABEL ? insn : NULL;
}

static void write_name(tree decl)
{
	rtx_insn *label = TREE_CODE(decl) == LABEL_DECL ? written_label(decl) : NULL;
	char name[40];

	if (label) {
		ASM_GENERATE_INTERNAL_LABEL(name, "L", CODE_LABEL_NUMBER(label));
		assemble_name(asm_out_file, name);
	} else if (TREE_CODE(decl) == LABEL_DECL || !is_written(decl)) {
		fputs("0", asm_out_file);
	} else {
		assemble_name(asm_out_file, IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(decl)));
	}
}

static void write_address(tree decl)
{
	fputs("\t.quad ", asm_out_file);
	write_name(decl);
	fputs("\n", asm_out_file);
}

static void write_section(const char *name)
{
	fprintf(asm_out_file, "\t.section %s,\"\",@progbits\n\t.balign 8\n\t.quad 0x%llx,%u\n",
		name, kept_uid, kept.length());
	for (tree decl : kept)
		write_address(decl);
}

static void finish_unit(void *, void *)
{
	if (seen_error() || kept.is_empty() || !asm_out_file)
		return;
	write_section(REMT_IR_ADDRESSES_SECTION);
	write_section(REMT_IR_DEBUG_ADDRESSES_SECTION);
	kept.release();
}

void addresses_register(const char *plugin_name)
{
	register_callback(plugin_name, PLUGIN_GGC_MARKING, mark_kept, NULL);
	register_callback(plugin_name, PLUGIN_FINISH_UNIT, finish_unit, NULL);
}
