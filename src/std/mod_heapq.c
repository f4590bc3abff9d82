/* mod_heapq.c: the module _heapq: lists kept as binary heaps, smallest first (or largest: the _max functions). */
#include "lang/object/vm.h"

typedef struct Heap { VM *vm; List *l; bool max; } Heap;

static int before(Heap *h, Ref a, Ref b) /* a nearer to the root than b? 1 0 -1 */
{
    if (both_small(a, b)) return h->max ? small_of(b) < small_of(a) : small_of(a) < small_of(b);
    Value x = retain(a), y = retain(b);
    int r = h->max ? op_compare_bool(h->vm, y, x, CMP_LT) : op_compare_bool(h->vm, x, y, CMP_LT);
    release(h->vm, x);
    release(h->vm, y);
    return r;
}

static bool unchanged(Heap *h, int64_t len) { return h->l->len == len || err_false(h->vm, EXC_RuntimeError, "list changed size during iteration"); }

static void swap(List *l, int64_t i, int64_t j)
{
    Value t = l->items[i];
    l->items[i] = l->items[j];
    l->items[j] = t;
}

static bool rise(Heap *h, int64_t start, int64_t pos)
{
    int64_t len = h->l->len;
    if (pos >= len) return err_false(h->vm, EXC_IndexError, "index out of range");
    while (pos > start) {
        int64_t parent = (pos - 1) >> 1;
        int lt = before(h, h->l->items[pos], h->l->items[parent]);
        if (lt < 0 || !unchanged(h, len)) return false;
        if (!lt) return true;
        swap(h->l, pos, parent);
        pos = parent;
    }
    return true;
}

static bool sink(Heap *h, int64_t pos) /* down to a leaf by the smaller child, then up again: fewer comparisons */
{
    int64_t start = pos, len = h->l->len;
    if (pos >= len) return err_false(h->vm, EXC_IndexError, "index out of range");
    while (pos < len >> 1) {
        int64_t child = 2 * pos + 1;
        if (child + 1 < len) {
            int lt = before(h, h->l->items[child], h->l->items[child + 1]);
            if (lt < 0 || !unchanged(h, len)) return false;
            child += !lt;
        }
        swap(h->l, pos, child);
        pos = child;
    }
    return rise(h, start, pos);
}

static bool open_heap(VM *vm, Ref o, bool max, Heap *h, const char *what)
{
    if (!is_list(o)) return err_false(vm, EXC_TypeError, "%s must be list, not %T", what, o);
    *h = (Heap){vm, as_list(o), max};
    return true;
}

static Value fn_heappush(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Heap h = {0};
    if (!open_heap(vm, args[0], false, &h, "heappush() argument 1") || !list_append(vm, args[0], args[1])) return NO_VALUE;
    return rise(&h, 0, h.l->len - 1) ? V_NONE : NO_VALUE;
}

static Value pop_root(VM *vm, Ref o, bool max, const char *what)
{
    Heap h = {0};
    if (!open_heap(vm, o, max, &h, what)) return NO_VALUE;
    if (h.l->len == 0) return err_raise(vm, EXC_IndexError, "index out of range");
    Value last = h.l->items[--h.l->len];
    if (h.l->len == 0) return last;
    Value root = h.l->items[0];
    h.l->items[0] = last;
    if (sink(&h, 0)) return root;
    release(vm, root);
    return NO_VALUE;
}

static Value replace_root(VM *vm, const Ref *args, bool max, const char *what)
{
    Heap h = {0};
    if (!open_heap(vm, args[0], max, &h, what)) return NO_VALUE;
    if (h.l->len == 0) return err_raise(vm, EXC_IndexError, "index out of range");
    Value root = h.l->items[0];
    h.l->items[0] = retain(args[1]);
    if (sink(&h, 0)) return root;
    release(vm, root);
    return NO_VALUE;
}

static Value heapify(VM *vm, Ref o, bool max, const char *what)
{
    Heap h = {0};
    if (!open_heap(vm, o, max, &h, what)) return NO_VALUE;
    for (int64_t i = (h.l->len >> 1) - 1; i >= 0; i--)
        if (!sink(&h, i) || ((i & 1023) == 0 && !vm_poll(vm))) return NO_VALUE;
    return V_NONE;
}

static Value fn_heappop(VM *vm, const Ref *args, int n, Ref kwnames) { return pop_root(vm, args[0], false, "heappop() argument"); }
static Value fn_heappop_max(VM *vm, const Ref *args, int n, Ref kwnames) { return pop_root(vm, args[0], true, "_heappop_max() argument"); }
static Value fn_heapify(VM *vm, const Ref *args, int n, Ref kwnames) { return heapify(vm, args[0], false, "heapify() argument"); }
static Value fn_heapify_max(VM *vm, const Ref *args, int n, Ref kwnames) { return heapify(vm, args[0], true, "_heapify_max() argument"); }
static Value fn_heapreplace(VM *vm, const Ref *args, int n, Ref kwnames) { return replace_root(vm, args, false, "heapreplace() argument 1"); }
static Value fn_heapreplace_max(VM *vm, const Ref *args, int n, Ref kwnames) { return replace_root(vm, args, true, "_heapreplace_max() argument 1"); }

static Value fn_heappushpop(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Heap h = {0};
    if (!open_heap(vm, args[0], false, &h, "heappushpop() argument 1")) return NO_VALUE;
    if (h.l->len == 0) return retain(args[1]);
    int lt = before(&h, h.l->items[0], args[1]);
    if (lt < 0) return NO_VALUE;
    if (!lt) return retain(args[1]);
    return replace_root(vm, args, false, "heappushpop() argument 1");
}

static const NativeDef functions[] = {
    {"heappush", fn_heappush, "heap, item, /", "Adds an item to a heap.", 0},
    {"heappushpop", fn_heappushpop, "heap, item, /", "Adds an item, then takes out the least.", 0},
    {"heappop", fn_heappop, "heap, /", "Takes out the least item.", 0},
    {"heapreplace", fn_heapreplace, "heap, item, /", "Takes out the least item, then adds another.", 0},
    {"heapify", fn_heapify, "heap, /", "Orders a list as a heap, in linear time.", 0},
    {"_heappop_max", fn_heappop_max, "heap, /", "Maxheap variant of heappop.", 0},
    {"_heapreplace_max", fn_heapreplace_max, "heap, item, /", "Maxheap variant of heapreplace.", 0},
    {"_heapify_max", fn_heapify_max, "heap, /", "Maxheap variant of heapify.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

const ModuleDef heapq_module = {.name = "_heapq", .doc = "Heap queue algorithm (a.k.a. priority queue).", .functions = functions};
