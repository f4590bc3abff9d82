/* ledger.c: _tensor's functions for views: what ran, what moved, which storages live and who keeps them, dry runs.
 *
 * Devices are numbers here: -1 the CPU, i GPU i, -2 the network between ranks, None the program's own memory. Values are known by the serial number of their storage.
 */
#include "core/ledger.h"
#include "core/grad.h"
#include "lang/object/mem.h"
#include "accents.h"
#include "tensor_lib.h"

static Value device_value(int device) { return device == LEDGER_HOST ? V_NONE : device == LEDGER_NET ? make_small(-2) : make_small(device - 1); }
static Value place_value(int place) { return device_value(place == LEDGER_DEVICES ? LEDGER_HOST : place > LEDGER_DEVICES ? LEDGER_NET : place); }

/* A tuple of taken values; NULL when one of them could not be made. */
static Value row(VM *vm, Value *items, int n)
{
    for (int i = 0; i < n; i++)
        if (!items[i]) {
            for (int k = 0; k < n; k++) release(vm, items[k]);
            return NO_VALUE;
        }
    return tuple_take(vm, items, n);
}

static bool add(VM *vm, Value *list, Value v /*taken*/)
{
    if (v && list_append_take(vm, *list, v)) return true;
    value_clear(vm, list);
    return false;
}

static bool since_arg(VM *vm, Ref v, uint64_t first, uint64_t *at)
{
    int64_t since = 0;
    if (v && !is_none(v) && !num_index_i64(vm, v, &since)) return false;
    *at = since > 0 && (uint64_t)since > first ? (uint64_t)since : first;
    return true;
}

/* ledger(on=None) -> was it on? */
static Value fn_ledger(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    bool before = ledger_is_open(lib->core);
    if (args[0] && !is_none(args[0])) {
        int on = op_truth(vm, args[0]);
        if (on < 0) return NO_VALUE;
        if (!on) ledger_close(lib->core);
        else if (!ledger_open(lib->core)) return tensor_raise(lib, core_accent(lib->core));
    }
    return make_bool(before);
}

/* ledger_rows(since=0) -> [(number, kind, device, from, op, site, count, start, end, busy, bytes, out, first_out, in)] */
static Value fn_rows(VM *vm, const Ref *args, int n, Ref kwnames)
{
    static const char *const kinds[] = {"call", "copy", "wait"};
    TensorLib *lib = tensor_lib(vm);
    uint64_t i, end;
    if (!lib) return NO_VALUE;
    if (!device_settle(device_cpu(lib->core))) return tensor_raise(lib, core_accent(lib->core)); /* when queued work ran is known when it is done */
    ledger_rows(lib->core, &i, &end);
    if (!since_arg(vm, args[0], i, &i)) return NO_VALUE;
    Value list = list_new(vm, 0);
    LedgerRow r;
    for (; list && i < end && ledger_row(lib->core, i, &r); i++) {
        Value in[LEDGER_INPUTS];
        int m = 0;
        for (int k = 0; k < LEDGER_INPUTS; k++)
            if (r.in[k]) in[m++] = make_small(r.in[k]);
        Value items[] = {int_from_u64(vm, i), str_from_c(vm, kinds[r.kind]), device_value(r.device), r.kind == LEDGER_COPY ? device_value(r.from) : V_NONE,
                         r.kind == LEDGER_CALL ? str_from_c(vm, op_table[r.op].name) : V_NONE, make_small(r.site), make_small(r.count), make_float(r.start), make_float(r.end),
                         make_float((double)r.busy), int_from_u64(vm, r.bytes), make_small(r.out), make_small(r.first_out), m ? tuple_take(vm, in, m) : tuple_new(vm, 0)};
        add(vm, &list, row(vm, items, sizeof items / sizeof *items));
    }
    return list;
}

