/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Takes the fingerprints of functions. In the hash of an instruction, each address is replaced by
 * what it refers to: the name or content of a variable, the text of a string, or the order of first
 * use. Functions that an instruction refers to are kept aside, so that they can be compared by
 * their matches.
 *
 * Only equal code has equal fingerprints: other registers, or another order of instructions, count
 * as differences.
 */
#include "rewriter/compare/fingerprint.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/xalloc.h"
#include "rewriter/flow/body.h"
#include "rewriter/flow/target.h"

enum {
	MAX_STRING = 1 << 20,
	MAX_CONTENT = 1 << 16, /* greatest size of a constant variable whose content counts */
	ESCAPE = 0x1b,	       /* begins a colour code in strings */
	ADDRESS_CONTENT = 8,   /* bytes that count where only the address is known */
};

/* A function while its fingerprint is taken. */
struct sitting {
	const struct fingerprints *fingerprints;
	const struct binary *binary;
	struct machine *machine;
	uint32_t function;
	bool has_names;
	struct body body;
	VEC(struct spot) seen; /* variables without a name, in the order of their first use */
	struct feature *feature;
	struct hash *hash; /* of the feature */
};

static const uint8_t *bytes_at(const struct sitting *sitting, const struct binary_code *section,
			       struct spot spot)
{
	return sitting->binary->data + binary_offset(section, spot.address);
}

/* Hashes a name without the number that the compiler appends to a function's static variables. */
static void add_name(struct sitting *sitting, const char *name)
{
	size_t length = strlen(name), end = length;

	while (end && isdigit((unsigned char)name[end - 1]))
		end--;
	if (end > 1 && end < length && name[end - 1] == '.')
		length = end - 1;
	hash_add(sitting->hash, name, length);
	hash_add_u64(sitting->hash, length);
}

static bool is_string(const uint8_t *bytes, size_t left, size_t *ret_length)
{
	size_t length = 0;

	while (length < left && length < MAX_STRING && bytes[length]) {
		if (bytes[length] < ' ' && !isspace(bytes[length]) && bytes[length] != ESCAPE)
			return false;
		length++;
	}
	*ret_length = length;
	return length && length < left && !bytes[length];
}

/* True if an empty string is the end of another one, which the linker lets both share. */
static bool is_end_of_string(const struct binary_code *section, struct spot spot,
			     const uint8_t *bytes)
{
	return spot.address > section->address && !bytes[0] &&
	       (isprint(bytes[-1]) || isspace(bytes[-1]));
}

/* Hashes the data to which a pointer in constant bytes leads. */
static void point_to_data(struct sitting *sitting, struct spot spot)
{
	const struct binary *binary = sitting->binary;
	const struct binary_code *section = binary_find_section(binary, spot, 1);
	const struct binary_object *object =
		sitting->has_names ? binary_find_object(binary, spot) : NULL;
	bool is_constant = section && section->is_constant;
	size_t length;

	if (object) {
		add_name(sitting, object->name);
		hash_add_u64(sitting->hash, spot.address - object->spot.address);
	} else if (is_constant &&
		   is_string(bytes_at(sitting, section, spot),
			     section->size - (spot.address - section->address), &length)) {
		hash_add(sitting->hash, bytes_at(sitting, section, spot), length);
		hash_add_u64(sitting->hash, length);
		return;
	}
	sitting->feature->data |= is_constant ? FEATURE_CONSTANTS : FEATURE_VARIABLES;
}

/*
 * Hashes what a pointer in constant bytes leads to, as far as that does not depend on its address.
 */
static void add_pointer(struct sitting *sitting, const struct binary_fixup *fixup)
{
	const struct binary *binary = sitting->binary;
	const struct flow *flow = &sitting->fingerprints->flows->items[sitting->function];
	uint32_t function;

	if (fixup->symbol) {
		hash_add_string(sitting->hash, fixup->symbol);
		hash_add_u64(sitting->hash, (uint64_t)fixup->addend);
	}
	if (fixup->symbol || fixup->kind > FIXUP_DISTANCE)
		return;
	function = binary_find_function_at(binary, fixup->spot);
	if (function == UINT32_MAX)
		point_to_data(sitting, fixup->spot);
	else if (function == sitting->function)
		hash_add_u64(sitting->hash, flow_find_block(flow, fixup->spot.address));
	else if (sitting->has_names)
		hash_add_string(sitting->hash, binary->functions.items[function].name);
	else
		sitting->feature->data |= FEATURE_CONSTANTS;
}

/* Hashes constant bytes, of which WIDTH are read; 0: not known how many. */
static void add_content(struct sitting *sitting, const struct binary_code *section,
			struct spot spot, size_t width)
{
	const uint8_t *bytes = bytes_at(sitting, section, spot);
	size_t left = section->size - (spot.address - section->address), length;

