/* tensor.h: a tensor is a view (shape, strides, offset, dtype) on a storage (device, bytes), with a gradient record and the
 * sites (numbers of source lines) that made and moved it.
 *
 * Nothing outside a driver dereferences a storage's bytes: the host copies out (tensor_read) or maps a CPU storage (tensor_map). Counts
 * are not atomic: tensors belong to the thread of their Core; workers see raw addresses only.
 * Functions that make a tensor return it owned; NULL: failed, the record is in the Core. Arguments are borrowed.
 */
#ifndef PERCH_CORE_TENSOR_H
#define PERCH_CORE_TENSOR_H

#include "dtype.h"
#include "error.h"
#include "shape.h"

typedef struct Device Device;
typedef struct GradRecord GradRecord;
typedef struct Block Block;

typedef struct Storage Storage;
struct Storage {
    uint32_t refs;
    uint32_t version;    /* counts in-place writes, of every view; gradients ask it */
    uint32_t writes;     /* counts these too that no version counts: what was a value is another now */
    Device *device;
    char *bytes;         /* an address on the device; NULL when size is 0, or in a dry run */
    size_t size;
    Block *block;        /* the allocator's */
    Storage *before, *after; /* in the Core's list of all */
    uint32_t serial, made;   /* its number, and the site that made it */
    uint32_t placed;         /* the site that decided on its device: a tensor made there or (PLACED_BY_MOVE) moved there, from which all of this was computed */
    bool behind;         /* there is room for a few bytes behind this struct: there they lie, if nobody else owns them */
    bool pinned;         /* the host's memory, said to be locked for a GPU's copies */
    bool valueless;      /* made in a dry run: nothing was written to the bytes */
    bool lent;           /* a program has its address (a memoryview): it may look at any time */
    uint8_t waits;       /* WAITS_: of work that its device has put off (cpu/fuse.h) or queued (cpu/later.h), and that has failed (failure.h) */
    uint32_t holds;      /* WAITS_QUEUED: how many of `refs` are jobs' */
    uint64_t read_event, write_event; /* WAITS_QUEUED_…: the event behind the last job that does so */
    struct Failure *failure; /* WAITS_FAILED */
    void (*free_borrowed)(void *owner); /* the bytes belong to somebody else (a NumPy buffer, a file map); NULL: the device's allocator */
    void *owner;
    uint32_t bundle;     /* bundle.h: the latest that knows it, and as which (its own count) */
    int32_t bundle_place;
    bool ended;          /* nobody holds it any more but a bundle, and its bytes are not counted */
};

#define PLACED_BY_MOVE (1u << 31)
enum { /* the bytes are not there yet (WRITE); the bytes will be read, so they must stay as they are (READ) */
    WAITS_WRITE = 1, WAITS_READ = 2, WAITS_FUSED = 3, /* by work that was put off */
    WAITS_QUEUED_WRITE = 4, WAITS_QUEUED_READ = 8, WAITS_QUEUED = 12, /* by work that another thread may be at */
    WAITS_FAILED = 16, /* they could not be computed, and perhaps nobody was told */
    WAITS_BEFORE = 32, /* with WAITS_FUSED: the bytes are read as they were, then written in place: they are needed whoever else is gone */
    WAITS_ZEROS = 64, /* alone: all bytes are to be zeros, which nobody has wanted to see yet (tensor_clear); what lies there is old */
    WAITS_TO_READ = WAITS_WRITE | WAITS_QUEUED_WRITE | WAITS_FAILED | WAITS_ZEROS,
};

enum TensorFlags {
    T_CONTIGUOUS = 1 << 0,    /* row-major without gaps: kept true by whoever sets strides */
    T_REQUIRES_GRAD = 1 << 1, /* a gradient flows to it: asked for, or computed from one that does */
    T_NUMBER = 1 << 2,        /* wraps a number of the program's: weak in promotion */
    T_VIEW = 1 << 3,          /* shares its storage with the tensor it was taken from */
    T_INFERENCE = 1 << 4,     /* made in PyTorch's inference mode, or a view of such a one */
    T_BATCHED = 1 << 6,       /* in functorch's vmap: one example of many, or computed from one */
    T_ELSEWHERE = 1 << 7,     /* stands for what is kept otherwise (PyTorch's sparse tensors): no op computes with it */
    T_UNCOUNTED = 1 << 5,     /* PyTorch's .data, or a view of it: what is written through it no version counts */
};

enum { INLINE_DIMS = 4, KEPT_AS_INTEGERS = 1 << 7 /* of Tensor.user, with T_ELSEWHERE: quantized, not sparse */ };
typedef struct Tensor {
    uint32_t refs;
    uint8_t dtype, ndim, flags, user; /* user: the binding's */
    Storage *storage;
    int64_t offset;       /* in elements */
    int64_t *shape;       /* ndim, then ndim strides; points to `inline_dims` when they fit */
    int64_t *strides;
    int64_t size;         /* elements */
    GradRecord *grad;     /* NULL: takes no part in autograd */
    void *shown;          /* the binding's: its object for this tensor, while there is one */
    uint32_t made, moved; /* sites; moved 0: never */
    int64_t inline_dims[2 * INLINE_DIMS];
} Tensor;

