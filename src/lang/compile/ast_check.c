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

static bool is_number(const Node *n, bool imaginary) { return n->kind == AST_Constant && (imaginary ? n->Constant.value.kind == ACONST_IMAG : n->Constant.value.kind == ACONST_INT || n->Constant.value.kind == ACONST_BIGINT || n->Constant.value.kind == ACONST_FLOAT); }

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

static bool check_value(VM *vm, const Node *n) { return is_matched_value(n) || bad(vm, "patterns may only match literals and attribute lookups"); }

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
    bool ok = check_own(vm, n) && (category != ASTCAT_expr || check_context(vm, n, ctx)) && (category != ASTCAT_pattern || check_pattern(vm, n, in_sequence));
    const char *body = (const char *)n + offsetof(Node, Module);
    for (const FieldRow *row = ast_fields(n->kind); ok && row->name; row++) {
        const char *at = body + row->offset;
        int inner = context_of(n, row->name, ctx);
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
