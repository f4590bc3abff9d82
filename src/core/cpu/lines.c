/* lines.c: bringing together and taking apart the lines along an axis (see lines.h). */
#include "lines.h"

#include <string.h>

enum { GROUP = 16 };

static int log2_bytes(size_t bytes) { return bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3; }

void lines_open(Lines *l, Work *w)
{
    const View *v = &w->in[0];
    memset(l, 0, offsetof(Lines, lay));
    l->w = w;
    l->isa = ew_isa();
    l->in = v;
    l->failed = false;
    l->type = ew_register_type(v->dtype);
    if (l->type != DT_FLOAT32 && l->type != DT_FLOAT64) l->type = DT_INT64;
    l->flat = w->attrs[axis_flat].i || v->ndim == 0;
    l->len = v->size;
    l->group = 1;
}

/* Lines that lie side by side are brought together. */
static void lay_out(Lines *l)
{
    lines_place(l->w, l->outs, l->flat, &l->lay);
    l->len = l->lay.len;
    l->count = l->lay.count;
    if (l->lay.ndim && l->lay.strides[l->lay.ndim - 1] == 1 && l->lay.step != 1 && l->len * GROUP <= 1 << 17) l->group = GROUP;
}

typedef struct Room { char *raw, *x, *out[2], *scratch, *all; } Room;

static bool open_room(const Lines *l, Room *r)
{
    size_t line = (size_t)l->len * (size_t)l->group * 8, total = 2 * (line + 64) + l->scratch_bytes + 64, out[2] = {0, 0};
    for (int k = 0; k < l->outs; k++) total += out[k] = ((size_t)l->out_len[k] * (size_t)l->group * 8 + 127) & ~(size_t)63;
    line = (line + 63) & ~(size_t)63;
    if (!(r->all = work_scratch(l->w, total))) return false;
    r->raw = r->all;
    r->x = r->raw + line;
    r->out[0] = r->x + line;
    r->out[1] = r->out[0] + out[0];
    r->scratch = r->out[1] + out[1];
    return true;
}

/* n lines side by side from offset; where they stand as `type`. (A line that is being stopped may be brought in part.) */
static const char *bring(const Lines *l, Room *r, int64_t offset, int64_t n)
{
    size_t bytes = dtype_bytes(l->in->dtype);
    const char *at = l->in->at + offset * (int64_t)bytes;
    bool same = l->in->dtype == l->type, dense = l->flat ? l->in->contiguous : l->lay.step == 1 && n == 1;
    const char *raw = r->raw;
    if (l->flat && !dense) {
        for (int64_t i = 0, m; i < l->len && !work_stopped(l->w); i += m) {
            m = l->len - i < WORK_STEPS ? l->len - i : WORK_STEPS;
            ew_gather(l->isa, r->raw + i * (int64_t)bytes, l->in->at, bytes, l->in->ndim, l->in->shape, l->in->strides, i, m);
        }
    } else if (dense) raw = at;
    else if (n > 1) l->isa->moves->turn[log2_bytes(bytes)](n, l->len, r->raw, l->len, at, l->lay.step);
    else
        for (int64_t i = 0, m; i < l->len && !work_stopped(l->w); i += m) {
            m = l->len - i < WORK_STEPS ? l->len - i : WORK_STEPS;
            l->isa->moves->gather[log2_bytes(bytes)](m, r->raw + i * (int64_t)bytes, at + i * l->lay.step * (int64_t)bytes, l->lay.step);
        }
    if (same) return raw;
    for (int64_t i = 0, m, all = n * l->len; i < all && !work_stopped(l->w); i += m) {
        m = all - i < WORK_STEPS ? all - i : WORK_STEPS;
        ew_convert(l->isa, m, r->x + i * (int64_t)dtype_bytes(l->type), l->type, raw + i * (int64_t)bytes, l->in->dtype);
    }
    return r->x;
}

static void put_back(const Lines *l, Room *r, int k, int64_t offset, int64_t n)
{
    const View *o = &l->w->out[k];
    size_t bytes = dtype_bytes(o->dtype);
    int64_t len = l->out_len[k], other = l->lay.ndim ? l->lay.out_strides[k][l->lay.ndim - 1] : 0;
    char *at = o->at + offset * (int64_t)bytes, *x = r->out[k];
    if (len == 0) return;
    if (o->dtype != l->out_type[k]) { /* in raw, which is large enough: there are never more results than operands, and those are done with */
        bool dense = n == 1 && (l->lay.out_step[k] == 1 || len == 1);
        if (dense) {
            ew_convert(l->isa, len, at, o->dtype, x, l->out_type[k]);
            return;
        }
        ew_convert(l->isa, n * len, r->raw, o->dtype, x, l->out_type[k]);
        x = r->raw;
    }
    if (n > 1 && other == 1 && len > 1) l->isa->moves->turn[log2_bytes(bytes)](len, n, at, l->lay.out_step[k], x, len);
    else if (len == 1) l->isa->moves->scatter[log2_bytes(bytes)](n, at, x, n > 1 ? other : 1);
    else for (int64_t i = 0; i < n; i++) l->isa->moves->scatter[log2_bytes(bytes)](len, at + i * other * (int64_t)bytes, x + i * len * (int64_t)bytes, l->lay.out_step[k]);
}

