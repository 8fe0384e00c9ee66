/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sequence of calls as people write it in a test. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "caller/function.h"
#include "caller/literal.h"
#include "caller/names.h"
#include "caller/sequence.h"
#include "caller/types.h"
#include "common/cleanup.h"
#include "common/plural.h"
#include "common/strv.h"
#include "common/xalloc.h"

/* A test that is being written. */
struct writing {
	struct cases *cases;
	const struct sequence_api *api;
	const unsigned char *sequence;
	char *values[SEQUENCE_MOST_STEPS]; /* what was printed of each step; owned; NULL: nothing */
	char *variables
		[SEQUENCE_MOST_STEPS]; /* that have what it returned; owned; NULL: none has */
	struct cases_test test;
};

static const unsigned char *arguments(const struct writing *writing, size_t step)
{
	return writing->sequence + step * SEQUENCE_STEP + 1;
}

static const struct sequence_call *call_of(const struct writing *writing, size_t step)
{
	return sequence_call(writing->api, writing->sequence, step);
}

/* ---- what was printed */

static void read_output(struct writing *writing, const char *output)
{
	_cleanup_strv_ char **lines = strv_split(output, '\n');

	for (char **line = lines; *line; line++) {
		char *rest;
		unsigned long step = strtoul(*line, &rest, 10);

		if (rest == *line || *rest != ' ' || step >= SEQUENCE_MOST_STEPS)
			continue;
		free(writing->values[step]);
		writing->values[step] = xstrdup(rest + 1);
	}
}

/* Returns the step that had returned what STEP did; SIZE_MAX: none had. */
static size_t find_same(const struct writing *writing, size_t step)
{
	const char *value = writing->values[step];

	if (!value || strncmp(value, "same ", 5) != 0)
		return SIZE_MAX;
	return strtoul(value + 5, NULL, 10);
}

/* ---- variables */

/* True if a later step has what STEP returned as an argument, or returns it, too. */
static bool is_used(const struct writing *writing, size_t step)
{
	const struct sequence_call *call;

	for (size_t later = step + 1; (call = call_of(writing, later)); later++) {
		if (find_same(writing, later) == step)
			return true;
		for (unsigned i = 0; i < call->nr_arguments; i++) {
			if (call->arguments[i].kind == SEQUENCE_POINTER &&
			    arguments(writing, later)[i] == step + 1)
				return true;
		}
	}
	return false;
}

/* Returns the word of TEXT behind its last _, without one in the end; the caller frees. */
static char *last_word(const char *text)
{
	const char *word = strrchr(text, '_');

	return xstrdup(word && word[1] ? word + 1 : text);
}

/* Returns a name that says what CALL returns: that of the type, or the last word of that of the function. */
static char *describe(const struct writing *writing, const struct sequence_call *call)
{
	const struct entry *target = call->result.target;
	const char *name = !target				? NULL
			   : call->result.kind == SEQUENCE_TEXT ? "text"
			   : target->name[0]			? target->name
					     : type_typedef(writing->api->entries, target);
	char *ret;
	size_t length;

	if (!name)
		return last_word(call->function ? call->function->name : "value");
	ret = xstrdup(name);
	length = strlen(ret);
	if (length > 2 && strcmp(ret + length - 2, "_t") == 0)
		ret[length - 2] = '\0';
	for (char *c = ret; *c; c++)
		*c = (char)tolower((unsigned char)*c);
	return ret;
}

/* True if NAME is that of a variable before STEP, or means something else. */
static bool is_taken(const struct writing *writing, size_t step, const char *name)
{
	const struct entries *entries = writing->api->entries;

	for (size_t i = 0; i < step; i++) {
		if (writing->variables[i] && strcmp(writing->variables[i], name) == 0)
			return true;
	}
	for (size_t i = 0; i < entries->items.count; i++) {
		const struct entry *entry = &entries->items.items[i];

		if (entry->unit == writing->api->function->unit && strcmp(entry->name, name) == 0 &&
		    (entry->tag == DEBUG_TYPEDEF || entry->tag == DEBUG_ENUMERATOR ||
		     entry->tag == DEBUG_FUNCTION ||
		     (entry->tag == DEBUG_VARIABLE && entry->depth == 0)))
			return true;
	}
	return false;
}

