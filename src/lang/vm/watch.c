/* watch.c: the events of sys.settrace and sys.setprofile (watch.h), and these functions. */
#include "lang/object/audit.h"
#include "watch.h"

#include "lang/compile/code.h"
#include "lang/object/args.h"
#include "sys.h"

static const char *const names[WATCH_COUNT] = {NULL, "call", "line", "return", "exception", "opcode", "c_call", "c_return", "c_exception"};

static FrameObj *object_of(const Frame *f) { return f->frame_obj ? (FrameObj *)BITS(f->frame_obj) : NULL; }
static bool is_idle(const VM *vm) { return is_watched(vm) && !vm->watch->busy && vm->end != VM_CLOSED; }

/* Loops that called this one through C look again whether they are watched. */
static void look_again(VM *vm) { __atomic_fetch_or(&vm->breaker, BREAK_TRACE, __ATOMIC_SEQ_CST); }

/* ---- telling ---- */

/* fn(frame, event, arg), with the frame's f_locals as they are before and taken over after. An exception that was pending is put aside; NULL raised. */
static Value tell(VM *vm, Frame *f, Ref fn, int event, Ref arg)
{
    Watch *w = vm->watch;
    Value pending = err_take(vm), held = retain(fn), frame = frame_object(vm, f), name = frame ? str_intern_c(vm, names[event]) : NO_VALUE, answer = NO_VALUE;
    FrameObj *o = frame ? (FrameObj *)BITS(frame) : NULL;
    bool ok = name && (!o->locals || !is_dict(o->locals));
    if (name && !ok) {
        Value fresh = frame_object_fresh(vm, o);
        ok = fresh != NO_VALUE;
        release(vm, fresh);
    }
    if (ok) {
        Ref args[3] = {frame, name, arg ? arg : (Ref)V_NONE};
        w->busy++;
        o->told = (uint8_t)event;
        answer = call(vm, held, args, 3, NULL);
        o->told = WATCH_NONE;
        w->busy--;
        Value failed = err_take(vm);
        frame_object_put_back(vm, o);
        err_put(vm, failed);
    }
    release(vm, name);
    release(vm, frame);
    release(vm, held);
    if (answer) err_put(vm, pending);
    else release(vm, pending);
    return answer;
}

/* A function that raises is told nothing more. */
static void dismiss(VM *vm, Value *fn, FrameObj *o)
{
    Value e = err_take(vm);
    value_clear(vm, fn);
    if (o) value_clear(vm, &o->trace);
    look_again(vm);
    err_put(vm, e);
}

static bool tell_profile(VM *vm, Frame *f, int event, Ref arg)
{
    Watch *w = vm->watch;
    if (!w->profile) return true;
    Value answer = tell(vm, f, w->profile, event, arg);
    release(vm, answer);
    if (!answer) dismiss(vm, &w->profile, NULL);
    return answer != NO_VALUE;
}

/* To the thread's function (a call), or to the frame's own; what it answers is the frame's own from now on. */
static bool tell_trace(VM *vm, Frame *f, int event, Ref arg)
{
    Watch *w = vm->watch;
    FrameObj *o = object_of(f);
    Ref fn = event == WATCH_CALL ? (Ref)w->trace : o ? (Ref)o->trace : NULL;
    if (!w->trace || !fn) return true;
    Value answer = tell(vm, f, fn, event, arg);
    o = object_of(f);
    if (!answer) {
        dismiss(vm, &w->trace, o);
        return false;
    }
    if (o && !is_none(answer)) value_put(vm, &o->trace, answer);
    else release(vm, answer);
    return true;
}

static bool tell_both(VM *vm, Frame *f, int event, Ref arg) { return tell_trace(vm, f, event, arg) && tell_profile(vm, f, event, arg); }

/* ---- calls of built-in functions ---- */

/* The built-in function that the instruction calls, as the program would name it (bound); NULL: none, or raised. */
static Value native_called(VM *vm, const Frame *f, const Ins *at)
{
    if (at->op != BC_CALL && at->op != BC_CALL_KW && at->op != BC_CALL_METHOD && at->op != BC_CALL_METHOD_KW && at->op != BC_CALL_EX) return NO_VALUE;
    Ref callee = f->regs[at->b];
    bool method = at->op == BC_CALL_METHOD || at->op == BC_CALL_METHOD_KW;
    Ref self = method ? (Ref)f->regs[at->b + 1] : (at->op == BC_CALL || at->op == BC_CALL_KW) && at->c ? (Ref)f->regs[at->b + 1] : NULL;
    if (is_kind(callee, KIND_NATIVE)) return retain(callee);
    if (!is_kind(callee, KIND_METHOD_DESCR) || !self) return NO_VALUE;
    TernaryFn bind = as_obj(callee)->type->s.descr_get;
    if (bind && is_exact(callee, CLASS(classmethod_descriptor))) return bind(vm, callee, NULL, self);
    return bind ? bind(vm, callee, self, REF(type_of(vm, self))) : NO_VALUE;
}

