/* fft.c: the discrete Fourier transform along an axis, in double: line by line through circle.c, any length in O(n log n). */
#include <string.h>

#include "circle.h"
#include "kernels.h"

static bool asks_to_stop(void *who) { return work_stopped(who); }

bool cpu_fft(Work *w)
{
    const View *v = &w->in[0], *out = &w->out[0];
    if (out->size == 0) return true;
    int64_t axis = w->attrs[fft_axis].i, n, have, count;
    if (axis < 0) axis += v->ndim;
    n = out->shape[axis];
    have = v->shape[axis] < n ? v->shape[axis] : n;
    count = out->size / n;
    double scale = w->attrs[fft_scale].f, sign = w->attrs[fft_inverse].i ? -1 : 1;
    if (n >= INT64_C(1) << 40) return work_fail(w, CE_HOST_MEMORY, "fft: too many elements");
    const Pace pace = {asks_to_stop, w};
    Circle circle;
    circle_plan(&circle, n);
    int64_t room = circle_room(&circle);
    C *x = work_scratch(w, sizeof *x * (size_t)(n + room + circle_points(&circle)));
    int64_t index[MAX_DIMS] = {0}, from = 0, to = 0, bytes = (int64_t)dtype_bytes(v->dtype), out_bytes = (int64_t)dtype_bytes(out->dtype);
    bool ok = x && circle_fill(&circle, x + n + room, x + n, &pace);
    for (int64_t line = 0; ok && line < count; line++) {
        for (int64_t i = 0; ok && i < n; i++) {
            Scalar s = i < have ? dtype_load(v->dtype, v->at + (from + i * v->strides[axis]) * bytes) : scalar_float(0);
            x[i] = (C){scalar_as_double(s), sign * s.im};
            ok = !work_paced(w, i);
        }
        ok = ok && circle_run(&circle, x, x + n, &pace);
        for (int64_t i = 0; ok && i < n; i++) {
            dtype_store(out->dtype, out->at + (to + i * out->strides[axis]) * out_bytes, scalar_complex(x[i].re * scale, sign * x[i].im * scale));
            ok = !work_paced(w, i);
        }
        ok = ok && !work_stopped(w);
        for (int k = v->ndim - 1; k >= 0; k--) {
            if (k == axis) continue;
            from += v->strides[k];
            to += out->strides[k];
            if (++index[k] < out->shape[k]) break;
            from -= v->strides[k] * out->shape[k];
            to -= out->strides[k] * out->shape[k];
            index[k] = 0;
        }
    }
    if (x) work_scratch_free(w, x);
    return ok;
}
