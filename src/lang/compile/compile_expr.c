/* compile_expr.c: expressions, names and conditions.
 * Long because every kind of expression stands here, a short function each.
 */
#include "compile_impl.h"

/* ---- names ---- */

Sym *resolve_name(Comp *c, Name *name, SymKind *kind)
{
    Scope *s = c->u->cur;
    bool crossed = false;
    for (; s->inlined; s = s->parent, crossed = true) {
        Sym *y = scope_find(s, name);
        if (!y || !(y->flags & SYM_BOUND) || (y->flags & (SYM_GLOBAL | SYM_NONLOCAL))) continue;
        *kind = (SymKind)y->kind;
        return y;
    }
    Sym *y = scope_find(s, name);
    *kind = y && y->kind != SYM_K_UNKNOWN ? (SymKind)y->kind : s->type == SCOPE_MODULE || s->type == SCOPE_CLASS ? SYM_K_NAME : SYM_K_GLOBAL;
    if (crossed && *kind == SYM_K_NAME) *kind = SYM_K_GLOBAL;
    return y;
}

bool forbidden(Comp *c, AstStr id, bool is_store, const AstSpan *span)
{
    if (id.len != 9 || memcmp(id.s, "__debug__", 9) != 0) return false;
    comp_fail(c, span, is_store ? "cannot assign to __debug__" : "cannot delete __debug__");
    return true;
}

static Reg load_mangled(Comp *c, Name *name, Reg want)
{
    if (!name) return want < ANY ? want : 0;
    SymKind kind;
    Sym *y = resolve_name(c, name, &kind);
    Reg d;
    switch (kind) {
    case SYM_K_LOCAL:
        if (!bound_has(c, y->reg)) {
            emit(c, BC_CHECK_LOCAL, y->reg, 0, 0);
            bound_add(c, y->reg);
        }
        if (want == y->reg || want == NOW || (want == ANY && !(y->flags & SYM_WALRUS))) return y->reg;
        d = temp_dest(c, want);
        emit(c, BC_MOVE, d, y->reg, 0);
        return d;
    case SYM_K_CELL:
        d = temp_dest(c, want);
        emit(c, BC_LOAD_CELL, d, y->reg, 0);
        return d;
    case SYM_K_FREE:
        d = temp_dest(c, want);
        if (c->u->scope->type == SCOPE_CLASS) emit(c, BC_LOAD_CLASS_FREE, d, y->free, name_index(c, name));
        else emit(c, BC_LOAD_FREE, d, y->free, 0);
        return d;
    case SYM_K_GLOBAL:
        d = temp_dest(c, want);
        emit(c, BC_LOAD_GLOBAL, d, name_index(c, name), cache_shared(c, name, 0));
        return d;
    default:
        d = temp_dest(c, want);
        emit(c, BC_LOAD_NAME, d, name_index(c, name), cache_shared(c, name, 2));
        return d;
    }
}

Reg name_load(Comp *c, Node *at, AstStr id, Reg want)
{
    if (at) c->loc = &at->span;
    return load_mangled(c, comp_name(c, id), want);
}

void name_store_mangled(Comp *c, Name *name, Reg from)
{
    if (!name || c->failed) return;
    SymKind kind;
    Sym *y = resolve_name(c, name, &kind);
    switch (kind) {
    case SYM_K_LOCAL:
        if (from != y->reg) emit(c, BC_MOVE, y->reg, from, 0);
        bound_add(c, y->reg);
        break;
    case SYM_K_CELL: emit(c, BC_STORE_CELL, y->reg, from, 0); break;
    case SYM_K_FREE: emit(c, BC_STORE_FREE, y->free, from, 0); break;
    case SYM_K_GLOBAL: emit(c, BC_STORE_GLOBAL, from, name_index(c, name), cache_shared(c, name, 1)); break;
    default: emit(c, BC_STORE_NAME, from, name_index(c, name), cache_shared(c, name, 3)); break;
    }
}
void name_store(Comp *c, AstStr id, Reg from) { name_store_mangled(c, comp_name(c, id), from); }

