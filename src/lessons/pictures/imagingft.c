/* imagingft.c: PIL._imagingft: fonts for pictures over FreeType, whose table it shares with matplotlib's fonts (letters/freetype.def). Texts are laid out glyph by glyph with the font's kerning; raqm, which turns and
 * joins scripts, is not here, and HAVE_RAQM says so. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "codec.h"
#include "lessons/letters/freetype.h"

#define T freetype
enum { LOAD_TARGET_MONO = 131072, LOAD_COLOR = 1 << 20, LOAD_METRICS = 1 << 22, PIXEL_BOX = 3, RENDER_GRAY = 0, RENDER_MONO = 2, ROUND = 0, MODE_BGRA = 7 };

typedef struct Font { Obj head; FtLibrary library; FtFace face; Value bytes; int layout; } Font;
typedef struct FontState { Type *font; FtLibrary library; } FontState;
extern const ModuleDef imagingft_module;

static Font *as_font(Ref v) { return (Font *)as_obj(v); }
static inline int64_t pixels(int64_t v) { return ((v + 32) & -64) >> 6; } /* of 64ths, the nearest */
static bool failed(VM *vm, int error) { return err_false(vm, EXC_OSError, "%s", freetype_words(error)); }

/* ---- a font ---- */

static void font_dealloc(VM *vm, Obj *o)
{
    Font *f = (Font *)o;
    if (f->face) T.Done_Face(f->face);
    if (f->library) T.Done_Library(f->library);
    release(vm, f->bytes);
    obj_free(vm, o, sizeof *f);
}
static Value file_bytes(VM *vm, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) return failed(vm, 1), NO_VALUE;
    long size = fseek(file, 0, SEEK_END) ? -1 : ftell(file);
    rewind(file);
    Value bytes = size < 0 ? NO_VALUE : bytes_from(vm, NULL, size);
    bool ok = bytes && fread(as_bytes(bytes)->data, 1, (size_t)size, file) == (size_t)size;
    fclose(file);
    if (ok) return bytes;
    release(vm, bytes);
    return err_occurred(vm) ? NO_VALUE : (failed(vm, 1), NO_VALUE);
}
static bool font_open(VM *vm, Font *f, int index, int size, const char *encoding)
{
    FontState *s = module_state(vm, &imagingft_module);
    if (!s || T.Reference_Library(s->library)) return false;
    f->library = s->library;
    int error = T.New_Memory_Face(f->library, as_bytes(f->bytes)->data, (long)as_bytes(f->bytes)->len, index, &f->face);
    if (error) return f->face = NULL, failed(vm, error);
    if ((error = T.Set_Pixel_Sizes(f->face, 0, (unsigned)size))) return failed(vm, error);
    if (encoding && strlen(encoding) == 4) {
        const unsigned tag = (unsigned)(uint8_t)encoding[0] << 24 | (unsigned)(uint8_t)encoding[1] << 16 | (unsigned)(uint8_t)encoding[2] << 8 | (uint8_t)encoding[3];
        if ((error = T.Select_Charmap(f->face, tag))) return failed(vm, error);
    }
    return true;
}
static Value getfont(VM *vm, const Ref *args, int n, Ref kwnames)
{
    FontState *s = module_state(vm, &imagingft_module);
    const char *path = NULL, *encoding = NULL;
    int size, index = 0, layout = 0;
    if (!s || !codec_args(vm, args + 1, 3, "iis", &size, &index, &encoding) || !codec_args(vm, args + 5, 1, "i", &layout)) return NO_VALUE;
    Font *f = (Font *)obj_alloc(vm, s->font, sizeof *f);
    if (!f) return NO_VALUE;
    f->layout = layout;
    if (args[4] && is_bytes(args[4]) && as_bytes(args[4])->len) f->bytes = retain(args[4]);
    else {
        Value name = is_bytes(args[0]) ? retain(args[0]) : import_call(vm, "os", "fsencode", args, 1);
        path = name ? (const char *)as_bytes(name)->data : NULL;
        if (name && strlen(path) != (size_t)as_bytes(name)->len) err_raise(vm, EXC_ValueError, "embedded null byte");
        else if (name) f->bytes = file_bytes(vm, path);
        release(vm, name);
    }
    if (f->bytes && font_open(vm, f, index, size, encoding)) return VAL(f);
    release(vm, VAL(f));
    return err_occurred(vm) ? NO_VALUE : err_raise(vm, EXC_OSError, "cannot open resource");
}

