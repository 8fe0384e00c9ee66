# SPDX-License-Identifier: GPL-3.0-or-later
"""Kinds of small edits of a C program.  A kind is a function that yields edits of one source text; KINDS says which texts
are for it."""
import difflib
import os
import re

OPERATORS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+", "&&": "||", "||": "&&",
             "&": "|", "|": "&", "<<": ">>", ">>": "<<", "+=": "-=", "-=": "+=", "++": "--", "/": "%", "^": "|"}
TYPES = {"int": "long", "long": "int", "unsigned": "unsigned char", "char": "unsigned char", "size_t": "unsigned short",
         "double": "float", "short": "int", "uint32_t": "uint64_t", "uint8_t": "uint16_t", "float": "double", "bool": "int"}
ASSERTS = re.compile(r"assert|check|expect|fail|equal|verify|ck_|^is$|^ok$|cmp|^TEST_", re.IGNORECASE)
CASES = re.compile(r"test|case|suite|run", re.IGNORECASE)
FLAGS = ("-O0", "-O1", "-O3", "-DNDEBUG", "-funsigned-char", "-fwrapv", "-fno-strict-aliasing", "-ffast-math",
         "-fpack-struct=2", "-fshort-enums", "-DREMT_EDIT=1", "-fno-builtin", "-U_FORTIFY_SOURCE", "-fno-common", "-std=gnu11",
         "-finstrument-functions")


class Edit:
    """Replaces parts of a file: CHANGES are start, end, text.  LINES: where it is; FUNCTION: what it is in, or None."""

    def __init__(self, path, changes, what, line, function=None):
        self.path, self.changes, self.what, self.line, self.function = path, changes, what, line, function
        self.old = None

    def apply(self, text):
        for start, end, new in sorted(self.changes, reverse=True):
            text = text[:start] + new + text[end:]
        return text

    def do(self, top):
        """In the tree TOP.  Without a path it is one of the flags that the program is built with."""
        if self.path:
            self.old = read(os.path.join(top, self.path))
            write(os.path.join(top, self.path), self.apply(self.old))

    def undo(self, top):
        if self.path and self.old is not None:
            write(os.path.join(top, self.path), self.old)

    def patch(self):
        old, new = self.old or "", self.apply(self.old or "")
        return "".join(difflib.unified_diff(old.splitlines(True), new.splitlines(True), "a/" + self.path, "b/" + self.path))


def read(path):
    with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
        return file.read()


