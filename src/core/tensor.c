/* tensor.c: making tensors and views, giving them back, reading and writing them from the host. */
#include "tensor.h"

#include <string.h>

#include "bundle.h"
#include "core_impl.h"
#include "graph.h"
#include "failure.h"
#include "layout.h"
#include "ledger.h"
#include "replay_graph.h"
#include "said.h"

static size_t dims_bytes(int ndim) { return ndim > INLINE_DIMS ? 2 * (size_t)ndim * sizeof(int64_t) : 0; }

/* Room for ndim dimensions; the old ones are not kept. */
static bool set_ndim(Core *c, Tensor *t, int ndim)
{
    if (ndim > INLINE_DIMS) {
        t->shape = core_alloc(c, dims_bytes(ndim));
        if (!t->shape) return false;
    } else
        t->shape = t->inline_dims;
    t->strides = t->shape + ndim;
    t->ndim = (uint8_t)ndim;
    return true;
}

static inline uint8_t made_flags(const Core *c) { return (uint8_t)(T_CONTIGUOUS | (c->rules & RULES_INFERENCE ? T_INFERENCE : 0)); }

static inline Tensor *make(Core *c, DType dtype, int ndim)
{
    Tensor *t = core_take(c, sizeof *t);
    if (!t) return NULL;
    t->refs = 1;
    t->dtype = (uint8_t)dtype;
    t->flags = 0;
    t->user = 0;
    t->storage = NULL;
    t->offset = 0;
    t->grad = NULL;
    t->shown = NULL;
    t->made = c->site;
    t->moved = 0;
    if (!set_ndim(c, t, ndim)) {
        core_give(c, t, sizeof *t);
        return NULL;
    }
    c->tensors++;
    if (__builtin_expect(c->replay != NULL, 0)) replay_made(c, t);
    return t;
}

/* Every storage hangs in the Core's list: views of memory find it there. (Field by field: a struct this large would be zeroed by a slow instruction.) */
static inline void storage_init(Core *c, Storage *s, Device *device, size_t size)
{
    s->refs = 1;
    s->version = s->writes = 0;
    s->device = device;
    s->bytes = NULL;
    s->size = size;
    s->block = NULL;
    s->serial = ++c->serial;
    s->made = s->placed = c->site;
    s->behind = s->valueless = s->lent = false;
    s->waits = 0;
    s->pinned = device->kind == DEVICE_CPU && device->index >= CPU_PINNED && device->index < CPU_SHARED;
    s->free_borrowed = NULL;
    s->owner = NULL;
    s->bundle = 0;
    s->bundle_place = 0;
    s->ended = false;
    s->before = NULL;
    s->after = c->storages;
    if (s->after) s->after->before = s;
    c->storages = s;
}

static inline void storage_unlink(Core *c, Storage *s)
{
    if (s->after) s->after->before = s->before;
    if (s->before) s->before->after = s->after;
    else c->storages = s->after;
}

Storage *core_storages(Core *c) { return c->storages; }

/* A few bytes of the CPU's lie behind their storage, in the same block. */
enum { FEW_BYTES = 64 };

static inline Storage *storage_new(Core *c, Device *device, size_t size)
{
    bool behind = size && size <= FEW_BYTES && device->kind == DEVICE_CPU;
    Storage *s = behind ? core_take(c, sizeof *s + FEW_BYTES) : core_take(c, sizeof *s);
    if (!s) return NULL;
    storage_init(c, s, device, size);
    s->behind = behind;
    if (behind) {
        s->bytes = (char *)(s + 1);
        device_count(device, size);
    } else if (size && device->kind != DEVICE_META) {
        if (__builtin_expect(c->as_graph != NULL, 0)) replay_graph_alloc(c, s);
        else if (__builtin_expect(c->bundle != NULL, 0)) bundle_alloc(c, s);
        else s->bytes = device_alloc(device, size, &s->block);
        if (!s->bytes) {
            storage_unlink(c, s);
            core_give(c, s, sizeof *s);
            return NULL;
        }
    }
    return s;
}