/* ledger_moves(since=0) -> [(number, from, to, bytes, seconds, start, site, from_serial, from_version, to_serial, to_version, offset)] */
static Value fn_moves(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    uint64_t i, end;
    if (!lib) return NO_VALUE;
    ledger_moves(lib->core, &i, &end);
    if (!since_arg(vm, args[0], i, &i)) return NO_VALUE;
    Value list = list_new(vm, 0);
    LedgerMove m;
    for (; list && i < end && ledger_move(lib->core, i, &m); i++) {
        Value items[] = {int_from_u64(vm, i), device_value(m.from), device_value(m.to), int_from_u64(vm, m.bytes), make_float((double)m.seconds), make_float(m.start),
                         make_small(m.site), make_small(m.from_serial), make_small(m.from_version), make_small(m.to_serial), make_small(m.to_version), int_from_i64(vm, m.offset)};
        add(vm, &list, row(vm, items, sizeof items / sizeof *items));
    }
    return list;
}

/* ledger_totals() -> [(from, to, count, bytes, seconds)] of all moves since it began */
static Value fn_totals(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Value list = lib ? list_new(vm, 0) : NO_VALUE;
    for (int from = 0; from < LEDGER_PLACES; from++)
        for (int to = 0; to < LEDGER_PLACES && list; to++) {
            LedgerTotal t = ledger_total(lib->core, from, to);
            if (!t.count) continue;
            Value items[] = {place_value(from), place_value(to), int_from_u64(vm, t.count),
                             int_from_u64(vm, t.bytes), make_float(t.seconds)};
            add(vm, &list, row(vm, items, 5));
        }
    return list;
}

/* ledger_ends() -> (number of the next row, of the next move) */
static Value fn_ends(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    uint64_t first, rows, moves;
    if (!lib) return NO_VALUE;
    ledger_rows(lib->core, &first, &rows);
    ledger_moves(lib->core, &first, &moves);
    Value items[] = {int_from_u64(vm, rows), int_from_u64(vm, moves)};
    return row(vm, items, 2);
}

static Value fn_clear(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    ledger_clear(lib->core);
    return V_NONE;
}

static Value fn_now(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (lib) ledger_look(lib->core);
    return lib ? make_float(ledger_now(lib->core)) : NO_VALUE;
}

static Value fn_busy(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    int64_t i;
    if (!lib || !num_index_i64(vm, args[0], &i)) return NO_VALUE;
    return make_float(ledger_busy(lib->core, (int)i + 1));
}

static Value fn_model_clock(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    return lib ? make_bool(core_clock_is_model(lib->core)) : NO_VALUE;
}

/* ---- memory ---- */
/* storages() -> [(serial, device, bytes, held, site, references, version, borrowed)] of all that live; held: of the allocator's bytes */
static Value fn_storages(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (lib && !device_settle(device_cpu(lib->core))) return tensor_raise(lib, core_accent(lib->core)); /* calls that wait hold storages, too */
    Value list = lib ? list_new(vm, 0) : NO_VALUE;
    for (const Storage *s = lib ? core_storages(lib->core) : NULL; list && s; s = s->after) {
        if (s->ended) continue;
        Value items[] = {make_small(s->serial), make_small(s->device->kind == DEVICE_CPU ? -1 : s->device->index), int_from_u64(vm, s->size), int_from_u64(vm, block_held(s)),
                         make_small(s->made), make_small(s->refs), make_small(s->writes), make_bool(s->free_borrowed != NULL)};
        add(vm, &list, row(vm, items, 8));
    }
    return list;
}

/* blocks(i) -> (cache, gaps, in segments, largest free, free segments, gaps' number) */
static Value fn_blocks(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    int64_t i;
    if (!lib || !num_index_i64(vm, args[0], &i)) return NO_VALUE;
    Device *d = i < 0 ? device_cpu(lib->core) : device_gpu(lib->core, i > 1 << 16 ? 1 << 16 : (int)i);
    if (!d) return tensor_raise(lib, core_accent(lib->core));
    BlockSums b = device_blocks(d);
    Value items[] = {int_from_u64(vm, b.cache), int_from_u64(vm, b.gaps), int_from_u64(vm, b.marked), int_from_u64(vm, b.largest), int_from_u64(vm, b.cache_count), int_from_u64(vm, b.gap_count)};
    return row(vm, items, 6);
}

