/* mod_multibyte_table.c: one character of a table of several bytes a character, over the C library's iconv; where CPython's tables say something else the difference stands here (found
 * by comparing every pair of bytes and every character, tests/pylib/t_multibyte.py). */
#include <errno.h>

#include "mod_multibyte.h"

static const struct { const char *iconv; int most; } kinds[] = {
    [GB2312] = {"GB2312", 2}, [GBK] = {"GBK", 2}, [GB18030] = {"GB18030", 4}, [BIG5] = {"BIG5", 2}, [HKSCS] = {"BIG5-HKSCS", 2}, [CP950] = {"CP950", 2}, [SHIFT_JIS] = {"SHIFT_JIS", 2},
    [CP932] = {"CP932", 2}, [EUC_JP] = {"EUC-JP", 3}, [CP949] = {"CP949", 2}, [EUC_KR] = {"EUC-KR", 2}, [JOHAB] = {"JOHAB", 2}, [EUC_2004] = {"EUC-JISX0213", 3}, [EUC_2000] = {"EUC-JISX0213", 3},
    [SJIS_2004] = {"SHIFT_JISX0213", 2}, [SJIS_2000] = {"SHIFT_JISX0213", 2},
};

bool table_open(Table *t, Kind kind)
{
    const char *machine = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "UCS-4LE" : "UCS-4BE";
    t->kind = kind;
    t->most = kinds[kind].most;
    t->in = iconv_open(machine, kinds[kind].iconv);
    t->out = iconv_open(kinds[kind].iconv, machine);
    return t->in != (iconv_t)-1 && t->out != (iconv_t)-1;
}

void table_close(Table *t)
{
    if (t->in != (iconv_t)-1) iconv_close(t->in);
    if (t->out != (iconv_t)-1) iconv_close(t->out);
}

/* ---- the C library's ---- */

static int from_iconv(const Table *t, const unsigned char *p, int64_t n, uint32_t *u)
{
    size_t left = n < t->most ? (size_t)n : (size_t)t->most, have = left, room = 4;
    char *from = (char *)(uintptr_t)p, *to = (char *)u;
    uint32_t before = *u;
    iconv(t->in, NULL, NULL, NULL, NULL);
    size_t r = iconv(t->in, &from, &left, &to, &room);
    if (room == 0) return (int)(have - left); /* (more characters may have been there: no room for them) */
    *u = before;
    return r == (size_t)-1 && errno == EINVAL && n < t->most ? 0 : -1;
}

static int to_iconv(const Table *t, uint32_t u, unsigned char *out)
{
    size_t left = 4, room = CODEC_STEP_MAX;
    char *from = (char *)&u, *to = (char *)out;
    iconv(t->out, NULL, NULL, NULL, NULL);
    if (iconv(t->out, &from, &left, &to, &room) || left) return 0;
    return iconv(t->out, NULL, NULL, &to, &room) ? 0 : (int)(CODEC_STEP_MAX - room); /* (what may begin a pair waits within it) */
}

/* ---- where CPython's tables say something else ---- */

/* A byte above 127 that is a character alone in CP932: 1. */
static bool cp932_single(unsigned b, uint32_t *u)
{
    if (b != 0x80 && b != 0xA0 && b < 0xFD) return false;
    *u = b == 0x80 ? 0x80 : b == 0xA0 ? 0xF8F0 : 0xF8F1 + (b - 0xFD);
    return true;
}
static int cp932_byte(uint32_t u) { return u == 0x80 ? 0x80 : u == 0xF8F0 ? 0xA0 : u >= 0xF8F1 && u <= 0xF8F3 ? (int)(0xFD + u - 0xF8F1) : 0; }

