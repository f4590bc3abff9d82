/* ew_move.c: moving strided elements: to and from a contiguous run, and whole copies of one shape, transposes by tiles. */
#include <stdlib.h>
#include <string.h>

#include "ew.h"

static int log2_bytes(size_t bytes) { return bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : bytes == 8 ? 3 : 4; }

/* Where element `first` in row-major order stands: coordinates in at, the offset in elements returned. */
static int64_t locate(int ndim, const int64_t *shape, const int64_t *strides, int64_t first, int64_t *at)
{
    int64_t offset = 0;
    for (int i = ndim - 1; i >= 0; i--) {
        at[i] = first % shape[i];
        first /= shape[i];
        offset += at[i] * strides[i];
    }
    return offset;
}

/* On to the next row of the last axis; the offset of its first element, from that of the row before. */
static int64_t next_row(int ndim, const int64_t *shape, const int64_t *strides, int64_t *at, int64_t offset)
{
    for (int i = ndim - 2; i >= 0; i--) {
        offset += strides[i];
        if (++at[i] < shape[i]) break;
        offset -= at[i] * strides[i];
        at[i] = 0;
    }
    return offset;
}

void ew_gather(const EwIsa *isa, void *to, const char *from, size_t bytes, int ndim, const int64_t *shape, const int64_t *strides, int64_t first, int64_t n)
{
    if (n <= 0) return;
    void (*gather)(int64_t, void *, const void *, int64_t) = isa->moves->gather[log2_bytes(bytes)];
    if (ndim == 0) {
        gather(n, to, from, 0);
        return;
    }
    int64_t at[MAX_DIMS], step = strides[ndim - 1], row = shape[ndim - 1];
    int64_t offset = locate(ndim, shape, strides, first, at) - at[ndim - 1] * step, column = at[ndim - 1];
    char *o = to;
    while (n > 0) {
        int64_t m = row - column < n ? row - column : n;
        const char *x = from + (offset + column * step) * (int64_t)bytes;
        if (m == 1) memcpy(o, x, bytes);
        else gather(m, o, x, step);
        o += m * (int64_t)bytes;
        n -= m;
        column = 0;
        if (n) offset = next_row(ndim, shape, strides, at, offset);
    }
}

void ew_scatter(const EwIsa *isa, char *to, const void *from, size_t bytes, int ndim, const int64_t *shape, const int64_t *strides, int64_t first, int64_t n)
{
    if (n <= 0) return;
    void (*scatter)(int64_t, void *, const void *, int64_t) = isa->moves->scatter[log2_bytes(bytes)];
    if (ndim == 0) {
        memcpy(to, from, bytes);
        return;
    }
    int64_t at[MAX_DIMS], step = strides[ndim - 1], row = shape[ndim - 1];
    int64_t offset = locate(ndim, shape, strides, first, at) - at[ndim - 1] * step, column = at[ndim - 1];
    const char *x = from;
    while (n > 0) {
        int64_t m = row - column < n ? row - column : n;
        char *o = to + (offset + column * step) * (int64_t)bytes;
        if (m == 1) memcpy(o, x, bytes);
        else scatter(m, o, x, step);
        x += m * (int64_t)bytes;
        n -= m;
        column = 0;
        if (n) offset = next_row(ndim, shape, strides, at, offset);
    }
}

/* ---- copies ---- */
typedef struct Copy {
    Work *w;
    const EwIsa *isa;
    char *to;
    const char *from;
    int ndim;
    size_t bytes;
    int64_t shape[MAX_DIMS], to_strides[MAX_DIMS], from_strides[MAX_DIMS];
    bool stream;
    int turned; /* the axis along which `from` is dense while `to` is along the last; -1: none */
} Copy;

static int64_t magnitude(int64_t x) { return x < 0 ? -x : x; }

/* Axes of size 1 go; the rest by falling stride of `to`; neighbours that lie behind one another in both become one. */
static void copy_simplify(Copy *c, const int64_t *shape, const int64_t *to_strides, const int64_t *from_strides, int ndim)
{
    int n = 0;
    for (int i = 0; i < ndim; i++) {
        if (shape[i] == 1) continue;
        int k = n++;
        for (; k > 0 && magnitude(c->to_strides[k - 1]) < magnitude(to_strides[i]); k--) {
            c->shape[k] = c->shape[k - 1];
            c->to_strides[k] = c->to_strides[k - 1];
            c->from_strides[k] = c->from_strides[k - 1];
        }
        c->shape[k] = shape[i];
        c->to_strides[k] = to_strides[i];
        c->from_strides[k] = from_strides[i];
    }
    c->ndim = 0;
    for (int i = 0; i < n; i++) {
        int k = c->ndim - 1;
        if (k >= 0 && c->to_strides[k] == c->to_strides[i] * c->shape[i] && c->from_strides[k] == c->from_strides[i] * c->shape[i]) {
            c->shape[k] *= c->shape[i];
            c->to_strides[k] = c->to_strides[i];
            c->from_strides[k] = c->from_strides[i];
            continue;
        }
        k = c->ndim++;
        c->shape[k] = c->shape[i];
        c->to_strides[k] = c->to_strides[i];
        c->from_strides[k] = c->from_strides[i];
    }
}