void name_delete(Comp *c, AstStr id)
{
    Name *name = comp_name(c, id);
    if (!name) return;
    SymKind kind;
    Sym *y = resolve_name(c, name, &kind);
    switch (kind) {
    case SYM_K_LOCAL:
        emit(c, bound_has(c, y->reg) ? BC_CLEAR : BC_DEL_LOCAL, y->reg, 0, 0);
        bound_drop(c, y->reg);
        break;
    case SYM_K_CELL: emit(c, BC_DEL_CELL, y->reg, 0, 0); break;
    case SYM_K_FREE: emit(c, BC_DEL_FREE, y->free, 0, 0); break;
    case SYM_K_GLOBAL: emit(c, BC_DEL_GLOBAL, 0, name_index(c, name), 0); break;
    default: emit(c, BC_DEL_NAME, 0, name_index(c, name), 0); break;
    }
}

Reg name_local(Comp *c, AstStr id)
{
    Name *name = comp_name(c, id);
    if (!name) return -1;
    SymKind kind;
    Sym *y = resolve_name(c, name, &kind);
    return kind == SYM_K_LOCAL ? y->reg : -1;
}

/* ---- warnings ---- */

/* The type an expression surely has, for warnings; NULL: unknown. */
static const char *sure_type(Comp *c, Node *n)
{
    switch (n->kind) {
    case AST_Tuple: return "tuple";
    case AST_List: case AST_ListComp: return "list";
    case AST_Dict: case AST_DictComp: return "dict";
    case AST_Set: case AST_SetComp: return "set";
    case AST_GeneratorExp: return "generator";
    case AST_Lambda: return "function";
    case AST_JoinedStr: case AST_FormattedValue: return "str";
    case AST_Constant:
        switch (n->Constant.value.kind) {
        case ACONST_NONE: return "NoneType";
        case ACONST_TRUE: case ACONST_FALSE: return "bool";
        case ACONST_ELLIPSIS: return "ellipsis";
        case ACONST_INT: case ACONST_BIGINT: return "int";
        case ACONST_FLOAT: return "float";
        case ACONST_IMAG: return "complex";
        case ACONST_STR: return "str";
        default: return "bytes";
        }
    default: (void)c; return NULL;
    }
}

static void check_subscript(Comp *c, Node *n)
{
    Node *v = n->Subscript.value, *i = n->Subscript.slice;
    const char *type = sure_type(c, v), *index = sure_type(c, i);
    if (!type) return;
    bool indexed = v->kind == AST_Tuple || v->kind == AST_List || v->kind == AST_ListComp || strcmp(type, "str") == 0 || strcmp(type, "bytes") == 0;
    if (!indexed && v->kind != AST_Dict && v->kind != AST_DictComp) {
        comp_warn(c, &n->span, "'%s' object is not subscriptable; perhaps you missed a comma?", type);
        return;
    }
    if (indexed && index && strcmp(index, "int") != 0 && strcmp(index, "bool") != 0)
        comp_warn(c, &n->span, "%s indices must be integers or slices, not %s; perhaps you missed a comma?", type, index);
}

static void check_is(Comp *c, Node *n)
{
    Node *left = n->Compare.left;
    for (int i = 0; i < n->Compare.ops.n; i++) {
        Node *right = n->Compare.comparators.items[i];
        int op = n->Compare.ops.items[i];
        if (op == AST_OP_Is || op == AST_OP_IsNot) {
            Value a = fold(c, left), b = fold(c, right);
            bool bad = (a && (is_heap(a) || is_small(a) || is_float(a))) || (b && (is_heap(b) || is_small(b) || is_float(b)));
            release(c->vm, a);
            release(c->vm, b);
            if (bad) {
                comp_warn(c, &n->span, op == AST_OP_Is ? "\"is\" with a literal. Did you mean \"==\"?" : "\"is not\" with a literal. Did you mean \"!=\"?");
                return;
            }
        }
        left = right;
    }
}

/* ---- operators ---- */

static Reg dest_at(Comp *c, Reg base, Reg want)
{
    c->u->sp = base;
    return temp_dest(c, want);
}

static Reg load_folded(Comp *c, Node *n, Value v, Reg want)
{
    Reg d = temp_dest(c, want);
    c->loc = &n->span;
    load_const(c, d, v);
    return d;
}

