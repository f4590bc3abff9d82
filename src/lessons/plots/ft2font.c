/* ft2font.c: matplotlib.ft2font: fonts over FreeType. The library is opened with the module, where it says its version. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "ft2font.h"
#include "std/std.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)
enum { LOAD_FORCE_AUTOHINT = 32, SUBPIXELS = 0, RENDER_NORMAL = 0, RENDER_MONO = 2, HINTING_FACTOR = 8 };

static void *ft_alloc(const FtMemory *m, long size) { return malloc((size_t)size); }
static void ft_free(const FtMemory *m, void *block) { free(block); }
static void *ft_realloc(const FtMemory *m, long old_size, long size, void *block) { return realloc(block, (size_t)size); }
static const FtMemory memory = {NULL, ft_alloc, ft_free, ft_realloc};

bool ft2_failed(VM *vm, const char *where, const char *what, int error)
{
    return err_false(vm, EXC_RuntimeError, "In %s: %s (%s; error code 0x%x)", where, what, freetype_words(error), (unsigned)error);
}

/* ---- a font is opened and closed ---- */

static Ft2Font *as_font(Ref v) { return (Ft2Font *)BITS(v); }

static void drop_glyphs(Ft2Font *f)
{
    for (int64_t i = 0; i < f->n_glyphs; i++) T.Done_Glyph(f->glyphs[i]);
    f->n_glyphs = 0;
}

static void font_dealloc(VM *vm, Obj *o)
{
    Ft2Font *f = (Ft2Font *)o;
    drop_glyphs(f);
    mem_free(vm->mem, f->glyphs, (size_t)f->cap_glyphs * sizeof *f->glyphs);
    gray_free(vm, &f->image);
    if (f->face) T.Done_Face(f->face);
    if (f->library) T.Done_Library(f->library);
    Value *all[] = {&f->file, &f->bytes, &f->fallbacks, &f->of_chars, &f->of_glyphs};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) value_clear(vm, all[i]);
    obj_free(vm, o, sizeof *f);
}
static void font_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    Ft2Font *f = (Ft2Font *)o;
    const Value all[] = {f->file, f->fallbacks, f->of_chars, f->of_glyphs};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i]) visit(all[i], arg);
}

Value ft2_read_all(VM *vm, Ref file)
{
    bool named = is_str(file) || is_bytes(file);
    Value opened = named ? NO_VALUE : retain(file), bytes = NO_VALUE;
    if (!opened) {
        Value mode = str_from_c(vm, "rb");
        opened = mode ? import_call(vm, "io", "open", (Ref[]){file, mode}, 2) : NO_VALUE;
        release(vm, mode);
        if (!opened) return NO_VALUE;
    }
    Value seek = named ? NO_VALUE : obj_getattr_c(vm, opened, "seek"), sought = seek ? call1(vm, seek, make_small(0)) : NO_VALUE;
    Value read = named || sought ? obj_getattr_c(vm, opened, "read") : NO_VALUE;
    if (read) bytes = call0(vm, read);
    release(vm, seek);
    release(vm, sought);
    release(vm, read);
    if (named && bytes) {
        Value close = obj_getattr_c(vm, opened, "close"), closed = close ? call0(vm, close) : NO_VALUE;
        release(vm, close);
        if (!closed) value_clear(vm, &bytes);
        release(vm, closed);
    }
    release(vm, opened);
    if (bytes && is_bytes(bytes)) return bytes;
    release(vm, bytes);
    if (named && err_occurred(vm)) return NO_VALUE;
    err_clear(vm);
    return err_raise(vm, EXC_TypeError, "First argument must be a path or binary-mode file object");
}

static bool take_fallbacks(VM *vm, Ft2Font *f, Ref list)
{
    Ft2State *s = module_state(vm, &ft2font_module);
    if (!list || is_none(list) || !s) return s != NULL;
    if (!is_list(list)) return err_false(vm, EXC_TypeError, "Fallback list must be a list");
    for (int64_t i = 0; i < as_list(list)->len; i++)
        if (!is_instance_of(vm, as_list(list)->items[i], s->font)) return err_false(vm, EXC_TypeError, "Fallback fonts must be FT2Font objects.");
    return (f->fallbacks = list_from(vm, as_refs(as_list(list)->items), as_list(list)->len)) != NO_VALUE;
}

