/* fuse.c: the program of calls that wait (fuse.h): taking calls up, running them.
 *
 * There is one program at a time, of one shape. A call of another shape, or one that wants an unfinished result in another form than element for element, has
 * the program run first. A register stands for what a result's memory would hold: rounded to its dtype, so that the bits are those of single calls.
 */
#include "fuse.h"

#include <string.h>

#include "core/failure.h"
#include "ew.h"

enum { FUSE_DIMS = 8, STALE_BYTES = 256 << 20 };

typedef struct Source { Storage *storage; int64_t offset; DType dtype, type; int ndim; int64_t shape[FUSE_DIMS], strides[FUSE_DIMS]; int reg; } Source;
typedef struct Result { Storage *storage; DType dtype; int reg; } Result;

struct Fusion {
    Device *gpu;             /* NULL: the CPU's */
    EwProgram program;       /* without outputs: who needs one is seen when it runs */
    EwProgram ready;         /* the one that runs */
    int64_t shape[FUSE_DIMS], strides[FUSE_DIMS];
    int source_count, result_count;
    Source sources[EW_VIEWS];
    Result results[EW_VIEWS];
    Work work;
};

Fusion *fuse_open(Core *c, Device *gpu)
{
    Fusion *f = core_alloc(c, sizeof *f);
    if (f) f->gpu = gpu, f->source_count = f->result_count = 0;
    return f;
}

bool fuse_idle(const Fusion *f) { return f->result_count == 0; }

/* The program holds each storage once, however often it reads or writes it. */
static void hold(Storage *s, uint8_t why)
{
    if (!(s->waits & WAITS_FUSED)) storage_retain(s);
    s->waits |= why;
}

static void let_go(Core *c, Storage *s)
{
    if (!(s->waits & WAITS_FUSED)) return;
    s->waits &= (uint8_t) ~(WAITS_FUSED | WAITS_BEFORE);
    storage_release(c, s);
}

void fuse_cancel(Core *c, Fusion *f)
{
    int sources = f->source_count, results = f->result_count;
    f->source_count = f->result_count = 0; /* first: what is released may look here */
    for (int i = 0; i < sources; i++) let_go(c, f->sources[i].storage);
    for (int i = 0; i < results; i++) let_go(c, f->results[i].storage);
    if (f->gpu) f->gpu->stale = 0;
    for (Device *d = &c->cpu; d && !f->gpu; d = d->next_cpu) d->stale = 0;
}

void fuse_close(Core *c, Fusion *f)
{
    if (!f) return;
    fuse_cancel(c, f);
    core_free(c, f, sizeof *f);
}

/* ---- taking up ---- */
static bool is_register_type(DType d) { return ew_register_type(d) == d; }

/* All of its storage, element by element in row-major order. */
static bool is_whole(const Tensor *t) { return tensor_is_contiguous(t) && t->offset == 0 && tensor_bytes(t) == t->storage->size; }

static Result *result_of(Fusion *f, const Storage *s)
{
    for (int i = 0; i < f->result_count; i++)
        if (f->results[i].storage == s) return &f->results[i];
    return NULL;
}

/* Can the call be part of a program at all? Integers' divisions and powers may fail. */
static bool may_wait(const Fusion *f, const Call *call)
{
    const Op *op = call->op;
    const Tensor *out = call->out[0];
    if (!op->elementwise || call->of_complex || op->id == OP_prelu || call->out_count != 1 || out->size < call->device->wait_from || out->ndim > FUSE_DIMS) return false;
    if (!is_register_type((DType)out->dtype) && out->dtype != DT_FLOAT16 && out->dtype != DT_BFLOAT16) return false;
    if (!is_whole(out) || call->in_count > 3) return false;
    if (call->flags & CALL_OUT_GIVEN && !(out->storage->waits & WAITS_WRITE) && !f->gpu) return false;
    bool unfinished = false;
    for (int i = 0; i < call->in_count; i++) {
        const Tensor *t = call->in[i].tensor;
        if (!t) continue;
        if (t->storage->free_borrowed || t->ndim > FUSE_DIMS || tensor_device(t) != call->device) return false;
        unfinished |= (t->storage->waits & WAITS_WRITE) != 0;
    }
    return op->id != OP_copy || unfinished; /* a plain copy has its own way */
}

