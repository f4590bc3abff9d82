/* compile_stmt.c: statements, but for functions, classes, try, with and match. */
#include "compile_impl.h"

bool is_docstring(NodeSeq seq)
{
    return seq.n && seq.items[0]->kind == AST_Expr && seq.items[0]->Expr.value->kind == AST_Constant &&
        seq.items[0]->Expr.value->Constant.value.kind == ACONST_STR;
}

void body(Comp *c, NodeSeq seq)
{
    for (int i = 0; i < seq.n && !c->failed; i++) stmt(c, seq.items[i]);
}

/* Code that never runs is checked, not emitted. */
static void dead_body(Comp *c, NodeSeq seq)
{
    Unit *u = c->u;
    bool dead = u->dead;
    uint64_t *keep = comp_alloc(c, (size_t)(u->words + 1) * sizeof *keep);
    if (!keep) return;
    memcpy(keep, u->bound, (size_t)u->words * sizeof *keep);
    u->dead = true;
    body(c, seq);
    u->dead = dead;
    memcpy(u->bound, keep, (size_t)u->words * sizeof *keep);
}

/* ---- assignment ---- */

static bool is_name(const Node *n, AstStr id) { return n->kind == AST_Name && n->Name.id.len == id.len && memcmp(n->Name.id.s, id.s, id.len) == 0; }

/* May the value in local r be read after the first `before` targets have been stored? */
static bool survives(Comp *c, Node *value, NodeSeq targets, int before)
{
    if (value->kind != AST_Name) return false;
    for (int i = 0; i < before; i++)
        if (targets.items[i]->kind != AST_Name || is_name(targets.items[i], value->Name.id)) return false;
    (void)c;
    return true;
}

/* `a, b = x, y`: the right side in full, then the stores from left to right; no tuple is made. */
static bool assign_parallel(Comp *c, Node *target, Node *value)
{
    if ((target->kind != AST_Tuple && target->kind != AST_List) || (value->kind != AST_Tuple && value->kind != AST_List)) return false;
    NodeSeq t = target->kind == AST_Tuple ? target->Tuple.elts : target->List.elts;
    NodeSeq v = value->kind == AST_Tuple ? value->Tuple.elts : value->List.elts;
    if (t.n != v.n || t.n == 0 || t.n > 16) return false;
    for (int i = 0; i < t.n; i++)
        if (t.items[i]->kind == AST_Starred || v.items[i]->kind == AST_Starred) return false;
    Reg regs[16], base = c->u->sp;
    for (int i = 0; i < t.n; i++) regs[i] = expr(c, v.items[i], survives(c, v.items[i], t, i) ? ANY : PUSH);
    for (int i = 0; i < t.n && !c->failed; i++) store(c, t.items[i], regs[i]);
    c->u->sp = base;
    return true;
}

static void stmt_assign(Comp *c, Node *n)
{
    NodeSeq t = n->Assign.targets;
    Node *value = n->Assign.value;
    Reg base = c->u->sp;
    if (t.n == 1 && t.items[0]->kind == AST_Name) {
        AstStr id = t.items[0]->Name.id;
        Reg local = name_local(c, id);
        if (local >= 0 && !forbidden(c, id, true, &t.items[0]->span)) {
            expr(c, value, local);
            bound_add(c, local);
            return;
        }
    }
    if (t.n == 1 && assign_parallel(c, t.items[0], value)) return;
    Reg v = expr(c, value, t.n == 1 && t.items[0]->kind == AST_Name ? NOW : PUSH);
    for (int i = 0; i < t.n && !c->failed; i++) {
        Reg from = v, sp = c->u->sp;
        c->loc = &n->span;
        if (i < t.n - 1) {
            from = temp_push(c);
            emit(c, BC_COPY, from, v, 0);
        }
        store(c, t.items[i], from);
        c->u->sp = sp;
    }
    c->u->sp = base;
}

