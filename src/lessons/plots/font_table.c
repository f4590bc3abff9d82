/* font_table.c: what stands in the tables of a font's file, as dicts. */
#include <stdio.h>

#include "ft2font.h"

typedef struct Row { const char *name; char kind; } Row; /* h short, H unsigned short, l long, k unsigned long, f fixed as (whole, part), p two longs, q four; a digit or a letter above: bytes */
typedef struct Table { const char *name; int number; const Row *rows; } Table;

/* Rows in the order of the structures' fields; a name "" is a field that is not told. */
static const Row head[] = {{"version", 'f'}, {"fontRevision", 'f'}, {"checkSumAdjustment", 'l'}, {"magicNumber", 'l'}, {"flags", 'H'}, {"unitsPerEm", 'H'}, {"created", 'p'}, {"modified", 'p'}, {"xMin", 'h'},
    {"yMin", 'h'}, {"xMax", 'h'}, {"yMax", 'h'}, {"macStyle", 'H'}, {"lowestRecPPEM", 'H'}, {"fontDirectionHint", 'h'}, {"indexToLocFormat", 'h'}, {"glyphDataFormat", 'h'}, {0}};
static const Row maxp[] = {{"version", 'f'}, {"numGlyphs", 'H'}, {"maxPoints", 'H'}, {"maxContours", 'H'}, {"maxComponentPoints", 'H'}, {"maxComponentContours", 'H'}, {"maxZones", 'H'},
    {"maxTwilightPoints", 'H'}, {"maxStorage", 'H'}, {"maxFunctionDefs", 'H'}, {"maxInstructionDefs", 'H'}, {"maxStackElements", 'H'}, {"maxSizeOfInstructions", 'H'},
    {"maxComponentElements", 'H'}, {"maxComponentDepth", 'H'}, {0}};
static const Row os2[] = {{"version", 'H'}, {"xAvgCharWidth", 'h'}, {"usWeightClass", 'H'}, {"usWidthClass", 'H'}, {"fsType", 'H'}, {"ySubscriptXSize", 'h'}, {"ySubscriptYSize", 'h'},
    {"ySubscriptXOffset", 'h'}, {"ySubscriptYOffset", 'h'}, {"ySuperscriptXSize", 'h'}, {"ySuperscriptYSize", 'h'}, {"ySuperscriptXOffset", 'h'}, {"ySuperscriptYOffset", 'h'},
    {"yStrikeoutSize", 'h'}, {"yStrikeoutPosition", 'h'}, {"sFamilyClass", 'h'}, {"panose", ':'}, {"ulCharRange", 'q'}, {"achVendID", '4'}, {"fsSelection", 'H'}, {"fsFirstCharIndex", 'H'},
    {"fsLastCharIndex", 'H'}, {0}};
static const Row hhea[] = {{"version", 'f'}, {"ascent", 'h'}, {"descent", 'h'}, {"lineGap", 'h'}, {"advanceWidthMax", 'H'}, {"minLeftBearing", 'h'}, {"minRightBearing", 'h'}, {"xMaxExtent", 'h'},
    {"caretSlopeRise", 'h'}, {"caretSlopeRun", 'h'}, {"caretOffset", 'h'}, {"", '8'}, {"metricDataFormat", 'h'}, {"numOfLongHorMetrics", 'H'}, {0}};
static const Row vhea[] = {{"version", 'f'}, {"vertTypoAscender", 'h'}, {"vertTypoDescender", 'h'}, {"vertTypoLineGap", 'h'}, {"advanceHeightMax", 'H'}, {"minTopSideBearing", 'h'},
    {"minBottomSizeBearing", 'h'}, {"yMaxExtent", 'h'}, {"caretSlopeRise", 'h'}, {"caretSlopeRun", 'h'}, {"caretOffset", 'h'}, {"", '8'}, {"metricDataFormat", 'h'}, {"numOfLongVerMetrics", 'H'}, {0}};
static const Row post[] = {{"format", 'f'}, {"italicAngle", 'f'}, {"underlinePosition", 'h'}, {"underlineThickness", 'h'}, {"isFixedPitch", 'k'}, {"minMemType42", 'k'}, {"maxMemType42", 'k'},
    {"minMemType1", 'k'}, {"maxMemType1", 'k'}, {0}};
static const Row pclt[] = {{"version", 'f'}, {"fontNumber", 'k'}, {"pitch", 'H'}, {"xHeight", 'H'}, {"style", 'H'}, {"typeFamily", 'H'}, {"capHeight", 'H'}, {"symbolSet", 'H'}, {"typeFace", '@'},
    {"characterComplement", '8'}, {"", '6'}, {"strokeWeight", '1'}, {"widthType", '1'}, {"serifStyle", '1'}, {0}};