/* Codes that CPython's table lacks: younger than its standard. */
static const struct { Kind kind; uint8_t bytes[2]; } absent[] = {
    {EUC_KR, {0xA2, 0xE8}}, {JOHAB, {0xD9, 0xE8}}, {EUC_2000, {0xAE, 0xA1}}, {EUC_2000, {0xAF, 0xFE}}, {EUC_2000, {0xCF, 0xD4}}, {EUC_2000, {0xCF, 0xFE}}, {EUC_2000, {0xF4, 0xA7}},
    {EUC_2000, {0xFE, 0xFA}}, {EUC_2000, {0xFE, 0xFB}}, {EUC_2000, {0xFE, 0xFC}}, {EUC_2000, {0xFE, 0xFD}}, {EUC_2000, {0xFE, 0xFE}}, {SJIS_2000, {0x87, 0x9F}}, {SJIS_2000, {0x88, 0x9E}},
    {SJIS_2000, {0x98, 0x73}}, {SJIS_2000, {0x98, 0x9E}}, {SJIS_2000, {0xEA, 0xA5}}, {SJIS_2000, {0xEF, 0xF8}}, {SJIS_2000, {0xEF, 0xF9}}, {SJIS_2000, {0xEF, 0xFA}}, {SJIS_2000, {0xEF, 0xFB}},
    {SJIS_2000, {0xEF, 0xFC}},
};
static bool is_absent(Kind kind, const unsigned char *p, int n)
{
    if (kind == HKSCS && (p[0] == 0x80 || (p[0] == 0x87 && p[1] >= 0x7A))) return true;
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
        if (absent[i].kind == kind && n == 2 && !memcmp(absent[i].bytes, p, 2)) return true;
    return false;
}

/* Characters whose bytes stand for another one too, which decoding prefers; bytes 0: there are none. */
static const struct { Kind kind; uint16_t u; uint8_t bytes[2]; } one_way[] = {
    {SHIFT_JIS, 0xA5, {'\\'}}, {SHIFT_JIS, 0x203E, {'~'}}, {EUC_JP, 0xA5, {'\\'}}, {EUC_JP, 0x203E, {'~'}}, {EUC_JP, 0xFF5E, {0}}, {EUC_KR, 0x3164, {0xA4, 0xD4}},
    {CP932, 0xA2, {0x81, 0x91}}, {CP932, 0xA3, {0x81, 0x92}}, {CP932, 0xAC, {0x81, 0xCA}}, {CP932, 0x2016, {0x81, 0x61}}, {CP932, 0x2212, {0x81, 0x7C}}, {CP932, 0x301C, {0x81, 0x60}},
    {CP950, 0xA2, {0xA2, 0x46}}, {CP950, 0xA3, {0xA2, 0x47}}, {CP950, 0xA5, {0xA2, 0x44}}, {CP950, 0x2022, {0xA1, 0x45}}, {CP950, 0x203E, {0xA1, 0xC2}}, {CP950, 0x223C, {0xA1, 0xE3}}, {CP950, 0x2609, {0xA1, 0xF3}}, {CP950, 0x2641, {0xA1, 0xF2}}, {CP950, 0xFF64, {0xA1, 0x4E}}};

