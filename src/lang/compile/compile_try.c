/* compile_try.c: try and with, and what has to happen on the way out of the blocks around a statement.
 *
 * Every block that catches errors (or stands for an exception being handled) covers ranges of instructions. When return,
 * break or continue leave several blocks, the code of their exits is emitted in place; an exit's code is not covered by
 * the blocks already left, so their ranges are closed before it and opened again behind the jump.
 */
#include "compile_impl.h"

static bool handles(const FBlock *b) { return b->kind == FB_HANDLER || b->kind == FB_FINALLY_END || b->kind == FB_STAR; }

static void range_open(Comp *c, FBlock *b)
{
    b->suspended = false;
    b->range_start = c->u->n;
    if (b->handler >= 0) bound_to_label(c, b->handler, true);
}

static void range_close(Comp *c, FBlock *b)
{
    Unit *u = c->u;
    if (c->failed || b->suspended) return;
    b->suspended = true;
    if (b->range_start >= u->n || (b->handler < 0 && !handles(b))) return;
    CodeRange r = {(uint32_t)b->range_start, (uint32_t)u->n, b->handler, b->depth, b->reg, b->level};
    if (handles(b)) {
        if (u->nexcepts == u->excepts_cap) {
            CodeRange *p = comp_grow(c, u->excepts, &u->excepts_cap, sizeof *p);
            if (!p) return;
            u->excepts = p;
        }
        u->excepts[u->nexcepts++] = r;
        return;
    }
    r.reg = b->depth;
    if (u->nhandlers == u->handlers_cap) {
        CodeRange *p = comp_grow(c, u->handlers, &u->handlers_cap, sizeof *p);
        if (!p) return;
        u->handlers = p;
    }
    u->handlers[u->nhandlers++] = r;
    u->labels[b->handler].refs++;
}

void block_push(Comp *c, FBlock *b)
{
    Unit *u = c->u;
    b->up = u->block;
    b->level = b->up ? b->up->level + 1 : 0;
    u->block = b;
    if (b->kind != FB_TEMP && ++u->nblocks > MAX_BLOCKS) comp_fail(c, c->loc, "too many statically nested blocks");
    range_open(c, b);
}

void block_pop(Comp *c)
{
    FBlock *b = c->u->block;
    range_close(c, b);
    if (b->kind != FB_TEMP) c->u->nblocks--;
    c->u->block = b->up;
}

/* The name of `except X as name` goes at the end of the handler. */
static void clear_name(Comp *c, Node *handler)
{
    AstStr id = handler->ExceptHandler.name;
    Reg local = name_local(c, id);
    if (local >= 0) {
        emit(c, BC_CLEAR, local, 0, 0);
        bound_drop(c, local);
        return;
    }
    Reg base = c->u->sp, t = push_const(c, V_NONE);
    name_store(c, id, t);
    name_delete(c, id);
    c->u->sp = base;
}

void unwind_to(Comp *c, FBlock *to, Reg value)
{
    Unit *u = c->u;
    for (FBlock *b = u->block; b != to && !c->failed; b = b->up) {
        range_close(c, b);
        switch (b->kind) {
        case FB_FOR: case FB_TEMP: emit(c, BC_CLEAR, b->reg, 0, 0); break;
        case FB_HANDLER: case FB_FINALLY_END: emit(c, BC_POP_EXC, b->reg, 0, 0); break;
        case FB_HANDLER_NAME: clear_name(c, b->node); break;
        case FB_STAR: comp_fail(c, c->loc, "'break', 'continue' and 'return' cannot appear in an except* block"); break;
        case FB_WITH: {
            const AstSpan *keep = c->loc;
            Reg base = u->sp, t = temp_push(c); /* its call may not have a live temporary above it */
            c->loc = &b->node->span;
            emit(c, BC_MOVE, t, b->reg, 0);
            if (b->async) {
                emit(c, BC_AWITH_EXIT, t, t, 0);
                emit_await(c, t, t, 2);
                emit(c, BC_CLEAR, t, 0, 0);
            } else emit(c, BC_WITH_EXIT, t, 0, 0);
            c->loc = keep;
            u->sp = base;
            break;
        }
        case FB_FINALLY: {
            const AstSpan *keep = c->loc;
            FBlock *inner = u->block, park = {.kind = FB_TEMP, .reg = value, .handler = -1};
            int nblocks = u->nblocks;
            u->block = b->up;
            if (value >= 0) block_push(c, &park);
            body(c, b->body);
            if (value >= 0) block_pop(c);
            u->block = inner;
            u->nblocks = nblocks;
            c->loc = keep;
            break;
        }
        default: break;
        }
    }
}

