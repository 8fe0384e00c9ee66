/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Splits a source file into tokens of C before preprocessing (C11 6.4), once per file. Joined
 * lines, comments and digraphs are understood. Trigraphs are not: such a file is left alone.
 * Directives are tokens like others, with a flag. While lexing, comments such as remt-ignore mute
 * lines.
 */
#include "plugin/source/source.h"
#include "plugin/base/digest.h"

struct lexer {
	source *file;
	const char *at, *end;
	unsigned line;
	const char *line_begin;
	bool directive;	  /* the lexer is inside a directive */
	bool line_is_new; /* the line has had nothing but white space so far */
	vec<int> open;	  /* indices of the brackets that are still open */
	bool muted;	  /* the lexer is between remt-off and remt-on */
};

enum { MUTE_LINE = 1, MUTE_NEXT = 2 };

static vec<source *> sources;

static void start_line(lexer *lx, const char *begin)
{
	bool mute_this = lx->line && (lx->file->line_mute.last() & MUTE_NEXT);

	lx->line++;
	lx->line_begin = begin;
	lx->line_is_new = true;
	lx->file->line_start.safe_push(begin - lx->file->text);
	lx->file->line_mute.safe_push(lx->muted || mute_this);
}

/* Steps over one character and counts lines. */
static void advance(lexer *lx)
{
	if (*lx->at++ == '\n')
		start_line(lx, lx->at);
}

static bool has_word(const char *text, size_t size, const char *word)
{
	return memmem(text, size, word, strlen(word)) != NULL;
}

/*
 * Reads a comment. Comments that mute lines are accepted in the spellings of Mull and dextool, too.
 */
static void read_comment(lexer *lx, const char *begin, unsigned first_line)
{
	size_t size = lx->at - begin;

	if (has_word(begin, size, "remt-off") || has_word(begin, size, "mull-off") ||
	    has_word(begin, size, "NOMUTBEGIN"))
		lx->muted = true;
	if (has_word(begin, size, "remt-on") || has_word(begin, size, "mull-on") ||
	    has_word(begin, size, "NOMUTEND"))
		lx->muted = false;
	if (has_word(begin, size, "remt-ignore-next") ||
	    has_word(begin, size, "mull-ignore-next") || has_word(begin, size, "NOMUTNEXT")) {
		lx->file->line_mute.last() |= MUTE_NEXT;
	} else if (has_word(begin, size, "remt-ignore") || has_word(begin, size, "mull-ignore") ||
		   has_word(begin, size, "NOMUT")) {
		if (!has_word(begin, size, "NOMUTBEGIN") && !has_word(begin, size, "NOMUTEND"))
			lx->file->line_mute[first_line - 1] |= MUTE_LINE;
	}
}

/*
 * Returns the size of a line end that a backslash at P escapes, which joins two lines; 0 if there
 * is none. GCC allows spaces between the two.
 */
static size_t continuation_size(const char *p, const char *end)
{
	const char *stop = p;

	if (p >= end || *p != '\\')
		return 0;
	for (stop++; stop < end && ISSPACE(*stop) && *stop != '\n';)
		stop++;
	return stop < end && *stop == '\n' ? stop + 1 - p : 0;
}

const char *source_skip_joints(const source *file, const char *at)
{
	const char *end = file->text + file->size;

	while (size_t joined = continuation_size(at, end))
		at += joined;
	return at;
}

static bool skip_comment(lexer *lx)
{
	const char *begin = lx->at;
	unsigned first_line = lx->line;

	if (lx->at + 1 >= lx->end || lx->at[0] != '/')
		return false;
	if (lx->at[1] == '/') {
		while (lx->at < lx->end && *lx->at != '\n')
			for (size_t n = MAX(continuation_size(lx->at, lx->end), 1); n; n--)
				advance(lx);
	} else if (lx->at[1] == '*') {
		lx->at += 2;
		while (lx->at + 1 < lx->end && !(lx->at[0] == '*' && lx->at[1] == '/'))
			advance(lx);
		lx->at = lx->at + 2 < lx->end ? lx->at + 2 : lx->end;
	} else {
		return false;
	}
	read_comment(lx, begin, first_line);
	return true;
}

