/* mesh.h: triangles over points of a plane: what the files of matplotlib._tri share.
 *
 * Edge e of a triangle runs from its corner e to the next one; corners go round anticlockwise, so that the triangle lies on the left of its edges.
 */
#ifndef PERCH_LESSONS_MESH_H
#define PERCH_LESSONS_MESH_H

#include "tensor/array/array.h"

typedef struct MeshEdge { int32_t tri, edge; } MeshEdge; /* tri -1: none */
typedef struct Mesh {
    Obj head;
    NdArray *x, *y, *triangles, *mask, *edges, *neighbors; /* the last three may be NULL (none, not asked for yet) */
    MeshEdge *border;         /* the outlines' edges, outline by outline, in walking order */
    int64_t *outlines;        /* where each begins, and the end of the last */
    int64_t n_border, n_outlines;
    bool has_border;
} Mesh;
typedef struct MeshState { Type *mesh, *contours, *finder; } MeshState;
extern const ModuleDef mesh_module;
extern const TypeDef mesh_contours_def, mesh_finder_def;

static inline Mesh *as_mesh(Ref v) { return (Mesh *)BITS(v); }
static inline int64_t mesh_points(const Mesh *m) { return m->x->shape[0]; }
static inline int64_t mesh_count(const Mesh *m) { return m->triangles->shape[0]; }
static inline const double *mesh_x(const Mesh *m) { return (const double *)(void *)m->x->data; }
static inline const double *mesh_y(const Mesh *m) { return (const double *)(void *)m->y->data; }
static inline const int32_t *mesh_corners(const Mesh *m) { return (const int32_t *)(void *)m->triangles->data; } /* three a triangle */
static inline bool mesh_is_masked(const Mesh *m, int64_t tri) { return m->mask && m->mask->data[tri]; }
static inline int32_t mesh_start(const Mesh *m, MeshEdge e) { return mesh_corners(m)[3 * e.tri + e.edge]; }
static inline int32_t mesh_end(const Mesh *m, MeshEdge e) { return mesh_corners(m)[3 * e.tri + (e.edge + 1) % 3]; }
MeshEdge mesh_beyond(const Mesh *m, MeshEdge e); /* the same edge as the neighbour has it; tri -1: there is none. After mesh_find_neighbors */

/* Computed once; false: raised */
bool mesh_find_neighbors(VM *vm, Mesh *m);
bool mesh_find_border(VM *vm, Mesh *m);
bool mesh_corners_exist(VM *vm, const Mesh *m); /* all corners are points */

bool mesh_args(VM *vm, int n, int wanted); /* "function takes exactly 7 arguments (2 given)" */
bool mesh_arg(VM *vm, Ref v, Mesh **out);  /* argument 1; false: raised */
NdArray *mesh_array(VM *vm, Ref v, Num num, int ndim); /* C's own elements, at most so many dimensions; NULL: raised */
NdArray *mesh_doubles(VM *vm, Ref v);                  /* the same, of doubles in one */

#endif
