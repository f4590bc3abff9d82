/* font_path.c: the outline of a glyph as vertices and codes of a Path. */
#include "ft2font.h"
#include "path.h"

enum { UNITS = 64 };

static int add(Steps *s, unsigned code, const FtVector *v) { return !steps_add(s, code, (double)v->x / UNITS, (double)v->y / UNITS); }
static int close_last(Steps *s) { return s->n && !steps_add(s, PATH_CLOSEPOLY, 0, 0); }
static int move_to(const FtVector *to, void *s) { return close_last(s) || add(s, PATH_MOVETO, to); }
static int line_to(const FtVector *to, void *s) { return add(s, PATH_LINETO, to); }
static int conic_to(const FtVector *by, const FtVector *to, void *s) { return add(s, PATH_CURVE3, by) || add(s, PATH_CURVE3, to); }
static int cubic_to(const FtVector *by, const FtVector *then, const FtVector *to, void *s) { return add(s, PATH_CURVE4, by) || add(s, PATH_CURVE4, then) || add(s, PATH_CURVE4, to); }

static Value arrays_of(VM *vm, const Steps *s)
{
    Np *np = np_state(vm);
    NdArray *vertices = np ? array_new(vm, np, descr_shared(np, NP_DOUBLE), (int64_t[]){s->n, 2}, 2, ORDER_C) : NULL;
    NdArray *codes = vertices ? array_new(vm, np, descr_shared(np, NP_UBYTE), (int64_t[]){s->n}, 1, ORDER_C) : NULL;
    for (int64_t i = 0; codes && i < s->n; i++) {
        memcpy(vertices->data + i * 16, &s->at[i].x, 8);
        memcpy(vertices->data + i * 16 + 8, &s->at[i].y, 8);
        codes->data[i] = (char)s->at[i].code;
    }
    Value r = codes ? tuple_of(vm, 2, REF(vertices), REF(codes)) : NO_VALUE;
    array_release(vm, vertices);
    array_release(vm, codes);
    return r;
}

Value ft2_path(VM *vm, FtFace face)
{
    static const FtOutlineFuncs funcs = {move_to, line_to, conic_to, cubic_to, 0, 0};
    if (!face->glyph) return err_raise(vm, EXC_RuntimeError, "In get_path: No glyph loaded");
    Steps s = {.vm = vm};
    int error = T.Outline_Decompose(&face->glyph->outline, &funcs, &s);
    Value r = NO_VALUE;
    if (error && !err_occurred(vm)) ft2_failed(vm, "get_path", "FT_Outline_Decompose failed", error);
    else if (!error && !close_last(&s)) r = arrays_of(vm, &s);
    steps_free(&s);
    return r;
}
