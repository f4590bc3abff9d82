/* unparse.c: an expression as text again, for annotations that stay strings (from __future__ import annotations). */
#include "compile_impl.h"

typedef enum { P_TUPLE, P_TEST, P_OR, P_AND, P_NOT, P_CMP, P_BOR, P_BXOR, P_BAND, P_SHIFT, P_ARITH, P_TERM, P_FACTOR, P_POWER, P_AWAIT, P_ATOM } Prec;

static void put(Comp *c, StrB *b, Node *n, Prec level);

static void put_id(StrB *b, AstStr s)
{
    Value v = str_from_utf8(b->vm, s.s, s.len);
    if (v) strb_str(b, v);
    else b->failed = true;
    release(b->vm, v);
}

static void put_list(Comp *c, StrB *b, NodeSeq e)
{
    for (int i = 0; i < e.n; i++) {
        if (i) strb_c(b, ", ");
        put(c, b, e.items[i], P_TEST);
    }
}

static void put_args(Comp *c, StrB *b, Node *args)
{
    struct Astarguments *a = &args->arguments;
    bool first = true;
    int npos = a->posonlyargs.n + a->args.n, from = npos - a->defaults.n;
    for (int i = 0; i < npos; i++) {
        if (!first) strb_c(b, ", ");
        first = false;
        Node *g = i < a->posonlyargs.n ? a->posonlyargs.items[i] : a->args.items[i - a->posonlyargs.n];
        put_id(b, g->arg.arg);
        if (i >= from) {
            strb_c(b, "=");
            put(c, b, a->defaults.items[i - from], P_TEST);
        }
        if (a->posonlyargs.n && i + 1 == a->posonlyargs.n) strb_c(b, ", /");
    }
    if (a->vararg || a->kwonlyargs.n) {
        strb_c(b, first ? "*" : ", *");
        first = false;
        if (a->vararg) put_id(b, a->vararg->arg.arg);
    }
    for (int i = 0; i < a->kwonlyargs.n; i++) {
        strb_c(b, ", ");
        put_id(b, a->kwonlyargs.items[i]->arg.arg);
        if (a->kw_defaults.items[i]) {
            strb_c(b, "=");
            put(c, b, a->kw_defaults.items[i], P_TEST);
        }
    }
    if (a->kwarg) {
        strb_c(b, first ? "**" : ", **");
        put_id(b, a->kwarg->arg.arg);
    }
}

static void put_gens(Comp *c, StrB *b, NodeSeq g)
{
    for (int i = 0; i < g.n; i++) {
        struct Astcomprehension *k = &g.items[i]->comprehension;
        strb_c(b, k->is_async ? " async for " : " for ");
        put(c, b, k->target, P_TUPLE);
        strb_c(b, " in ");
        put(c, b, k->iter, P_TEST + 1);
        for (int j = 0; j < k->ifs.n; j++) {
            strb_c(b, " if ");
            put(c, b, k->ifs.items[j], P_TEST + 1);
        }
    }
}

static void put_binop(Comp *c, StrB *b, Node *n, Prec level)
{
    Prec p;
    bool right = false;
    switch (n->BinOp.op) {
    case AST_OP_Add: case AST_OP_Sub: p = P_ARITH; break;
    case AST_OP_LShift: case AST_OP_RShift: p = P_SHIFT; break;
    case AST_OP_BitOr: p = P_BOR; break;
    case AST_OP_BitXor: p = P_BXOR; break;
    case AST_OP_BitAnd: p = P_BAND; break;
    case AST_OP_Pow: p = P_POWER; right = true; break;
    default: p = P_TERM; break;
    }
    if (level > p) strb_c(b, "(");
    put(c, b, n->BinOp.left, right ? p + 1 : p);
    if (n->BinOp.op == AST_OP_Pow) strb_c(b, " ** ");
    else {
        strb_c(b, " ");
        strb_c(b, ast_op_text(n->BinOp.op));
        strb_c(b, " ");
    }
    put(c, b, n->BinOp.right, right ? p : p + 1);
    if (level > p) strb_c(b, ")");
}

