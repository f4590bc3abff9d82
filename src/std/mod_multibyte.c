/* mod_multibyte.c: the modules _codecs_cn, _codecs_jp, _codecs_kr and _codecs_tw with _codecs_hk and _codecs_iso2022: encodings of several bytes a character, over the C library's iconv
 * where that gives CPython's answers; where the two differ in few places the difference stands here. What is not here, or not on the machine, is a LookupError. The classes of
 * _multibytecodec are Python (py/_multibytecodec.py). */
#include <errno.h>
#include <iconv.h>

#include "lang/object/vm.h"
#include "lang/text/codecs.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

typedef enum { PLAIN, EUC /* no single bytes above 127 */, EUC_JP, SHIFT_JIS, CP932, EUC_KR, GBK, GB18030, BIG5, CP950, ISO2022_JP, HZ } Kind;
typedef struct Row { const char *name, *module, *iconv; Kind kind; int most; /* bytes of a character */ } Row;
static const Row rows[] = {
    {"gb2312", "_codecs_cn", "GB2312", EUC, 2}, {"gbk", "_codecs_cn", "GBK", GBK, 2}, {"gb18030", "_codecs_cn", "GB18030", GB18030, 4}, {"big5", "_codecs_tw", "BIG5", BIG5, 2}, {"cp950", "_codecs_tw", "CP950", CP950, 2}, {"hz", "_codecs_cn", "GB2312", HZ, 2},
    {"shift_jis", "_codecs_jp", "SHIFT_JIS", SHIFT_JIS, 2}, {"cp932", "_codecs_jp", "CP932", CP932, 2}, {"euc_jp", "_codecs_jp", "EUC-JP", EUC_JP, 3},
    {"iso2022_jp", "_codecs_iso2022", "EUC-JP", ISO2022_JP, 2}, {"cp949", "_codecs_kr", "CP949", PLAIN, 2}, {"euc_kr", "_codecs_kr", "EUC-KR", EUC_KR, 2},
};

typedef struct MultibyteState { Type *codec; } MultibyteState;
extern const ModuleDef multibyte_module;

typedef struct MbCodec {
    Obj head;
    const Row *row;
    iconv_t in, out; /* to UCS-4 and from it; (iconv_t)-1: not open */
} MbCodec;

typedef struct Job { const MbCodec *codec; int64_t state; } Job; /* state, of those that shift: the set that is on */

/* ---- one character of a table ---- */

/* Bytes used, 0 incomplete, -1 wrong. */
static int from_table(const MbCodec *c, const unsigned char *p, int64_t n, uint32_t *u)
{
    size_t left = n < c->row->most ? (size_t)n : (size_t)c->row->most, have = left, room = 4;
    char *from = (char *)(uintptr_t)p, *to = (char *)u;
    uint32_t before = *u;
    iconv(c->in, NULL, NULL, NULL, NULL);
    size_t r = iconv(c->in, &from, &left, &to, &room);
    if (room == 0) return (int)(have - left); /* (more characters may have been there: no room for them) */
    *u = before;
    return r == (size_t)-1 && errno == EINVAL && n < c->row->most ? 0 : -1;
}

static int to_table(const MbCodec *c, uint32_t u, unsigned char *out)
{
    size_t left = 4, room = CODEC_STEP_MAX;
    char *from = (char *)&u, *to = (char *)out;
    iconv(c->out, NULL, NULL, NULL, NULL);
    return iconv(c->out, &from, &left, &to, &room) == 0 && !left ? (int)(CODEC_STEP_MAX - room) : 0;
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

static bool left_out(const Row *row, const unsigned char *p, int n) { return row->kind == EUC_KR && n == 2 && p[0] == 0xA2 && p[1] == 0xE8; } /* (younger than the standard) */

/* Characters whose bytes stand for another one too, which decoding prefers; bytes 0: there are none. */
static const struct { Kind kind; uint16_t u; uint8_t bytes[2]; } one_way[] = {
    {SHIFT_JIS, 0xA5, {'\\'}}, {SHIFT_JIS, 0x203E, {'~'}}, {EUC_JP, 0xA5, {'\\'}}, {EUC_JP, 0x203E, {'~'}}, {EUC_JP, 0xFF5E, {0}}, {EUC_KR, 0x3164, {0xA4, 0xD4}},
    {CP932, 0xA2, {0x81, 0x91}}, {CP932, 0xA3, {0x81, 0x92}}, {CP932, 0xAC, {0x81, 0xCA}}, {CP932, 0x2016, {0x81, 0x61}}, {CP932, 0x2212, {0x81, 0x7C}}, {CP932, 0x301C, {0x81, 0x60}},
    {CP950, 0xA2, {0xA2, 0x46}}, {CP950, 0xA3, {0xA2, 0x47}}, {CP950, 0xA5, {0xA2, 0x44}}, {CP950, 0x2022, {0xA1, 0x45}}, {CP950, 0x203E, {0xA1, 0xC2}}, {CP950, 0x223C, {0xA1, 0xE3}}, {CP950, 0x2609, {0xA1, 0xF3}}, {CP950, 0x2641, {0xA1, 0xF2}}, {CP950, 0xFF64, {0xA1, 0x4E}}};

/* What CPython's tables have elsewhere than the C library's: GB 18030 of the year 2000, Big5 before Microsoft's. */
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
};
enum { ELSEWHERE = sizeof elsewhere / sizeof *elsewhere };