static void name_variable(struct writing *writing, size_t step)
{
	_cleanup_free_ char *base = describe(writing, call_of(writing, step));
	char *name = xstrdup(base);

	for (unsigned i = 2; is_taken(writing, step, name); i++) {
		free(name);
		name = xasprintf("%s_%u", base, i);
	}
	writing->variables[step] = name;
}

/* ---- calls */

/* Returns NUMBER as it is when it was converted to TYPE. */
static int64_t convert(const struct entry *type, int64_t number)
{
	unsigned bits = type->size < 8 ? (unsigned)(64 - type->size * 8) : 0;

	if (type_kind(type) == TYPE_BOOL)
		return number != 0;
	return literal_is_signed(type) ? (int64_t)((uint64_t)number << bits) >> bits
				       : (int64_t)((uint64_t)number << bits >> bits);
}

static void add_pointer(struct strbuf *text, const struct writing *writing, unsigned char byte)
{
	const struct sequence_call *made = byte ? call_of(writing, byte - 1u) : NULL;

	if (!byte || !writing->variables[byte - 1])
		strbuf_adds(text, "NULL");
	else
		strbuf_addf(text, "%s%s", made && made->function ? "" : "&",
			    writing->variables[byte - 1]);
}

static void add_argument(struct strbuf *text, const struct writing *writing,
			 const struct sequence_value *value, unsigned char byte)
{
	size_t count;
	const int64_t *numbers = sequence_numbers(&count);
	int64_t number = numbers[byte % count];
	const char *const *texts = sequence_texts(&count);
	const char *string = texts[byte % count];

	switch (value->kind) {
	case SEQUENCE_NUMBER:
		literal_add_number(text, type_peel(value->type),
				   convert(type_peel(value->type), number));
		break;
	case SEQUENCE_FLOAT:
		literal_add_float(text, (double)number, type_peel(value->type)->size);
		break;
	case SEQUENCE_TEXT: literal_add_string(text, string, strlen(string)); break;
	case SEQUENCE_POINTER: add_pointer(text, writing, byte); break;
	case SEQUENCE_MALLOC: strbuf_adds(text, "test_malloc"); break;
	case SEQUENCE_REALLOC: strbuf_adds(text, "test_realloc"); break;
	case SEQUENCE_FREE: strbuf_adds(text, "test_free"); break;
	case SEQUENCE_NULL:
	case SEQUENCE_NOTHING: strbuf_adds(text, "NULL"); break;
	}
}

/* Returns the call of STEP; the caller frees. */
static char *spell_call(const struct writing *writing, size_t step)
{
	const struct sequence_call *call = call_of(writing, step);
	struct strbuf text = { 0 };

	strbuf_addf(&text, "%s(", call->function->name);
	for (unsigned i = 0; i < call->nr_arguments; i++) {
		strbuf_adds(&text, i ? ", " : "");
		add_argument(&text, writing, &call->arguments[i], arguments(writing, step)[i]);
	}
	strbuf_addc(&text, ')');
	return strbuf_take(&text);
}

/* Functions that hooks get, by kind: in the harness's words a block less is left. One line each, as all tests share them. */
static const char *const allocators[] = {
	[SEQUENCE_MALLOC] = "static void *test_malloc(size_t size) { return nr_left-- > 0 ? "
			    "nr_blocks++, malloc(size) : NULL; }\n",
	[SEQUENCE_REALLOC] =
		"static void *test_realloc(void *memory, size_t size) { return nr_left-- > 0 "
		"? nr_blocks += !memory, realloc(memory, size) : NULL; }\n",
	[SEQUENCE_FREE] = "static void test_free(void *memory) { nr_blocks -= memory != NULL; "
			  "free(memory); }\n",
};

