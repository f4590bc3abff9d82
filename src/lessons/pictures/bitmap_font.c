/* bitmap_font.c: fonts that are pictures: a picture of all glyphs, and where each of 256 stands in it. */
#include "codec.h"

enum { GLYPHS = 256, GLYPH_BYTES = 20 };
typedef struct Box { int x1, y1, x2, y2; } Box;
typedef struct Font { Obj head; Picture *picture; struct { int dx, dy; Box to, from; } glyphs[GLYPHS]; int baseline, height; } Font;

static Font *as_font(Ref v) { return (Font *)as_obj(v); }
static void font_dealloc(VM *vm, Obj *o)
{
    release(vm, ((Font *)o)->picture ? VAL(((Font *)o)->picture) : NO_VALUE);
    obj_free(vm, o, sizeof(Font));
}
static int i16_big(const uint8_t *p) { return (int16_t)(p[0] << 8 | p[1]); }
static Box box_at(const uint8_t *p) { return (Box){i16_big(p), i16_big(p + 2), i16_big(p + 4), i16_big(p + 6)}; }

static void read_glyphs(Font *f, const uint8_t *p)
{
    int top = 0, bottom = 0;
    for (int i = 0; i < GLYPHS; i++, p += GLYPH_BYTES) {
        f->glyphs[i].dx = i16_big(p), f->glyphs[i].dy = i16_big(p + 2);
        f->glyphs[i].to = box_at(p + 4), f->glyphs[i].from = box_at(p + 12);
        if (f->glyphs[i].to.y1 < top) top = f->glyphs[i].to.y1;
        if (f->glyphs[i].to.y2 > bottom) bottom = f->glyphs[i].to.y2;
    }
    f->baseline = -top;
    f->height = bottom - top;
}
static const TypeDef font_def;
Value pictures_font(VM *vm, const Ref *args, int n, Ref kwnames)
{
    PicturesState *s = pictures_state(vm);
    BufferView view;
    if (!s || (!s->font && !(s->font = type_from_def(vm, &font_def, NULL))) || !picture_arg(vm, args[0], 1) || !buffer_get(vm, args[1], &view)) return NO_VALUE;
    Font *f = NULL;
    if (view.len != GLYPHS * GLYPH_BYTES) err_raise(vm, EXC_ValueError, "descriptor table has wrong size");
    else if ((f = (Font *)obj_alloc(vm, s->font, sizeof *f))) {
        f->picture = as_picture(retain(args[0]));
        read_glyphs(f, view.data);
    }
    buffer_release(vm, &view);
    return f ? VAL(f) : NO_VALUE;
}

/* A text's bytes (of a str: Latin 1), owned; what is neither has none. */
static Value text_of(VM *vm, Ref v) { return is_str(v) ? codec_encode(vm, v, "latin-1", NULL) : is_bytes(v) ? retain(v) : bytes_from(vm, "", 0); }
static int64_t width_of(const Font *f, const Bytes *text)
{
    int64_t width = 0;
    for (int64_t i = 0; i < text->len; i++) width += f->glyphs[text->data[i]].dx;
    return width;
}
static Value font_getsize(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value text = text_of(vm, args[1]);
    if (!text) return NO_VALUE;
    Value all[] = {make_small(width_of(as_font(args[0]), as_bytes(text))), make_small(as_font(args[0])->height)};
    release(vm, text);
    return tuple_take(vm, all, 2);
}
/* A glyph's part of the picture of all, as far as both reach. */
static void put_glyph(const Font *f, int c, Picture *to, int64_t x0, int64_t y0)
{
    const Box from = f->glyphs[c].from;
    const int size = to->mode->size;
    for (int64_t y = from.y1; y < from.y2; y++) {
        const int64_t row = y0 + f->glyphs[c].to.y1 + y - from.y1;
        if (y < 0 || y >= f->picture->height || row < 0 || row >= to->height) continue;
        for (int64_t x = from.x1; x < from.x2; x++) {
            const int64_t column = x0 + f->glyphs[c].to.x1 + x - from.x1;
            if (x >= 0 && x < f->picture->width && column >= 0 && column < to->width) memcpy(picture_row(to, row) + column * size, picture_row(f->picture, y) + x * size, (size_t)size);
        }
    }
}
static Value font_getmask(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Font *f = as_font(args[0]);
    Value text = text_of(vm, args[1]);
    if (!text) return NO_VALUE;
    const Bytes *b = as_bytes(text);
    const int64_t width = width_of(f, b);
    Picture *p = width < 0 ? (err_no_memory(vm), NULL) : picture_new(vm, f->picture->mode, width, f->height);
    bool ok = p != NULL;
    for (int64_t i = 0, x = 0; ok && i < b->len; x += f->glyphs[b->data[i++]].dx) {
        const Box to = f->glyphs[b->data[i]].to, from = f->glyphs[b->data[i]].from;
        ok = (to.x2 - to.x1 == from.x2 - from.x1 && to.y2 - to.y1 == from.y2 - from.y1) || (picture_wrong_match(vm), false);
        if (ok) put_glyph(f, b->data[i], p, x, f->baseline);
    }
    release(vm, text);
    if (ok) return VAL(p);
    release(vm, p ? VAL(p) : NO_VALUE);
    return NO_VALUE;
}

static const NativeDef methods[] = {{"getmask", font_getmask, "self, text, mode='', /", "a picture of a text", 0}, {"getsize", font_getsize, "self, text, /", "how large that is", 0}, {NULL, NULL, NULL, NULL, 0}};
static const TypeDef font_def = {.name = "ImagingFont", .kind = KIND_OPAQUE, .size = sizeof(Font), .flags = TYPE_NO_NEW, .dealloc = font_dealloc, .methods = methods};