void unwind_end(Comp *c, FBlock *to)
{
    for (FBlock *b = c->u->block; b != to; b = b->up) {
        b->suspended = false;
        b->range_start = c->u->n;
    }
}

/* Two registers for the exception and what was handled before it. */
static Reg handler_begin(Comp *c, Label l, Reg depth)
{
    c->u->sp = depth;
    label_here(c, l);
    Reg reg = temp_push(c);
    temp_push(c);
    return reg;
}

/* An exit that ends the handling of R[reg]: its region is closed before the jump, which may wait for an interrupt. */
static void leave_handler(Comp *c, FBlock *b, Label end)
{
    loc_nowhere(c);
    emit(c, BC_POP_EXC, b->reg, 0, 0);
    range_close(c, b);
    emit_jump(c, BC_JMP, 0, end);
    b->suspended = false;
    b->range_start = c->u->n;
}

static void compile_handler(Comp *c, Node *h, FBlock *hb, Label end)
{
    struct AstExceptHandler *e = &h->ExceptHandler;
    Unit *u = c->u;
    Reg sp = u->sp;
    if (!e->name.s) {
        body(c, e->body);
        leave_handler(c, hb, end);
        return;
    }
    c->loc = &h->span;
    if (forbidden(c, e->name, true, &h->span)) return;
    Reg local = name_local(c, e->name);
    if (local >= 0) {
        emit(c, BC_COPY, local, hb->reg, 0);
        bound_add(c, local);
    } else {
        Reg t = temp_push(c);
        emit(c, BC_COPY, t, hb->reg, 0);
        name_store(c, e->name, t);
        u->sp = sp;
    }
    /* Where an error leaves the frame a plain local goes with it. */
    bool caught = local < 0;
    for (FBlock *b = hb->up; b; b = b->up) caught = caught || b->handler >= 0;
    FBlock nb = {.kind = FB_HANDLER_NAME, .node = h, .handler = caught ? label_new(c) : -1, .depth = sp};
    block_push(c, &nb);
    body(c, e->body);
    block_pop(c);
    loc_nowhere(c);
    clear_name(c, h);
    leave_handler(c, hb, end);
    if (!caught) return;
    FBlock fb = {.kind = FB_FINALLY_END, .handler = -1};
    fb.reg = handler_begin(c, nb.handler, sp);
    block_push(c, &fb);
    clear_name(c, h);
    emit(c, BC_RERAISE, fb.reg, 0, 0);
    block_pop(c);
    u->sp = sp;
}

static void try_except(Comp *c, Node *n)
{
    struct AstTry *t = &n->Try;
    Unit *u = c->u;
    Reg base = u->sp;
    Label end = label_new(c);
    FBlock tb = {.kind = FB_TRY, .handler = label_new(c), .depth = base};
    block_push(c, &tb);
    body(c, t->body);
    block_pop(c);
    body(c, t->orelse);
    loc_nowhere(c);
    emit_jump(c, BC_JMP, 0, end);
    FBlock hb = {.kind = FB_HANDLER, .handler = -1};
    hb.reg = handler_begin(c, tb.handler, base);
    block_push(c, &hb);
    bool open = true;
    for (int i = 0; i < t->handlers.n && !c->failed; i++) {
        Node *h = t->handlers.items[i];
        Label next = label_new(c);
        Reg sp = u->sp;
        c->loc = &h->span;
        if (h->ExceptHandler.type) {
            Reg type = expr(c, h->ExceptHandler.type, NOW);
            c->loc = &h->span;
            u->sp = sp;
            Reg d = temp_push(c);
            emit(c, BC_MATCH_EXC, d, hb.reg, type);
            emit_jump(c, BC_JMP_FALSE, d, next);
            u->sp = sp;
        } else {
            if (i < t->handlers.n - 1) comp_fail(c, &h->span, "default 'except:' must be last");
            mark_line(c);
            open = false;
        }
        compile_handler(c, h, &hb, end);
        u->sp = sp;
        label_here(c, next);
    }
    loc_nowhere(c);
    if (open) emit(c, BC_RERAISE, hb.reg, 0, 0);
    block_pop(c);
    label_here(c, end);
    u->sp = base;
}

