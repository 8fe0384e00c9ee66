/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <string.h>

#include "cmd/gen/base/words.h"
#include "cmd/gen/view/page.h"
#include "cmd/gen/view/pair.h"
#include "cmd/gen/view/words.h"
#include "cmd/html.h"
#include "common/plural.h"
#include "common/visible.h"

#define MAX_HEX	  256  /* bytes that are shown as digits */
#define MAX_TEXT  4096 /* bytes that are shown of a text that both versions have */
#define HEX_ROW	  16
#define NR_AROUND 3 /* lines of a source */

static const char *const sides[2] = { "old", "new" };

/* ---- inputs */

static void add_hex(struct strbuf *html, const char *bytes, size_t size)
{
	size_t shown = size < MAX_HEX ? size : MAX_HEX;

	strbuf_adds(html, "<pre class=hex>");
	for (size_t i = 0; i < shown; i++) {
		if (i % HEX_ROW == 0)
			strbuf_addf(html, "%s%04zx ", i ? "\n" : "", i);
		strbuf_addf(html, " %02x", (unsigned char)bytes[i]);
	}
	if (shown < size)
		strbuf_addf(html, "\n<b>… %zu byte%s</b>", size - shown, plural(size - shown));
	strbuf_adds(html, "</pre>\n");
}

/* Adds text, of which the begin is shown. */
static void add_text(struct strbuf *html, const char *text, size_t size)
{
	size_t shown = size < MAX_TEXT ? size : MAX_TEXT;

	strbuf_adds(html, "<pre>");
	/* A browser takes away an end of line that comes first. */
	if (shown && text[0] == '\n')
		strbuf_addc(html, '\n');
	html_add(html, text, shown);
	if (shown < size)
		strbuf_addf(html, "<b>… %zu byte%s</b>", size - shown, plural(size - shown));
	strbuf_adds(html, "</pre>\n");
}

static void add_input(struct strbuf *html, const char *bytes, size_t size)
{
	if (!size) {
		strbuf_adds(html, "<p class=dim>empty</p>\n");
		return;
	}
	add_text(html, bytes, size);
	if (!visible_is_text(bytes, size, "\n\t"))
		add_hex(html, bytes, size);
}

static void add_inputs(struct strbuf *html, const struct command *command)
{
	const struct command_file *input = &command->files[0];

	for (size_t i = 1; command->argv[i]; i++) {
		strbuf_addf(html, "<h3>argument %zu%s</h3>\n", i,
			    command->kept[i] ? ", which stays" : "");
		add_input(html, command->argv[i], strlen(command->argv[i]));
	}
	if (input->size) {
		strbuf_adds(html, "<h3>standard input</h3>\n");
		add_input(html, (const char *)input->bytes, input->size);
	}
	for (size_t i = 1; i < command->nr_files; i++) {
		strbuf_adds(html, "<h3>file <code>");
		html_adds(html, command->files[i].name);
		strbuf_adds(html, "</code></h3>\n");
		add_input(html, (const char *)command->files[i].bytes, command->files[i].size);
	}
}

/* Adds lines for the shell: those that write files, then both commands. */
static void add_commands(struct strbuf *html, const struct gen_view *view,
			 const struct command *command)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };

	for (size_t i = 0; i < command->nr_literals; i++) {
		if (gen_literals_tell(view->literals, command, i, &text))
			strbuf_addc(&text, '\n');
	}
	for (size_t i = 1; i < command->nr_files; i++) {
		gen_words_file(&text, &command->files[i]);
		strbuf_addc(&text, '\n');
	}
	for (unsigned i = 0; i < 2; i++) {
		gen_words_command(&text, command, view->names[i]);
		strbuf_addc(&text, '\n');
	}
	strbuf_adds(html, "<h3>commands</h3>\n<pre>");
	html_add(html, strbuf_get(&text), text.length);
	strbuf_adds(html, "</pre>\n");
}

/* ---- what the versions did */

static void add_end(struct strbuf *html, unsigned version, const struct trial_result *result)
{
	_cleanup_strbuf_ struct strbuf end = { 0 };

	gen_words_end(&end, result);
	strbuf_addf(html, "<td class=%s>%s ", sides[version], sides[version]);
	html_add(html, strbuf_get(&end), end.length);
	strbuf_adds(html, "</td>");
}

/* Adds how both ended, if that is not the same. */
static void add_ends(struct strbuf *html, const struct trial_result results[2])
{
	if (results[0].is_late == results[1].is_late &&
	    (results[0].is_late || results[0].status == results[1].status))
		return;
	strbuf_adds(html, "<h3>end</h3>\n<table class=pair><tr>");
	add_end(html, 0, &results[0]);
	add_end(html, 1, &results[1]);
	strbuf_adds(html, "</tr></table>\n");
}

