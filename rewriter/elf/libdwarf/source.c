/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/elf/libdwarf/source.h"

#include <libdwarf/dwarf.h>
#include <string.h>

enum { MAX_CHAIN = 16 }; /* of entries that say where the rest of them is */

/* Frees the error of a call. True if the call found something. */
bool debug_source_is_done(struct debug_source *source, int result)
{
	if (result == DW_DLV_ERROR)
		dwarf_dealloc_error(source->debug, source->error);
	source->error = NULL;
	return result == DW_DLV_OK;
}

/* How libdwarf gets sections. Its section 0 is none. */

static int tell_section(void *arg, Dwarf_Unsigned index, Dwarf_Obj_Access_Section_a *ret,
			int *error)
{
	const struct debug_image *image = arg;

	(void)error;
	*ret = (Dwarf_Obj_Access_Section_a){ .as_name = "" };
	if (index > image->sections.count)
		return DW_DLV_NO_ENTRY;
	if (index) {
		ret->as_name = image->sections.items[index - 1].name;
		ret->as_size = image->sections.items[index - 1].size;
		ret->as_type = SHT_PROGBITS;
	}
	return DW_DLV_OK;
}

static int load_section(void *arg, Dwarf_Unsigned index, Dwarf_Small **ret, int *error)
{
	const struct debug_image *image = arg;

	(void)error;
	if (!index || index > image->sections.count)
		return DW_DLV_NO_ENTRY;
	*ret = image->sections.items[index - 1].data;
	return DW_DLV_OK;
}

static Dwarf_Small tell_byte_order(void *arg)
{
	const struct debug_image *image = arg;

	return image->file.header.e_ident[EI_DATA] == ELFDATA2MSB ? DW_END_big : DW_END_little;
}

static Dwarf_Small tell_width(void *arg)
{
	const struct debug_image *image = arg;

	return image->file.header.e_ident[EI_CLASS] == ELFCLASS32 ? 4 : 8;
}

static Dwarf_Unsigned tell_file_size(void *arg)
{
	const struct debug_image *image = arg;

	return image->size;
}

static Dwarf_Unsigned tell_section_count(void *arg)
{
	const struct debug_image *image = arg;

	return image->sections.count + 1;
}

static const Dwarf_Obj_Access_Methods_a methods = {
	.om_get_section_info = tell_section,
	.om_get_byte_order = tell_byte_order,
	.om_get_length_size = tell_width,
	.om_get_pointer_size = tell_width,
	.om_get_filesize = tell_file_size,
	.om_get_section_count = tell_section_count,
	.om_load_section = load_section,
};

/* Opens the DWARF of IMAGE, if there is some. The caller ends SOURCE with debug_source_close(). */
void debug_source_open(struct debug_image *image, struct debug_source *ret)
{
	*ret = (struct debug_source){ .access = { image, &methods } };
	if (!debug_source_is_done(ret,
				  dwarf_object_init_b(&ret->access, NULL, NULL, DW_GROUPNUMBER_ANY,
						      &ret->debug, &ret->error)))
		ret->debug = NULL;
}

void debug_source_close(struct debug_source *source)
{
	if (source->debug)
		dwarf_object_finish(source->debug);
	source->debug = NULL;
}

bool debug_source_find(struct debug_source *source, Dwarf_Die die, Dwarf_Half name,
		       Dwarf_Attribute *ret)
{
	return debug_source_is_done(source, dwarf_attr(die, name, ret, &source->error));
}

/* Returns the offset, index or number that an attribute has, whatever it is. */
bool debug_source_reference(struct debug_source *source, Dwarf_Attribute attribute,
			    Dwarf_Unsigned *ret)
{
	Dwarf_Bool is_info;

	return debug_source_is_done(
		       source, dwarf_global_formref_b(attribute, ret, &is_info, &source->error)) ||
	       debug_source_is_done(source, dwarf_formudata(attribute, ret, &source->error));
}

bool debug_source_value(struct debug_source *source, Dwarf_Attribute attribute, uint64_t *ret)
{
	Dwarf_Unsigned number;
	Dwarf_Signed negative;
	Dwarf_Half form;

	if (debug_source_is_done(source, dwarf_formudata(attribute, &number, &source->error))) {
		*ret = number;
		return true;
	}
	/* A number that libdwarf does not take as unsigned; of other forms it would extend the sign. */
	if (!debug_source_is_done(source, dwarf_whatform(attribute, &form, &source->error)) ||
	    (form != DW_FORM_sdata && form != DW_FORM_implicit_const) ||
	    !debug_source_is_done(source, dwarf_formsdata(attribute, &negative, &source->error)))
		return false;
	*ret = (uint64_t)negative;
	return true;
}

/* Returns 0 if DIE has no such attribute. */
uint64_t debug_source_number(struct debug_source *source, Dwarf_Die die, Dwarf_Half name)
{
	Dwarf_Attribute attribute;
	Dwarf_Unsigned number = 0;

	if (!debug_source_find(source, die, name, &attribute))
		return 0;
	if (!debug_source_is_done(source, dwarf_formudata(attribute, &number, &source->error)))
		number = 0;
	dwarf_dealloc_attribute(attribute);
	return number;
}

