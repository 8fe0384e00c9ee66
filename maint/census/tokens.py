# SPDX-License-Identifier: GPL-3.0-or-later
"""The operator tokens of C sources that should become sites, found by clang.

A second opinion on the plugin: it shares nothing with it, neither compiler nor code.

Counted are the operators in bodies of functions, macro arguments included.
Not counted, because nothing there can be mutated at run time: bodies of
macros, case labels, initialisers of static objects, array bounds, enumerators,
_Static_assert, and operands of sizeof, _Alignof, typeof, _Generic and asm.
Neither are those whose every replacement fails to compile: pointer - pointer
and integer + pointer.
"""
import ctypes
from bisect import bisect_left
from collections import namedtuple

from clang import cindex
from clang.cindex import CursorKind, TokenKind, TypeKind

KINDS = {
    "ORRN": "== != < > <= >=",
    "OLLN": "&& ||",
    "OAAN": "+ - * / %",
    "OBBN": "& | ^",
    "OSSN": "<< >>",
    "OAAA": "+= -= *= /= %=",
    "OBBA": "&= |= ^=",
    "OSSA": "<<= >>=",
    "Oido": "++ --",
    "OODL": "! ~",
}
KIND_OF = {token: kind for kind, tokens in KINDS.items() for token in tokens.split()}

Operator = namedtuple("Operator", "file line column token kind function constant place")
"""constant: "all" operands are constants, or "one", or "".  place: "argument" of a macro or ""."""

CONSTANT_LEAVES = (
    CursorKind.INTEGER_LITERAL,
    CursorKind.FLOATING_LITERAL,
    CursorKind.CHARACTER_LITERAL,
    CursorKind.CXX_UNARY_EXPR,  # in C: sizeof and _Alignof
)
OPAQUE = (
    CursorKind.CXX_UNARY_EXPR,
    CursorKind.GENERIC_SELECTION_EXPR,
    CursorKind.ASM_STMT,
    CursorKind.ENUM_DECL,
    CursorKind.STRUCT_DECL,
    CursorKind.UNION_DECL,
    CursorKind.TYPEDEF_DECL,
    CursorKind.FUNCTION_DECL,
    CursorKind.PARM_DECL,
    CursorKind.STATIC_ASSERT,
)


class Place:
    """Where a clang location stands in the text: a macro argument counts where it is written."""

    def __init__(self, location):
        self.file, self.line, self.column, self.offset = _decode(location, "clang_getFileLocation")
        outer = _decode(location, "clang_getExpansionLocation")
        self.moved = outer[3] != self.offset


def _decode(location, function):
    file = ctypes.c_void_p()
    line, column, offset = ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint()
    call = getattr(cindex.conf.lib, function)
    call.argtypes = [cindex.SourceLocation] + [ctypes.c_void_p] * 4
    call.restype = None
    call(location, ctypes.byref(file), ctypes.byref(line), ctypes.byref(column), ctypes.byref(offset))
    return file.value, line.value, column.value, offset.value


class Text:
    """The raw tokens of one file, to look up what stands before a place."""

    def __init__(self, unit, name):
        file = unit.get_file(name)
        size = len(open(name, "rb").read())
        extent = cindex.SourceRange.from_locations(
            cindex.SourceLocation.from_offset(unit, file, 0),
            cindex.SourceLocation.from_offset(unit, file, size),
        )
        self.tokens = []
        for token in unit.get_tokens(extent=extent):
            if token.kind == TokenKind.COMMENT:
                continue
            at = token.location
            self.tokens.append((at.offset, token.spelling, at.line, at.column))
        self.offsets = [token[0] for token in self.tokens]

    def at(self, offset):
        i = bisect_left(self.offsets, offset)
        if i < len(self.offsets) and self.offsets[i] == offset:
            return self.tokens[i]
        return None

    def before(self, offset):
        i = bisect_left(self.offsets, offset)
        return self.tokens[i - 1] if i else None


def _is_pointer(type_):
    return type_.get_canonical().kind in (
        TypeKind.POINTER, TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY, TypeKind.VARIABLEARRAY)


