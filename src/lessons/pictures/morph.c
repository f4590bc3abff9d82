/* morph.c: the module PIL._imagingmorph: pictures of black and white changed, and searched, by tables of what 3x3 pixels mean. A picture's `id` is the picture. */
#include <string.h>

#include "lang/object/bytes.h"
#include "lang/object/containers.h"
#include "loops.h"

enum { SIZE = 1 << 9 };

static bool table_of(VM *vm, Ref v, uint8_t out[SIZE])
{
    const unsigned char *p;
    int64_t n;
    if (!is_bytes(v) || !bytes_held(v, &p, &n)) return err_false(vm, EXC_RuntimeError, "The morphology LUT is not a bytes object");
    if (n < SIZE) return err_false(vm, EXC_RuntimeError, "The morphology LUT has the wrong size");
    memcpy(out, p, SIZE);
    return true;
}
static Picture *plain(VM *vm, Ref v)
{
    Picture *p = picture_by_id(vm, v);
    if (p && (p->mode->kind != PICTURE_UINT8 || p->mode->bands != 1)) return err_raise(vm, EXC_RuntimeError, "Unsupported image type"), NULL;
    return p;
}
/* The lowest bits of the nine pixels around (x, y), row by row. */
static unsigned around(const Picture *p, int x, int y)
{
    unsigned bits = 0;
    for (int i = 0; i < 9; i++) bits |= (picture_row(p, y - 1 + i / 3)[x - 1 + i % 3] & 1u) << i;
    return bits;
}
static Value apply(VM *vm, const Ref *args, int n, Ref kwnames)
{
    uint8_t table[SIZE];
    const Picture *in;
    Picture *out;
    int64_t changed = 0;
    if (!table_of(vm, args[0], table) || !(in = plain(vm, args[1])) || !(out = plain(vm, args[2]))) return NO_VALUE;
    if (!picture_same_size(in, out)) return picture_wrong_match(vm);
    for (int y = 0; y < in->height; y++) {
        uint8_t *row = picture_row(out, y);
        memset(row, 0, (size_t)in->width);
        for (int x = 1; y > 0 && y + 1 < in->height && x + 1 < in->width; x++) {
            unsigned bits = around(in, x, y), on = table[bits] & 1u;
            row[x] = (uint8_t)(255 * on);
            changed += (bits >> 4 & 1) != on;
        }
        if (!vm_poll(vm)) return NO_VALUE;
    }
    return make_small(changed);
}
/* Where (x, y) is meant: by the table, or (NULL) because it is not black. */
static Value places(VM *vm, const Picture *in, const uint8_t *table)
{
    Value list = list_new(vm, 0);
    int edge = table ? 1 : 0;
    for (int y = edge; list && y < in->height - edge; y++)
        for (int x = edge; x < in->width - edge; x++) {
            if (!(table ? table[around(in, x, y)] : picture_row(in, y)[x])) continue;
            Value place = tuple_from(vm, (Ref[]){make_small(x), make_small(y)}, 2);
            if (!place || !list_append_take(vm, list, place) || !vm_poll(vm)) return release(vm, list), NO_VALUE;
        }
    return list;
}
static Value match(VM *vm, const Ref *args, int n, Ref kwnames)
{
    uint8_t table[SIZE];
    const Picture *in;
    return table_of(vm, args[0], table) && (in = plain(vm, args[1])) ? places(vm, in, table) : NO_VALUE;
}
static Value get_on_pixels(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *in = plain(vm, args[0]);
    return in ? places(vm, in, NULL) : NO_VALUE;
}
static const NativeDef functions[] = {
    {"apply", apply, "lut, image, out, /", NULL, 0}, {"match", match, "lut, image, /", NULL, 0}, {"get_on_pixels", get_on_pixels, "image, /", NULL, 0}, {NULL, NULL, NULL, NULL, 0}};
const ModuleDef picture_morph_module = {.name = "PIL._imagingmorph", .doc = "Pictures of black and white, by tables of 3x3 pixels.", .functions = functions};