static bool font_open(VM *vm, Ft2Font *f)
{
    Ft2State *s = module_state(vm, &ft2font_module);
    if (!s || T.Reference_Library(s->library)) return false;
    f->library = s->library;
    int error = T.New_Memory_Face(f->library, as_bytes(f->bytes)->data, (long)as_bytes(f->bytes)->len, 0, &f->face);
    if (error) return f->face = NULL, ft2_failed(vm, "FT2Font", "Can not load face", error);
    /* a size that is as good as any until one is set */
    if ((error = T.Set_Char_Size(f->face, 12 * 64, 0, (unsigned)(72 * f->hinting_factor), 72))) return ft2_failed(vm, "FT2Font", "Could not set the fontsize", error);
    const FtMatrix narrow = {65536 / f->hinting_factor, 0, 0, 65536};
    T.Set_Transform(f->face, &narrow, NULL);
    return true;
}

static Value font_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const words[] = {"filename", "hinting_factor", "_fallback_list", "_kerning_factor"};
    Ref a[4];
    int64_t hinting = HINTING_FACTOR, kerning = 0;
    if (n > 2) return err_raise(vm, EXC_TypeError, "FT2Font() takes at most 2 positional arguments (%d given)", n);
    if (!args_bind(vm, "FT2Font", args, n, kwnames, words, 4, a)) return NO_VALUE;
    if (!a[0]) return err_raise(vm, EXC_TypeError, "FT2Font() missing required argument 'filename' (pos 1)");
    if ((a[1] && !num_index_i64(vm, a[1], &hinting)) || (a[3] && !num_index_i64(vm, a[3], &kerning))) return NO_VALUE;
    if (hinting < 1) return err_raise(vm, EXC_ValueError, "hinting_factor must be greater than 0");
    if (hinting > 65536 || kerning < 0 || kerning > 30) return err_raise(vm, EXC_ValueError, "a font's hinting factor is at most 65536, its kerning factor from 0 to 30");
    Ft2Font *f = (Ft2Font *)obj_alloc(vm, as_type(cls), sizeof *f);
    if (!f) return NO_VALUE;
    f->hinting_factor = hinting;
    f->kerning_factor = kerning;
    f->file = retain(a[0]);
    if (take_fallbacks(vm, f, a[2]) && (f->of_chars = dict_new(vm)) && (f->of_glyphs = dict_new(vm)) && (f->bytes = ft2_read_all(vm, a[0])) && font_open(vm, f)) return VAL(f);
    release(vm, VAL(f));
    return NO_VALUE;
}

/* ---- fonts behind a font ---- */

typedef struct Found { Ft2Font *font; unsigned glyph; } Found; /* font borrowed: its first font holds it */

static bool find_glyph(VM *vm, Ft2Font *f, unsigned long c, Found *out)
{
    unsigned glyph = T.Get_Char_Index(f->face, c);
    *out = (Found){f, glyph};
    if (glyph || !f->fallbacks || !rec_room(vm)) return glyph != 0;
    for (int64_t i = 0; i < as_list(f->fallbacks)->len; i++)
        if (find_glyph(vm, as_font(as_list(f->fallbacks)->items[i]), c, out)) return true;
    *out = (Found){f, 0};
    return false;
}

static bool remember(VM *vm, Value dict, int64_t key, Ft2Font *own, Ft2Font *font)
{
    Value k = int_from_i64(vm, key);
    bool ok = k && (font == own ? dict_del(vm, dict, k) >= 0 : dict_set(vm, dict, k, REF(font)));
    release(vm, k);
    return ok;
}
static Ft2Font *remembered(VM *vm, Value dict, int64_t key, Ft2Font *own)
{
    Ref font = dict_len(dict) && small_fits(key) ? dict_get(vm, dict, make_small(key)) : NULL;
    return font ? as_font(font) : own;
}

/* ---- glyphs ---- */

/* Loads a glyph of `from` and puts it at the end of f's. */
static bool load(VM *vm, Ft2Font *f, Ft2Font *from, unsigned glyph, int64_t flags, const char *where, const char *what)
{
    FtGlyph g;
    int error = T.Load_Glyph(from->face, glyph, (int)flags);
    if (error) return ft2_failed(vm, where, what, error);
    if ((error = T.Get_Glyph(from->face->glyph, &g))) return ft2_failed(vm, where, "Could not get glyph", error);
    if (f->n_glyphs == f->cap_glyphs) {
        int64_t cap = f->cap_glyphs * 2 + 16;
        FtGlyph *more = mem_realloc(vm->mem, f->glyphs, (size_t)f->cap_glyphs * sizeof *more, (size_t)cap * sizeof *more);
        if (!more) return T.Done_Glyph(g), err_no_memory(vm), false;
        f->glyphs = more;
        f->cap_glyphs = cap;
    }
    f->glyphs[f->n_glyphs++] = g;
    return true;
}

