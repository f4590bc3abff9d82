/* eval.c: the eval loop: one frame after another, one instruction after another (opcodes.def says what each does).
 *
 * What most instructions do stands in instructions.inc, read here as labels, fast paths first; those that machine code leaves to the loop stand here.
 * All else is in eval_slow.c and the types' slots. Code that is hot goes on in jit.c.
 *
 * Rules of the loop. `f->pc` is saved (SAVE) before anything that may raise, run other code or look at the line. A
 * register is written through PUT, which releases what was there. A consumed temporary is emptied (DROP) after its use;
 * immediates need no emptying. R stays valid throughout: the value stack does not move.
 */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-gcse", "no-crossjumping")
#endif
#include <math.h>

#include "trace.h"
#include "eval.h"
#include "lang/object/sig.h"
#include "lang/types/iters.h"
#include "watch.h"

#define A ((uint16_t)(w >> 16))
#define B ((uint16_t)(w >> 32))
#define C ((uint16_t)(w >> 48))
#define W ((int32_t)(w >> 32))
#define IS_TEMP_A (A >= nlocals)
#define IS_TEMP_B (B >= nlocals)
#define IS_TEMP_C (C >= nlocals)
#define EMPTY_A false /* (asking costs as much as releasing) */
#define CONST(i) consts[i]
#define CONST_INT() make_small(W)
#define CACHE() (&f->code->caches[C])
#define CACHE_OR_NONE() (C != NO_REG ? CACHE() : NULL)

#define SAVE() (f->pc = pc)
#define SAVE_AGAIN() (f->pc = pc - 1)
#include "registers.h"

#define DISPATCH()                             \
    do {                                       \
        memcpy(&w, pc, sizeof w);              \
        pc++;                                  \
        goto *labels[(uint16_t)w];             \
    } while (0)
#define OP(op) L_##op:
#define QUICK(op, kind) if (0) /* (for machine code) */
#define BEGIN_QUICK
#define MISS NEXT
#define IS_LAST(reg) false
#define GIVE_BACK(reg) (void)0
enum { QUICKLY = 0 };
#define NEXT DISPATCH()
#define FAIL goto error
#define POLL()                                               \
    do {                                                     \
        if (__builtin_expect(vm->breaker != 0, 0)) goto breaker; \
    } while (0)
#define JUMP()   \
    do {         \
        pc += W; \
        NEXT;    \
    } while (0)
/* Code that runs often goes on in machine code. */
#define WARM(code)                                                    \
    do {                                                              \
        if (__builtin_expect(++(code)->heat > JIT_HOT, 0)) goto hot; \
    } while (0)
#define JUMP_BACK()    \
    do {               \
        pc += W;       \
        WARM(f->code); \
        NEXT;          \
    } while (0)
#define BREAK_AT_JUMP()       \
    do {                      \
        f->pc = pc;           \
        pc += W;              \
        goto breaker_at_jump; \
    } while (0)
#define BRANCH(t)                                                         \
    do {                                                                  \
        if ((t) == (int)C) {                                              \
            const Ins *j_ = pc;                                           \
            pc += 1 + ins_bc(*j_);                                        \
            if (j_->op == BC_JMP_BACK) {                                  \
                if (__builtin_expect(vm->breaker != 0, 0)) {              \
                    f->pc = j_ + 1;                                       \
                    goto breaker_at_jump;                                 \
                }                                                         \
                WARM(f->code);                                            \
            }                                                             \
        } else pc++;                                                      \
        NEXT;                                                             \
    } while (0)
#define NEXT_OVER() \
    do {            \
        pc++;       \
        NEXT;       \
    } while (0)
#define AFTER_LOOP()           \
    do {                       \
        pc += 1 + ins_bc(*pc); \
        NEXT;                  \
    } while (0)
/* for a, b in …: where the pair is taken apart at once, no tuple is made of it. (Who traces sees each instruction.) */
#define PAIR_FOLLOWS() (pc[1].op == BC_UNPACK_SEQ && pc[1].a == A && pc[1].c == 2 && A >= nlocals && labels == table)
#define PAIR_AT() (&R[pc[1].b])
#define OVER_PAIR() \
    do {            \
        pc += 2;    \
        NEXT;       \
    } while (0)
#define ENTER(nf)     \
    do {              \
        f = (nf);     \
        LOAD_FRAME(); \
        POLL();       \
        WARM(f->code); \
        NEXT;         \
    } while (0)
