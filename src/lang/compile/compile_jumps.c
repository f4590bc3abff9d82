/* compile_jumps.c: the last step over a unit's instructions: labels become distances, jumps to jumps go where those lead, what nobody reaches and what marks nothing goes. */
#include "compile_impl.h"
#include "code.h"

static bool is_jump(int op) { return op >= BC_JMP && op <= BC_JMP_TRUE_OR_POP; }

/* Where the jump at `from` to position p really goes. It does not pass by the mark of another line (a break's, a continue's). */
static int thread_target(const Unit *u, int from, int p)
{
    for (int hops = 0; hops < 100 && p < u->n; hops++) {
        const Ins *i = &u->ins[p];
        if (i->op != BC_JMP && i->op != BC_JMP_BACK && (i->op != BC_NOP || u->spans[p].line != u->spans[from].line)) break;
        int q = i->op == BC_NOP ? p + 1 : u->labels[ins_bc(*i)].pos;
        if (q == p) break;
        p = q;
    }
    return p;
}

/* NOPs mark lines that have no instruction of their own (pass, try, while True), for who is told of lines. Those go that mark nothing: whose line the
 * instruction before or behind has, or can have because it is nobody's (the end of a loop, an implicit return). */
static void drop_marks(Unit *u, bool *drop, bool *hit)
{
    int next = u->n;
    for (int i = u->n; i-- > 0;) {
        if (drop[i]) continue;
        if (u->ins[i].op == BC_NOP) {
            uint32_t line = u->spans[i].line;
            bool behind = next < u->n && u->spans[next].line == line, nobodys = next < u->n && !hit[next] && (!u->spans[next].line || u->ins[next].a & JMP_LOOP) &&
                          (u->ins[next].op == BC_JMP_BACK || u->ins[next].op == BC_JMP || u->ins[next].op == BC_RETURN_NONE);
            bool before = i && !hit[i] && !drop[i - 1] && u->spans[i - 1].line == line;
            if (nobodys && !behind) {
                u->spans[next] = u->spans[i];
                u->ins[next].a = 0;
            }
            if ((drop[i] = behind || nobodys || before)) {
                if (next < u->n) hit[next] |= hit[i];
                continue;
            }
        }
        next = i;
    }
}

/* Labels to distances, over a map that drops what is useless. */
void finish_jumps(Comp *c)
{
    Unit *u = c->u;
    int n = u->n;
    int *to = comp_alloc(c, ((size_t)n + 1) * sizeof *to);       /* new position */
    int *target = comp_alloc(c, ((size_t)n + 1) * sizeof *target); /* of jumps, old positions */
    bool *hit = comp_alloc(c, (size_t)n + 1);
    bool *drop = comp_alloc(c, (size_t)n + 1);
    if (c->failed) return;
    for (int i = 0; i < n; i++) {
        Ins *p = &u->ins[i];
        if (!is_jump(p->op)) continue;
        int pos = u->labels[ins_bc(*p)].pos, t = thread_target(u, i, pos);
        bool pair = i > 0 && has_pair(u->ins[i - 1].op);
        bool plain = p->op == BC_JMP || p->op == BC_JMP_BACK;
        if (!plain && t <= i) t = pos; /* a conditional jump back would not look for interrupts */
        if (plain && !pair && t < n && u->ins[t].op == BC_RETURN_NONE) {
            *p = (Ins){BC_RETURN_NONE, 0, 0, 0};
            if (u->spans[t].line) u->spans[i] = u->spans[t];
            continue;
        }
        target[i] = t;
        hit[t] = true;
    }
    for (int i = 0; i < u->nhandlers; i++) hit[u->labels[u->handlers[i].target].pos] = true;
    bool live = true;
    for (int i = 0; i < n; i++) {
        if (hit[i]) live = true;
        bool pair = i > 0 && has_pair(u->ins[i - 1].op);
        if (!live) drop[i] = true;
        else if (u->ins[i].op == BC_JMP && !pair) {
            if (target[i] == i + 1) drop[i] = true; /* a jump over nothing */
            else live = false;
        } else if (ends_flow(u->ins[i].op) && !pair) live = false;
    }
    drop_marks(u, drop, hit);
    int at = 0;
    for (int i = 0; i <= n; i++) {
        to[i] = at;
        if (i < n && !drop[i]) at++;
    }
    for (int i = 0; i < n; i++) {
        if (drop[i]) continue;
        Ins ins = u->ins[i];
        if (is_jump(ins.op)) {
            int w = to[target[i]] - (to[i] + 1);
            ins.b = (uint16_t)((uint32_t)w & 0xFFFF);
            ins.c = (uint16_t)((uint32_t)w >> 16);
            if (ins.op == BC_JMP && w < 0) ins.op = BC_JMP_BACK;
            else if (ins.op == BC_JMP_BACK && w >= 0) ins.op = BC_JMP;
        }
        u->ins[to[i]] = ins;
        u->spans[to[i]] = u->spans[i];
    }
    u->n = at;
    for (int i = 0; i < u->nhandlers; i++) {
        u->handlers[i].start = (uint32_t)to[u->handlers[i].start];
        u->handlers[i].end = (uint32_t)to[u->handlers[i].end];
        u->handlers[i].target = to[u->labels[u->handlers[i].target].pos];
    }
    for (int i = 0; i < u->nexcepts; i++) {
        u->excepts[i].start = (uint32_t)to[u->excepts[i].start];
        u->excepts[i].end = (uint32_t)to[u->excepts[i].end];
    }
}