static void stmt_aug_assign(Comp *c, Node *n)
{
    Node *t = n->AugAssign.target;
    int op = binop_of(n->AugAssign.op);
    Reg base = c->u->sp, obj = -1, index = -1, cur, d;
    switch (t->kind) {
    case AST_Name: {
        if (forbidden(c, t->Name.id, true, &t->span)) return;
        Reg local = name_local(c, t->Name.id);
        cur = name_load(c, t, t->Name.id, ANY);
        d = local >= 0 ? local : -1;
        break;
    }
    case AST_Attribute:
        if (forbidden(c, t->Attribute.attr, true, &t->span)) return;
        obj = expr(c, t->Attribute.value, ANY);
        cur = temp_push(c);
        c->loc = &t->span;
        if (is_temp(c, obj)) emit(c, BC_COPY, cur, obj, 0);
        emit(c, BC_GETATTR, cur, is_temp(c, obj) ? cur : obj, cache_new(c, comp_name(c, t->Attribute.attr)));
        d = -1;
        break;
    case AST_Subscript: {
        obj = expr(c, t->Subscript.value, ANY);
        if (t->Subscript.slice->kind == AST_Slice) {
            slice_push(c, t->Subscript.slice);
            index = c->u->sp - 1;
        } else index = expr(c, t->Subscript.slice, ANY);
        c->loc = &t->span;
        cur = temp_push(c);
        Reg o = obj, i = index;
        if (is_temp(c, obj)) {
            o = cur;
            emit(c, BC_COPY, cur, obj, 0);
        }
        if (is_temp(c, index)) {
            i = temp_push(c);
            emit(c, BC_COPY, i, index, 0);
        }
        emit(c, BC_GETITEM, cur, o, i);
        c->u->sp = cur + 1;
        d = -1;
        break;
    }
    default:
        comp_fail(c, &t->span, "'%s' is an illegal expression for augmented assignment", ast_expr_noun(t));
        return;
    }
    Reg at = c->u->sp;
    Value k = c->u->nconsts < 0xFFF0 ? fold(c, n->AugAssign.value) : NO_VALUE;
    int ki = k ? const_add(c, k) : -1;
    Reg v = ki >= 0 ? ki : expr(c, n->AugAssign.value, NOW);
    c->u->sp = is_temp(c, cur) ? cur : at;
    if (d < 0) d = temp_push(c);
    c->loc = &n->span;
    emit(c, (Opcode)((ki >= 0 ? BC_ADDK_I : BC_ADD_I) + op), d, cur, v);
    c->loc = &t->span;
    if (t->kind == AST_Name) name_store(c, t->Name.id, d);
    else if (t->kind == AST_Attribute) emit(c, BC_SETATTR, obj, d, cache_new(c, comp_name(c, t->Attribute.attr)));
    else emit(c, BC_SETITEM, obj, index, d);
    c->u->sp = base;
}

static bool at_top(Comp *c) { return c->u->scope->type == SCOPE_MODULE || c->u->scope->type == SCOPE_CLASS; }

static void stmt_ann_assign(Comp *c, Node *n)
{
    struct AstAnnAssign *a = &n->AnnAssign;
    Node *t = a->target;
    Reg base = c->u->sp;
    if (t->kind == AST_Name && forbidden(c, t->Name.id, true, &n->span)) return;
    if (t->kind == AST_Attribute && forbidden(c, t->Attribute.attr, true, &n->span)) return;
    if (a->value) {
        Reg local = t->kind == AST_Name ? name_local(c, t->Name.id) : -1;
        if (local >= 0) {
            expr(c, a->value, local);
            bound_add(c, local);
        } else store(c, t, expr(c, a->value, PUSH));
        c->u->sp = base;
    }
    if (t->kind == AST_Name && a->simple && at_top(c)) {
        push_annotation(c, a->annotation);
        c->loc = &n->span;
        Reg d = name_load(c, NULL, (AstStr){"__annotations__", 15}, PUSH);
        Name *name = comp_name(c, t->Name.id);
        Ref s = name ? name_str(c, name) : (Ref)NULL;
        Reg k = s ? push_const(c, retain(s)) : d;
        emit(c, BC_SETITEM, d, k, base);
    } else if (!a->value && t->kind == AST_Attribute) expr_drop(c, t->Attribute.value);
    else if (!a->value && t->kind == AST_Subscript) {
        expr_drop(c, t->Subscript.value);
        expr_drop(c, t->Subscript.slice);
    }
    c->u->sp = base;
    if (!a->simple && at_top(c) && !c->future_annotations) expr_drop(c, a->annotation);
}

