/* path_inside.h: points in paths: which of many points the insides of a path's closed pieces hold, the path as it is, grown along its one side, or as a line with a width. */
#ifndef PERCH_LESSONS_PATH_INSIDE_H
#define PERCH_LESSONS_PATH_INSIDE_H

#include "path.h"

typedef enum Within { WITHIN_PATH /*grown by half of the radius*/, WITHIN_LINE /*of the path, the radius wide on each side*/ } Within;

/* out[i] becomes 1 where the path holds points[2 i], points[2 i + 1]. */
bool path_holds(VM *vm, const Path *p, const Affine *t, Within within, double radius, const double *points, int64_t n, uint8_t *out);
/* The path's points that are finite, its curves as lines. */
bool path_lines(VM *vm, const Path *p, const Affine *t, Steps *out);
/* Each piece's outline in its place: the line beside it at the distance `half` (`both`: around the line through it, on both sides). Corners are mitred, up to four times the distance. */
bool steps_outline(Steps *s, double half, bool both);

#endif
