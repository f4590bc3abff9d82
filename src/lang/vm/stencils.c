/* stencils.c: each instruction (instructions.inc) as a function of its own, with holes where its operands would be. It is compiled for every choice of operands that are temporaries
 * (VARIANT: bit 0 for A, 1 for B, 2 for C) and never linked: tools/stencils.py takes the machine code out of the objects, jit.c copies it and fills the holes.
 *
 * A stencil goes on by a jump (a tail call) to the next one; it returns to vm_run what a frame returns, or one of the words of jit.h. vm, f and R stay in registers that calls keep.
 */
#define inline inline __attribute__((always_inline)) /* what stays a function of its own here could not be called from a copy */
#include "jit.h"
#include "eval_fast.h"

register VM *vm __asm__("r12");
register Frame *f __asm__("r13");
register Value *R __asm__("r14");

/* Holes: addresses that nobody has. A register's is its offset in bytes, a number's eight times the number. */
extern const char HOLE_A[] __attribute__((aligned(8))), HOLE_B[] __attribute__((aligned(8))), HOLE_C[] __attribute__((aligned(8))), HOLE_PAIR[] __attribute__((aligned(8)));
#define WIDE_HOLE(type, name) ({ type hole_; __asm__("movabsq $" #name ", %0" : "=r"(hole_)); hole_; })
Value HOLE_NEXT(void), HOLE_OVER(void), HOLE_OVER_PAIR(void), HOLE_JUMP(void);
Value HOLE_TRUE(void), HOLE_FALSE(void), HOLE_MISS(void);

#define A ((uintptr_t)HOLE_A / 8)
#define B ((uintptr_t)HOLE_B / 8)
#define C ((uintptr_t)HOLE_C / 8)
#define IS_TEMP_A (VARIANT & 1)
#define IS_TEMP_B (VARIANT >> 1 & 1)
#define IS_TEMP_C (VARIANT >> 2 & 1)
#define EMPTY_A IS_TEMP_A
#define CONST(i) WIDE_HOLE(Value, HOLE_CONST)
#define CONST_INT() WIDE_HOLE(Value, HOLE_INT)
#define CACHE() WIDE_HOLE(Cache *, HOLE_CACHE)
#define CACHE_OR_NONE() CACHE()
#define HERE() WIDE_HOLE(const Ins *, HOLE_HERE) /* behind the instruction */
#define SAVE() (f->pc = HERE())
#define SAVE_AGAIN() (f->pc = HERE() - 1)

#define OP(name) Value stencil_##name(void); Value stencil_##name(void)
#define QUICK(op, kind) Value quick_##op##_##kind(void); Value quick_##op##_##kind(void)
#define MISS return HOLE_MISS()
#define IS_LAST(reg) (IS_TEMP_##reg && as_obj(R[reg])->refs == 1)
#define GIVE_BACK(reg)           \
    do {                         \
        if (IS_TEMP_##reg) {     \
            as_obj(R[reg])->refs--; \
            R[reg] = NULL;       \
        }                        \
    } while (0)
/* What the result's register holds has others; and it is no consumed temporary's object too, of which two references would go. */
#define BEGIN_QUICK                                                                                    \
    enum { QUICKLY = 1 };                                                                              \
    if (!IS_TEMP_A && is_heap(R[A]) && (as_obj(R[A])->refs == 1 || (IS_TEMP_B && R[A] == R[B]))) MISS;
enum { QUICKLY = 0 };
#define GO(where) return where()
#define NEXT GO(HOLE_NEXT)
#define FAIL return JIT_FAILED
#define POLL()                                                       \
    do {                                                             \
        if (__builtin_expect(vm->breaker != 0, 0)) return JIT_BREAK; \
    } while (0)
#define JUMP() GO(HOLE_JUMP)
#define JUMP_BACK() JUMP()
#define BREAK_AT_JUMP()   \
    do {                  \
        SAVE();           \
        return JIT_BREAK_AT_JUMP; \
    } while (0)
#define BRANCH(t)               \
    do {                        \
        if (t) GO(HOLE_TRUE);   \
        GO(HOLE_FALSE);         \
    } while (0)
#define NEXT_OVER() GO(HOLE_OVER)
#define AFTER_LOOP() GO(HOLE_NEXT)
#define PAIR_FOLLOWS() IS_TEMP_C
#define PAIR_AT() (&R[(uintptr_t)HOLE_PAIR / 8])
#define OVER_PAIR() GO(HOLE_OVER_PAIR)
#define ENTER(nf) return enter(nf)
#define ENTER_SIMPLE(nf, code, regs)   \
    do {                               \
        (nf)->pc = (code)->ins;        \
        return enter(nf);          \
    } while (0)
#define LEAVE(v) return leave(v)
#define GIVE(v) return give(v)

#include "registers.h"

/* Goes on in f at its pc: in its machine code, if it has some. */
static inline Value enter(Frame *to)
{
    POLL();
    const Jit *jit = to->code->jit;
    if (!jit) return JIT_GO_ON;
    f = to;
    R = to->regs;
    return ((Stencil)(jit->code + jit->at[to->pc - to->code->ins]))();
}

static inline Value arrive(Frame *to, unsigned dst, Value v)
{
    Value *slot = &to->regs[dst], old = *slot;
    *slot = v;
    release(vm, old);
    return enter(to);
}

static inline Value leave(Value v)
{
    Frame *below = f->prev;
    unsigned dst = f->dst;
    switch (frame_leave(vm, f, R, &v)) {
    case LEFT_RUN: return v;
    case LEFT_WRONG: return JIT_FAILED;
    case LEFT_LOOP: /* its loop's instruction runs again and finds it closed */
        release(vm, v);
        below->pc--;
        return enter(below);
    case LEFT_FROM:
        end_delegation(vm, below, v);
        return enter(below);
    case LEFT: break;
    }
    return arrive(below, dst, v);
}

static inline Value give(Value v)
{
    Frame *below;
    unsigned dst;
    for (;;) {
        below = f->prev;
        dst = f->dst;
        bool delegated = f->flags & FRAME_FROM;
        if (frame_suspend(vm, f)) return v;
        if (!delegated) break;
        f = below;
        f->pc--; /* its instruction runs again at the resumption */
    }
    below->pc++; /* over the jump behind the loop's instruction */
    return arrive(below, dst, v);
}

#include "instructions.inc"

/* What only the loop of vm_run does: it goes on there. */
OP(OUTSIDE)
{
    f->pc = HERE() - 1;
    return JIT_GO_ON;
}