static Value glyph_of(VM *vm, Ft2Font *f, Ft2Font *from)
{
    Ft2State *s = module_state(vm, &ft2font_module);
    Ft2Glyph *g = s ? (Ft2Glyph *)obj_alloc(vm, s->glyph, sizeof *g) : NULL;
    if (!g) return NO_VALUE;
    const FtSlot *slot = from->face->glyph;
    T.Glyph_Get_CBox(f->glyphs[f->n_glyphs - 1], SUBPIXELS, &g->box);
    g->index = f->n_glyphs - 1;
    g->width = slot->metrics.width / f->hinting_factor;
    g->height = slot->metrics.height;
    g->horiBearingX = slot->metrics.horiBearingX / f->hinting_factor;
    g->horiBearingY = slot->metrics.horiBearingY;
    g->horiAdvance = slot->metrics.horiAdvance;
    g->linearHoriAdvance = slot->linearHoriAdvance / f->hinting_factor;
    g->vertBearingX = slot->metrics.vertBearingX;
    g->vertBearingY = slot->metrics.vertBearingY;
    g->vertAdvance = slot->metrics.vertAdvance;
    return VAL(g);
}

FN(font_load_char)
{
    Ft2Font *f = as_font(args[0]), *from;
    int64_t c, flags = LOAD_FORCE_AUTOHINT;
    Found found;
    if (!num_index_i64(vm, args[1], &c) || (args[2] && !num_index_i64(vm, args[2], &flags))) return NO_VALUE;
    from = remembered(vm, f->of_chars, c, f);
    if (from == f) {
        find_glyph(vm, f, (unsigned long)c, &found);
        from = found.font;
        if (from != f && !(remember(vm, f->of_chars, c, f, from) && remember(vm, f->of_glyphs, found.glyph, f, from))) return NO_VALUE;
    } else found = (Found){from, T.Get_Char_Index(from->face, (unsigned long)c)};
    return load(vm, f, from, found.glyph, flags, "load_char", "Could not load charcode") ? glyph_of(vm, f, from) : NO_VALUE;
}

FN(font_load_glyph)
{
    Ft2Font *f = as_font(args[0]);
    int64_t glyph, flags = LOAD_FORCE_AUTOHINT;
    if (!num_index_i64(vm, args[1], &glyph) || (args[2] && !num_index_i64(vm, args[2], &flags))) return NO_VALUE;
    Ft2Font *from = remembered(vm, f->of_glyphs, glyph, f);
    return load(vm, f, from, (unsigned)glyph, flags, "load_glyph", "Could not load glyph") ? glyph_of(vm, f, from) : NO_VALUE;
}

static bool clear(VM *vm, Ft2Font *f)
{
    drop_glyphs(f);
    f->box = (FtBox){0, 0, 0, 0};
    f->advance = 0;
    dict_clear(vm, f->of_chars);
    dict_clear(vm, f->of_glyphs);
    return !f->fallbacks || rec_room(vm);
}
FN(font_clear)
{
    Ft2Font *f = as_font(args[0]);
    if (!clear(vm, f)) return NO_VALUE;
    for (int64_t i = 0; f->fallbacks && i < as_list(f->fallbacks)->len; i++)
        if (!clear(vm, as_font(as_list(f->fallbacks)->items[i]))) return NO_VALUE;
    return V_NONE;
}

static bool set_size(VM *vm, Ft2Font *f, double points, double dpi)
{
    double size = points * 64, across = dpi * (double)f->hinting_factor;
    int error = T.Set_Char_Size(f->face, isfinite(size) && fabs(size) < 1e15 ? (long)size : LONG_MIN, 0, across >= 0 && across < 4e9 ? (unsigned)across : 0, dpi >= 0 && dpi < 4e9 ? (unsigned)dpi : 0);
    if (error) return ft2_failed(vm, "set_size", "Could not set the fontsize", error);
    const FtMatrix narrow = {65536 / f->hinting_factor, 0, 0, 65536};
    T.Set_Transform(f->face, &narrow, NULL);
    for (int64_t i = 0; f->fallbacks && i < as_list(f->fallbacks)->len; i++)
        if (!rec_room(vm) || !set_size(vm, as_font(as_list(f->fallbacks)->items[i]), points, dpi)) return false;
    return true;
}
FN(font_set_size)
{
    double points, dpi;
    if (!num_to_double(vm, args[1], &points) || !num_to_double(vm, args[2], &dpi)) return NO_VALUE;
    return set_size(vm, as_font(args[0]), points, dpi) ? V_NONE : NO_VALUE;
}

