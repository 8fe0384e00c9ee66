/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <libdwarf/dwarf.h>

#include "rewriter/elf/libdwarf/unit.h"

enum {
	MAX_DEPTH = 200, /* of blocks within blocks */
	MAX_TYPES = 100, /* of names of a type */
};

/* An inlined call, and where its ranges go. */
struct call {
	const struct unit *unit;
	const char *function;
	struct debug_position place;
};

static void write_range(const struct call *call, Dwarf_Addr low, Dwarf_Addr high)
{
	const struct reader *reader = call->unit->reader;
	struct spot spot;

	if (low < high && debug_image_find(reader->image, low, &spot))
		debug_write_inlined(reader->out, &spot, spot.address + (high - low), call->function,
				    &call->place);
}

/* Writes the ranges of .debug_rnglists (DWARF 5) that ATTRIBUTE refers to. */
static void write_list(const struct call *call, Dwarf_Attribute attribute)
{
	struct debug_source *source = call->unit->source;
	Dwarf_Rnglists_Head head;
	Dwarf_Unsigned value, count, ignored, low, high;
	Dwarf_Bool is_missing;
	Dwarf_Half form;
	unsigned length, kind;

	if (!debug_source_is_done(source, dwarf_whatform(attribute, &form, &source->error)) ||
	    !debug_source_reference(source, attribute, &value) ||
	    !debug_source_is_done(source,
				  dwarf_rnglists_get_rle_head(attribute, form, value, &head, &count,
							      &ignored, &source->error)))
		return;
	for (Dwarf_Unsigned i = 0; i < count; i++) {
		if (!debug_source_is_done(source,
					  dwarf_get_rnglists_entry_fields_a(
						  head, i, &length, &kind, &ignored, &ignored,
						  &is_missing, &low, &high, &source->error)) ||
		    kind == DW_RLE_end_of_list)
			break;
		if (!is_missing && kind != DW_RLE_base_address && kind != DW_RLE_base_addressx)
			write_range(call, low, high);
	}
	dwarf_dealloc_rnglists_head(head);
}

/* Writes the ranges of .debug_ranges (DWARF 3 and 4) that ATTRIBUTE of DIE refers to. */
static void write_old_list(const struct call *call, Dwarf_Die die, Dwarf_Attribute attribute)
{
	struct debug_source *source = call->unit->source;
	Dwarf_Addr base = call->unit->base;
	Dwarf_Unsigned value, ignored;
	Dwarf_Ranges *ranges;
	Dwarf_Signed count;
	Dwarf_Off offset;

	if (!debug_source_reference(source, attribute, &value) ||
	    !debug_source_is_done(source,
				  dwarf_get_ranges_b(source->debug, value, die, &offset, &ranges,
						     &count, &ignored, &source->error)))
		return;
	for (Dwarf_Signed i = 0; i < count; i++) {
		if (ranges[i].dwr_type == DW_RANGES_ADDRESS_SELECTION)
			base = ranges[i].dwr_addr2;
		if (ranges[i].dwr_type == DW_RANGES_ENTRY)
			write_range(call, base + ranges[i].dwr_addr1, base + ranges[i].dwr_addr2);
	}
	dwarf_dealloc_ranges(source->debug, ranges, count);
}

static void write_ranges(const struct call *call, Dwarf_Die die)
{
	struct debug_source *source = call->unit->source;
	enum Dwarf_Form_Class class;
	Dwarf_Addr low, high;
	Dwarf_Attribute attribute;
	Dwarf_Half form;

	if (debug_source_find(source, die, DW_AT_ranges, &attribute)) {
		if (call->unit->version < 5)
			write_old_list(call, die, attribute);
		else
			write_list(call, attribute);
		dwarf_dealloc_attribute(attribute);
		return;
	}
	if (!debug_source_is_done(source, dwarf_lowpc(die, &low, &source->error)) ||
	    !debug_source_is_done(source,
				  dwarf_highpc_b(die, &high, &form, &class, &source->error)))
		return;
	write_range(call, low, class == DW_FORM_CLASS_CONSTANT ? low + high : high);
}

static void write_inlined(const struct unit *unit, Dwarf_Die die)
{
	struct debug_source *source = unit->source;
	struct call call = { .unit = unit, .place = unit->place };
	struct debug_found found;
	uint64_t file;

	if (!debug_source_integrate(&unit->reader->shared, source, die, DW_AT_name, &found))
		return;
	call.function = debug_source_string(found.source, found.attribute);
	if (call.function) {
		file = debug_source_number(source, die, DW_AT_call_file);
		if (file < unit->files->paths.count)
			call.place.file = unit->files->paths.items[file];
		call.place.line = debug_source_number(source, die, DW_AT_call_line);
		call.place.column = debug_source_number(source, die, DW_AT_call_column);
		write_ranges(&call, die);
	}
	debug_found_deinit(&found);
}

/* True if DIE gives a type another name or a qualifier. */
static bool is_name_of_type(Dwarf_Half tag)
{
	return tag == DW_TAG_typedef || tag == DW_TAG_const_type || tag == DW_TAG_volatile_type ||
	       tag == DW_TAG_restrict_type || tag == DW_TAG_atomic_type ||
	       tag == DW_TAG_immutable_type || tag == DW_TAG_packed_type ||
	       tag == DW_TAG_shared_type;
}

