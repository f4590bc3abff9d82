/* font_image.c: FT2Image, a page of grey bytes, and Glyph, the measures of one. */
#include "ft2font.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

bool gray_resize(VM *vm, Gray *g, int64_t width, int64_t height)
{
    int64_t size;
    if (width < 1) width = 1;
    if (height < 1) height = 1;
    if (__builtin_mul_overflow(width, height, &size)) return err_no_memory(vm), false;
    unsigned char *at = mem_zalloc(vm->mem, (size_t)size);
    if (!at) return err_no_memory(vm), false;
    gray_free(vm, g);
    *g = (Gray){at, width, height};
    return true;
}

void gray_free(VM *vm, Gray *g)
{
    mem_free(vm->mem, g->at, (size_t)(g->width * g->height));
    *g = (Gray){0};
}

bool gray_draw(VM *vm, Gray *g, const FtBitmap *b, int64_t x, int64_t y)
{
    if (b->mode != FT_MODE_GRAY && b->mode != FT_MODE_MONO) return err_false(vm, EXC_RuntimeError, "In draw_bitmap: Unknown pixel mode");
    for (int64_t row = y < 0 ? -y : 0; row < b->rows && y + row < g->height; row++) {
        const unsigned char *from = b->buffer + row * b->pitch;
        unsigned char *to = g->at + (y + row) * g->width + x;
        for (int64_t i = x < 0 ? -x : 0; i < b->width && x + i < g->width; i++)
            to[i] |= b->mode == FT_MODE_GRAY ? from[i] : from[i >> 3] & 0x80 >> (i & 7) ? 255 : 0;
    }
    return true;
}

bool gray_buffer(Gray *g, Ref owner, BufferView *view)
{
    buffer_of_bytes(view, owner, g->at, g->width * g->height, false);
    view->ndim = 2;
    view->shape[0] = g->height;
    view->strides[0] = view->shape[1] = g->width;
    view->strides[1] = 1;
    return true;
}

static Ft2Image *as_image(Ref v) { return (Ft2Image *)BITS(v); }

static Value image_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    double size[2];
    if (!args_no_kw(vm, "FT2Image", kwnames)) return NO_VALUE;
    if (n != 2) return err_raise(vm, EXC_TypeError, "FT2Image() takes exactly 2 arguments (%d given)", n);
    if (!num_to_double(vm, args[0], &size[0]) || !num_to_double(vm, args[1], &size[1])) return NO_VALUE;
    for (int i = 0; i < 2; i++) {
        if (size[i] > 1e9) return err_no_memory(vm);
        if (!(size[i] > 1)) size[i] = 1;
    }
    Ft2Image *image = (Ft2Image *)obj_alloc(vm, as_type(cls), sizeof *image);
    if (!image || gray_resize(vm, &image->gray, (int64_t)size[0], (int64_t)size[1])) return image ? VAL(image) : NO_VALUE;
    release(vm, VAL(image));
    return NO_VALUE;
}

static void image_dealloc(VM *vm, Obj *o)
{
    gray_free(vm, &((Ft2Image *)o)->gray);
    obj_free(vm, o, sizeof(Ft2Image));
}
static bool image_buffer(VM *vm, Ref o, BufferView *out) { return gray_buffer(&as_image(o)->gray, o, out); }

/* Four numbers as places in an image; what is no place lies beyond all. */
static bool corners(VM *vm, const Ref *args, int64_t *out)
{
    for (int i = 0; i < 4; i++) {
        double d;
        if (!num_to_double(vm, args[i], &d)) return false;
        out[i] = d > -1 && d < 1e9 ? (int64_t)d : INT32_MAX;
    }
    return true;
}

FN(image_draw_rect)
{
    int64_t c[4];
    Gray *g = &as_image(args[0])->gray;
    if (!corners(vm, args + 1, c)) return NO_VALUE;
    if (c[0] >= g->width || c[2] >= g->width || c[1] >= g->height || c[3] >= g->height) return err_raise(vm, EXC_RuntimeError, "In draw_rect: Rect coords outside image bounds");
    for (int64_t x = c[0]; x <= c[2]; x++) g->at[c[1] * g->width + x] = g->at[c[3] * g->width + x] = 255;
    for (int64_t y = c[1]; y <= c[3]; y++) g->at[y * g->width + c[0]] = g->at[y * g->width + c[2]] = 255;
    return V_NONE;
}

FN(image_draw_rect_filled)
{
    int64_t c[4];
    Gray *g = &as_image(args[0])->gray;
    if (!corners(vm, args + 1, c)) return NO_VALUE;
    for (int64_t y = c[1]; y <= c[3] && y < g->height; y++)
        for (int64_t x = c[0]; x <= c[2] && x < g->width; x++) g->at[y * g->width + x] = 255;
    return V_NONE;
}

static const NativeDef image_methods[] = {
    {"draw_rect", image_draw_rect, "self, x0, y0, x1, y1, /", "Draws a rectangle's border.", 0},
    {"draw_rect_filled", image_draw_rect_filled, "self, x0, y0, x1, y1, /", "Draws a rectangle, its last row and column too.", 0},
    {0},
};
const TypeDef ft2_image_def = {.name = "matplotlib.ft2font.FT2Image", .kind = KIND_OPAQUE, .size = sizeof(Ft2Image), .flags = TYPE_BASE | TYPE_IMMUTABLE,
    .s = {.new_ = image_new, .buffer = image_buffer}, .dealloc = image_dealloc, .methods = image_methods};

static Ft2Glyph *as_glyph(Ref v) { return (Ft2Glyph *)BITS(v); }
#define MEASURES(X) X(width) X(height) X(horiBearingX) X(horiBearingY) X(horiAdvance) X(linearHoriAdvance) X(vertBearingX) X(vertBearingY) X(vertAdvance)
#define X(name) static Value get_##name(VM *vm, Ref o) { return int_from_i64(vm, as_glyph(o)->name); }
MEASURES(X)
#undef X
static Value get_bbox(VM *vm, Ref o)
{
    const FtBox *b = &as_glyph(o)->box;
    return tuple_of(vm, 4, REF(make_small(b->x1)), REF(make_small(b->y1)), REF(make_small(b->x2)), REF(make_small(b->y2)));
}
static const GetSetDef glyph_getsets[] = {
#define X(name) {#name, get_##name, getset_readonly, NULL},
    MEASURES(X)
#undef X
    {"bbox", get_bbox, NULL, NULL}, {0}};
const TypeDef ft2_glyph_def = {.name = "matplotlib.ft2font.Glyph", .kind = KIND_OPAQUE, .size = sizeof(Ft2Glyph), .flags = TYPE_BASE | TYPE_IMMUTABLE | TYPE_NO_NEW, .getsets = glyph_getsets};