static Reg expr_binop(Comp *c, Node *n, Reg want)
{
    int count = 0, i = 0;
    Node *p = n;
    for (; p->kind == AST_BinOp; p = p->BinOp.left) count++;
    Node **spine = comp_alloc(c, (size_t)count * sizeof *spine);
    if (!spine) return 0;
    Node *q = n;
    for (int k = count; k-- > 0; q = q->BinOp.left) spine[k] = q;
    Value acc = fold(c, p);
    for (; acc && i < count; i++) {
        Value r = fold(c, spine[i]->BinOp.right), v = NO_VALUE;
        if (r) v = fold_binary(c, spine[i]->BinOp.op, acc, r);
        release(c->vm, r);
        if (!v) break;
        release(c->vm, acc);
        acc = v;
    }
    if (acc && i == count) return load_folded(c, n, acc, want);
    Reg base = c->u->sp, left;
    if (acc) {
        c->loc = &p->span;
        left = push_const(c, acc);
    } else left = expr(c, p, ANY);
    for (; i < count && !c->failed; i++) {
        Node *b = spine[i];
        Reg w = i == count - 1 ? want : PUSH;
        int op = binop_of(b->BinOp.op);
        Value k = fold(c, b->BinOp.right);
        int index = k ? const_add(c, k) : -1;
        if (index >= 0 && index < 0xFFFF) {
            Reg d = dest_at(c, base, w);
            c->loc = &b->span;
            emit(c, (Opcode)(BC_ADDK + op), d, left, index);
            left = d;
            continue;
        }
        Reg right;
        if (index >= 0) {
            right = temp_push(c);
            emit_wide(c, BC_LOADK, right, index);
        } else right = expr(c, b->BinOp.right, NOW);
        Reg d = dest_at(c, base, w);
        c->loc = &b->span;
        emit(c, (Opcode)(BC_ADD + op), d, left, right);
        left = d;
    }
    return left;
}

static Reg expr_unary(Comp *c, Node *n, Reg want)
{
    Value v = fold(c, n);
    if (v) return load_folded(c, n, v, want);
    static const uint8_t ops[] = {BC_INVERT - BC_NEG, BC_NOT - BC_NEG, BC_POS - BC_NEG, 0};
    Reg base = c->u->sp, r = expr(c, n->UnaryOp.operand, NOW), d = dest_at(c, base, want);
    c->loc = &n->span;
    emit(c, (Opcode)(BC_NEG + ops[n->UnaryOp.op - AST_OP_Invert]), d, r, 0);
    return d;
}

static Reg expr_boolop(Comp *c, Node *n, Reg want)
{
    NodeSeq v = n->BoolOp.values;
    bool is_and = n->BoolOp.op == AST_OP_And;
    Reg base = c->u->sp;
    Label end = label_new(c);
    for (int i = 0; i < v.n - 1; i++) {
        expr(c, v.items[i], PUSH);
        c->loc = &n->span;
        emit_jump(c, is_and ? BC_JMP_FALSE_OR_POP : BC_JMP_TRUE_OR_POP, base, end);
        c->u->sp = base;
    }
    expr(c, v.items[v.n - 1], PUSH);
    label_here(c, end);
    if (want >= ANY) return base;
    c->u->sp = base;
    emit(c, BC_MOVE, want, base, 0);
    return want;
}

static Reg expr_ifexp(Comp *c, Node *n, Reg want)
{
    Reg base = c->u->sp, w = want < ANY ? want : PUSH;
    Label other = label_new(c), end = label_new(c);
    cond(c, n->IfExp.test, false, other);
    Reg d = expr(c, n->IfExp.body, w);
    emit_jump(c, BC_JMP, 0, end);
    c->u->sp = base;
    label_here(c, other);
    expr(c, n->IfExp.orelse, w);
    label_here(c, end);
    return d;
}

/* ---- comparisons ---- */

static int compare_op(int op) /* of LT .. GE: its distance from LT */
{
    switch (op) {
    case AST_OP_Lt: return 0;
    case AST_OP_LtE: return 1;
    case AST_OP_Eq: return 2;
    case AST_OP_NotEq: return 3;
    case AST_OP_Gt: return 4;
    case AST_OP_GtE: return 5;
    default: return -1;
    }
}

/* `in [1, 2]` needs no list and `in {1, 2}` no new set. NULL: not of constants. */
static Value fold_container(Comp *c, Node *n)
{
    NodeSeq e;
    if (n->kind == AST_List) e = n->List.elts;
    else if (n->kind == AST_Set) e = n->Set.elts;
    else return NO_VALUE;
    Value t = tuple_new(c->vm, e.n);
    for (int i = 0; t && i < e.n; i++) {
        Value v = fold(c, e.items[i]);
        if (!v) {
            release(c->vm, t);
            return NO_VALUE;
        }
        as_tuple(t)->items[i] = v;
    }
    if (!t || n->kind == AST_List) return t;
    Value s = frozenset_new(c->vm);
    for (int i = 0; s && i < e.n; i++)
        if (set_add(c->vm, s, as_tuple(t)->items[i]) < 0) {
            err_clear(c->vm);
            value_clear(c->vm, &s);
        }
    release(c->vm, t);
    return s;
}