#define ENTER_SIMPLE(nf, code, regs) \
    do {                             \
        f = (nf);                    \
        pc = (code)->ins;            \
        R = (regs);                  \
        nlocals = (code)->nlocals;   \
        consts = (code)->consts;     \
        POLL();                      \
        WARM(code);                  \
        NEXT;                        \
    } while (0)
#define LEAVE(v)        \
    do {                \
        result = (v);   \
        goto do_return; \
    } while (0)
#define GIVE(v)        \
    do {               \
        result = (v);  \
        goto do_yield; \
    } while (0)

#include "eval_fast.h"
#include "jit.h"

static inline bool traces(const VM *vm) { return is_watched(vm) || vm->hooks.step || (vm->trace & (TRACE_VM | TRACE_OPS)); }

/* What has become hot by calls is compiled where it returns, as then its variables show what they hold; what doesn't return so soon, at a call. */
static inline bool jit_waits(const VM *vm, const Frame *f)
{
    return f->pc == f->code->ins && f->code->heat > 0 && f->code->heat < JIT_HOT + JIT_PATIENCE && vm->warmth == 0 && !f->gen && !f->code->jit;
}

/* left: what machine code said that could not go on in f; NULL: nothing has run. */
static Value run(VM *vm, Frame *f, Value left)
{
    static const void *const table[] = {
#define BC(name, form, doc) &&L_##name,
#include "lang/compile/opcodes.def"
    };
    static const void *const traced[] = {
#define BC(name, form, doc) &&L_trace,
#include "lang/compile/opcodes.def"
    };
    const void *const *labels;
    const Ins *pc;
    Value *R;
    unsigned nlocals;
    Value *consts;
    uint64_t w;
    Value result;

#define LOAD_FRAME()                                             \
    do {                                                         \
        pc = f->pc;                                              \
        R = f->regs;                                             \
        nlocals = f->code->nlocals;                              \
        consts = f->code->consts;                                \
    } while (0)

    labels = traces(vm) ? traced : table;
    LOAD_FRAME();
    if (left == JIT_BREAK_AT_JUMP) {
        pc += ins_bc(pc[-1]);
        goto breaker_at_jump;
    }
    if (vm->error || left == JIT_FAILED) goto error;
    if (__builtin_expect(vm->breaker != 0, 0)) goto breaker; /* a sort's key and the like: other threads wait for their turn */
    WARM(f->code);
    DISPATCH();

#include "instructions.inc"

do_return:
    {
        Frame *below = f->prev;
        uint16_t dst = f->dst;
        if (__builtin_expect(f->code->heat > JIT_HOT, 0) && !f->code->jit && !f->gen && labels == table) jit_compile(vm, f);
        switch (frame_leave(vm, f, R, &result)) {
        case LEFT_LOOP:
            f = below;
            LOAD_FRAME();
            memcpy(&w, pc - 1, sizeof w);
            bool told = __builtin_expect(!vm->watch, 1) || watch_exhausted(vm, f, R[B], result);
            release(vm, result);
            if (!told) goto error;
            goto exhausted;
        case LEFT_FROM:
            f = below;
            LOAD_FRAME();
            if (__builtin_expect(vm->watch != NULL, 0) && !watch_exhausted(vm, f, R[pc[-1].b], result)) {
                release(vm, result);
                goto error;
            }
            end_delegation(vm, f, result);
            if (f->code->jit) goto hot;
            NEXT;
        case LEFT_RUN: return result;
        case LEFT_WRONG:
            f = below;
            LOAD_FRAME();
            goto error;
        case LEFT: break;
        }
        f = below;
        LOAD_FRAME();
        PUT(dst, result);
        if (f->code->jit) goto hot;
        NEXT;
    }
do_yield:
    {
        uint16_t dst = f->dst;
        Frame *below = f->prev;
        bool delegated = f->flags & FRAME_FROM;
        if (frame_suspend(vm, f)) return result;
        f = below;
        LOAD_FRAME();
        if (delegated) {
            if (__builtin_expect(vm->watch != NULL, 0) && !watch_leaves(vm, f, result)) {
                release(vm, result);
                goto error;
            }
            SAVE_AGAIN();
            goto do_yield;
        }
        PUT(dst, result);
        pc++;
        if (__builtin_expect(vm->breaker != 0, 0)) goto breaker;
        if (f->code->jit) goto hot;
        NEXT;
    }
hot:
    SAVE();
    if (labels != table || jit_waits(vm, f) || !jit_compile(vm, f)) NEXT;
    do {
        result = jit_run(vm, f);
        if (!JIT_LEFT(result)) return result;
        f = vm->frame;
        LOAD_FRAME();
        if (result == JIT_FAILED) goto error;
        if (result == JIT_BREAK) goto breaker;
        if (result == JIT_BREAK_AT_JUMP) {
            pc += ins_bc(pc[-1]);
            goto breaker_at_jump;
        }
    } while (!f->code->jit && pc == f->code->ins && ++f->code->heat > JIT_HOT && !jit_waits(vm, f) && jit_compile(vm, f)); /* a call of what is no machine code yet */
    NEXT;

    OP(LOAD_CLASS_FREE)
    {
        SAVE();
        Value v = NULL;
        Ref name = REF(f->code->names[C]);
        if (f->locals) {
            if (is_exact(f->locals, CLASS(dict))) {
                Ref found = dict_get_str(vm, f->locals, name);
                if (found) v = retain(found);
            } else {
                v = op_getitem(vm, f->locals, name);
                if (!v && !err_matches(vm, EXC_KeyError)) goto error;
                if (!v) err_clear(vm);
            }
        }
        if (!v) {
            v = ((Cell *)BITS(f->closure[B]))->value;
            if (!v) {
                raise_unbound(vm, REF(f->code->freenames[B]), true);
                goto error;
            }
            retain(v);
        }
        PUT(A, v);
        NEXT;
    }

    OP(DEL_NAME)
    {
        SAVE();
        if (!slow_delete_name(vm, f, REF(f->code->names[B]))) goto error;
        NEXT;
    }


    OP(GET_AWAITABLE)
    {
        SAVE();
        Value v = await_iter(vm, R[B], C);
        if (!v) goto error;
        DROP(B);
        PUT(A, v);
        NEXT;
    }
    OP(GET_AITER)
    {
        SAVE();
        Value v = async_iter(vm, R[B]);
        if (!v) goto error;
        DROP(B);
        PUT(A, v);
        NEXT;
    }
    OP(GET_ANEXT)
    {
        SAVE();
        Value v = async_next(vm, R[B]);
        if (!v) goto error;
        PUT(A, v);
        NEXT;
    }
    OP(AWITH_ENTER)
    {
        SAVE();
        Value v;
        if (!async_enter(vm, &R[B], &v)) goto error;
        PUT(A, v);
        NEXT;
    }
    OP(AWITH_EXIT)
    {
        SAVE();
        Value exit = R[B];
        R[B] = NULL;
        Value v = call3(vm, exit, V_NONE, V_NONE, V_NONE);
        release(vm, exit);
        if (!v) goto error;
        PUT(A, v);
        NEXT;
    }
    OP(AWITH_EXCEPT)
    {
        SAVE();
        Value v = slow_with_call(vm, R[B], R[C]);
        if (!v) goto error;
        PUT(A, v);
        NEXT;
    }

    /* ---- exceptions ---- */
    OP(RAISE)
    {
        SAVE();
        if (A == NO_REG && vm->handled) { /* again, as it was: no new level of traceback */
            err_put(vm, retain(vm->handled));
            goto reraise;
        }
        slow_raise(vm, A == NO_REG ? NULL : R[A], B == NO_REG ? NULL : R[B]);
        if (B != NO_REG) DROP(B);
        if (A != NO_REG) DROP(A);
        goto error;
    }
    OP(RERAISE)
    {
        TAKE(v, A);
        SAVE();
        err_put(vm, v);
        goto reraise;
    }
    OP(STAR_BEGIN)
    {
        SAVE();
        Value list = list_new(vm, 0);
        if (!list) goto error;
        PUT(A + 2, retain(R[A]));
        PUT(A + 3, retain(R[A]));
        PUT(A + 4, list);
        NEXT;
    }
    OP(STAR_MATCH)
    {
        SAVE();
        int t = slow_star_match(vm, &R[B], R[C]);
        if (t < 0) goto error;
        DROP(C);
        PUT(A, make_bool(t));
        NEXT;
    }
    OP(STAR_END)
    {
        SAVE();
        Value v = exc_star_result(vm, R[B + 2], R[B + 3], R[B + 4]);
        if (!v) goto error;
        for (int i = 5; i-- > 2;) value_clear(vm, &R[B + i]);
        PUT(A, v);
        NEXT;
    }
    OP(END_ASYNC_FOR)
    {
        if (!err_is(vm, R[A], EXC_StopAsyncIteration)) {
            SAVE();
            err_put(vm, retain(R[A]));
            goto reraise;
        }
        goto L_POP_EXC;
    }

    /* ---- import ---- */
    OP(IMPORT_STAR)
    {
        SAVE();
        if (!slow_import_star(vm, f, R[A])) goto error;
        DROP(A);
        NEXT;
    }
    OP(READ_CODE)
    {
        SAVE();
        if (!code_whole(vm, f->code)) goto error;
        pc = f->code->ins;
        consts = f->code->consts;
        WARM(f->code);
        NEXT;
    }
    OP(PRINT_EXPR)
    {
        SAVE();
        if (!slow_print_expr(vm, R[A])) goto error;
        DROP(A);
        NEXT;
    }

L_trace:
    {
        const Ins *at = pc - 1;
        if (at->op == BC_READ_CODE) goto L_READ_CODE; /* (nothing that a program has written) */
        if (vm->trace & (TRACE_VM | TRACE_OPS)) {
            SAVE();
            trace_instruction(vm, f, at);
        }
        if (vm->hooks.step) {
            SAVE();
            vm->hooks.step(vm, f, at);
        }
        if (vm->watch) {
            SAVE();
            if (!watch_step(vm, f, at)) goto error;
            if (f->pc != pc) { /* its trace function has set the line */
                pc = f->pc;
                memcpy(&w, pc - 1, sizeof w);
            }
        }
        if (!traces(vm)) labels = table;
        goto *table[(uint16_t)w];
    }

breaker:
    SAVE();
    if (f->code->unread) { /* whoever comes now may look at this frame */
        if (!code_whole(vm, f->code)) goto error;
        LOAD_FRAME();
    }
breaker_at_jump: /* the jump back is what an interrupt stops (f->pc stands behind it), not the statement before the loop; and the handlers around the jump see it */
    labels = traces(vm) ? traced : table;
    if (!slow_breaker(vm)) goto error;
    NEXT;

error:
    {
        uint32_t at = f->pc > f->code->ins ? (uint32_t)(f->pc - f->code->ins) - 1 : 0;
        if (!vm->error) err_raise(vm, EXC_SystemError, "error return without exception set");
        tb_add(vm, f->code, f->globals, (int32_t)at);
        if (__builtin_expect(vm->watch != NULL, 0)) watch_raised(vm, f);
    }
reraise:
    for (;;) {
        uint32_t at = f->pc > f->code->ins ? (uint32_t)(f->pc - f->code->ins) - 1 : 0;
        int32_t target = frame_unwind(vm, f, at);
        if (target >= 0) {
            f->pc = f->code->ins + target;
            LOAD_FRAME();
            labels = traces(vm) ? traced : table;
            if (f->code->jit) goto hot;
            NEXT;
        }
        if (__builtin_expect(vm->watch != NULL, 0)) watch_ends(vm, f);
        leave_except_regions(vm, f, at);
        frame_hand_over(vm, f);
        Frame *below = f->prev;
        unsigned flags = f->flags;
        if (f->gen) {
            gen_leave(vm, f->gen, GEN_CLOSED);
            if (!(flags & FRAME_ENTRY)) gen_failed(vm, flags & FRAME_FROM ? as_generator(below->regs[below->pc[-1].b]) : NULL);
        } else {
            if (flags & FRAME_GETTER) slow_getter_failed(vm, f);
            frame_pop(vm, f);
        }
        if (flags & FRAME_ENTRY) return NULL;
        f = below;
        uint32_t caller = (uint32_t)(f->pc - f->code->ins) - 1;
        tb_add(vm, f->code, f->globals, (int32_t)caller);
        if (__builtin_expect(vm->watch != NULL, 0)) watch_raised(vm, f);
    }
}

Value vm_run(VM *vm, Frame *f)
{
    if (!f->code->jit || vm->error || vm->breaker || traces(vm)) return run(vm, f, NULL);
    Value v = jit_run(vm, f);
    return JIT_LEFT(v) ? run(vm, vm->frame, v) : v;
}
