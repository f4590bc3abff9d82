/* resample.h: an image drawn into another through a transform: what matplotlib._image.resample does, without Python's arguments. */
#ifndef PERCH_LESSONS_RESAMPLE_H
#define PERCH_LESSONS_RESAMPLE_H

#include "agg.h"
#include "filter.h"

typedef enum Depth { DEPTH_8, DEPTH_16, DEPTH_FLOAT, DEPTH_DOUBLE } Depth; /* of one part of a pixel: 0 to 255, to 65535, to 1 */
typedef struct Picture { char *data; int64_t width, height; int parts; /* 1: grey; 4: RGBA */ Depth depth; } Picture; /* rows without gaps */

typedef struct Resample {
    Interpolation kind;
    bool whole;          /* every pixel of the picture counts, also where it becomes smaller */
    bool norm;
    double alpha, radius;
    Affine by;           /* from the picture to the page */
    const double *mesh;  /* of a transform that is not affine: for each of the page's pixels where it lies in the picture, (x, y); NULL: by `by` */
} Resample;
bool picture_resample(VM *vm, const Picture *from, const Picture *to, const Resample *how); /* false: raised */

#endif
