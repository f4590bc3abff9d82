/* access.c: single pixels: colours as a program gives them, what a pixel is to a program, and the object that reads and writes them by [x, y]. */
#include "loops.h"

/* ---- a colour's bytes ---- */

/* A tuple's numbers from `first` on; what it has not stays. */
static bool tuple_numbers(VM *vm, const Tuple *t, int64_t *out)
{
    for (int64_t i = 0; i < t->len; i++)
        if (!num_index_i64(vm, t->items[i], &out[i])) return false;
    return true;
}

static bool number(VM *vm, Ref v /*an int*/, int64_t *out) { return int_fits_i64(v, out) || err_false(vm, EXC_OverflowError, "int too big to convert"); }

/* A colour as one number is alpha, blue, green, red from its highest byte on. */
static void spread(int64_t colour, int64_t out[4])
{
    for (int i = 0; i < 4; i++) out[i] = colour >> (8 * i) & 255;
}

static bool ink_of_bands(VM *vm, int bands, Ref colour, int64_t out[4])
{
    int64_t one;
    if (is_int(colour)) return number(vm, colour, &one) && (spread(one, out), true);
    if (!is_tuple(colour)) return err_false(vm, EXC_TypeError, "color must be int or tuple");
    const Tuple *t = as_tuple(colour);
    if (bands == 2) {
        if (t->len < 1 || t->len > 2) return err_false(vm, EXC_TypeError, "color must be int, or tuple of one or two elements");
        int64_t given[2] = {0, 255};
        if (!tuple_numbers(vm, t, given)) return false;
        out[0] = out[1] = out[2] = given[0];
        out[3] = given[1];
        return true;
    }
    if (t->len < 3 || t->len > 4) return err_false(vm, EXC_TypeError, "color must be int, or tuple of one, three or four elements");
    out[3] = 255;
    return tuple_numbers(vm, t, out);
}

bool picture_ink(VM *vm, const PictureMode *mode, Ref colour, uint8_t ink[4])
{
    if (is_tuple(colour) && as_tuple(colour)->len == 1) colour = as_tuple(colour)->items[0];
    memset(ink, 0, 4);
    if (mode->kind == PICTURE_FLOAT32) {
        double d;
        if (!num_to_double(vm, colour, &d)) return false;
        memcpy(ink, &(float){(float)d}, 4);
        return true;
    }
    if (mode->kind == PICTURE_UINT8 && mode->bands > 1) {
        int64_t bands[4];
        if (!ink_of_bands(vm, mode->bands, colour, bands)) return false;
        for (int i = 0; i < 4; i++) ink[i] = clip_int(bands[i]);
        return true;
    }
    bool byte = mode->kind == PICTURE_UINT8;
    if (!is_int(colour)) return err_false(vm, EXC_TypeError, "color must be int or %s", byte && !is_tuple(colour) ? "tuple" : "single-element tuple");
    int64_t v;
    if (!number(vm, colour, &v)) return false;
    switch (mode->id) {
    case MODE_I: memcpy(ink, &(int32_t){(int32_t)v}, 4); break;
    case MODE_I16: case MODE_I16L: case MODE_I16N: memcpy(ink, &(uint16_t){(uint16_t)v}, 2); break;
    case MODE_I16B: memcpy(ink, (uint8_t[]){(uint8_t)(v >> 8), (uint8_t)v}, 2); break;
    case MODE_BGR15: case MODE_BGR16: case MODE_BGR24: return picture_wrong_mode(vm) != NO_VALUE;
    default: ink[0] = clip_int(v);
    }
    return true;
}

/* ---- a pixel to a program ---- */

Value picture_pixel(VM *vm, const PictureMode *mode, const uint8_t *at)
{
    if (mode->kind == PICTURE_INT32) {
        int32_t i;
        memcpy(&i, at, 4);
        return make_small(i);
    }
    if (mode->kind == PICTURE_FLOAT32) {
        float f;
        memcpy(&f, at, 4);
        return make_float_any(f);
    }
    if (mode->kind == PICTURE_SPECIAL) {
        if (mode->size != 2 || mode->id == MODE_BGR15 || mode->id == MODE_BGR16) return V_NONE;
        return make_small(mode->id == MODE_I16B ? at[0] << 8 | at[1] : at[1] << 8 | at[0]);
    }
    if (mode->bands == 1) return make_small(at[0]);
    if (mode->bands == 2) return tuple_from(vm, (Ref[]){make_small(at[0]), make_small(at[3])}, 2);
    return tuple_from(vm, (Ref[]){make_small(at[0]), make_small(at[1]), make_small(at[2]), make_small(at[3])}, mode->bands);
}

static bool coordinate(VM *vm, Ref v, int64_t *out)
{
    if (!is_float_any(v)) return num_index_i64(vm, v, out);
    double d = float_any_of(v);
    *out = d >= -2147483648. && d <= 2147483647. ? (int64_t)d : INT32_MAX;
    return true;
}

/* Where (x, y) lies, from the end where one is below 0. NULL: raised */
static uint8_t *place_at(VM *vm, const Picture *p, int64_t x, int64_t y)
{
    if (x < 0) x += p->width;
    if (y < 0) y += p->height;
    if (x < 0 || x >= p->width || y < 0 || y >= p->height) return err_raise(vm, EXC_IndexError, "image index out of range"), NULL;
    return picture_row(p, y) + x * p->mode->size;
}
static uint8_t *place_of(VM *vm, const Picture *p, Ref xy)
{
    int64_t x, y;
    if (!is_tuple(xy) || as_tuple(xy)->len != 2) return err_raise(vm, EXC_TypeError, "argument must be sequence of length 2"), NULL;
    if (!coordinate(vm, as_tuple(xy)->items[0], &x) || !coordinate(vm, as_tuple(xy)->items[1], &y)) return NULL;
    return place_at(vm, p, x, y);
}

