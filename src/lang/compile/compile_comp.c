/* compile_comp.c: comprehensions and generator expressions. */
#include "compile_impl.h"

typedef struct CompParts { NodeSeq gens; Node *elt, *value; int kind; const AstSpan *loc; } CompParts;

static CompParts parts_of(Node *n)
{
    switch (n->kind) {
    case AST_ListComp: return (CompParts){n->ListComp.generators, n->ListComp.elt, NULL, n->kind, &n->span};
    case AST_SetComp: return (CompParts){n->SetComp.generators, n->SetComp.elt, NULL, n->kind, &n->span};
    case AST_DictComp: return (CompParts){n->DictComp.generators, n->DictComp.key, n->DictComp.value, n->kind, &n->span};
    default: return (CompParts){n->GeneratorExp.generators, n->GeneratorExp.elt, NULL, n->kind, &n->span};
    }
}

static void push_iter(Comp *c, const CompParts *p, int i)
{
    Node *n = p->gens.items[i]->comprehension.iter;
    bool async = p->gens.items[i]->comprehension.is_async;
    Reg base = c->u->sp, r;
    Value k = NO_VALUE;
    if (n->kind == AST_List && n->List.elts.n && !async) { /* `in [1, 2, 3]` walks a constant */
        Node t = {.kind = AST_Tuple, .span = n->span};
        t.Tuple.elts = n->List.elts;
        t.Tuple.ctx = AST_OP_Load;
        k = fold(c, &t);
    }
    c->loc = &n->span;
    if (k) r = push_const(c, k);
    else r = expr(c, n, NOW);
    c->u->sp = base;
    Reg d = temp_push(c);
    c->loc = p->loc;
    emit(c, async ? BC_GET_AITER : BC_GET_ITER, d, r, 0);
}

/* What is done with each element; `into` holds the container. */
static void comp_element(Comp *c, const CompParts *p, Reg into)
{
    Reg base = c->u->sp, r, v;
    switch (p->kind) {
    case AST_DictComp:
        r = expr(c, p->elt, ANY);
        v = expr(c, p->value, NOW);
        c->loc = &p->elt->span;
        emit(c, BC_DICT_PUT, into, r, v);
        break;
    case AST_GeneratorExp:
        r = expr(c, p->elt, NOW);
        c->u->sp = base;
        v = temp_push(c);
        c->loc = &p->elt->span;
        emit(c, BC_YIELD, v, r, 0);
        emit(c, BC_CLEAR, v, 0, 0);
        break;
    default:
        r = expr(c, p->elt, NOW);
        c->loc = &p->elt->span;
        emit(c, p->kind == AST_ListComp ? BC_LIST_APPEND : BC_SET_ADD, into, r, 0);
        break;
    }
    c->u->sp = base;
}

/* The loop of generator i; its iterator stands in `it`. */
static void comp_loop(Comp *c, const CompParts *p, int i, Reg it, Reg into)
{
    struct Astcomprehension *g = &p->gens.items[i]->comprehension;
    Label top = label_new(c), end = label_new(c);
    label_here(c, top);
    bound_forget(c);
    Reg base = c->u->sp, local = g->target->kind == AST_Name ? name_local(c, g->target->Name.id) : -1;
    c->loc = p->loc;
    FBlock step;
    if (g->is_async) local = -1;
    Reg d = local >= 0 ? local : g->is_async ? async_step(c, &step, it) : temp_push(c);
    if (g->target->kind == AST_Name) forbidden(c, g->target->Name.id, true, &g->target->span);
    if (!g->is_async) {
        emit(c, BC_FOR_ITER, d, it, 0);
        emit_jump(c, BC_JMP, 0, end);
    }
    if (local >= 0) bound_add(c, local);
    else store(c, g->target, d);
    c->u->sp = base;
    for (int k = 0; k < g->ifs.n; k++) cond(c, g->ifs.items[k], false, top);
    if (i + 1 < p->gens.n) {
        push_iter(c, p, i + 1);
        if (!compile_enter(c->vm, &c->depth)) c->failed = true;
        else if (!c->failed) comp_loop(c, p, i + 1, base, into);
        c->depth--;
        c->u->sp = base;
    } else comp_element(c, p, into);
    c->loc = &g->iter->span;
    emit_jump(c, BC_JMP_BACK, JMP_COMPREHENSION, top);
    if (g->is_async) async_end(c, &step, it);
    label_here(c, end);
}

