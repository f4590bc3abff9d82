/* mod_multibyte_2022.c: ISO 2022: an escape says which set of characters stands in G0, G1 or G2, what follows is of that set. The state is a number whose bytes are G0, G1, G2, none, flags. */
#include "mod_multibyte.h"

enum { WIDE = 128, ASCII = 'B', ROMAN = 'J', KATAKANA = 'I', LATIN = 'A', GREEK = 'F', JIS = 'B' | WIDE, JIS_1978 = '@' | WIDE, ESC = 27, SO = 14, SI = 15 };
enum { SHIFTED = 1, THROUGH = 2 /* within an escape of something else: it is text */, FLAGS_AT = 32 };

int64_t sets_start(void) { return ASCII | ASCII << 8; }

static int set_in(int64_t state, int g) { return (int)(state >> (8 * g)) & 255; }
static void put_in(int64_t *state, int g, int id) { *state = (*state & ~(INT64_C(255) << (8 * g))) | (int64_t)id << (8 * g); }
static bool flag(int64_t state, int which) { return state >> FLAGS_AT & which; }
static void raise_flag(int64_t *state, int which) { *state |= (int64_t)which << FLAGS_AT; }
static void lower_flag(int64_t *state, int which) { *state &= ~((int64_t)which << FLAGS_AT); }

/* Where a set of two bytes stands: in which table, behind which byte. */
static const struct { uint8_t id; Kind kind; uint8_t before; } wide[] = {
    {JIS, EUC_JP, 0}, {JIS_1978, EUC_JP, 0}, {'D' | WIDE, EUC_JP, 0x8F}, {'C' | WIDE, EUC_KR, 0}, {'A' | WIDE, GB2312, 0},
    {'Q' | WIDE, EUC_2004, 0}, {'P' | WIDE, EUC_2004, 0x8F}, {'O' | WIDE, EUC_2000, 0}, {'P' | WIDE, EUC_2000, 0x8F},
};
enum { WIDES = sizeof wide / sizeof *wide };

static const Table *table_of(const Sets *s, const Table *tables, Kind kind)
{
    for (int i = 0; i < s->n_tables; i++)
        if (tables[i].kind == kind) return &tables[i];
    return NULL;
}

static bool has(const Sets *s, int id) { return id == ASCII || (id && strchr(s->ids, (char)id)); }
static bool has_g2(const Sets *s) { return has(s, GREEK); }

/* ---- decoding ---- */

enum { LONGEST = 16 };

/* Bytes of the escape at p; 0: incomplete, -1: it has no end. */
static int escape_length(const Sets *s, const unsigned char *p, int64_t n)
{
    for (int k = 1; k < LONGEST; k++) {
        if (k >= n) return 0;
        if (p[k] >= '@' && p[k] <= 'Z') return k + 1;
        if (!s->shifts && p[k] == '&' && k + 1 < n && p[k + 1] == '@') k += 2; /* (a newer edition of the set that the next escape names) */
    }
    return -1;
}

static int read_escape(const Sets *s, int64_t *state, const unsigned char *p, int64_t n)
{
    int k = escape_length(s, p, n), id = 0, g = 0;
    if (k <= 0) return k;
    if (k == 3 && p[1] == '$') id = p[2] | WIDE;
    else if (k == 3 && (p[1] == '(' || p[1] == ')' || (p[1] == '.' && has_g2(s)))) id = p[2], g = p[1] == '(' ? 0 : p[1] == ')' ? 1 : 2;
    else if (k == 4 && p[1] == '$' && (p[2] == '(' || p[2] == ')')) id = p[3] | WIDE, g = p[2] == ')';
    else if (k == 6 && !s->shifts && !memcmp(p + 3, "\33$B", 3)) id = JIS;
    if (!id || !has(s, id)) return -k;
    put_in(state, g, id);
    return k;
}

/* The one character between ESC N and what follows, of the set in G2. */
static int read_single_shift(int64_t state, const unsigned char *p, int64_t n, uint32_t *u)
{
    enum { HIGH = 0x80, TONOS = 0xB4 };
    static const uint16_t letters[] = {[0xA1 - 0xA0] = 0x2018, [0xA2 - 0xA0] = 0x2019, [0xAF - 0xA0] = 0x2015}; /* (ISO 8859-7 of 1987 below its letters) */
    if (n < 3) return 0;
    unsigned b = p[2] ^ HIGH;
    if (set_in(state, 2) == LATIN) return p[2] < HIGH ? (*u = b, 3) : -3;
    if (set_in(state, 2) != GREEK) return set_in(state, 2) || p[2] >= HIGH ? -3 : (*u = p[2], 3); /* (nothing was named yet) */
    if (b < 0xA0) return *u = b, 3;
    if (strchr("\xA4\xA5\xAA\xAE\xD2\xFF", (char)b)) return -3;
    bool latin = b < TONOS || b == 0xB7 || b == 0xBB || b == 0xBD;
    *u = b <= 0xAF && letters[b - 0xA0] ? letters[b - 0xA0] : latin ? b : b - TONOS + 0x384;
    return 3;
}

static int read_wide(const Sets *s, const Table *tables, int id, const unsigned char *p, int64_t n, uint32_t u[2])
{
    if (n < 2) return 0;
    if (p[0] < 0x21 || p[1] < 0x21 || p[0] > 0x7E || p[1] > 0x7E) return -2;
    if ((id == ('Q' | WIDE) || id == ('O' | WIDE)) && p[0] == 0x22 && p[1] == 0x32) return u[0] = '~', 2; /* (as its EUC has it: the wide one) */
    for (int i = 0; i < WIDES; i++) {
        const Table *t = wide[i].id == id ? table_of(s, tables, wide[i].kind) : NULL;
        if (!t) continue;
        unsigned char code[3] = {wide[i].before, p[0] | 0x80, p[1] | 0x80};
        int skip = !code[0], k = table_read(t, code + skip, 3 - skip, u);
        return k == 3 - skip ? 2 : -2;
    }
    return -2;
}