static Reg expr_right(Comp *c, Node *n, int op, Reg want)
{
    if (op == AST_OP_In || op == AST_OP_NotIn) {
        Value v = fold_container(c, n);
        if (v) return load_folded(c, n, v, want < ANY ? want : PUSH);
    }
    return expr(c, n, want);
}

/* The constant of the right operand for a K form; -1: none. */
static int right_const(Comp *c, Node *n, int op)
{
    if (compare_op(op) < 0) return -1;
    if (c->u->nconsts >= 0xFFF0) return -1;
    Value v = fold(c, n);
    return v ? const_add(c, v) : -1;
}

static void emit_compare(Comp *c, int op, Reg d, Reg l, Reg r, int k)
{
    int rel = compare_op(op);
    if (rel >= 0) emit(c, (Opcode)((k >= 0 ? BC_LTK : BC_LT) + rel), d, l, k >= 0 ? k : r);
    else emit(c, op == AST_OP_Is ? BC_IS : op == AST_OP_IsNot ? BC_IS_NOT : op == AST_OP_In ? BC_IN : BC_NOT_IN, d, l, r);
}

static Reg expr_compare(Comp *c, Node *n, Reg want)
{
    struct AstCompare *cmp = &n->Compare;
    check_is(c, n);
    Reg base = c->u->sp;
    if (cmp->ops.n == 1) {
        int op = cmp->ops.items[0];
        Node *right = cmp->comparators.items[0];
        Reg l = expr(c, cmp->left, ANY);
        int k = right_const(c, right, op);
        Reg r = k >= 0 ? 0 : expr_right(c, right, op, NOW);
        Reg d = dest_at(c, base, want);
        c->loc = &n->span;
        emit_compare(c, op, d, l, r, k);
        return d;
    }
    /* a < b < c: the result stands at base, the operand that two comparisons share at base + 1. */
    Label fail = label_new(c), end = label_new(c);
    Reg d = temp_push(c), l = expr(c, cmp->left, ANY);
    int last = cmp->ops.n - 1;
    for (int i = 0; i < last && !c->failed; i++) {
        if (c->u->sp == d + 1) temp_push(c); /* base + 1 stays reserved */
        Reg r = expr_right(c, cmp->comparators.items[i], cmp->ops.items[i], ANY);
        c->loc = &n->span;
        if (is_temp(c, r)) {
            Reg t = temp_push(c);
            emit(c, BC_COPY, t, r, 0);
            emit_compare(c, cmp->ops.items[i], d, l, t, -1);
            emit(c, BC_MOVE, d + 1, r, 0);
            l = d + 1;
        } else {
            emit_compare(c, cmp->ops.items[i], d, l, r, -1);
            l = r;
        }
        emit_jump(c, BC_JMP_FALSE_OR_POP, d, fail);
        c->u->sp = d + 2;
    }
    int k = right_const(c, cmp->comparators.items[last], cmp->ops.items[last]);
    Reg r = k >= 0 ? 0 : expr_right(c, cmp->comparators.items[last], cmp->ops.items[last], NOW);
    c->loc = &n->span;
    emit_compare(c, cmp->ops.items[last], d, l, r, k);
    emit_jump(c, BC_JMP, 0, end);
    label_here(c, fail);
    emit(c, BC_CLEAR, d + 1, 0, 0);
    label_here(c, end);
    c->u->sp = d + 1;
    if (want >= ANY) return d;
    c->u->sp = base;
    emit(c, BC_MOVE, want, d, 0);
    return want;
}

/* ---- conditions ---- */

static void emit_test(Comp *c, int op, Reg l, Node *right, bool when, Label target, const AstSpan *span)
{
    int rel = compare_op(op);
    bool negated = op == AST_OP_IsNot || op == AST_OP_NotIn;
    if ((op == AST_OP_Is || op == AST_OP_IsNot) && right->kind == AST_Constant && right->Constant.value.kind == ACONST_NONE) {
        c->loc = span;
        emit(c, BC_TEST_NONE, l, 0, when != negated);
    } else {
        int k = right_const(c, right, op);
        Reg r = k >= 0 ? k : expr_right(c, right, op, NOW);
        c->loc = span;
        if (rel >= 0) emit(c, (Opcode)((k >= 0 ? BC_TEST_LTK : BC_TEST_LT) + rel), l, r, when);
        else emit(c, op == AST_OP_Is || op == AST_OP_IsNot ? BC_TEST_IS : BC_TEST_IN, l, r, when != negated);
    }
    emit_jump(c, BC_JMP, 0, target);
}