static long kerning(const Ft2Font *f, unsigned left, unsigned right, unsigned mode)
{
    FtVector by;
    if (!(f->face->face_flags & FT_KERNING) || T.Get_Kerning(f->face, left, right, mode, &by)) return 0;
    return by.x / (f->hinting_factor << f->kerning_factor);
}
FN(font_get_kerning)
{
    Ft2Font *f = as_font(args[0]), *from;
    int64_t a[3];
    for (int i = 0; i < 3; i++)
        if (!num_index_i64(vm, args[1 + i], &a[i])) return NO_VALUE;
    from = remembered(vm, f->of_glyphs, a[0], f);
    return make_small(from == remembered(vm, f->of_glyphs, a[1], f) ? kerning(from, (unsigned)a[0], (unsigned)a[1], (unsigned)a[2]) : 0);
}

/* ---- a text ---- */

typedef struct Layout {
    Ft2Font *last_font;
    unsigned last;       /* the glyph before, 0: none */
    FtVector pen;
    FtMatrix turned;
    int64_t flags;
} Layout;

static bool lay_char(VM *vm, Ft2Font *f, Layout *l, uint32_t c)
{
    Found found;
    if (!find_glyph(vm, f, c, &found)) {
        Value code = make_small(c), warned = import_call(vm, "matplotlib._text_helpers", "warn_on_missing_glyph", (Ref[]){code}, 1);
        release(vm, warned);
        if (!warned) return false;
    }
    if (!remember(vm, f->of_chars, c, f, found.font) || !remember(vm, f->of_glyphs, found.glyph, f, found.font)) return false;
    if (l->last && found.glyph && l->last_font == found.font) l->pen.x += kerning(found.font, l->last, found.glyph, 0);
    if (!load(vm, f, found.font, found.glyph, l->flags, "set_text", "Could not load glyph")) return false;
    FtGlyph g = f->glyphs[f->n_glyphs - 1];
    long advance = found.font->face->glyph->advance.x;
    T.Glyph_Transform(g, NULL, &l->pen);
    T.Glyph_Transform(g, &l->turned, NULL);
    FtBox box;
    T.Glyph_Get_CBox(g, SUBPIXELS, &box);
    if (box.x1 < f->box.x1) f->box.x1 = box.x1;
    if (box.y1 < f->box.y1) f->box.y1 = box.y1;
    if (box.x2 > f->box.x2) f->box.x2 = box.x2;
    if (box.y2 > f->box.y2) f->box.y2 = box.y2;
    l->last = found.glyph;
    l->last_font = found.font;
    l->pen.x += advance;
    return true;
}

static NdArray *pairs(VM *vm, int64_t n)
{
    Np *np = np_state(vm);
    return np ? array_new(vm, np, descr_shared(np, NP_DOUBLE), (int64_t[]){n, 2}, 2, ORDER_C) : NULL;
}

FN(font_set_text)
{
    enum { FAR = 32000 };
    Ft2Font *f = as_font(args[0]);
    double degrees = 0;
    Layout l = {.flags = LOAD_FORCE_AUTOHINT};
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "set_text requires str-input.");
    if ((args[2] && !num_to_double(vm, args[2], &degrees)) || (args[3] && !num_index_i64(vm, args[3], &l.flags))) return NO_VALUE;
    double angle = degrees / 360.0 * 2 * M_PI, cosine = cos(angle) * 65536, sine = sin(angle) * 65536;
    l.turned = (FtMatrix){(long)cosine, (long)-sine, (long)sine, (long)cosine};
    const Str *text = as_str(args[1]);
    NdArray *places = clear(vm, f) ? pairs(vm, text->len) : NULL;
    if (!places) return NO_VALUE;
    f->box = (FtBox){FAR, FAR, -FAR, -FAR};
    for (int64_t i = 0; i < text->len; i++) {
        if (!lay_char(vm, f, &l, str_at(text, i))) {
            array_release(vm, places);
            return NO_VALUE;
        }
        double *at = (double *)(void *)places->data + 2 * i;
        at[0] = (double)(l.pen.x - l.last_font->face->glyph->advance.x);
        at[1] = (double)l.pen.y;
    }
    T.Vector_Transform(&l.pen, &l.turned);
    f->advance = l.pen.x;
    if (f->box.x1 > f->box.x2) f->box = (FtBox){0, 0, 0, 0};
    return VAL(places);
}

