/* corners.c: what a summary of a large tensor shows, on the host: the first and last few elements of each axis, and nothing else is fetched.
 *
 * They lie where they would lie in the whole (so printers need not know): in memory of the whole's size that the system gives page by page when it is
 * touched, which the rest never is.
 */
#include <sys/mman.h>

#include "tensor_lib.h"

enum { LARGE = 1 << 22, /* elements: below, all are fetched, as the originals do */
       BLOCKS_MOST = 256, SHOWN_MOST = 1 << 16 };

typedef struct Corners {
    Core *core;
    Tensor *t;
    int64_t edge, strides[MAX_DIMS]; /* of the whole, laid out row by row */
    char *out, *piece;
} Corners;

static bool is_cut(const Corners *s, int axis) { return s->t->shape[axis] > 2 * s->edge; }

/* A block of rows from `piece` to their places. */
static void spread(const Corners *s, const int64_t *shape, const int64_t *start)
{
    int n = s->t->ndim;
    size_t item = dtype_bytes(s->t->dtype), row = item * (size_t)shape[n - 1];
    int64_t at[MAX_DIMS] = {0};
    const char *from = s->piece;
    for (int axis = n - 1; axis >= 0; from += row) {
        int64_t index = 0;
        for (int i = 0; i < n; i++) index += (start[i] + at[i]) * s->strides[i];
        memcpy(s->out + (size_t)index * item, from, row);
        for (axis = n - 2; axis >= 0 && ++at[axis] == shape[axis]; axis--) at[axis] = 0;
    }
}

/* One block: on each axis that is cut its beginning, or (the axis's bit in `ends`) its end. */
static bool fetch(const Corners *s, unsigned ends)
{
    const Tensor *t = s->t;
    int64_t shape[MAX_DIMS], start[MAX_DIMS], offset = t->offset;
    for (int i = 0; i < t->ndim; i++) {
        bool cut = is_cut(s, i);
        shape[i] = cut ? s->edge : t->shape[i];
        start[i] = cut && ends >> i & 1 ? t->shape[i] - s->edge : 0;
        offset += start[i] * t->strides[i];
    }
    Tensor *view = tensor_view(s->core, s->t, shape, t->strides, t->ndim, offset);
    bool ok = view && tensor_read(s->core, view, s->piece);
    tensor_release(s->core, view);
    if (ok) spread(s, shape, start);
    return ok;
}

void *corners_read(Core *c, Tensor *t, double threshold, int64_t edge, bool *ok)
{
    Corners s = {.core = c, .t = t, .edge = edge};
    *ok = true;
    if (t->size < LARGE || (double)t->size <= threshold || edge < 1 || edge > SHOWN_MOST || t->ndim < 1) return NULL;
    int64_t shown = 1;
    unsigned cuts = 0, blocks = 1;
    for (int i = 0; i < t->ndim; i++) {
        if (is_cut(&s, i)) {
            cuts |= 1u << i;
            blocks *= 2;
        }
        shown *= is_cut(&s, i) ? 2 * edge : t->shape[i];
        if (blocks > BLOCKS_MOST || shown > SHOWN_MOST) return NULL;
    }
    s.out = mmap(NULL, tensor_bytes(t), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (s.out == MAP_FAILED) return NULL;
    size_t room = (size_t)shown * dtype_bytes(t->dtype);
    s.piece = core_alloc(c, room);
    *ok = s.piece != NULL;
    shape_contiguous(t->shape, t->ndim, s.strides);
    unsigned ends = 0;
    while (*ok && (*ok = fetch(&s, ends)) && (ends = (ends - cuts) & cuts)) {} /* each choice among the axes that are cut */
    if (s.piece) core_free(c, s.piece, room);
    if (*ok) return s.out;
    corners_free(s.out, t);
    return NULL;
}

void corners_free(void *data, const Tensor *t) { munmap(data, tensor_bytes(t)); }