enum { LONG_ROW = 1 << 20 };

/* Rows of the last axis, from … to of them. */
static void copy_rows(void *data, int64_t first, int64_t end)
{
    Copy *c = data;
    int rows = c->ndim - 1, size = log2_bytes(c->bytes);
    int64_t at[MAX_DIMS], b = (int64_t)c->bytes, n = c->shape[rows], ts = c->to_strides[rows], fs = c->from_strides[rows];
    for (int64_t r = first; r < end; r++) {
        int64_t to = locate(rows, c->shape, c->to_strides, r, at), from = 0;
        for (int i = 0; i < rows; i++) from += at[i] * c->from_strides[i];
        for (int64_t done = 0, m; done < n && !(done && work_stopped(c->w)); done += m) { /* a row may be very long */
            char *o = c->to + (to + done * ts) * b;
            const char *x = c->from + (from + done * fs) * b;
            m = n - done < LONG_ROW ? n - done : LONG_ROW;
            if (c->stream) c->isa->moves->stream(m * b, o, x);
            else if (ts == 1) c->isa->moves->gather[size](m, o, x, fs);
            else if (fs == 1) c->isa->moves->scatter[size](m, o, x, ts);
            else for (int64_t i = 0; i < m; i++) memcpy(o + i * ts * b, x + i * fs * b, c->bytes);
        }
    }
    if (c->stream) c->isa->moves->stream_end();
}

/* Strips of 64 along the turned axis, for each index of the others. */
static void copy_strips(void *data, int64_t first, int64_t end)
{
    Copy *c = data;
    int last = c->ndim - 1, t = c->turned;
    int64_t strips = (c->shape[t] + 63) / 64, b = (int64_t)c->bytes;
    for (int64_t s = first; s < end; s++) {
        int64_t i0 = s % strips * 64, rest = s / strips, n = c->shape[t] - i0 < 64 ? c->shape[t] - i0 : 64, to = i0 * c->to_strides[t], from = i0;
        for (int i = last - 1; i >= 0; i--) {
            if (i == t) continue;
            int64_t at = rest % c->shape[i];
            rest /= c->shape[i];
            to += at * c->to_strides[i];
            from += at * c->from_strides[i];
        }
        c->isa->moves->turn[log2_bytes(c->bytes)](n, c->shape[last], c->to + to * b, c->to_strides[t], c->from + from * b, c->from_strides[last]);
    }
}

void ew_copy(Work *w, char *to, const int64_t *to_strides, const char *from, const int64_t *from_strides, const int64_t *shape, int ndim, size_t bytes)
{
    int64_t size = 1;
    for (int i = 0; i < ndim; i++) size *= shape[i];
    if (size == 0) return;
    Copy c = {.w = w, .isa = ew_isa(), .to = to, .from = from, .bytes = bytes, .turned = -1};
    copy_simplify(&c, shape, to_strides, from_strides, ndim);
    if (c.ndim == 0) {
        memcpy(to, from, bytes);
        return;
    }
    int last = c.ndim - 1;
    c.stream = c.to_strides[last] == 1 && c.from_strides[last] == 1 && c.shape[last] >= 64 && (size_t)size * bytes >= EW_STREAM_BYTES;
    if (c.ndim == 1 && c.shape[0] >= 1 << 17) { /* one long row: cut it so that threads can share it */
        int64_t part = 1 << 15, rest = c.shape[0] % part, whole = c.shape[0] - rest, ts = c.to_strides[0], fs = c.from_strides[0];
        if (rest) {
            Copy tail = c;
            tail.shape[0] = rest;
            tail.to += whole * ts * (int64_t)bytes;
            tail.from += whole * fs * (int64_t)bytes;
            copy_rows(&tail, 0, 1);
        }
        c.ndim = 2;
        last = 1;
        c.shape[0] = whole / part; c.to_strides[0] = ts * part; c.from_strides[0] = fs * part;
        c.shape[1] = part; c.to_strides[1] = ts; c.from_strides[1] = fs;
    }
    if (c.to_strides[last] == 1 && c.from_strides[last] != 1 && c.shape[last] >= 8)
        for (int i = 0; i < last; i++)
            if (c.from_strides[i] == 1 && c.shape[i] >= 8) c.turned = i;
    int64_t rows = 1;
    if (c.turned >= 0) {
        for (int i = 0; i < last; i++) rows *= i == c.turned ? (c.shape[i] + 63) / 64 : c.shape[i];
        int64_t each = c.shape[last] * 64;
        work_parallel(w, rows, each >= 65536 ? 1 : 65536 / each, copy_strips, &c);
        return;
    }
    for (int i = 0; i < last; i++) rows *= c.shape[i];
    int64_t each = c.shape[last];
    if (rows * each <= 65536) copy_rows(&c, 0, rows);
    else work_parallel(w, rows, each >= 65536 ? 1 : 65536 / each, copy_rows, &c);
}