/* What CPython's tables have elsewhere than the C library's: GB 18030 of the year 2000, Big5 before Microsoft's; what stands for JIS X 0213 holds for its older edition too. */
static const struct { Kind kind; uint32_t u; uint8_t bytes[4]; } elsewhere[] = {
    {GB18030, 0x1E3F, {0x81, 0x35, 0xF4, 0x37}}, {GB18030, 0x9FB4, {0x82, 0x35, 0x90, 0x37}}, {GB18030, 0x9FB5, {0x82, 0x35, 0x90, 0x38}},
    {GB18030, 0x9FB6, {0x82, 0x35, 0x90, 0x39}}, {GB18030, 0x9FB7, {0x82, 0x35, 0x91, 0x30}}, {GB18030, 0x9FB8, {0x82, 0x35, 0x91, 0x31}},
    {GB18030, 0x9FB9, {0x82, 0x35, 0x91, 0x32}}, {GB18030, 0x9FBA, {0x82, 0x35, 0x91, 0x33}}, {GB18030, 0x9FBB, {0x82, 0x35, 0x91, 0x34}},
    {GB18030, 0xE78D, {0xA6, 0xD9}}, {GB18030, 0xE78E, {0xA6, 0xDA}}, {GB18030, 0xE78F, {0xA6, 0xDB}}, {GB18030, 0xE790, {0xA6, 0xDC}},
    {GB18030, 0xE791, {0xA6, 0xDD}}, {GB18030, 0xE792, {0xA6, 0xDE}}, {GB18030, 0xE793, {0xA6, 0xDF}}, {GB18030, 0xE794, {0xA6, 0xEC}},
    {GB18030, 0xE795, {0xA6, 0xED}}, {GB18030, 0xE796, {0xA6, 0xF3}}, {GB18030, 0xE7C7, {0xA8, 0xBC}}, {GB18030, 0xE816, {0xFE, 0x51}},
    {GB18030, 0xE817, {0xFE, 0x52}}, {GB18030, 0xE818, {0xFE, 0x53}}, {GB18030, 0xE81E, {0xFE, 0x59}}, {GB18030, 0xE826, {0xFE, 0x61}},
    {GB18030, 0xE82B, {0xFE, 0x66}}, {GB18030, 0xE82C, {0xFE, 0x67}}, {GB18030, 0xE831, {0xFE, 0x6C}}, {GB18030, 0xE832, {0xFE, 0x6D}},
    {GB18030, 0xE83B, {0xFE, 0x76}}, {GB18030, 0xE843, {0xFE, 0x7E}}, {GB18030, 0xE854, {0xFE, 0x90}}, {GB18030, 0xE855, {0xFE, 0x91}},
    {GB18030, 0xE864, {0xFE, 0xA0}}, {GB18030, 0xFE10, {0x84, 0x31, 0x82, 0x36}}, {GB18030, 0xFE11, {0x84, 0x31, 0x82, 0x37}},
    {GB18030, 0xFE12, {0x84, 0x31, 0x82, 0x38}}, {GB18030, 0xFE13, {0x84, 0x31, 0x82, 0x39}}, {GB18030, 0xFE14, {0x84, 0x31, 0x83, 0x30}},
    {GB18030, 0xFE15, {0x84, 0x31, 0x83, 0x31}}, {GB18030, 0xFE16, {0x84, 0x31, 0x83, 0x32}}, {GB18030, 0xFE17, {0x84, 0x31, 0x83, 0x33}},
    {GB18030, 0xFE18, {0x84, 0x31, 0x83, 0x34}}, {GB18030, 0xFE19, {0x84, 0x31, 0x83, 0x35}}, {GB18030, 0x20087, {0x95, 0x32, 0x90, 0x31}},
    {GB18030, 0x20089, {0x95, 0x32, 0x90, 0x33}}, {GB18030, 0x200CC, {0x95, 0x32, 0x97, 0x30}}, {GB18030, 0x215D7, {0x95, 0x36, 0xB9, 0x37}},
    {GB18030, 0x2298F, {0x96, 0x30, 0xBA, 0x35}}, {GB18030, 0x241FE, {0x96, 0x35, 0xB6, 0x30}}, {BIG5, 0x2022, {0xA1, 0x45}},
    {BIG5, 0xFF64, {0xA1, 0x4E}}, {BIG5, 0x203E, {0xA1, 0xC2}}, {BIG5, 0x223C, {0xA1, 0xE3}}, {BIG5, 0x2641, {0xA1, 0xF2}},
    {BIG5, 0x2609, {0xA1, 0xF3}}, {BIG5, 0xFF0F, {0xA2, 0x41}}, {BIG5, 0xFF3C, {0xA2, 0x42}}, {BIG5, 0xA5, {0xA2, 0x44}}, {BIG5, 0xA2, {0xA2, 0x46}},
    {BIG5, 0xA3, {0xA2, 0x47}},
    {HKSCS, 0x2574, {0xA1, 0x5A}}, {HKSCS, 0xFFE3, {0xA1, 0xC3}}, {HKSCS, 0x2CD, {0xA1, 0xC5}}, {EUC_2004, 0x2015, {0xA1, 0xBD}}, {EUC_2004, 0x2985, {0xA2, 0xD6}},
    {EUC_2004, 0x2986, {0xA2, 0xD7}}, {EUC_2000, 0x9B1D, {0x8F, 0xFD, 0xBB}}, {SJIS_2004, 0x2015, {0x81, 0x5C}}, {SJIS_2004, '\\', {0x81, 0x5F}}, {SJIS_2004, '~', {0x81, 0xB0}},
    {SJIS_2004, 0x2985, {0x81, 0xD4}}, {SJIS_2004, 0x2986, {0x81, 0xD5}}, {SJIS_2000, 0x9B1D, {0xFC, 0x5A}},
};
enum { ELSEWHERE = sizeof elsewhere / sizeof *elsewhere };