FN(font_get_fontmap)
{
    Ft2Font *f = as_font(args[0]);
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "string must be str");
    Value d = dict_new(vm);
    for (int64_t i = 0; d && i < as_str(args[1])->len; i++) {
        Found found;
        uint32_t c = str_at(as_str(args[1]), i);
        find_glyph(vm, f, c, &found);
        Value key = str_from_char(vm, c);
        if (!key || !dict_set(vm, d, key, REF(found.font))) value_clear(vm, &d);
        release(vm, key);
    }
    return d;
}

FN(font_get_num_glyphs) { return make_small(as_font(args[0])->n_glyphs); }
FN(font_get_width_height)
{
    const Ft2Font *f = as_font(args[0]);
    return tuple_of(vm, 2, REF(make_small(f->advance)), REF(make_small(f->box.y2 - f->box.y1)));
}
FN(font_get_bitmap_offset) { return tuple_of(vm, 2, REF(make_small(as_font(args[0])->box.x1)), REF(make_small(0))); }
FN(font_get_descent) { return make_small(-as_font(args[0])->box.y1); }

/* ---- drawn ---- */

static bool antialiased(VM *vm, Ref v, bool *out)
{
    int truth = v ? op_truth(vm, v) : 1;
    *out = truth > 0;
    return truth >= 0;
}

static FtBitmapGlyph *bitmap_of(VM *vm, Ft2Font *f, int64_t i, bool smooth, const char *where)
{
    int error = T.Glyph_To_Bitmap(&f->glyphs[i], smooth ? RENDER_NORMAL : RENDER_MONO, NULL, 1);
    if (error) ft2_failed(vm, where, "Could not convert glyph to bitmap", error);
    return error ? NULL : (FtBitmapGlyph *)f->glyphs[i];
}
static double across(const Ft2Font *f, const FtBitmapGlyph *b) { return b->left - (double)f->box.x1 / 64; }
static double down(const Ft2Font *f, const FtBitmapGlyph *b) { return (double)f->box.y2 / 64 - b->top + 1; }

FN(font_draw_glyphs)
{
    Ft2Font *f = as_font(args[0]);
    bool smooth;
    if (!antialiased(vm, args[1], &smooth) || !gray_resize(vm, &f->image, (f->box.x2 - f->box.x1) / 64 + 2, (f->box.y2 - f->box.y1) / 64 + 2)) return NO_VALUE;
    for (int64_t i = 0; i < f->n_glyphs; i++) {
        FtBitmapGlyph *b = bitmap_of(vm, f, i, smooth, "draw_glyphs_to_bitmap");
        if (!b || !gray_draw(vm, &f->image, &b->bitmap, (int64_t)across(f, b), (int64_t)down(f, b))) return NO_VALUE;
    }
    return V_NONE;
}

FN(font_get_xys)
{
    Ft2Font *f = as_font(args[0]);
    bool smooth;
    NdArray *places = antialiased(vm, args[1], &smooth) ? pairs(vm, f->n_glyphs) : NULL;
    for (int64_t i = 0; places && i < f->n_glyphs; i++) {
        FtBitmapGlyph *b = bitmap_of(vm, f, i, smooth, "get_xys");
        double *at = (double *)(void *)places->data + 2 * i;
        if (b) {
            at[0] = fmax(0, trunc(across(f, b)));
            at[1] = fmax(0, trunc(down(f, b)));
        } else {
            array_release(vm, places);
            places = NULL;
        }
    }
    return places ? VAL(places) : NO_VALUE;
}

FN(font_draw_glyph)
{
    Ft2Font *f = as_font(args[0]);
    Ft2State *s = module_state(vm, &ft2font_module);
    double x, y;
    bool smooth;
    if (!s) return NO_VALUE;
    if (!is_instance_of(vm, args[1], s->image)) return err_raise(vm, EXC_TypeError, "draw_glyph_to_bitmap() argument 1 must be matplotlib.ft2font.FT2Image, not %T", args[1]);
    if (!num_to_double(vm, args[2], &x) || !num_to_double(vm, args[3], &y)) return NO_VALUE;
    if (!is_instance_of(vm, args[4], s->glyph)) return err_raise(vm, EXC_TypeError, "draw_glyph_to_bitmap() argument 4 must be matplotlib.ft2font.Glyph, not %T", args[4]);
    if (!antialiased(vm, args[5], &smooth)) return NO_VALUE;
    int64_t i = ((Ft2Glyph *)BITS(args[4]))->index;
    if (i >= f->n_glyphs) return err_raise(vm, EXC_RuntimeError, "In draw_glyph_to_bitmap: glyph num is out of range");
    if (!(fabs(x) < 1e9) || !(fabs(y) < 1e9)) return V_NONE;
    FtBitmapGlyph *b = bitmap_of(vm, f, i, smooth, "draw_glyph_to_bitmap");
    return b && gray_draw(vm, &((Ft2Image *)BITS(args[1]))->gray, &b->bitmap, (int64_t)x + b->left, (int64_t)y) ? V_NONE : NO_VALUE;
}