/* One except* clause for the part of the exception that has just been matched. What its body raises is collected. */
static void compile_star_handler(Comp *c, Node *h, const FBlock *hb, Label next)
{
    struct AstExceptHandler *e = &h->ExceptHandler;
    Unit *u = c->u;
    Reg sp = u->sp;
    if (e->name.s) {
        c->loc = &h->span;
        if (forbidden(c, e->name, true, &h->span)) return;
        Reg t = temp_push(c);
        emit(c, BC_COPY, t, hb->reg, 0);
        name_store(c, e->name, t);
        u->sp = sp;
    }
    FBlock tb = {.kind = FB_TRY, .handler = label_new(c), .depth = sp};
    block_push(c, &tb);
    body(c, e->body);
    block_pop(c);
    loc_nowhere(c);
    if (e->name.s) clear_name(c, h);
    emit_jump(c, BC_JMP, 0, next);
    FBlock fb = {.kind = FB_FINALLY_END, .handler = -1};
    fb.reg = handler_begin(c, tb.handler, sp);
    block_push(c, &fb);
    if (e->name.s) clear_name(c, h);
    Reg t = temp_push(c);
    emit(c, BC_COPY, t, fb.reg, 0);
    emit(c, BC_LIST_APPEND, hb->reg + 4, t, 0);
    emit(c, BC_POP_EXC, fb.reg, 0, 0);
    block_pop(c);
    u->sp = sp;
}

static void try_star(Comp *c, Node *n)
{
    struct AstTry *t = &n->Try;
    Unit *u = c->u;
    Reg base = u->sp;
    Label end = label_new(c), none = label_new(c);
    FBlock tb = {.kind = FB_TRY, .handler = label_new(c), .depth = base};
    block_push(c, &tb);
    body(c, t->body);
    block_pop(c);
    body(c, t->orelse);
    loc_nowhere(c);
    emit_jump(c, BC_JMP, 0, end);
    FBlock hb = {.kind = FB_STAR, .handler = -1};
    hb.reg = handler_begin(c, tb.handler, base);
    block_push(c, &hb);
    for (int i = 0; i < 3; i++) temp_push(c);
    emit(c, BC_STAR_BEGIN, hb.reg, 0, 0);
    Reg sp = u->sp;
    for (int i = 0; i < t->handlers.n && !c->failed; i++) {
        Node *h = t->handlers.items[i];
        Label next = label_new(c);
        c->loc = &h->span;
        Reg type = expr(c, h->ExceptHandler.type, NOW);
        c->loc = &h->ExceptHandler.type->span;
        u->sp = sp;
        Reg d = temp_push(c);
        emit(c, BC_STAR_MATCH, d, hb.reg, type);
        emit_jump(c, BC_JMP_FALSE, d, next);
        u->sp = sp;
        compile_star_handler(c, h, &hb, next);
        label_here(c, next);
    }
    loc_nowhere(c);
    u->sp = hb.reg + 2;
    Reg d = temp_push(c); /* lies in the range that the instruction releases */
    emit(c, BC_STAR_END, d, hb.reg, 0);
    emit(c, BC_POP_EXC, hb.reg, 0, 0);
    block_pop(c);
    Reg probe = temp_push(c);
    emit(c, BC_COPY, probe, d, 0);
    emit(c, BC_TEST_NONE, probe, 0, 1);
    emit_jump(c, BC_JMP, 0, none);
    emit(c, BC_RERAISE, d, 0, 0);
    label_here(c, none);
    emit(c, BC_CLEAR, d, 0, 0);
    label_here(c, end);
    u->sp = base;
}

static void try_finally(Comp *c, Node *n)
{
    struct AstTry *t = &n->Try;
    Unit *u = c->u;
    Reg base = u->sp;
    Label end = label_new(c);
    FBlock fb = {.kind = FB_FINALLY, .handler = label_new(c), .depth = base, .body = t->finalbody};
    block_push(c, &fb);
    if (t->handlers.n) (n->kind == AST_TryStar ? try_star : try_except)(c, n);
    else body(c, t->body);
    block_pop(c);
    body(c, t->finalbody);
    loc_nowhere(c);
    emit_jump(c, BC_JMP, 0, end);
    FBlock eb = {.kind = FB_FINALLY_END, .handler = -1};
    eb.reg = handler_begin(c, fb.handler, base);
    block_push(c, &eb);
    body(c, t->finalbody);
    loc_nowhere(c);
    emit(c, BC_RERAISE, eb.reg, 0, 0);
    block_pop(c);
    label_here(c, end);
    u->sp = base;
}

