/* picture.h: some rows of planes that lie side by side, as vectors of as many planes as a vector has lanes. */
#ifndef PERCH_CORE_CPU_PICTURE_H
#define PERCH_CORE_CPU_PICTURE_H

#include <stdint.h>

typedef struct Picture {
    int64_t row;               /* vectors between its rows */
    int64_t high, wide, first; /* of a plane in memory, and where in it the picture's first row is: rows outside are zeros */
    int64_t margin;            /* columns of zeros in front */
    int64_t plane;             /* elements between planes */
} Picture;

#endif