FN(font_get_image)
{
    Ft2Font *f = as_font(args[0]);
    Np *np = np_state(vm);
    NdArray *a = np ? array_new(vm, np, descr_shared(np, NP_UBYTE), (int64_t[]){f->image.height, f->image.width}, 2, ORDER_C) : NULL;
    if (a && f->image.at) memcpy(a->data, f->image.at, (size_t)(f->image.width * f->image.height));
    return a ? VAL(a) : NO_VALUE;
}
static bool font_buffer(VM *vm, Ref o, BufferView *out)
{
    Ft2Font *f = as_font(o);
    return (f->image.at || gray_resize(vm, &f->image, 1, 1)) && gray_buffer(&f->image, o, out);
}

/* ---- what its file says ---- */

FN(font_set_charmap)
{
    FtFace face = as_font(args[0])->face;
    int64_t i;
    if (!num_index_i64(vm, args[1], &i)) return NO_VALUE;
    if (i >= face->num_charmaps) return err_raise(vm, EXC_RuntimeError, "In set_charmap: i exceeds the available number of char maps");
    int error = i < 0 ? 6 : T.Set_Charmap(face, face->charmaps[i]);
    return error ? ft2_failed(vm, "set_charmap", "Could not set the charmap", error), NO_VALUE : V_NONE;
}
FN(font_select_charmap)
{
    int64_t i;
    if (!num_index_i64(vm, args[1], &i)) return NO_VALUE;
    int error = T.Select_Charmap(as_font(args[0])->face, (unsigned)i);
    return error ? ft2_failed(vm, "select_charmap", "Could not set the charmap", error), NO_VALUE : V_NONE;
}
FN(font_get_charmap)
{
    FtFace face = as_font(args[0])->face;
    unsigned glyph;
    Value d = dict_new(vm);
    for (unsigned long c = T.Get_First_Char(face, &glyph); d && glyph; c = T.Get_Next_Char(face, c, &glyph))
        if (!dict_set(vm, d, make_small((int64_t)c), make_small(glyph))) value_clear(vm, &d);
    return d;
}
FN(font_get_char_index)
{
    Ft2Font *f = as_font(args[0]);
    int64_t c;
    if (!num_index_i64(vm, args[1], &c)) return NO_VALUE;
    return make_small(T.Get_Char_Index(remembered(vm, f->of_chars, c, f)->face, (unsigned long)c));
}
FN(font_get_glyph_name)
{
    Ft2Font *f = as_font(args[0]);
    int64_t i;
    char name[128];
    if (!num_index_i64(vm, args[1], &i)) return NO_VALUE;
    FtFace face = remembered(vm, f->of_glyphs, i, f)->face;
    if (!(face->face_flags & FT_GLYPH_NAMES)) {
        snprintf(name, sizeof name, "uni%08x", (unsigned)i);
        return str_from_c(vm, name);
    }
    int error = T.Get_Glyph_Name(face, (unsigned)i, name, sizeof name);
    return error ? ft2_failed(vm, "get_glyph_name", "Could not get glyph names", error), NO_VALUE : str_from_c(vm, name);
}
FN(font_get_name_index)
{
    size_t size;
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "get_name_index() argument 1 must be str, not %T", args[1]);
    const char *name = str_utf8(vm, args[1], &size);
    return name ? make_small(T.Get_Name_Index(as_font(args[0])->face, name)) : NO_VALUE;
}
FN(font_get_sfnt) { return ft2_names(vm, as_font(args[0])->face); }
FN(font_get_sfnt_table) { return ft2_table(vm, as_font(args[0])->face, args[1]); }
FN(font_get_ps_font_info) { return ft2_ps_info(vm, as_font(args[0])->face); }
FN(font_get_path) { return ft2_path(vm, as_font(args[0])->face); }