static void cond_compare(Comp *c, Node *n, bool when, Label target)
{
    struct AstCompare *cmp = &n->Compare;
    check_is(c, n);
    Reg base = c->u->sp, l = expr(c, cmp->left, cmp->ops.n == 1 && cmp->comparators.items[0]->kind == AST_Constant ? NOW : ANY);
    int last = cmp->ops.n - 1;
    if (!last) {
        emit_test(c, cmp->ops.items[0], l, cmp->comparators.items[0], when, target, &n->span);
        c->u->sp = base;
        return;
    }
    Label fail = label_new(c), end = label_new(c);
    bool temps = false;
    for (int i = 0; i < last && !c->failed; i++) {
        int op = cmp->ops.items[i], rel = compare_op(op);
        bool negated = op == AST_OP_IsNot || op == AST_OP_NotIn;
        if (c->u->sp == base) temp_push(c);
        Reg r = expr_right(c, cmp->comparators.items[i], op, ANY), t = r;
        c->loc = &n->span;
        if (is_temp(c, r)) {
            t = temp_push(c);
            emit(c, BC_COPY, t, r, 0);
        }
        if (rel >= 0) emit(c, (Opcode)(BC_TEST_LT + rel), l, t, 0);
        else emit(c, op == AST_OP_Is || op == AST_OP_IsNot ? BC_TEST_IS : BC_TEST_IN, l, t, negated);
        emit_jump(c, BC_JMP, 0, fail); /* r may still be live there, at base + 1 */
        l = r;
        if (is_temp(c, r)) {
            emit(c, BC_MOVE, base, r, 0);
            l = base;
            temps = true;
        }
        c->u->sp = base + 1;
    }
    emit_test(c, cmp->ops.items[last], l, cmp->comparators.items[last], when, target, &n->span);
    emit_jump(c, BC_JMP, 0, end);
    label_here(c, fail);
    if (temps) {
        c->u->sp = base + 2;
        emit(c, BC_CLEAR, base + 1, 0, 0);
        emit(c, BC_CLEAR, base, 0, 0);
    }
    if (!when) emit_jump(c, BC_JMP, 0, target);
    label_here(c, end);
    c->u->sp = base;
}

void cond(Comp *c, Node *n, bool when, Label target)
{
    if (c->failed) return;
    if (!compile_enter(c->vm, &c->depth)) c->failed = true;
    Reg base = c->u->sp;
    int truth;
    switch (n->kind) {
    case AST_UnaryOp:
        if (n->UnaryOp.op != AST_OP_Not) goto value;
        cond(c, n->UnaryOp.operand, !when, target);
        break;
    case AST_BoolOp: {
        NodeSeq v = n->BoolOp.values;
        bool stops = n->BoolOp.op == AST_OP_Or; /* the truth that decides early */
        Label skip = label_new(c);
        for (int i = 0; i < v.n - 1; i++) cond(c, v.items[i], stops, stops == when ? target : skip);
        cond(c, v.items[v.n - 1], when, target);
        label_here(c, skip);
        break;
    }
    case AST_IfExp: {
        Label other = label_new(c), end = label_new(c);
        cond(c, n->IfExp.test, false, other);
        cond(c, n->IfExp.body, when, target);
        emit_jump(c, BC_JMP, 0, end);
        label_here(c, other);
        cond(c, n->IfExp.orelse, when, target);
        label_here(c, end);
        break;
    }
    case AST_Compare: cond_compare(c, n, when, target); break;
    default:
    value:
        truth = fold_truth(c, n);
        if (truth >= 0) {
            if (truth == (int)when) emit_jump(c, BC_JMP, 0, target);
            break;
        }
        Reg r = expr(c, n, NOW);
        c->loc = &n->span;
        if (label_is_set(c, target)) { /* back: with a jump that looks for interrupts */
            emit(c, BC_TEST_TRUE, r, 0, when);
            emit_jump(c, BC_JMP_BACK, 0, target);
        } else emit_jump(c, when ? BC_JMP_TRUE : BC_JMP_FALSE, r, target);
        break;
    }
    c->u->sp = base;
    c->depth--;
}

/* ---- the rest ---- */