static Value read_at(VM *vm, const Picture *p, Ref xy)
{
    const uint8_t *at = place_of(vm, p, xy);
    return at ? picture_pixel(vm, p->mode, at) : NO_VALUE;
}
static bool write_at(VM *vm, const Picture *p, uint8_t *at /*NULL: raised*/, Ref colour)
{
    uint8_t ink[4];
    if (!at || !picture_ink(vm, p->mode, colour, ink)) return false;
    memcpy(at, ink, p->mode->size);
    return true;
}

Value picture_getpixel(VM *vm, const Ref *args, int n, Ref kwnames) { return read_at(vm, as_picture(args[0]), args[1]); }
Value picture_putpixel(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *p = as_picture(args[0]);
    int64_t xy[2];
    return numbers_of(vm, args[1], 1, xy, 2) && write_at(vm, p, place_at(vm, p, xy[0], xy[1]), args[2]) ? V_NONE : NO_VALUE;
}

/* A picture as a sequence of its pixels. */
int64_t picture_len(VM *vm, Ref self) { return (int64_t)as_picture(self)->width * as_picture(self)->height; }
Value picture_item(VM *vm, Ref self, Ref key)
{
    const Picture *p = as_picture(self);
    int64_t i;
    if (!num_index_i64(vm, key, &i)) return NO_VALUE;
    if (i < 0) i += picture_len(vm, self);
    if (i < 0 || i >= picture_len(vm, self)) return err_raise(vm, EXC_IndexError, "image index out of range");
    return picture_pixel(vm, p->mode, picture_row(p, i / p->width) + i % p->width * p->mode->size);
}

/* ---- PixelAccess ---- */
typedef struct Access { Obj head; Value picture; bool read_only; } Access;

static void access_dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((Access *)o)->picture);
    obj_free(vm, o, sizeof(Access));
}
static Value access_get(VM *vm, Ref self, Ref key) { return read_at(vm, as_picture(((Access *)BITS(self))->picture), key); }
static bool access_set(VM *vm, Ref self, Ref key, Ref v)
{
    const Access *a = (Access *)BITS(self);
    if (!v) return err_false(vm, EXC_TypeError, "a picture's pixels cannot be deleted");
    if (a->read_only) return err_false(vm, EXC_ValueError, "image is readonly");
    return write_at(vm, as_picture(a->picture), place_of(vm, as_picture(a->picture), key), v);
}
const TypeDef picture_access_def = {.name = "PixelAccess", .kind = KIND_OPAQUE, .size = sizeof(Access), .dealloc = access_dealloc, .flags = TYPE_NO_NEW, .s = {.getitem = access_get, .setitem = access_set}};

Value picture_pixel_access(VM *vm, const Ref *args, int n, Ref kwnames)
{
    PicturesState *s = pictures_state(vm);
    int64_t read_only = 0;
    if (!s || (args[1] && !num_index_i64(vm, args[1], &read_only))) return NO_VALUE;
    if (!s->access && !(s->access = type_from_def(vm, &picture_access_def, NULL))) return NO_VALUE;
    Access *a = (Access *)obj_alloc(vm, s->access, sizeof *a);
    if (!a) return NO_VALUE;
    a->picture = retain(args[0]);
    a->read_only = read_only != 0;
    return VAL(a);
}

/* ---- whole pictures ---- */

Value pictures_new(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t size[2];
    if (!numbers_of(vm, args[1], 2, size, 2)) return NO_VALUE;
    const PictureMode *mode = mode_of(vm, args[0], 1);
    return mode ? picture_value(picture_new(vm, mode, size[0], size[1])) : NO_VALUE;
}

bool picture_fill(VM *vm, Picture *p, const uint8_t ink[4])
{
    unsigned size = p->mode->size;
    if (!p->width || !p->height) return true;
    uint8_t *row = p->pixels;
    for (int64_t x = 0; x < p->width; x++) memcpy(row + x * size, ink, size);
    for (int64_t y = 1; y < p->height; y++) {
        if (!vm_poll(vm)) return false;
        memcpy(picture_row(p, y), row, (size_t)p->width * size);
    }
    return true;
}

Value pictures_fill(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t size[2];
    uint8_t ink[4] = {0};
    if (!numbers_of(vm, args[1], 2, size, 2)) return NO_VALUE;
    const PictureMode *mode = mode_of(vm, args[0], 1);
    Picture *p = mode ? picture_new(vm, mode, size[0], size[1]) : NULL;
    if (p && args[2] && !is_none(args[2])) {
        if (!picture_ink(vm, mode, args[2], ink) || !picture_fill(vm, p, ink)) return release(vm, VAL(p)), NO_VALUE;
    }
    return picture_value(p);
}

Value picture_new_block(VM *vm, const Ref *args, int n, Ref kwnames) { return pictures_new(vm, args + 1, n - 1, NULL); }
Value picture_copy(VM *vm, const Ref *args, int n, Ref kwnames) { return picture_value(picture_copy_of(vm, as_picture(args[0]))); }
Value picture_isblock(VM *vm, const Ref *args, int n, Ref kwnames) { return V_TRUE; }
