/* lut.c: colours looked up in a table of three dimensions, between whose entries they are interpolated; numbers of the table have 6 bits behind the point, shares 15. */
#include <string.h>

#include "core/dtype.h"
#include "lang/object/bytes.h"
#include "lang/object/containers.h"
#include "lang/object/num.h"
#include "loops.h"

enum { POINT = 6, SCALE = 18, SHARE = 15 };

typedef struct Table {
    int bands, sides[3];
    int16_t *at;
    uint32_t scale[3]; /* from a byte to a place along each side */
} Table;

LOOP_INLINE void mix(int16_t *out, const int16_t *a, const int16_t *b, uint32_t share, const int bands)
{
    for (int i = 0; i < bands; i++) out[i] = (int16_t)((a[i] * (int32_t)((1u << SHARE) - share) + b[i] * (int32_t)share) >> SHARE);
}
LOOP_INLINE void look_up(uint8_t *out, const uint8_t *in, const Table *t, const int bands)
{
    uint32_t at[3], share[3];
    for (int i = 0; i < 3; i++) {
        uint32_t place = in[i] * t->scale[i];
        at[i] = place >> SCALE;
        share[i] = (place & ((1u << SCALE) - 1)) >> (SCALE - SHARE);
    }
    int64_t row = (int64_t)t->sides[0] * bands, plane = row * t->sides[1];
    const int16_t *first = t->at + at[0] * bands + at[1] * row + at[2] * plane;
    int16_t near[4], far[4], halves[2][4], result[4];
    for (int i = 0; i < 2; i++, first += plane) {
        mix(near, first, first + bands, share[0], bands);
        mix(far, first + row, first + row + bands, share[0], bands);
        mix(halves[i], near, far, share[1], bands);
    }
    mix(result, halves[0], halves[1], share[2], bands);
    uint8_t last = in[3];
    for (int i = 0; i < bands; i++) out[i] = clip8((result[i] + (1 << (POINT - 1))) >> POINT);
    if (bands == 3) out[3] = last;
}
static bool table_numbers(VM *vm, Ref v, int64_t want, double *out)
{
    static const char wrong[] = "The table should have table_channels * size1D * size2D * size3D float items.";
    BufferView view;
    if (buffer_check(vm, v)) {
        if (!buffer_get(vm, v, &view)) return false;
        char kind = view.format[1] ? 0 : view.format[0];
        bool ok = (view.itemsize && view.len / view.itemsize == want && (kind == 'f' || kind == 'd' || kind == 'e')) || err_false(vm, EXC_ValueError, "%s", wrong);
        for (int64_t i = 0; ok && i < want; i++) {
            float f;
            uint16_t half;
            if (kind == 'd') memcpy(&out[i], view.data + i * 8, 8);
            else if (kind == 'f') memcpy(&f, view.data + i * 4, 4), out[i] = (double)f;
            else memcpy(&half, view.data + i * 2, 2), out[i] = (double)half_to_float(half);
        }
        buffer_release(vm, &view);
        return ok;
    }
    Value list = list_from_iter(vm, v);
    bool ok = list && (as_list(list)->len == want || err_false(vm, EXC_ValueError, "%s", wrong));
    for (int64_t i = 0; ok && i < want && i < as_list(list)->len; i++) ok = num_to_double(vm, as_list(list)->items[i], &out[i]);
    release(vm, list);
    return ok;
}
static int16_t fixed_of(double v)
{
    const float full = 255 << POINT, f = (float)v;
    if ((double)f >= (0x7fff - 0.5) / (255 << POINT)) return 0x7fff;
    if ((double)f <= (-0x8000 + 0.5) / (255 << POINT)) return -0x8000;
    return (int16_t)((double)(f * full) + (f < 0 ? -0.5 : 0.5));
}
static bool table_fill(VM *vm, Table *t, Ref v, int64_t n)
{
    double *numbers = mem_zalloc(vm->mem, (size_t)n * sizeof *numbers);
    if (!numbers) return err_no_memory(vm), false;
    bool ok = table_numbers(vm, v, n, numbers);
    for (int64_t i = 0; ok && i < n; i++) t->at[i] = fixed_of(numbers[i]);
    mem_free(vm->mem, numbers, (size_t)n * sizeof *numbers);
    for (int i = 0; i < 3; i++) t->scale[i] = (uint32_t)((t->sides[i] - 1) / 255.0 * (1 << SCALE));
    return ok;
}
static Picture *looked_up(VM *vm, const Picture *in, const PictureMode *mode, const Table *t)
{
    if (t->bands < 3) return err_raise(vm, EXC_ValueError, "table_channels could be 3 or 4"), NULL;
    if (in->mode->kind != PICTURE_UINT8 || mode->kind != PICTURE_UINT8 || in->mode->bands < 3 || mode->bands < t->bands || (mode->bands > t->bands && mode->bands > in->mode->bands))
        return picture_wrong_mode(vm), NULL;
    Picture *out = picture_new(vm, mode, in->width, in->height);
    for (int y = 0; out && y < in->height; y++) {
        const uint8_t *from = picture_row(in, y);
        uint8_t *to = picture_row(out, y);
        if (t->bands == 3)
            for (int x = 0; x < in->width; x++) look_up(to + x * 4, from + x * 4, t, 3);
        else
            for (int x = 0; x < in->width; x++) look_up(to + x * 4, from + x * 4, t, 4);
        if (!vm_poll(vm)) return release(vm, VAL(out)), NULL;
    }
    return out;
}
Value picture_color_lut_3d(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const PictureMode *mode = mode_of(vm, args[1], 1);
    int filter;
    Table t = {0};
    if (!mode || !picture_int(vm, args[2], &filter) || !picture_int(vm, args[3], &t.bands)) return NO_VALUE;
    for (int i = 0; i < 3; i++)
        if (!picture_int(vm, args[4 + i], &t.sides[i])) return NO_VALUE;
    if (filter != 2) return err_raise(vm, EXC_ValueError, "Only LINEAR filter is supported.");
    if (t.bands < 1 || t.bands > 4) return err_raise(vm, EXC_ValueError, "table_channels should be from 1 to 4");
    for (int i = 0; i < 3; i++)
        if (t.sides[i] < 2 || t.sides[i] > 65) return err_raise(vm, EXC_ValueError, "Table size in any dimension should be from 2 to 65");
    int64_t all = (int64_t)t.bands * t.sides[0] * t.sides[1] * t.sides[2], room = (all + t.bands * (1 + t.sides[0] + (int64_t)t.sides[0] * t.sides[1])) * 2; /* the last entries have neighbours, which weigh nothing */
    if (!(t.at = mem_zalloc(vm->mem, (size_t)room))) return err_no_memory(vm);
    Picture *out = table_fill(vm, &t, args[7], all) ? looked_up(vm, as_picture(args[0]), mode, &t) : NULL;
    mem_free(vm->mem, t.at, (size_t)room);
    return picture_value(out);
}