/* Codes for a character that has another one too, which encoding prefers. */
static const struct { Kind kind; uint16_t u; uint8_t bytes[4]; } also[] = {
    {EUC_JP, '~', {0x8F, 0xA2, 0xB7}}, {HKSCS, 0xFF0F, {0xA1, 0xFE}}, {HKSCS, 0xFF3C, {0xA2, 0x40}}, {HKSCS, 0x5341, {0xA2, 0xCC}}, {HKSCS, 0x5345, {0xA2, 0xCE}},
    {JOHAB, 0x3000, {0x84, 0x41}}, {JOHAB, 0x3131, {0x84, 0x42}}, {JOHAB, 0x3132, {0x84, 0x43}}, {JOHAB, 0x3134, {0x84, 0x45}}, {JOHAB, 0x3137, {0x84, 0x48}}, {JOHAB, 0x3139, {0x84, 0x49}},
    {JOHAB, 0x3141, {0x84, 0x51}}, {JOHAB, 0x3142, {0x84, 0x53}}, {JOHAB, 0x3145, {0x84, 0x55}}, {JOHAB, 0x3146, {0x84, 0x56}}, {JOHAB, 0x3147, {0x84, 0x57}}, {JOHAB, 0x3148, {0x84, 0x58}},
    {JOHAB, 0x314A, {0x84, 0x59}}, {JOHAB, 0x314B, {0x84, 0x5A}}, {JOHAB, 0x314C, {0x84, 0x5B}}, {JOHAB, 0x314D, {0x84, 0x5C}}, {JOHAB, 0x314E, {0x84, 0x5D}},
};
enum { ALSO = sizeof also / sizeof *also };

static bool holds_for(Kind row, Kind kind) { return row == kind || (row == EUC_2004 && kind == EUC_2000) || (row == SJIS_2004 && kind == SJIS_2000); }
static int width_of(const uint8_t bytes[4]) { return bytes[3] ? 4 : bytes[2] ? 3 : 2; }
static bool begins(const unsigned char *p, int64_t n, const uint8_t bytes[4]) { return n >= width_of(bytes) && !memcmp(p, bytes, (size_t)width_of(bytes)); }

static int read_elsewhere(Kind kind, const unsigned char *p, int64_t n, uint32_t *u)
{
    for (int i = 0; i < ELSEWHERE; i++)
        if (holds_for(elsewhere[i].kind, kind) && begins(p, n, elsewhere[i].bytes)) return *u = elsewhere[i].u, width_of(elsewhere[i].bytes);
    for (int i = 0; i < ALSO; i++)
        if (holds_for(also[i].kind, kind) && begins(p, n, also[i].bytes)) return *u = also[i].u, width_of(also[i].bytes);
    return 0;
}
static int put_elsewhere(Kind kind, uint32_t u, unsigned char *out)
{
    for (int i = 0; i < ELSEWHERE; i++) {
        if (!holds_for(elsewhere[i].kind, kind) || elsewhere[i].u != u) continue;
        memcpy(out, elsewhere[i].bytes, 4);
        return width_of(elsewhere[i].bytes);
    }
    return 0;
}

