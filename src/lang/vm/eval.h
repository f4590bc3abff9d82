/* eval.h: between the eval loop (eval.c), its slow paths (eval_slow.c) and generators (gen.c). */
#ifndef PERCH_LANG_EVAL_H
#define PERCH_LANG_EVAL_H

#include "lang/compile/code.h"
#include "lang/object/vm.h"

/* ---- generators ---- */
/* Put a suspended or new generator's frame on top, `sent` (taken) into its place. false: it is running or closed. */
bool gen_enter(VM *vm, Generator *g, Value sent, int flags);
void gen_leave(VM *vm, Generator *g, GenState state); /* takes the frame off again; CLOSED releases its registers */
/* The generator's body ended by the pending exception: a StopIteration becomes RuntimeError. */
void gen_failed(VM *vm, const Generator *g /*NULL: a plain one*/);
const char *gen_noun(VM *vm, const Generator *g); /* "generator", "coroutine", "async generator" */
bool gen_awaits(const Generator *g); /* suspended in an await or a yield from, not in a yield */
Value gen_finish(VM *vm, Value r);   /* the result of send and throw as methods give it: a return is a StopIteration */
Value gen_throw_into(VM *vm, Ref gen, Ref exception, bool close_inner); /* close_inner: a GeneratorExit closes what is awaited */
/* The exception that throw(typ, val, tb) names; NULL raised. */
Value gen_throw_arg(VM *vm, Ref type, Ref value, Ref tb);

/* ---- coro.c ---- */
Value await_iter(VM *vm, Ref v, int how); /* what `await v` iterates over; how as in GET_AWAITABLE */
Value async_iter(VM *vm, Ref v);
Value async_next(VM *vm, Ref it);
bool async_enter(VM *vm, Value *slot, Value *result);
Value coro_origin(VM *vm, Frame *f); /* a tuple of (file, line, function) from f outwards, as many as the thread wants */
void coro_warn_unawaited(VM *vm, Ref coroutine);
Value coro_await_method(VM *vm, const Ref *args, int n, Ref kwnames);
/* ---- asyncgen.c ---- */
Value async_gen_next(VM *vm, Ref gen); /* the awaitable of __anext__ */
extern const NativeDef async_gen_methods[];
Value builtin_aiter(VM *vm, const Ref *args, int n, Ref kwnames);
Value builtin_anext(VM *vm, const Ref *args, int n, Ref kwnames);

/* The value of the StopIteration now pending, taken off; NULL: something else is pending. None if nothing is pending. */
Value stop_value(VM *vm);

