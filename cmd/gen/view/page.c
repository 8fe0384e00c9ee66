/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The result of `remt gen` as one page for a browser. It has no script and loads nothing; its content
 * security policy refuses both, should anything get through.
 */
#include "cmd/gen/view/page.h"

#include <inttypes.h>

#include "cmd/gen/base/words.h"
#include "cmd/gen/view/page_css.h"
#include "cmd/gen/view/words.h"
#include "cmd/html.h"

#define MAX_COMMAND 80 /* bytes of a command in a title */

static void add_head(struct strbuf *html, const struct gen_view *view)
{
	strbuf_adds(html,
		    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		    "<meta http-equiv=\"Content-Security-Policy\" "
		    "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
		    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
		    "<title>remt gen: ");
	html_add_plain(html, view->names[0]);
	strbuf_adds(html, ", ");
	html_add_plain(html, view->names[1]);
	strbuf_adds(html, "</title>\n<style>\n");
	strbuf_adds(html, gen_page_css);
	strbuf_adds(html, "</style>\n</head>\n<body>\n<h1>Differences of <code>");
	html_adds(html, view->names[0]);
	strbuf_adds(html, "</code> (old) and <code>");
	html_adds(html, view->names[1]);
	strbuf_adds(html, "</code> (new)</h1>\n");
}

static void add_item(void *arg, const char *line)
{
	struct strbuf *html = arg;

	strbuf_adds(html, "<li>");
	html_adds(html, line);
	strbuf_adds(html, "</li>\n");
}

static void add_summary(struct strbuf *html, const struct gen_view *view)
{
	_cleanup_strbuf_ struct strbuf verdict = { 0 };

	gen_words_verdict(&verdict, view);
	strbuf_addf(html, "<p>%s</p>\n", strbuf_get(&verdict));
	strbuf_adds(html, "<h2>What is proven, and what is open</h2>\n<ul class=list>\n");
	gen_words_literals(view, add_item, html);
	gen_words_reached(view, add_item, html);
	gen_words_search(search_state(view->search), add_item, html);
	gen_words_recalled(view, add_item, html);
	gen_words_tests(view, add_item, html);
	strbuf_adds(html, "</ul>\n");
}

/* Adds the command of the new version, of which the begin is shown. */
static void add_command(struct strbuf *html, const struct gen_view *view,
			const struct gen_item *item)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	size_t length;

	gen_words_command(&text, item->command, view->names[1]);
	length = text.length < MAX_COMMAND ? text.length : MAX_COMMAND;
	while (length && length < text.length && (text.data[length] & 0xc0) == 0x80)
		length--;
	strbuf_adds(html, "<code>");
	html_add(html, strbuf_get(&text), length);
	strbuf_adds(html, length < text.length ? "</code><b>…</b>" : "</code>");
}

/* Adds how both versions ended, and from which branch on they differ. */
static void add_title(struct strbuf *html, const struct gen_view *view, const struct gen_item *item)
{
	const struct parting *parting = item->parting;
	const struct parting_branch *branches[] = { &parting->cause[1],	  &parting->cause[0],
						    &parting->parted[1],  &parting->parted[0],
						    &parting->changed[1], &parting->added,
						    &parting->removed };
	_cleanup_strbuf_ struct strbuf text = { 0 };
	const struct trial_result *results = item->difference->results;

	add_command(html, view, item);
	strbuf_adds(&text, ": old ");
	gen_words_end(&text, &results[0]);
	strbuf_adds(&text, ", new ");
	gen_words_end(&text, &results[1]);
	for (size_t i = 0; i < ARRAY_SIZE(branches); i++) {
		if (!branches[i]->condition)
			continue;
		strbuf_adds(&text, "; ");
		gen_words_branch(&text, view, branches[i]);
		break;
	}
	html_add(html, strbuf_get(&text), text.length);
}

/* Adds a list of links to the groups. */
static void add_contents(struct strbuf *html, const struct gen_view *view)
{
	if (view->groups.count < 2)
		return;
	strbuf_addf(html,
		    "<details%s><summary>%zu kinds of differences</summary>\n<ol class=list>\n",
		    view->groups.count <= view->nr_shown ? " open" : "", view->groups.count);
	for (size_t i = 0; i < view->groups.count; i++) {
		const struct gen_group *group = &view->groups.items[i];
		struct gen_item item = gen_view_item(view, group->shown);

		strbuf_addf(html, "<li><a href=\"#d%zu\">difference %zu</a>: ", item.number,
			    item.number);
		add_title(html, view, &item);
		if (group->nr_differences > 1)
			strbuf_addf(html, " <span class=dim>(and %" PRIu64 " more)</span>",
				    group->nr_differences - 1);
		strbuf_adds(html, "</li>\n");
	}
	strbuf_adds(html, "</ol></details>\n");
}

/* Adds the difference INDEX without the end of its element. */
static void add_difference(struct strbuf *html, const struct gen_view *view, size_t index,
			   bool is_open)
{
	struct gen_item item = gen_view_item(view, index);

	strbuf_addf(html, "<details id=d%zu%s><summary>Difference %zu <small>", item.number,
		    is_open ? " open" : "", item.number);
	add_title(html, view, &item);
	strbuf_adds(html, "</small></summary>\n");
	gen_page_difference(html, view, &item);
}

/* The members of groups: each one's next, as an index; SIZE_MAX: none. */
typedef VEC(size_t) chain_t;

static void find_chain(const struct gen_view *view, chain_t *ret)
{
	VEC(size_t) last = { 0 };

	for (size_t i = 0; i < view->group_of.count; i++) {
		uint32_t group = view->group_of.items[i];

		vec_push(ret, SIZE_MAX);
		if (group == last.count)
			vec_push(&last, i);
		else
			ret->items[last.items[group]] = i;
		last.items[group] = i;
	}
	vec_deinit(&last);
}

/* Writes a group: the difference that is shown of it, and in that those that are like it. */
static void write_group(const struct gen_view *view, const struct gen_group *group, bool is_open,
			const chain_t *chain, FILE *out)
{
	_cleanup_strbuf_ struct strbuf html = { 0 };

	add_difference(&html, view, group->shown, is_open);
	html_write(&html, out);
	if (group->nr_differences > 1)
		strbuf_addf(&html, "<details><summary>%" PRIu64 " more like this</summary>\n",
			    group->nr_differences - 1);
	for (size_t i = group->first; i != SIZE_MAX; i = chain->items[i]) {
		if (i == group->shown)
			continue;
		add_difference(&html, view, i, view->shows_each);
		strbuf_adds(&html, "</details>\n");
		html_write(&html, out);
	}
	strbuf_addf(&html, "%s</details>\n", group->nr_differences > 1 ? "</details>\n" : "");
	html_write(&html, out);
}

void gen_print_page(const struct gen_view *view, FILE *out)
{
	_cleanup_strbuf_ struct strbuf html = { 0 };
	chain_t chain = { 0 };

	add_head(&html, view);
	add_summary(&html, view);
	add_contents(&html, view);
	html_write(&html, out);
	find_chain(view, &chain);
	for (size_t i = 0; i < view->groups.count; i++)
		write_group(view, &view->groups.items[i], i < view->nr_shown, &chain, out);
	vec_deinit(&chain);
	strbuf_adds(&html, "</body>\n</html>\n");
	html_write(&html, out);
}
