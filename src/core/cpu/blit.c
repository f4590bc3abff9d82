/* blit.c: copying strided blocks: axes are ordered by the target's steps and joined where both sides allow, then rows are copied. */
#include "blit.h"

#include <string.h>

void blit_open(Blit *b, char *to, DType to_type, const char *from, DType from_type)
{
    b->n = 0;
    b->to = to;
    b->from = from;
    b->to_type = to_type;
    b->from_type = from_type;
}

void blit_axis(Blit *b, int64_t size, int64_t to_step, int64_t from_step)
{
    if (size == 1) return;
    b->size[b->n] = size;
    b->to_step[b->n] = to_step;
    b->from_step[b->n++] = from_step;
}

static int64_t magnitude(int64_t x) { return x < 0 ? -x : x; }

/* Outermost first by the target's step; neighbours that run on into one another become one axis. false: nothing to do. */
static bool arrange(Blit *b)
{
    for (int i = 0; i < b->n; i++)
        if (b->size[i] == 0) return false;
    for (int i = 1; i < b->n; i++)
        for (int k = i; k > 0 && magnitude(b->to_step[k - 1]) < magnitude(b->to_step[k]); k--) {
            int64_t size = b->size[k], to = b->to_step[k], from = b->from_step[k];
            b->size[k] = b->size[k - 1];
            b->to_step[k] = b->to_step[k - 1];
            b->from_step[k] = b->from_step[k - 1];
            b->size[k - 1] = size;
            b->to_step[k - 1] = to;
            b->from_step[k - 1] = from;
        }
    int last = 0;
    for (int i = 1; i < b->n; i++) {
        if (b->to_step[last] == b->to_step[i] * b->size[i] && b->from_step[last] == b->from_step[i] * b->size[i]) {
            b->size[last] *= b->size[i];
            b->to_step[last] = b->to_step[i];
            b->from_step[last] = b->from_step[i];
            continue;
        }
        last++;
        b->size[last] = b->size[i];
        b->to_step[last] = b->to_step[i];
        b->from_step[last] = b->from_step[i];
    }
    if (b->n) b->n = last + 1;
    if (b->n == 0) {
        b->size[0] = 1;
        b->to_step[0] = b->from_step[0] = 1;
        b->n = 1;
    }
    return true;
}

typedef struct Wide { uint64_t u[2]; } Wide; /* an element of 16 bytes */

#define ROW(T)                                                                                                  \
    do {                                                                                                        \
        T *d = (T *)to;                                                                                         \
        const T *s = (const T *)from;                                                                           \
        if (ts == 1 && fs == 0) {                                                                               \
            T value = *s;                                                                                       \
            for (int64_t i = 0; i < n; i++) d[i] = value;                                                       \
        } else if (ts == 1)                                                                                     \
            for (int64_t i = 0; i < n; i++) d[i] = s[i * fs];                                                   \
        else                                                                                                    \
            for (int64_t i = 0; i < n; i++) d[i * ts] = s[i * fs];                                              \
    } while (0)

static void copy_row(const Blit *b, char *to, const char *from, int64_t n, int64_t ts, int64_t fs)
{
    size_t bytes = dtype_bytes(b->to_type);
    if (b->to_type != b->from_type) {
        size_t other = dtype_bytes(b->from_type);
        for (int64_t i = 0; i < n; i++) dtype_store(b->to_type, to + i * ts * (int64_t)bytes, dtype_load(b->from_type, from + i * fs * (int64_t)other));
        return;
    }
    if (ts == 1 && fs == 1) {
        memcpy(to, from, (size_t)n * bytes);
        return;
    }
    switch (bytes) {
    case 1: ROW(uint8_t); break;
    case 2: ROW(uint16_t); break;
    case 4: ROW(uint32_t); break;
    case 16: ROW(Wide); break;
    default: ROW(uint64_t); break;
    }
}

enum { LONG_ROW = 1 << 20 };

