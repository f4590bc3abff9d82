/* ast_check.c: whether a tree that a program has made can be one that the parser makes: contexts that fit their places, names that are names, patterns of `case`. Which
 * nodes may stand where, and what must not be empty, is checked where the tree is read (ast_objects.c). Errors are ValueErrors with CPython's words. */
#include "ast_objects.h"

#include "lang/front/ast_fields.h"
#include "lang/object/vm.h"

static bool bad(VM *vm, const char *text) { return err_false(vm, EXC_ValueError, "%s", text); }
static const char *context_name(int ctx) { return ctx == AST_OP_Load ? "Load" : ctx == AST_OP_Store ? "Store" : "Del"; }

static bool name_is(AstStr s, const char *text) { return s.s && s.len == strlen(text) && !memcmp(s.s, text, s.len); }

/* An identifier that is a constant's word is no name. */
static bool check_name(VM *vm, AstStr s)
{
    static const char *const words[] = {"None", "True", "False"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (name_is(s, words[i])) return err_false(vm, EXC_ValueError, "identifier field can't represent '%s' constant", words[i]);
    return true;
}

/* ---- how many ---- */

/* Numbers of nodes that fit together. */
static bool check_counts(VM *vm, const Node *n)
{
    const char *what = NULL;
    switch (n->kind) {
    case AST_Compare: what = !n->Compare.comparators.n ? "Compare with no comparators" : n->Compare.ops.n != n->Compare.comparators.n ? "Compare has a different number of comparators and operands" : NULL; break;
    case AST_Dict: what = n->Dict.keys.n != n->Dict.values.n ? "Dict doesn't have the same number of keys as values" : NULL; break;
    case AST_BoolOp: what = n->BoolOp.values.n < 2 ? "BoolOp with less than 2 values" : NULL; break;
    case AST_Assign: what = !n->Assign.targets.n ? "empty targets on Assign" : NULL; break;
    case AST_Delete: what = !n->Delete.targets.n ? "empty targets on Delete" : NULL; break;
    case AST_Import: what = !n->Import.names.n ? "empty names on Import" : NULL; break;
    case AST_ImportFrom: what = !n->ImportFrom.names.n ? "empty names on ImportFrom" : NULL; break;
    case AST_With: what = !n->With.items.n ? "empty items on With" : NULL; break;
    case AST_AsyncWith: what = !n->AsyncWith.items.n ? "empty items on AsyncWith" : NULL; break;
    case AST_Global: what = !n->Global.names.n ? "empty names on Global" : NULL; break;
    case AST_Nonlocal: what = !n->Nonlocal.names.n ? "empty names on Nonlocal" : NULL; break;
    case AST_Match: what = !n->Match.cases.n ? "empty cases on Match" : NULL; break;
    case AST_Set: what = !n->Set.elts.n ? "empty elts on Set" : NULL; break;
    case AST_ListComp: case AST_SetComp: case AST_GeneratorExp: what = !n->ListComp.generators.n ? "comprehension with no generators" : NULL; break;
    case AST_DictComp: what = !n->DictComp.generators.n ? "comprehension with no generators" : NULL; break;
    case AST_Try: what = !n->Try.handlers.n && !n->Try.finalbody.n ? "Try has neither except handlers nor finalbody" : NULL; break;
    case AST_TryStar: what = !n->TryStar.handlers.n ? n->TryStar.finalbody.n ? n->TryStar.orelse.n ? "TryStar has orelse but no except handlers" : NULL : "TryStar has neither except handlers nor finalbody" : NULL; break;
    case AST_arguments:
        what = n->arguments.defaults.n > n->arguments.posonlyargs.n + n->arguments.args.n ? "more positional defaults than args on arguments"
             : n->arguments.kw_defaults.n != n->arguments.kwonlyargs.n ? "length of kwonlyargs is not the same as kw_defaults on arguments" : NULL;
        break;
    case AST_MatchMapping: what = n->MatchMapping.keys.n != n->MatchMapping.patterns.n ? "MatchMapping doesn't have the same number of keys as patterns" : NULL; break;
    case AST_MatchClass:
        what = n->MatchClass.kwd_attrs.n != n->MatchClass.kwd_patterns.n ? "MatchClass doesn't have the same number of keyword attributes as patterns" : NULL;
        break;
    case AST_MatchOr: what = n->MatchOr.patterns.n < 2 ? "MatchOr requires at least 2 patterns" : NULL; break;
    case AST_FormattedValue: what = n->FormattedValue.format_spec && n->FormattedValue.format_spec->kind != AST_JoinedStr ? "format_spec must be a JoinedStr" : NULL; break;
    default: break;
    }
    return !what || err_false(vm, EXC_ValueError, "%s", what);
}

/* The field before which CPython looks at that; NULL: the first. */
static const char *counted_at(int kind)
{
    return kind == AST_arguments ? "kw_defaults" : kind == AST_Try || kind == AST_TryStar ? "handlers" : NULL;
}

/* ---- places ---- */

static bool check_place(VM *vm, const Node *n)
{
    if (!ast_has_span(n->kind)) return true;
    int line = n->lineno, end = n->end_lineno, from = n->col_offset, to = n->end_col_offset;
    if (line > end) return err_false(vm, EXC_ValueError, "AST node line range (%d, %d) is not valid", line, end);
    if ((line < 0 && end != line) || (from < 0 && to != from)) return err_false(vm, EXC_ValueError, "AST node column range (%d, %d) for line range (%d, %d) is not valid", from, to, line, end);
    return line != end || from <= to || err_false(vm, EXC_ValueError, "line %d, column %d-%d is not a valid range", line, from, to);
}

/* ---- contexts ---- */

static const struct { uint8_t kind; const char *field; uint8_t ctx; } targets[] = {
    {AST_NamedExpr, "target", AST_OP_Store}, {AST_comprehension, "target", AST_OP_Store}, {AST_Assign, "targets", AST_OP_Store}, {AST_AugAssign, "target", AST_OP_Store},
    {AST_AnnAssign, "target", AST_OP_Store}, {AST_For, "target", AST_OP_Store}, {AST_AsyncFor, "target", AST_OP_Store}, {AST_withitem, "optional_vars", AST_OP_Store},
    {AST_Delete, "targets", AST_OP_Del},
};

/* The context in which a field's nodes stand, when their parent stands in `ctx`. */
static int context_of(const Node *n, const char *field, int ctx)
{
    bool hands_on = (n->kind == AST_Starred && !strcmp(field, "value")) || ((n->kind == AST_List || n->kind == AST_Tuple) && !strcmp(field, "elts"));
    if (hands_on) return ctx;
    if (n->kind == AST_NamedExpr && !strcmp(field, "target") && n->NamedExpr.target->kind == AST_Name) return n->NamedExpr.target->Name.ctx; /* (CPython does not look at it) */
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
        if (n->kind == targets[i].kind && !strcmp(field, targets[i].field)) return targets[i].ctx;
    return AST_OP_Load;
}

static bool check_context(VM *vm, const Node *n, int ctx)
{
    int own;
    switch (n->kind) {
    case AST_Attribute: own = n->Attribute.ctx; break;
    case AST_Subscript: own = n->Subscript.ctx; break;
    case AST_Starred: own = n->Starred.ctx; break;
    case AST_Name: own = n->Name.ctx; break;
    case AST_List: own = n->List.ctx; break;
    case AST_Tuple: own = n->Tuple.ctx; break;
    default: return ctx == AST_OP_Load || err_false(vm, EXC_ValueError, "expression which can't be assigned to in %s context", context_name(ctx));
    }
    return own == ctx || err_false(vm, EXC_ValueError, "expression must have %s context but has %s instead", context_name(ctx), context_name(own));
}

/* ---- patterns ---- */

/* Of the constants that no text has, numbers below zero and with two parts are numbers all the same. */
static bool is_container(const Node *n) { Ref v = (Ref)n->Constant.value.object; return is_tuple(v) || !(is_int(v) || is_kind(v, KIND_COMPLEX)); }

static bool is_number(const Node *n, bool imaginary)
{
    if (n->kind == AST_Constant && n->Constant.value.kind == ACONST_OBJECT) return !is_container(n) && imaginary == is_kind((Ref)n->Constant.value.object, KIND_COMPLEX);
    return n->kind == AST_Constant && (imaginary ? n->Constant.value.kind == ACONST_IMAG : n->Constant.value.kind == ACONST_INT || n->Constant.value.kind == ACONST_BIGINT || n->Constant.value.kind == ACONST_FLOAT);
}

/* A number with or without a minus; imaginary: or one of these. */
static bool is_signed(const Node *n, bool imaginary)
{
    const Node *inner = n->kind == AST_UnaryOp && n->UnaryOp.op == AST_OP_USub ? n->UnaryOp.operand : n;
    return is_number(inner, false) || (imaginary && is_number(inner, true));
}

/* What a pattern may compare with: a literal (1 - 2j is one), a text without fields' values, a dotted name. */
static bool is_matched_value(const Node *n)
{
    switch (n->kind) {
    case AST_Constant: return n->Constant.value.kind >= ACONST_INT;
    case AST_Attribute: return true;
    case AST_JoinedStr: return true; /* (refused by the compiler, with better words) */
    case AST_UnaryOp: return is_signed(n, true);
    case AST_BinOp: return (n->BinOp.op == AST_OP_Add || n->BinOp.op == AST_OP_Sub) && is_signed(n->BinOp.left, false) && is_number(n->BinOp.right, true);
    default: return false;
    }
}

static bool check_value(VM *vm, const Node *n)
{
    if (n->kind == AST_Constant && n->Constant.value.kind == ACONST_OBJECT && is_container(n)) return bad(vm, "unexpected constant inside of a literal pattern");
    return is_matched_value(n) || bad(vm, "patterns may only match literals and attribute lookups");
}

static bool check_capture(VM *vm, AstStr name)
{
    if (name_is(name, "_")) return bad(vm, "can't capture name '_' in patterns");
    return !name.s || check_name(vm, name);
}

static bool check_class(VM *vm, const Node *n)
{
    const Node *cls = n->MatchClass.cls;
    while (cls->kind == AST_Attribute) cls = cls->Attribute.value;
    if (cls->kind != AST_Name) return bad(vm, "MatchClass cls field can only contain Name or Attribute nodes.");
    for (int i = 0; i < n->MatchClass.kwd_attrs.n; i++)
        if (!check_name(vm, n->MatchClass.kwd_attrs.items[i])) return false;
    return true;
}

static bool check_pattern(VM *vm, const Node *n, bool in_sequence)
{
    switch (n->kind) {
    case AST_MatchValue: return check_value(vm, n->MatchValue.value);
    case AST_MatchSingleton: return n->MatchSingleton.value.kind <= ACONST_FALSE || bad(vm, "MatchSingleton can only contain True, False and None");
    case AST_MatchClass: return check_class(vm, n);
    case AST_MatchStar: return in_sequence ? check_capture(vm, n->MatchStar.name) : bad(vm, "can't use MatchStar here");
    case AST_MatchAs:
        if (n->MatchAs.pattern && !n->MatchAs.name.s) return bad(vm, "MatchAs must specify a target name if a pattern is given");
        return check_capture(vm, n->MatchAs.name);
    case AST_MatchMapping:
        for (int i = 0; i < n->MatchMapping.keys.n; i++) {
            const Node *key = n->MatchMapping.keys.items[i];
            bool singleton = key->kind == AST_Constant && key->Constant.value.kind <= ACONST_FALSE;
            if (!singleton && !check_value(vm, key)) return false;
        }
        return check_capture(vm, n->MatchMapping.rest);
    default: return true;
    }
}

/* ---- the walk ---- */

static bool check_own(VM *vm, const Node *n)
{
    switch (n->kind) {
    case AST_Name: return check_name(vm, n->Name.id);
    case AST_Raise: return n->Raise.exc || !n->Raise.cause || bad(vm, "Raise with cause but no exception");
    case AST_Try: return n->Try.handlers.n || !n->Try.orelse.n || bad(vm, "Try has orelse but no except handlers");
    case AST_ImportFrom: return n->ImportFrom.level >= 0 || bad(vm, "Negative ImportFrom level");
    case AST_AnnAssign: return !n->AnnAssign.simple || n->AnnAssign.target->kind == AST_Name || err_false(vm, EXC_TypeError, "AnnAssign with simple non-Name target");
    default: return true;
    }
}

static bool check_node(VM *vm, const Node *n, int ctx, bool in_sequence)
{
    if (!rec_enter(vm, " during compilation")) return false;
    int category = (int)ast_kind_category(n->kind);
    const char *counted = counted_at(n->kind);
    bool comprehension = n->kind == AST_ListComp || n->kind == AST_SetComp || n->kind == AST_GeneratorExp || n->kind == AST_DictComp;
    bool ok = check_place(vm, n) && check_own(vm, n) && (counted || check_counts(vm, n)) && (category != ASTCAT_expr || check_context(vm, n, ctx)) && (category != ASTCAT_pattern || check_pattern(vm, n, in_sequence));
    const char *body = (const char *)n + offsetof(Node, Module);
    const FieldRow *rows = ast_fields(n->kind), *end = rows;
    while (end->name) end++;
    for (const FieldRow *next = rows; ok && next < end; next++) {
        const FieldRow *row = comprehension ? end - 1 - (next - rows) : next; /* (where it gets its names from comes first) */
        const char *at = body + row->offset;
        if (counted && !strcmp(row->name, counted) && !check_counts(vm, n)) ok = false;
        int inner = context_of(n, row->name, ctx);
        if (!ok) break;
        if (row->type == F_NODE || row->type == F_OPT) {
            const Node *child = *(Node *const *)(const void *)at;
            ok = !child || check_node(vm, child, inner, false);
        } else if (row->type == F_SEQ) {
            const NodeSeq *all = (const NodeSeq *)(const void *)at;
            for (int i = 0; ok && i < all->n; i++) ok = !all->items[i] || check_node(vm, all->items[i], inner, n->kind == AST_MatchSequence);
        }
    }
    rec_leave(vm);
    return ok;
}

bool ast_check(VM *vm, const Node *tree) { return check_node(vm, tree, AST_OP_Load, false); }
