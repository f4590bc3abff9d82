/* contour.h: contour lines and bands of values on a grid of quads: what the files of contourpy._contourpy share.
 *
 * A cell is a quad, or the triangle that a masked corner leaves of one. Its corners are numbered SW 0, SE 1, NE 2, NW 3, and edges go round it anticlockwise in the grid's own directions (where
 * x and y run as the columns and rows do). Lines run with the higher values on their left, outlines of bands with the band on their left.
 */
#ifndef PERCH_LESSONS_CONTOUR_H
#define PERCH_LESSONS_CONTOUR_H

#include "tensor/array/array.h"

enum { QUAD_NONE, QUAD_FULL, QUAD_NO_CORNER /*+ which one is missing*/ };
typedef struct ContourGrid {
    VM *vm;
    const double *x, *y, *z;
    uint8_t *quads;      /* of the quad whose SW corner is the point: QUAD_* */
    int64_t nx, ny;      /* points */
    int64_t step_x, step_y; /* quads a chunk */
    bool as_triangles, by_logarithm, from_exit /*loops begin where their first cell is left, as mpl2014's; else where it is entered*/;
} ContourGrid;

typedef struct ContourPoint { double x, y; float i, j; /*in the grid*/ } ContourPoint;
typedef struct ContourLine { int64_t start, n; /*of the points*/ int64_t outer; /*of a hole, and of a line that is a loop: 0; else -1*/ int64_t quad; /*where it was found*/ double area; float i0, j0, i1, j1; /*within*/ } ContourLine;
typedef struct ContourLines { VM *vm; ContourPoint *points; int64_t n_points, points_cap; ContourLine *lines; int64_t n, cap; } ContourLines;
void contour_free(ContourLines *l);

static inline int64_t contour_chunks_x(const ContourGrid *g) { return (g->nx - 2) / g->step_x + 1; }
static inline int64_t contour_chunks_y(const ContourGrid *g) { return (g->ny - 2) / g->step_y + 1; }
/* Of one chunk; added to `out`. false: raised */
bool contour_trace_lines(const ContourGrid *g, int64_t chunk, double level, ContourLines *out);
bool contour_trace_band(const ContourGrid *g, int64_t chunk, double lower, double upper, ContourLines *out); /* outlines, each followed by its holes */

#endif