/* array_storage(a) -> storages()' row of the memory that an array of NumPy's has beside all tensors'; None: it is a tensor's, or no array's */
static Value fn_array_storage(VM *vm, const Ref *args, int n, Ref kwnames)
{
    ArrayFacts f;
    if (!numpy_facts(vm, args[0], &f) || !f.own) return V_NONE;
    Value items[] = {int_from_i64(vm, f.serial), make_small(-1), int_from_u64(vm, f.kept), int_from_u64(vm, f.borrowed ? 0 : f.kept), make_small(f.made), make_small(1), make_small(0), make_bool(f.borrowed)};
    return row(vm, items, 8);
}

static Value fn_serial(VM *vm, const Ref *args, int n, Ref kwnames)
{
    ArrayFacts f;
    if (numpy_facts(vm, args[0], &f)) return int_from_i64(vm, f.serial);
    if (!is_tensor(args[0])) return err_raise(vm, EXC_TypeError, "expected a tensor, not %T", args[0]);
    return make_small(tensor_of(args[0])->storage->serial);
}

/* kept_bytes(t) -> all that the tensor keeps alive: a view the whole of what it looks at */
static Value fn_kept_bytes(VM *vm, const Ref *args, int n, Ref kwnames)
{
    ArrayFacts f;
    if (numpy_facts(vm, args[0], &f)) return int_from_u64(vm, f.kept);
    if (!is_tensor(args[0])) return err_raise(vm, EXC_TypeError, "expected a tensor, not %T", args[0]);
    return int_from_u64(vm, tensor_of(args[0])->storage->size);
}

/* ---- the tape ---- */
enum { TAPE_NODES = 100000 };
typedef struct Walk { VM *vm; GradNode **seen; size_t n, cap, table_size, *table; } Walk;

static bool seen_before(Walk *w, GradNode *node)
{
    size_t i = ((size_t)(uintptr_t)node >> 4) * 0x9E3779B97F4A7C15ull >> 20 & (w->table_size - 1);
    for (; w->table[i]; i = (i + 1) & (w->table_size - 1))
        if (w->seen[w->table[i] - 1] == node) return true;
    w->seen[w->n++] = node;
    w->table[i] = w->n;
    return false;
}

static void node_serials(Walk *w, const GradNode *node, Value *list)
{
    for (int i = 0; i < node->saved_count && *list; i++) {
        if (!node->saved[i].storage || node->saved[i].is_packed) continue;
        Value items[] = {make_small(node->saved[i].storage->serial), make_small(node->site)};
        add(w->vm, list, row(w->vm, items, 2));
    }
    for (int i = 0; i < node->in_count && *list; i++) {
        const Tensor *leaf = node->edges[i].leaf;
        if (!leaf) continue;
        Value items[] = {make_small(leaf->storage->serial), make_small(node->site)};
        add(w->vm, list, row(w->vm, items, 2));
        if (*list && leaf->grad && leaf->grad->grad) {
            Value more[] = {make_small(leaf->grad->grad->storage->serial), make_small(node->site)};
            add(w->vm, list, row(w->vm, more, 2));
        }
    }
}