/* Adds TEXT, which defines something, once. */
static void define(struct strbuf *types, const char *text)
{
	if (!strstr(strbuf_get(types), text))
		strbuf_adds(types, text);
}

static void define_allocators(struct strbuf *types, const struct sequence_call *call)
{
	define(types, "#include <stdlib.h>\n");
	define(types, "static int nr_left, nr_blocks; /* that may be allocated, and that are */\n");
	for (unsigned i = 0; i < call->nr_arguments; i++)
		define(types, allocators[call->arguments[i].kind]);
}

void sequence_add_unhook(struct strbuf *text, const struct sequence_call *call)
{
	static const char *const names[] = { [SEQUENCE_MALLOC] = "malloc",
					     [SEQUENCE_REALLOC] = "realloc",
					     [SEQUENCE_FREE] = "free" };

	strbuf_addf(text, "%s(", call->function->name);
	for (unsigned i = 0; i < call->nr_arguments; i++)
		strbuf_addf(text, "%s%s", i ? ", " : "", names[call->arguments[i].kind]);
	strbuf_addc(text, ')');
}

/* ---- what is checked */

/* The bytes of a text are printed with spaces between them, and with its end. */
static void join_bytes(char *value)
{
	char *to = value;

	if (strcmp(value, "null") == 0)
		return;
	for (const char *c = value; *c; c++) {
		if (*c != ' ')
			*to++ = *c;
	}
	*to = '\0';
	if (to - value >= 2 && strcmp(to - 2, "00") == 0)
		to[-2] = '\0';
}

/* Says of the pointer LEFT what was printed of it; false: nothing. */
static bool check_pointer(const struct writing *writing, size_t step, bool has_variable,
			  struct condition *ret)
{
	const char *value = writing->values[step];
	size_t same = find_same(writing, step);

	if (strcmp(value, "null") == 0) {
		ret->kind = CONDITION_NULL;
		return true;
	}
	if (same != SIZE_MAX) {
		const struct sequence_call *made = call_of(writing, same);

		if (same >= step || !made || !writing->variables[same])
			return false;
		ret->kind = CONDITION_POINTER;
		ret->right = xasprintf("%s%s", made->function ? "" : "&", writing->variables[same]);
		return true;
	}
	ret->kind = CONDITION_NOT_NULL;
	return !has_variable;
}

/* Finds what is said of the result of STEP, which LEFT is; false: nothing. */
static bool find_condition(const struct writing *writing, size_t step, const char *left,
			   bool has_variable, struct condition *ret)
{
	const struct sequence_value *result = &call_of(writing, step)->result;
	struct leaf leaf = { .expression = (char *)left, .type = type_peel(result->type) };
	char *value = writing->values[step];

	if (!value)
		return false;
	*ret = (struct condition){ .left = xstrdup(left) };
	switch ((int)result->kind) {
	case SEQUENCE_NUMBER:
	case SEQUENCE_FLOAT:
	case SEQUENCE_TEXT:
		condition_deinit(ret);
		leaf.kind = result->kind == SEQUENCE_NUMBER  ? LEAF_NUMBER
			    : result->kind == SEQUENCE_FLOAT ? LEAF_FLOAT
							     : LEAF_STRING;
		if (result->kind == SEQUENCE_TEXT)
			join_bytes(value);
		return leaf_find_condition(&writing->cases->writer, &writing->test.text, &leaf,
					   NULL, value, ret);
	case SEQUENCE_POINTER:
		if (check_pointer(writing, step, has_variable, ret))
			return true;
		break;
	default: break;
	}
	condition_deinit(ret);
	return false;
}

/* ---- parts */

static void add_line(struct writing *writing, char *line)
{
	vec_add(&writing->test.parts)->line = line;
}

static void declare(struct writing *writing, char *line)
{
	add_line(writing, line);
	writing->test.parts.items[writing->test.parts.count - 1].is_declaration = true;
}

