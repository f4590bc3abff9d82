/* data.c: pixels from a sequence of numbers or colours. */
#include "picture.h"

static bool is_sequence(Ref v) { return is_tuple(v) || is_list(v) || is_str(v) || is_bytes(v); }
static int64_t trunc_to(double d, int64_t least, int64_t most) { return !(d > (double)least) ? least : d >= (double)most ? most : (int64_t)d; }

/* One number, as a mode of one band keeps it. */
static void put_number(const PictureMode *mode, uint8_t *at, double v)
{
    switch (mode->kind) {
    case PICTURE_FLOAT32: memcpy(at, &(float){(float)v}, 4); break;
    case PICTURE_INT32: memcpy(at, &(int32_t){v >= 2147483648. || !(v > -2147483649.) ? INT32_MIN : (int32_t)v}, 4); break;
    case PICTURE_SPECIAL: { /* its two bytes are clipped each for itself, as in Pillow: 70000 is 255 * 256 + 112 */
        const int32_t i = v > -2147483649. && v < 2147483648. ? (int32_t)v : INT32_MIN;
        const uint8_t low = clip_int(i % 256), high = clip_int(i >> 8);
        memcpy(at, mode->id == MODE_I16B ? (uint8_t[]){high, low} : (uint8_t[]){low, high}, 2);
        break;
    }
    default: *at = (uint8_t)trunc_to(v, 0, 255);
    }
}

static bool put_item(VM *vm, Picture *p, int64_t i, Ref item, double scale, double offset)
{
    uint8_t *at = picture_row(p, i / p->width) + i % p->width * p->mode->size;
    if (p->mode->bands > 1) {
        uint8_t ink[4];
        if (!picture_ink(vm, p->mode, item, ink)) return false;
        memcpy(at, ink, p->mode->size);
        return true;
    }
    double v;
    if (is_sequence(item)) return err_false(vm, EXC_TypeError, "sequence must be flattened");
    if (is_small(item)) v = (double)small_of(item);
    else if (is_float(item)) v = float_of(item);
    else if (!num_to_double(vm, item, &v)) {
        if (!err_matches(vm, EXC_TypeError)) return false;
        err_clear(vm); /* (Pillow takes what is no number for -1) */
        v = -1;
    }
    put_number(p->mode, at, v * scale + offset);
    return true;
}

/* putdata(sequence, scale=1, offset=0) */
Value picture_putdata(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Picture *p = as_picture(args[0]);
    double scale = 1, offset = 0;
    if ((args[2] && !num_to_double(vm, args[2], &scale)) || (args[3] && !num_to_double(vm, args[3], &offset))) return NO_VALUE;
    Type *t = type_of(vm, args[1]);
    if (!t->s.len || !t->s.getitem || is_dict(args[1])) return err_raise(vm, EXC_TypeError, "argument must be a sequence");
    int64_t len = t->s.len(vm, args[1]), room = picture_len(vm, args[0]);
    if (len < 0) return NO_VALUE;
    if (len > room) return err_raise(vm, EXC_TypeError, "too many data entries");
    if (is_bytes(args[1]) && p->mode->size < 4 && scale == 1 && offset == 0) {
        for (int64_t i = 0; i < len; i += p->width) {
            if (!vm_poll(vm)) return NO_VALUE;
            memcpy(picture_row(p, i / p->width), as_bytes(args[1])->data + i, (size_t)(len - i < p->width ? len - i : p->width));
        }
        return V_NONE;
    }
    Value items = is_list(args[1]) || is_tuple(args[1]) ? tuple_from_iter(vm, args[1]) : list_from_iter(vm, args[1]);
    if (!items) return NO_VALUE;
    int64_t given = is_tuple(items) ? as_tuple(items)->len : as_list(items)->len;
    bool ok = given <= room || err_false(vm, EXC_TypeError, "too many data entries");
    for (int64_t i = 0; ok && i < given; i++) ok = (i % 4096 || vm_poll(vm)) && put_item(vm, p, i, is_tuple(items) ? as_tuple(items)->items[i] : as_list(items)->items[i], scale, offset);
    release(vm, items);
    return ok ? V_NONE : NO_VALUE;
}