static void delete_target(Comp *c, Node *t)
{
    Reg base = c->u->sp;
    switch (t->kind) {
    case AST_Name:
        if (forbidden(c, t->Name.id, false, &t->span)) return;
        c->loc = &t->span;
        name_delete(c, t->Name.id);
        break;
    case AST_Attribute: {
        if (forbidden(c, t->Attribute.attr, false, &t->span)) return;
        Reg o = expr(c, t->Attribute.value, NOW);
        c->loc = &t->span;
        emit(c, BC_DELATTR, o, name_index(c, comp_name(c, t->Attribute.attr)), 0);
        break;
    }
    case AST_Subscript: {
        Reg o = expr(c, t->Subscript.value, ANY), i;
        if (t->Subscript.slice->kind == AST_Slice) {
            slice_push(c, t->Subscript.slice);
            i = c->u->sp - 1;
        } else i = expr(c, t->Subscript.slice, NOW);
        c->loc = &t->span;
        emit(c, BC_DELITEM, o, i, 0);
        break;
    }
    case AST_Tuple: case AST_List: {
        NodeSeq e = t->kind == AST_Tuple ? t->Tuple.elts : t->List.elts;
        for (int i = 0; i < e.n && !c->failed; i++) delete_target(c, e.items[i]);
        break;
    }
    default: comp_fail(c, &t->span, "cannot delete %s", ast_expr_noun(t)); break;
    }
    c->u->sp = base;
}

/* ---- flow ---- */

void mark_line(Comp *c) { emit(c, BC_NOP, 0, 0, 0); }

static void stmt_if(Comp *c, Node *n)
{
    Label end = label_new(c);
    for (;;) { /* along an elif chain */
        struct AstIf *f = &n->If;
        int truth = fold_truth(c, f->test);
        c->loc = &n->span;
        if (truth >= 0) mark_line(c);
        Label other = label_new(c);
        if (truth == 0) dead_body(c, f->body);
        else {
            if (truth < 0) cond(c, f->test, false, other);
            body(c, f->body);
            loc_nowhere(c);
            if (truth < 0 && f->orelse.n) emit_jump(c, BC_JMP, 0, end);
        }
        if (truth == 1) {
            dead_body(c, f->orelse);
            break;
        }
        label_here(c, other);
        if (f->orelse.n == 1 && f->orelse.items[0]->kind == AST_If && !c->failed) {
            n = f->orelse.items[0];
            continue;
        }
        body(c, f->orelse);
        break;
    }
    label_here(c, end);
}

/* Cheap enough to be written twice, before the loop and at its bottom? */
static int test_cost(const Node *n)
{
    int cost = 1;
    switch (n->kind) {
    case AST_Constant: case AST_Name: return 1;
    case AST_BoolOp:
        for (int i = 0; i < n->BoolOp.values.n && cost < 100; i++) cost += test_cost(n->BoolOp.values.items[i]);
        return cost;
    case AST_UnaryOp: return 1 + test_cost(n->UnaryOp.operand);
    case AST_BinOp: return n->BinOp.left->kind == AST_BinOp && n->BinOp.left->BinOp.left->kind == AST_BinOp ? 100 : 1 + test_cost(n->BinOp.left) + test_cost(n->BinOp.right);
    case AST_Compare: return n->Compare.ops.n > 2 ? 100 : 1 + test_cost(n->Compare.left) + test_cost(n->Compare.comparators.items[0]) + (n->Compare.ops.n - 1) * 4;
    case AST_Attribute: return 1 + (n->Attribute.value->kind == AST_Name ? 1 : n->Attribute.value->kind == AST_Attribute ? 4 : 100);
    case AST_Subscript: return 1 + (n->Subscript.value->kind == AST_Name && n->Subscript.slice->kind != AST_Slice ? 1 + test_cost(n->Subscript.slice) : 100);
    case AST_NamedExpr: return 1 + test_cost(n->NamedExpr.value);
    case AST_Call:
        if (n->Call.keywords.n || n->Call.args.n > 3) return 100;
        for (int i = 0; i < n->Call.args.n; i++) cost += test_cost(n->Call.args.items[i]);
        return cost + test_cost(n->Call.func) + 1;
    default: return 100;
    }
}