	if (!width && is_end_of_string(section, spot, bytes))
		return;
	if (!width && is_string(bytes, left, &length)) {
		hash_add(sitting->hash, bytes, length);
		/* Without names the text may be the first element of a table. */
		if (!sitting->has_names)
			sitting->feature->data |= FEATURE_CONSTANTS;
		return;
	}
	if (!width) {
		width = ADDRESS_CONTENT;
		sitting->feature->data |= FEATURE_CONSTANTS;
	}
	if (width > left)
		width = left;
	for (size_t at = 0; at < width;) {
		const struct binary_fixup *fixup = binary_find_fixup(
			sitting->binary, binary_offset(section, spot.address) + at);

		if (fixup)
			add_pointer(sitting, fixup);
		else
			hash_add(sitting->hash, bytes + at, 1);
		at += fixup && fixup->size ? fixup->size : 1;
	}
}

static void add_object(struct sitting *sitting, const struct binary_object *object,
		       struct spot spot)
{
	const struct binary_code *section =
		binary_find_section(sitting->binary, object->spot, object->size);

	add_name(sitting, object->name);
	hash_add_u64(sitting->hash, spot.address - object->spot.address);
	if (section && section->is_constant && object->size && object->size <= MAX_CONTENT)
		add_content(sitting, section, object->spot, object->size);
	else
		sitting->feature->data |=
			section && section->is_constant ? FEATURE_CONSTANTS : FEATURE_VARIABLES;
}

/* A variable without a name is identified by the order of its first use. */
static void add_variable(struct sitting *sitting, struct spot spot)
{
	size_t i = 0;

	while (i < sitting->seen.count && spot_compare(&sitting->seen.items[i], &spot) != 0)
		i++;
	if (i == sitting->seen.count)
		vec_push(&sitting->seen, spot);
	hash_add_u64(sitting->hash, i);
	sitting->feature->data |= FEATURE_VARIABLES;
}

static bool is_table(const struct sitting *sitting, struct spot spot)
{
	const struct flow *flow = &sitting->fingerprints->flows->items[sitting->function];

	for (size_t i = 0; i < flow->tables.count; i++) {
		if (spot_compare(&flow->tables.items[i].spot, &spot) == 0)
			return true;
	}
	return false;
}

static void refer_to_function(struct sitting *sitting, uint32_t function, struct spot spot)
{
	const struct flow *flow = &sitting->fingerprints->flows->items[sitting->function];

	sitting->feature->function = function;
	hash_add_u64(sitting->hash,
		     function == sitting->function
			     ? flow_find_block(flow, spot.address)
			     : spot.address - sitting->binary->functions.items[function].address);
}

/* Hashes what is at SPOT, of which WIDTH bytes are read or written. */
static void refer_to(struct sitting *sitting, struct spot spot, size_t width)
{
	const struct binary *binary = sitting->binary;
	uint32_t function = binary_find_function_at(binary, spot);
	const struct binary_object *object =
		sitting->has_names ? binary_find_object(binary, spot) : NULL;
	const struct binary_code *section = binary_find_section(binary, spot, 1);
	const struct binary_fixup *fixup =
		section ? binary_find_fixup(binary, binary_offset(section, spot.address)) : NULL;

	if (function != UINT32_MAX && !binary_is_stub(binary, function)) {
		refer_to_function(sitting, function, spot);
	} else if (is_table(sitting, spot)) {
		hash_add_string(sitting->hash, "table");
	} else if (object) {
		add_object(sitting, object, spot);
	} else if (fixup && fixup->symbol) { /* perhaps of a variable of this file */
		hash_add_string(sitting->hash, fixup->symbol);
		sitting->feature->data |= FEATURE_VARIABLES;
	} else if (section && section->is_constant) {
		hash_add_string(sitting->hash, section->name);
		add_content(sitting, section, spot, width);
	} else {
		hash_add_string(sitting->hash, section ? section->name : "");
		add_variable(sitting, spot);
	}
}

/* Hashes the bytes of an instruction, with what its fields refer to in place of the fields. */
static void add_plain(struct sitting *sitting, const struct instruction *instruction,
		      const uint8_t *code)
{
	const struct binary *binary = sitting->binary;
	struct field fields[MACHINE_MAX_FIELDS];
	unsigned count = machine_fields(sitting->machine, code, instruction, fields);
	uint8_t bytes[MACHINE_MAX_SIZE];

	memcpy(bytes, code, instruction->size);
	for (unsigned i = 0; i < count; i++) {
		const struct operand operand = {
			.constant_at = fields[i].at,
			.is_relative = fields[i].is_relative,
			.constant = (int64_t)fields[i].value,
		};
		const struct binary_fixup *fixup =
			binary_find_fixup(binary, (uint64_t)(code - binary->data) + fields[i].at);
		struct spot spot;
		bool is_place =
			target_place(binary, sitting->function, instruction, &operand, &spot) &&
			(fixup || operand.is_relative || binary_find_section(binary, spot, 1));

		if (fields[i].is_thread)
			sitting->feature->data |= FEATURE_VARIABLES;
		if (!is_place && !fixup)
			continue;
		memset(bytes + fields[i].at, 0, fields[i].size);
		if (is_place)
			refer_to(sitting, spot, fields[i].width);
		else if (fixup->symbol)
			hash_add_string(sitting->hash, fixup->symbol);
	}
	hash_add(sitting->hash, bytes, instruction->size);
}