/* ---- a text is laid out ---- */

typedef struct Glyph { unsigned index; int64_t advance; } Glyph;
typedef struct Text { Glyph *glyphs; int64_t count; bool mono, colour; int flags; } Text;

static void text_free(VM *vm, Text *t) { mem_free(vm->mem, t->glyphs, (size_t)t->count * sizeof *t->glyphs); }
/* args: text, mode, direction, features, language */
static bool lay_out(VM *vm, Font *f, const Ref *args, Text *t)
{
    const char *mode = "";
    *t = (Text){0};
    if (!is_str(args[0])) return err_false(vm, EXC_TypeError, "expected string");
    if (args[1] && !codec_args(vm, args + 1, 1, "z", &mode)) return false;
    for (int i = 2; i < 5; i++)
        if (args[i] && !is_none(args[i])) return err_false(vm, EXC_KeyError, "setting text direction, language or font features is not supported without libraqm");
    t->mono = mode && !strcmp(mode, "1");
    t->colour = mode && !strcmp(mode, "RGBA");
    t->flags = (t->mono ? LOAD_TARGET_MONO : 0) | (t->colour ? LOAD_COLOR : 0);
    const int64_t count = as_str(args[0])->len;
    if (!count) return true;
    if (!(t->glyphs = mem_zalloc(vm->mem, (size_t)count * sizeof *t->glyphs))) return err_no_memory(vm), false;
    t->count = count;
    for (int64_t i = 0; i < count; i++) {
        Glyph *g = &t->glyphs[i];
        FtVector by;
        g->index = T.Get_Char_Index(f->face, str_at((Str *)BITS(args[0]), i));
        int error = T.Load_Glyph(f->face, g->index, t->flags | (t->mono ? 0 : LOAD_METRICS));
        if (error) return failed(vm, error);
        if (i && f->face->face_flags & FT_KERNING && g[-1].index && g->index && !T.Get_Kerning(f->face, g[-1].index, g->index, 0, &by)) g[-1].advance += pixels(by.x); /* whole pixels, taken for 64ths: so Pillow has it */
        g->advance = f->face->glyph->metrics.horiAdvance;
    }
    return true;
}

/* Where a text lies: its width and height, and where they begin from its anchor. */
typedef struct Box { int64_t width, height, x, y; } Box;

static bool anchored(const Font *f, const char *anchor, int64_t length, int64_t top, int64_t bottom, int64_t *x, int64_t *y)
{
    const FtSizeMetrics *m = &f->face->size->metrics;
    if (strlen(anchor) != 2) return false;
    switch (anchor[0]) {
    case 'l': *x = 0; break;
    case 'm': *x = pixels(length / 2); break;
    case 'r': *x = pixels(length); break;
    default: return false;
    }
    switch (anchor[1]) {
    case 'a': *y = pixels(m->ascender); break;
    case 't': *y = top; break;
    case 'm': *y = pixels((m->ascender + m->descender) / 2); break;
    case 's': *y = 0; break;
    case 'b': *y = bottom; break;
    case 'd': *y = pixels(m->descender); break;
    default: return false;
    }
    return true;
}
static bool measure(VM *vm, Font *f, const Text *t, const char *anchor, Box *box)
{
    int64_t at = 0, left = 0, right = 0, top = 0, bottom = 0, x, y;
    for (int64_t i = 0; i < t->count; i++) {
        FtGlyph glyph;
        FtBox b;
        int error = T.Load_Glyph(f->face, t->glyphs[i].index, t->flags | LOAD_METRICS);
        if (error || (error = T.Get_Glyph(f->face->glyph, &glyph))) return failed(vm, error);
        T.Glyph_Get_CBox(glyph, PIXEL_BOX, &b);
        T.Done_Glyph(glyph);
        const int64_t pen = pixels(at);
        at += t->glyphs[i].advance;
        if (pixels(at) > right) right = pixels(at);
        if (b.x2 + pen > right) right = b.x2 + pen;
        if (b.x1 + pen < left) left = b.x1 + pen;
        if (b.y2 > top) top = b.y2;
        if (b.y1 < bottom) bottom = b.y1;
    }
    *box = (Box){0, 0, 0, 0};
    if (!t->count) return true;
    if (!anchored(f, anchor ? anchor : "la", at, top, bottom, &x, &y)) return err_false(vm, EXC_ValueError, "bad anchor specified: %s", anchor);
    *box = (Box){right - left, top - bottom, left - x, y - top};
    return true;
}

