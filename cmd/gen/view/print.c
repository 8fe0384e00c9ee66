/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/view/view.h"
#include "cmd/gen/view/words.h"

struct error *gen_print(const struct gen_output *output, const struct gen_view *view, bool is_whole)
{
	FILE *out = gen_output_stream(output);
	_cleanup_strbuf_ struct strbuf verdict = { 0 };

	switch (output->format) {
	case GEN_FORMAT_TEXT: gen_print_text(view, out); break;
	case GEN_FORMAT_JSON: gen_print_json(view, out); break;
	case GEN_FORMAT_PAGE: gen_print_page(view, out); break;
	}
	gen_words_verdict(&verdict, view);
	return gen_output_finish(output, strbuf_get(&verdict), is_whole);
}
