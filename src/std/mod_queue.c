/* mod_queue.c: the module _queue: SimpleQueue, a queue of threads without a limit. Nothing in it waits with a lock held, so a finalizer or a signal's handler may put
 * into a queue that is being read. */
#include <math.h>
#include <time.h>

#include "lang/object/args.h"
#include "lang/object/thread.h"
#include "lang/object/vm.h"
#include "lang/types/seq.h"

typedef struct Queue {
    Obj head;
    Value *ring; /* cap items, a power of two, the oldest at `first` */
    int64_t cap, first, len;
    bool empty;  /* what those that get wait for to become false */
} Queue;
typedef struct QueueState { Type *queue; Value no_item; } QueueState;
extern const ModuleDef queue_module;

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)
static Queue *as_queue(Ref v) { return (Queue *)BITS(v); }

static Value queue_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    if (as_type(type)->s.init == object_init && (!args_no_kw(vm, "SimpleQueue", kwnames) || !args_count(vm, "SimpleQueue", n, 0, 0))) return NO_VALUE;
    if (!vm_threads_open(vm)) return NO_VALUE;
    Queue *q = (Queue *)obj_alloc(vm, as_type(type), sizeof *q);
    if (q) q->empty = true;
    return VAL(q);
}
static void queue_clear(VM *vm, Obj *o)
{
    Queue *q = (Queue *)o;
    Value *ring = q->ring;
    int64_t cap = q->cap, first = q->first, len = q->len;
    q->ring = NULL;
    q->cap = q->first = q->len = 0;
    q->empty = true;
    for (int64_t i = 0; i < len; i++) release(vm, ring[(first + i) & (cap - 1)]);
    mem_free(vm->mem, ring, (size_t)cap * sizeof *ring);
}
static void queue_dealloc(VM *vm, Obj *o)
{
    queue_clear(vm, o);
    obj_free(vm, o, sizeof(Queue));
}
static void queue_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    Queue *q = (Queue *)o;
    for (int64_t i = 0; i < q->len; i++) visit(q->ring[(q->first + i) & (q->cap - 1)], arg);
}

static bool grow(VM *vm, Queue *q)
{
    int64_t cap = q->cap ? q->cap * 2 : 8;
    Value *ring = mem_alloc(vm->mem, (size_t)cap * sizeof *ring);
    if (!ring) return err_no_memory(vm), false;
    for (int64_t i = 0; i < q->len; i++) ring[i] = q->ring[(q->first + i) & (q->cap - 1)];
    mem_free(vm->mem, q->ring, (size_t)q->cap * sizeof *ring);
    q->ring = ring;
    q->cap = cap;
    q->first = 0;
    return true;
}

FN(queue_put)
{
    Queue *q = as_queue(args[0]);
    if (q->len == q->cap && !grow(vm, q)) return NO_VALUE;
    q->ring[(q->first + q->len++) & (q->cap - 1)] = retain(args[1]);
    q->empty = false;
    thread_wake(vm, &q->empty);
    return V_NONE;
}

static Value take(Queue *q)
{
    Value v = q->ring[q->first];
    q->first = (q->first + 1) & (q->cap - 1);
    q->empty = --q->len == 0;
    return v;
}
static Value nothing(VM *vm)
{
    QueueState *s = module_state(vm, &queue_module);
    Value e = s ? call0(vm, s->no_item) : NO_VALUE;
    return e ? err_raise_obj(vm, e) : NO_VALUE;
}
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* seconds: < 0 without end, 0 not at all */
static Value get(VM *vm, Ref queue, double seconds)
{
    Value held = retain(queue), v = NO_VALUE;
    Queue *q = as_queue(held);
    double end = seconds > 0 ? now() + seconds : 0;
    for (;;) {
        if (q->len) {
            v = take(q);
            break;
        }
        double left = seconds > 0 ? end - now() : seconds;
        if (seconds >= 0 && left <= 0) {
            nothing(vm);
            break;
        }
        if (thread_wait(vm, &q->empty, left) < 0) break;
    }
    release(vm, held);
    return v;
}
FN(queue_get)
{
    int block = args[1] ? op_truth(vm, args[1]) : 1;
    double seconds = -1;
    if (block < 0) return NO_VALUE;
    if (!block) return get(vm, args[0], 0);
    if (args[2] && !is_none(args[2])) {
        if (!num_to_double(vm, args[2], &seconds)) return NO_VALUE;
        if (isnan(seconds)) return err_raise(vm, EXC_ValueError, "Invalid value NaN (not a number)");
        if (seconds < 0) return err_raise(vm, EXC_ValueError, "'timeout' must be a non-negative number");
        if (seconds > 9223372036.0) return err_raise(vm, EXC_OverflowError, "timeout value is too large");
    }
    return get(vm, args[0], seconds);
}
FN(queue_get_nowait) { return get(vm, args[0], 0); }
FN(queue_empty) { return make_bool(!as_queue(args[0])->len); }
FN(queue_size) { return make_small(as_queue(args[0])->len); }

static const NativeDef queue_methods[] = {
    {"put", queue_put, "self, item, block=True, timeout=None", "Put the item on the queue; it never waits.", NATIVE_KW},
    {"put_nowait", queue_put, "self, item", "Put the item on the queue.", NATIVE_KW},
    {"get", queue_get, "self, block=True, timeout=None", "Take the oldest item; Empty when there is none, or none came in time.", NATIVE_KW},
    {"get_nowait", queue_get_nowait, "self, /", "Take the oldest item; Empty when there is none.", 0},
    {"empty", queue_empty, "self, /", "Is there nothing in it (now)?", 0},
    {"qsize", queue_size, "self, /", "How many items there are (now).", 0},
    CLASS_GETITEM_ROW,
    {0},
};
static const TypeDef queue_def = {
    .name = "_queue.SimpleQueue", .kind = KIND_OPAQUE, .size = sizeof(Queue), .flags = TYPE_GC | TYPE_BASE | TYPE_WEAKREF | TYPE_IMMUTABLE,
    .doc = "First in, first out, for threads, without a limit.", .s = {.new_ = queue_new}, .dealloc = queue_dealloc, .traverse = queue_traverse, .clear = queue_clear,
    .methods = queue_methods, .text_signature = "()",
};

static bool init(VM *vm, Ref module, Dict *ns)
{
    QueueState *s = as_module(module)->state;
    Value name = str_intern_c(vm, "Empty"), mod = str_from_c(vm, "_queue"), d = dict_new(vm), bases = tuple_of(vm, 1, REF(vm->exc_types[EXC_Exception]));
    if (name && mod && d && bases && dict_set(vm, d, NAME(__module__), mod)) s->no_item = type_make(vm, REF(CLASS(type)), name, bases, d, NULL);
    release(vm, name);
    release(vm, mod);
    release(vm, d);
    release(vm, bases);
    return s->no_item && dict_set_c(vm, REF(ns), "Empty", s->no_item) && (s->queue = type_from_def(vm, &queue_def, NULL)) && module_add_type(vm, ns, s->queue);
}
static void done(VM *vm, void *state)
{
    value_clear(vm, &((QueueState *)state)->no_item);
    release(vm, VAL(((QueueState *)state)->queue));
}
const ModuleDef queue_module = {.name = "_queue", .doc = "Queues of threads.", .init = init, .state_size = sizeof(QueueState), .done = done};
