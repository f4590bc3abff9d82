/* ttconv.c: matplotlib._ttconv: a TrueType font as PostScript's Type 42, as Adobe's Technical Note 5012 describes it: the font's own tables in hexadecimal digits, and its glyphs' names.
 * (Type 3 fonts, the default, are written by matplotlib's Python half.) */
#include <stdio.h>
#include <string.h>

#include "ft2font.h"

enum { STRING_MOST = 65534, LINE_BYTES = 38, TABLES_MOST = 64, ROW = 16, HEADER = 12 };
typedef struct Table { char tag[4]; uint32_t sum, at, size; } Table;
typedef struct Font {
    VM *vm;
    const uint8_t *bytes;
    int64_t size;
    Table tables[TABLES_MOST];
    int n;
    Value file, face /*a matplotlib.ft2font.FT2Font*/, write;
} Font;

static uint32_t be32(const uint8_t *p) { return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]; }
static uint32_t be16(const uint8_t *p) { return (uint32_t)p[0] << 8 | p[1]; }
static void put32(uint8_t *p, uint32_t v)
{
    for (int i = 0; i < 4; i++) p[i] = (uint8_t)(v >> (24 - 8 * i));
}
static bool say(Font *f, Value text /*taken*/)
{
    Value done = text ? call1(f->vm, f->write, text) : NULL;
    release(f->vm, text);
    release(f->vm, done);
    return done != NULL;
}
static bool say_c(Font *f, const char *text) { return say(f, str_from_c(f->vm, text)); }