static Value font_getlength(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Text t;
    int64_t length = 0;
    bool ok = lay_out(vm, as_font(args[0]), args + 1, &t);
    for (int64_t i = 0; i < t.count; i++) length += t.glyphs[i].advance;
    text_free(vm, &t);
    return ok ? int_from_i64(vm, length) : NO_VALUE;
}
static Value pair(VM *vm, int64_t a, int64_t b) { return tuple_take(vm, (Value[]){make_small(a), make_small(b)}, 2); }
static Value font_getsize(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Text t;
    Box b;
    const char *anchor = NULL;
    if (args[6] && !codec_args(vm, args + 6, 1, "z", &anchor)) return NO_VALUE;
    bool ok = lay_out(vm, as_font(args[0]), args + 1, &t) && measure(vm, as_font(args[0]), &t, anchor, &b);
    text_free(vm, &t);
    if (!ok) return NO_VALUE;
    Value all[] = {pair(vm, b.width, b.height), pair(vm, b.x, b.y)};
    if (all[0] && all[1]) return tuple_take(vm, all, 2);
    release(vm, all[0]);
    release(vm, all[1]);
    return NO_VALUE;
}

/* ---- a text is drawn ---- */

typedef struct Drawing { Picture *to; const Text *text; uint8_t ink[4]; } Drawing;