static void put_fstring_parts(Comp *c, StrB *b, NodeSeq v)
{
    for (int i = 0; i < v.n; i++) {
        Node *n = v.items[i];
        if (n->kind == AST_Constant) {
            Value s = fold_const(c, n);
            for (int64_t k = 0; s && k < as_str(s)->len; k++) {
                uint32_t ch = str_at(as_str(s), k);
                strb_char(b, ch);
                if (ch == '{' || ch == '}') strb_char(b, ch);
            }
            release(c->vm, s);
        } else if (n->kind == AST_FormattedValue) {
            StrB inner = STRB_INIT(c->vm);
            put(c, &inner, n->FormattedValue.value, P_TEST + 1);
            Value s = strb_take(&inner);
            strb_c(b, s && as_str(s)->len && str_at(as_str(s), 0) == '{' ? "{ " : "{");
            if (s) strb_str(b, s);
            release(c->vm, s);
            if (n->FormattedValue.conversion > 0) {
                strb_c(b, "!");
                strb_char(b, (uint32_t)n->FormattedValue.conversion);
            }
            if (n->FormattedValue.format_spec) {
                strb_c(b, ":");
                put_fstring_parts(c, b, n->FormattedValue.format_spec->JoinedStr.values);
            }
            strb_c(b, "}");
        } else if (n->kind == AST_JoinedStr) put_fstring_parts(c, b, n->JoinedStr.values);
    }
}

static void put_compound(Comp *c, StrB *b, Node *n, Prec level)
{
    Prec p = P_TEST;
    switch (n->kind) {
    case AST_BoolOp: p = n->BoolOp.op == AST_OP_And ? P_AND : P_OR; break;
    case AST_UnaryOp: p = n->UnaryOp.op == AST_OP_Not ? P_NOT : P_FACTOR; break;
    case AST_Compare: p = P_CMP; break;
    default: break;
    }
    if (level > p) strb_c(b, "(");
    switch (n->kind) {
    case AST_BoolOp:
        for (int i = 0; i < n->BoolOp.values.n; i++) {
            if (i) strb_c(b, p == P_AND ? " and " : " or ");
            put(c, b, n->BoolOp.values.items[i], p + 1);
        }
        break;
    case AST_UnaryOp:
        strb_c(b, n->UnaryOp.op == AST_OP_Not ? "not " : ast_op_text(n->UnaryOp.op));
        put(c, b, n->UnaryOp.operand, p);
        break;
    case AST_Compare:
        put(c, b, n->Compare.left, P_CMP + 1);
        for (int i = 0; i < n->Compare.ops.n; i++) {
            strb_c(b, " ");
            strb_c(b, ast_op_text(n->Compare.ops.items[i]));
            strb_c(b, " ");
            put(c, b, n->Compare.comparators.items[i], P_CMP + 1);
        }
        break;
    case AST_IfExp:
        put(c, b, n->IfExp.body, P_TEST + 1);
        strb_c(b, " if ");
        put(c, b, n->IfExp.test, P_TEST + 1);
        strb_c(b, " else ");
        put(c, b, n->IfExp.orelse, P_TEST);
        break;
    default: { /* lambda */
        struct Astarguments *a = &n->Lambda.args->arguments;
        strb_c(b, a->posonlyargs.n + a->args.n + a->kwonlyargs.n || a->vararg || a->kwarg ? "lambda " : "lambda");
        put_args(c, b, n->Lambda.args);
        strb_c(b, ": ");
        put(c, b, n->Lambda.body, P_TEST);
        break;
    }
    }
    if (level > p) strb_c(b, ")");
}

static void put_call(Comp *c, StrB *b, Node *n)
{
    NodeSeq args = n->Call.args, kw = n->Call.keywords;
    put(c, b, n->Call.func, P_ATOM);
    if (args.n == 1 && !kw.n && args.items[0]->kind == AST_GeneratorExp) {
        put(c, b, args.items[0], P_TEST);
        return;
    }
    strb_c(b, "(");
    put_list(c, b, args);
    for (int i = 0; i < kw.n; i++) {
        if (i || args.n) strb_c(b, ", ");
        if (kw.items[i]->keyword.arg.s) {
            put_id(b, kw.items[i]->keyword.arg);
            strb_c(b, "=");
        } else strb_c(b, "**");
        put(c, b, kw.items[i]->keyword.value, P_TEST);
    }
    strb_c(b, ")");
}

/* A number past all others has no name in a program: it is written as one that is too large. */
static void put_infinite(StrB *b, const char *text)
{
    for (; *text; text++) {
        if (strncmp(text, "inf", 3) == 0) {
            strb_c(b, "1e309");
            text += 2;
        } else strb_char(b, (unsigned char)*text);
    }
}

static void put_constant(Comp *c, StrB *b, Node *n)
{
    Value v = fold_const(c, n), r = NO_VALUE;
    if (n->Constant.value.kind == ACONST_ELLIPSIS) strb_c(b, "...");
    else if (v) {
        if (n->Constant.kind.s) strb_c(b, "u");
        r = op_repr(c->vm, v);
        const char *text = r ? str_utf8(c->vm, r, NULL) : NULL;
        if (!text) b->failed = true;
        else if (!is_float_any(v) && !is_complex(v)) strb_str(b, r);
        else put_infinite(b, text);
    }
    release(c->vm, r);
    release(c->vm, v);
}

