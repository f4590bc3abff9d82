/* mod_io_pair.c: BufferedRWPair: a reader and a writer side by side. */
#include "mod_io.h"

typedef struct Pair { Obj head; Value reader, writer; } Pair;
static Pair *as_pair(Ref v) { return (Pair *)BITS(v); }

static Value pair_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames) { return VAL(obj_alloc(vm, as_type(cls), as_type(cls)->inst_size)); }

static bool pair_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    Pair *p = as_pair(self);
    int64_t size = IO_BUFFER_SIZE;
    if (!args_no_kw(vm, "BufferedRWPair", kwnames) || !args_count(vm, "BufferedRWPair", n, 2, 3)) return false;
    if (n > 2 && !num_index_i64(vm, args[2], &size)) return false;
    value_clear(vm, &p->reader); /* initialised anew: until that is done there are none, so none leads to itself */
    value_clear(vm, &p->writer);
    IoState *s = io_state(vm);
    int r = s ? io_truth_of(vm, args[0], NAME(readable)) : -1, w = r < 0 ? -1 : io_truth_of(vm, args[1], NAME(writable));
    if (w < 0) return false;
    if (!r) return io_unsupported(vm, "File or stream is not readable.") != NULL;
    if (!w) return io_unsupported(vm, "File or stream is not writable.") != NULL;
    Value reader = buffered_make(vm, s->reader, args[0], size), writer = reader ? buffered_make(vm, s->writer, args[1], size) : NULL;
    if (!writer) return release(vm, reader), false;
    value_put(vm, &p->reader, reader);
    value_put(vm, &p->writer, writer);
    return true;
}

static void pair_clear(VM *vm, Obj *o)
{
    value_clear(vm, &((Pair *)o)->reader);
    value_clear(vm, &((Pair *)o)->writer);
}

static void pair_dealloc(VM *vm, Obj *o)
{
    if (((Pair *)o)->writer && !io_finalize(vm, o)) return;
    pair_clear(vm, o);
    obj_free(vm, o, o->type->inst_size);
}

static void pair_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (((Pair *)o)->reader) visit(((Pair *)o)->reader, arg);
    if (((Pair *)o)->writer) visit(((Pair *)o)->writer, arg);
}

static Value pair_call(VM *vm, Ref o, bool writer, Ref name, const Ref *args, int n)
{
    Pair *p = as_pair(o);
    if (!p->writer) return err_raise(vm, EXC_ValueError, "I/O operation on uninitialized object");
    if (!rec_room(vm)) return NULL;
    while (n && !args[n - 1]) n--;
    Value half = retain(writer ? p->writer : p->reader), r = call_method(vm, half, name, args, n);
    release(vm, half);
    return r;
}
#define PAIR_METHOD(fn, writer, method) \
    static Value fn(VM *vm, const Ref *args, int n, Ref kwnames) { return pair_call(vm, args[0], writer, NAME(method), args + 1, n - 1); }
PAIR_METHOD(p_read, false, read)
PAIR_METHOD(p_read1, false, read1)
PAIR_METHOD(p_peek, false, peek)
PAIR_METHOD(p_readinto, false, readinto)
PAIR_METHOD(p_readline, false, readline)
PAIR_METHOD(p_readable, false, readable)
PAIR_METHOD(p_write, true, write)
PAIR_METHOD(p_flush, true, flush)
PAIR_METHOD(p_writable, true, writable)

static Value p_close(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value r = pair_call(vm, args[0], true, NAME(close), NULL, 0), saved = r ? NULL : err_take(vm);
    release(vm, r);
    r = pair_call(vm, args[0], false, NAME(close), NULL, 0);
    if (!saved) return r;
    release(vm, r);
    if (err_occurred(vm)) err_chain(vm, saved);
    else err_put(vm, saved);
    return NULL;
}

static Value p_isatty(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value r = pair_call(vm, args[0], true, NAME(isatty), NULL, 0);
    if (!r || r == V_TRUE) return r;
    release(vm, r);
    return pair_call(vm, args[0], false, NAME(isatty), NULL, 0);
}

static Value pair_closed(VM *vm, Ref o)
{
    if (!as_pair(o)->writer) return err_raise(vm, EXC_RuntimeError, "the BufferedRWPair object is being garbage-collected");
    if (!rec_room(vm)) return NULL;
    Value writer = retain(as_pair(o)->writer), r = obj_getattr(vm, writer, NAME(closed));
    release(vm, writer);
    return r;
}

static const NativeDef pair_methods[] = {
    {"read", p_read, "self, size=-1, /", NULL, 0}, {"read1", p_read1, "self, size=-1, /", NULL, 0}, {"peek", p_peek, "self, size=0, /", NULL, 0},
    {"readinto", p_readinto, "self, buffer, /", NULL, 0}, {"readline", p_readline, "self, size=-1, /", NULL, 0},
    {"readable", p_readable, "self", NULL, 0}, {"write", p_write, "self, buffer, /", NULL, 0}, {"flush", p_flush, "self", NULL, 0},
    {"writable", p_writable, "self", NULL, 0}, {"close", p_close, "self", NULL, 0}, {"isatty", p_isatty, "self", NULL, 0}, {0}};
static const GetSetDef pair_getsets[] = {{"closed", pair_closed, NULL, NULL}, {0}};

const TypeDef rwpair_def = {
    .name = "_io.BufferedRWPair", .doc = "A buffered reader and writer object together.", .kind = KIND_OPAQUE, .size = sizeof(Pair),
    .flags = TYPE_GC | TYPE_ATTRS | TYPE_BASE | TYPE_WEAKREF | TYPE_HAS_DEL, .s = {.new_ = pair_new, .init = pair_init},
    .dealloc = pair_dealloc, .traverse = pair_traverse, .clear = pair_clear, .methods = pair_methods, .getsets = pair_getsets};