/* Hashes a jump or call by its name, as it may be long or short, and by what it leads to. */
static void add_branch(struct sitting *sitting, const struct instruction *instruction)
{
	const struct binary *binary = sitting->binary;
	const char *import =
		target_import(binary, sitting->machine, sitting->function, instruction);
	uint32_t function;
	struct spot spot;

	hash_add(sitting->hash, instruction->text, strcspn(instruction->text, " "));
	if (import) {
		hash_add_string(sitting->hash, import);
		return;
	}
	if (!target_find(binary, sitting->function, instruction, &spot))
		return;
	function = binary_find_function_at(binary, spot);
	if (function != sitting->function || instruction->is_call)
		refer_to(sitting, spot, 0);
}

static void draw(struct sitting *sitting, const struct instruction *instruction,
		 struct feature *ret)
{
	const struct binary_function *function =
		&sitting->binary->functions.items[sitting->function];
	const uint8_t *code =
		sitting->binary->data +
		binary_offset(&sitting->binary->codes.items[function->code], instruction->address);

	sitting->feature = ret;
	sitting->hash = hash_create();
	ret->function = UINT32_MAX;
	ret->is_condition = instruction->is_conditional_jump;
	if (instruction->target != MACHINE_NOWHERE)
		add_branch(sitting, instruction);
	else
		add_plain(sitting, instruction, code);
	ret->text = hash_take(sitting->hash);
}

static uint64_t hash_alone(const struct fingerprint *fingerprint, const struct flow *flow)
{
	struct hash *hash = hash_create();

	for (size_t i = 0; i < fingerprint->features.count; i++)
		hash_add_u64(hash, fingerprint->features.items[i].text);
	for (size_t i = 0; i < flow->blocks.count; i++)
		hash_add_u64(hash, flow->blocks.items[i].count);
	for (size_t i = 0; i < flow->edges.count; i++)
		hash_add_u64(hash, flow->edges.items[i]);
	return hash_take(hash);
}

static void sit(struct sitting *sitting, struct fingerprint *ret)
{
	const struct flow *flow = &sitting->fingerprints->flows->items[sitting->function];
	const struct binary *binary = sitting->binary;
	const struct binary_function *function = &binary->functions.items[sitting->function];

	ret->is_stub = binary_is_stub(binary, sitting->function);
	ret->alone = hash_bytes(binary->data + binary_offset(&binary->codes.items[function->code],
							     function->address),
				function->size);
	sitting->seen.count = 0;
	if (!flow->blocks.count ||
	    !body_decode(&sitting->body, sitting->binary, function, sitting->machine))
		return;
	for (size_t i = 0; i < sitting->body.instructions.count; i++)
		draw(sitting, &sitting->body.instructions.items[i], vec_add(&ret->features));
	ret->alone = hash_alone(ret, flow);
}

/*
 * Hashes what functions an instruction refers to are: their own hash, without what they refer to.
 */
static uint64_t hash_with_functions(const struct fingerprints *fingerprints,
				    const struct fingerprint *fingerprint)
{
	struct hash *hash = hash_create();

	hash_add_u64(hash, fingerprint->alone);
	for (size_t i = 0; i < fingerprint->features.count; i++) {
		uint32_t function = fingerprint->features.items[i].function;

		if (function != UINT32_MAX)
			hash_add_u64(hash, fingerprints->items[function].alone);
	}
	return hash_take(hash);
}

void fingerprints_fill(const struct binary *binary, const struct flows *flows,
		       struct machine *machine, bool has_names, struct fingerprints *ret)
{
	struct sitting sitting = {
		.fingerprints = ret,
		.binary = binary,
		.machine = machine,
		.has_names = has_names,
	};

	*ret = (struct fingerprints){ .binary = binary, .flows = flows };
	ret->items = xcalloc(binary->functions.count + 1, sizeof(*ret->items));
	for (; sitting.function < binary->functions.count; sitting.function++)
		sit(&sitting, &ret->items[sitting.function]);
	for (size_t i = 0; i < binary->functions.count; i++)
		ret->items[i].hash = hash_with_functions(ret, &ret->items[i]);
	body_deinit(&sitting.body);
	vec_deinit(&sitting.seen);
}

void fingerprints_deinit(struct fingerprints *fingerprints)
{
	for (size_t i = 0; fingerprints->items && i < fingerprints->binary->functions.count; i++)
		vec_deinit(&fingerprints->items[i].features);
	free(fingerprints->items);
	*fingerprints = (struct fingerprints){ 0 };
}
