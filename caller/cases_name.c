/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/cases_name.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "caller/literal.h"
#include "caller/types.h"
#include "common/cleanup.h"
#include "common/strv.h"
#include "common/xalloc.h"

enum {
	MAX_VALUE = 12,	  /* bytes of a value in a name */
	MAX_SIGNS = 3,	  /* bytes of a text whose signs are named between letters */
	MAX_OUTCOME = 24, /* bytes of a text that a function returns */
	MAX_PLAIN = 3,	  /* arguments that are all in the name */
};

/* What can be said of a test. */
struct features {
	char **inputs, **outcomes; /* parts of identifiers; owned */
	char *plain; /* the values of all arguments, where they are short and all that there is; NULL; owned */
};

/* ---- words */

/* Returns what the sign C is called; NULL: there is no short word. */
static const char *name_sign(char c)
{
	static const char *const names[][2] = {
		{ "<", "less" },	{ ">", "greater" },    { "=", "equal" },
		{ "^", "caret" },	{ "~", "tilde" },      { "!", "not" },
		{ "-", "minus" },	{ "+", "plus" },       { "*", "star" },
		{ "/", "slash" },	{ ".", "dot" },	       { ",", "comma" },
		{ ":", "colon" },	{ ";", "semicolon" },  { "#", "hash" },
		{ "?", "question" },	{ "&", "and" },	       { "|", "or" },
		{ "%", "percent" },	{ "@", "at" },	       { "$", "dollar" },
		{ " ", "space" },	{ "_", "underscore" }, { "[", "bracket" },
		{ "(", "parenthesis" }, { "{", "brace" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (names[i][0][0] == c)
			return names[i][1];
	}
	return NULL;
}

/* Returns the SIZE bytes at TEXT, none of which is a letter or digit, as a part of an identifier; the caller frees. */
static char *say_signs(const char *text, size_t size)
{
	struct strbuf ret = { 0 };

	for (size_t i = 0; i < size; i++) {
		const char *name = name_sign(text[i]);

		strbuf_addf(&ret, "%s%s", ret.length ? "_" : "", name ? name : "sign");
	}
	if (!size)
		strbuf_adds(&ret, "empty");
	return strbuf_take(&ret);
}

/* True if the next word can follow what is in TEXT. */
static bool ends_word(const struct strbuf *text)
{
	return !text->length || text->data[text->length - 1] == '_';
}

/* Returns VALUE, as C has it, as a part of an identifier: "minus_3"; the caller frees. */
static char *say(const char *value)
{
	struct strbuf ret = { 0 };
	bool is_number = *value == '-' || isdigit((unsigned char)*value),
	     is_text = *value == '"' || *value == '\'',
	     is_short = is_text && strlen(value) <= MAX_SIGNS + 2 && !strchr(value, '\\');

	for (const char *c = value; *c; c++) {
		const char *name = is_short && c > value && c[1] ? name_sign(*c) : NULL;

		/* What its type is does not matter here. */
		if (is_number && (*c == 'u' || *c == 'l'))
			break;
		if (isalnum((unsigned char)*c))
			strbuf_addc(&ret, is_text ? *c : (char)tolower((unsigned char)*c));
		else if (*c == '-' && is_number)
			strbuf_adds(&ret, "minus_");
		else if (name)
			strbuf_addf(&ret, "%s%s_", ends_word(&ret) ? "" : "_", name);
		else if (!ends_word(&ret))
			strbuf_addc(&ret, '_');
	}
	while (ret.length && ret.data[ret.length - 1] == '_')
		strbuf_truncate(&ret, ret.length - 1);
	if (ret.length)
		return strbuf_take(&ret);
	if (*value == '"' || *value == '\'')
		return say_signs(value + 1, strlen(value) >= 2 ? strlen(value) - 2 : 0);
	return say_signs(value, strlen(value));
}

/* True if VALUE, an expression, is short and a value: no variable, no text that can't be read. */
static bool says_much(const char *value)
{
	if (strlen(value) > MAX_VALUE || strpbrk(value, "&\\"))
		return false;
	return (!isalpha((unsigned char)*value) && *value != '_') || strcmp(value, "NULL") == 0;
}

/* Returns the last identifier of EXPRESSION, which lies in it; its length goes to *RET. */
static const char *last_word(const char *expression, int *ret)
{
	const char *word = expression;
	bool is_inside = false;

	for (const char *c = expression; *c; c++) {
		bool is_part = isalnum((unsigned char)*c) || *c == '_';

		if (is_part && !is_inside && !isdigit((unsigned char)*c))
			word = c;
		is_inside = is_part;
	}
	for (*ret = 0; isalnum((unsigned char)word[*ret]) || word[*ret] == '_';)
		++*ret;
	return word;
}

/* ---- inputs */

/* Adds what the arguments are; with a piece of the setup there is no plain form. */
static void add_arguments(const struct cases *cases, const struct cases_test *test,
			  struct features *features)
{
	const struct writer *writer = &cases->writer;
	const struct entry *part = NULL;
	struct strbuf plain = { 0 };
	size_t number = 0, nr_plain = 0;

	while ((part = entries_next_part(writer->entries, writer->function, part))) {
		const char *argument;
		_cleanup_free_ char *said = NULL;

		if (part->tag != DEBUG_PARAMETER)
			continue;
		argument = test->text.arguments[number++];
		if (!says_much(argument))
			continue;
		said = say(argument);
		strbuf_addf(&plain, "_%s", said);
		nr_plain++;
		if (strcmp(argument, "NULL") == 0)
			strv_appendf(&features->inputs, "null_%s", part->name);
		else
			strv_appendf(&features->inputs, "%s_%s", part->name, said);
	}
	if (number && nr_plain == number && number <= MAX_PLAIN)
		features->plain = strbuf_take(&plain);
	strbuf_deinit(&plain);
}

/* Adds the text of OBJECT, number INDEX, if TEST has one that can be read. */
static void add_text(const struct cases *cases, const struct cases_test *test, size_t index,
		     struct features *features)
{
	const struct case_object *made = &test->text.objects.items[index];
	_cleanup_strbuf_ struct strbuf text = { 0 };
	_cleanup_free_ char *said = NULL, *quoted = NULL;

	if (!index || !made->is_made || !made->variable ||
	    !cases->program->objects.items[index].pointer)
		return;
	for (size_t i = 0; i < cases->program->pieces.count; i++) {
		const struct program_piece *piece = &cases->program->pieces.items[i];

		if (piece->object != index || piece->kind != PIECE_NUMBER)
			continue;
		if (piece->nr_bytes != 1 || (piece->type && type_kind(piece->type) != TYPE_CHAR))
			return;
		if (!test->blob[piece->at])
			break;
		strbuf_addc(&text, (char)test->blob[piece->at]);
	}
	if (text.length > MAX_VALUE)
		return;
	quoted = xasprintf("\"%s\"", strbuf_get(&text));
	said = say(quoted);
	strv_appendf(&features->inputs, "%s_%s", made->variable, said);
}

/* Adds what an object of TEST has at PIECE, if that is not 0. */
static void add_piece(const struct cases *cases, const struct cases_test *test,
		      const struct program_piece *piece, struct features *features)
{
	const struct case_object *made = &test->text.objects.items[piece->object];
	_cleanup_strbuf_ struct strbuf value = { 0 };
	_cleanup_free_ char *said = NULL;
	const char *word;
	int length;

	if (!made->is_made || made->is_literal || (piece->object && !made->variable) ||
	    (!piece->object && !strchr(piece->name, '.')) ||
	    program_is_kept(&cases->program->objects.items[piece->object], test->blob))
		return;
	word = last_word(piece->name, &length);
	if (program_is_pointer(piece)) {
		if (!program_is_null(piece, test->blob))
			strv_appendf(&features->inputs, "with_%.*s", length, word);
		return;
	}
	if (strchr(word, '[') || !piece->type || literal_is_zero(piece, test->blob) ||
	    !literal_add_piece(&value, cases->writer.entries, piece, test->blob))
		return;
	said = say(strbuf_get(&value));
	if (value.length > MAX_VALUE)
		return;
	if (piece->object)
		strv_appendf(&features->inputs, "%.*s_%s", length, word, said);
	else
		strv_appendf(&features->inputs, "%.*s_%.*s_%s", (int)strcspn(piece->name, "."),
			     piece->name, length, word, said);
}

/* ---- outcomes */

/* Cuts a long text behind one of its words. */
static void shorten(char *said)
{
	size_t end = strlen(said);

	while (end > MAX_OUTCOME) {
		said[end] = 0;
		end = strrchr(said, '_') ? (size_t)(strrchr(said, '_') - said) : MAX_OUTCOME;
	}
	said[end] = 0;
}

/* Returns the name of the callback of which COUNT, in C, has the calls. */
static const char *callback_of(const struct cases *cases, const struct cases_test *test,
			       const char *count)
{
	for (size_t c = 0; c < test->text.callbacks.count; c++) {
		const char *name = test->text.callbacks.items[c];

		if (name && strncmp(count, name, strlen(name)) == 0 && count[strlen(name)] == '_')
			return cases->program->callbacks.items[c].name;
	}
	return "callback";
}

static void add_outcome(const struct cases *cases, const struct cases_test *test,
			const struct condition *condition, struct features *features, bool is_zero)
{
	const struct leaf *leaf = &test->leaves.items.items[condition->leaf];
	const char *right = condition->right ? condition->right : "NULL";
	bool is_result = strcmp(condition->left, cases->result) == 0,
	     is_nothing = condition->kind == CONDITION_NULL || strcmp(right, "0") == 0;
	_cleanup_free_ char *said = NULL;
	const char *word;
	int length;

	if (leaf->callback || (is_result && is_nothing) != is_zero)
		return;
	word = last_word(condition->left, &length);
	said = condition->kind == CONDITION_NOT_NULL ? xstrdup("something") : say(right);
	shorten(said);
	if (is_result)
		strv_appendf(&features->outcomes, "returns_%s", said);
	else if (leaf->object == SIZE_MAX)
		strv_appendf(&features->outcomes, "%s_%s", is_nothing ? "does_not_call" : "calls",
			     callback_of(cases, test, condition->left));
	else if (!leaf->object)
		strv_appendf(&features->outcomes, "returns_%.*s_%s", length, word, said);
	else if (condition->is_same)
		strv_appendf(&features->outcomes, "leaves_%.*s", length, word);
	else
		strv_appendf(&features->outcomes, "%s_%.*s", is_nothing ? "clears" : "sets", length,
			     word);
}

/* Adds what TEST, a sequence of calls, is, and what the last call of its function returns. */
static void add_parts(const struct cases *cases, const struct cases_test *test,
		      struct features *features)
{
	_cleanup_free_ char *call = xasprintf("%s(", cases->writer.function->name);

	for (char **trait = test->traits; trait && *trait; trait++)
		strv_append(&features->inputs, *trait);
	for (size_t i = test->parts.count; i-- > 0;) {
		const struct condition *condition = &test->parts.items[i].condition;
		_cleanup_free_ char *said = NULL;

		if (test->parts.items[i].line || strncmp(condition->left, call, strlen(call)) != 0)
			continue;
		said = condition->kind == CONDITION_NOT_NULL
			       ? xstrdup("something")
			       : say(condition->right ? condition->right : "NULL");
		shorten(said);
		strv_appendf(&features->outcomes, "returns_%s", said);
		return;
	}
}

static void find_features(const struct cases *cases, const struct cases_test *test,
			  struct features *ret)
{
	if (test->parts.count) {
		add_parts(cases, test, ret);
		return;
	}
	add_arguments(cases, test, ret);
	for (size_t i = 0; i < cases->program->pieces.count; i++)
		add_piece(cases, test, &cases->program->pieces.items[i], ret);
	for (size_t i = 0; i < test->text.objects.count; i++)
		add_text(cases, test, i, ret);
	if (test->text.setup.length) {
		free(ret->plain);
		ret->plain = NULL;
	}
	/* That a function returns 0 says less than what it has done. */
	for (unsigned is_zero = 0; is_zero < 2; is_zero++) {
		for (size_t i = 0; i < test->conditions.count; i++)
			add_outcome(cases, test, &test->conditions.items[i], ret, is_zero);
	}
}

/* ---- names */

/* Returns what of MINE the fewest of all tests have, the first one of equals; NULL: there is nothing. */
static const char *rarest(char *const *mine, const struct features *all, size_t number,
			  bool is_outcome)
{
	const char *ret = NULL;
	size_t fewest = SIZE_MAX;

	for (; mine && *mine; mine++) {
		size_t count = 0;

		for (size_t i = 0; i < number; i++) {
			char *const *theirs = is_outcome ? all[i].outcomes : all[i].inputs;

			count += theirs && strv_contains(theirs, *mine);
		}
		if (count < fewest) {
			fewest = count;
			ret = *mine;
		}
	}
	return ret;
}

/* True if INPUT and OUTCOME are about the same thing: "count_1", "clears_count". */
static bool is_same_thing(const char *input, const char *outcome)
{
	const char *word = strchr(outcome, '_');
	size_t length = word ? strlen(word + 1) : 0;

	if (length && strncmp(input, "with_", 5) == 0)
		return strcmp(input + 5, word + 1) == 0;
	return length && strncmp(input, word + 1, length) == 0 && input[length] == '_';
}

static char *make_name(const struct cases *cases, const struct features *mine,
		       const struct features *all)
{
	size_t number = cases->tests.count;
	const char *function = cases->writer.function->name,
		   *input = rarest(mine->inputs, all, number, false),
		   *outcome = rarest(mine->outcomes, all, number, true);

	if (mine->plain)
		return xasprintf("test_%s%s%s%s", function, mine->plain, outcome ? "_" : "",
				 outcome ? outcome : "");
	if (input && outcome && is_same_thing(input, outcome))
		input = NULL;
	return xasprintf("test_%s%s%s%s%s", function, input ? "_" : "", input ? input : "",
			 outcome ? "_" : "", outcome ? outcome : "");
}

/* True if a test before number END has NAME. */
static bool has_name(const struct cases *cases, size_t end, const char *name)
{
	for (size_t i = 0; i < end; i++) {
		const struct cases_test *test = &cases->tests.items[i];

		if (!test->is_left_out && test->name && strcmp(test->name, name) == 0)
			return true;
	}
	return false;
}

void cases_name(struct cases *cases)
{
	size_t number = cases->tests.count;
	_cleanup_free_ struct features *all = xcalloc(number + 1, sizeof(*all));

	for (size_t i = 0; i < number; i++) {
		if (!cases->tests.items[i].is_left_out)
			find_features(cases, &cases->tests.items[i], &all[i]);
	}
	for (size_t i = 0; i < number; i++) {
		struct cases_test *test = &cases->tests.items[i];
		_cleanup_free_ char *name = make_name(cases, &all[i], all);

		free(test->name);
		test->name = xstrdup(name);
		/* More of what it is called with, or else a number. */
		for (char **input = all[i].inputs;
		     input && *input && has_name(cases, i, test->name); input++) {
			if (strstr(name, *input))
				continue;
			free(test->name);
			test->name = xasprintf("%s_%s", name, *input);
		}
		for (unsigned k = 2; has_name(cases, i, test->name); k++) {
			free(test->name);
			test->name = xasprintf("%s_%u", name, k);
		}
	}
	for (size_t i = 0; i < number; i++) {
		strv_destroy(all[i].inputs);
		strv_destroy(all[i].outcomes);
		free(all[i].plain);
	}
}