/* ---- the font's tables ---- */
static bool is_kept(const uint8_t *tag)
{
    static const char kept[][5] = {"cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep", "vhea", "vmtx"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (!memcmp(kept[i], tag, 4)) return true;
    return false;
}
static const Table *table_of(const Font *f, const char *tag)
{
    for (int i = 0; i < f->n; i++)
        if (!memcmp(f->tables[i].tag, tag, 4)) return &f->tables[i];
    return NULL;
}
static bool corrupt(Font *f) { return err_false(f->vm, EXC_RuntimeError, "TrueType font may be corrupt"); }
static bool read_tables(Font *f)
{
    if (f->size < HEADER || (be32(f->bytes) != 0x00010000 && be32(f->bytes) != 0x74727565)) return corrupt(f);
    uint32_t n = be16(f->bytes + 4);
    if (f->size < HEADER + (int64_t)n * ROW) return corrupt(f);
    for (uint32_t i = 0; i < n; i++) {
        const uint8_t *row = f->bytes + HEADER + i * ROW;
        if (!is_kept(row)) continue;
        Table *t = &f->tables[f->n];
        if (f->n == TABLES_MOST || (int64_t)be32(row + 8) + be32(row + 12) > f->size) return corrupt(f);
        memcpy(t->tag, row, 4);
        t->sum = be32(row + 4);
        t->at = be32(row + 8);
        t->size = be32(row + 12);
        f->n++;
    }
    static const char needed[][5] = {"glyf", "head", "hhea", "hmtx", "loca", "maxp"};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (!table_of(f, needed[i])) return corrupt(f);
    return table_of(f, "head")->size >= 54 || corrupt(f);
}

/* ---- as digits: strings of at most 65,534 bytes and one that pads them; a string may end with a table, in glyf with a glyph ---- */
typedef struct Digits { Font *f; char text[2 * STRING_MOST + STRING_MOST / LINE_BYTES * 2 + 64]; int64_t n, column; } Digits;
static bool flush(Digits *d)
{
    bool ok = !d->n || say(d->f, str_from_utf8(d->f->vm, d->text, d->n));
    d->n = 0;
    return ok;
}
static bool put_bytes(Digits *d, const uint8_t *p, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        if (d->n > (int64_t)sizeof d->text - 8 && !flush(d)) return false;
        d->text[d->n++] = "0123456789ABCDEF"[p[i] >> 4];
        d->text[d->n++] = "0123456789ABCDEF"[p[i] & 15];
        if (++d->column % LINE_BYTES == 0) d->text[d->n++] = '\n';
    }
    return true;
}
static bool put_string(Digits *d, const uint8_t *p, int64_t n) /* its length is made a multiple of four; a byte closes it */
{
    static const uint8_t zeros[8];
    return flush(d) && say_c(d->f, "<") && put_bytes(d, p, n) && put_bytes(d, zeros, (4 - n % 4) % 4 + 1) && flush(d) && say_c(d->f, ">\n");
}
/* The end of the last glyph that begins at `from` or later and ends within a string. */
static int64_t glyphs_end(const Font *f, int64_t from)
{
    const Table *loca = table_of(f, "loca"), *glyf = table_of(f, "glyf");
    bool is_long = be16(f->bytes + table_of(f, "head")->at + 50);
    int64_t best = 0, n = loca->size / (is_long ? 4 : 2);
    for (int64_t i = 0; i < n; i++) {
        int64_t at = is_long ? be32(f->bytes + loca->at + 4 * i) : 2 * (int64_t)be16(f->bytes + loca->at + 2 * i);
        if (at > from && at - from <= STRING_MOST - 4 && at <= glyf->size && at % 4 == 0 && at > best) best = at;
    }
    return best;
}
static bool put_table(Digits *d, const Table *t)
{
    const Font *f = d->f;
    for (int64_t at = 0, end; at < t->size; at = end) {
        end = t->size;
        if (end - at > STRING_MOST - 4) {
            end = memcmp(t->tag, "glyf", 4) ? at + (STRING_MOST - 4) / 4 * 4 : glyphs_end(f, at);
            if (end <= at) return err_false(f->vm, EXC_RuntimeError, "a glyph of the font is too large for a string of PostScript's");
        }
        if (!put_string(d, f->bytes + t->at + at, end - at)) return false;
    }
    return true;
}
static bool put_tables(Font *f)
{
    Digits *d = mem_alloc(f->vm->mem, sizeof *d);
    if (!d) return err_no_memory(f->vm), false;
    d->f = f;
    d->n = d->column = 0;
    uint8_t header[HEADER + ROW * TABLES_MOST] = {0};
    uint32_t at = (uint32_t)(HEADER + ROW * f->n), power = 1, log = 0;
    for (; power * 2 <= (uint32_t)f->n; power *= 2) log++;
    put32(header, 0x00010000);
    put32(header + 4, (uint32_t)f->n << 16 | power * 16);
    put32(header + 8, log << 16 | ((uint32_t)f->n * 16 - power * 16));
    for (int i = 0; i < f->n; i++) {
        uint8_t *row = header + HEADER + ROW * i;
        memcpy(row, f->tables[i].tag, 4);
        put32(row + 4, f->tables[i].sum);
        put32(row + 8, at);
        put32(row + 12, f->tables[i].size);
        at += (f->tables[i].size + 3) / 4 * 4;
    }
    bool ok = say_c(f, "/sfnts [\n") && put_string(d, header, HEADER + ROW * f->n);
    for (int i = 0; ok && i < f->n; i++) ok = put_table(d, &f->tables[i]);
    mem_free(f->vm->mem, d, sizeof *d);
    return ok && say_c(f, "] def\n");
}