/* Pairs of characters with one code: a letter and its accent. Those of JIS X 0213 as EUC has them. */
static const struct { Kind kind; uint16_t first, second; uint8_t bytes[2]; } pairs[] = {
    {HKSCS, 0xCA, 0x304, {0x88, 0x62}}, {HKSCS, 0xCA, 0x30C, {0x88, 0x64}}, {HKSCS, 0xEA, 0x304, {0x88, 0xA3}}, {HKSCS, 0xEA, 0x30C, {0x88, 0xA5}},
    {EUC_2004, 0x304B, 0x309A, {0xA4, 0xF7}}, {EUC_2004, 0x304D, 0x309A, {0xA4, 0xF8}}, {EUC_2004, 0x304F, 0x309A, {0xA4, 0xF9}}, {EUC_2004, 0x3051, 0x309A, {0xA4, 0xFA}},
    {EUC_2004, 0x3053, 0x309A, {0xA4, 0xFB}}, {EUC_2004, 0x30AB, 0x309A, {0xA5, 0xF7}}, {EUC_2004, 0x30AD, 0x309A, {0xA5, 0xF8}}, {EUC_2004, 0x30AF, 0x309A, {0xA5, 0xF9}},
    {EUC_2004, 0x30B1, 0x309A, {0xA5, 0xFA}}, {EUC_2004, 0x30B3, 0x309A, {0xA5, 0xFB}}, {EUC_2004, 0x30BB, 0x309A, {0xA5, 0xFC}}, {EUC_2004, 0x30C4, 0x309A, {0xA5, 0xFD}},
    {EUC_2004, 0x30C8, 0x309A, {0xA5, 0xFE}}, {EUC_2004, 0x31F7, 0x309A, {0xA6, 0xF8}}, {EUC_2004, 0xE6, 0x300, {0xAB, 0xC4}}, {EUC_2004, 0x254, 0x300, {0xAB, 0xC8}},
    {EUC_2004, 0x254, 0x301, {0xAB, 0xC9}}, {EUC_2004, 0x28C, 0x300, {0xAB, 0xCA}}, {EUC_2004, 0x28C, 0x301, {0xAB, 0xCB}}, {EUC_2004, 0x259, 0x300, {0xAB, 0xCC}},
    {EUC_2004, 0x259, 0x301, {0xAB, 0xCD}}, {EUC_2004, 0x25A, 0x300, {0xAB, 0xCE}}, {EUC_2004, 0x25A, 0x301, {0xAB, 0xCF}}, {EUC_2004, 0x2E9, 0x2E5, {0xAB, 0xE5}},
    {EUC_2004, 0x2E5, 0x2E9, {0xAB, 0xE6}},
};

/* The bytes of a pair in a table; false: it has none of its kind. */
static bool pair_bytes(Kind kind, int i, unsigned char out[2])
{
    enum { ROWS = 94, UPPER = 63 };
    if (kind == SJIS_2004 || kind == SJIS_2000) { /* two rows of 94 are one of 188, whose second byte leaves 7F out */
        int row = pairs[i].bytes[0] - 0xA1, place = pairs[i].bytes[1] - 0xA1 + row % 2 * ROWS;
        out[0] = (unsigned char)(0x81 + row / 2);
        out[1] = (unsigned char)(0x40 + place + (place >= UPPER));
        return pairs[i].kind == EUC_2004;
    }
    memcpy(out, pairs[i].bytes, 2);
    return holds_for(pairs[i].kind, kind);
}

static int read_pair(Kind kind, const unsigned char *p, int64_t n, uint32_t u[2])
{
    unsigned char bytes[2];
    for (size_t i = 0; n >= 2 && i < sizeof pairs / sizeof *pairs; i++) {
        if (!pair_bytes(kind, (int)i, bytes) || memcmp(bytes, p, 2)) continue;
        u[0] = pairs[i].first;
        u[1] = pairs[i].second;
        return 2;
    }
    return 0;
}

int pair_put(const Table *t, uint32_t first, uint32_t second, unsigned char *out)
{
    if (t->kind < HKSCS || second == CODEC_NOTHING) return 0;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (pairs[i].first == first && (pairs[i].second == second || second == CODEC_LATER) && pair_bytes(t->kind, (int)i, out)) return second == CODEC_LATER ? CODEC_WAIT : 2;
    return 0;
}

/* Kana, Cyrillic and numbers in circles where Big5 itself has nothing (ETEN's rows): places from C6A1 on, characters, so many. */
static const struct { uint16_t place, u, count; } eten[] = {{0, 0x30FE, 1}, {1, 0x309D, 2}, {3, 0x3005, 1}, {4, 0x3041, 83}, {87, 0x30A1, 86}, {173, 0x414, 2}, {175, 0x401, 1},
    {176, 0x416, 7}, {183, 0x423, 19}, {202, 0x451, 1}, {203, 0x436, 26}, {229, 0x2460, 10}, {239, 0x2474, 10}};
enum { ETEN = sizeof eten / sizeof *eten, LOWS = 157, LOW_GAP = 63 /* second bytes below 7F, then from A1 on */ };