static int read_narrow(int id, unsigned b, uint32_t *u)
{
    if (id == KATAKANA) return b >= 0x21 && b <= 0x5F ? (*u = 0xFF61 + b - 0x21, 1) : -1;
    if (id == LATIN || id == GREEK) return -1; /* (they stand in G2 alone) */
    return *u = id == ROMAN && b == '\\' ? 0xA5 : id == ROMAN && b == '~' ? 0x203E : b, 1;
}

int sets_decode(const Sets *s, const Table *tables, int64_t *state, const unsigned char *p, int64_t n, uint32_t u[2])
{
    if (flag(*state, THROUGH)) {
        if (p[0] >= '@' && p[0] <= 'Z') lower_flag(state, THROUGH);
        return u[0] = p[0], 1;
    }
    if (p[0] == ESC) {
        if (n < 2) return 0;
        if (memchr("()$.&", p[1], 5)) return read_escape(s, state, p, n);
        if (p[1] == 'N' && has_g2(s)) return read_single_shift(*state, p, n, u);
        raise_flag(state, THROUGH);
        return u[0] = ESC, 1;
    }
    if (s->shifts && p[0] == SO) return raise_flag(state, SHIFTED), 1;
    if (s->shifts && p[0] == SI) return lower_flag(state, SHIFTED), 1;
    if (p[0] == '\n') lower_flag(state, SHIFTED);
    if (p[0] >= 128) return -1;
    if (p[0] < ' ') return u[0] = p[0], 1;
    int id = set_in(*state, flag(*state, SHIFTED));
    return id & WIDE ? read_wide(s, tables, id, p, n, u) : read_narrow(id, p[0], u);
}

/* ---- encoding ---- */

/* Leaves what stands between SO and SI, and names a set in G0. */
static int enter(int64_t *state, int id, unsigned char *out)
{
    int n = 0;
    if (flag(*state, SHIFTED)) {
        lower_flag(state, SHIFTED);
        out[n++] = SI;
    }
    if (set_in(*state, 0) == id) return n;
    put_in(state, 0, id);
    out[n++] = ESC;
    if (id & WIDE) out[n++] = '$';
    if (id != JIS) out[n++] = '(';
    out[n++] = (unsigned char)(id & 127);
    return n;
}

static int enter_shifted(int64_t *state, int id, unsigned char *out)
{
    int n = 0;
    if (set_in(*state, 1) != id) {
        put_in(state, 1, id);
        out[n++] = ESC;
        out[n++] = '$';
        out[n++] = ')';
        out[n++] = (unsigned char)(id & 127);
    }
    if (!flag(*state, SHIFTED)) out[n++] = SO;
    raise_flag(state, SHIFTED);
    return n;
}

/* Its two bytes in a set of that many, 1 for a byte of one that has one, 0: it is not in the set. */
static int code_in(const Sets *s, const Table *tables, int id, uint32_t u, unsigned char code[CODEC_STEP_MAX])
{
    if (id == ROMAN) return u == 0xA5 || u == 0x203E ? (code[0] = u == 0xA5 ? '\\' : '~', 1) : 0;
    if (id == KATAKANA) return u >= 0xFF61 && u <= 0xFF9F ? (code[0] = (unsigned char)(u - 0xFF61 + 0x21), 1) : 0;
    for (int i = 0; i < WIDES; i++) {
        const Table *t = wide[i].id == id && id != JIS_1978 ? table_of(s, tables, wide[i].kind) : NULL;
        if (!t) continue;
        if (u == 0xFF5E && t->kind >= EUC_2004) return 0; /* (its code is the tilde's here) */
        int k = plain_put(t, u, code), skip = wide[i].before != 0;
        if (k != 2 + skip || (skip ? code[0] != wide[i].before : code[0] < 0xA1)) return 0;
        code[0] = code[skip] & 127;
        code[1] = code[skip + 1] & 127;
        return 2;
    }
    return 0;
}

static int put_code(const Sets *s, int64_t *state, int id, const unsigned char *code, int width, unsigned char *out)
{
    int n = s->shifts ? enter_shifted(state, id, out) : enter(state, id, out);
    memcpy(out + n, code, (size_t)width);
    return n + width;
}

/* Waits where its EUC would: what comes may be of one code with it. (CPython then takes the two apart all the same.) */
static bool waits(const Sets *s, const Table *tables, const uint32_t u[2])
{
    unsigned char code[2];
    const Table *t = s->n_tables > 1 ? &tables[1] : NULL;
    return u[1] == CODEC_LATER && t && t->kind >= EUC_2004 && pair_put(t, u[0], u[1], code) == CODEC_WAIT;
}

int sets_encode(const Sets *s, const Table *tables, int64_t *state, const uint32_t u[2], unsigned char *out)
{
    if (u[0] == CODEC_NOTHING || u[0] < 128) {
        int n = enter(state, ASCII, out);
        if (u[0] != CODEC_NOTHING) out[n++] = (unsigned char)u[0];
        return n;
    }
    if (waits(s, tables, u)) return CODEC_WAIT;
    unsigned char code[CODEC_STEP_MAX];
    for (const char *id = s->ids; *id; id++) {
        int width = code_in(s, tables, (unsigned char)*id, u[0], code);
        if (width) return put_code(s, state, (unsigned char)*id, code, width, out);
    }
    return 0;
}
