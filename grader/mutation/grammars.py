"""A language -> how its grammar of tree-sitter names the places that mutants change. One table; `trees.py` walks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Grammar:
    """The kinds of nodes of one language.

    `operations` have an operator that may become another one, `negations` one that may be taken away; `conditions` and
    `loops` lead to the field with their condition (one of a loop never becomes true: such mutants only hang). A
    statement of a kind in `deleted` becomes `nothing`, if it stands directly in one of `blocks`. Below `left_out`
    nothing is changed; `sizes` are fields that belong to a type.
    """

    module: str
    function: str
    operations: tuple[str, ...]
    negations: tuple[str, ...]
    conditions: Mapping[str, str]
    loops: Mapping[str, str]
    numbers: tuple[str, ...]
    deleted: tuple[str, ...]
    blocks: tuple[str, ...]
    left_out: tuple[str, ...]
    functions: tuple[str, ...]
    """Whose last statement, if it gives the result, is not deleted."""
    returns: tuple[str, ...] = ("return_statement",)
    nothing: str = ";"
    truths: tuple[str, str] = ("true", "false")
    sizes: tuple[tuple[str, str], ...] = ()
    kept: tuple[str, ...] = ()
    """Functions whose calls stay: they declare, import, give memory back or begin a row of random numbers, so that no
    answer depends on them."""


_IF = {"if_statement": "condition"}
_LOOPS = {"while_statement": "condition", "do_statement": "condition", "for_statement": "condition"}
_ENDINGS = ("break_statement", "continue_statement", "return_statement")

_ECMASCRIPT = {
    "operations": ("binary_expression", "augmented_assignment_expression", "update_expression"),
    "negations": ("unary_expression",),
    "conditions": _IF | {"ternary_expression": "condition"},
    "loops": _LOOPS,
    "numbers": ("number",),
    "deleted": (*_ENDINGS, "expression_statement", "throw_statement", "for_in_statement"),
    "blocks": ("program", "statement_block", "switch_case", "switch_default"),
    "functions": ("function_declaration", "function_expression", "arrow_function", "method_definition"),
}
_NATIVE = {
    "operations": ("binary_expression", "assignment_expression", "update_expression"),
    "negations": ("unary_expression",),
    "conditions": _IF | {"conditional_expression": "condition"},
    "loops": _LOOPS,
    "numbers": ("number_literal",),
    "blocks": ("compound_statement", "case_statement"),
    "functions": ("function_definition", "lambda_expression"),
    "sizes": (("array_declarator", "size"),),
    "kept": ("free", "srand"),
}
_NATIVE_LEFT_OUT = ("preproc_include", "comment", "string_literal", "char_literal", "static_assert_declaration")

GRAMMARS: Mapping[str, Grammar] = {
    "java": Grammar(
        module="tree_sitter_java",
        function="language",
        operations=("binary_expression", "assignment_expression", "update_expression"),
        negations=("unary_expression",),
        conditions=_IF | {"ternary_expression": "condition"},
        loops=_LOOPS,
        numbers=("decimal_integer_literal", "decimal_floating_point_literal"),
        deleted=(*_ENDINGS, "expression_statement", "throw_statement", "enhanced_for_statement"),
        blocks=("block", "constructor_body", "switch_block_statement_group"),
        left_out=(
            "import_declaration",
            "package_declaration",
            "line_comment",
            "block_comment",
            "string_literal",
            "character_literal",
            "annotation",
            "type_arguments",
        ),
        functions=("method_declaration", "lambda_expression"),
    ),
    "javascript": Grammar(
        module="tree_sitter_javascript",
        function="language",
        left_out=("import_statement", "comment", "string", "template_string", "regex"),
        **_ECMASCRIPT,  # type: ignore[arg-type]  # keys of several types in one dict
    ),
    "typescript": Grammar(
        module="tree_sitter_typescript",
        function="language_typescript",
        left_out=(
            "import_statement",
            "comment",
            "string",
            "template_string",
            "regex",
            "type_annotation",
            "type_alias_declaration",
            "interface_declaration",
            "type_arguments",
            "type_parameters",
        ),
        **_ECMASCRIPT,  # type: ignore[arg-type]  # as above
    ),
    "c": Grammar(
        module="tree_sitter_c",
        function="language",
        deleted=(*_ENDINGS, "expression_statement"),
        left_out=_NATIVE_LEFT_OUT,
        truths=("1", "0"),
        **_NATIVE,  # type: ignore[arg-type]  # as above
    ),
    "cpp": Grammar(
        module="tree_sitter_cpp",
        function="language",
        deleted=(*_ENDINGS, "expression_statement", "throw_statement", "for_range_loop"),
        left_out=(*_NATIVE_LEFT_OUT, "template_argument_list", "template_parameter_list", "using_declaration"),
        **_NATIVE,  # type: ignore[arg-type]  # as above
    ),
    "go": Grammar(
        module="tree_sitter_go",
        function="language",
        operations=("binary_expression", "assignment_statement", "inc_statement", "dec_statement"),
        negations=("unary_expression",),
        conditions=_IF,
        loops={"for_clause": "condition"},
        numbers=("int_literal", "float_literal"),
        deleted=(
            *_ENDINGS,
            "expression_statement",
            "assignment_statement",
            "inc_statement",
            "dec_statement",
            "for_statement",
        ),
        blocks=("statement_list",),
        left_out=(
            "import_declaration",
            "comment",
            "interpreted_string_literal",
            "raw_string_literal",
            "rune_literal",
            "array_type",
            "slice_type",
            "type_declaration",
        ),
        functions=("function_declaration", "method_declaration", "func_literal"),
        nothing="",
    ),
    "ruby": Grammar(
        module="tree_sitter_ruby",
        function="language",
        operations=("binary", "operator_assignment"),
        negations=("unary",),
        conditions=dict.fromkeys(
            ("if", "unless", "elsif", "if_modifier", "unless_modifier", "conditional"), "condition"
        ),
        loops=dict.fromkeys(("while", "while_modifier"), "condition"),
        numbers=("integer", "float"),
        deleted=("call", "assignment", "operator_assignment", "return", "next", "break", "if_modifier"),
        blocks=("program", "body_statement", "block_body", "then", "else", "do"),
        left_out=("comment", "string", "string_array", "symbol_array", "simple_symbol", "regex", "heredoc_body"),
        functions=("method", "singleton_method"),
        returns=("return", "call", "assignment", "operator_assignment", "if_modifier"),
        nothing="nil",
        kept=(
            "require",
            "require_relative",
            "attr_reader",
            "attr_writer",
            "attr_accessor",
            "private",
            "module_function",
            "private_constant",
        ),
    ),
}