static Reg expr_walrus(Comp *c, Node *n, Reg want)
{
    AstStr id = n->NamedExpr.target->Name.id;
    if (forbidden(c, id, true, &n->NamedExpr.target->span)) return 0;
    Reg local = name_local(c, id);
    if (local >= 0) {
        expr(c, n->NamedExpr.value, local);
        bound_add(c, local);
        if (want == local || want == NOW) return local;
        Reg d = temp_dest(c, want);
        emit(c, BC_MOVE, d, local, 0);
        return d;
    }
    Reg base = c->u->sp, v = expr(c, n->NamedExpr.value, PUSH), t = temp_push(c);
    c->loc = &n->span;
    emit(c, BC_COPY, t, v, 0);
    name_store(c, id, t);
    if (want >= ANY) {
        c->u->sp = base + 1;
        return v;
    }
    c->u->sp = base;
    emit(c, BC_MOVE, want, v, 0);
    return want;
}

/* Where an attribute of an expression over several lines stands: at its name. `whole` gives the end. */
const AstSpan *attr_span(Comp *c, const Node *attr, const Node *whole)
{
    if (attr->lineno == attr->end_lineno) return &whole->span;
    AstSpan *s = comp_alloc(c, sizeof *s);
    if (!s) return &whole->span;
    *s = whole->span;
    s->lineno = attr->end_lineno;
    s->col_offset = attr->end_col_offset - (int)attr->Attribute.attr.len;
    return s;
}

static Reg expr_attribute(Comp *c, Node *n, Reg want)
{
    Reg base = c->u->sp, r = expr(c, n->Attribute.value, NOW), d = dest_at(c, base, want);
    c->loc = attr_span(c, n, n);
    emit(c, BC_GETATTR, d, r, cache_new(c, comp_name(c, n->Attribute.attr)));
    return d;
}

/* The bounds of a slice on the stack, two or with a step three; their first register. */
static Reg slice_bounds(Comp *c, Node *n)
{
    Reg base = c->u->sp;
    Node *parts[3] = {n->Slice.lower, n->Slice.upper, n->Slice.step};
    for (int i = 0; i < (parts[2] ? 3 : 2); i++) {
        if (parts[i]) expr(c, parts[i], PUSH);
        else push_const(c, V_NONE);
    }
    return base;
}

static bool plain_slice(const Node *n) { return n->kind == AST_Slice && !n->Slice.step; }

void slice_push(Comp *c, Node *n)
{
    Reg base = slice_bounds(c, n);
    c->u->sp = base;
    Reg d = temp_push(c);
    c->loc = &n->span;
    emit(c, BC_BUILD_SLICE, d, base, n->Slice.step ? 3 : 2);
}

static Reg expr_index(Comp *c, Node *n)
{
    if (n->kind != AST_Slice) return expr(c, n, NOW);
    slice_push(c, n);
    return c->u->sp - 1;
}

static Reg expr_subscript(Comp *c, Node *n, Reg want)
{
    check_subscript(c, n);
    Reg base = c->u->sp, o = expr(c, n->Subscript.value, ANY);
    if (plain_slice(n->Subscript.slice)) {
        Reg bounds = slice_bounds(c, n->Subscript.slice), to = dest_at(c, base, want);
        c->loc = &n->span;
        emit(c, BC_GETSLICE, to, o, bounds);
        return to;
    }
    Value k = n->Subscript.slice->kind == AST_Slice || c->u->nconsts >= 0xFFF0 ? NO_VALUE : fold(c, n->Subscript.slice);
    int index = k ? const_add(c, k) : -1;
    Reg i = k ? 0 : expr_index(c, n->Subscript.slice);
    Reg d = dest_at(c, base, want);
    c->loc = &n->span;
    if (index >= 0) emit(c, BC_GETITEMK, d, o, index);
    else emit(c, BC_GETITEM, d, o, i);
    return d;
}

static Reg expr_formatted(Comp *c, Node *n, Reg want)
{
    struct AstFormattedValue *f = &n->FormattedValue;
    Reg base = c->u->sp, v = expr(c, f->value, f->format_spec ? ANY : NOW);
    if (f->conversion > 0) {
        Reg d = dest_at(c, base, PUSH);
        c->loc = &n->span;
        emit(c, BC_CONVERT, d, v, f->conversion);
        v = d;
    }
    Reg spec = f->format_spec ? expr(c, f->format_spec, NOW) : NO_REG;
    Reg d = dest_at(c, base, want);
    c->loc = &n->span;
    emit(c, BC_FORMAT_VALUE, d, v, spec);
    return d;
}