static bool native_begins(VM *vm, Frame *f, const Ins *at)
{
    Value native = native_called(vm, f, at);
    if (!native) {
        err_clear(vm); /* an argument that the function will refuse */
        return true;
    }
    bool ok = tell_profile(vm, f, WATCH_C_CALL, native);
    FrameObj *o = object_of(f);
    if (ok && o && vm->watch->profile) value_put(vm, &o->native, native);
    else release(vm, native);
    return ok;
}

static bool native_ended(VM *vm, Frame *f, int event)
{
    FrameObj *o = object_of(f);
    if (!o || !o->native) return true;
    Value native = o->native;
    o->native = NO_VALUE;
    bool ok = tell_profile(vm, f, event, native);
    release(vm, native);
    return ok;
}

/* ---- instructions ---- */

/* Its line is that of the def, or of the yield where it stood, until an instruction runs. */
static bool call_begins(VM *vm, Frame *f, const Ins *at)
{
    const Ins *pc = f->pc;
    bool first = at == f->code->ins;
    f->flags |= FRAME_SEEN;
    if (!first && !f->gen) return true;
    if (first) f->pc = at;
    else if (at[-1].op == BC_YIELD) f->pc = at;
    else if (at->op == BC_YIELD_FROM) f->pc = at + 1;
    bool ok = tell_both(vm, f, WATCH_CALL, V_NONE);
    f->pc = pc;
    if (first && object_of(f)) object_of(f)->last = -1;
    return ok;
}

/* A loop's end goes back to its head: that is where the line begins. */
static bool is_way_back(const Code *c, int32_t i, uint32_t line)
{
    if (c->ins[i].op != BC_JMP_BACK) return false;
    int32_t head = i + 1 + ins_bc(c->ins[i]);
    return head != i && code_span(c, head).line == line;
}

/* A line begins: another than that of the instruction before, or again one that a jump back leads to. */
static bool line_begins(VM *vm, Frame *f, FrameObj *o, int32_t i)
{
    int32_t last = o->last;
    uint32_t line = code_span(f->code, i).line;
    if (is_way_back(f->code, i, line)) return true;
    if (line) o->last = i;
    if (line && !o->no_lines) {
        /* not what an await repeats, nor the way back of a comprehension or of an empty loop to itself: as in CPython */
        bool back = last >= i && f->code->ins[last].op != BC_YIELD_FROM && !(f->code->ins[last].op == BC_JMP_BACK && f->code->ins[last].a);
        if ((last < 0 || code_span(f->code, last).line != line || back) && !tell_trace(vm, f, WATCH_LINE, V_NONE)) return false;
    }
    return !o->opcodes || tell_trace(vm, f, WATCH_OPCODE, V_NONE);
}

bool watch_step(VM *vm, Frame *f, const Ins *at)
{
    if (!is_idle(vm)) return true;
    const Ins *pc = f->pc;
    if (!native_ended(vm, f, WATCH_C_RETURN)) return false;
    if (!(f->flags & FRAME_SEEN) && !call_begins(vm, f, at)) return false;
    FrameObj *o = object_of(f);
    if (o && o->trace && vm->watch->trace && !line_begins(vm, f, o, (int32_t)(at - f->code->ins))) return false;
    if (f->pc != pc) at = f->pc - 1;
    switch (at->op) {
    case BC_RETURN: case BC_RETURN_NONE: case BC_YIELD:
        if (f->flags & FRAME_ENTRY) look_again(vm);
        return tell_both(vm, f, WATCH_RETURN, at->op == BC_RETURN_NONE ? (Ref)V_NONE : (Ref)f->regs[at->op == BC_YIELD ? at->b : at->a]);
    default: return !vm->watch->profile || native_begins(vm, f, at);
    }
}

bool watch_leaves(VM *vm, Frame *f, Ref value)
{
    if (!is_idle(vm)) return true;
    if (f->flags & FRAME_ENTRY) look_again(vm);
    return tell_both(vm, f, WATCH_RETURN, value);
}

bool watch_exhausted(VM *vm, Frame *f, Ref it, Ref value)
{
    FrameObj *o = object_of(f);
    if (!is_idle(vm) || !o || !o->trace) return true;
    bool silent = value ? is_kind(it, KIND_GENERATOR) && as_obj(it)->type == CLASS(generator) && is_none(value) : !(type_of(vm, it)->flags & TYPE_HEAP);
    if (silent) return true;
    if (value && !is_none(value)) err_raise_value(vm, EXC_StopIteration, value);
    else err_raise_obj(vm, call0(vm, REF(vm->exc_types[EXC_StopIteration])));
    Value stop = vm->error ? retain(vm->error) : NO_VALUE;
    watch_raised(vm, f);
    bool ok = vm->error == stop;
    if (ok) err_clear(vm);
    release(vm, stop);
    return ok;
}