/* What the program reads of the storage lies element for element as the program goes: then it may be written in place, each element behind its reading. */
static bool is_read_straight(const Fusion *f, const Tensor *out)
{
    for (int i = 0; i < f->source_count; i++) {
        const Source *s = &f->sources[i];
        if (s->storage == out->storage && !(s->offset == 0 && s->dtype == (DType)out->dtype && shape_same(s->shape, s->ndim, out->shape, out->ndim) && memcmp(s->strides, out->strides, sizeof *out->strides * out->ndim) == 0))
            return false;
    }
    return true;
}

/* Unfinished results are taken element for element, where the program has this shape; and bytes of storages that it writes to are not known. */
static bool fits(Fusion *f, const Call *call)
{
    const Tensor *out = call->out[0];
    if (f->result_count == EW_VIEWS || call->device->stale > STALE_BYTES) return false;
    if (!shape_same(out->shape, out->ndim, f->shape, f->program.ndim)) return false;
    if (call->flags & CALL_OUT_GIVEN && !(out->storage->waits & WAITS_WRITE) && !is_read_straight(f, out)) return false;
    for (int i = 0; i < call->in_count; i++) {
        const Tensor *t = call->in[i].tensor;
        if (t && t->storage->waits & WAITS_WRITE && !(is_whole(t) && t->size == out->size)) return false;
    }
    return true;
}

/* The register of an operand, as `type`; -1: there is none. */
static int operand(Fusion *f, const Tensor *t, DType type)
{
    EwProgram *p = &f->program;
    const Result *r = t->storage->waits & WAITS_WRITE ? result_of(f, t->storage) : NULL;
    if (r) {
        if (r->dtype != (DType)t->dtype || (!is_register_type(r->dtype) && type != DT_FLOAT32)) return -1;
        return ew_program_convert(p, r->reg, type);
    }
    for (int i = 0; i < f->source_count; i++) {
        const Source *s = &f->sources[i];
        if (s->storage == t->storage && s->offset == t->offset && s->dtype == (DType)t->dtype && s->type == type && shape_same(s->shape, s->ndim, t->shape, t->ndim)
            && memcmp(s->strides, t->strides, sizeof *t->strides * t->ndim) == 0)
            return s->reg;
    }
    if (f->source_count == EW_VIEWS) return -1;
    Source *s = &f->sources[f->source_count];
    *s = (Source){.storage = t->storage, .offset = t->offset, .dtype = (DType)t->dtype, .type = type, .ndim = t->ndim};
    memcpy(s->shape, t->shape, sizeof *t->shape * t->ndim);
    memcpy(s->strides, t->strides, sizeof *t->strides * t->ndim);
    View v = {.at = tensor_address(t), .dtype = s->dtype, .present = true, .ndim = s->ndim, .shape = s->shape, .strides = s->strides};
    s->reg = ew_program_input(p, &v, type);
    if (s->reg >= 0) f->source_count++;
    return s->reg;
}

/* The call's steps; the register that holds what its output would, or -1. */
static int take_up(Fusion *f, const Call *call)
{
    EwProgram *p = &f->program;
    const Op *op = call->op;
    DType out = (DType)call->out[0]->dtype;
    bool moves = op->id == OP_copy || op->id == OP_cast;
    int in[3] = {-1, -1, -1};
    for (int i = 0; i < call->in_count; i++) {
        const Tensor *t = call->in[i].tensor;
        DType type = moves ? ew_register_type(t ? (DType)t->dtype : out) : ew_operand_type(op, call->compute, i);
        in[i] = t ? operand(f, t, type) : moves ? ew_program_number(p, call->in[i].number, type) : ew_program_operand(p, op, call->compute, call->in[i].number, i);
        if (in[i] < 0) return -1;
    }
    int first = p->step_count, reg = ew_program_call(p, op, call->accent, call->compute, in, call->attrs, out);
    for (int s = first; s < p->step_count; s++)
        if (p->steps[s].check) return -1;
    if (reg < 0) return -1;
    if (is_register_type(out)) return ew_program_convert(p, reg, out);
    return p->regs[reg].type == DT_FLOAT32 ? ew_program_round(p, reg, out) : -1;
}

/* true: the call is part of the program; else nothing was changed. */
static bool append(Fusion *f, Call *call)
{
    EwProgram *p = &f->program;
    Tensor *out = call->out[0];
    int regs = p->reg_count, steps = p->step_count, ins = p->in_count, sources = f->source_count;
    int reg = take_up(f, call);
    if (reg < 0 || p->bad) {
        p->bad = false;
        p->reg_count = regs;
        p->step_count = steps;
        p->in_count = ins;
        f->source_count = sources;
        return false;
    }
    for (int i = 0; i < call->in_count; i++)
        if (call->in[i].tensor) hold(call->in[i].tensor->storage, WAITS_READ);
    Result *r = call->flags & CALL_OUT_GIVEN ? result_of(f, out->storage) : NULL; /* in place: the storage's bytes will be this value instead */
    if (!r) {
        r = &f->results[f->result_count++];
        if (out->storage->waits & WAITS_READ && call->flags & CALL_OUT_GIVEN) out->storage->waits |= WAITS_BEFORE; /* (a result of the program's own is in a register) */
    }
    *r = (Result){out->storage, (DType)out->dtype, reg};
    hold(out->storage, WAITS_WRITE);
    return true;
}

