/*
 * Properties and case mappings of single characters, and their normal forms. Every question goes through one record:
 * record_first[cp >> SHIFT] names a block, the block names a record, and many characters share one. Case mappings are
 * kept as differences, so that whole alphabets share a record too; the few characters that map to several have a row
 * in special_case. Names are in unicode_names.c. The tables come from tools/make_unicode.py.
 */
#include "unicode.h"

#include <stdio.h>
#include <string.h>

struct record {
    uint8_t category, bidi, combining, eaw;
    uint32_t flags;
    int32_t lower, upper, title, fold; /* differences */
    uint8_t special;                   /* row of special_case, 0 for none */
    int8_t decimal, digit;             /* -1 for none */
    uint8_t numeric;                   /* index of numeric_values, 0 for none */
};

struct composition {
    uint32_t first, second, whole;
};

#include "lang/data/unicode_tables.inc"

_Static_assert(PEERS_MAX <= UNI_PEERS_MAX, "uni_case_peers' callers have too little room");

/* Hangul is composed and decomposed by rule (the Unicode standard, section 3.12). */
enum {
    HANGUL_BASE = 0xAC00,
    LEAD_BASE = 0x1100,
    VOWEL_BASE = 0x1161,
    TAIL_BASE = 0x11A7,
    LEADS = 19,
    VOWELS = 21,
    TAILS = 28,
    HANGULS = LEADS * VOWELS * TAILS,
};

static const struct record *record_of(uint32_t cp)
{
    if (cp > UNI_MAX)
        return &records[record_second[0]];
    size_t block = record_first[cp >> RECORD_SHIFT];
    return &records[record_second[(block << RECORD_SHIFT) + (cp & ((1u << RECORD_SHIFT) - 1))]];
}

static bool has_flag(uint32_t cp, uint32_t flag)
{
    return cp <= UNI_MAX && (record_of(cp)->flags & flag) != 0;
}

const char *uni_version(void)
{
    return UNICODE_VERSION;
}

bool uni_is_alpha(uint32_t cp)
{
    return has_flag(cp, F_ALPHA);
}
bool uni_is_decimal(uint32_t cp)
{
    return has_flag(cp, F_DECIMAL);
}
bool uni_is_digit(uint32_t cp)
{
    return has_flag(cp, F_DIGIT);
}
bool uni_is_numeric(uint32_t cp)
{
    return has_flag(cp, F_NUMERIC);
}
bool uni_is_alnum(uint32_t cp)
{
    return has_flag(cp, F_ALPHA | F_DECIMAL | F_DIGIT | F_NUMERIC);
}
bool uni_is_space(uint32_t cp)
{
    return has_flag(cp, F_SPACE);
}
bool uni_is_printable(uint32_t cp)
{
    return has_flag(cp, F_PRINTABLE);
}
bool uni_is_lower(uint32_t cp)
{
    return has_flag(cp, F_LOWER);
}
bool uni_is_upper(uint32_t cp)
{
    return has_flag(cp, F_UPPER);
}
bool uni_is_title(uint32_t cp)
{
    return has_flag(cp, F_TITLE);
}
bool uni_is_cased(uint32_t cp)
{
    return has_flag(cp, F_CASED);
}
bool uni_is_case_ignorable(uint32_t cp)
{
    return has_flag(cp, F_CASE_IGNORABLE);
}
bool uni_is_xid_start(uint32_t cp)
{
    return has_flag(cp, F_XID_START);
}
bool uni_is_xid_continue(uint32_t cp)
{
    return has_flag(cp, F_XID_CONTINUE);
}
bool uni_is_mirrored(uint32_t cp)
{
    return has_flag(cp, F_MIRRORED);
}

const char *uni_category(uint32_t cp)
{
    return category_names[cp > UNI_MAX ? 0 : record_of(cp)->category];
}
const char *uni_bidirectional(uint32_t cp)
{
    return bidi_names[cp > UNI_MAX ? 0 : record_of(cp)->bidi];
}
const char *uni_east_asian_width(uint32_t cp)
{
    return width_names[record_of(cp)->eaw];
}
int uni_combining(uint32_t cp)
{
    return record_of(cp)->combining;
}