def _is_constant(cursor):
    if cursor.kind in CONSTANT_LEAVES:
        return True
    if cursor.kind == CursorKind.DECL_REF_EXPR:
        target = cursor.referenced
        return target is not None and target.kind == CursorKind.ENUM_CONSTANT_DECL
    children = [c for c in cursor.get_children() if c.kind != CursorKind.TYPE_REF]
    return (
        bool(children)
        and cursor.kind not in (CursorKind.CALL_EXPR, CursorKind.StmtExpr, CursorKind.MEMBER_REF_EXPR)
        and all(_is_constant(c) for c in children)
    )


class Unit:
    """Counts the operators of one translation unit; `wanted` says which files count."""

    def __init__(self, source, flags, wanted):
        index = cindex.Index.create()
        self.unit = index.parse(source, args=flags)
        self.errors = [d.spelling for d in self.unit.diagnostics if d.severity >= 3]
        self.wanted = wanted
        self.texts = {}
        self.found = {}
        self.function = ""
        for cursor in self.unit.cursor.get_children():
            if cursor.kind == CursorKind.FUNCTION_DECL and cursor.is_definition():
                self._function(cursor)

    def _function(self, cursor):
        file = cursor.location.file
        if file is None or not self.wanted(file.name):
            return
        self.name = file.name
        if self.name not in self.texts:
            self.texts[self.name] = Text(self.unit, self.name)
        self.text = self.texts[self.name]
        self.function = cursor.spelling
        for child in cursor.get_children():
            if child.kind == CursorKind.COMPOUND_STMT:
                self._walk(child)

    def _walk(self, cursor):
        kind = cursor.kind
        if kind in OPAQUE:
            return
        children = list(cursor.get_children())
        if kind == CursorKind.VAR_DECL:
            children = self._initialiser(cursor, children)
        elif kind == CursorKind.CASE_STMT:
            children = children[-1:]
        elif kind in (CursorKind.BINARY_OPERATOR, CursorKind.COMPOUND_ASSIGNMENT_OPERATOR):
            self._binary(cursor, children)
        elif kind == CursorKind.UNARY_OPERATOR:
            self._unary(cursor, children)
        for child in children:
            self._walk(child)

    def _initialiser(self, cursor, children):
        if cursor.storage_class == cindex.StorageClass.STATIC or not children:
            return []
        last = children[-1]
        before = self.text.before(Place(last.extent.start).offset)
        return [last] if before and before[1] == "=" else []

    def _binary(self, cursor, children):
        if len(children) != 2:
            return
        left, right = children
        right_at = Place(right.extent.start)
        token = self.text.before(right_at.offset)
        if not token or token[1] not in KIND_OF or Place(left.extent.start).offset >= token[0]:
            return  # the operator itself stands in the body of a macro
        a, b = _is_pointer(left.type), _is_pointer(right.type)
        if (token[1] == "-" and a and b) or (token[1] == "+" and b):
            return
        constants = _is_constant(left) + _is_constant(right)
        self._add(token, ("", "one", "all")[constants], right_at)

    def _unary(self, cursor, children):
        start = Place(cursor.extent.start)
        token = self.text.at(start.offset)
        if token and token[1] in ("!", "~", "++", "--"):
            if children and Place(children[0].extent.start).offset == start.offset:
                return  # prefix operator whose operand begins at the same place: both in one macro
            self._add(token, "all" if children and _is_constant(children[0]) else "", start)
            return
        end = Place(cursor.extent.end)
        token = self.text.before(end.offset)
        if token and token[1] in ("++", "--") and token[0] > start.offset:
            self._add(token, "", end)

    def _add(self, token, constant, place):
        offset, spelling, line, column = token
        if spelling not in KIND_OF:
            return
        self.found[(self.name, offset)] = Operator(
            self.name, line, column, spelling,
            "OODL" if spelling in ("!", "~") else KIND_OF[spelling],
            self.function, constant, "argument" if place.moved else "")
