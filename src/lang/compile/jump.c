/* jump.c: f_lineno is set: the program goes on at another line. It may leave blocks that way, but not enter any: a loop's body wants its iterator, a
 * with block its manager, a handler its exception, and these are made by the lines before.
 */
#include "lang/object/vm.h"
#include "temps.h"

static const uint8_t no_temps[1]; /* the rows of a code without temporaries */

/* The first line from `line` on that has code of its own; 0: there is none. */
static uint32_t line_from(const Code *c, int64_t line)
{
    uint32_t best = 0;
    for (uint32_t i = 0; i < c->nins; i++) {
        uint32_t here = code_span(c, (int32_t)i).line;
        if (here >= line && (!best || here < best)) best = here;
    }
    return best;
}

static bool begins_line(const Code *c, uint32_t i, uint32_t line)
{
    return code_span(c, (int32_t)i).line == line && (!i || code_span(c, (int32_t)i - 1).line != line);
}

static bool holds(const ExceptRegion *r, int32_t at) { return (uint32_t)at >= r->start && (uint32_t)at < r->end; }

/* Is one handling, with its exception in this register, around both? */
static bool is_same_handler(const Code *c, uint16_t reg, int32_t from, int32_t to)
{
    for (uint32_t i = 0; i < c->nexcepts; i++)
        if (c->excepts[i].reg == reg && holds(&c->excepts[i], from) && holds(&c->excepts[i], to)) return true;
    return false;
}

/* The outermost block of `to` that `from` is not in, or TEMP_EMPTY. Any handler is as good as another, unless `strict`. */
static uint8_t block_entered(const Code *c, const uint8_t *rows, int32_t from, int32_t to, bool strict)
{
    int n = c->nregs - c->nlocals;
    const uint8_t *here = rows + (size_t)from * (size_t)n, *there = rows + (size_t)to * (size_t)n;
    for (int t = 0; t < n; t++) {
        if (there[t] <= TEMP_MAYBE) continue;
        if (there[t] != here[t] || (strict && there[t] == TEMP_EXCEPTION && !is_same_handler(c, (uint16_t)(c->nlocals + t), from, to))) return there[t];
    }
    return TEMP_EMPTY;
}

static int depth(const uint8_t *state, int n)
{
    while (n && state[n - 1] <= TEMP_MAYBE) n--;
    return n;
}

static const char *reason(uint8_t block)
{
    switch (block) {
    case TEMP_EXCEPTION: case TEMP_OUTER: return "can't jump into an 'except' block as there's no exception";
    case TEMP_ITERATOR: return "can't jump into the body of a for loop";
    case TEMP_UNKNOWN: return "can't jump into an exception handler, or code may be unreachable";
    default: return "incompatible stacks";
    }
}

/* The instruction at which a frame that stands at `from` goes on, or -1: raised. */
static int32_t find_target(VM *vm, const Code *c, const uint8_t *rows, int32_t from, int64_t line)
{
    uint32_t found = line_from(c, line);
    if (!found) return err_minus(vm, EXC_ValueError, "line %lld comes after the current code block", (long long)line);
    int n = c->nregs - c->nlocals, best_depth = -1;
    int32_t best = -1;
    uint8_t block = TEMP_UNKNOWN;
    for (int strict = 1; strict >= 0 && best < 0; strict--) { /* of a finally block's copies the one that goes on normally */
        for (uint32_t i = 0; i < c->nins; i++) {
            if (!begins_line(c, i, found)) continue;
            uint8_t entered = block_entered(c, rows, from, (int32_t)i, strict);
            int there = depth(rows + (size_t)i * (size_t)n, n);
            if (entered) block = entered;
            else if (there > best_depth) {
                best = (int32_t)i;
                best_depth = there;
            }
        }
    }
    return best >= 0 ? best : err_minus(vm, EXC_ValueError, reason(block));
}

/* Variables that the lines jumped over would have bound, or made cells of: code reads some of them without asking. */
static bool bind_locals(VM *vm, const Frame *f)
{
    const Code *c = f->code;
    for (unsigned i = 0; i < c->nlocals; i++)
        if (!f->regs[i]) f->regs[i] = V_NONE;
    for (uint32_t i = 0; i < c->nins; i++) {
        if (c->ins[i].op != BC_MAKE_CELL || is_kind(f->regs[c->ins[i].a], KIND_CELL)) continue;
        Value cell = cell_new(vm, retain(f->regs[c->ins[i].a]));
        if (!cell) return false;
        value_put(vm, &f->regs[c->ins[i].a], cell);
    }
    return true;
}

/* The blocks around `here` that are not around `there` are left. */
static void leave_blocks(VM *vm, const Frame *f, const uint8_t *here, const uint8_t *there)
{
    for (int t = f->code->nregs - f->code->nlocals; t-- > 0;) {
        if (here[t] <= TEMP_MAYBE || there[t] > TEMP_MAYBE) continue;
        Value *slot = &f->regs[f->code->nlocals + t], was = *slot;
        *slot = NO_VALUE;
        if (here[t] == TEMP_OUTER) value_put(vm, &vm->handled, was); /* the handler is left */
        else release(vm, was);
    }
}

bool frame_jump(VM *vm, FrameObj *o, int64_t line)
{
    Frame *f = o->frame;
    const Code *c = o->code;
    if (line < c->first_line) return err_false(vm, EXC_ValueError, "line %lld comes before the current code block", (long long)line);
    size_t n = (size_t)(c->nregs - c->nlocals);
    uint8_t *states = code_temps(vm, c);
    if (!states && (n || vm->error)) return false;
    const uint8_t *rows = states ? states : no_temps;
    int32_t from = frame_object_at(o), to = find_target(vm, c, rows, from, line);
    if (to >= 0) leave_blocks(vm, f, rows + (size_t)from * n, rows + (size_t)to * n);
    mem_free(vm->mem, states, (size_t)c->nins * n);
    if (to < 0) return false;
    if (o->frame != f) return true; /* what was released has ended it */
    if (!bind_locals(vm, f)) return false;
    f->pc = c->ins + to + 1;
    o->last = to;
    return true;
}