int uni_width(uint32_t cp)
{
    const struct record *r = record_of(cp);
    if (r->flags & F_ZERO_WIDTH)
        return 0;
    char first = width_names[r->eaw][0];
    return first == 'F' || (first == 'W' && width_names[r->eaw][1] == 0) ? 2 : 1;
}

int uni_decimal(uint32_t cp)
{
    return cp > UNI_MAX ? -1 : record_of(cp)->decimal;
}
int uni_digit(uint32_t cp)
{
    return cp > UNI_MAX ? -1 : record_of(cp)->digit;
}
bool uni_numeric(uint32_t cp, double *value)
{
    unsigned at = cp > UNI_MAX ? 0 : record_of(cp)->numeric;
    if (at != 0)
        *value = numeric_values[at];
    return at != 0;
}

/* ---- Case ---- */

uint32_t uni_simple_lower(uint32_t cp)
{
    return cp > UNI_MAX ? cp : cp + (uint32_t)record_of(cp)->lower;
}
/* One of the four groups of three in a special_case row. */
static int copy_special(unsigned row, unsigned group, uint32_t out[3])
{
    const uint32_t *from = &special_case[row * 12 + group * 3];
    int n = 0;
    while (n < 3 && from[n] != 0) {
        out[n] = from[n];
        n++;
    }
    return n;
}

static int map_full(uint32_t cp, const struct record *r, int32_t delta, unsigned group, uint32_t out[3])
{
    if (cp > UNI_MAX) {
        out[0] = cp;
        return 1;
    }
    if (r->special != 0)
        return copy_special(r->special, group, out);
    out[0] = cp + (uint32_t)delta;
    return 1;
}

int uni_to_lower(uint32_t cp, uint32_t out[3])
{
    const struct record *r = record_of(cp);
    return map_full(cp, r, r->lower, 0, out);
}
int uni_to_upper(uint32_t cp, uint32_t out[3])
{
    const struct record *r = record_of(cp);
    return map_full(cp, r, r->upper, 1, out);
}
int uni_to_title(uint32_t cp, uint32_t out[3])
{
    const struct record *r = record_of(cp);
    return map_full(cp, r, r->title, 2, out);
}
int uni_to_fold(uint32_t cp, uint32_t out[3])
{
    const struct record *r = record_of(cp);
    return map_full(cp, r, r->fold, 3, out);
}

static inline int32_t delta_of(const struct record *r, UniCase to)
{
    return to == UNI_LOWER ? r->lower : to == UNI_UPPER ? r->upper : to == UNI_TITLE ? r->title : r->fold;
}

#define MAP_LOOP(CH) \
    do { \
        const CH *s = text; \
        CH *d = out; \
        for (; i < len; i++) { \
            uint32_t c = s[i]; \
            if (c < 128) { \
                c ^= (uint32_t)(c - first < 26) << 5; \
            } else { \
                const struct record *r = record_of(c); \
                if (r->special != 0 || (to == UNI_LOWER && c == 0x3A3)) \
                    break; \
                c += (uint32_t)delta_of(r, to); \
                if ((CH)c != c) \
                    break; \
            } \
            seen |= c; \
            d[i] = (CH)c; \
        } \
    } while (0)

static inline size_t map_run(UniCase to, const void *text, size_t len, int width, void *out, uint32_t *all)
{
    uint32_t first = to == UNI_UPPER || to == UNI_TITLE ? 'a' : 'A', seen = 0;
    size_t i = 0;
    if (width == 1)
        MAP_LOOP(uint8_t);
    else if (width == 2)
        MAP_LOOP(uint16_t);
    else
        MAP_LOOP(uint32_t);
    *all |= seen;
    return i;
}

size_t uni_map_run(UniCase to, const void *text, size_t len, int width, void *out, uint32_t *all)
{
    switch (to) {
    case UNI_LOWER:
        return map_run(UNI_LOWER, text, len, width, out, all);
    case UNI_UPPER:
        return map_run(UNI_UPPER, text, len, width, out, all);
    case UNI_TITLE:
        return map_run(UNI_TITLE, text, len, width, out, all);
    default:
        return map_run(UNI_FOLD, text, len, width, out, all);
    }
}

static uint32_t unit_at(const void *text, int width, size_t at)
{
    return width == 1 ? ((const uint8_t *)text)[at]
         : width == 2 ? ((const uint16_t *)text)[at]
                      : ((const uint32_t *)text)[at];
}