void stmt_try(Comp *c, Node *n)
{
    if (n->Try.finalbody.n) try_finally(c, n);
    else (n->kind == AST_TryStar ? try_star : try_except)(c, n);
}

Reg async_step(Comp *c, FBlock *step, Reg it)
{
    mark_awaiting(c);
    Reg base = c->u->sp;
    *step = (FBlock){.kind = FB_TRY, .handler = label_new(c), .depth = base};
    block_push(c, step);
    Reg d = temp_push(c), next = temp_push(c);
    emit(c, BC_GET_ANEXT, next, it, 0);
    load_const(c, d, V_NONE);
    emit(c, BC_YIELD_FROM, d, next, 0);
    block_pop(c);
    c->u->sp = d + 1;
    return d;
}

void async_end(Comp *c, FBlock *step, Reg it)
{
    FBlock b = {.kind = FB_FINALLY_END, .handler = -1};
    b.reg = handler_begin(c, step->handler, step->depth);
    block_push(c, &b);
    emit(c, BC_END_ASYNC_FOR, b.reg, 0, 0);
    block_pop(c);
    emit(c, BC_CLEAR, it, 0, 0);
    c->u->sp = step->depth;
}

void stmt_with(Comp *c, Node *n, int i)
{
    struct Astwithitem *item = &n->With.items.items[i]->withitem;
    Unit *u = c->u;
    Reg base = u->sp, t = -1, local = -1;
    Label end = label_new(c), swallow = label_new(c);
    const AstSpan *loc = &n->span; /* of entering and leaving */
    expr(c, item->context_expr, PUSH);
    c->loc = loc;
    Node *target = item->optional_vars;
    if (target && target->kind == AST_Name && !forbidden(c, target->Name.id, true, &target->span)) local = name_local(c, target->Name.id);
    bool async = n->kind == AST_AsyncWith;
    if (local < 0 || async) t = temp_push(c);
    if (async) {
        emit(c, BC_AWITH_ENTER, t, base, 0);
        emit_await(c, t, t, 1);
        if (local >= 0) emit(c, BC_MOVE, local, t, 0);
    } else emit(c, BC_WITH_ENTER, local >= 0 ? local : t, base, 0);
    if (local >= 0) {
        bound_add(c, local);
        u->sp = base + 1;
    }
    FBlock wb = {.kind = FB_WITH, .handler = label_new(c), .depth = base + 1, .reg = base, .node = item->context_expr, .async = async};
    block_push(c, &wb);
    if (local < 0) {
        if (target) store(c, target, t);
        else emit(c, BC_CLEAR, t, 0, 0);
    }
    u->sp = base + 1;
    if (i + 1 == n->With.items.n) body(c, n->With.body);
    else if (!c->failed) stmt_with(c, n, i + 1); /* not on through 100,000 items behind the one too many */
    block_pop(c);
    c->loc = loc;
    if (async) {
        emit(c, BC_AWITH_EXIT, base, base, 0);
        emit_await(c, base, base, 2);
        emit(c, BC_CLEAR, base, 0, 0);
    } else emit(c, BC_WITH_EXIT, base, 0, 0);
    emit_jump(c, BC_JMP, 0, end);
    FBlock eb = {.kind = FB_FINALLY_END, .handler = -1};
    eb.reg = handler_begin(c, wb.handler, base + 1);
    block_push(c, &eb);
    Reg d = temp_push(c);
    emit(c, async ? BC_AWITH_EXCEPT : BC_WITH_EXCEPT, d, base, eb.reg);
    if (async) emit_await(c, d, d, 2);
    emit_jump(c, BC_JMP_TRUE, d, swallow);
    emit(c, BC_RERAISE, eb.reg, 0, 0);
    label_here(c, swallow);
    emit(c, BC_POP_EXC, eb.reg, 0, 0);
    block_pop(c);
    emit(c, BC_CLEAR, base, 0, 0);
    label_here(c, end);
    u->sp = base;
}