bool storage_finish(Storage *s, bool to_write)
{
    const Driver *driver = s->device->driver;
    return driver->ready ? driver->ready(s->device, s, to_write) : driver->wait(s->device);
}

bool tensor_wait(Tensor *t)
{
    Device *d = tensor_device(t);
    return d->driver->ready && !d->driver->record ? storage_ready(t->storage, false) : d->driver->wait(d); /* (a device with a queue of its own is only given what was put off) */
}

/* Only work that waits knows of it now: a value that others are computed from needs no memory; what is read stays until then. */
static void storage_fades(Storage *s)
{
    if (s->waits == (WAITS_WRITE | WAITS_READ) && s->bytes && !s->behind) {
        device_free(s->device, s->bytes, s->size, s->block);
        s->bytes = NULL;
        s->block = NULL;
    } else
        s->device->stale += s->size;
}

static void storage_drop_bytes(Storage *s)
{
    if (s->ended) device_recount(s->device, block_held(s)); /* (bundle.h: not counted any more, and given back only now) */
    if (s->free_borrowed) s->free_borrowed(s->owner);
    else if (s->behind) device_uncount(s->device, s->size);
    else if (s->bytes) device_free(s->device, s->bytes, s->size, s->block);
}

void storage_release(Core *c, Storage *s)
{
    if (--s->refs) {
        if (s->waits & WAITS_FUSED && s->refs == 1) storage_fades(s);
        return;
    }
    if (__builtin_expect(c->bundle != NULL, 0) && bundle_keeps(c, s)) return;
    if (s->waits) failure_unmark(c, s);
    storage_unlink(c, s);
    storage_drop_bytes(s);
    core_give(c, s, s->behind ? sizeof *s + FEW_BYTES : sizeof *s);
}

bool storage_move(Storage *s, void *to, void (*free_borrowed)(void *), void *owner)
{
    core_reads(s->device->core, "memory that moves");
    if (!storage_ready(s, true)) return false;
    if (s->size && s->bytes) memcpy(to, s->bytes, s->size);
    storage_drop_bytes(s);
    s->bytes = to;
    s->block = NULL;
    s->free_borrowed = free_borrowed;
    s->owner = owner;
    return true;
}

Tensor *tensor_new(Core *c, Device *device, DType dtype, const int64_t *shape, int ndim)
{
    int64_t size;
    if (!shape_size(shape, ndim, &size)) {
        core_fail(c, CE_BAD_DIMENSION, "a dimension is negative, or the whole is too large to count");
        if (ndim) memcpy(c->error.shapes[0].d, shape, sizeof *shape * (size_t)ndim);
        c->error.shapes[0].n = ndim;
        return NULL;
    }
    Tensor *t = make(c, dtype, ndim);
    if (!t) return NULL;
    if (ndim) memcpy(t->shape, shape, sizeof *shape * (size_t)ndim);
    shape_contiguous(shape, ndim, t->strides);
    t->size = size;
    t->flags = made_flags(c);
    t->storage = storage_new(c, device, (size_t)size * dtype_bytes(dtype));
    if (!t->storage) {
        tensor_release(c, t);
        return NULL;
    }
    return t;
}

Tensor *tensor_like(Core *c, const Tensor *like)
{
    int ndim = like->ndim;
    Tensor *t = make(c, (DType)like->dtype, ndim);
    if (!t) return NULL;
    for (int64_t i = ndim - 1, step = 1; i >= 0; i--) {
        t->strides[i] = step;
        t->shape[i] = like->shape[i];
        if (like->shape[i] > 1) step *= like->shape[i];
    }
    t->size = like->size;
    t->flags = made_flags(c);
    t->storage = storage_new(c, tensor_device(like), (size_t)t->size * dtype_bytes((DType)t->dtype));
    if (t->storage) return t;
    tensor_release(c, t);
    return NULL;
}