/* tape(t) -> [(serial, site of the recorded call)] of what is kept so that a gradient can flow back from t */
static Value fn_tape(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_tensor(args[0])) return err_raise(vm, EXC_TypeError, "expected a tensor, not %T", args[0]);
    const Tensor *t = tensor_of(args[0]);
    Value list = list_new(vm, 0);
    if (!list || !t->grad) return list;
    if (t->grad->base) { /* a view keeps what it is a view of, with its tape */
        Value items[] = {make_small(t->grad->base->storage->serial), make_small(t->made)};
        if (!add(vm, &list, row(vm, items, 2))) return NO_VALUE;
    }
    if (t->grad->grad) {
        Value items[] = {make_small(t->grad->grad->storage->serial), make_small(t->grad->grad->made)};
        if (!add(vm, &list, row(vm, items, 2))) return NO_VALUE;
    }
    GradNode *first = t->grad->node ? t->grad->node : t->grad->base && t->grad->base->grad ? t->grad->base->grad->node : NULL;
    if (!first) return list;
    Walk w = {.vm = vm, .cap = TAPE_NODES, .table_size = 1 << 18};
    size_t rows = w.cap * sizeof *w.seen, slots = w.table_size * sizeof *w.table;
    w.seen = mem_alloc(vm->mem, rows);
    w.table = mem_zalloc(vm->mem, slots);
    if (!w.seen || !w.table) {
        value_clear(vm, &list);
        err_no_memory(vm);
    } else {
        seen_before(&w, first);
        for (size_t at = 0; at < w.n && list; at++) {
            GradNode *node = w.seen[at];
            node_serials(&w, node, &list);
            for (int i = 0; i < node->in_count && w.n < w.cap; i++)
                if (node->edges[i].node) seen_before(&w, node->edges[i].node);
        }
    }
    if (w.seen) mem_free(vm->mem, w.seen, rows);
    if (w.table) mem_free(vm->mem, w.table, slots);
    return list;
}

/* ---- dry runs ---- */
/* dry(mode=None) -> values that were wanted so far. mode 0: off, 1: a value that is wanted is an error, 2: it is 0 */
static Value fn_dry(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    int64_t mode;
    if (!lib) return NO_VALUE;
    if (args[0] && !is_none(args[0])) {
        if (!num_index_i64(vm, args[0], &mode)) return NO_VALUE;
        core_mode(lib->core)->dry = mode != 0;
        core_mode(lib->core)->dry_zeros = mode == 2;
    }
    return int_from_u64(vm, core_dry_reads(lib->core));
}

static Value fn_is_dry(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    return !lib ? NO_VALUE : core_mode(lib->core)->dry ? V_TRUE : V_FALSE;
}

const NativeDef tensor_ledger_functions[] = {
    {"ledger", fn_ledger, "on=None", "Begins or ends to write down what runs and moves; whether it did before.", 0},
    {"ledger_rows", fn_rows, "since=0", "What ran where and when.", 0},
    {"ledger_moves", fn_moves, "since=0", "What moved between devices.", 0},
    {"ledger_totals", fn_totals, "", "What moved since it began, in sums.", 0},
    {"ledger_ends", fn_ends, "", "The numbers of the next row and the next move.", 0},
    {"ledger_clear", fn_clear, "", "Forgets all rows.", 0},
    {"ledger_now", fn_now, "", "Now, on the rows' axis, in seconds.", 0},
    {"ledger_busy", fn_busy, "i", "Seconds of work given to a device since it began.", 0},
    {"model_clock", fn_model_clock, "", "Is all time modelled (--clock=model)?", 0},
    {"storages", fn_storages, "", "All storages that live.", 0},
    {"blocks", fn_blocks, "i", "What a device's allocator keeps that no storage holds.", 0},
    {"array_storage", fn_array_storage, "a", "The memory of an array of NumPy's, as a row of storages(); None for a tensor's.", 0},
    {"serial", fn_serial, "t", "The number of its storage.", 0},
    {"kept_bytes", fn_kept_bytes, "t", "The bytes of its storage, that a view keeps alive whole.", 0},
    {"tape", fn_tape, "t", "The storages kept so that a gradient can flow back from it.", 0},
    {"dry", fn_dry, "mode=None", "Dry runs on or off; how many values were wanted in them.", 0},
    {"is_dry", fn_is_dry, "", "Is this a dry run, in which tensors have no values?", 0},
    {NULL, NULL, NULL, NULL, 0},
};
