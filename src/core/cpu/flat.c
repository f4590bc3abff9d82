/* flat.c: copying strided arrays into contiguous ones and back, converting on the way. */
#include "flat.h"

#include "blit.h"
#include "ew.h"

#include <string.h>

typedef struct Wide { uint64_t u[2]; } Wide; /* an element of 16 bytes */

#define MOVE(T)                                                                            \
    do {                                                                                   \
        const T *s = from;                                                                 \
        T *t = to;                                                                         \
        for (int64_t i = 0; i < n; i++) t[i * ts] = s[i * fs];                             \
    } while (0)

static void line_same(void *to, int64_t ts, const void *from, int64_t fs, int64_t n, size_t bytes)
{
    if (ts == 1 && fs == 1) memcpy(to, from, (size_t)n * bytes);
    else if (bytes == 1) MOVE(uint8_t);
    else if (bytes == 2) MOVE(uint16_t);
    else if (bytes == 4) MOVE(uint32_t);
    else if (bytes == 8) MOVE(uint64_t);
    else MOVE(Wide);
}

/* Side by side in vectors; strided half types at once, the rest one by one. */
static void line(void *to, DType td, int64_t ts, const void *from, DType fd, int64_t fs, int64_t n)
{
    if (td == fd) {
        line_same(to, ts, from, fs, n, dtype_bytes(td));
        return;
    }
    if (ts == 1 && fs == 1 && n > 1) {
        ew_convert(ew_isa(), n, to, td, from, fd);
        return;
    }
    const uint16_t *h = from;
    uint16_t *g = to;
    if (td == DT_FLOAT32 && fd == DT_FLOAT16) {
        for (int64_t i = 0; i < n; i++) ((float *)to)[i * ts] = half_to_float(h[i * fs]);
    } else if (td == DT_FLOAT32 && fd == DT_BFLOAT16) {
        for (int64_t i = 0; i < n; i++) ((float *)to)[i * ts] = bfloat_to_float(h[i * fs]);
    } else if (td == DT_FLOAT16 && fd == DT_FLOAT32) {
        for (int64_t i = 0; i < n; i++) g[i * ts] = half_from_float(((const float *)from)[i * fs]);
    } else if (td == DT_BFLOAT16 && fd == DT_FLOAT32) {
        for (int64_t i = 0; i < n; i++) g[i * ts] = bfloat_from_float(((const float *)from)[i * fs]);
    } else
        for (int64_t i = 0; i < n; i++)
            dtype_store(td, (char *)to + i * ts * (int64_t)dtype_bytes(td), dtype_load(fd, (const char *)from + i * fs * (int64_t)dtype_bytes(fd)));
}

void flat_copy(Work *w, void *to, DType td, const int64_t *ts, const void *from, DType fd, const int64_t *fs, const int64_t *shape, int ndim)
{
    int64_t index[MAX_DIMS] = {0}, at = 0, source = 0, tb = (int64_t)dtype_bytes(td), fb = (int64_t)dtype_bytes(fd);
    for (int i = 0; i < ndim; i++)
        if (shape[i] == 0) return;
    if (w->elsewhere) {
        Blit b;
        blit_open(&b, to, td, from, fd);
        for (int i = 0; i < ndim; i++) blit_axis(&b, shape[i], ts[i], fs[i]);
        blit_run(w, &b);
        return;
    }
    if (ndim == 0) {
        line(to, td, 1, from, fd, 1, 1);
        return;
    }
    int last = ndim - 1;
    for (;;) {
        line((char *)to + at * tb, td, ts[last], (const char *)from + source * fb, fd, fs[last], shape[last]);
        int i = last - 1;
        for (; i >= 0; i--) {
            at += ts[i];
            source += fs[i];
            if (++index[i] < shape[i]) break;
            at -= ts[i] * shape[i];
            source -= fs[i] * shape[i];
            index[i] = 0;
        }
        if (i < 0) return;
    }
}

static bool room(Work *w, const View *v, DType as, Flat *f)
{
    *f = (Flat){.view = v, .dtype = as};
    if (!v->present) return true;
    if (v->contiguous && v->dtype == as) {
        f->at = v->at;
        if (!v->at) f->at = f->scratch = work_scratch(w, 1); /* no elements, but somewhere */
        return f->at != NULL;
    }
    f->at = f->scratch = work_scratch(w, (size_t)v->size * dtype_bytes(as));
    return f->at != NULL;
}

bool flat_in(Work *w, const View *v, DType as, Flat *f)
{
    if (!room(w, v, as, f)) return false;
    if (!f->scratch || !v->size) return true;
    int64_t strides[MAX_DIMS];
    shape_contiguous(v->shape, v->ndim, strides);
    if (v->contiguous && !w->elsewhere) line(f->at, as, 1, v->at, v->dtype, 1, v->size);
    else flat_copy(w, f->at, as, strides, v->at, v->dtype, v->strides, v->shape, v->ndim);
    return true;
}

bool flat_out(Work *w, const View *v, DType as, Flat *f) { return room(w, v, as, f); }
void flat_drop(Work *w, Flat *f)
{
    if (f->scratch) work_scratch_free(w, f->scratch);
    *f = (Flat){.at = NULL};
}

void flat_store(Work *w, Flat *f)
{
    const View *v = f->view;
    if (f->scratch && v->size) {
        int64_t strides[MAX_DIMS];
        shape_contiguous(v->shape, v->ndim, strides);
        if (v->contiguous && !w->elsewhere) line(v->at, v->dtype, 1, f->at, f->dtype, 1, v->size);
        else flat_copy(w, v->at, v->dtype, v->strides, f->at, f->dtype, strides, v->shape, v->ndim);
    }
    flat_drop(w, f);
}

void flat_close(Work *w, bool ok, Flat *out, Flat *a, Flat *b, Flat *c)
{
    flat_drop(w, a);
    flat_drop(w, b);
    flat_drop(w, c);
    if (ok) flat_store(w, out);
    else flat_drop(w, out);
}