Tensor *tensor_view(Core *c, Tensor *base, const int64_t *shape, const int64_t *strides, int ndim, int64_t offset)
{
    Tensor *t = make(c, base->dtype, ndim);
    if (!t) return NULL;
    if (ndim) memcpy(t->shape, shape, sizeof *shape * (size_t)ndim);
    if (ndim) memcpy(t->strides, strides, sizeof *strides * (size_t)ndim);
    shape_size(shape, ndim, &t->size);
    t->offset = offset;
    t->flags = (uint8_t)(T_VIEW | (base->flags & (T_INFERENCE | T_UNCOUNTED | T_BATCHED | T_ELSEWHERE)) | (shape_is_contiguous(shape, strides, ndim) ? T_CONTIGUOUS : 0));
    t->storage = base->storage;
    storage_retain(t->storage);
    t->moved = base->moved;
    return t;
}

Tensor *tensor_borrow_host(Core *c, DType dtype, const int64_t *shape, const int64_t *strides, int ndim, void *data, size_t bytes,
                           void (*free_borrowed)(void *), void *owner)
{
    Tensor *t = make(c, dtype, ndim);
    if (!t) return NULL;
    if (ndim) memcpy(t->shape, shape, sizeof *shape * (size_t)ndim);
    if (ndim) memcpy(t->strides, strides, sizeof *strides * (size_t)ndim);
    shape_size(shape, ndim, &t->size);
    t->flags = shape_is_contiguous(shape, strides, ndim) ? T_CONTIGUOUS : 0;
    Storage *s = core_alloc(c, sizeof *s);
    if (!s) {
        tensor_release(c, t);
        return NULL;
    }
    storage_init(c, s, &c->cpu, bytes);
    s->bytes = data;
    s->free_borrowed = free_borrowed;
    s->owner = owner;
    t->storage = s;
    return t;
}

Tensor *tensor_from_host(Core *c, Device *device, DType dtype, const int64_t *shape, int ndim, const void *data)
{
    uint32_t before = core_asked(c);
    bool apart = replay_apart(c, true);
    Tensor *t = tensor_new(c, device, dtype, shape, ndim);
    if (t && t->size && !tensor_write(c, t, data)) {
        tensor_release(c, t);
        t = NULL;
    }
    replay_apart(c, apart);
    if (t && c->replay) replay_constant(c, t);
    if (t) t->storage->version = 0; /* (what it was made with is no change) */
    c->site = before;
    return t;
}

void tensor_free(Core *c, Tensor *t)
{
    if (t->grad) grad_forget(c, t);
    if (t->storage) storage_release(c, t->storage);
    if (t->shape != t->inline_dims) core_free(c, t->shape, dims_bytes(t->ndim));
    core_give(c, t, sizeof *t);
    c->tensors--;
}

void tensor_set_shape(Core *c, Tensor *t, const int64_t *shape, const int64_t *strides, int ndim)
{
    core_spoils(c, "a tensor whose shape changes");
    if (ndim != t->ndim) {
        int64_t *old = t->shape;
        int old_ndim = t->ndim;
        if (!set_ndim(c, t, ndim)) return;
        if (old != t->inline_dims) core_free(c, old, dims_bytes(old_ndim));
    }
    if (ndim) memmove(t->shape, shape, sizeof *shape * (size_t)ndim);
    if (ndim) memmove(t->strides, strides, sizeof *strides * (size_t)ndim);
    shape_size(shape, ndim, &t->size);
    t->flags = (uint8_t)((t->flags & ~T_CONTIGUOUS) | (shape_is_contiguous(shape, strides, ndim) ? T_CONTIGUOUS : 0));
}

/* ---- between the host and a tensor ---- */
/* In a dry run nothing has a value but NumPy's arrays: the read fails, or gives zeros where the mode says so (into `out`). */
static bool without_value(Core *c, const Tensor *t, void *out, size_t bytes, bool *ok)
{
    if (!c->mode.dry || (accent_rules(c->accent)->computes_dry && !t->storage->valueless && tensor_device(t)->kind == DEVICE_CPU)) return false;
    *ok = c->mode.dry_zeros;
    if (*ok) memset(out, 0, bytes);
    else core_fail(c, CE_NEEDS_VALUE, "a tensor's value is wanted");
    c->dry_reads++;
    return true;
}