static Value text_or(VM *vm, const char *text, const char *other) { return str_from_latin1(vm, text ? text : other, strlen(text ? text : other)); }
static Value get_postscript_name(VM *vm, Ref o) { return text_or(vm, T.Get_Postscript_Name(as_font(o)->face), "UNAVAILABLE"); }
static Value get_family_name(VM *vm, Ref o) { return text_or(vm, as_font(o)->face->family_name, "UNAVAILABLE"); }
static Value get_style_name(VM *vm, Ref o) { return text_or(vm, as_font(o)->face->style_name, "UNAVAILABLE"); }
static Value get_fname(VM *vm, Ref o) { return retain(as_font(o)->file); }
static Value get_scalable(VM *vm, Ref o) { return make_bool(as_font(o)->face->face_flags & FT_SCALABLE); }
static Value get_bbox(VM *vm, Ref o)
{
    const FtBox *b = &as_font(o)->face->bbox;
    return tuple_of(vm, 4, REF(make_small(b->x1)), REF(make_small(b->y1)), REF(make_small(b->x2)), REF(make_small(b->y2)));
}
#define NUMBERS(X) X(num_faces) X(style_flags) X(num_glyphs) X(num_fixed_sizes) X(num_charmaps) X(units_per_EM) X(ascender) X(descender) X(height) X(max_advance_width) \
    X(max_advance_height) X(underline_position) X(underline_thickness)
#define X(name) static Value get_##name(VM *vm, Ref o) { return int_from_i64(vm, as_font(o)->face->name); }
NUMBERS(X)
#undef X
enum { EXTERNAL_STREAM = 1024 }; /* matplotlib's own fonts are read piece by piece: that is all the same to whom they serve, but for this bit */
static Value get_face_flags(VM *vm, Ref o) { return int_from_i64(vm, as_font(o)->face->face_flags | EXTERNAL_STREAM); }
static const GetSetDef font_getsets[] = {
#define X(name) {#name, get_##name, NULL, NULL},
    NUMBERS(X)
#undef X
    {"postscript_name", get_postscript_name, NULL, NULL}, {"family_name", get_family_name, NULL, NULL}, {"style_name", get_style_name, NULL, NULL}, {"fname", get_fname, NULL, NULL},
    {"scalable", get_scalable, NULL, NULL}, {"face_flags", get_face_flags, NULL, NULL}, {"bbox", get_bbox, NULL, NULL}, {0}};

static const NativeDef font_methods[] = {
    {"clear", font_clear, "self, /", "Forgets the text.", 0},
    {"set_size", font_set_size, "self, ptsize, dpi, /", "The size in points, and dots an inch.", 0},
    {"set_charmap", font_set_charmap, "self, i, /", "Takes the font's i-th table of characters.", 0},
    {"select_charmap", font_select_charmap, "self, i, /", "Takes the table of characters of an encoding, by FreeType's number.", 0},
    {"get_kerning", font_get_kerning, "self, left, right, mode, /", "How much nearer two glyphs stand; mode is one of KERNING_….", 0},
    {"set_text", font_set_text, "self, string, angle=0.0, flags=32", "Lays out a text; where its glyphs stand, before it is turned.", NATIVE_KW},
    {"_get_fontmap", font_get_fontmap, "self, string", "Which font has each character: a dict.", NATIVE_KW},
    {"get_num_glyphs", font_get_num_glyphs, "self, /", "How many glyphs are loaded.", 0},
    {"load_char", font_load_char, "self, charcode, flags=32", "Loads a character's glyph; its measures.", NATIVE_KW},
    {"load_glyph", font_load_glyph, "self, glyph_index, flags=32", "Loads a glyph by its number; its measures.", NATIVE_KW},
    {"get_width_height", font_get_width_height, "self, /", "The text's width and height in 64ths of a pixel.", 0},
    {"get_bitmap_offset", font_get_bitmap_offset, "self, /", "How far ink hangs out at the left, in 64ths of a pixel, and 0.", 0},
    {"get_descent", font_get_descent, "self, /", "How far the text reaches below its line, in 64ths of a pixel.", 0},
    {"draw_glyphs_to_bitmap", font_draw_glyphs, "self, antialiased=True", "Draws the text into the font's image, made as large as it needs.", NATIVE_KW},
    {"get_xys", font_get_xys, "self, antialiased=True", "Where each glyph's picture stands in the image.", NATIVE_KW},
    {"draw_glyph_to_bitmap", font_draw_glyph, "self, image, x, y, glyph, antialiased=True", "Draws a loaded glyph into an image.", NATIVE_KW},
    {"get_glyph_name", font_get_glyph_name, "self, index, /", "A glyph's name; made up where the font has none.", 0},
    {"get_charmap", font_get_charmap, "self, /", "The glyphs' numbers by character: a dict.", 0},
    {"get_char_index", font_get_char_index, "self, codepoint, /", "A character's glyph; 0: it has none.", 0},
    {"get_sfnt", font_get_sfnt, "self, /", "The table of names: a dict.", 0},
    {"get_name_index", font_get_name_index, "self, name, /", "The glyph of that name; 0: there is none.", 0},
    {"get_ps_font_info", font_get_ps_font_info, "self, /", "What a PostScript font says of itself: a tuple.", 0},
    {"get_sfnt_table", font_get_sfnt_table, "self, name, /", "One of the tables head, maxp, OS/2, hhea, vhea, post, pclt: a dict, or None.", 0},
    {"get_path", font_get_path, "self, /", "The outline of the glyph loaded last: vertices and codes.", 0},
    {"get_image", font_get_image, "self, /", "The image into which the text was drawn: an array.", 0},
    {0},
};
const TypeDef ft2_font_def = {.name = "matplotlib.ft2font.FT2Font", .kind = KIND_OPAQUE, .size = sizeof(Ft2Font), .flags = TYPE_BASE | TYPE_IMMUTABLE | TYPE_GC | TYPE_WEAKREF,
    .s = {.new_ = font_new, .buffer = font_buffer}, .dealloc = font_dealloc, .traverse = font_traverse, .methods = font_methods, .getsets = font_getsets};