static Opcode build_op(int kind) { return kind == AST_ListComp ? BC_BUILD_LIST : kind == AST_SetComp ? BC_BUILD_SET : BC_BUILD_DICT; }

static Reg comp_inlined(Comp *c, Node *n, const CompParts *p, Scope *s, Reg want)
{
    Reg base = temp_push(c); /* the container; empty until the first iterable is there */
    push_iter(c, p, 0);
    c->loc = &n->span;
    emit(c, build_op(p->kind), base, c->u->sp, 0);
    Scope *outer = c->u->cur;
    c->u->cur = s;
    for (Sym *y = s->syms; y; y = y->next) {
        if (y->reg < 0) continue;
        bound_drop(c, y->reg);
        if (y->kind == SYM_K_CELL) {
            emit(c, BC_CLEAR, y->reg, 0, 0);
            emit(c, BC_MAKE_CELL, y->reg, 0, 0);
        }
    }
    comp_loop(c, p, 0, base + 1, base);
    c->loc = &n->span;
    for (Sym *y = s->syms; y; y = y->next) {
        if (y->reg < 0) continue;
        emit(c, BC_CLEAR, y->reg, 0, 0);
        bound_drop(c, y->reg);
    }
    c->u->cur = outer;
    c->u->sp = base;
    Reg d = temp_dest(c, want);
    if (d != base) emit(c, BC_MOVE, d, base, 0);
    return d;
}

static Value comp_code(Comp *c, Node *n, const CompParts *p, Scope *s)
{
    if (!unit_open(c, s, s->name, &n->span)) return NO_VALUE;
    Unit *u = c->u;
    u->argcount = 1;
    u->flags = CODE_OPTIMIZED | CODE_NEWLOCALS | (s->nested ? CODE_NESTED : 0) | (p->kind != AST_GeneratorExp ? CODE_SIMPLE : s->async ? CODE_ASYNC_GENERATOR : CODE_GENERATOR);
    set_qualname(c, s);
    c->loc = &n->span;
    enter_cells(c);
    Reg into = 0;
    if (p->kind != AST_GeneratorExp) {
        into = temp_push(c);
        emit(c, build_op(p->kind), into, into, 0);
    }
    comp_loop(c, p, 0, 0, into);
    c->loc = &n->span;
    if (p->kind == AST_GeneratorExp) emit(c, BC_RETURN_NONE, 0, 0, 0);
    else emit(c, BC_RETURN, into, 0, 0);
    return unit_close(c);
}

Reg expr_comp(Comp *c, Node *n, Reg want)
{
    CompParts p = parts_of(n);
    Scope *s = symtable_scope(&c->st, n);
    if (!s) {
        c->failed = true;
        return 0;
    }
    if (s->async && p.kind != AST_GeneratorExp && s->parent->type != SCOPE_COMP && !((s->parent->type == SCOPE_FUNCTION || s->parent->type == SCOPE_MODULE) && s->parent->async)) {
        comp_fail(c, &n->span, "asynchronous comprehension outside of an asynchronous function");
        return 0;
    }
    if (s->inlined) return comp_inlined(c, n, &p, s, want);
    Reg base = c->u->sp;
    Value code = comp_code(c, n, &p, s);
    c->loc = &n->span;
    temp_push(c);
    make_function(c, code, -1, base);
    push_iter(c, &p, 0);
    c->u->sp = base;
    Reg d = temp_dest(c, want);
    c->loc = &n->span;
    emit(c, BC_CALL, d, base, 1);
    return d;
}