/* Final: after a cased letter and before none, case-ignorable characters between not counted. */
bool uni_is_final_sigma(const void *text, size_t len, int width, size_t at)
{
    size_t i = at;
    while (i > 0 && uni_is_case_ignorable(unit_at(text, width, i - 1)))
        i--;
    if (i == 0 || !uni_is_cased(unit_at(text, width, i - 1)))
        return false;
    i = at + 1;
    while (i < len && uni_is_case_ignorable(unit_at(text, width, i)))
        i++;
    return i == len || !uni_is_cased(unit_at(text, width, i));
}

int uni_case_peers(uint32_t cp, uint32_t out[UNI_PEERS_MAX])
{
    size_t low = 0, high = sizeof case_peers / sizeof *case_peers;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if (case_peers[mid].cp < cp)
            low = mid + 1;
        else
            high = mid;
    }
    int n = 0;
    if (low < sizeof case_peers / sizeof *case_peers && case_peers[low].cp == cp)
        while (n < PEERS_MAX && case_peers[low].peer[n] != 0) {
            out[n] = case_peers[low].peer[n];
            n++;
        }
    return n;
}

/* ---- Normal forms ---- */

bool uni_quick_check(UniForm form, const uint32_t *text, size_t len)
{
    if (form == UNI_NFC || form == UNI_NFKC) {
        uint32_t flag = form == UNI_NFC ? F_NFC_STABLE : F_NFKC_STABLE;
        for (size_t i = 0; i < len; i++)
            if (text[i] >= 0x80 && !has_flag(text[i], flag))
                return false;
        return true;
    }
    for (size_t i = 0; i < len; i++)
        if (text[i] >= 0x80)
            return false;
    return true;
}

/* A row of decomp_data: its first word is tag and count, and the code points follow. NULL: does not decompose. */
static const uint16_t *decomp_row(uint32_t cp)
{
    if (cp > UNI_MAX)
        return NULL;
    size_t block = decomp_first[cp >> DECOMP_SHIFT];
    unsigned at = decomp_second[(block << DECOMP_SHIFT) + (cp & ((1u << DECOMP_SHIFT) - 1))];
    return at == 0 ? NULL : &decomp_data[at];
}

static uint32_t decomp_next(const uint16_t **row)
{
    uint32_t unit = *(*row)++;
    if (unit >= 0xD800 && unit < 0xDC00)
        unit = (unit & 0x3FF) << 10 | (*(*row)++ & 0x3FF);
    return unit;
}

struct sink {
    uint32_t *out;
    size_t len, cap;
};

static void put_cp(struct sink *s, uint32_t cp)
{
    if (s->len < s->cap)
        s->out[s->len] = cp;
    s->len++;
}

static void put_hangul(struct sink *s, uint32_t cp)
{
    uint32_t n = cp - HANGUL_BASE;
    put_cp(s, LEAD_BASE + n / (VOWELS * TAILS));
    put_cp(s, VOWEL_BASE + n % (VOWELS * TAILS) / TAILS);
    if (n % TAILS != 0)
        put_cp(s, TAIL_BASE + n % TAILS);
}

/* Mappings are at most a few deep, as the data is Unicode's own: the recursion is bounded by the table. */
static void put_decomposed(struct sink *s, uint32_t cp, bool compat)
{
    if (cp - HANGUL_BASE < HANGULS) {
        put_hangul(s, cp);
        return;
    }
    const uint16_t *row = cp < 0xA0 ? NULL : decomp_row(cp);
    if (row == NULL || (!compat && row[0] >> 8 != 0)) {
        put_cp(s, cp);
        return;
    }
    int count = *row++ & 0xFF;
    while (count-- > 0)
        put_decomposed(s, decomp_next(&row), compat);
}

static void reverse_units(uint32_t *a, uint32_t *b)
{
    while (a < b) {
        uint32_t t = *a;
        *a++ = *--b;
        *b = t;
    }
}

/* Merges the ordered [a, m) and [m, b) in place by rotation. Each call halves the longer part, so the depth grows with
   the logarithm of the length. */