static bool read(Core *c, Tensor *t, void *out)
{
    core_reads(c, "a value that the host reads");
    bool dry;
    if (without_value(c, t, out, tensor_bytes(t), &dry)) return dry;
    if (t->size == 1 && tensor_device(t)->kind == DEVICE_GPU && c->habits.read) c->habits.read(c->habits.data, t);
    Tensor *flat = tensor_contiguous(c, t);
    if (!flat) return false;
    Device *d = tensor_device(flat);
    bool ok = storage_ready(flat->storage, false) && d->driver->copy_out(d, out, tensor_address(flat), tensor_bytes(flat), c->site);
    if (ok && c->ledger) ledger_copy(c, t, NULL, tensor_bytes(flat), c->site);
    tensor_release(c, flat);
    return ok;
}

bool tensor_read(Core *c, Tensor *t, void *out)
{
    if (t->size == 0) return true;
    uint32_t before = core_asked(c);
    bool ok = read(c, t, out);
    c->site = before;
    return ok;
}

bool storage_read(Storage *s, void *out)
{
    core_reads(s->device->core, "a value that the host reads");
    return !s->bytes || (storage_ready(s, false) && s->device->driver->copy_out(s->device, out, s->bytes, s->size, 0));
}

bool storage_write(Storage *s, const void *data)
{
    core_reads(s->device->core, "memory that the host writes");
    if (s->bytes && !(storage_ready(s, true) && s->device->driver->copy_in(s->device, s->bytes, data, s->size, 0))) return false;
    s->version++;
    s->writes++;
    return true;
}

static bool read_item(Core *c, Tensor *t, Scalar *out)
{
    core_reads(c, "a number that the host reads");
    if (t->size != 1) {
        core_fail(c, CE_NOT_ONE_ELEMENT, "it has %lld elements, not one", (long long)t->size);
        c->error.numbers[0] = t->size;
        return false;
    }
    char element[DTYPE_MAX_BYTES];
    bool dry;
    if (without_value(c, t, element, dtype_bytes((DType)t->dtype), &dry)) {
        if (dry) *out = dtype_load((DType)t->dtype, element);
        return dry;
    }
    Device *d = tensor_device(t);
    if (d->kind == DEVICE_META) return core_said(c, CE_NO_DATA, META_ITEM), false;
    if (d->kind == DEVICE_GPU && c->habits.read) c->habits.read(c->habits.data, t);
    if (!storage_ready(t->storage, false) || !d->driver->copy_out(d, element, tensor_address(t), dtype_bytes(t->dtype), c->site)) return false;
    if (c->ledger) ledger_copy(c, t, NULL, dtype_bytes(t->dtype), c->site);
    *out = dtype_load(t->dtype, element);
    return true;
}

bool tensor_read_item(Core *c, Tensor *t, Scalar *out)
{
    uint32_t before = core_asked(c);
    bool ok = read_item(c, t, out);
    c->site = before;
    return ok;
}

static bool write(Core *c, Tensor *t, const void *data)
{
    Device *d = tensor_device(t);
    if (!storage_ready(t->storage, true)) return false;
    if (tensor_is_contiguous(t)) {
        bool there = !c->mode.dry || d->kind == DEVICE_CPU; /* a dry run's process has memory of its own: what NumPy is given has its values */
        if (there && !d->driver->copy_in(d, tensor_address(t), data, tensor_bytes(t), c->site)) return false;
        if (c->ledger) ledger_copy(c, NULL, t, tensor_bytes(t), c->site);
        return true;
    }
    Tensor *flat = tensor_from_host(c, d, t->dtype, t->shape, t->ndim, data);
    if (!flat) return false;
    Tensor *out = t;
    Arg in = arg_tensor(flat);
    bool ok = core_call(c, OP_copy, c->accent, c->site, &in, 1, NULL, CALL_OUT_GIVEN | CALL_NO_GRAD, &out);
    if (ok) tensor_release(c, out);
    tensor_release(c, flat);
    return ok;
}

