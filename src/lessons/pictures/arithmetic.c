/* arithmetic.c: the module PIL._imagingmath: pictures of whole numbers and of floats, reckoned pixel by pixel. A picture's `id` is the picture. */
#include <math.h>
#include <stdlib.h>

#include "loops.h"

typedef void (*Row)(void *out, const void *one, const void *two, int n);

static uint32_t distance(int32_t a, int32_t b) { return a > b ? (uint32_t)a - (uint32_t)b : (uint32_t)b - (uint32_t)a; }
static int32_t int_power(int32_t a, int32_t b)
{
    double v = pow(a, b) + 0.5;
    return v >= 2147483647.0 ? INT32_MAX : v > -2147483648.0 ? (int32_t)v : INT32_MIN;
}

#define ROW(name, From, To, value) \
    static void row_##name(void *out, const void *one, const void *two, int n) \
    { \
        const From *x = one, *y = two; \
        To *to = out; \
        for (int i = 0; i < n; i++) { \
            From a = x[i], b = y[i]; \
            to[i] = (To)(value); \
            (void)b; \
        } \
    }
#define INT(name, value) ROW(name##_I, int32_t, int32_t, value)
#define FLOAT(name, value) ROW(name##_F, float, float, value)
#define TEST(name, op) ROW(name##_I, int32_t, int32_t, a op b) ROW(name##_F, float, float, a op b)
#include "math.def"
#undef INT
#undef FLOAT
#undef TEST

static const Row rows[] = {
#define INT(name, value) row_##name##_I,
#define FLOAT(name, value) row_##name##_F,
#define TEST(name, op) row_##name##_I, row_##name##_F,
#include "math.def"
#undef INT
#undef FLOAT
#undef TEST
};
enum {
#define INT(name, value) name##_I,
#define FLOAT(name, value) name##_F,
#define TEST(name, op) name##_I, name##_F,
#include "math.def"
#undef INT
#undef FLOAT
#undef TEST
};
static const ModuleConst constants[] = {
#define INT(name, value) {#name "_I", CONST_INT, name##_I, 0, NULL},
#define FLOAT(name, value) {#name "_F", CONST_INT, name##_F, 0, NULL},
#define TEST(name, op) {#name "_I", CONST_INT, name##_I, 0, NULL}, {#name "_F", CONST_INT, name##_F, 0, NULL},
#include "math.def"
#undef INT
#undef FLOAT
#undef TEST
    {NULL, CONST_INT, 0, 0, NULL}};

/* As far as all of them reach. */
static Value reckoned(VM *vm, Ref op, Ref to, Ref one, Ref two)
{
    int which;
    Picture *out;
    const Picture *a, *b;
    if (!picture_int(vm, op, &which) || !(out = picture_by_id(vm, to)) || !(a = picture_by_id(vm, one)) || !(b = picture_by_id(vm, two))) return NO_VALUE;
    if (which < 0 || (size_t)which >= sizeof rows / sizeof *rows) return err_raise(vm, EXC_ValueError, "no operation %d", which);
    if (out->mode->size != 4 || a->mode->size != 4 || b->mode->size != 4) return picture_wrong_mode(vm);
    int width = out->width, height = out->height;
    if (a->width < width || b->width < width) width = a->width < b->width ? a->width : b->width;
    if (a->height < height || b->height < height) height = a->height < b->height ? a->height : b->height;
    for (int y = 0; y < height; y++) {
        rows[which](picture_row(out, y), picture_row(a, y), picture_row(b, y), width);
        if (!(y & 63) && !vm_poll(vm)) return NO_VALUE;
    }
    return V_NONE;
}
static Value unop(VM *vm, const Ref *args, int n, Ref kwnames) { return reckoned(vm, args[0], args[1], args[2], args[2]); }
static Value binop(VM *vm, const Ref *args, int n, Ref kwnames) { return reckoned(vm, args[0], args[1], args[2], args[3]); }

static const NativeDef functions[] = {{"unop", unop, "op, out, image, /", NULL, 0}, {"binop", binop, "op, out, image1, image2, /", NULL, 0}, {NULL, NULL, NULL, NULL, 0}};
const ModuleDef picture_math_module = {.name = "PIL._imagingmath", .doc = "Reckoning with pictures, pixel by pixel.", .functions = functions, .constants = constants};
