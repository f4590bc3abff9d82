/* shape.c: arithmetic on dimensions and strides. */
#include "shape.h"

bool shape_size(const int64_t *shape, int n, int64_t *size)
{
    int64_t total = 1;
    bool over = false, zero = false;
    for (int i = 0; i < n; i++) {
        if (shape[i] < 0) return false;
        if (shape[i] == 0) zero = true;
        else if (__builtin_mul_overflow(total, shape[i], &total)) over = true;
    }
    *size = zero ? 0 : total;
    return zero || (!over && total <= INT64_MAX / 8);
}

void shape_contiguous(const int64_t *shape, int n, int64_t *strides)
{
    int64_t step = 1;
    for (int i = n - 1; i >= 0; i--) {
        strides[i] = step;
        if (shape[i] > 1) step *= shape[i];
    }
}

bool shape_is_contiguous(const int64_t *shape, const int64_t *strides, int n)
{
    int64_t step = 1;
    for (int i = n - 1; i >= 0; i--) {
        if (shape[i] == 0) return true;
        if (shape[i] != 1 && strides[i] != step) return false;
        step *= shape[i];
    }
    return true;
}

bool shape_broadcast(const int64_t *a, int na, const int64_t *b, int nb, Dims *out)
{
    out->n = na > nb ? na : nb;
    for (int i = 1; i <= out->n; i++) {
        int64_t x = i <= na ? a[na - i] : 1, y = i <= nb ? b[nb - i] : 1;
        if (x != y && x != 1 && y != 1) return false;
        out->d[out->n - i] = x == 1 ? y : x;
    }
    return true;
}

void shape_spread(const int64_t *shape, const int64_t *strides, int n, int wide, int64_t *out)
{
    for (int i = 0; i < wide; i++) {
        int own = i - (wide - n);
        out[i] = own < 0 || shape[own] == 1 ? 0 : strides[own];
    }
}

void shape_split(const int64_t *shape, int n, int axis, int64_t *outer, int64_t *along, int64_t *inner)
{
    *outer = *along = *inner = 1;
    for (int i = 0; i < n; i++) *(i < axis ? outer : i == axis ? along : inner) *= shape[i];
}

bool shape_axis(int64_t axis, int n, int *out)
{
    int count = n ? n : 1;
    if (axis < -count || axis >= count) return false;
    *out = (int)(axis < 0 ? axis + count : axis);
    return true;
}

bool shape_view(const int64_t *shape, const int64_t *strides, int n, const int64_t *wanted, int wanted_n, int64_t *out)
{
    /* Walk both from the end: a run of old axes that lie behind one another without a gap may be cut anew. */
    int w = wanted_n - 1, i = n - 1;
    for (int k = 0; k < n; k++)
        if (shape[k] == 0) { shape_contiguous(wanted, wanted_n, out); return true; }
    while (i >= 0) {
        int64_t step = strides[i], have = shape[i];
        while (i > 0 && (shape[i - 1] == 1 || have == 1 || strides[i - 1] == have * step)) {
            if (have == 1) step = strides[i - 1];
            i--;
            have *= shape[i];
        }
        int64_t used = 1;
        while (w >= 0 && (used < have || wanted[w] == 1)) {
            out[w] = used * step;
            used *= wanted[w];
            w--;
        }
        if (used != have) return false;
        i--;
    }
    for (; w >= 0; w--) out[w] = 1; /* only ones are left */
    return true;
}

void shape_extent(const int64_t *shape, const int64_t *strides, int n, int64_t *low, int64_t *high)
{
    *low = 0;
    *high = 1;
    for (int i = 0; i < n; i++) {
        if (shape[i] == 0) { *high = 0; *low = 0; return; }
        int64_t reach = (shape[i] - 1) * strides[i];
        if (reach < 0) *low += reach;
        else *high += reach;
    }
}