static Reg expr_joined(Comp *c, Node *n, Reg want)
{
    NodeSeq v = n->JoinedStr.values;
    Reg base = c->u->sp;
    if (v.n == 0) return load_folded(c, n, const_str(c, (AstStr){"", 0}), want);
    if (v.n == 1) return expr(c, v.items[0], want);
    enum { CHUNK = 200 };
    int done = 0;
    bool first = true;
    while (done < v.n && !c->failed) {
        int k = 0;
        if (!first) k = 1; /* what is joined so far stands at base */
        for (; k < CHUNK && done < v.n; k++, done++) expr(c, v.items[done], PUSH);
        c->loc = &n->span;
        Reg d = dest_at(c, base, done < v.n ? PUSH : want);
        emit(c, BC_BUILD_STRING, d, base, k);
        if (done == v.n) return d;
        first = false;
    }
    return base;
}

static bool in_function(Comp *c) { return c->u->scope->type >= SCOPE_FUNCTION; }

static Reg expr_yield(Comp *c, Node *n, Reg want)
{
    if (!in_function(c) || (c->u->scope->type == SCOPE_COMP)) {
        comp_fail(c, &n->span, "'yield' outside function");
        return 0;
    }
    Reg base = c->u->sp;
    if (n->kind == AST_Yield) {
        Reg v;
        if (n->Yield.value) v = expr(c, n->Yield.value, NOW);
        else {
            c->loc = &n->span;
            v = push_const(c, V_NONE);
        }
        Reg d = dest_at(c, base, want);
        c->loc = &n->span;
        emit(c, BC_YIELD, d, v, 0);
        return d;
    }
    if (c->u->scope->async) {
        comp_fail(c, &n->span, "'yield from' inside async function");
        return 0;
    }
    c->loc = &n->span;
    Reg d = push_const(c, V_NONE), v = expr(c, n->YieldFrom.value, NOW), it = dest_at(c, d + 1, PUSH);
    c->loc = &n->span;
    emit(c, BC_GET_YIELD_ITER, it, v, 0);
    emit(c, BC_YIELD_FROM, d, it, 0);
    c->u->sp = d + 1;
    if (want >= ANY) return d;
    c->u->sp = base;
    emit(c, BC_MOVE, want, d, 0);
    return want;
}

/* A cell that awaits on its outermost level is a coroutine. */
void mark_awaiting(Comp *c)
{
    if (c->u->scope->type == SCOPE_MODULE) c->u->flags |= CODE_COROUTINE;
}

void emit_await(Comp *c, Reg d, Reg from, int how)
{
    mark_awaiting(c);
    Reg it = temp_push(c);
    emit(c, BC_GET_AWAITABLE, it, from, how);
    load_const(c, d, V_NONE);
    emit(c, BC_YIELD_FROM, d, it, 0);
    c->u->sp = d + 1;
}

static Reg expr_await(Comp *c, Node *n, Reg want)
{
    const Scope *s = c->u->cur;
    if (s->type < SCOPE_FUNCTION && !s->async) comp_fail(c, &n->span, "'await' outside function");
    else if (s->type != SCOPE_COMP && !s->async) comp_fail(c, &n->span, "'await' outside async function");
    if (c->failed) return 0;
    Reg base = c->u->sp, r = expr(c, n->Await.value, NOW);
    c->u->sp = base;
    Reg d = temp_push(c);
    c->loc = &n->span;
    emit_await(c, d, r, 0);
    if (want >= ANY) return d;
    c->u->sp = base;
    emit(c, BC_MOVE, want, d, 0);
    return want;
}