FuseAnswer fuse_take(Fusion *f, Call *call)
{
    if (!may_wait(f, call)) return FUSE_NOT;
    if (!fuse_idle(f)) return fits(f, call) && append(f, call) ? FUSE_TAKEN : FUSE_LATER;
    const Tensor *out = call->out[0];
    ew_program_init(&f->program, out->shape, out->ndim);
    memcpy(f->shape, out->shape, sizeof *out->shape * out->ndim);
    shape_contiguous(f->shape, out->ndim, f->strides);
    return append(f, call) ? FUSE_TAKEN : FUSE_NOT;
}

/* ---- running ---- */
Work *fuse_prepare(Core *c, Fusion *f)
{
    EwProgram *p = &f->ready;
    Work *w = &f->work;
    memset(w, 0, sizeof *w);
    w->host = &c->config;
    memcpy(p, &f->program, sizeof *p);
    for (int i = 0; i < f->result_count; i++) {
        const Result *r = &f->results[i];
        if (!r->storage->bytes) continue; /* in registers alone: storage_release */
        View v = {.at = r->storage->bytes, .dtype = r->dtype, .present = true, .contiguous = true, .ndim = p->ndim, .shape = f->shape, .strides = f->strides};
        ew_program_output(p, r->reg, &v);
    }
    if (p->out_count) ew_program_trim(p);
    return w;
}

const EwProgram *fuse_program(Core *c, Fusion *f)
{
    fuse_prepare(c, f);
    if (!f->ready.out_count) return NULL;
    ew_program_lay_out(&f->ready);
    return &f->ready;
}

bool fuse_compute(Fusion *f, Threads *threads)
{
    f->work.threads = threads;
    return !f->ready.out_count || (ew_program_run(&f->ready, &f->work) && !atomic_load(&f->work.stopped));
}

bool fuse_run(Core *c, Fusion *f, Threads *threads)
{
    if (fuse_idle(f)) return true;
    Work *w = fuse_prepare(c, f);
    w->asker = work_thread();
    bool ok = fuse_compute(f, threads);
    if (!ok && c->error.kind == CORE_OK) {
        ErrorKind kind = w->error ? w->error : CE_INTERRUPTED;
        core_fail(c, kind, "%s", w->text[0] ? w->text : kind == CE_INTERRUPTED ? "interrupted" : "a kernel failed");
    }
    if (ok) {
        fuse_spread_failures(c, f);
        fuse_cancel(c, f); /* nothing waits any more */
    }
    return ok;
}

void fuse_emptied(Fusion *f) { f->source_count = f->result_count = 0; }

int fuse_storages(const Fusion *f, Storage **held, int *writes)
{
    Storage *room[FUSE_STORAGES], **at = held ? held : room;
    int n = 0;
    _Static_assert(FUSE_STORAGES >= 2 * EW_VIEWS, "results and sources");
    for (int i = 0; i < f->result_count; i++) at[n++] = f->results[i].storage;
    if (writes) *writes = n;
    for (int i = 0; i < f->source_count; i++) {
        int k = 0;
        while (k < n && at[k] != f->sources[i].storage) k++;
        if (k == n) at[n++] = f->sources[i].storage;
    }
    return n;
}

void fuse_spread_failures(Core *c, Fusion *f)
{
    Failure *why[EW_REGS] = {NULL};
    bool any = false;
    for (int i = 0; i < f->source_count; i++)
        if ((why[f->sources[i].reg] = failure_of(c, f->sources[i].storage))) any = true;
    for (int s = 0; any && s < f->program.step_count; s++) {
        const EwStep *step = &f->program.steps[s];
        for (int i = 0; i < 3 && !why[step->dst]; i++)
            if (step->src[i] >= 0) why[step->dst] = why[step->src[i]];
    }
    for (int i = 0; any && i < f->result_count; i++)
        if (why[f->results[i].reg]) failure_mark(c, f->results[i].storage, why[f->results[i].reg]);
}
