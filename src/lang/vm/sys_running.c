/* sys_running.c: what sys knows of all that runs: the frames and exceptions of every thread, and where coroutines were made (cr_origin). */
#include "lang/object/audit.h"
#include "lang/object/thread.h"
#include "lang/object/vm.h"
#include "eval.h"
#include "sys.h"

/* ---- all threads ---- */

typedef struct Found { uint64_t ident; Frame *frame; Value handled; } Found;
typedef struct Finding { VM *vm; Found *all; int64_t n, cap; bool failed; } Finding;

static void find(void *arg, uint64_t ident, Frame *frame, Ref handled)
{
    Finding *f = arg;
    if (f->n < f->cap) f->all[f->n++] = (Found){ident, frame, handled ? retain(handled) : NO_VALUE};
}

static Traceback *as_traceback(Ref v) { return (Traceback *)BITS(v); }

/* Levels of a traceback that run in another thread: who asks for them could not find them there. */
static void find_levels(VM *vm, Ref first, Frame *innermost)
{
    for (Ref r = first; r; r = as_traceback(r)->next)
        for (Frame *live = as_traceback(r)->frame ? NULL : innermost; live && live->code; live = live->prev)
            if (live->code == as_traceback(r)->code && live->globals == as_traceback(r)->globals) {
                if (!(as_traceback(r)->frame = frame_object(vm, live))) err_clear(vm);
                break;
            }
}

/* An exception as sys.exc_info() shows it; NULL: none is handled. */
static Value as_info(VM *vm, Ref handled, Frame *innermost)
{
    if (handled && is_exception(handled)) find_levels(vm, as_exception(handled)->traceback, innermost);
    Ref none = V_NONE, tb = handled && is_exception(handled) ? (Ref)as_exception(handled)->traceback : NULL;
    return handled ? tuple_of(vm, 3, REF(as_obj(handled)->type), handled, tb ? tb : none) : tuple_of(vm, 3, none, none, none);
}

/* A dict from the threads' numbers. The frames stand still meanwhile: making a frame object runs no code of the program. */
static Value by_thread(VM *vm, bool frames)
{
    if (!vm_threads_open(vm)) return NO_VALUE;
    int64_t cap = thread_count(vm) + 16; /* the embedder's are not counted */
    Finding f = {vm, mem_alloc(vm->mem, (size_t)cap * sizeof *f.all), 0, cap, false};
    Value d = f.all ? dict_new(vm) : err_no_memory(vm);
    if (d) threads_visit(vm, find, &f);
    for (int64_t i = 0; i < f.n; i++) {
        Value key = d ? int_from_u64(vm, f.all[i].ident) : NO_VALUE, v = NO_VALUE;
        bool there = !frames || (f.all[i].frame && f.all[i].frame->code);
        if (key && there) v = frames ? frame_object(vm, f.all[i].frame) : as_info(vm, f.all[i].handled, f.all[i].frame);
        if (!key || (there && (!v || !dict_set(vm, d, key, v)))) value_clear(vm, &d);
        release(vm, key);
        release(vm, v);
        release(vm, f.all[i].handled);
    }
    mem_free(vm->mem, f.all, (size_t)cap * sizeof *f.all);
    return d;
}
static Value sys_frames(VM *vm, const Ref *args, int n, Ref kwnames) { return AUDIT(vm, "sys._current_frames", "") ? by_thread(vm, true) : NO_VALUE; }
static Value sys_exceptions(VM *vm, const Ref *args, int n, Ref kwnames) { return AUDIT(vm, "sys._current_exceptions", "") ? by_thread(vm, false) : NO_VALUE; }

/* ---- where coroutines were made ---- */

Value coro_origin(VM *vm, Frame *f)
{
    int depth = *thread_origin_depth(vm);
    Value rows = list_new(vm, depth < 16 ? depth : 16), r;
    static const char *const names[] = {"f_lineno"};
    for (; rows && f && f->code && depth > 0; f = f->prev, depth--) {
        Value frame = frame_object(vm, f), line = frame ? obj_getattr_c(vm, frame, names[0]) : NO_VALUE;
        Value row = line ? tuple_of(vm, 3, REF(f->code->filename), (Ref)line, REF(f->code->name)) : NO_VALUE;
        release(vm, frame);
        release(vm, line);
        if (!row || !list_append_take(vm, rows, row)) value_clear(vm, &rows);
    }
    r = rows ? tuple_from_iter(vm, rows) : NO_VALUE;
    release(vm, rows);
    return r;
}

static Value sys_get_depth(VM *vm, const Ref *args, int n, Ref kwnames) { return make_small(vm->threads ? *thread_origin_depth(vm) : 0); }
static Value sys_set_depth(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t depth;
    if (!num_index_i64(vm, args[0], &depth)) return NO_VALUE;
    if (depth < 0) return err_raise(vm, EXC_ValueError, "depth must be >= 0");
    if (!vm_threads_open(vm)) return NO_VALUE;
    *thread_origin_depth(vm) = depth > 1 << 30 ? 1 << 30 : (int)depth;
    return V_NONE;
}

const NativeDef sys_running[] = {
    {"_current_frames", sys_frames, "", "The innermost frame of each thread, by the threads' numbers.", 0},
    {"_current_exceptions", sys_exceptions, "", "What each thread is handling, by the threads' numbers.", 0},
    {"get_coroutine_origin_tracking_depth", sys_get_depth, "", "How many frames of their making coroutines of this thread remember.", 0},
    {"set_coroutine_origin_tracking_depth", sys_set_depth, "depth", "Let coroutines of this thread remember so many frames of their making (cr_origin); 0: none.", NATIVE_KW},
    {0},
};
