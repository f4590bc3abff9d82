/* palette.c: a picture's colours by number: put in, asked for, made clear; and modes that are one another's with other names for the same bytes. */
#include "codec.h"

static bool has_palette(VM *vm, const Picture *p) { return p->palette || err_false(vm, EXC_ValueError, "image has no palette"); }
static bool may_have_palette(const Picture *p) { return picture_is(p, MODE_L) || picture_is(p, MODE_LA) || picture_is(p, MODE_P) || picture_is(p, MODE_PA); }

Palette *palette_new(VM *vm)
{
    Palette *palette = mem_alloc(vm->mem, sizeof *palette);
    if (!palette) return err_no_memory(vm), NULL;
    *palette = (Palette){.used = 256};
    for (int i = 0; i < 256; i++) memcpy(palette->colours[i], (uint8_t[]){(uint8_t)i, (uint8_t)i, (uint8_t)i, 255}, 4);
    return palette;
}
void picture_take_palette(VM *vm, Picture *p, Palette *palette /*taken*/)
{
    mem_free(vm->mem, p->palette, sizeof *p->palette);
    p->palette = palette;
}

Value picture_putpalette(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Picture *p = as_picture(args[0]);
    const char *raw = picture_text_arg(vm, args[1], 1);
    BufferView bytes;
    if (!raw) return NO_VALUE;
    if (!may_have_palette(p)) return err_raise(vm, EXC_ValueError, "unrecognized image mode");
    bool alpha = !strcmp(raw, "RGBA");
    const RawMode *mode = raw_unpacker(alpha ? "RGBA" : "RGB", raw);
    if (!mode) return err_raise(vm, EXC_ValueError, "unrecognized raw mode");
    if (!buffer_get(vm, args[2], &bytes)) return NO_VALUE;
    int64_t count = (int64_t)bytes.len * 8 / mode->bits;
    Palette *palette = count > 256 ? (err_raise(vm, EXC_ValueError, "invalid palette size"), NULL) : palette_new(vm);
    if (palette) {
        palette->alpha = alpha;
        palette->used = (int16_t)count;
        mode->move(palette->colours[0], bytes.data, (int)count);
        picture_take_palette(vm, p, palette);
        p->mode = &picture_modes[p->mode->bands == 1 ? MODE_P : MODE_PA];
    }
    buffer_release(vm, &bytes);
    return palette ? V_NONE : NO_VALUE;
}

Value picture_getpalette(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *p = as_picture(args[0]);
    const char *mode = args[1] ? picture_text_arg(vm, args[1], 1) : "RGB", *raw = mode ? args[2] ? picture_text_arg(vm, args[2], 2) : "RGB" : NULL;
    if (!raw || !has_palette(vm, p)) return NO_VALUE;
    const RawMode *to = raw_packer(mode, raw);
    if (!to) return err_raise(vm, EXC_ValueError, "unrecognized raw mode");
    Value bytes = bytes_from(vm, NULL, (int64_t)p->palette->used * to->bits / 8);
    if (bytes) to->move(as_bytes(bytes)->data, p->palette->colours[0], p->palette->used);
    return bytes;
}

Value picture_getpalettemode(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *p = as_picture(args[0]);
    return has_palette(vm, p) ? str_from_c(vm, p->palette->alpha ? "RGBA" : "RGB") : NO_VALUE;
}

Value picture_putpalettealpha(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Picture *p = as_picture(args[0]);
    int64_t index, alpha = 0;
    if (!num_index_i64(vm, args[1], &index) || (args[2] && !num_index_i64(vm, args[2], &alpha)) || !has_palette(vm, p)) return NO_VALUE;
    if (index < 0 || index >= 256) return err_raise(vm, EXC_ValueError, "palette index out of range");
    p->palette->alpha = true;
    p->palette->colours[index][3] = (uint8_t)alpha;
    return V_NONE;
}

Value picture_putpalettealphas(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Picture *p = as_picture(args[0]);
    BufferView bytes;
    if (!has_palette(vm, p) || !buffer_get(vm, args[1], &bytes)) return NO_VALUE;
    bool fits = bytes.len <= 256;
    if (fits) {
        p->palette->alpha = true;
        for (size_t i = 0; i < (size_t)bytes.len; i++) p->palette->colours[i][3] = ((const uint8_t *)bytes.data)[i];
    }
    buffer_release(vm, &bytes);
    return fits ? V_NONE : err_raise(vm, EXC_ValueError, "palette index out of range");
}

/* RGB, RGBA and RGBX are alike, 1 and L are taken for each other. */
Value picture_setmode(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Picture *p = as_picture(args[0]);
    const char *name = picture_text_arg(vm, args[1], 1);
    if (!name) return NO_VALUE;
    const PictureMode *to = mode_named(name);
    if (to == p->mode) return V_NONE;
    if (to && p->mode->size == 1 && to->size == 1 && p->mode->id != MODE_P && to->id != MODE_P) return V_NONE; /* 1 and L: it stays what it is */
    static const uint8_t alike[MODE_COUNT] = {[MODE_RGB] = 2, [MODE_RGBA] = 2, [MODE_RGBX] = 2};
    if (!to || !alike[to->id] || alike[to->id] != alike[p->mode->id]) return picture_wrong_mode(vm);
    if (picture_is(p, MODE_RGB)) { /* its fourth byte says nothing: now it is seen */
        for (int64_t y = 0; y < p->height; y++) {
            if (!vm_poll(vm)) return NO_VALUE;
            for (int64_t x = 0; x < p->width; x++) picture_row(p, y)[4 * x + 3] = 255;
        }
    }
    p->mode = to;
    return V_NONE;
}