static bool is_number_type(struct debug_source *source, Dwarf_Die die, Dwarf_Half tag)
{
	uint64_t encoding;

	if (tag == DW_TAG_enumeration_type)
		return true;
	if (tag != DW_TAG_base_type || debug_source_number(source, die, DW_AT_byte_size) > 8)
		return false;
	encoding = debug_source_number(source, die, DW_AT_encoding);
	return encoding == DW_ATE_boolean || encoding == DW_ATE_signed ||
	       encoding == DW_ATE_unsigned || encoding == DW_ATE_signed_char ||
	       encoding == DW_ATE_unsigned_char;
}

/*
 * True if FOUND is a type of integers, truth values or enumerators, under any name. Takes over
 * FOUND.
 */
static bool is_number(struct reader *reader, struct debug_found *found)
{
	struct debug_source *source;
	bool is_there = true, is_yes = false;

	for (int i = 0; i < MAX_TYPES && is_there; i++) {
		Dwarf_Half tag;
		Dwarf_Die type;

		is_there = debug_source_follow(&reader->shared, found, &source, &type);
		debug_found_deinit(found);
		if (!is_there)
			return false;
		tag = debug_source_tag(source, type);
		is_there = is_name_of_type(tag) &&
			   debug_source_integrate(&reader->shared, source, type, DW_AT_type, found);
		is_yes = !is_there && is_number_type(source, type, tag);
		dwarf_dealloc_die(type);
	}
	if (is_there)
		debug_found_deinit(found);
	return is_yes;
}

/* Finds where the function DIE is entered. False: it is nowhere, or not in one place. */
static bool find_entry(struct debug_source *source, Dwarf_Die die, Dwarf_Addr *ret)
{
	Dwarf_Attribute attribute;
	bool is_there = false;

	if (debug_source_find(source, die, DW_AT_entry_pc, &attribute)) {
		is_there = debug_source_is_done(source,
						dwarf_formaddr(attribute, ret, &source->error));
		dwarf_dealloc_attribute(attribute);
	}
	return is_there || debug_source_is_done(source, dwarf_lowpc(die, ret, &source->error));
}

/* Writes what a function returns, unless it is declared to never return. */
static void write_result(const struct unit *unit, Dwarf_Die die)
{
	struct reader *reader = unit->reader;
	struct debug_found found;
	Dwarf_Addr address;
	struct spot spot;
	bool has_type;

	if (!find_entry(unit->source, die, &address) ||
	    !debug_image_find(reader->image, address, &spot))
		return;
	if (debug_source_integrate(&reader->shared, unit->source, die, DW_AT_noreturn, &found)) {
		debug_found_deinit(&found);
		return;
	}
	has_type = debug_source_integrate(&reader->shared, unit->source, die, DW_AT_type, &found);
	if (!has_type || is_number(reader, &found))
		debug_write_result(reader->out, &spot, has_type);
}

/* False: DIE is not behind what was read. Damaged entries may name others as what follows them. */
static bool is_next(struct unit *unit, Dwarf_Die die)
{
	Dwarf_Off last = unit->last;

	return debug_source_is_done(unit->source,
				    dwarf_dieoffset(die, &unit->last, &unit->source->error)) &&
	       unit->last > last;
}

static void write_blocks(struct unit *unit, Dwarf_Die die, unsigned depth)
{
	struct debug_source *source = unit->source;
	Dwarf_Die child, next;

	if (depth > MAX_DEPTH ||
	    !debug_source_is_done(source, dwarf_child(die, &child, &source->error)))
		return;
	for (bool is_there = true; is_there;) {
		Dwarf_Half tag = debug_source_tag(source, child);

		if (!is_next(unit, child)) {
			dwarf_dealloc_die(child);
			return;
		}

		if (tag == DW_TAG_inlined_subroutine)
			write_inlined(unit, child);
		if (tag == DW_TAG_subprogram)
			write_result(unit, child);
		if (tag == DW_TAG_inlined_subroutine || tag == DW_TAG_subprogram ||
		    tag == DW_TAG_lexical_block || tag == DW_TAG_namespace)
			write_blocks(unit, child, depth + 1);
		is_there = debug_source_is_done(source,
						dwarf_siblingof_c(child, &next, &source->error));
		dwarf_dealloc_die(child);
		child = next;
	}
}

void unit_write_entries(struct unit *unit, struct debug_source *source, Dwarf_Die die)
{
	struct unit_table table = { 0 };
	Dwarf_Half ignored;

	unit->source = source;
	unit->last = 0;
	unit->files = &unit->table;
	if (source != &unit->reader->main) {
		unit_table_open(source, die, &table);
		/* GCC numbers the files of both halves alike, and names no table in this one. */
		if (table.rows)
			unit->files = &table;
	}
	if (dwarf_get_version_of_die(die, &unit->version, &ignored) == DW_DLV_OK)
		write_blocks(unit, die, 0);
	unit_table_close(&table);
}