static const char *scan_quoted(const char *p, const char *end, char quote)
{
	for (p++; p < end && *p != quote && *p != '\n'; p++) {
		size_t joined = continuation_size(p, end);

		if (joined)
			p += joined - 1;
		else if (*p == '\\' && p + 1 < end)
			p++;
	}
	return p < end && *p == quote ? p + 1 : p;
}

/* Reads a preprocessing number, which takes more characters than a literal of C. */
static const char *scan_number(const char *p, const char *end)
{
	for (p++; p < end && (ISALNUM(*p) || *p == '.' || *p == '_' ||
			      ((*p == '+' || *p == '-') && strchr("eEpP", p[-1])));)
		p++;
	return p;
}

static bool in_word(char c)
{
	return ISALNUM(c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static size_t punct_length(const char *p, const char *end)
{
	static const char *const longest[] = { "<<=", ">>=", "...", "->", "++", "--", "<<",
					       ">>",  "<=",  ">=",  "==", "!=", "&&", "||",
					       "+=",  "-=",  "*=",  "/=", "%=", "&=", "|=",
					       "^=",  "##",  "<:",  ":>", "<%", "%>", "%:" };

	for (const char *text : longest) {
		size_t n = strlen(text);

		if ((size_t)(end - p) >= n && !memcmp(p, text, n))
			return n;
	}
	return 1;
}

enum token_kind token_scan(const char *text, const char *end, const char **stop)
{
	const char *p = text;
	char c = *p;

	if (ISDIGIT(c) || (c == '.' && p + 1 < end && ISDIGIT(p[1]))) {
		*stop = scan_number(p, end);
		return TOKEN_NUMBER;
	}
	while (p < end && in_word(*p))
		p++;
	if (p < end && (*p == '\'' || *p == '"') &&
	    (p == text || (p - text <= 2 && strchr("LuU", c)))) {
		*stop = scan_quoted(p, end, *p);
		return *p == '"' ? TOKEN_STRING : TOKEN_CHAR;
	}
	*stop = p > text ? p : p + punct_length(p, end);
	return p > text ? TOKEN_WORD : TOKEN_PUNCT;
}

static void match_bracket(lexer *lx, token *t, int index)
{
	static const char *const opening[] = { "(", "[", "{" }, *const closing[] = { ")", "]",
										     "}" };
	int which = -1;

	if (t->kind != TOKEN_PUNCT || t->directive)
		return;
	for (int i = 0; i < 3; i++)
		if (token_is(*t, opening[i]) || token_is(*t, closing[i]))
			which = i;
	if (which < 0)
		return;
	if (token_is(*t, opening[which])) {
		lx->open.safe_push(index);
	} else if (lx->open.length()) {
		int other = lx->open.last();

		if (!token_is(lx->file->tokens[other], opening[which]))
			return;
		lx->open.pop();
		lx->file->tokens[other].match = index;
		t->match = other;
	}
}

static void push_token(lexer *lx, enum token_kind kind, const char *stop)
{
	token t = {};

	t.kind = kind;
	t.text = lx->at;
	t.length = stop - lx->at;
	t.line = lx->line;
	t.column = lx->at - lx->line_begin + 1;
	t.match = -1;
	t.directive = lx->directive;
	while (lx->at < stop)
		advance(lx);
	t.end_line = lx->line;
	t.end_column = lx->at - lx->line_begin + 1;
	lx->line_is_new = false;
	match_bracket(lx, &t, lx->file->tokens.length());
	lx->file->tokens.safe_push(t);
}

/* True for a trigraph. No other token of C has two question marks. */
static bool is_trigraph(const char *p, const char *end)
{
	return end - p > 2 && p[0] == '?' && p[1] == '?' && p[2] && strchr("=/'()!<>-", p[2]);
}

static void lex_one(lexer *lx)
{
	char c = *lx->at;
	size_t joined = continuation_size(lx->at, lx->end);
	enum token_kind kind;
	const char *stop;

	if (c == '\n') {
		lx->directive = false;
		advance(lx);
	} else if (joined) {
		bool fresh = lx->line_is_new;

		while (joined--)
			advance(lx);
		lx->line_is_new = fresh;
	} else if (ISSPACE(c)) {
		lx->at++;
	} else if (skip_comment(lx)) {
		return;
	} else {
		lx->directive |=
			lx->line_is_new &&
			(c == '#' || (c == '%' && lx->at + 1 < lx->end && lx->at[1] == ':'));
		lx->file->has_trigraphs |= !lx->directive && is_trigraph(lx->at, lx->end);
		kind = token_scan(lx->at, lx->end, &stop);
		push_token(lx, kind, stop);
	}
}

/* True if, read as a trigraph, some ??/ would join lines or escape a quote. */
static bool has_trigraph_backslash(const source *file)
{
	const char *p = file->text, *end = p + file->size;

	for (; (p = (const char *)memmem(p, end - p,
					 "?"
					 "?/",
					 3));
	     p += 3)
		if (end - p > 3 && strchr("\r\n\"'", p[3]))
			return true;
	return false;
}

static void lex(source *file)
{
	lexer lx = {};

	lx.file = file;
	lx.at = file->text;
	lx.end = file->text + file->size;
	start_line(&lx, lx.at);
	while (lx.at < lx.end)
		lex_one(&lx);
	lx.open.release();
	file->has_trigraphs |= has_trigraph_backslash(file);
}

static bool read_text(source *file)
{
	struct stat st;
	/* what GCC has read of a pipe is gone, and more would be waited for */
	bool is_file = stat(file->path, &st) == 0 && S_ISREG(st.st_mode);
	FILE *in = is_file ? fopen(file->path, "rb") : NULL;
	size_t room = 1 << 16, got;

	if (!in)
		return false;
	file->text = XNEWVEC(char, room);
	while ((got = fread(file->text + file->size, 1, room - file->size - 1, in)) > 0) {
		file->size += got;
		if (room - file->size < 2) {
			room *= 2;
			file->text = XRESIZEVEC(char, file->text, room);
		}
	}
	file->text[file->size] = 0;
	fclose(in);
	file->hash = digest(file->text, file->size);
	return true;
}

source *source_note(const char *path)
{
	source *file;

	for (source *known : sources)
		if (!strcmp(known->path, path))
			return known;
	file = XCNEW(source);
	file->path = xstrdup(path);
	file->index = -1;
	sources.safe_push(file);
	if (read_text(file))
		lex(file);
	return file;
}

source *source_get(const char *path)
{
	source *file = source_note(path);

	if (!file->has_trigraphs)
		return file->text ? file : NULL;
	if (!file->is_told)
		inform(UNKNOWN_LOCATION, "remt: no mutants in %qs: it has trigraphs", path);
	file->is_told = true;
	return NULL;
}

/* Index of the token that begins at LINE:COLUMN; -1 if none does. */
static int token_at(const source *file, unsigned line, unsigned column)
{
	int low = 0, high = (int)file->tokens.length() - 1;

	while (low <= high) {
		int middle = (low + high) / 2;
		const token &t = file->tokens[middle];

		if (t.line == line && t.column == column)
			return middle;
		if (t.line < line || (t.line == line && t.column < column))
			low = middle + 1;
		else
			high = middle - 1;
	}
	return -1;
}

unsigned long long source_line_hash(const source *file, unsigned line)
{
	const char *begin, *end;

	if (!line || line > file->line_start.length())
		return 0;
	begin = file->text + file->line_start[line - 1];
	end = line < file->line_start.length() ? file->text + file->line_start[line]
					       : file->text + file->size;
	while (begin < end && ISSPACE(*begin))
		begin++;
	while (end > begin && ISSPACE(end[-1]))
		end--;
	return digest(begin, end - begin);
}

bool place_find(location_t loc, place *ret)
{
	expanded_location where;
	source *file;
	int index;

	if (loc == UNKNOWN_LOCATION || loc == BUILTINS_LOCATION || in_system_header_at(loc))
		return false;
	loc = linemap_resolve_location(line_table, get_pure_location(loc), LRK_SPELLING_LOCATION,
				       NULL);
	where = expand_location(loc);
	if (!where.file || where.sysp || !where.line || !where.column)
		return false;
	file = source_get(where.file);
	if (!file)
		return false;
	index = token_at(file, where.line, where.column);
	if (index < 0)
		return false;
	ret->file = file;
	ret->token = index;
	return true;
}
