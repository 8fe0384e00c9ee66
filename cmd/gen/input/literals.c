/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/input/literals.h"

#include <stdlib.h>
#include <string.h>

#include "common/c_string.h"
#include "common/path.h"
#include "common/print.h"
#include "common/xalloc.h"

/* FILE or FILE:FUNCTION. */
struct chosen {
	char *file;
	const char *function; /* NULL: all */
	const char *word;
};

static void split_word(const char *word, struct chosen *ret)
{
	const char *colon = strrchr(word, ':');

	ret->word = word;
	ret->file = xstrndup(word, colon ? (size_t)(colon - word) : strlen(word));
	ret->function = colon ? colon + 1 : NULL;
}

static bool is_chosen(const struct chosen *chosen, const struct ir_literal *literal)
{
	_cleanup_free_ char *file = path_normalise(literal->file);
	_cleanup_free_ char *wanted = path_normalise(chosen->file);

	return (strcmp(file, wanted) == 0 || path_ends_in(file, wanted)) &&
	       (!chosen->function || strcmp(chosen->function, literal->function) == 0);
}

/* True if the literal INDEX is also in another unit: its source is that of several. */
static bool is_shared(const struct ir_literals *side, size_t index)
{
	const struct ir_literal *a = &side->items.items[index];

	for (int step = -1; step <= 1; step += 2) {
		const struct ir_literal *b = a + step;

		if ((step < 0 ? index > 0 : index + 1 < side->items.count) && a->line == b->line &&
		    a->column == b->column && strcmp(a->file, b->file) == 0)
			return true;
	}
	return false;
}

static bool is_alike(const struct ir_literal *a, const struct ir_literal *b)
{
	return strcmp(a->text, b->text) == 0 && strcmp(a->function, b->function) == 0 &&
	       strcmp(path_basename(a->file), path_basename(b->file)) == 0;
}

/* Returns how many literals of SIDE are like LITERAL and CHOSEN; *BEFORE gets how many lie before it. */
static size_t count_alike(const struct ir_literals *side, const struct chosen *chosen,
			  const struct ir_literal *literal, size_t *before)
{
	size_t number = 0;

	for (size_t i = 0; i < side->items.count; i++) {
		const struct ir_literal *other = &side->items.items[i];

		if (other == literal)
			*before = number;
		number += is_alike(other, literal) && is_chosen(chosen, other);
	}
	return number;
}

/* Returns the literal of the old version that belongs to LITERAL; NULL: none. */
static const struct ir_literal *find_old(const struct gen_literals *literals,
					 const struct chosen *chosen,
					 const struct ir_literal *literal)
{
	const struct ir_literals *old = &literals->sides[0];
	size_t index = 0, none;

	if (count_alike(&literals->sides[1], chosen, literal, &index) !=
	    count_alike(old, chosen, literal, &none))
		return NULL;
	for (size_t i = 0; i < old->items.count; i++) {
		const struct ir_literal *other = &old->items.items[i];

		if (!is_alike(other, literal) || !is_chosen(chosen, other))
			continue;
		if (!index--)
			return is_shared(old, i) ? NULL : other;
	}
	return NULL;
}

static bool is_known(const struct gen_literals *literals, const struct ir_literal *literal)
{
	for (size_t i = 0; i < literals->items.count; i++) {
		if (literals->items.items[i].place == literal)
			return true;
	}
	return false;
}

/* Adds the literals of CHOSEN; returns how many there are in the new version. */
static size_t add_chosen(struct gen_literals *literals, const struct chosen *chosen)
{
	const struct ir_literals *new = &literals->sides[1];
	size_t number = 0;

	for (size_t i = 0; i < new->items.count; i++) {
		const struct ir_literal *literal = &new->items.items[i];
		const struct ir_literal *old;

		if (!is_chosen(chosen, literal))
			continue;
		number++;
		if (is_known(literals, literal))
			continue;
		old = find_old(literals, chosen, literal);
		if (is_shared(new, i))
			literals->nr_shared++;
		else if (!old)
			literals->nr_alone++;
		else
			vec_push(&literals->items,
				 ((struct gen_literal){ literal,
							{ old->address, literal->address } }));
	}
	return number;
}

struct error *gen_literals_find(const char *const *words, size_t number,
				const char *const programs[2], const char *const names[2],
				struct gen_literals *ret)
{
	struct error *err = NULL;

	*ret = (struct gen_literals){ 0 };
	for (unsigned i = 0; i < 2 && number && !err; i++)
		err = ir_literals_read(programs[i], &ret->sides[i]);
	for (size_t i = 0; i < number && !err; i++) {
		struct chosen chosen;

		split_word(words[i], &chosen);
		if (!add_chosen(ret, &chosen))
			err = error_create(ERROR_UNUSABLE,
					   "--literals=%s: %s has no such literals; "
					   "-fplugin-arg-remt-literals=%s makes them inputs",
					   words[i], names[1], path_basename(chosen.file));
		free(chosen.file);
	}
	if (!err && number && !ret->items.count)
		err = error_create(ERROR_UNUSABLE,
				   "--literals=%s: %s and %s have no literals in common", words[0],
				   names[0], names[1]);
	if (err)
		gen_literals_deinit(ret);
	return err;
}

void gen_literals_deinit(struct gen_literals *literals)
{
	vec_deinit(&literals->items);
	ir_literals_deinit(&literals->sides[0]);
	ir_literals_deinit(&literals->sides[1]);
}

void gen_literals_add(const struct gen_literals *literals, struct command *command)
{
	for (size_t i = 0; i < literals->items.count; i++)
		command_add_literal(command, literals->items.items[i].addresses,
				    literals->items.items[i].place->text);
}

bool gen_literals_tell(const struct gen_literals *literals, const struct command *command,
		       size_t index, struct strbuf *text)
{
	const struct ir_literal *place = literals->items.items[index].place;
	const char *value = command->literals[index].value;
	_cleanup_strbuf_ struct strbuf old = { 0 }, new = { 0 };

	if (strcmp(place->text, value) == 0)
		return false;
	c_string_add(&old, place->text, strlen(place->text));
	c_string_add(&new, value, strlen(value));
	print_add(text, "%s:%u:%u: ", place->file, place->line, place->column);
	strbuf_addf(text, "%s becomes %s", strbuf_get(&old), strbuf_get(&new));
	return true;
}