static void stmt_while(Comp *c, Node *n)
{
    struct AstWhile *w = &n->While;
    int truth = fold_truth(c, w->test);
    if (truth == 0) {
        FBlock b = {.kind = FB_WHILE, .handler = -1, .brk = label_new(c), .cont = label_new(c)};
        block_push(c, &b);
        dead_body(c, w->body);
        block_pop(c);
        body(c, w->orelse);
        return;
    }
    bool twice = truth < 0 && test_cost(w->test) <= 14;
    Label top = label_new(c), cont = label_new(c), done = label_new(c), end = label_new(c);
    FBlock b = {.kind = FB_WHILE, .handler = -1, .brk = end, .cont = twice ? cont : top};
    if (twice) cond(c, w->test, false, done);
    label_here(c, top);
    bound_forget(c);
    if (truth < 0 && !twice) cond(c, w->test, false, done);
    c->loc = &n->span;
    if (truth > 0) mark_line(c);
    block_push(c, &b);
    body(c, w->body);
    block_pop(c);
    if (twice) {
        label_here(c, cont);
        cond(c, w->test, true, top);
    } else {
        c->loc = &n->span;
        emit_jump(c, BC_JMP_BACK, JMP_LOOP, top);
    }
    label_here(c, done);
    body(c, w->orelse);
    label_here(c, end);
}

static void stmt_for(Comp *c, Node *n)
{
    struct AstFor *f = &n->For;
    Reg base = c->u->sp;
    Value k = NO_VALUE;
    if (f->iter->kind == AST_List) {
        Node t = {.kind = AST_Tuple, .span = f->iter->span};
        t.Tuple.elts = f->iter->List.elts;
        t.Tuple.ctx = AST_OP_Load;
        k = fold(c, &t);
    }
    c->loc = &f->iter->span;
    Reg r = k ? push_const(c, k) : expr(c, f->iter, NOW);
    c->u->sp = base;
    Reg it = temp_push(c);
    c->loc = &n->span; /* here and at FOR_ITER as CPython: the whole statement */
    emit(c, BC_GET_ITER, it, r, 0);
    Label top = label_new(c), done = label_new(c), end = label_new(c);
    FBlock b = {.kind = FB_FOR, .handler = -1, .brk = end, .cont = top, .reg = it};
    label_here(c, top);
    bound_forget(c);
    c->loc = &n->span;
    block_push(c, &b);
    Reg local = -1;
    if (f->target->kind == AST_Name && !forbidden(c, f->target->Name.id, true, &f->target->span)) local = name_local(c, f->target->Name.id);
    c->loc = &n->span;
    Reg d = local >= 0 ? local : temp_push(c);
    emit(c, BC_FOR_ITER, d, it, 0);
    emit_jump(c, BC_JMP, 0, done);
    if (local >= 0) bound_add(c, local);
    else store(c, f->target, d);
    c->u->sp = it + 1;
    body(c, f->body);
    block_pop(c);
    c->loc = &n->span;
    emit_jump(c, BC_JMP_BACK, JMP_LOOP, top);
    c->u->sp = base;
    label_here(c, done);
    body(c, f->orelse);
    label_here(c, end);
}

static void stmt_jump(Comp *c, Node *n)
{
    FBlock *b = c->u->block;
    bool star = false;
    for (; b && b->kind != FB_FOR && b->kind != FB_WHILE; b = b->up) star |= b->kind == FB_STAR;
    if (!b && star) unwind_to(c, NULL, -1); /* says what is wrong */
    else if (!b) {
        comp_fail(c, &n->span, n->kind == AST_Break ? "'break' outside loop" : "'continue' not properly in loop");
    }
    if (!b) return;
    mark_line(c);
    unwind_to(c, b, -1);
    loc_nowhere(c);
    if (n->kind == AST_Break && b->kind == FB_FOR) emit(c, BC_CLEAR, b->reg, 0, 0);
    emit_jump(c, BC_JMP, 0, n->kind == AST_Break ? b->brk : b->cont);
    unwind_end(c, b);
}

/* Blocks that run code of other lines are left after the line of the return, which is over then: where the return itself stands. */
static const AstSpan *mark_leaving(Comp *c, Node *n)
{
    bool others = false;
    for (FBlock *b = c->u->block; b; b = b->up) others = others || b->kind == FB_FINALLY || b->kind == FB_WITH;
    if (!others) return &n->span;
    mark_line(c);
    return NULL;
}