static void line_tasks(void *data, int64_t first, int64_t end)
{
    Lines *l = data;
    Room r;
    if (!open_room(l, &r)) { l->failed = true; return; }
    int last = l->lay.ndim - 1;
    int64_t row = l->lay.ndim ? l->lay.shape[last] : 1, groups = (row + l->group - 1) / l->group;
    size_t size = dtype_bytes(l->type);
    for (int64_t t = first; t < end && !l->failed; t++) {
        int64_t column = t % groups * l->group, rest = t / groups, n = row - column < l->group ? row - column : l->group, from = 0, to[2] = {0, 0};
        for (int i = last; i >= 0; i--) {
            int64_t at = column;
            if (i != last) {
                at = rest % l->lay.shape[i];
                rest /= l->lay.shape[i];
            }
            from += at * l->lay.strides[i];
            for (int k = 0; k < l->outs; k++) to[k] += at * l->lay.out_strides[k][i];
        }
        const char *x = bring(l, &r, from, n);
        if (work_stopped(l->w)) break;
        for (int64_t i = 0; i < n && !l->failed; i++) {
            void *out[2] = {r.out[0], r.out[1]};
            for (int k = 0; k < l->outs; k++) out[k] = r.out[k] + i * l->out_len[k] * (int64_t)dtype_bytes(l->out_type[k]);
            if (!l->body(l, x + i * l->len * (int64_t)size, out, r.scratch)) l->failed = true;
        }
        for (int k = 0; k < l->outs && !l->failed; k++) put_back(l, &r, k, to[k], n);
        if (work_stopped(l->w)) l->failed = true;
    }
    work_scratch_free(l->w, r.all);
}

bool lines_run(Lines *l)
{
    lay_out(l);
    if (l->count == 0 || (l->len == 0 && l->out_len[0] == 0)) return true;
    int64_t row = l->lay.ndim ? l->lay.shape[l->lay.ndim - 1] : 1, tasks = l->count / row * ((row + l->group - 1) / l->group), each = l->group * l->len;
    work_parallel(l->w, tasks, each >= 16384 ? 1 : 16384 / (each ? each : 1) + 1, line_tasks, l);
    return !l->failed && !work_stopped(l->w);
}

const void *lines_whole(Work *w, const View *v, DType type, void **mine)
{
    enum { PIECE = 1 << 14 };
    const EwIsa *isa = ew_isa();
    int64_t bytes = (int64_t)dtype_bytes(v->dtype), each = (int64_t)dtype_bytes(type);
    *mine = NULL;
    if (v->contiguous && v->dtype == type && v->at) return v->at;
    char *whole = work_scratch(w, (size_t)v->size * (size_t)each + 8), *raw = NULL;
    if (!whole || !(v->contiguous || v->dtype == type || (raw = work_scratch(w, PIECE * 8)))) {
        work_scratch_free(w, whole);
        return NULL;
    }
    int64_t at = 0;
    for (int64_t n; at < v->size && !work_stopped(w); at += n) {
        n = v->size - at < PIECE ? v->size - at : PIECE;
        char *to = whole + at * each;
        if (v->contiguous) ew_convert(isa, n, to, type, v->at + at * bytes, v->dtype);
        else ew_gather(isa, raw ? raw : to, v->at, (size_t)bytes, v->ndim, v->shape, v->strides, at, n);
        if (raw) ew_convert(isa, n, to, type, raw, v->dtype);
    }
    work_scratch_free(w, raw);
    if (at >= v->size) return *mine = whole;
    work_scratch_free(w, whole); /* stopped */
    return NULL;
}

void lines_put(const EwIsa *isa, const View *out, int64_t at, int64_t n, const void *values, DType type)
{
    int64_t bytes = (int64_t)dtype_bytes(out->dtype), each = (int64_t)dtype_bytes(type);
    if (out->contiguous) {
        if (n) ew_convert(isa, n, out->at + at * bytes, out->dtype, values, type);
        return;
    }
    char cut[512 * 8];
    for (int64_t i = 0; i < n; i += 512) {
        int64_t m = n - i < 512 ? n - i : 512;
        ew_convert(isa, m, cut, out->dtype, (const char *)values + i * each, type);
        ew_scatter(isa, out->at, cut, (size_t)bytes, out->ndim, out->shape, out->strides, at + i, m);
    }
}