bool tensor_write(Core *c, Tensor *t, const void *data)
{
    core_spoils(c, "memory that the host writes");
    tensor_count_write(t);
    if (t->size == 0) return true;
    uint32_t before = core_asked(c);
    bool ok = write(c, t, data);
    c->site = before;
    return ok;
}

void *tensor_map(Core *c, Tensor *t)
{
    core_reads(c, "memory that the host looks at");
    Device *d = tensor_device(t);
    if (d->kind != DEVICE_CPU) {
        core_fail(c, CE_HOST_READ, "the host cannot read the memory of %s", d->info.name);
        return NULL;
    }
    if (c->mode.dry && t->storage->valueless && !c->mode.dry_zeros) {
        c->dry_reads++;
        core_fail(c, CE_NEEDS_VALUE, "a tensor's value is wanted");
        return NULL;
    }
    return storage_ready(t->storage, true) ? tensor_address(t) : NULL;
}

Tensor *tensor_contiguous(Core *c, Tensor *t)
{
    return tensor_is_contiguous(t) ? tensor_retain(t) : core_unary(c, OP_copy, t);
}

/* What another number of the CPU's gets is waited for only by who reads it: there it is a call like others. */
static bool carry_bytes(Core *c, Tensor *t, Tensor *out)
{
    Device *from = tensor_device(t), *to = tensor_device(out);
    if (!t->storage->waits || !device_same_memory(from, to))
        return storage_ready(t->storage, false) && graph_fetches(to, t, c->site) && device_copy(to, tensor_address(out), from, tensor_address(t), tensor_bytes(t), c->site);
    Arg in = arg_tensor(t);
    Call call = {.core = c, .op = op_get(OP_copy), .device = to, .accent = c->accent, .flags = CALL_OUT_GIVEN, .site = c->site, .in_count = 1, .out_count = 1, .in = &in,
                 .compute = (DType)t->dtype, .out = {out}};
    return to->driver->run(to, &call);
}

/* The bytes of a contiguous tensor on another device. */
static Tensor *carry(Core *c, Tensor *t, Device *device)
{
    core_reads(c, "a copy to another device");
    Tensor *out = tensor_new(c, device, t->dtype, t->shape, t->ndim);
    if (!out) return NULL;
    if (c->mode.dry) out->storage->valueless = true;
    if (t->size && !c->mode.dry && !carry_bytes(c, t, out)) {
        tensor_release(c, out);
        return NULL;
    }
    if (t->size && c->ledger) ledger_copy(c, t, out, tensor_bytes(t), c->site);
    return out;
}

/* What moves and converts keeps the order of its axes where the accent says so. */
static bool tensor_layout_kept(Core *c, const Tensor *t, Layout *l)
{
    int64_t strides[MAX_DIMS];
    if (tensor_is_contiguous(t) || t->ndim < 2 || !accent_rules(c->accent)->keeps_layout || !layout_cloned(t, strides)) return false;
    layout_of_steps(strides, t->ndim, l);
    return true;
}

