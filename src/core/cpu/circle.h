/* circle.h: discrete Fourier transforms of n complex numbers in double, by a plan that is made once a length. */
#ifndef PERCH_CORE_CPU_CIRCLE_H
#define PERCH_CORE_CPU_CIRCLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct C { double re, im; } C;

/* The points of a circle that a length needs, and how it is taken apart. */
typedef struct Circle {
    int64_t n, padded;     /* padded: 0, or the power of two of a convolution that stands for a length with large factors */
    int steps, factors[64];
    const C *points;       /* n of them; for a convolution padded, then 2n for the chirp, then padded of the chirp's transform */
} Circle;
typedef struct Pace { bool (*stopped)(void *who); void *who; } Pace; /* asked now and then; NULL: nobody */

void circle_plan(Circle *c, int64_t n);          /* how: without memory */
int64_t circle_points(const Circle *c);          /* how many C's its points take */
bool circle_turns(C *to, int64_t n, const Pace *pace); /* e^(-2 pi i k / n) for k below n */
bool circle_fill(Circle *c, C *points, C *room /*of circle_room*/, const Pace *pace);
int64_t circle_room(const Circle *c);            /* how many C's a transform works in */
/* In place, against the clock: e^(-2 pi i jk / n); who wants the other way round conjugates before and after. Several lines abreast: point i of line l is x[i * lines + l], and room
 * is as many times circle_room's. false: stopped */
bool circle_run(const Circle *c, int64_t lines, C *x, C *room, const Pace *pace);

#endif