/* ---- slow paths: values are borrowed, results owned, NULL / false / -1 = raised ---- */
Value slow_load_name(VM *vm, Frame *f, Ref name);
Value slow_load_global(VM *vm, Frame *f, Ref name, Cache *c);
bool slow_store_global(VM *vm, Frame *f, Ref name, Ref v, Cache *c);
bool slow_delete_global(VM *vm, Frame *f, Ref name);
bool slow_store_name(VM *vm, Frame *f, Ref name, Ref v);
bool slow_delete_name(VM *vm, Frame *f, Ref name);
Value slow_getattr(VM *vm, Ref o, Ref name, Cache *c);
Value slow_getset(VM *vm, Ref o, Ref name, const Cache *c);
Frame *slow_push_getter(VM *vm, Frame *f, Ref o, const Cache *c);
void slow_getter_failed(VM *vm, const Frame *f);
bool slow_setattr(VM *vm, Ref o, Ref name, Ref v, Cache *c);
typedef struct Bound { Value fn, self; } Bound; /* a method and the receiver to put in front, or NULL; fn NULL: raised */
Bound slow_load_method(VM *vm, Ref o, Ref name, Cache *c);
/* next() of a zip or enumerate in a frame's temporary that gives pairs, into two empty registers: 1, 0 at the end or where an error was raised; -1: it is asked for one as others are. */
int pair_of_held(VM *vm, Obj *it, Value *two);
void raise_unbound(VM *vm, Ref name, bool free);
Value slow_make_function(VM *vm, Frame *f, Ref code, Value *parts /*three, taken; NULL: none*/);
bool slow_unpack(VM *vm, Ref seq, Value *out, int n);
bool slow_unpack_ex(VM *vm, Ref seq, Value *out, int before, int after);
bool slow_raise(VM *vm, Ref exc, Ref cause);        /* always false */
Value slow_match_exc(VM *vm, Ref exc, Ref match);
Value exc_star_match(VM *vm, Value *rest, Ref match); /* exc_group.c */
Value exc_star_result(VM *vm, Ref orig, Ref rest, Ref raised);
int slow_star_match(VM *vm, Value *handler, Ref match); /* 1 a part matched, 0, -1 */
Value slow_with_enter(VM *vm, Value *slot);
Value slow_with_call(VM *vm, Ref exit, Ref exc); /* exit(type, exc, traceback) */
int slow_with_except(VM *vm, Ref exit, Ref exc);
Value slow_match_keys(VM *vm, Ref subject, Ref keys);
Value slow_match_rest(VM *vm, Ref subject, Ref keys);
Value slow_match_class(VM *vm, Ref subject, Ref cls, int npos, Ref kwnames);
bool slow_list_extend(VM *vm, Ref list, Ref it);
bool slow_dict_update(VM *vm, Ref d, Ref other);
Value slow_call_ex(VM *vm, Ref f, Ref args, Ref kwargs);
Value slow_call_super(VM *vm, Value *base, Ref type);
/* base[0] is a bound method, its n arguments behind it: the object itself takes its place, and nothing has to be moved. */
Value slow_call_bound(VM *vm, Value *base, int n);               /* a method in C; base[0] is as before afterwards */
Frame *slow_push_method(VM *vm, Frame *f, Value *base, int n);   /* a function's frame, which has taken base[0]; NULL: call() has to do it (or an error is pending) */
void slow_import_failed(VM *vm, Frame *f); /* at the instruction that f->pc stands behind, with its exception pending */
bool slow_import_star(VM *vm, Frame *f, Ref module);
bool slow_setup_annotations(VM *vm, Frame *f);
bool slow_print_expr(VM *vm, Ref v);
Value slow_convert(VM *vm, Ref v, int how);
Value slow_getitem(VM *vm, Ref o, Ref k);
Value slow_getslice(VM *vm, Ref o, Ref start, Ref stop);
bool slow_setslice(VM *vm, Ref o, Ref start, Ref stop, Ref v);
Value slow_arith(VM *vm, BinOp op, Ref a, Ref b);
Value slow_compare(VM *vm, Ref a, Ref b, CmpOp op);
Value slow_yield_iter(VM *vm, Ref v, uint32_t code_flags);
/* One step of `yield from`: 1 yielded *out, 0 finished with *out, -1 raised. */
int slow_yield_from(VM *vm, Ref it, Value *slot);
/* Frames of calls that are not plain (eval_fast.h has push_simple). NULL: raised. */
Frame *push_general(VM *vm, Frame *f, Function *fn /*taken*/, Value *args, int n, Ref kwnames, Value *above);
/* A plain call from a generator's frame, whose registers are not on the stack: its arguments go there. f: the call is not plain. */
Frame *push_from_generator(VM *vm, Frame *f, Function *fn /*taken*/, Value *args, unsigned n);
Frame *push_ex(VM *vm, Frame *f, Function *fn /*taken*/, Ref args, Ref kwargs, Value *above);
Frame *push_getitem(VM *vm, Frame *f, Ref o, Ref k);
/* BREAK_* bits are set: interrupts, signals, collection, tracing. false raised. */
bool slow_breaker(VM *vm);

/* Where does the pending error go in this frame? -> handler's target with registers set, or -1 (the frame ends). */
int32_t frame_unwind(VM *vm, Frame *f, uint32_t at);
void leave_except_regions(VM *vm, Frame *f, uint32_t at); /* before a frame ends by an error */

extern const NativeDef build_class_def;

#endif