/* ---- what else a font says ---- */
static Value face_text(Font *f, const char *name) { return obj_getattr_c(f->vm, f->face, name); }
static bool say_name(Font *f, const char *format, const char *attribute)
{
    Value v = face_text(f, attribute);
    bool ok = v && say(f, str_format(f->vm, format, REF(v)));
    release(f->vm, v);
    return ok;
}
static bool say_box(Font *f)
{
    const uint8_t *head = f->bytes + table_of(f, "head")->at;
    double em = be16(head + 18) ? be16(head + 18) : 1;
    char text[160];
    snprintf(text, sizeof text, "/FontBBox [%.6g %.6g %.6g %.6g] def\n", (int16_t)be16(head + 36) / em, (int16_t)be16(head + 38) / em, (int16_t)be16(head + 40) / em, (int16_t)be16(head + 42) / em);
    return say_c(f, text);
}
static bool say_glyphs(Font *f)
{
    VM *vm = f->vm;
    uint32_t n = be16(f->bytes + table_of(f, "maxp")->at + 4);
    Value get = face_text(f, "get_glyph_name");
    char text[64];
    snprintf(text, sizeof text, "/CharStrings %u dict dup begin\n", n + 1);
    bool ok = get && say_c(f, text);
    for (uint32_t i = 0; ok && i < n; i++) {
        Value name = call1(vm, get, make_small((int64_t)i));
        ok = name && say(f, str_format(vm, "/%S %d def\n", REF(name), (int)i));
        release(vm, name);
    }
    release(vm, get);
    return ok && say_c(f, "end readonly def\n");
}
static bool convert(Font *f)
{
    return read_tables(f) && say_c(f, "%!PS-TrueTypeFont-1.0-1.0\n") && say_name(f, "%%%%Title: %S\n", "family_name") && say_c(f, "15 dict begin\n") && say_name(f, "/FontName /%S def\n", "postscript_name") &&
           say_c(f, "/FontType 42 def\n/PaintType 0 def\n/FontMatrix [1 0 0 1 0 0] def\n/Encoding StandardEncoding def\n") && say_box(f) && put_tables(f) && say_glyphs(f) &&
           say_c(f, "FontName currentdict end definefont pop\n");
}

/* The font as matplotlib reads it, which knows its glyphs' names. */
static bool open_face(VM *vm, Ref name, Value *face)
{
    Value class = import_attr(vm, "matplotlib.ft2font", "FT2Font"), path = class ? import_call(vm, "os", "fsdecode", (Ref[]){name}, 1) : NULL;
    *face = path ? call1(vm, class, path) : NULL;
    release(vm, class);
    release(vm, path);
    return *face != NULL;
}
static Value fn_convert(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t type;
    if (!num_index_i64(vm, args[2], &type)) return NULL;
    if (!is_bytes(args[0])) return err_raise(vm, EXC_TypeError, "a bytes-like object is required, not '%T'", args[0]);
    if (type == 3) return err_raise(vm, EXC_NotImplementedError, "a font of Type 3 is written by matplotlib.backends.backend_ps (ps.fonttype: 3), not by convert_ttf_to_ps");
    if (type != 42) return err_raise(vm, EXC_ValueError, "fonttype must be either 3 (raw Postscript) or 42 (embedded Truetype)");
    Font f = {.vm = vm};
    bool ok = false;
    if (!(f.write = obj_getattr_c(vm, args[1], "write"))) {
        err_clear(vm);
        err_raise(vm, EXC_TypeError, "Expected a file-like object with a write method.");
    } else if (!(f.file = ft2_read_all(vm, args[0]))) {
        err_clear(vm);
        err_raise(vm, EXC_RuntimeError, "Failed to open TrueType font");
    } else if (open_face(vm, args[0], &f.face)) {
        f.bytes = (const uint8_t *)as_bytes(f.file)->data;
        f.size = as_bytes(f.file)->len;
        ok = convert(&f);
    }
    release(vm, f.write);
    release(vm, f.file);
    release(vm, f.face);
    return ok ? V_NONE : NULL;
}
static const NativeDef functions[] = {
    {"convert_ttf_to_ps", fn_convert, "filename, output, fonttype, glyph_ids=None", "Writes a TrueType font as a font of Type 42 to what has a method write.", NATIVE_KW},
    {0},
};
const ModuleDef ttconv_module = {.name = "matplotlib._ttconv", .doc = "TrueType fonts for PostScript.", .functions = functions};