/* A row of a glyph's bitmap into a row of the picture: what is inked more stays. */
static void draw_row(const Drawing *d, const FtBitmap *b, const uint8_t *s, uint8_t *row, int64_t x, int64_t from, int64_t to)
{
    for (int64_t k = from; k < to; k++) {
        const uint8_t v = b->mode == FT_MODE_MONO ? (s[k / 8] & 128 >> k % 8 ? 255 : 0) : b->mode == MODE_BGRA ? s[4 * k + 3] : s[k];
        if (d->to->mode->size == 1) {
            uint8_t *p = row + x + k;
            if (*p < v) *p = v;
            continue;
        }
        uint8_t *p = row + 4 * (x + k);
        if (b->mode == MODE_BGRA) {
            if (p[3] < v) /* its colours were multiplied with alpha */
                for (int i = 0; i < 4; i++) p[i] = i == 3 ? v : (uint8_t)(s[4 * k + 2 - i] * 255 / v > 255 ? 255 : s[4 * k + 2 - i] * 255 / v);
        } else if (p[3] < v) p[0] = d->ink[0], p[1] = d->ink[1], p[2] = d->ink[2], p[3] = v;
    }
}
static void draw_bitmap(const Drawing *d, const FtBitmap *b, int64_t x, int64_t y)
{
    const int64_t from = x < 0 ? -x : 0, to = x + b->width > d->to->width ? d->to->width - x : b->width;
    for (int64_t i = 0; i < b->rows; i++)
        if (y + i >= 0 && y + i < d->to->height) draw_row(d, b, b->buffer + i * b->pitch, picture_row(d->to, y + i), x, from, to);
}
/* A glyph, stroked where there is a stroker; its bitmap's corner from the pen. */
static int draw_glyph(const Drawing *d, Font *f, const Glyph *g, void *stroker, int64_t x, int64_t y)
{
    const int mode = d->text->mono ? RENDER_MONO : RENDER_GRAY;
    int error = T.Load_Glyph(f->face, g->index, d->text->flags);
    FtSlot *slot = f->face->glyph;
    if (error) return error;
    if (!stroker) {
        if ((error = T.Render_Glyph(slot, mode))) return error;
        draw_bitmap(d, &slot->bitmap, x + slot->left, y - slot->top);
        return 0;
    }
    FtGlyph glyph;
    const FtVector origin = {0, 0};
    if ((error = T.Get_Glyph(slot, &glyph))) return error;
    if (!(error = T.Glyph_Stroke(&glyph, stroker, 1)) && !(error = T.Glyph_To_Bitmap(&glyph, RENDER_GRAY, &origin, 1))) {
        const FtBitmapGlyph *b = (FtBitmapGlyph *)glyph;
        draw_bitmap(d, &b->bitmap, x + b->left, y - b->top);
    }
    T.Done_Glyph(glyph);
    return error;
}
/* How far the bitmaps of a text reach to the left of where it begins, and above its line. */
static int reach(Font *f, const Text *t, int64_t *left, int64_t *top)
{
    int64_t pen = 0;
    *left = *top = 0;
    for (int64_t i = 0; i < t->count; i++) {
        int error = T.Load_Glyph(f->face, t->glyphs[i].index, t->flags);
        const FtSlot *slot = f->face->glyph;
        if (error || (error = T.Render_Glyph(f->face->glyph, t->mono ? RENDER_MONO : RENDER_GRAY))) return error;
        if (pixels(pen) + slot->left < *left) *left = pixels(pen) + slot->left;
        if (slot->top > *top) *top = slot->top;
        pen += t->glyphs[i].advance;
    }
    return 0;
}
static bool draw_text(VM *vm, Font *f, const Drawing *d, int64_t stroke, double x_start, double y_start)
{
    const Text *t = d->text;
    void *stroker = NULL;
    double whole;
    int64_t pen = (int64_t)(modf(x_start, &whole) * 64), left, top;
    const int64_t down = (int64_t)(modf(y_start, &whole) * 64);
    int error = reach(f, t, &left, &top);
    if (error) return failed(vm, error);
    if (stroke) {
        if ((error = T.Stroker_New(f->library, &stroker))) return failed(vm, error);
        T.Stroker_Set(stroker, stroke * 64, ROUND, ROUND, 0);
    }
    for (int64_t i = 0; i < t->count && !error; i++) {
        error = draw_glyph(d, f, &t->glyphs[i], stroker, pixels(pen) - left + stroke, top - pixels(-down) + stroke);
        pen += t->glyphs[i].advance;
    }
    if (stroker) T.Stroker_Done(stroker);
    return !error || failed(vm, error);
}
static Value font_render(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Font *f = as_font(args[0]);
    Text t;
    int64_t stroke = 0, ink = 0;
    double x = 0, y = 0;
    Picture *to = picture_by_id(vm, args[2]);
    if (!to || (args[7] && !num_index_i64(vm, args[7], &stroke)) || (args[8] && !num_index_i64(vm, args[8], &ink)) || (args[9] && !num_to_double(vm, args[9], &x)) || (args[10] && !num_to_double(vm, args[10], &y))) return NO_VALUE;
    if (stroke < 0 || stroke > 65535) return err_raise(vm, EXC_ValueError, "a stroke of %lld pixels", (long long)stroke);
    const Ref layout[] = {args[1], args[3], args[4], args[5], args[6]};
    bool ok = lay_out(vm, f, layout, &t) && (to->mode->size == (t.colour ? 4 : 1) || (picture_wrong_mode(vm), false));
    const Drawing d = {to, &t, {(uint8_t)ink, (uint8_t)(ink >> 8), (uint8_t)(ink >> 16), (uint8_t)(ink >> 24)}};
    ok = ok && draw_text(vm, f, &d, stroke, x, y);
    text_free(vm, &t);
    return ok ? V_NONE : NO_VALUE;
}

/* ---- variations ---- */