Reg expr(Comp *c, Node *n, Reg want)
{
    if (c->failed) return want < ANY ? want : 0;
    if (!compile_enter(c->vm, &c->depth)) c->failed = true;
    Reg r = want < ANY ? want : 0;
    switch (c->failed ? AST__COUNT : n->kind) {
    case AST_Constant: r = load_folded(c, n, fold_const(c, n), want); break;
    case AST_Name: {
        Value k = fold(c, n);
        if (k) r = load_folded(c, n, k, want);
        else r = name_load(c, n, n->Name.id, want);
        break;
    }
    case AST_BinOp: r = expr_binop(c, n, want); break;
    case AST_UnaryOp: r = expr_unary(c, n, want); break;
    case AST_BoolOp: r = expr_boolop(c, n, want); break;
    case AST_NamedExpr: r = expr_walrus(c, n, want); break;
    case AST_IfExp: r = expr_ifexp(c, n, want); break;
    case AST_Compare: r = expr_compare(c, n, want); break;
    case AST_Call: r = expr_call(c, n, want); break;
    case AST_Attribute: r = expr_attribute(c, n, want); break;
    case AST_Subscript: r = expr_subscript(c, n, want); break;
    case AST_Tuple: case AST_List: case AST_Set: r = expr_sequence(c, n, want); break;
    case AST_Dict: r = expr_dict(c, n, want); break;
    case AST_JoinedStr: r = expr_joined(c, n, want); break;
    case AST_FormattedValue: r = expr_formatted(c, n, want); break;
    case AST_Lambda: r = expr_lambda(c, n, want); break;
    case AST_ListComp: case AST_SetComp: case AST_DictComp: case AST_GeneratorExp: r = expr_comp(c, n, want); break;
    case AST_Yield: case AST_YieldFrom: r = expr_yield(c, n, want); break;
    case AST_Await: r = expr_await(c, n, want); break;
    case AST_Slice: {
        slice_push(c, n);
        r = c->u->sp - 1;
        break;
    }
    case AST_Starred: comp_fail(c, &n->span, "can't use starred expression here"); break;
    default: break;
    }
    c->depth--;
    return r;
}

void expr_drop(Comp *c, Node *n)
{
    Reg base = c->u->sp;
    if (n->kind == AST_Constant) return;
    if (n->kind == AST_BoolOp) {
        NodeSeq v = n->BoolOp.values;
        Label end = label_new(c);
        for (int i = 0; i < v.n - 1; i++) cond(c, v.items[i], n->BoolOp.op == AST_OP_Or, end);
        expr_drop(c, v.items[v.n - 1]);
        label_here(c, end);
        return;
    }
    Reg r = expr(c, n, NOW);
    if (!c->failed && is_temp(c, r)) emit(c, BC_CLEAR, r, 0, 0);
    c->u->sp = base;
}

/* ---- storing ---- */

void unpack(Comp *c, NodeSeq elts, Reg from, const AstSpan *span)
{
    int star = -1;
    for (int i = 0; i < elts.n; i++) {
        if (elts.items[i]->kind != AST_Starred) continue;
        if (star >= 0) {
            comp_fail(c, span, "multiple starred expressions in assignment");
            return;
        }
        star = i;
    }
    if (star >= 256 || (star >= 0 && elts.n - star - 1 >= 256)) {
        comp_fail(c, span, "too many expressions in star-unpacking assignment");
        return;
    }
    Reg base = c->u->sp;
    for (int i = 0; i < elts.n && !c->failed; i++) temp_push(c);
    c->loc = span;
    if (star < 0) emit(c, BC_UNPACK_SEQ, from, base, elts.n);
    else emit(c, BC_UNPACK_EX, from, base, star | (elts.n - star - 1) << 8);
    for (int i = 0; i < elts.n && !c->failed; i++)
        store(c, i == star ? elts.items[i]->Starred.value : elts.items[i], base + i);
    c->u->sp = base;
}

void store(Comp *c, Node *t, Reg from)
{
    if (c->failed) return;
    Reg base = c->u->sp;
    switch (t->kind) {
    case AST_Name:
        if (forbidden(c, t->Name.id, true, &t->span)) return;
        c->loc = &t->span;
        name_store(c, t->Name.id, from);
        break;
    case AST_Attribute: {
        if (forbidden(c, t->Attribute.attr, true, &t->span)) return;
        Reg o = expr(c, t->Attribute.value, NOW);
        c->loc = attr_span(c, t, t);
        emit(c, BC_SETATTR, o, from, cache_new(c, comp_name(c, t->Attribute.attr)));
        break;
    }
    case AST_Subscript: {
        Reg o = expr(c, t->Subscript.value, ANY);
        bool plain = plain_slice(t->Subscript.slice);
        Reg i = plain ? slice_bounds(c, t->Subscript.slice) : expr_index(c, t->Subscript.slice);
        c->loc = &t->span;
        emit(c, plain ? BC_SETSLICE : BC_SETITEM, o, i, from);
        break;
    }
    case AST_Tuple: unpack(c, t->Tuple.elts, from, &t->span); break;
    case AST_List: unpack(c, t->List.elts, from, &t->span); break;
    case AST_Starred: comp_fail(c, &t->span, "starred assignment target must be in a list or tuple"); break;
    default: comp_fail(c, &t->span, "cannot assign to %s", ast_expr_noun(t)); break;
    }
    c->u->sp = base;
}
