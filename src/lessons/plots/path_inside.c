/* path_inside.c: which points a path holds: for each closed piece, edges that a ray from the point crosses are counted; a point that any piece holds is held. */
#include <math.h>

#include "path_inside.h"

enum { BLOCK = 512 }; /* points that are looked at together: their columns fit the nearest cache */
typedef struct Block { double x[BLOCK], y[BLOCK]; int64_t crossed[BLOCK], held[BLOCK]; int n; } Block;

static void cross(Block *b, double x0, double y0, double x1, double y1)
{
    double dx = x0 - x1, dy = y0 - y1;
    for (int i = 0; i < b->n; i++) {
        int64_t above0 = y0 >= b->y[i], above1 = y1 >= b->y[i], left = (y1 - b->y[i]) * dx >= (x1 - b->x[i]) * dy;
        b->crossed[i] ^= (above0 ^ above1) & (left ^ above1 ^ 1);
    }
}
static void end_piece(Block *b)
{
    for (int i = 0; i < b->n; i++) {
        b->held[i] |= b->crossed[i];
        b->crossed[i] = 0;
    }
}

static void hold(Block *b, const Steps *s)
{
    double first_x = 0, first_y = 0, x = 0, y = 0;
    bool open = false;
    for (int64_t i = 0; i < s->n; i++) {
        const Step *p = &s->at[i];
        bool closes = p->code == PATH_CLOSEPOLY;
        if (open && (closes || p->code == PATH_MOVETO)) {
            cross(b, x, y, first_x, first_y);
            end_piece(b);
            open = false;
        }
        if (closes) continue;
        if (open) cross(b, x, y, p->x, p->y);
        else {
            first_x = p->x;
            first_y = p->y;
            open = true;
        }
        x = p->x;
        y = p->y;
    }
    if (!open) return;
    cross(b, x, y, first_x, first_y);
    end_piece(b);
}

bool path_lines(VM *vm, const Path *p, const Affine *t, Steps *out)
{
    if (!path_steps(vm, p, t, out)) return false;
    steps_drop_nans(out, p->codes != NULL);
    return steps_flatten(out);
}

bool path_holds(VM *vm, const Path *p, const Affine *t, Within within, double radius, const double *points, int64_t n, uint8_t *out)
{
    memset(out, 0, (size_t)n);
    if (p->n < (within == WITHIN_PATH ? 3 : 2)) return true;
    Steps s = {.vm = vm};
    bool ok = path_lines(vm, p, t, &s);
    if (ok && within == WITHIN_LINE) ok = steps_outline(&s, radius, true);
    else if (ok && radius != 0) ok = steps_outline(&s, radius / 2, false);
    for (int64_t at = 0; ok && at < n; at += BLOCK) {
        Block b = {.n = n - at < BLOCK ? (int)(n - at) : BLOCK};
        for (int i = 0; i < b.n; i++) {
            b.x[i] = points[2 * (at + i)];
            b.y[i] = points[2 * (at + i) + 1];
        }
        hold(&b, &s);
        for (int i = 0; i < b.n; i++) out[at + i] = b.held[i] && isfinite(b.x[i]) && isfinite(b.y[i]);
        ok = vm_poll(vm);
    }
    steps_free(&s);
    return ok;
}
