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

int32_t code_jump(VM *vm, const Code *c, int32_t from, int64_t line)
{
    if (line < c->first_line) return err_minus(vm, EXC_ValueError, "line %lld comes before the current code block", (long long)line);
    uint32_t found = line_from(c, line);
    if (!found) return err_minus(vm, EXC_ValueError, "line %lld comes after the current code block", (long long)line);
    int n = c->nregs - c->nlocals;
    uint8_t *states = code_temps(vm, c);
    if (!states && (n || vm->error)) return -1;
    const uint8_t *rows = states ? states : no_temps, *best_state = NULL;
    int32_t best = -1;
    uint8_t block = TEMP_UNKNOWN;
    for (int strict = 1; strict >= 0 && best < 0; strict--) { /* of a finally block's copies the one that goes on normally */
        for (uint32_t i = 0; i < c->nins; i++) {
            if (!begins_line(c, i, found)) continue;
            const uint8_t *there = rows + (size_t)i * (size_t)n;
            uint8_t entered = block_entered(c, rows, from, (int32_t)i, strict);
            if (entered) block = entered;
            else if (best < 0 || depth(there, n) > depth(best_state, n)) {
                best = (int32_t)i;
                best_state = there;
            }
        }
    }
    mem_free(vm->mem, states, (size_t)c->nins * (size_t)n);
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

bool frame_jump(VM *vm, FrameObj *o, int32_t to)
{
    Frame *f = o->frame;
    int n = o->code->nregs - o->code->nlocals;
    uint8_t *states = code_temps(vm, o->code);
    if (!states && (n || vm->error)) return false;
    const uint8_t *rows = states ? states : no_temps, *here = rows + (size_t)frame_object_at(o) * (size_t)n, *there = rows + (size_t)to * (size_t)n;
    for (int t = n; t-- > 0;) {
        if (here[t] <= TEMP_MAYBE || there[t] > TEMP_MAYBE) continue;
        Value *slot = &f->regs[o->code->nlocals + t], was = *slot;
        *slot = NO_VALUE;
        if (here[t] == TEMP_OUTER) value_put(vm, &vm->handled, was); /* the handler is left */
        else release(vm, was);
    }
    mem_free(vm->mem, states, (size_t)o->code->nins * (size_t)n);
    if (o->frame != f) return true; /* what was released has ended it */
    if (!bind_locals(vm, f)) return false;
    f->pc = o->code->ins + to + 1;
    o->last = to;
    return true;
}
