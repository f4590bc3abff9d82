/* path_meet.h: paths that meet: each other, a rectangle; and what is left of one in a rectangle, or as polygons. */
#ifndef PERCH_LESSONS_PATH_MEET_H
#define PERCH_LESSONS_PATH_MEET_H

#include "path_inside.h"

/* 1, 0; -1: raised */
int path_in_path(VM *vm, const Path *a, const Affine *at, const Path *b, const Affine *bt); /* all points of b in a? */
int path_crosses(VM *vm, const Path *a, const Path *b);
int path_crosses_rectangle(VM *vm, const Path *p, PlotRect r);
/* Lists of (n, 2) arrays. */
Value steps_polygons(Steps *s, bool closed_only);
Value steps_polygons_in(Steps *s, PlotRect r, bool inside);

#endif