/* Rows first … last - 1 of all but the innermost axis. */
static void copy_rows(void *data, int64_t first, int64_t last)
{
    const Blit *b = data;
    int inner = b->n - 1;
    int64_t at[BLIT_AXES], to_bytes = (int64_t)dtype_bytes(b->to_type), from_bytes = (int64_t)dtype_bytes(b->from_type), rest = first;
    char *to = b->to;
    const char *from = b->from;
    for (int i = inner - 1; i >= 0; i--) {
        at[i] = rest % b->size[i];
        rest /= b->size[i];
        to += at[i] * b->to_step[i] * to_bytes;
        from += at[i] * b->from_step[i] * from_bytes;
    }
    for (int64_t row = first; row < last; row++) {
        for (int64_t done = 0, n = b->size[inner], m; done < n && !(done && work_stopped(b->w)); done += m) { /* a row may be very long */
            m = n - done < LONG_ROW ? n - done : LONG_ROW;
            copy_row(b, to + done * b->to_step[inner] * to_bytes, from + done * b->from_step[inner] * from_bytes, m, b->to_step[inner], b->from_step[inner]);
        }
        for (int i = inner - 1; i >= 0; i--) {
            to += b->to_step[i] * to_bytes;
            from += b->from_step[i] * from_bytes;
            if (++at[i] < b->size[i]) break;
            to -= b->size[i] * b->to_step[i] * to_bytes;
            from -= b->size[i] * b->from_step[i] * from_bytes;
            at[i] = 0;
        }
    }
}

/* One long row in parts. */
static void copy_part(void *data, int64_t first, int64_t last)
{
    const Blit *b = data;
    copy_row(b, b->to + first * b->to_step[0] * (int64_t)dtype_bytes(b->to_type), b->from + first * b->from_step[0] * (int64_t)dtype_bytes(b->from_type),
             last - first, b->to_step[0], b->from_step[0]);
}

enum { GRAIN = 32768 }; /* elements: below it a second thread costs more than it saves */

void blit_run(Work *w, Blit *b)
{
    if (!arrange(b)) return;
    b->w = w;
    if (w->elsewhere) {
        w->elsewhere->blit(w, b);
        return;
    }
    if (b->n == 1) {
        if (b->size[0] <= GRAIN) copy_part(b, 0, b->size[0]);
        else work_parallel(w, b->size[0], GRAIN, copy_part, b);
        return;
    }
    int64_t rows = 1, inner = b->size[b->n - 1];
    for (int i = 0; i < b->n - 1; i++) rows *= b->size[i];
    int64_t grain = inner >= GRAIN ? 1 : GRAIN / inner;
    if (rows <= grain) copy_rows(b, 0, rows);
    else work_parallel(w, rows, grain, copy_rows, b);
}

void blit_view(Work *w, char *to, DType to_type, const int64_t *to_strides, const View *from)
{
    Blit b;
    if (from->size == 0) return;
    blit_open(&b, to, to_type, from->at, from->dtype);
    for (int i = 0; i < from->ndim; i++) blit_axis(&b, from->shape[i], to_strides[i], from->strides[i]);
    blit_run(w, &b);
}

const char *blit_contiguous(Work *w, const View *v, void **mine)
{
    *mine = NULL;
    if (v->contiguous && v->at) return v->at;
    if (v->size == 0) return "";
    int64_t strides[MAX_DIMS];
    char *copy = work_scratch(w, (size_t)v->size * dtype_bytes(v->dtype));
    if (!copy) return NULL;
    shape_contiguous(v->shape, v->ndim, strides);
    blit_view(w, copy, v->dtype, strides, v);
    *mine = copy;
    return copy;
}

void blit_fill(Work *w, char *to, DType type, int64_t n, Scalar value)
{
    if (n <= 0) return;
    char element[DTYPE_MAX_BYTES];
    Blit b;
    dtype_store(type, element, value);
    if (w->elsewhere) {
        w->elsewhere->fill(w, to, n, element, dtype_bytes(type));
        return;
    }
    blit_open(&b, to, type, element, type);
    blit_axis(&b, n, 1, 0);
    blit_run(w, &b);
}
