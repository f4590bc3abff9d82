/* lines.h: work along one axis: each line of it is brought together contiguously, given to a body, and the body's results are put where they belong.
 *
 * Lines that lie side by side in memory are brought sixteen at a time, by turning a tile. A line is read as FLOAT32, FLOAT64 or INT64, whatever its dtype.
 */
#ifndef PERCH_CORE_CPU_LINES_H
#define PERCH_CORE_CPU_LINES_H

#include "ew.h"
#include "line_places.h"

typedef struct Lines Lines;
/* x: len elements of lines->type; out[k]: room for out_len[k] elements of out_type[k]; scratch: scratch_bytes, the thread's own. false: failed, said so. */
typedef bool (*LineBody)(const Lines *lines, const void *x, void *const *out, void *scratch);

struct Lines {
    Work *w;
    const EwIsa *isa;
    DType type;
    int64_t len, count;
    int outs;                 /* how many of w->out are written */
    int64_t out_len[2];
    DType out_type[2];        /* what the body writes: FLOAT32, FLOAT64 or INT64 */
    size_t scratch_bytes;
    LineBody body;
    /* layout */
    const View *in;
    bool flat;
    int64_t group;
    _Atomic bool failed;
    LinePlaces lay;
};

/* Lines of w->in[0] along the axis attribute (flat: all of it as one); set outs, out_len, out_type, body then. */
void lines_open(Lines *l, Work *w);
bool lines_run(Lines *l);

/* All of a view in row-major order as `type`; *mine: scratch to give back, or NULL where the view itself served. NULL: no memory, or stopped. */
const void *lines_whole(Work *w, const View *v, DType type, void **mine);
/* n elements of `type` into a contiguous or strided output, from element `at` on */
void lines_put(const EwIsa *isa, const View *out, int64_t at, int64_t n, const void *values, DType type);

/* Where the elements of a line stand in order, NaN last (descending: first), equals as they were. The first `count` only; room: sort_room(len) bytes. false: stopped. */
bool sort_order(Work *w, DType type, const void *x, int64_t len, bool descending, int64_t count, int64_t *order, void *room);
size_t sort_room(int64_t len);

#endif