/* A name of the font by its number: bytes, of Macintosh's or Microsoft's; NULL without an error: none. */
static Value name_by_number(VM *vm, Font *f, unsigned number)
{
    FtSfntName name;
    const unsigned count = T.Get_Sfnt_Name_Count(f->face);
    for (unsigned i = 0; i < count; i++)
        if (!T.Get_Sfnt_Name(f->face, i, &name) && name.name == number) return bytes_from(vm, name.string, name.length);
    return NO_VALUE;
}
static bool with_variations(VM *vm, Font *f, FtVariations **v)
{
    int error = T.Get_MM_Var(f->face, v);
    return !error || failed(vm, error);
}
static Value font_getvarnames(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Font *f = as_font(args[0]);
    FtVariations *v;
    if (!with_variations(vm, f, &v)) return NO_VALUE;
    Value list = list_new(vm, v->style_count);
    for (unsigned i = 0; list && i < v->style_count; i++) {
        Value name = name_by_number(vm, f, v->styles[i].name);
        if ((!name && err_occurred(vm)) || (name && !list_append_take(vm, list, name))) value_clear(vm, &list);
    }
    T.Done_MM_Var(f->library, v);
    return list;
}
static Value axis_of(VM *vm, Font *f, const FtAxis *a)
{
    Value d = dict_new(vm), name = d ? name_by_number(vm, f, a->name_number) : NO_VALUE;
    bool ok = d && dict_set_c(vm, d, "minimum", make_small(a->minimum / 65536)) && dict_set_c(vm, d, "default", make_small(a->usual / 65536)) && dict_set_c(vm, d, "maximum", make_small(a->maximum / 65536));
    if (ok && name) ok = dict_set_c(vm, d, "name", name);
    else ok = ok && !err_occurred(vm);
    release(vm, name);
    if (!ok) value_clear(vm, &d);
    return d;
}
static Value font_getvaraxes(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Font *f = as_font(args[0]);
    FtVariations *v;
    if (!with_variations(vm, f, &v)) return NO_VALUE;
    Value list = list_new(vm, v->axis_count);
    for (unsigned i = 0; list && i < v->axis_count; i++) {
        Value axis = axis_of(vm, f, &v->axes[i]);
        if (!axis || !list_append_take(vm, list, axis)) value_clear(vm, &list);
    }
    T.Done_MM_Var(f->library, v);
    return list;
}
static Value font_setvarname(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int number, error;
    if (!codec_args(vm, args + 1, 1, "i", &number)) return NO_VALUE;
    return (error = T.Set_Named_Instance(as_font(args[0])->face, (unsigned)number)) ? failed(vm, error), NO_VALUE : V_NONE;
}
static Value font_setvaraxes(VM *vm, const Ref *args, int n, Ref kwnames)
{
    enum { MOST = 64 };
    long at[MOST];
    double v;
    int error;
    if (!is_list(args[1])) return err_raise(vm, EXC_TypeError, "argument must be a list");
    Value all = tuple_from_iter(vm, args[1]);
    if (!all) return NO_VALUE;
    const int64_t count = as_tuple(all)->len;
    bool ok = count <= MOST || err_false(vm, EXC_ValueError, "a font of %lld axes", (long long)count);
    for (int64_t i = 0; ok && i < count; i++) {
        Ref item = as_tuple(all)->items[i];
        ok = (is_int(item) || is_float_any(item) || err_false(vm, EXC_TypeError, "list must contain numbers")) && num_to_double(vm, item, &v);
        if (ok) at[i] = (long)((v < -32768 ? -32768 : v > 32767 ? 32767 : v == v ? v : 0) * 65536);
    }
    release(vm, all);
    if (!ok) return NO_VALUE;
    return (error = T.Set_Var_Design_Coordinates(as_font(args[0])->face, (unsigned)count, at)) ? failed(vm, error), NO_VALUE : V_NONE;
}

/* ---- the module ---- */

static Value text_or_none(VM *vm, const char *s) { return s ? str_from_c(vm, s) : V_NONE; }
static Value get_family(VM *vm, Ref v) { return text_or_none(vm, as_font(v)->face->family_name); }
static Value get_style(VM *vm, Ref v) { return text_or_none(vm, as_font(v)->face->style_name); }
#define MEASURE(name, of) static Value get_##name(VM *vm, Ref v) { const FtSizeMetrics *m = &as_font(v)->face->size->metrics; return make_small(of); }
MEASURE(ascent, pixels(m->ascender))
MEASURE(descent, -pixels(m->descender))
MEASURE(height, pixels(m->height))
MEASURE(x_ppem, m->x_ppem)
MEASURE(y_ppem, m->y_ppem)
#undef MEASURE
static Value get_glyphs(VM *vm, Ref v) { return make_small(as_font(v)->face->num_glyphs); }