/* Adds what both printed, by the name NAME. */
static void add_outputs(struct strbuf *html, const char *name, const struct strbuf *old,
			const struct strbuf *new)
{
	const char *limit = gen_words_limit(old, new);

	if (!old->length && !new->length)
		return;
	if (strbuf_is_same(old, new)) {
		strbuf_addf(html, "<h3>%s of both</h3>\n", name);
		add_text(html, strbuf_get(old), old->length);
	} else {
		strbuf_addf(html, "<h3>%s: old, new</h3>\n", name);
		gen_pair_add(html, old, new);
	}
	if (limit)
		strbuf_addf(html, "<p class=dim>(%s)</p>\n", limit);
}

/* ---- where they part */

/* Adds the lines around LINE. */
static void add_lines(struct strbuf *html, const struct source *source, uint32_t line)
{
	size_t first = line > NR_AROUND ? line - NR_AROUND : 1;

	strbuf_adds(html, "<div class=lines>");
	for (size_t i = first; i <= (size_t)line + NR_AROUND && i <= source->nr_lines; i++) {
		size_t start = source->lines[i - 1];
		size_t end = i < source->nr_lines ? source->lines[i] - 1 : source->size;

		if (start == source->size)
			break;
		strbuf_addf(html, "%s<span class=dim>%5zu</span>  ", i == line ? "<mark>" : "", i);
		if (end > start && source->text[end - 1] == '\r')
			end--;
		html_add(html, source->text + start, end - start);
		strbuf_addf(html, "%s\n", i == line ? "</mark>" : "");
	}
	strbuf_adds(html, "</div>\n");
}

/* Adds the source at BRANCH, or why there is none. */
static void add_source(struct strbuf *html, const struct gen_view *view,
		       const struct parting_branch *branch, unsigned version)
{
	const struct gen_source *found;

	if (!branch->condition)
		return;
	found = gen_source_find(view->sources, version, branch->uid, branch->file);
	if (found->state == GEN_SOURCE_MISSING)
		strbuf_adds(html, "<p class=dim>The source is not found.</p>\n");
	else if (found->state == GEN_SOURCE_CHANGED)
		strbuf_adds(html, "<p class=dim>The source is no longer what was compiled.</p>\n");
	else if (branch->line && branch->line <= found->text.nr_lines)
		add_lines(html, &found->text, branch->line);
}

static void add_branch(struct strbuf *html, const struct gen_view *view,
		       const struct parting_branch *branch, unsigned version)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };

	gen_words_branch(&text, view, branch);
	strbuf_addf(html, "<div><p>%s: <code>", sides[version]);
	html_add(html, strbuf_get(&text), text.length);
	strbuf_adds(html, "</code></p>\n");
	add_source(html, view, branch, version);
	strbuf_adds(html, "</div>\n");
}

static void add_branches(struct strbuf *html, const struct gen_view *view, const char *title,
			 const struct parting_branch branches[2])
{
	if (!parting_has(branches))
		return;
	strbuf_addf(html, "<h3>%s</h3>\n<div class=two>\n", title);
	add_branch(html, view, &branches[0], 0);
	add_branch(html, view, &branches[1], 1);
	strbuf_adds(html, "</div>\n");
}

static void add_parting(struct strbuf *html, const struct gen_view *view,
			const struct parting *parting)
{
	if (parting_has(parting->cause))
		strbuf_adds(html, "<h3>what differs begins at</h3>\n");
	for (unsigned i = 0; i < 2; i++) {
		if (parting->cause[i].condition)
			add_branch(html, view, &parting->cause[i], i);
	}
	if (parting->removed.condition || parting->added.condition)
		strbuf_adds(html, "<h3>branches of one version alone</h3>\n");
	if (parting->removed.condition)
		add_branch(html, view, &parting->removed, 0);
	if (parting->added.condition)
		add_branch(html, view, &parting->added, 1);
	add_branches(html, view, "a comparison with something else, which held in both",
		     parting->changed);
	add_branches(html, view, "their branches differ from here on", parting->parted);
}

void gen_page_difference(struct strbuf *html, const struct gen_view *view,
			 const struct gen_item *item)
{
	const struct trial_result *results = item->difference->results;

	add_commands(html, view, item->command);
	add_inputs(html, item->command);
	add_ends(html, results);
	add_outputs(html, "output", &results[0].out, &results[1].out);
	add_outputs(html, "errors", &results[0].err, &results[1].err);
	add_parting(html, view, item->parting);
	if (item->nr_inputs > 1)
		strbuf_addf(html,
			    "<p class=dim>And %" PRIu64 " more input%s with this change.</p>\n",
			    item->nr_inputs - 1, plural(item->nr_inputs - 1));
	if (item->has_test) {
		strbuf_adds(html, "<p>Test: <code>");
		html_adds(html, view->tests->directory.path);
		strbuf_addf(html, "/%zu</code></p>\n", item->number);
	}
}
