/* path.h: what matplotlib's compiled modules read of its Path objects and transforms, and what they do with a path on its way to a page.
 *
 * A Path is Python's object, read: its vertices and codes as arrays that are held until path_close. Steps are points with what leads to them, in memory of their own: path_steps makes
 * them, steps_* change them in place, stage by stage, in the order in which they stand here; each stage may leave another number of steps. What a step CLOSEPOLY has as a point means
 * nothing (it is left as it was given), and a STOP ends all.
 * Functions that answer bool have raised when they answer false; a Steps that is zeroed but for vm is empty; steps_free gives back its memory.
 */
#ifndef PERCH_LESSONS_PATH_H
#define PERCH_LESSONS_PATH_H

#include "tensor/array/array.h"

enum { PATH_STOP = 0, PATH_MOVETO = 1, PATH_LINETO = 2, PATH_CURVE3 = 3, PATH_CURVE4 = 4, PATH_CLOSEPOLY = 79 };

/* ---- affine: x' = a x + c y + e, y' = b x + d y + f: a matrix's first two rows are a c e and b d f ---- */
typedef struct Affine { double a, b, c, d, e, f; } Affine;
#define AFFINE_NONE ((Affine){1, 0, 0, 1, 0, 0})
bool affine_from(VM *vm, Ref v /*None, NULL: none*/, Affine *out); /* a 3 x 3 array; ValueError "Invalid affine transformation matrix" */
void affine_of_matrix(const double *m /*9, by rows*/, Affine *out);
Affine affine_then(Affine first, Affine second);                     /* first, then second */
static inline bool affine_same(Affine s, Affine t) { return s.a == t.a && s.b == t.b && s.c == t.c && s.d == t.d && s.e == t.e && s.f == t.f; }
static inline Affine affine_moved(Affine t, double x, double y) { t.e += x; t.f += y; return t; }
static inline Affine affine_scaled(Affine t, double x, double y) { return (Affine){t.a * x, t.b * y, t.c * x, t.d * y, t.e * x, t.f * y}; } /* t, then scaled */
Affine affine_inverse(Affine t);
static inline void affine_apply(const Affine *t, double *x, double *y)
{
    double was = *x;
    *x = was * t->a + *y * t->c + t->e;
    *y = was * t->b + *y * t->d + t->f;
}

/* ---- rectangles: [[x1, y1], [x2, y2]], [x1, y1, x2, y2], a Bbox; None: all zeros ---- */
typedef struct PlotRect { double x1, y1, x2, y2; } PlotRect;
bool rect_from(VM *vm, Ref v, PlotRect *out); /* ValueError "Invalid bounding box" */

/* ---- arrays as arguments ---- */
/* v as float64 in C's order, aligned, of `ndim` dimensions; owned. A v without elements gives one of no rows. NULL: raised. */
NdArray *plot_doubles(VM *vm, Ref v, int ndim);
NdArray *plot_points(VM *vm, Ref v, int64_t columns, const char *what); /* (N, columns): ValueError "what must have shape (N, columns), got …"; empty: (0, columns) */

/* ---- a Path object ---- */
typedef struct Path {
    NdArray *vertices; /* (n, 2) float64, C's order; NULL: there is no path */
    NdArray *codes;    /* (n,) uint8, C's order; NULL: a line through all points */
    int64_t n;
    bool should_simplify;
    double threshold;  /* path.simplify_threshold */
} Path;
bool path_open(VM *vm, Ref v /*None: no points*/, Path *out);
bool path_open_arrays(VM *vm, Ref vertices, Ref codes /*or None*/, Path *out);
void path_close(VM *vm, Path *p);
static inline const double *path_vertices(const Path *p) { return p->vertices ? (const double *)(void *)p->vertices->data : NULL; }
static inline const uint8_t *path_codes(const Path *p) { return p->codes ? (const uint8_t *)p->codes->data : NULL; }
static inline unsigned path_code(const Path *p, int64_t i) { return p->codes ? ((const uint8_t *)p->codes->data)[i] : i ? PATH_LINETO : PATH_MOVETO; }

/* ---- steps ---- */
typedef struct Step { double x, y; unsigned code; } Step;
typedef struct Steps { VM *vm; Step *at; int64_t n, cap; } Steps;
bool steps_reserve(Steps *s, int64_t more);
static inline bool steps_add(Steps *s, unsigned code, double x, double y)
{
    if (s->n >= s->cap && !steps_reserve(s, 1)) return false;
    s->at[s->n++] = (Step){x, y, code};
    return true;
}
void steps_free(Steps *s);

bool path_steps(VM *vm, const Path *p, const Affine *t, Steps *out /*empty; what it holds is overwritten*/);
void steps_drop_nans(Steps *s, bool has_codes);            /* a gap where a point is not finite: the next one is moved to */
bool steps_clip(Steps *s, PlotRect r);                     /* lines cut at r grown by 1 on each side; curves stay */
typedef enum Snap { SNAP_AUTO, SNAP_FALSE, SNAP_TRUE } Snap;
bool snap_from(VM *vm, Ref v /*None: AUTO*/, Snap *out);
bool steps_snaps(const Steps *s, Snap mode, int64_t vertices /*of the Path*/); /* AUTO: up to 1024 points in lines along the axes */
void steps_snap(Steps *s, double line_width);              /* points to the middles of pixels, or their borders where the width is even */
bool steps_simplify(Steps *s, double threshold);           /* points along nearly straight lines go */
bool steps_flatten(Steps *s);                              /* curves become lines, true to half a unit */
typedef struct Sketch { double scale, length, randomness; } Sketch; /* scale 0: none */
bool sketch_from(VM *vm, Ref v /*None: none*/, Sketch *out);
bool steps_sketch(Steps *s, const Sketch *sketch);         /* as if drawn by hand, always alike */

#endif