static const NativeDef methods[] = {{"render", font_render, "self, string, id, mode='', direction=None, features=None, language=None, stroke_width=0, ink=0, x=0.0, y=0.0, /", "draws a text into a picture", 0},
    {"getsize", font_getsize, "self, string, mode='', direction=None, features=None, language=None, anchor=None, /", "a text's size and offset", 0},
    {"getlength", font_getlength, "self, string, mode='', direction=None, features=None, language=None, /", "a text's length in 64ths of a pixel", 0},
    {"getvarnames", font_getvarnames, "self, /", "the names of its styles", 0}, {"getvaraxes", font_getvaraxes, "self, /", "what may be varied", 0},
    {"setvarname", font_setvarname, "self, number, /", "a style by its number", 0}, {"setvaraxes", font_setvaraxes, "self, axes, /", "where it stands on each axis", 0}, {NULL, NULL, NULL, NULL, 0}};
static const GetSetDef getsets[] = {{"family", get_family, NULL, "the family's name"}, {"style", get_style, NULL, "the style's name"}, {"ascent", get_ascent, NULL, "pixels above the line"},
    {"descent", get_descent, NULL, "pixels below the line"}, {"height", get_height, NULL, "pixels from a line to the next"}, {"x_ppem", get_x_ppem, NULL, "pixels an em, across"},
    {"y_ppem", get_y_ppem, NULL, "pixels an em, down"}, {"glyphs", get_glyphs, NULL, "how many glyphs it has"}, {NULL, NULL, NULL, NULL}};
static const TypeDef font_def = {.name = "Font", .kind = KIND_OPAQUE, .size = sizeof(Font), .flags = TYPE_NO_NEW, .dealloc = font_dealloc, .methods = methods, .getsets = getsets};
static const NativeDef functions[] = {{"getfont", getfont, "filename, size, index=0, encoding='', font_bytes=b'', layout_engine=0", "a font of a file, or of its bytes", NATIVE_KW}, {NULL, NULL, NULL, NULL, 0}};

static void *ft_alloc(const FtMemory *m, long size) { return malloc((size_t)size); }
static void ft_free(const FtMemory *m, void *block) { free(block); }
static void *ft_realloc(const FtMemory *m, long old_size, long size, void *block) { return realloc(block, (size_t)size); }
static const FtMemory memory = {NULL, ft_alloc, ft_free, ft_realloc};

static bool init(VM *vm, Ref module, Dict *ns)
{
    FontState *s = as_module(module)->state;
    static const char *const absent[] = {"HAVE_RAQM", "HAVE_FRIBIDI", "HAVE_HARFBUZZ"}, *const versions[] = {"raqm_version", "fribidi_version", "harfbuzz_version"};
    const char *missing = freetype_missing();
    int a, b, c;
    if (missing) return err_false(vm, EXC_ImportError, "fonts are FreeType's, and %s is not here (Debian: libfreetype6)", missing);
    if (T.New_Library(&memory, &s->library)) return s->library = NULL, err_false(vm, EXC_RuntimeError, "Could not initialize the freetype2 library");
    T.Add_Default_Modules(s->library);
    T.Set_Default_Properties(s->library);
    T.Library_Version(s->library, &a, &b, &c);
    for (int i = 0; i < 3; i++)
        if (!module_add(vm, ns, absent[i], V_FALSE) || !module_add(vm, ns, versions[i], V_NONE)) return false;
    return module_add(vm, ns, "freetype2_version", str_format(vm, "%d.%d.%d", a, b, c)) && (s->font = type_from_def(vm, &font_def, NULL));
}
static void done(VM *vm, void *state)
{
    FontState *s = state;
    release(vm, s->font ? VAL(s->font) : NO_VALUE);
    if (s->library) T.Done_Library(s->library);
}
const ModuleDef imagingft_module = {.name = "PIL._imagingft", .doc = "Fonts for pictures.", .functions = functions, .init = init, .state_size = sizeof(FontState), .done = done};