static void stmt_return(Comp *c, Node *n)
{
    Node *value = n->Return.value;
    Scope *s = c->u->scope;
    if (s->type < SCOPE_FUNCTION) {
        comp_fail(c, &n->span, "'return' outside function");
        return;
    }
    if (value && s->async && s->generator) {
        comp_fail(c, &n->span, "'return' with value in async generator");
        return;
    }
    if (value && value->kind == AST_IfExp && fold_truth(c, value->IfExp.test) < 0) { /* a return on each side */
        Label other = label_new(c);
        Node side = {.kind = AST_Return, .span = n->span};
        cond(c, value->IfExp.test, false, other);
        side.Return.value = value->IfExp.body;
        stmt_return(c, &side);
        label_here(c, other);
        side.Return.value = value->IfExp.orelse;
        stmt_return(c, &side);
        c->loc = &n->span;
        return;
    }
    Reg base = c->u->sp;
    bool runs_code = false;
    for (FBlock *b = c->u->block; b; b = b->up) runs_code = runs_code || b->kind == FB_FINALLY || b->kind == FB_HANDLER_NAME;
    Value k = value ? fold(c, value) : NO_VALUE;
    if (!value || k) {
        if (value && value->span.lineno == n->span.lineno) c->loc = &value->span; /* of an error in leaving */
        const AstSpan *own = mark_leaving(c, n);
        unwind_to(c, NULL, -1);
        c->loc = own;
        if (!value || is_none(k)) emit(c, BC_RETURN_NONE, 0, 0, 0);
        else emit(c, BC_RETURN, push_const(c, k), 0, 0);
    } else {
        Reg r = expr(c, value, runs_code ? PUSH : NOW);
        c->loc = &n->span;
        const AstSpan *own = mark_leaving(c, n);
        unwind_to(c, NULL, is_temp(c, r) ? r : -1);
        c->loc = own;
        emit(c, BC_RETURN, r, 0, 0);
    }
    unwind_end(c, NULL);
    c->u->sp = base;
}

/* ---- the rest ---- */

static void push_fromlist(Comp *c, NodeSeq names)
{
    Value t = tuple_new(c->vm, names.n);
    for (int i = 0; t && i < names.n; i++) {
        AstStr id = names.items[i]->alias.name;
        Value s = const_str(c, id);
        as_tuple(t)->items[i] = s ? s : V_NONE;
    }
    push_const(c, t);
}

static void stmt_import(Comp *c, Node *n)
{
    NodeSeq names = n->Import.names;
    for (int i = 0; i < names.n && !c->failed; i++) {
        AstStr id = names.items[i]->alias.name, as = names.items[i]->alias.asname;
        Reg base = c->u->sp;
        c->loc = &n->span;
        AstStr bound = as;
        const char *dot = memchr(id.s, '.', id.len);
        if (!as.s) bound = (AstStr){id.s, dot ? (uint32_t)(dot - id.s) : id.len};
        if (forbidden(c, bound, true, &n->span)) return;
        push_const(c, make_small(0));
        push_const(c, V_NONE);
        c->u->sp = base;
        Reg m = temp_push(c);
        emit(c, BC_IMPORT_NAME, m, name_index(c, comp_name_plain(c, id)), base);
        while (as.s && dot) { /* the module itself, not the package at its head */
            const char *next = dot + 1;
            size_t left = id.len - (size_t)(next - id.s);
            dot = memchr(next, '.', left);
            AstStr part = {next, dot ? (uint32_t)(dot - next) : (uint32_t)left};
            Reg t = temp_push(c);
            emit(c, BC_IMPORT_FROM, t, m, name_index(c, comp_name_plain(c, part)));
            emit(c, BC_CLEAR, m, 0, 0); /* (machine code takes a temporary for empty where something is laid) */
            emit(c, BC_MOVE, m, t, 0);
            c->u->sp = m + 1;
        }
        name_store(c, bound, m);
        c->u->sp = base;
    }
}