/* make: on `device`, contiguous, bytes not set */
Tensor *tensor_new(Core *c, Device *device, DType dtype, const int64_t *shape, int ndim);
Tensor *tensor_like(Core *c, const Tensor *t); /* the same with t's device, dtype and shape */
/* A view on the same storage. Only checks that it lies inside (an assertion of ours, not of the user). */
Tensor *tensor_view(Core *c, Tensor *base, const int64_t *shape, const int64_t *strides, int ndim, int64_t offset);
/* From the host's memory, laid out contiguously; copied. */
Tensor *tensor_from_host(Core *c, Device *device, DType dtype, const int64_t *shape, int ndim, const void *data);
/* On the CPU, over memory that `owner` keeps until free_borrowed(owner). */
Tensor *tensor_borrow_host(Core *c, DType dtype, const int64_t *shape, const int64_t *strides, int ndim, void *data,
                           size_t bytes, void (*free_borrowed)(void *), void *owner);

static inline Tensor *tensor_retain(Tensor *t) { t->refs++; return t; }
void tensor_free(Core *c, Tensor *t); /* when the last reference went; use tensor_release */
static inline void tensor_made_at(Tensor *t, uint32_t site) /* by a line that core did not hear of */
{
    t->made = site;
    if (!(t->flags & T_VIEW)) t->storage->placed = site;
}
static inline void tensor_release(Core *c, Tensor *t) { if (t && --t->refs == 0) tensor_free(c, t); }
static inline void storage_retain(Storage *s) { s->refs++; }
void storage_release(Core *c, Storage *s);
Storage *core_storages(Core *c);          /* the newest; then `after`: every one that lives */
/* A CPU storage's bytes, and with them every view, move to memory of somebody else's, which free_borrowed(owner) gives back. false: recorded, nothing moved. */
bool storage_move(Storage *s, void *to, void (*free_borrowed)(void *), void *owner);
bool storage_finish(Storage *s, bool to_write);
/* Before its bytes are read, or (to_write) written: waits for the work that has to come first. false: recorded; that work has failed, or was interrupted */
static inline bool storage_ready(Storage *s, bool to_write) { return !(s->waits & (to_write ? 0xFF : WAITS_TO_READ)) || storage_finish(s, to_write); }
/* Does nobody else have it? What queued work holds does not count: it comes before whatever is asked for now. */
static inline bool storage_sole(const Storage *s) { return s->refs == 1 + (s->waits & WAITS_QUEUED ? s->holds : 0); }
bool tensor_wait(Tensor *t);          /* its value is there. false: recorded */

/* look */
static inline Device *tensor_device(const Tensor *t) { return t->storage->device; }
static inline void tensor_count_write(Tensor *t)
{
    t->storage->writes++;
    t->storage->version += !(t->flags & T_UNCOUNTED);
}
static inline bool tensor_is_contiguous(const Tensor *t) { return (t->flags & T_CONTIGUOUS) != 0; }
static inline char *tensor_address(const Tensor *t) { return t->storage->bytes ? t->storage->bytes + t->offset * (int64_t)dtype_bytes(t->dtype) : NULL; }
static inline size_t tensor_bytes(const Tensor *t) { return (size_t)t->size * dtype_bytes(t->dtype); }
static inline bool tensor_same_shape(const Tensor *a, const Tensor *b) { return shape_same(a->shape, a->ndim, b->shape, b->ndim); }
void tensor_set_shape(Core *c, Tensor *t, const int64_t *shape, const int64_t *strides, int ndim); /* in place; never fails for ndim <= INLINE_DIMS or the old ndim */

/* read and write from the host: these wait for the device */
bool tensor_read(Core *c, Tensor *t, void *out);            /* all elements in row-major order into out (tensor_bytes) */
bool tensor_read_item(Core *c, Tensor *t, Scalar *out);     /* exactly one element, else CE_NOT_ONE_ELEMENT */
bool tensor_write(Core *c, Tensor *t, const void *data);    /* row-major, of the tensor's dtype; bumps the version */
/* All bytes of a storage, as they are, for who keeps a copy (%undo): no ledger and no provenance hears of it. false: recorded */
bool storage_read(Storage *s, void *out);
bool storage_write(Storage *s, const void *data);           /* bumps the version */
void *tensor_map(Core *c, Tensor *t);                       /* a CPU tensor's first element, once its work is done; else NULL with CE_HOST_READ */

/* move and copy; they are also ops (copy) and take part in autograd */
Tensor *tensor_to(Core *c, Tensor *t, Device *device, DType dtype, bool always_copy, uint32_t site); /* DT_NONE: keep; owned, t itself (retained) when nothing changes */
Tensor *tensor_contiguous(Core *c, Tensor *t);              /* t itself, retained, when it is already */

/* Where a value that nobody has seen may take the place of one that is written over, without a pass over memory. false: not here, nothing was done; a call of an op is to do it. */
bool tensor_clear(Core *c, Tensor *t);                      /* zeros, written when somebody wants to see them */
bool tensor_trade(Core *c, Tensor *to, Tensor *from);       /* `to`, and every view of it, has the value of `from`, which nobody else holds, and `from` any */
static inline bool tensor_is_cleared(const Tensor *t) { return t->storage->waits == WAITS_ZEROS; } /* and nobody has seen it since */

/* t keeps its identity and its gradient record, and takes the memory, shape and dtype of `from` (torch's `p.data = x`, a module's move). */
bool tensor_take_data(Core *c, Tensor *t, Tensor *from);

#endif
