/* draw.h: how shapes are drawn: what lays a colour on points and rows of a picture, and the shapes that stand on it. Coordinates may lie anywhere. */
#ifndef PERCH_LESSONS_DRAW_H
#define PERCH_LESSONS_DRAW_H

#include "picture.h"

typedef struct Pen {
    Picture *on;
    uint8_t ink[4];
    bool mixed; /* the colour is laid over what stands there by its fourth byte (RGB drawn with RGBA) */
} Pen;
void pen_point(const Pen *p, int64_t x, int64_t y);
void pen_row(const Pen *p, int64_t x0, int64_t y, int64_t x1); /* x1 too, in any order */
void pen_line(const Pen *p, int x0, int y0, int x1, int y1);   /* without its last point */

/* An edge of what is filled. */
typedef struct Edge {
    int down; /* 1 or -1: the way it goes; 0: level */
    int x0, y0, x_min, y_min, x_max, y_max;
    float slope;
} Edge;
void edge_make(Edge *e, int x0, int y0, int x1, int y1);
bool pen_fill(VM *vm, const Pen *p, Edge *edges, int n); /* false: raised */
bool pen_wide_line(VM *vm, const Pen *p, int x0, int y0, int x1, int y1, int width);

Value path_points(VM *vm, Ref v, double **xy, int64_t *count); /* path.c: what holds the points that a program gave, x and y by turns. NO_VALUE: raised */
bool pen_outline(VM *vm, const Pen *p, Ref outline); /* outline.c: filled. false: raised */

/* ellipse.c: ellipses of a box from (x0, y0) to (x1, y1), `width` thick from without, and parts of them between two angles in degrees */
typedef enum EllipsePart { ARC, CHORD, CHORD_LINE, PIE, PIE_SIDE } EllipsePart;
void angles_within(float *start, float *end); /* start from 0 to 360, end at most a turn behind it */
bool pen_ellipse(VM *vm, const Pen *p, const int box[4], bool fill, int width);
bool pen_ellipse_part(VM *vm, const Pen *p, EllipsePart part, const int box[4], float start, float end, int width);

#endif
