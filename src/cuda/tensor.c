/* tensor.c: operands as kernels take them (axes joined), memory between kernels, copies over a card's memory for the core's own planners. */
#include <string.h>

#include "plan.h"

/* Neighbours that run on into one another become one axis. */
bool gpu_tensor(Work *w, const View *v, GpuTensor *to)
{
    *to = (GpuTensor){.at = v->at, .size = v->size, .dtype = (uint8_t)v->dtype, .present = v->present};
    int n = 0;
    for (int i = 0; v->present && i < v->ndim; i++) {
        if (v->shape[i] == 1) continue;
        if (n && to->strides[n - 1] == v->strides[i] * v->shape[i]) to->shape[n - 1] *= v->shape[i];
        else if (n == GPU_DIMS) return gpu_too_many_axes(w);
        else to->shape[n++] = v->shape[i];
        to->strides[n - 1] = v->strides[i];
    }
    to->ndim = n;
    return true;
}

bool gpu_axes(Work *w, const View *v, GpuTensor *to)
{
    *to = (GpuTensor){.at = v->at, .size = v->size, .dtype = (uint8_t)v->dtype, .present = v->present, .ndim = v->ndim};
    if (v->ndim > GPU_DIMS) return gpu_too_many_axes(w);
    for (int i = 0; i < v->ndim; i++) to->shape[i] = v->shape[i], to->strides[i] = v->strides[i];
    return true;
}

bool gpu_too_many_axes(Work *w) { return cuda_host->work_fail(w, CE_NOT_IMPLEMENTED, "%s over more than %d axes that cannot be joined has no kernel for CUDA", w->op->name, GPU_DIMS); }

/* ---- memory between kernels: the device's own allocator keeps the order of the stream, so it is given back as soon as its last reader was launched ---- */
typedef struct Head Head;
struct Head { Block *block; size_t bytes; void *at; Head *next; };

void *gpu_scratch(Work *w, GpuWork *g, size_t bytes)
{
    Head *h = cuda_host->alloc(g->device->core, sizeof *h);
    if (!h) return cuda_host->work_fail(w, CE_HOST_MEMORY, "no memory"), NULL;
    h->bytes = bytes ? bytes : 1;
    h->at = cuda_host->take(g->device, h->bytes, &h->block);
    if (!h->at) {
        cuda_host->free(g->device->core, h, sizeof *h);
        return NULL; /* CE_OUT_OF_MEMORY is recorded */
    }
    h->next = g->scratch;
    g->scratch = h;
    return h->at;
}

void gpu_scratch_end(GpuWork *g)
{
    while (g->scratch) {
        Head *h = g->scratch;
        g->scratch = h->next;
        cuda_host->give(g->device, h->at, h->bytes, h->block);
        cuda_host->free(g->device->core, h, sizeof *h);
    }
}

/* ---- for the core's planners ---- */
static void run_blit(Work *w, const Blit *b)
{
    GpuWork *g = w->elsewhere->data;
    if (b->to_type != b->from_type && (dtype_is_complex(b->to_type) || dtype_is_complex(b->from_type))) {
        gpu_blit_complex(w, g, b);
        return;
    }
    GpuBlit to = {.to = b->to, .from = b->from, .axes = b->n, .count = 1, .to_type = (uint8_t)b->to_type, .from_type = (uint8_t)b->from_type, .bytes = (uint8_t)dtype_bytes(b->to_type)};
    if (b->n > GPU_DIMS) {
        gpu_too_many_axes(w);
        return;
    }
    for (int i = 0; i < b->n; i++) {
        to.count *= to.size[i] = b->size[i];
        to.to_step[i] = b->to_step[i];
        to.from_step[i] = b->from_step[i];
    }
    gpu_run_blit(g->stream, &to);
}

void gpu_set(GpuWork *g, void *at, int64_t n, size_t bytes, const void *element)
{
    GpuFill f = {.out = {.at = at, .size = n, .ndim = 1, .shape = {n}, .strides = {1}}, .bytes = (uint8_t)bytes};
    if (element) memcpy(f.value, element, bytes);
    if (n) gpu_run_fill(g->stream, &f);
}

static void run_fill(Work *w, char *to, int64_t n, const void *element, size_t bytes) { gpu_set(w->elsewhere->data, to, n, bytes, element); }