/* ---- the module ---- */

static bool init(VM *vm, Ref module, Dict *ns)
{
    Ft2State *s = as_module(module)->state;
    const char *missing = freetype_missing();
    if (missing) return err_false(vm, EXC_ImportError, "fonts are FreeType's, and %s is not here (Debian: libfreetype6)", missing);
    if (T.New_Library(&memory, &s->library)) return s->library = NULL, err_false(vm, EXC_RuntimeError, "Could not initialize the freetype2 library");
    T.Add_Default_Modules(s->library);
    T.Set_Default_Properties(s->library);
    int a, b, c;
    T.Library_Version(s->library, &a, &b, &c);
    return (s->image = type_from_def(vm, &ft2_image_def, NULL)) && (s->glyph = type_from_def(vm, &ft2_glyph_def, NULL)) && (s->font = type_from_def(vm, &ft2_font_def, NULL)) &&
           module_add_type(vm, ns, s->image) && module_add_type(vm, ns, s->font) && module_add(vm, ns, "__freetype_version__", str_format(vm, "%d.%d.%d", a, b, c)) &&
           module_add(vm, ns, "__freetype_build_type__", str_from_c(vm, "system"));
}
static void done(VM *vm, void *state)
{
    Ft2State *s = state;
    release(vm, VAL(s->image));
    release(vm, VAL(s->glyph));
    release(vm, VAL(s->font));
    if (s->library) T.Done_Library(s->library);
}

#define C(name, value) {#name, CONST_INT, value, 0, NULL},
static const ModuleConst constants[] = {
    C(SCALABLE, 1) C(FIXED_SIZES, 2) C(FIXED_WIDTH, 4) C(SFNT, 8) C(HORIZONTAL, 16) C(VERTICAL, 32) C(KERNING, 64) C(FAST_GLYPHS, 128) C(MULTIPLE_MASTERS, 256) C(GLYPH_NAMES, 512)
    C(EXTERNAL_STREAM, 1024) C(ITALIC, 1) C(BOLD, 2) C(KERNING_DEFAULT, 0) C(KERNING_UNFITTED, 1) C(KERNING_UNSCALED, 2) C(LOAD_DEFAULT, 0) C(LOAD_NO_SCALE, 1) C(LOAD_NO_HINTING, 2)
    C(LOAD_RENDER, 4) C(LOAD_NO_BITMAP, 8) C(LOAD_VERTICAL_LAYOUT, 16) C(LOAD_FORCE_AUTOHINT, 32) C(LOAD_CROP_BITMAP, 64) C(LOAD_PEDANTIC, 128)
    C(LOAD_IGNORE_GLOBAL_ADVANCE_WIDTH, 512) C(LOAD_NO_RECURSE, 1024) C(LOAD_IGNORE_TRANSFORM, 2048) C(LOAD_MONOCHROME, 4096) C(LOAD_LINEAR_DESIGN, 8192) C(LOAD_NO_AUTOHINT, 32768)
    C(LOAD_TARGET_NORMAL, 0) C(LOAD_TARGET_LIGHT, 65536) C(LOAD_TARGET_MONO, 131072) C(LOAD_TARGET_LCD, 196608) C(LOAD_TARGET_LCD_V, 262144)
    {0}};
#undef C
const ModuleDef ft2font_module = {.name = "matplotlib.ft2font", .constants = constants, .init = init, .state_size = sizeof(Ft2State), .done = done};