static int width_of(const uint8_t bytes[4]) { return bytes[2] ? 4 : 2; }

static int read_elsewhere(const Row *row, const unsigned char *p, int64_t n, uint32_t *u)
{
    for (int i = 0; i < ELSEWHERE; i++) {
        int k = width_of(elsewhere[i].bytes);
        if (elsewhere[i].kind != row->kind || n < k || memcmp(p, elsewhere[i].bytes, (size_t)k)) continue;
        *u = elsewhere[i].u;
        return k;
    }
    return 0;
}
static int put_elsewhere(const Row *row, uint32_t u, unsigned char *out)
{
    for (int i = 0; i < ELSEWHERE; i++) {
        if (elsewhere[i].kind != row->kind || elsewhere[i].u != u) continue;
        memcpy(out, elsewhere[i].bytes, 4);
        return width_of(elsewhere[i].bytes);
    }
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
static int read_big5(const Row *row, const unsigned char *p, uint32_t *u)
{
    unsigned code = (unsigned)p[0] << 8 | p[1];
    if (p[0] == 0x80 || p[0] == 0xFF || p[1] < 0x40 || (p[1] > 0x7E && p[1] < 0xA1) || p[1] == 0xFF) return -1;
    if (code >= 0xC6A1 && code <= 0xC7FC) return read_eten(p, u);
    if (code > 0xC7FC && code <= 0xC8FE) return -1;
    return row->kind == BIG5 && (code == 0xA3E1 || code >= 0xF9D6) ? -1 : -2;
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

/* ---- codecs without a state ---- */

static int decode_plain(const MbCodec *c, const unsigned char *p, int64_t n, uint32_t *u)
{
    const Row *row = c->row;
    if (p[0] < 128) return *u = p[0], 1;
    if (row->kind == CP932 && cp932_single(p[0], u)) return 1;
    bool katakana = row->kind == SHIFT_JIS || row->kind == CP932;
    if (katakana && p[0] >= 0xA1 && p[0] <= 0xDF) return *u = 0xFF61u + p[0] - 0xA1, 1;
    if (katakana && (p[0] == 0x80 || p[0] == 0xA0 || p[0] > (row->kind == CP932 ? 0xFC : 0xEA))) return -1;
    if (n < 2 || (n < 3 && row->kind == EUC_JP && p[0] == 0x8F)) return 0;
    if (row->kind == EUC_KR && p[0] == 0xA4 && p[1] == FILLER) return read_spelled(p, n, u);
    if (row->kind == GB18030 && p[1] >= '0' && p[1] <= '9' && n < 4) return 0;
    bool control = (row->kind == EUC || row->kind == EUC_JP || row->kind == EUC_KR) && p[0] < 0xA0 && !(row->kind == EUC_JP && (p[0] == 0x8E || p[0] == 0x8F));
    if (control || ((row->kind == GBK || row->kind == GB18030) && (p[0] == 0x80 || p[0] == 0xFF))) return -1;
    int known = row->kind == GB18030 || row->kind == BIG5 ? read_elsewhere(row, p, n, u) : 0;
    if (known) return known;
    int own = row->kind == BIG5 || row->kind == CP950 ? read_big5(row, p, u) : -2;
    if (own != -2) return own;
    if (row->kind == EUC_JP && n >= 3 && p[0] == 0x8F && p[1] == 0xA2 && p[2] == 0xB7) return *u = '~', 3;
    int k = from_table(c, p, n, u);
    if (k <= 0 || (k != 1 && !left_out(row, p, k))) return k;
    *u = CODEC_NOTHING;
    return -1;
}

/* The rows that NEC has for IBM's characters come before those that are IBM's. */
static int cp932_encode(const MbCodec *c, uint32_t u, int k, unsigned char *out)
{
    if (k != 2 || out[0] < 0xFA) return k;
    for (unsigned high = 0xED; high <= 0xEE; high++)
        for (unsigned low = 0x40; low <= 0xFC; low++) {
            const unsigned char p[2] = {(unsigned char)high, (unsigned char)low};
            uint32_t other = CODEC_NOTHING;
            if (from_table(c, p, 2, &other) == 2 && other == u) return memcpy(out, p, 2), 2;
        }
    return k;
}

static int encode_plain(const MbCodec *c, uint32_t u, unsigned char *out)
{
    const Row *row = c->row;
    if (u < 128) return out[0] = (unsigned char)u, 1;
    int single = row->kind == CP932 ? cp932_byte(u) : 0;
    if (single) return out[0] = (unsigned char)single, 1;
    for (size_t i = 0; i < sizeof one_way / sizeof *one_way; i++) {
        if (one_way[i].kind != row->kind || one_way[i].u != u) continue;
        memcpy(out, one_way[i].bytes, 2);
        return out[0] ? out[1] ? 2 : 1 : 0;
    }
    int k = row->kind == GB18030 || row->kind == BIG5 ? put_elsewhere(row, u, out) : 0;
    if (!k && (row->kind == BIG5 || row->kind == CP950)) k = put_eten(u, out);
    if (k) return k;
    k = to_table(c, u, out);
    uint32_t back = CODEC_NOTHING;
    if (k && (decode_plain(c, out, k, &back) != k || back != u)) k = 0; /* the nearest character is not this one */
    if (row->kind == CP932) return cp932_encode(c, u, k, out);
    return k || row->kind != EUC_KR ? k : spell(u, out);
}

/* ---- ISO-2022-JP: escapes name the set of what follows ---- */
enum { SET_ASCII, SET_ROMAN, SET_KANJI, THROUGH = 8 /* within an escape of something else: it is text */ };
static const struct { char text[4]; int set; } escapes[] = {{"\33(B", SET_ASCII}, {"\33(J", SET_ROMAN}, {"\33$B", SET_KANJI}, {"\33$@", SET_KANJI}};

/* The escape at p: its length if it is whole, and the set that it names becomes the state's; 0: incomplete; -k: wrong. */
static int escape(Job *j, const unsigned char *p, int64_t n)
{
    enum { LONGEST = 16 };
    int k = 2;
    while (k < n && k < LONGEST && !(p[k] >= '@' && p[k] <= 'Z')) k++;
    if (k >= n) return 0;
    if (k >= LONGEST) return -1;
    k++;
    for (int i = 0; i < 4; i++)
        if (k == 3 && !memcmp(p, escapes[i].text, 3)) return j->state = escapes[i].set, 3;
    return -k;
}

static int decode_2022(Job *j, const unsigned char *p, int64_t n, uint32_t *u)
{
    if (j->state & THROUGH) {
        if (p[0] >= '@' && p[0] <= 'Z') j->state &= ~THROUGH;
        return *u = p[0], 1;
    }
    if (p[0] == 27 && n < 2) return 0;
    if (p[0] == 27 && memchr("()$.&", p[1], 5)) return escape(j, p, n);
    if (p[0] == 27) {
        j->state |= THROUGH;
        return *u = 27, 1;
    }
    if (p[0] >= 128) return -1;
    if (p[0] < 0x21 || p[0] == 0x7F || j->state == SET_ASCII) return *u = p[0], 1;
    if (j->state == SET_ROMAN) return *u = p[0] == '\\' ? 0xA5 : p[0] == '~' ? 0x203E : p[0], 1;
    if (n < 2) return 0;
    if (p[1] < 0x21 || p[1] > 0x7E) return -1;
    const unsigned char pair[2] = {p[0] | 0x80, p[1] | 0x80};
    return from_table(j->codec, pair, 2, u) == 2 ? 2 : -1;
}

static int encode_2022(Job *j, uint32_t u, unsigned char *out)
{
    unsigned char bytes[CODEC_STEP_MAX];
    int set = SET_ASCII, k = 1, n = 0;
    if (u == 0xA5 || u == 0x203E) {
        set = SET_ROMAN;
        bytes[0] = u == 0xA5 ? '\\' : '~';
    } else if (u == CODEC_NOTHING) k = 0;
    else if (u < 128) bytes[0] = (unsigned char)u;
    else {
        set = SET_KANJI;
        if (to_table(j->codec, u, bytes) != 2 || bytes[0] < 0xA1) return 0;
        uint32_t back = CODEC_NOTHING;
        if (from_table(j->codec, bytes, 2, &back) != 2 || back != u) return 0;
        k = 2;
        bytes[0] &= 0x7F;
        bytes[1] &= 0x7F;
    }
    if (set != j->state) {
        memcpy(out, escapes[set].text, 3);
        n = 3;
    }
    j->state = set;
    memcpy(out + n, bytes, (size_t)k);
    return n + k;
}

/* ---- HZ: ~{ and ~} around pairs of GB 2312 ---- */

static int decode_hz(Job *j, const unsigned char *p, int64_t n, uint32_t *u)
{
    if (p[0] >= 128) return -1;
    if (p[0] == '~') {
        if (n < 2) return 0;
        if (p[1] == '~' && !j->state) return *u = '~', 2;
        if (p[1] == '{' && !j->state) return j->state = 1, 2;
        if (p[1] == '}' && j->state) return j->state = 0, 2;
        return p[1] == '\n' && !j->state ? 2 : -1;
    }
    if (p[0] == '\n') j->state = 0;
    if (!j->state) return *u = p[0], 1;
    if (n < 2) return 0;
    const unsigned char pair[2] = {p[0] | 0x80, p[1] | 0x80};
    return p[0] >= 0x21 && p[1] >= 0x21 && from_table(j->codec, pair, 2, u) == 2 ? 2 : -1;
}

static int encode_hz(Job *j, uint32_t u, unsigned char *out)
{
    int n = 0;
    if (u < 128 || u == CODEC_NOTHING) {
        if (j->state) out[n++] = '~', out[n++] = '}';
        j->state = 0;
        if (u == '~') out[n++] = '~';
        if (u != CODEC_NOTHING) out[n++] = (unsigned char)u;
        return n;
    }
    unsigned char bytes[CODEC_STEP_MAX];
    uint32_t back = CODEC_NOTHING;
    if (to_table(j->codec, u, bytes) != 2 || bytes[0] < 0xA1 || from_table(j->codec, bytes, 2, &back) != 2 || back != u) return 0;
    if (!j->state) out[n++] = '~', out[n++] = '{';
    j->state = 1;
    out[n++] = bytes[0] & 0x7F;
    out[n++] = bytes[1] & 0x7F;
    return n;
}

/* ---- the codec as an object ---- */

static int decode_step(void *context, const unsigned char *p, int64_t n, uint32_t *u)
{
    Job *j = context;
    return j->codec->row->kind == ISO2022_JP ? decode_2022(j, p, n, u) : j->codec->row->kind == HZ ? decode_hz(j, p, n, u) : decode_plain(j->codec, p, n, u);
}
static int encode_step(void *context, uint32_t u, unsigned char *out)
{
    Job *j = context;
    if (j->codec->row->kind == ISO2022_JP) return encode_2022(j, u, out);
    if (j->codec->row->kind == HZ) return encode_hz(j, u, out);
    return u == CODEC_NOTHING ? 0 : encode_plain(j->codec, u, out);
}

static bool errors_arg(VM *vm, Ref v, const char **out)
{
    size_t n;
    *out = NULL;
    if (!v || is_none(v)) return true;
    if (!is_str(v)) return err_false(vm, EXC_TypeError, "errors must be str, not %T", v);
    return (*out = str_utf8(vm, v, &n)) != NULL;
}

/* text, errors, state, final: (bytes, state) */
FN(m_encode_part)
{
    Job job = {(MbCodec *)as_obj(args[0]), 0};
    CodecSteps steps = {job.codec->row->name, &job, decode_step, encode_step};
    const char *errors;
    if (!errors_arg(vm, args[2], &errors) || !num_index_i64(vm, args[3], &job.state)) return NULL;
    int final = op_truth(vm, args[4]);
    Value text = final < 0 ? NO_VALUE : op_str(vm, args[1]), b = text ? steps_encode(vm, &steps, text, errors, final) : NO_VALUE; /* (whatever it is) */
    release(vm, text);
    Value r = b ? tuple_of(vm, 2, (Ref)b, (Ref)make_small(job.state)) : NO_VALUE;
    release(vm, b);
    return r;
}

/* data, errors, state, final: (text, bytes used, state) */
FN(m_decode_part)
{
    Job job = {(MbCodec *)as_obj(args[0]), 0};
    CodecSteps steps = {job.codec->row->name, &job, decode_step, encode_step};
    const char *errors;
    BufferView view;
    int64_t used;
    Value text, r = NO_VALUE;
    if (!errors_arg(vm, args[2], &errors) || !num_index_i64(vm, args[3], &job.state)) return NULL;
    int final = op_truth(vm, args[4]);
    if (final < 0 || !buffer_get(vm, args[1], &view)) return NULL;
    if (steps_decode(vm, &steps, view.data, view.len, errors, final, &text, &used)) r = tuple_of(vm, 3, (Ref)text, (Ref)make_small(used), (Ref)make_small(job.state));
    buffer_release(vm, &view);
    release(vm, text);
    return r;
}

FN(m_encode)
{
    Value parts[5] = {retain(args[0]), op_str(vm, args[1]), args[2] ? retain(args[2]) : V_NONE, make_small(0), V_TRUE};
    Value done = parts[1] ? m_encode_part(vm, as_refs(parts), 5, NULL) : NO_VALUE, r = NO_VALUE;
    if (done) r = tuple_of(vm, 2, (Ref)as_tuple(done)->items[0], (Ref)make_small(as_str(parts[1])->len));
    release(vm, done);
    for (int i = 0; i < 5; i++) release(vm, parts[i]);
    return r;
}

FN(m_decode)
{
    Value parts[5] = {retain(args[0]), retain(args[1]), args[2] ? retain(args[2]) : V_NONE, make_small(0), V_TRUE};
    Value done = m_decode_part(vm, as_refs(parts), 5, NULL), r = NO_VALUE;
    if (done) r = tuple_of(vm, 2, (Ref)as_tuple(done)->items[0], (Ref)as_tuple(done)->items[1]);
    release(vm, done);
    for (int i = 0; i < 5; i++) release(vm, parts[i]);
    return r;
}

static void codec_dealloc(VM *vm, Obj *o)
{
    MbCodec *c = (MbCodec *)o;
    if (c->in != (iconv_t)-1) iconv_close(c->in);
    if (c->out != (iconv_t)-1) iconv_close(c->out);
    obj_free(vm, o, sizeof *c);
}

static const NativeDef codec_methods[] = {
    {"encode", m_encode, "self, input, errors=None", "(bytes, characters of the text)", NATIVE_KW},
    {"decode", m_decode, "self, input, errors=None", "(text, bytes used)", NATIVE_KW},
    {"_encode_part", m_encode_part, "self, input, errors, state, final, /", "A piece of a text: (bytes, state).", 0},
    {"_decode_part", m_decode_part, "self, input, errors, state, final, /", "A piece of a stream: (text, bytes used, state).", 0},
    {0},
};
static const TypeDef codec_def = {.name = "_multibytecodec.MultibyteCodec", .doc = "An encoding of several bytes a character.", .kind = KIND_OPAQUE, .size = sizeof(MbCodec),
    .flags = TYPE_NO_NEW, .dealloc = codec_dealloc, .methods = codec_methods};

/* ---- the modules ---- */

static Value codec_new(VM *vm, const char *module, Ref name)
{
    const char *machine = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "UCS-4LE" : "UCS-4BE";
    if (!is_str(name)) return err_raise(vm, EXC_TypeError, "encoding name must be a string.");
    MultibyteState *s = module_state(vm, &multibyte_module);
    const Row *row = NULL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].module, module) && str_equal_c(name, rows[i].name)) row = &rows[i];
    MbCodec *c = s && row ? (MbCodec *)obj_alloc(vm, s->codec, sizeof *c) : NULL;
    if (!c) return !s || row ? NO_VALUE : err_raise(vm, EXC_LookupError, "no such codec is supported.");
    c->row = row;
    c->in = iconv_open(machine, row->iconv);
    c->out = iconv_open(row->iconv, machine);
    if (c->in != (iconv_t)-1 && c->out != (iconv_t)-1) return VAL(c);
    release(vm, VAL(c));
    return err_raise(vm, EXC_LookupError, "no such codec is supported."); /* (the C library's tables are not on this machine) */
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    MultibyteState *s = as_module(module)->state;
    return (s->codec = type_from_def(vm, &codec_def, NULL)) && module_add_type(vm, ns, s->codec);
}
static void done(VM *vm, void *state) { release(vm, VAL(((MultibyteState *)state)->codec)); }
const ModuleDef multibyte_module = {.name = "_multibyte", .doc = "Under _multibytecodec.", .init = init, .state_size = sizeof(MultibyteState), .done = done};

#define FAMILY(family) \
    FN(family##_getcodec) { return codec_new(vm, "_codecs_" #family, args[0]); } \
    static const NativeDef family##_functions[] = {{"getcodec", family##_getcodec, "encoding, /", "The codec of that name.", 0}, {0}}; \
    const ModuleDef codecs_##family##_module = {.name = "_codecs_" #family, .doc = "Encodings of several bytes a character.", .functions = family##_functions};
FAMILY(cn) FAMILY(hk) FAMILY(iso2022) FAMILY(jp) FAMILY(kr) FAMILY(tw)
