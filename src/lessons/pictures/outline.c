/* outline.c: PIL._imaging.outline: a shape of lines and curves, kept as the edges that ImageDraw's shape fills. */
#include "draw.h"
#include "lang/object/num.h"
#include "loops.h"

typedef struct Outline {
    Obj head;
    Edge *edges;
    int64_t count, room;
    float x, y, first_x, first_y; /* where it stands; where its part began */
} Outline;

static Outline *outline_self(Ref v) { return (Outline *)BITS(v); }
static int whole(double v) { return v > -2147483649.0 && v < 2147483648.0 ? (int)v : INT32_MIN; }
static bool add(VM *vm, Outline *o, double x0, double y0, double x1, double y1)
{
    if (o->count == o->room) {
        const int64_t room = o->room * 2 + 16;
        Edge *more = room > INT32_MAX / 2 ? NULL : mem_realloc(vm->mem, o->edges, (size_t)o->room * sizeof *more, (size_t)room * sizeof *more);
        if (!more) return err_no_memory(vm), false;
        o->edges = more;
        o->room = room;
    }
    edge_make(&o->edges[o->count++], whole(x0), whole(y0), whole(x1), whole(y1));
    return true;
}
static bool line_to(VM *vm, Outline *o, float x, float y)
{
    if (!add(vm, o, (double)o->x, (double)o->y, (double)x, (double)y)) return false;
    o->x = x;
    o->y = y;
    return true;
}
static bool floats_of(VM *vm, const Ref *args, int count, float *out)
{
    for (int i = 0; i < count; i++) {
        double d;
        if (!num_to_double(vm, args[i], &d)) return false;
        out[i] = (float)d;
    }
    return true;
}

static Value outline_move(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Outline *o = outline_self(args[0]);
    float to[2];
    if (!floats_of(vm, args + 1, 2, to)) return NO_VALUE;
    o->x = o->first_x = to[0];
    o->y = o->first_y = to[1];
    return V_NONE;
}
static Value outline_line(VM *vm, const Ref *args, int n, Ref kwnames)
{
    float to[2];
    return floats_of(vm, args + 1, 2, to) && line_to(vm, outline_self(args[0]), to[0], to[1]) ? V_NONE : NO_VALUE;
}
/* A cubic curve by its two handles and its end: 32 lines between whole points. */
static Value outline_curve(VM *vm, const Ref *args, int n, Ref kwnames)
{
    enum { PARTS = 32 };
    Outline *o = outline_self(args[0]);
    float c[6];
    if (!floats_of(vm, args + 1, 6, c)) return NO_VALUE;
    const float from_x = o->x, from_y = o->y;
    for (int i = 1; i <= PARTS; i++) {
        const float t = (float)i / PARTS, u = 1.0F - t, first = u * u * u, second = 3 * t * u * u, third = 3 * t * t * u, last = t * t * t;
        const float x = from_x * first + c[0] * second + c[2] * third + c[4] * last + 0.5F, y = from_y * first + c[1] * second + c[3] * third + c[5] * last + 0.5F;
        if (!line_to(vm, o, (float)whole((double)x), (float)whole((double)y))) return NO_VALUE;
    }
    return V_NONE;
}
static Value outline_close(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Outline *o = outline_self(args[0]);
    if (o->x == o->first_x && o->y == o->first_y) return V_NONE;
    return line_to(vm, o, o->first_x, o->first_y) ? V_NONE : NO_VALUE;
}
/* Pillow 9.4 loses all that was drawn before it; so does this. */
static Value outline_transform(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double a[6];
    if (!doubles_of(vm, args[1], 1, a, 6)) return NO_VALUE;
    outline_self(args[0])->count = 0;
    return V_NONE;
}

static const NativeDef methods[] = {{"move", outline_move, "self, x, y, /", "a part begins there", 0}, {"line", outline_line, "self, x, y, /", "straight there", 0},
    {"curve", outline_curve, "self, x1, y1, x2, y2, x3, y3, /", "by two handles to an end", 0}, {"close", outline_close, "self, /", "back to where the part began", 0},
    {"transform", outline_transform, "self, matrix, /", "it is empty again, as in Pillow 9.4", 0}, {NULL, NULL, NULL, NULL, 0}};
static void outline_dealloc(VM *vm, Obj *o)
{
    const Outline *p = (Outline *)o;
    mem_free(vm->mem, p->edges, (size_t)p->room * sizeof *p->edges);
    obj_free(vm, o, sizeof *p);
}
static const TypeDef outline_def = {.name = "Outline", .kind = KIND_OPAQUE, .size = sizeof(Outline), .flags = TYPE_NO_NEW, .dealloc = outline_dealloc, .methods = methods};

Value pictures_outline(VM *vm, const Ref *args, int n, Ref kwnames)
{
    PicturesState *s = pictures_state(vm);
    if (!s || (!s->outline && !(s->outline = type_from_def(vm, &outline_def, NULL)))) return NO_VALUE;
    Outline *o = (Outline *)obj_alloc(vm, s->outline, sizeof *o);
    if (!o) return NO_VALUE;
    o->edges = NULL;
    o->count = o->room = 0;
    o->x = o->y = o->first_x = o->first_y = 0;
    return VAL(o);
}
bool pen_outline(VM *vm, const Pen *p, Ref outline)
{
    const PicturesState *s = pictures_state(vm);
    if (!s) return false;
    if (!s->outline || !is_instance_of(vm, outline, s->outline)) return err_false(vm, EXC_TypeError, "expected outline object");
    const Outline *o = outline_self(outline);
    if (!o->count) return true;
    const size_t bytes = (size_t)o->count * sizeof(Edge); /* a copy: what looks for interrupts may run code that draws on */
    const int count = (int)o->count;
    Edge *edges = mem_alloc(vm->mem, bytes);
    if (!edges) return err_no_memory(vm), false;
    memcpy(edges, o->edges, bytes);
    const bool ok = pen_fill(vm, p, edges, count);
    mem_free(vm->mem, edges, bytes);
    return ok;
}