/* Returns NULL if DIE has no such attribute. The text is owned by SOURCE. */
const char *debug_source_string(struct debug_source *source, Dwarf_Attribute attribute)
{
	Dwarf_Half form;
	char *text;

	/* Where the other file is missing, libdwarf says so in the place of the text. */
	if (!debug_source_is_done(source, dwarf_whatform(attribute, &form, &source->error)) ||
	    ((form == DW_FORM_GNU_strp_alt || form == DW_FORM_strp_sup) && !source->has_shared) ||
	    !debug_source_is_done(source, dwarf_formstring(attribute, &text, &source->error)))
		return NULL;
	return text;
}

const char *debug_source_text(struct debug_source *source, Dwarf_Die die, Dwarf_Half name)
{
	Dwarf_Attribute attribute;
	const char *text;

	if (!debug_source_find(source, die, name, &attribute))
		return NULL;
	text = debug_source_string(source, attribute);
	dwarf_dealloc_attribute(attribute);
	return text;
}

bool debug_source_next(struct debug_source *source, Dwarf_Die *ret)
{
	Dwarf_Half half;
	Dwarf_Unsigned number;
	Dwarf_Sig8 signature;

	return debug_source_is_done(
		source, dwarf_next_cu_header_e(source->debug, true, ret, &number, &half, &number,
					       &half, &half, &half, &signature, &number, &number,
					       &half, &source->error));
}

uint64_t debug_source_id(struct debug_source *source, Dwarf_Die die)
{
	Dwarf_Half version, size;
	Dwarf_Sig8 *signature;
	Dwarf_Bool is_info, is_part;
	Dwarf_Unsigned ignored, length;
	uint64_t id = 0;

	if (debug_source_is_done(source,
				 dwarf_cu_header_basics(die, &version, &is_info, &is_part, &size,
							&size, &size, &signature, &ignored, &length,
							&source->error)) &&
	    version >= 5 && signature)
		memcpy(&id, signature, sizeof(id));
	return id ? id : debug_source_number(source, die, DW_AT_GNU_dwo_id);
}

Dwarf_Half debug_source_tag(struct debug_source *source, Dwarf_Die die)
{
	Dwarf_Half tag;

	return debug_source_is_done(source, dwarf_tag(die, &tag, &source->error)) ? tag : 0;
}

/* Finds the entry that FOUND refers to, which the caller frees. */
bool debug_source_follow(struct debug_source *shared, const struct debug_found *found,
			 struct debug_source **ret_source, Dwarf_Die *ret)
{
	struct debug_source *source = found->source;
	Dwarf_Attribute attribute = found->attribute;
	Dwarf_Bool is_info = true;
	Dwarf_Sig8 signature;
	Dwarf_Half form;
	Dwarf_Off offset;

	*ret_source = source;
	if (!debug_source_is_done(source, dwarf_whatform(attribute, &form, &source->error)))
		return false;
	if (form == DW_FORM_ref_sig8)
		return debug_source_is_done(
			       source, dwarf_formsig8(attribute, &signature, &source->error)) &&
		       debug_source_is_done(
			       source, dwarf_find_die_given_sig8(source->debug, &signature, ret,
								 &is_info, &source->error));
	if (!debug_source_is_done(
		    source, dwarf_global_formref_b(attribute, &offset, &is_info, &source->error)))
		return false;
	if (form == DW_FORM_GNU_ref_alt)
		*ret_source = source = shared;
	return source->debug &&
	       debug_source_is_done(
		       source, dwarf_offdie_b(source->debug, offset, is_info, ret, &source->error));
}

void debug_found_deinit(struct debug_found *found)
{
	dwarf_dealloc_attribute(found->attribute);
	if (found->die)
		dwarf_dealloc_die(found->die);
}

/* Finds attribute NAME of DIE, or of the entries that DIE is a copy or a definition of. */
bool debug_source_integrate(struct debug_source *shared, struct debug_source *source, Dwarf_Die die,
			    Dwarf_Half name, struct debug_found *ret)
{
	*ret = (struct debug_found){ .source = source };
	for (int i = 0; i < MAX_CHAIN; i++) {
		Dwarf_Die from = ret->die ? ret->die : die, next;
		struct debug_found link = { .source = ret->source };
		bool is_there;

		if (debug_source_find(ret->source, from, name, &ret->attribute))
			return true;
		if (!debug_source_find(link.source, from, DW_AT_abstract_origin, &link.attribute) &&
		    !debug_source_find(link.source, from, DW_AT_specification, &link.attribute))
			break;
		is_there = debug_source_follow(shared, &link, &ret->source, &next);
		dwarf_dealloc_attribute(link.attribute);
		if (!is_there)
			break;
		if (ret->die)
			dwarf_dealloc_die(ret->die);
		ret->die = next;
	}
	if (ret->die)
		dwarf_dealloc_die(ret->die);
	return false;
}