static const Table tables[] = {{"head", 0, head}, {"maxp", 1, maxp}, {"OS/2", 2, os2}, {"hhea", 3, hhea}, {"vhea", 4, vhea}, {"post", 5, post}, {"pclt", 6, pclt}};

static const char *aligned(const char *at, size_t to) { return (const char *)(((uintptr_t)at + to - 1) / to * to); }

/* n longs as a tuple. */
static Value longs(VM *vm, const char *at, int n)
{
    Value items[4] = {0};
    for (int i = 0; i < n; i++) items[i] = int_from_u64(vm, ((const unsigned long *)(const void *)at)[i]);
    return tuple_take(vm, items, n);
}

/* The field at *at, which is put behind it. */
static Value field(VM *vm, char kind, const char **at)
{
    size_t size = kind == 'h' || kind == 'H' ? 2 : kind >= '0' && kind <= '@' ? 1 : 8, count = kind == 'p' ? 2 : kind == 'q' ? 4 : size == 1 ? (size_t)(kind - '0') : 1;
    const char *p = aligned(*at, size);
    *at = p + size * count;
    long whole = 0;
    short half = 0;
    if (size == 8) memcpy(&whole, p, sizeof whole);
    if (size == 2) memcpy(&half, p, sizeof half);
    switch (kind) {
    case 'h': return make_small(half);
    case 'H': return make_small((unsigned short)half);
    case 'l': return int_from_i64(vm, whole);
    case 'k': return int_from_u64(vm, (unsigned long)whole);
    case 'f': return tuple_of(vm, 2, REF(make_small((short)(whole >> 16))), REF(make_small((unsigned short)whole)));
    case 'p': case 'q': return longs(vm, p, (int)count);
    case '1': return make_small((signed char)*p);
    default: return bytes_from(vm, p, (int64_t)count);
    }
}

Value ft2_table(VM *vm, FtFace face, Ref name)
{
    if (!is_str(name)) return err_raise(vm, EXC_TypeError, "get_sfnt_table() argument 1 must be str, not %T", name);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        if (!str_equal_c(name, tables[i].name)) continue;
        const char *at = T.Get_Sfnt_Table(face, tables[i].number);
        if (!at || (tables[i].rows == os2 && *(const unsigned short *)(const void *)at == 0xFFFF)) return V_NONE;
        Value d = dict_new(vm);
        bool ok = d != NO_VALUE;
        for (const Row *r = tables[i].rows; ok && r->name; r++) {
            Value v = field(vm, r->kind, &at);
            ok = v && (!*r->name || dict_set_c(vm, d, r->name, v));
            release(vm, v);
        }
        if (ok) return d;
        release(vm, d);
        return NO_VALUE;
    }
    return V_NONE;
}

Value ft2_names(VM *vm, FtFace face)
{
    if (!(face->face_flags & FT_SFNT)) return err_raise(vm, EXC_ValueError, "No SFNT name table");
    Value d = dict_new(vm);
    unsigned n = T.Get_Sfnt_Name_Count(face);
    for (unsigned i = 0; d && i < n; i++) {
        FtSfntName name;
        Value key = NO_VALUE, text = NO_VALUE;
        if (T.Get_Sfnt_Name(face, i, &name)) err_raise(vm, EXC_ValueError, "Could not get SFNT name");
        else {
            key = tuple_of(vm, 4, REF(make_small(name.platform)), REF(make_small(name.encoding)), REF(make_small(name.language)), REF(make_small(name.name)));
            text = key ? bytes_from(vm, name.length ? (const void *)name.string : "", name.length) : NO_VALUE;
        }
        bool ok = text && dict_set(vm, d, key, text);
        release(vm, key);
        release(vm, text);
        if (!ok) value_clear(vm, &d);
    }
    return d;
}

Value ft2_ps_info(VM *vm, FtFace face)
{
    FtPsInfo info = {0};
    if (T.Get_PS_Font_Info(face, &info)) return err_raise(vm, EXC_ValueError, "Could not get PS font info");
    const char *texts[] = {info.version, info.notice, info.full_name, info.family_name, info.weight};
    Value items[9] = {0};
    for (int i = 0; i < 5; i++) items[i] = str_from_c(vm, texts[i] ? texts[i] : "");
    items[5] = int_from_i64(vm, info.italic_angle);
    items[6] = make_small(info.is_fixed_pitch);
    items[7] = make_small(info.underline_position);
    items[8] = make_small(info.underline_thickness);
    return tuple_take(vm, items, 9);
}