static void *take(Work *w, size_t bytes) { return gpu_scratch(w, w->elsewhere->data, bytes); }
static void give(Work *w, void *p) { (void)w, (void)p; } /* at the call's end, all together */

static bool run_gemm(Work *w, const Gemm *m) { return gpu_gemm(w, w->elsewhere->data, m); }
static bool run_program(Work *w, EwProgram *p) { return gpu_program(w, w->elsewhere->data, p); }
static void run_row_sums(Work *w, DType type, const char *from, int64_t rows, int64_t n, char *to) { gpu_run_row_sums(((GpuWork *)w->elsewhere->data)->stream, type, from, rows, n, to); }

void gpu_elsewhere(GpuWork *g, Elsewhere *e)
{
    *e = (Elsewhere){.blit = run_blit, .fill = run_fill, .gemm = run_gemm, .program = run_program, .row_sums = run_row_sums, .scratch = take, .scratch_free = give, .data = g};
}

bool gpu_planned(Work *w, GpuWork *g)
{
    Elsewhere e;
    gpu_elsewhere(g, &e);
    bool ok = cuda_host->plan(w, &e);
    w->elsewhere = NULL;
    return ok && w->error == CORE_OK;
}

bool gpu_copy(Work *w, GpuWork *g, char *to, const int64_t *strides, const View *from) { return gpu_convert(w, g, to, from->dtype, strides, from); }

bool gpu_convert(Work *w, GpuWork *g, char *to, DType dtype, const int64_t *strides, const View *from)
{
    Elsewhere e;
    Blit b = {.to = to, .from = from->at, .to_type = dtype, .from_type = from->dtype};
    if (from->size == 0) return true;
    for (int i = 0; i < from->ndim; i++) {
        if (from->shape[i] == 1) continue;
        b.size[b.n] = from->shape[i];
        b.to_step[b.n] = strides[i];
        b.from_step[b.n++] = from->strides[i];
    }
    gpu_elsewhere(g, &e);
    w->elsewhere = &e;
    cuda_host->blit(w, &b);
    w->elsewhere = NULL;
    return !w->error;
}

const char *gpu_contiguous(Work *w, GpuWork *g, const View *v)
{
    if (v->contiguous || v->size == 0) return v->at;
    int64_t strides[MAX_DIMS];
    shape_contiguous(v->shape, v->ndim, strides);
    char *copy = gpu_scratch(w, g, (size_t)v->size * dtype_bytes(v->dtype));
    return copy && gpu_copy(w, g, copy, strides, v) ? copy : NULL;
}

const char *gpu_flat(Work *w, GpuWork *g, const View *v, DType as)
{
    if (v->size == 0) return NULL;
    if (v->contiguous && v->dtype == as) return v->at;
    int64_t strides[MAX_DIMS];
    shape_contiguous(v->shape, v->ndim, strides);
    char *copy = gpu_scratch(w, g, (size_t)v->size * dtype_bytes(as));
    return copy && gpu_convert(w, g, copy, as, strides, v) ? copy : NULL;
}

bool gpu_flat_out(Work *w, GpuWork *g, const View *v, DType as, GpuFlat *f)
{
    *f = (GpuFlat){v->at, v, as};
    return (v->contiguous && v->dtype == as) || v->size == 0 || (f->at = gpu_scratch(w, g, (size_t)v->size * dtype_bytes(as))) != NULL;
}

bool gpu_flat_store(Work *w, GpuWork *g, GpuFlat *f)
{
    if (f->at == f->view->at || f->view->size == 0) return true;
    View from = *f->view;
    int64_t strides[MAX_DIMS];
    shape_contiguous(f->view->shape, f->view->ndim, strides);
    from.at = f->at;
    from.dtype = f->dtype;
    from.strides = strides;
    return gpu_convert(w, g, f->view->at, f->view->dtype, f->view->strides, &from);
}

bool gpu_put(Work *w, GpuWork *g, const View *out, const void *values, DType type)
{
    GpuFlat f = {(char *)(uintptr_t)values, out, type};
    return gpu_flat_store(w, g, &f);
}

int64_t gpu_power_above(int64_t n)
{
    int64_t p = 1;
    while (p < n) p *= 2;
    return p;
}