void watch_raised(VM *vm, Frame *f)
{
    if (!is_idle(vm) || !vm->error) return;
    if (!(f->flags & FRAME_SEEN) && !call_begins(vm, f, f->gen ? f->pc : f->pc - 1)) return; /* thrown into a generator */
    if (!native_ended(vm, f, WATCH_C_EXCEPTION)) return;
    FrameObj *o = object_of(f);
    if (!vm->watch->trace || !o || !o->trace) return;
    Value e = retain(vm->error);
    Ref tb = as_exception(e)->traceback;
    Value arg = tuple_of(vm, 3, REF(as_obj(e)->type), (Ref)e, tb ? tb : (Ref)V_NONE);
    if (arg) tell_trace(vm, f, WATCH_EXCEPTION, arg);
    release(vm, arg);
    release(vm, e);
}

void watch_ends(VM *vm, Frame *f)
{
    if (is_idle(vm)) tell_both(vm, f, WATCH_RETURN, V_NONE);
}

/* ---- beginning and ending ---- */

/* Frames that run already: their calls are not told, and the line where one stands has begun. */
static void mark_running(VM *vm)
{
    for (Frame *f = vm->frame; f && f->code; f = f->prev) {
        f->flags |= FRAME_SEEN;
        if (object_of(f)) object_of(f)->last = frame_object_at(object_of(f));
    }
}

static bool has_watch(VM *vm) { return vm->watch || (vm->watch = mem_zalloc(vm->mem, sizeof *vm->watch)) || (err_no_memory(vm), false); }

bool watch_counts(VM *vm, Ref counter)
{
    if (!counter && !vm->watch) return true;
    if (!has_watch(vm)) return false;
    Value before = vm->watch->profile;
    if (counter) vm->watch->profile = NO_VALUE;
    value_put(vm, &vm->watch->counter, counter ? retain(counter) : NO_VALUE);
    if (counter) release(vm, before);
    return true;
}

static bool set(VM *vm, bool profile, Ref fn)
{
    if (!vm->watch && is_none(fn)) return true;
    if (!has_watch(vm)) return false;
    if (vm->watch->changing) return err_false(vm, EXC_RuntimeError, "Cannot install a %s function while another %s function is being installed", profile ? "profile" : "trace", profile ? "profile" : "trace");
    mark_running(vm);
    vm->watch->changing = true;
    value_put(vm, profile ? &vm->watch->profile : &vm->watch->trace, is_none(fn) ? NO_VALUE : retain(fn));
    vm->watch->changing = false;
    if (profile && vm->watch->counter) {
        lang_trace_steps(vm, NULL);
        value_clear(vm, &vm->watch->counter);
    }
    look_again(vm);
    return true;
}

void watch_forget(VM *vm)
{
    Watch *w = vm->watch;
    if (!w) return;
    value_clear(vm, &w->trace);
    value_clear(vm, &w->profile);
    value_clear(vm, &w->counter);
    vm->watch = NULL;
    mem_free(vm->mem, w, sizeof *w);
}

static Value sys_settrace(VM *vm, const Ref *args, int n, Ref kwnames) { return AUDIT(vm, "sys.settrace", "") && set(vm, false, args[0]) ? V_NONE : NO_VALUE; }
static Value sys_setprofile(VM *vm, const Ref *args, int n, Ref kwnames) { return AUDIT(vm, "sys.setprofile", "") && set(vm, true, args[0]) ? V_NONE : NO_VALUE; }
static Value sys_gettrace(VM *vm, const Ref *args, int n, Ref kwnames) { return vm->watch && vm->watch->trace ? retain(vm->watch->trace) : V_NONE; }
static Value sys_getprofile(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Ref who = !vm->watch ? NULL : vm->watch->profile ? vm->watch->profile : vm->watch->counter;
    return who ? retain(who) : V_NONE;
}

/* func(*args) as if no trace function were running: a debugger debugs what it evaluates. */
static Value sys_call_tracing(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_tuple(args[1])) return err_raise(vm, EXC_TypeError, "call_tracing() argument 2 must be tuple, not %T", args[1]);
    int busy = vm->watch ? vm->watch->busy : 0;
    if (vm->watch) vm->watch->busy = 0;
    Value r = call(vm, args[0], as_refs(as_tuple(args[1])->items), (int)as_tuple(args[1])->len, NULL);
    if (vm->watch) vm->watch->busy = busy;
    return r;
}

const NativeDef sys_watching[] = {
    {"settrace", sys_settrace, "function, /", "function(frame, event, arg) is told of calls in this thread from now on; what it answers is told of the call's lines, exceptions and return. None: nobody is.", 0},
    {"gettrace", sys_gettrace, "", "What settrace() has set, or None.", 0},
    {"setprofile", sys_setprofile, "function, /", "function(frame, event, arg) is told where functions of this thread, built-in ones too, begin and end. None: nobody is.", 0},
    {"getprofile", sys_getprofile, "", "What setprofile() has set, or None.", 0},
    {"call_tracing", sys_call_tracing, "func, args, /", "Call func(*args) from a trace function, and let it be traced.", 0},
    {0},
};