static int read_eten(const unsigned char *p, uint32_t *u)
{
    int low = p[1] >= 0xA1 ? p[1] - 0xA1 + LOW_GAP : p[1] - 0x40, place = (p[0] - 0xC6) * LOWS + low - LOW_GAP;
    for (int i = 0; i < ETEN; i++)
        if (place >= eten[i].place && place < eten[i].place + eten[i].count) return *u = (uint32_t)(eten[i].u + place - eten[i].place), 2;
    return -1;
}
static int put_eten(uint32_t u, unsigned char *out)
{
    for (int i = 0; i < ETEN; i++) {
        if (u < eten[i].u || u >= (uint32_t)eten[i].u + eten[i].count) continue;
        int place = eten[i].place + (int)(u - eten[i].u) + LOW_GAP, low = place % LOWS;
        out[0] = (unsigned char)(0xC6 + place / LOWS);
        out[1] = (unsigned char)(low < LOW_GAP ? 0x40 + low : 0xA1 + low - LOW_GAP);
        return 2;
    }
    return 0;
}

/* Big5's own part of the table: -2 is "ask the C library". */
static int read_big5(Kind kind, const unsigned char *p, uint32_t *u)
{
    unsigned code = (unsigned)p[0] << 8 | p[1];
    if (p[0] == 0x80 || p[0] == 0xFF || p[1] < 0x40 || (p[1] > 0x7E && p[1] < 0xA1) || p[1] == 0xFF) return -1;
    if (code >= 0xC6A1 && code <= 0xC7FC) return read_eten(p, u);
    if (code > 0xC7FC && code <= 0xC8FE) return -1;
    return kind == BIG5 && (code == 0xA3E1 || code >= 0xF9D6) ? -1 : -2;
}

/* Hangul syllables that KS X 1001 lacks are spelled: a filler, then their three letters. */
enum { HANGUL = 0xAC00, SYLLABLES = 11172, MEDIALS = 21, FINALS = 28, FILLER = 0xD4 };
static const unsigned char leads[] = {0xA1, 0xA2, 0xA4, 0xA7, 0xA8, 0xA9, 0xB1, 0xB2, 0xB3, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE};
static const unsigned char finals[] = {0xD4, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE};

static int spell(uint32_t u, unsigned char *out)
{
    if (u < HANGUL || u >= HANGUL + SYLLABLES) return 0;
    u -= HANGUL;
    const unsigned char word[8] = {0xA4, FILLER, 0xA4, leads[u / (MEDIALS * FINALS)], 0xA4, (unsigned char)(0xBF + u / FINALS % MEDIALS), 0xA4, finals[u % FINALS]};
    memcpy(out, word, sizeof word);
    return sizeof word;
}

static int index_in(const unsigned char *all, int n, unsigned b)
{
    for (int i = 0; i < n; i++)
        if (all[i] == b) return i;
    return -1;
}

static int read_spelled(const unsigned char *p, int64_t n, uint32_t *u)
{
    if (n < 8) return 0;
    int lead = index_in(leads, sizeof leads, p[3]), medial = p[5] - 0xBF, final = index_in(finals, sizeof finals, p[7]);
    if (p[2] != 0xA4 || p[4] != 0xA4 || p[6] != 0xA4 || lead < 0 || medial < 0 || medial >= MEDIALS || final < 0) return -1;
    *u = (uint32_t)(HANGUL + (lead * MEDIALS + medial) * FINALS + final);
    return 8;
}

/* ---- a table with all of that ---- */

int table_read(const Table *t, const unsigned char *p, int64_t n, uint32_t u[2])
{
    Kind kind = t->kind;
    int k = read_elsewhere(kind, p, n, u);
    if (!k && (kind == BIG5 || kind == CP950)) k = n < 2 ? 0 : read_big5(kind, p, u), k = k == -2 ? 0 : k;
    if (!k && (kind == HKSCS || kind >= EUC_2004)) k = read_pair(kind, p, n, u);
    if (k) return k;
    k = from_iconv(t, p, n, u);
    if (k <= 0 || (k != 1 && !is_absent(kind, p, k))) return k;
    *u = CODEC_NOTHING;
    return kind == EUC_2000 || kind == SJIS_2000 ? -2 : -1;
}

