# SPDX-License-Identifier: GPL-3.0-or-later
"""C source text as far as edits need it: tokens, functions, statements, initialisers.  It guesses where only a compiler knows: an
edit that came out wrong does not compile."""
import bisect
import re

TOKEN = re.compile(r"""
    (?P<comment>/\*.*?\*/|//[^\n]*)
    |(?P<directive>^[ \t]*\#(?:[^\n\\]|\\.|\\\n)*)
    |(?P<string>"(?:[^"\\\n]|\\.)*")
    |(?P<char>'(?:[^'\\\n]|\\.)+')
    |(?P<number>\.?[0-9](?:[eEpP][+-]|[\w.])*)
    |(?P<word>[A-Za-z_]\w*)
    |(?P<sign><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[^\s\w])
    """, re.VERBOSE | re.DOTALL | re.MULTILINE)

CONTROL = {"if", "while", "for", "switch", "return", "sizeof", "do", "else", "case", "default", "goto", "defined"}
OPEN, CLOSE = "([{", ")]}"


class Token:
    __slots__ = ("kind", "text", "start", "end", "mate")

    def __init__(self, kind, text, start):
        self.kind, self.text, self.start, self.end = kind, text, start, start + len(text)
        self.mate = None  # of a bracket: the index of the other one


class Function:
    """NAME, its signature's text, and the indices of the first token of its declaration, its parentheses and its braces."""

    def __init__(self, name, signature, first, parenthesis, brace):
        self.name, self.signature, self.first, self.parenthesis, self.brace = name, signature, first, parenthesis, brace


class Text:
    def __init__(self, path, text):
        self.path, self.text = path, text
        self.tokens, self.directives = [], []
        self._lines = [0] + [match.end() for match in re.finditer("\n", text)]
        for match in TOKEN.finditer(text):
            token = Token(match.lastgroup, match[0], match.start())
            if token.kind == "directive":
                self.directives.append(token)
            elif token.kind != "comment":
                self.tokens.append(token)
        self._match()
        self.functions = list(self._find_functions())

    def line(self, place):
        return bisect.bisect_right(self._lines, place)

    def _match(self):
        opened = []
        for index, token in enumerate(self.tokens):
            if token.kind != "sign":
                continue
            if token.text in OPEN:
                opened.append(index)
            elif token.text in CLOSE and opened and OPEN.index(self.tokens[opened[-1]].text) == CLOSE.index(token.text):
                token.mate = opened.pop()
                self.tokens[token.mate].mate = index

    def top(self):
        """Indices of the tokens outside of all braces but those of extern "C"."""
        index = 0
        while index < len(self.tokens):
            token = self.tokens[index]
            yield index
            is_linkage = index and self.tokens[index - 1].kind == "string"
            index = token.mate + 1 if token.text == "{" and token.mate and not is_linkage else index + 1

    def _find_functions(self):
        begin = 0
        for index in self.top():
            token = self.tokens[index]
            if token.text == "{" and index and self.tokens[index - 1].text == ")" and token.mate:
                found = self._function(begin, index)
                if found:
                    yield found
            if token.text in "{;}":
                begin = (token.mate or index) + 1 if token.text == "{" else index + 1

    def _function(self, begin, brace):
        parenthesis = self.tokens[brace - 1].mate
        if not parenthesis or parenthesis <= begin:
            return None
        name = self.tokens[parenthesis - 1]
        if name.kind != "word" or name.text in CONTROL:
            return None
        words = [token.text for token in self.tokens[begin:parenthesis - 1] + self.tokens[parenthesis:brace]]
        return Function(name.text, " ".join(words), begin, parenthesis, brace)

    def body(self, function):
        """Indices of the tokens between its braces."""
        return range(function.brace + 1, self.tokens[function.brace].mate)

    def names_of_parameters(self, function):
        """None: not to be told."""
        names, last, depth = [], None, 0
        inner = self.tokens[function.parenthesis + 1:function.brace - 1]
        if not inner or [token.text for token in inner] == ["void"]:
            return []
        for token in inner:
            depth += (token.text in OPEN) - (token.text in CLOSE)
            if depth or token.text in CLOSE + ".." or token.text == "...":
                return None
            if token.text == ",":
                names.append(last)
            elif token.kind == "word":
                last = token.text
        return names + [last]

    def statements(self, function):
        """First and last index of each statement that is one expression and a semicolon."""
        body = self.body(function)
        begin, is_open = body.start, True
        index = body.start
        while index < body.stop:
            token = self.tokens[index]
            if token.text in ("{", "}", ";") or token.text == ":" or token.text == "else":
                if token.text == ";" and is_open and begin < index and self.tokens[begin].text not in CONTROL:
                    yield begin, index
                begin, is_open = index + 1, True
            elif token.text in ("if", "while", "switch", "for") and self._after(index):
                begin, is_open = self._after(index), True
                index = begin - 1
            elif token.text in ("?", "case"):
                is_open = False
            elif token.text in "([" and token.mate:
                index = token.mate
            index += 1

    def _after(self, index):
        """What follows the parentheses behind a keyword."""
        following = self.tokens[index + 1]
        return following.mate + 1 if following.text == "(" and following.mate else None

    def initializers(self):
        """Indices of the opening brace, or of the first token of the value, of variables outside of functions."""
        for index in self.top():
            if self.tokens[index].text == "=" and index + 1 < len(self.tokens):
                yield index + 1

    def structures(self):
        """Opening braces of the definitions of structures outside of functions."""
        for index in self.top():
            words = [token.text for token in self.tokens[max(0, index - 3):index]]
            if self.tokens[index].text == "{" and self.tokens[index].mate and "struct" in words:
                yield index

    def enumerations(self):
        for index in self.top():
            words = [token.text for token in self.tokens[max(0, index - 2):index]]
            if self.tokens[index].text == "{" and self.tokens[index].mate and "enum" in words:
                yield index

    def elements(self, brace):
        """First and last index of the elements in braces or parentheses, separated by commas."""
        end, begin, index = self.tokens[brace].mate, brace + 1, brace + 1
        while index <= end:
            token = self.tokens[index]
            if index == end or token.text == ",":
                if begin < index:
                    yield begin, index - 1
                begin = index + 1
            elif token.text in OPEN and token.mate:
                index = token.mate
            index += 1

    def span(self, first, last):
        return self.tokens[first].start, self.tokens[last].end

    def part(self, first, last):
        start, end = self.span(first, last)
        return self.text[start:end]