static void write_step(struct writing *writing, size_t step)
{
	const struct sequence_call *call = call_of(writing, step);
	struct writer *writer = &writing->cases->writer;
	_cleanup_free_ char *text = NULL, *spelling = NULL;
	struct condition condition;
	bool has_variable = is_used(writing, step);
	const char *left;

	names_add(writer, call->result.type, NULL, "result");
	if (has_variable)
		name_variable(writing, step);
	if (!call->function) {
		spelling = names_spell(writer, call->result.target);
		if (has_variable)
			declare(writing, xasprintf("\t%s %s = { 0 };\n", spelling,
						   writing->variables[step]));
		return;
	}
	if (call->is_hook) {
		define_allocators(&writer->types, call);
		add_line(writing, xasprintf("\tnr_left = %u;\n\tnr_blocks = 0;\n",
					    sequence_blocks(arguments(writing, step)[0])));
	}
	text = spell_call(writing, step);
	if (has_variable) {
		spelling = names_declare(writer, call->result.type, writing->variables[step]);
		declare(writing, xasprintf("\t%s = %s;\n", spelling, text));
	}
	left = has_variable ? writing->variables[step] : text;
	if (find_condition(writing, step, left, has_variable, &condition))
		vec_add(&writing->test.parts)->condition = condition;
	else if (!has_variable)
		add_line(writing, xasprintf("\t%s;\n", text));
}

/* Has the library allocate memory as it did before; first it is checked how much is left. */
static void write_unhook(struct writing *writing, const char *output)
{
	_cleanup_free_ char *head = xasprintf("\n%d ", SEQUENCE_MOST_STEPS);
	const char *found = strstr(output, head);
	const struct sequence_call *call;
	struct condition condition = { .kind = CONDITION_INT };

	if (!found)
		return;
	condition.left = xstrdup("nr_blocks");
	condition.right = xasprintf("%ld", strtol(found + strlen(head), NULL, 10));
	vec_add(&writing->test.parts)->condition = condition;
	for (size_t step = 0; (call = call_of(writing, step)); step++) {
		_cleanup_strbuf_ struct strbuf text = { 0 };

		if (!call->is_hook)
			continue;
		sequence_add_unhook(&text, call);
		add_line(writing, xasprintf("\t%s;\n", strbuf_get(&text)));
	}
}

/* ---- its name */

static void add_trait(struct writing *writing, char *trait)
{
	if (!writing->test.traits || !strv_contains(writing->test.traits, trait))
		strv_append(&writing->test.traits, trait);
	free(trait);
}

/* Says what is called before the last call of the function that is tested, then what is called behind it. */
static void add_traits(struct writing *writing)
{
	const struct entry *tested = writing->cases->writer.function;
	size_t last = SIZE_MAX, count = 0;
	const struct sequence_call *call;

	for (; (call = call_of(writing, count)); count++) {
		if (call->function && call->function == tested)
			last = count;
	}
	for (size_t step = count; step-- > 0;) {
		unsigned blocks = sequence_blocks(arguments(writing, step)[0]);

		call = call_of(writing, step);
		if (call->is_hook)
			add_trait(writing, xasprintf("with_%u_block%s", blocks, plural(blocks)));
		else if (last == SIZE_MAX && call->function)
			add_trait(writing, xasprintf("by_%s", call->function->name));
		else if (call->function && call->function != tested)
			add_trait(writing, xasprintf("%s_%s", step < last ? "after" : "before",
						     call->function->name));
	}
}

/* ---- all */

struct error *sequence_add_test(struct cases *cases, const struct sequence_api *api,
				const unsigned char *sequence, const char *output)
{
	struct writing writing = { .cases = cases, .api = api, .sequence = sequence };

	read_output(&writing, output);
	for (size_t step = 0; call_of(&writing, step); step++)
		write_step(&writing, step);
	write_unhook(&writing, output);
	add_traits(&writing);
	for (size_t step = 0; step < SEQUENCE_MOST_STEPS; step++) {
		free(writing.values[step]);
		free(writing.variables[step]);
	}
	if (cases->writer.err)
		cases_test_deinit(&writing.test);
	else
		cases_add_parts(cases, &writing.test);
	return TAKE(cases->writer.err);
}