Tensor *tensor_to(Core *c, Tensor *t, Device *device, DType dtype, bool always_copy, uint32_t site)
{
    DType wanted = dtype == DT_NONE ? (DType)t->dtype : dtype;
    Device *from = tensor_device(t);
    c->site = site;
    Layout kept;
    const Layout *lays = c->lays ? c->lays : tensor_layout_kept(c, t, &kept) ? &kept : NULL;
    c->lays = NULL;
    if (device == from && wanted == t->dtype) {
        if (!always_copy) return tensor_retain(t);
        if (c->habits.moved) c->habits.moved(c->habits.data, t, device, site);
        c->lays = lays;
        return core_unary(c, OP_copy, t);
    }
    /* cast where fewer bytes travel */
    bool cast_first = wanted != t->dtype && (device == from || dtype_bytes(wanted) < dtype_bytes(t->dtype));
    Tensor *now = tensor_retain(t);
    Attr cast = {.i = wanted};
    if (cast_first) {
        c->lays = lays;
        Tensor *next = core_with(c, OP_cast, &now, 1, &cast);
        tensor_release(c, now);
        if (!(now = next)) return NULL;
    }
    if (device != from) {
        Tensor *turned = lays ? layout_turned(c, now, lays) : tensor_retain(now), *flat = turned ? tensor_contiguous(c, turned) : NULL;
        Tensor *next = flat ? carry(c, flat, device) : NULL;
        if (next && lays) tensor_set_shape(c, next, now->shape, lays->strides, now->ndim);
        if (flat) tensor_release(c, flat);
        if (turned) tensor_release(c, turned);
        if (next && !grad_record_move(c, now, next)) {
            tensor_release(c, next);
            next = NULL;
        }
        tensor_release(c, now);
        if (!(now = next)) return NULL;
        now->made = t->made;
        now->moved = site;
        now->storage->placed = site | PLACED_BY_MOVE;
        if (c->habits.moved) c->habits.moved(c->habits.data, t, device, site);
    }
    if (now->dtype != wanted) {
        c->lays = lays;
        Tensor *next = core_with(c, OP_cast, &now, 1, &cast);
        tensor_release(c, now);
        now = next;
    }
    return now;
}

/* ---- values that are not carried ---- */
/* Is t all of a storage of the host's, whose bytes nobody but tensors knows? And is a change of it told to nobody? */
static bool is_ours(const Core *c, const Tensor *t)
{
    const Storage *s = t->storage;
    if (c->noted || c->watch.call || c->mode.dry || c->replay || c->as_graph || c->rules & (RULES_NAN | RULES_ANOMALY)) return false;
    return s->device->kind == DEVICE_CPU && s->bytes && tensor_is_contiguous(t) && tensor_bytes(t) == s->size && !(s->waits & ~WAITS_ZEROS) && !s->lent && !s->free_borrowed && !s->valueless;
}

bool tensor_clear(Core *c, Tensor *t)
{
    if (!is_ours(c, t)) return false;
    if (t->storage->behind) memset(t->storage->bytes, 0, t->storage->size);
    else t->storage->waits = WAITS_ZEROS;
    tensor_count_write(t);
    return true;
}

bool tensor_trade(Core *c, Tensor *to, Tensor *from)
{
    Storage *a = to->storage, *b = from->storage;
    if (!is_ours(c, to) || !is_ours(c, from) || a->behind || b->behind || b->waits || a->device != b->device || a->size != b->size || to->dtype != from->dtype) return false;
    if (a == b || from->refs != 1 || b->refs != 1) return false;
    char *bytes = a->bytes;
    Block *block = a->block;
    a->bytes = b->bytes;
    a->block = b->block;
    a->waits = 0;
    b->bytes = bytes;
    b->block = block;
    tensor_count_write(to);
    return true;
}

bool tensor_take_data(Core *c, Tensor *t, Tensor *from)
{
    core_spoils(c, "a tensor that takes other memory");
    int64_t *old = t->ndim > INLINE_DIMS ? t->shape : NULL;
    size_t old_bytes = dims_bytes(t->ndim);
    int ndim = from->ndim;
    if (t == from) return true;
    int64_t *dims = t->inline_dims;
    if (ndim > INLINE_DIMS && !(dims = core_alloc(c, dims_bytes(ndim)))) return false;
    memcpy(dims, from->shape, sizeof *dims * (size_t)ndim);
    memcpy(dims + ndim, from->strides, sizeof *dims * (size_t)ndim);
    if (old) core_free(c, old, old_bytes);
    t->shape = dims;
    t->strides = dims + ndim;
    t->ndim = (uint8_t)ndim;
    t->dtype = from->dtype;
    t->size = from->size;
    t->offset = from->offset;
    t->made = from->made;
    t->moved = from->moved;
    t->flags = (uint8_t)((t->flags & T_REQUIRES_GRAD) | (from->flags & (T_CONTIGUOUS | T_INFERENCE)));
    Storage *before = t->storage;
    t->storage = from->storage;
    storage_retain(t->storage);
    storage_release(c, before);
    return true;
}