bool table_knows(const Table *t, uint32_t u)
{
    unsigned char bytes[CODEC_STEP_MAX];
    return to_iconv(t, u, bytes) > 0;
}

static bool is_euc(Kind kind) { return kind == GB2312 || kind == EUC_JP || kind == EUC_KR || kind == EUC_2004 || kind == EUC_2000; }
static bool has_0212(Kind kind) { return kind == EUC_JP || kind == EUC_2004 || kind == EUC_2000; } /* 8F: three bytes */
static bool has_katakana(Kind kind) { return kind == SHIFT_JIS || kind == CP932 || kind == SJIS_2004 || kind == SJIS_2000; }
static bool has_yen(Kind kind) { return kind == SJIS_2004 || kind == SJIS_2000; } /* for a backslash, and an overline for a tilde */

static bool cannot_lead(Kind kind, unsigned b)
{
    if (has_katakana(kind)) return b == 0x80 || b == 0xA0 || b > (kind == SHIFT_JIS ? 0xEA : 0xFC);
    if (is_euc(kind)) return b < 0xA0 && !(has_0212(kind) && (b == 0x8E || b == 0x8F));
    return kind != CP949 && kind != JOHAB && (b == 0x80 || b == 0xFF);
}

int plain_read(const Table *t, const unsigned char *p, int64_t n, uint32_t u[2])
{
    Kind kind = t->kind;
    if (p[0] < 128) return u[0] = has_yen(kind) && p[0] == '\\' ? 0xA5 : has_yen(kind) && p[0] == '~' ? 0x203E : p[0], 1;
    if (kind == CP932 && cp932_single(p[0], u)) return 1;
    if (has_katakana(kind) && p[0] >= 0xA1 && p[0] <= 0xDF) return u[0] = 0xFF61u + p[0] - 0xA1, 1;
    if (has_katakana(kind) && cannot_lead(kind, p[0])) return -1;
    if (n < 2 || (n < 3 && has_0212(kind) && p[0] == 0x8F)) return 0;
    if (kind == EUC_KR && p[0] == 0xA4 && p[1] == FILLER) return read_spelled(p, n, u);
    if (kind == GB18030 && p[1] >= '0' && p[1] <= '9' && n < 4) return 0;
    return cannot_lead(kind, p[0]) ? -1 : table_read(t, p, n, u);
}

/* The rows that NEC has for IBM's characters come before those that are IBM's. */
static int cp932_encode(const Table *t, uint32_t u, int k, unsigned char *out)
{
    if (k != 2 || out[0] < 0xFA) return k;
    for (unsigned high = 0xED; high <= 0xEE; high++)
        for (unsigned low = 0x40; low <= 0xFC; low++) {
            const unsigned char p[2] = {(unsigned char)high, (unsigned char)low};
            uint32_t other = CODEC_NOTHING;
            if (from_iconv(t, p, 2, &other) == 2 && other == u) return memcpy(out, p, 2), 2;
        }
    return k;
}

int plain_put(const Table *t, uint32_t u, unsigned char *out)
{
    Kind kind = t->kind;
    if (u < 128 && !(has_yen(kind) && (u == '\\' || u == '~'))) return out[0] = (unsigned char)u, 1;
    int single = kind == CP932 ? cp932_byte(u) : 0;
    if (single) return out[0] = (unsigned char)single, 1;
    for (size_t i = 0; i < sizeof one_way / sizeof *one_way; i++) {
        if (one_way[i].kind != kind || one_way[i].u != u) continue;
        memcpy(out, one_way[i].bytes, 2);
        return out[0] ? out[1] ? 2 : 1 : 0;
    }
    int k = put_elsewhere(kind, u, out);
    if (!k && (kind == BIG5 || kind == CP950)) k = put_eten(u, out);
    if (k) return k;
    k = to_iconv(t, u, out);
    uint32_t back[2] = {CODEC_NOTHING, CODEC_NOTHING};
    if (k && (plain_read(t, out, k, back) != k || back[0] != u)) k = 0; /* the nearest character is not this one */
    if (kind == CP932) return cp932_encode(t, u, k, out);
    return k || kind != EUC_KR ? k : spell(u, out);
}