def write(path, text):
    with open(path, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
        file.write(text)


def _edit(text, index, new, function=None):
    token = text.tokens[index]
    line = text.line(token.start)
    return Edit(text.path, [(token.start, token.end, new)], f"{token.text} → {new}", line, function)


def _other_number(text):
    match = re.fullmatch(r"(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)", text)
    if not match or re.fullmatch(r"0\d*[89]\d*", match[1]):
        return None
    value = int(match[1], 0) if not re.fullmatch(r"0\d+", match[1]) else int(match[1], 8)
    return str(value + 1) + match[2]


def _bodies(text, wanted=None):
    for function in text.functions:
        if wanted is None or wanted(text, function):
            for index in text.body(function):
                yield function.name, index


def _is_inline(text, function):
    words = {token.text for token in text.tokens[function.first:function.parenthesis]}
    return "inline" in words or {"static", "__inline"} <= words or text.path.endswith(".h")


def constant(text, wanted=None):
    for function, index in _bodies(text, wanted):
        token = text.tokens[index]
        if token.kind == "number" and _other_number(token.text):
            yield _edit(text, index, _other_number(token.text), function)
        elif token.kind == "char" and len(token.text) == 3 and token.text[1].isalnum():
            yield _edit(text, index, "'" + chr(ord(token.text[1]) ^ 1) + "'", function)


def operator(text, wanted=None):
    for function, index in _bodies(text, wanted):
        token = text.tokens[index]
        before = text.tokens[index - 1]
        is_binary = before.kind in ("word", "number", "char") or before.text in ")]"
        if token.kind == "sign" and token.text in OPERATORS and is_binary:
            yield _edit(text, index, OPERATORS[token.text], function)


def string(text, wanted=None):
    for function, index in _bodies(text, wanted):
        token = text.tokens[index]
        if token.kind == "string" and len(token.text) > 3 and token.text[1].isalpha():
            yield _edit(text, index, '"' + chr(ord(token.text[1]) ^ 1) + token.text[2:], function)


def inline(text):
    yield from constant(text, _is_inline)
    yield from operator(text, _is_inline)
    yield from removed(text, _is_inline)


def _types(text, indices, function=None):
    for index in indices:
        token = text.tokens[index]
        if token.text in TYPES and text.tokens[index + 1].kind == "word" and text.tokens[index - 1].text not in TYPES:
            yield _edit(text, index, TYPES[token.text], function)


def variable_type(text):
    for function in text.functions:
        yield from _types(text, text.body(function), function.name)


def field_type(text):
    for brace in text.structures():
        yield from _types(text, range(brace + 1, text.tokens[brace].mate))


def _fields(text, brace):
    begin, index = brace + 1, brace + 1
    while index < text.tokens[brace].mate:
        if text.tokens[index].text == ";":
            yield begin, index
            begin = index + 1
        elif text.tokens[index].text in "{(" and text.tokens[index].mate:
            index = text.tokens[index].mate
        index += 1


def _swap(text, first, second, what, function=None):
    one, two = text.span(*first), text.span(*second)
    changes = [(*one, text.part(*second)), (*two, text.part(*first))]
    return Edit(text.path, changes, f"{what}: {text.part(*first)[:40]} and {text.part(*second)[:40]}", text.line(one[0]), function)


def field_order(text):
    for brace in text.structures():
        fields = list(_fields(text, brace))
        for first, second in zip(fields, fields[1:]):
            yield _swap(text, first, second, "fields swapped")


def layout(text):
    for brace in text.structures():
        place = text.tokens[brace].end
        yield Edit(text.path, [(place, place, " char remt_edit[24];")], "a field more", text.line(place))
        last = text.tokens[text.tokens[brace].mate].start
        yield Edit(text.path, [(last, last, " char remt_edit[40]; ")], "a field more at the end", text.line(last))


def initializer(text):
    for begin in text.initializers():
        token = text.tokens[begin]
        indices = range(begin, token.mate if token.text == "{" and token.mate else begin + 1)
        for index in indices:
            inner = text.tokens[index]
            if inner.kind == "number" and _other_number(inner.text):
                yield _edit(text, index, _other_number(inner.text))
            elif inner.kind == "string" and len(inner.text) > 3 and inner.text[1].isalpha():
                yield _edit(text, index, '"' + chr(ord(inner.text[1]) ^ 1) + inner.text[2:])


def table(text):
    for begin in text.initializers():
        if text.tokens[begin].text == "{" and text.tokens[begin].mate:
            elements = list(text.elements(begin))
            for first, second in zip(elements, elements[1:]):
                if text.part(*first) != text.part(*second):
                    yield _swap(text, first, second, "entries swapped")


def enumerator(text):
    for brace in text.enumerations():
        elements = list(text.elements(brace))
        for first, second in zip(elements, elements[1:]):
            yield _swap(text, first, second, "enumerators swapped")


IN_MACRO = re.compile(r"(?<![\w.])(\d+)(?![\w.])|(?<=\s)(<=|>=|==|!=|&&|\|\||<|>|\+|-)(?=\s)")
MACRO = re.compile(r"[ \t]*#[ \t]*define[ \t]+(\w+)(\([^)]*\))?[ \t]+(?=\S)")


def macro(text):
    for directive in text.directives:
        match = MACRO.match(directive.text)
        for found in IN_MACRO.finditer(directive.text[match.end():] if match else ""):
            start = directive.start + match.end() + found.start()
            new = str(int(found[1]) + 1) if found[1] else OPERATORS[found[2]]
            yield Edit(text.path, [(start, start + len(found[0]), new)], f"macro {match[1]}: {found[0]} → {new}",
                       text.line(start))


def pointer(text):
    """Another function of the same signature where one is called or its address is taken."""
    kin = {}
    for function in text.functions:
        kin.setdefault(re.sub(r"\b(static|inline|const)\b ", "", function.signature), []).append(function.name)
    others = {name: names[(i + 1) % len(names)] for names in kin.values() for i, name in enumerate(names) if len(names) > 1}
    declared = {function.parenthesis - 1 for function in text.functions}
    for index, token in enumerate(text.tokens):
        before = text.tokens[index - 1]
        if token.text in others and index not in declared and before.kind != "word" and before.text != "*":
            function = next((f.name for f in text.functions if index in text.body(f)), None)
            yield _edit(text, index, others[token.text], function)


def _insert(text, function, code, what, head=""):
    place = text.tokens[function.brace].end
    changes = [(place, place, code)]
    if head:
        changes.append((0, 0, head))
    return Edit(text.path, changes, what, text.line(place), function.name)


def early_return(text):
    for function in text.functions:
        returns = [text.text[text.tokens[i].start:text.tokens[i + 2].end] for i in text.body(function)
                   if text.tokens[i].text == "return" and text.tokens[i + 2].text == ";"
                   and (text.tokens[i + 1].kind == "number" or text.tokens[i + 1].text in ("NULL", "true", "false"))]
        if "void" in function.signature.split()[:2] and "*" not in function.signature.split("(")[0]:
            returns = ["return;"]
        for code in sorted(set(returns)):
            for turn in (2, 7, 40):
                yield _insert(text, function, f" static unsigned remt_turn; if (++remt_turn % {turn} == 0) {{ {code} }}",
                              f"each {turn}th call: {code}")


def long_jump(text):
    for function in text.functions:
        code = (" static jmp_buf remt_jump; static volatile int remt_turn;"
                " if (!setjmp(remt_jump) && ++remt_turn % 2) longjmp(remt_jump, 1);")
        yield _insert(text, function, code, "a longjmp", "#include <setjmp.h>\n")
        body = [text.tokens[i].text for i in text.body(function)]
        if "return" in body and "void" not in function.signature.split()[:2]:
            continue
        code = (" static jmp_buf remt_jump; static volatile unsigned remt_turn; if (setjmp(remt_jump)) return;"
                " if (++remt_turn % 5 == 0) longjmp(remt_jump, 1);")
        yield _insert(text, function, code, "a longjmp that returns", "#include <setjmp.h>\n")


def recursion(text):
    for function in text.functions:
        names = text.names_of_parameters(function)
        if names is not None and None not in names:
            call = f"{function.name}({', '.join(names)})"
            code = f" static int remt_depth; if (!remt_depth) {{ remt_depth = 1; {call}; remt_depth = 0; }}"
            yield _insert(text, function, code, "calls itself first")


def global_variable(text):
    """Written by one function, read by another one."""
    for writer, reader in zip(text.functions, text.functions[1:]):
        if "void" not in reader.signature.split()[:2] or "*" in reader.signature.split("(")[0]:
            continue
        one, two = text.tokens[writer.brace].end, text.tokens[reader.brace].end
        changes = [(0, 0, "static unsigned remt_global;\n"), (one, one, " remt_global++;"),
                   (two, two, " if (remt_global % 3 == 2) { remt_global++; return; }")]
        yield Edit(text.path, changes, f"a global from {writer.name} to {reader.name}", text.line(two), reader.name)


def _append(text, code, what, place, function=None):
    end = len(text.text)
    return Edit(text.path, [(end, end, code)], what, text.line(place), function)


def constructor(text):
    """Changes a static number before main."""
    for begin in text.initializers():
        token, name = text.tokens[begin], text.tokens[begin - 2]
        words = [t.text for t in text.tokens[max(0, begin - 6):begin - 1]]
        if token.kind == "number" and name.kind == "word" and "const" not in words and _other_number(token.text):
            code = f"\n__attribute__((constructor)) static void remt_first(void) {{ {name.text} = {_other_number(token.text)}; }}\n"
            yield _append(text, code, f"{name.text} is set before main", token.start)
    for function in text.functions:
        if text.names_of_parameters(function) == []:
            code = f"\n__attribute__((constructor)) static void remt_first(void) {{ (void){function.name}(); }}\n"
            yield _append(text, code, f"{function.name} is called before main", text.tokens[function.brace].start, function.name)


def arguments(text):
    for function, index in _bodies(text):
        token = text.tokens[index]
        if token.text == "(" and token.mate and text.tokens[index - 1].kind == "word" and text.tokens[index - 1].text not in (
                "if", "while", "for", "switch", "return", "sizeof"):
            elements = list(text.elements(index))
            for first, second in zip(elements, elements[1:]):
                if text.part(*first) != text.part(*second):
                    yield _swap(text, first, second, f"arguments of {text.tokens[index - 1].text} swapped", function)


def _without(text, first, last, function):
    start, end = text.span(first, last)
    return Edit(text.path, [(start, end, ";")], f"removed: {text.part(first, last)[:60]}", text.line(start), function.name)


def removed(text, wanted=None):
    for function in text.functions:
        if wanted and not wanted(text, function):
            continue
        for first, last in text.statements(function):
            is_declaration = text.tokens[first].kind == "word" and text.tokens[first + 1].kind == "word"
            if not is_declaration and last - first > 1:
                yield _without(text, first, last, function)


def _calls(text, wanted):
    """Statements that call something with such a name."""
    for function in text.functions:
        for first, last in text.statements(function):
            if wanted(function, text.tokens[first]) and text.tokens[first + 1].text == "(":
                yield _without(text, first, last, function)


def dropped_assertion(text):
    yield from _calls(text, lambda _, callee: ASSERTS.search(callee.text))
    for function in text.functions:
        for index in text.body(function):
            following = text.tokens[index + 1]
            if text.tokens[index].text == "if" and following.text == "(" and following.mate:
                yield Edit(text.path, [(following.end, following.end, "0 && ")], "condition made false: "
                           + text.part(index + 1, following.mate)[:50], text.line(following.start), function.name)


def dropped_test(text):
    """A case of a test program is left out: its call, or its entry in a table."""
    yield from _calls(text, lambda function, callee: callee.text.startswith(("tcase_add", "RUN_TEST", "run_test"))
                      or function.name in ("main", "run_tests") and CASES.search(callee.text))
    for function in [None, *text.functions]:
        indices = text.top() if function is None else text.body(function)
        for index in indices:
            token = text.tokens[index]
            if token.text != "{" or not token.mate or text.tokens[index - 1].text != "=":
                continue
            for first, last in text.elements(index):
                if CASES.search(text.part(first, last)) and text.tokens[last + 1].text == ",":
                    start, end = text.tokens[first].start, text.tokens[last + 1].end
                    yield Edit(text.path, [(start, end, "")], f"removed: {text.part(first, last)[:60]}", text.line(start))


def test_code(text):
    for edits in (constant, string, operator, removed, arguments):
        yield from edits(text)


def header(text):
    for edits in (constant, operator, macro, enumerator, field_order, layout):
        yield from edits(text)


SOURCE, TEST, HEADER, ANY = "source", "test", "header", "any"

# Name, which files, what makes edits of a text.
KINDS = (
    ("dropped assertion", TEST, dropped_assertion),
    ("dropped test", TEST, dropped_test),
    ("constant", SOURCE, constant),
    ("test code", TEST, test_code),
    ("operator", SOURCE, operator),
    ("removed statement", SOURCE, removed),
    ("variable type", SOURCE, variable_type),
    ("field type", ANY, field_type),
    ("field order", ANY, field_order),
    ("layout", ANY, layout),
    ("initialiser", SOURCE, initializer),
    ("table", SOURCE, table),
    ("enumerator", ANY, enumerator),
    ("macro", ANY, macro),
    ("header", HEADER, header),
    ("inline function", ANY, inline),
    ("function pointer", SOURCE, pointer),
    ("early return", SOURCE, early_return),
    ("longjmp", SOURCE, long_jump),
    ("recursion", SOURCE, recursion),
    ("global", SOURCE, global_variable),
    ("constructor", SOURCE, constructor),
    ("arguments", SOURCE, arguments),
    ("string", SOURCE, string),
)


def is_script(path, text):
    return text.startswith("#!") or path.endswith((".sh", ".test", ".py"))


def file_edits(path, text):
    """Of a data file or script: a line that is not there, one more, an empty one, another digit, another letter; a script that
    ends before."""
    lines = text.splitlines(keepends=True)
    place = 0
    for number, line in enumerate(lines, 1):
        if number > 1:
            yield Edit(path, [(place, place, "\n")], "an empty line more", number)
            if is_script(path, text) and not line.startswith((" ", "\t")):
                yield Edit(path, [(place, place, "exit 0\n")], "exit 0", number)
        if line.strip() and not line.startswith("#!"):
            yield Edit(path, [(place, place + len(line), "")], f"line removed: {line.strip()[:50]}", number)
            yield Edit(path, [(place, place, line)], f"line twice: {line.strip()[:50]}", number)
            found = re.search(r"[0-8]", line)
            if found:
                at = place + found.start()
                yield Edit(path, [(at, at + 1, str(int(found[0]) + 1))], f"another digit: {line.strip()[:50]}", number)
            found = re.search(r"\b[a-y]", line)
            if found:
                at = place + found.start()
                yield Edit(path, [(at, at + 1, chr(ord(found[0]) + 1))], f"another letter: {line.strip()[:50]}", number)
        place += len(line)