static void stmt_import_from(Comp *c, Node *n)
{
    struct AstImportFrom *f = &n->ImportFrom;
    Reg base = c->u->sp;
    AstStr module = f->module.s ? f->module : (AstStr){"", 0};
    push_const(c, make_small(f->level));
    push_fromlist(c, f->names);
    c->u->sp = base;
    Reg m = temp_push(c);
    c->loc = &n->span;
    emit(c, BC_IMPORT_NAME, m, name_index(c, comp_name_plain(c, module)), base);
    for (int i = 0; i < f->names.n && !c->failed; i++) {
        AstStr id = f->names.items[i]->alias.name, as = f->names.items[i]->alias.asname;
        if (i == 0 && id.len == 1 && id.s[0] == '*') {
            emit(c, BC_IMPORT_STAR, m, 0, 0);
            c->u->sp = base;
            return;
        }
        if (forbidden(c, as.s ? as : id, true, &n->span)) return;
        AstStr target = as.s ? as : id;
        Reg local = name_local(c, target), t = local >= 0 ? local : temp_push(c);
        emit(c, BC_IMPORT_FROM, t, m, name_index(c, comp_name_plain(c, id)));
        name_store(c, target, t);
        c->u->sp = base + 1;
    }
    emit(c, BC_CLEAR, m, 0, 0);
    c->u->sp = base;
}

/* A __future__ import behind other statements. In a cell it may stand behind any of its own: notebooks compile each statement by itself, and many begin with a magic. */
static void check_future(Comp *c, Node *n)
{
    struct AstImportFrom *f = &n->ImportFrom;
    if (f->level || !f->module.s || f->module.len != 10 || memcmp(f->module.s, "__future__", 10) != 0) return;
    const Node *top = c->st.top->node;
    NodeSeq seq = top->kind == AST_Module ? top->Module.body : top->kind == AST_Interactive ? top->Interactive.body : (NodeSeq){NULL, 0};
    for (int i = is_docstring(seq) ? 1 : 0; i < seq.n; i++) {
        Node *s = seq.items[i];
        if (s == n) return;
        if (c->mode >= LANG_CELL) continue;
        if (s->kind != AST_ImportFrom || s->ImportFrom.level || !s->ImportFrom.module.s || s->ImportFrom.module.len != 10 ||
            memcmp(s->ImportFrom.module.s, "__future__", 10) != 0) break;
    }
    comp_fail(c, &n->span, "from __future__ imports must occur at the beginning of the file");
}

static void stmt_assert(Comp *c, Node *n)
{
    Node *test = n->Assert.test;
    if (test->kind == AST_Tuple && test->Tuple.elts.n) comp_warn(c, &n->span, "assertion is always true, perhaps remove parentheses?");
    if (c->vm->flags.optimize) return;
    if (fold_truth(c, test) > 0) mark_line(c);
    Label end = label_new(c);
    cond(c, test, true, end);
    Reg base = c->u->sp, e = temp_push(c);
    c->loc = &n->span;
    for (const Node *t = test;;) { /* CPython marks a failed comparison, also the last one in `not` and `and` */
        if (t->kind == AST_UnaryOp && t->UnaryOp.op == AST_OP_Not) t = t->UnaryOp.operand;
        else if (t->kind == AST_BoolOp) t = t->BoolOp.values.items[t->BoolOp.values.n - 1];
        else {
            if (t->kind == AST_Compare) c->loc = &t->span;
            break;
        }
    }
    const AstSpan *loc = c->loc;
    emit(c, BC_LOAD_ASSERTION_ERROR, e, 0, 0);
    if (n->Assert.msg) {
        expr(c, n->Assert.msg, PUSH);
        c->loc = loc;
        emit(c, BC_CALL, e, e, 1);
    }
    emit(c, BC_RAISE, e, NO_REG, 0);
    c->u->sp = base;
    label_here(c, end);
}

static void stmt_raise(Comp *c, Node *n)
{
    Reg base = c->u->sp, e = NO_REG, cause = NO_REG;
    if (n->Raise.exc) e = expr(c, n->Raise.exc, n->Raise.cause ? ANY : NOW);
    if (n->Raise.cause) cause = expr(c, n->Raise.cause, NOW);
    c->loc = &n->span;
    emit(c, BC_RAISE, e, cause, 0);
    c->u->sp = base;
}