static void put(Comp *c, StrB *b, Node *n, Prec level)
{
    if (c->failed || b->failed) return;
    if (!compile_enter(c->vm, &c->depth)) c->failed = true;
    switch (c->failed ? AST__COUNT : n->kind) {
    case AST_Constant: put_constant(c, b, n); break;
    case AST_Name: put_id(b, n->Name.id); break;
    case AST_BinOp: put_binop(c, b, n, level); break;
    case AST_BoolOp: case AST_UnaryOp: case AST_Compare: case AST_IfExp: case AST_Lambda: put_compound(c, b, n, level); break;
    case AST_Tuple:
        if (!n->Tuple.elts.n) {
            strb_c(b, "()");
            break;
        }
        if (level > P_TUPLE) strb_c(b, "(");
        put_list(c, b, n->Tuple.elts);
        if (n->Tuple.elts.n == 1) strb_c(b, ",");
        if (level > P_TUPLE) strb_c(b, ")");
        break;
    case AST_List: strb_c(b, "["); put_list(c, b, n->List.elts); strb_c(b, "]"); break;
    case AST_Set: strb_c(b, "{"); put_list(c, b, n->Set.elts); strb_c(b, "}"); break;
    case AST_Dict:
        strb_c(b, "{");
        for (int i = 0; i < n->Dict.keys.n; i++) {
            if (i) strb_c(b, ", ");
            if (n->Dict.keys.items[i]) {
                put(c, b, n->Dict.keys.items[i], P_TEST);
                strb_c(b, ": ");
                put(c, b, n->Dict.values.items[i], P_TEST);
            } else {
                strb_c(b, "**");
                put(c, b, n->Dict.values.items[i], P_BOR);
            }
        }
        strb_c(b, "}");
        break;
    case AST_ListComp: strb_c(b, "["); put(c, b, n->ListComp.elt, P_TEST); put_gens(c, b, n->ListComp.generators); strb_c(b, "]"); break;
    case AST_SetComp: strb_c(b, "{"); put(c, b, n->SetComp.elt, P_TEST); put_gens(c, b, n->SetComp.generators); strb_c(b, "}"); break;
    case AST_GeneratorExp: strb_c(b, "("); put(c, b, n->GeneratorExp.elt, P_TEST); put_gens(c, b, n->GeneratorExp.generators); strb_c(b, ")"); break;
    case AST_DictComp:
        strb_c(b, "{");
        put(c, b, n->DictComp.key, P_TEST);
        strb_c(b, ": ");
        put(c, b, n->DictComp.value, P_TEST);
        put_gens(c, b, n->DictComp.generators);
        strb_c(b, "}");
        break;
    case AST_Call: put_call(c, b, n); break;
    case AST_Attribute: {
        Node *v = n->Attribute.value;
        put(c, b, v, P_ATOM);
        bool number = v->kind == AST_Constant && (v->Constant.value.kind == ACONST_INT || v->Constant.value.kind == ACONST_BIGINT);
        strb_c(b, number ? " ." : ".");
        put_id(b, n->Attribute.attr);
        break;
    }
    case AST_Subscript:
        put(c, b, n->Subscript.value, P_ATOM);
        strb_c(b, "[");
        put(c, b, n->Subscript.slice, P_TUPLE);
        strb_c(b, "]");
        break;
    case AST_Slice:
        if (n->Slice.lower) put(c, b, n->Slice.lower, P_TEST);
        strb_c(b, ":");
        if (n->Slice.upper) put(c, b, n->Slice.upper, P_TEST);
        if (n->Slice.step) {
            strb_c(b, ":");
            put(c, b, n->Slice.step, P_TEST);
        }
        break;
    case AST_Starred: strb_c(b, "*"); put(c, b, n->Starred.value, P_BOR); break;
    case AST_JoinedStr: {
        StrB inner = STRB_INIT(c->vm);
        put_fstring_parts(c, &inner, n->JoinedStr.values);
        Value s = strb_take(&inner), r = s ? op_repr(c->vm, s) : NO_VALUE;
        strb_c(b, "f");
        if (r) strb_str(b, r);
        else b->failed = true;
        release(c->vm, r);
        release(c->vm, s);
        break;
    }
    default: break;
    }
    c->depth--;
}

Value annotation_text(Comp *c, Node *n)
{
    StrB b = STRB_INIT(c->vm);
    put(c, &b, n, P_TEST);
    Value v = strb_take(&b);
    if (!v) c->failed = true;
    return v;
}