static void merge_marks(uint32_t *a, uint32_t *m, uint32_t *b)
{
    if (a == m || m == b)
        return;
    if (b - a == 2) {
        if (uni_combining(*m) < uni_combining(*a))
            reverse_units(a, b);
        return;
    }
    uint32_t *left, *right;
    if (m - a >= b - m) {
        left = a + (m - a) / 2;
        right = m;
        while (right < b && uni_combining(*right) < uni_combining(*left))
            right++;
    } else {
        right = m + (b - m) / 2;
        left = m;
        while (left > a && uni_combining(left[-1]) > uni_combining(*right))
            left--;
    }
    uint32_t *middle = left + (right - m);
    reverse_units(left, m);
    reverse_units(m, right);
    reverse_units(left, right);
    merge_marks(a, left, middle);
    merge_marks(middle, right, b);
}

static void sort_marks(uint32_t *text, size_t len)
{
    if (len > 16) {
        sort_marks(text, len / 2);
        sort_marks(text + len / 2, len - len / 2);
        merge_marks(text, text + len / 2, text + len);
        return;
    }
    for (size_t k = 1; k < len; k++) {
        uint32_t cp = text[k];
        int cls = uni_combining(cp);
        size_t j = k;
        for (; j > 0 && uni_combining(text[j - 1]) > cls; j--)
            text[j] = text[j - 1];
        text[j] = cp;
    }
}

/* Orders each run of marks by combining class, stably; not quadratic, as a run may be long on purpose. */
static void order_marks(uint32_t *text, size_t len)
{
    for (size_t i = 0; i < len;) {
        size_t end = i;
        while (end < len && uni_combining(text[end]) != 0)
            end++;
        sort_marks(text + i, end - i);
        i = end + 1;
    }
}

size_t uni_decompose(UniForm form, const uint32_t *text, size_t len, uint32_t *out, size_t cap)
{
    struct sink s = {out, 0, cap};
    bool compat = form == UNI_NFKC || form == UNI_NFKD;
    for (size_t i = 0; i < len; i++)
        put_decomposed(&s, text[i], compat);
    if (s.len <= cap)
        order_marks(out, s.len);
    return s.len;
}

static uint32_t compose_pair(uint32_t a, uint32_t b)
{
    if (a - LEAD_BASE < LEADS && b - VOWEL_BASE < VOWELS)
        return HANGUL_BASE + ((a - LEAD_BASE) * VOWELS + (b - VOWEL_BASE)) * TAILS;
    if (a - HANGUL_BASE < HANGULS && (a - HANGUL_BASE) % TAILS == 0 && b - TAIL_BASE - 1 < TAILS - 1)
        return a + (b - TAIL_BASE);
    size_t low = 0, high = sizeof compositions / sizeof *compositions;
    while (low < high) {
        size_t mid = (low + high) / 2;
        const struct composition *c = &compositions[mid];
        if (c->first < a || (c->first == a && c->second < b))
            low = mid + 1;
        else
            high = mid;
    }
    const struct composition *c = &compositions[low];
    return low < sizeof compositions / sizeof *compositions && c->first == a && c->second == b ? c->whole : 0;
}

/* A mark joins the last starter unless something of its own class or a starter stands between. */
size_t uni_compose(uint32_t *text, size_t len)
{
    size_t out = 0, starter = 0;
    bool have_starter = false;
    int last_class = 0;
    for (size_t i = 0; i < len; i++) {
        uint32_t cp = text[i];
        int cls = uni_combining(cp);
        bool blocked = out > starter + 1 && (last_class >= cls || last_class == 0);
        uint32_t whole = have_starter && !blocked ? compose_pair(text[starter], cp) : 0;
        if (whole != 0) {
            text[starter] = whole;
            continue;
        }
        if (cls == 0) {
            starter = out;
            have_starter = true;
        }
        last_class = cls;
        text[out++] = cp;
    }
    return out;
}

size_t uni_decomposition_text(uint32_t cp, char out[UNI_DECOMPOSITION_MAX])
{
    const uint16_t *row = decomp_row(cp);
    size_t n = 0;
    out[0] = 0;
    if (row == NULL)
        return 0;
    const char *tag = tag_names[row[0] >> 8];
    int count = *row++ & 0xFF;
    n += (size_t)snprintf(out, UNI_DECOMPOSITION_MAX, "%s", tag);
    while (count-- > 0 && n < UNI_DECOMPOSITION_MAX)
        n += (size_t)snprintf(out + n, UNI_DECOMPOSITION_MAX - n, "%s%04X", n ? " " : "", (unsigned)decomp_next(&row));
    return n;
}