static void stmt_expr(Comp *c, Node *n)
{
    if ((c->shows_all || n == c->shown) && !c->u->up) {
        Reg base = c->u->sp, r = expr(c, n->Expr.value, NOW);
        c->loc = &n->span;
        emit(c, BC_PRINT_EXPR, r, 0, 0);
        c->u->sp = base;
        return;
    }
    expr_drop(c, n->Expr.value);
}

/* The name that a cell's last statement assigned to is shown. */
void stmt_show_assigned(Comp *c, Node *last)
{
    Node *target = last->kind == AST_Assign && last->Assign.targets.n == 1 ? last->Assign.targets.items[0] :
                   last->kind == AST_AugAssign ? last->AugAssign.target : last->kind == AST_AnnAssign && last->AnnAssign.value ? last->AnnAssign.target : NULL;
    if (!target || target->kind != AST_Name) return;
    Reg base = c->u->sp, r = name_load(c, target, target->Name.id, NOW);
    c->loc = &last->span;
    emit(c, BC_PRINT_EXPR, r, 0, 0);
    c->u->sp = base;
}

static bool in_async(Comp *c, Node *n, const char *what)
{
    if (!c->u->scope->async) comp_fail(c, &n->span, "'%s' outside async function", what);
    return !c->failed;
}

static void stmt_async_for(Comp *c, Node *n)
{
    struct AstFor *f = &n->For;
    Reg base = c->u->sp, r = expr(c, f->iter, NOW);
    c->u->sp = base;
    Reg it = temp_push(c);
    c->loc = &f->iter->span;
    emit(c, BC_GET_AITER, it, r, 0);
    Label top = label_new(c), end = label_new(c);
    FBlock b = {.kind = FB_FOR, .handler = -1, .brk = end, .cont = top, .reg = it}, step;
    label_here(c, top);
    bound_forget(c);
    c->loc = &n->span;
    block_push(c, &b);
    c->loc = &f->iter->span;
    store(c, f->target, async_step(c, &step, it));
    c->u->sp = it + 1;
    body(c, f->body);
    block_pop(c);
    c->loc = &n->span;
    emit_jump(c, BC_JMP_BACK, JMP_LOOP, top);
    c->loc = &f->iter->span;
    async_end(c, &step, it);
    c->u->sp = base;
    body(c, f->orelse);
    label_here(c, end);
}

void stmt(Comp *c, Node *n)
{
    if (c->failed) return;
    if (!compile_enter(c->vm, &c->depth)) c->failed = true;
    c->loc = &n->span;
    int before = c->u->n;
    switch (c->failed ? AST__COUNT : n->kind) {
    case AST_FunctionDef: case AST_AsyncFunctionDef: stmt_function(c, n); break;
    case AST_ClassDef: stmt_class(c, n); break;
    case AST_Return: stmt_return(c, n); break;
    case AST_Delete:
        for (int i = 0; i < n->Delete.targets.n && !c->failed; i++) delete_target(c, n->Delete.targets.items[i]);
        break;
    case AST_Assign: stmt_assign(c, n); break;
    case AST_AugAssign: stmt_aug_assign(c, n); break;
    case AST_AnnAssign: stmt_ann_assign(c, n); break;
    case AST_For: stmt_for(c, n); break;
    case AST_AsyncFor:
        if (in_async(c, n, "async for")) stmt_async_for(c, n);
        break;
    case AST_While: stmt_while(c, n); break;
    case AST_If: stmt_if(c, n); break;
    case AST_With: stmt_with(c, n, 0); break;
    case AST_AsyncWith:
        if (in_async(c, n, "async with")) stmt_with(c, n, 0);
        break;
    case AST_Match: stmt_match(c, n); break;
    case AST_Raise: stmt_raise(c, n); break;
    case AST_Try: case AST_TryStar:
        mark_line(c);
        stmt_try(c, n);
        break;
    case AST_Assert: stmt_assert(c, n); break;
    case AST_Import: stmt_import(c, n); break;
    case AST_ImportFrom:
        check_future(c, n);
        stmt_import_from(c, n);
        break;
    case AST_Expr: stmt_expr(c, n); break;
    case AST_Break: case AST_Continue: stmt_jump(c, n); break;
    default: break; /* pass, global, nonlocal */
    }
    if (!c->failed && c->u->n == before && n->kind != AST_Global && n->kind != AST_Nonlocal) {
        c->loc = &n->span;
        mark_line(c);
    }
    c->depth--;
}
