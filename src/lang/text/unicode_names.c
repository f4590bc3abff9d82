/*
 * Names of characters, both ways. A name is a row of word numbers (the commonest words take one byte, the others two)
 * and the words stand in one lexicon, the last letter of each with its high bit set. A name's place in the store is
 * its ordinal: characters in code point order (name_runs), then aliases, then named sequences. name_sorted lists the
 * ordinals by spelling, for the search from name to character. Ideographs and Hangul syllables are named by rule.
 */
#include "unicode.h"

#include <stdio.h>
#include <string.h>

#include "lang/data/unicode_names.inc"

_Static_assert(NAME_MAX_LEN < UNI_NAME_MAX, "a name would not fit its buffer");

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define CJK "CJK UNIFIED IDEOGRAPH-"
#define HANGUL "HANGUL SYLLABLE "

enum { HANGUL_BASE = 0xAC00, HANGULS = 19 * 21 * 28 };

/* Spells word `index` into out, returns its length. */
static size_t spell_word(unsigned index, char *out)
{
    const uint8_t *p = &lexicon[lexicon_block[index / 8]];
    for (unsigned skip = index % 8; skip > 0; p++)
        if (*p & 0x80)
            skip--;
    size_t n = 0;
    for (;; p++) {
        out[n++] = (char)(*p & 0x7F);
        if (*p & 0x80)
            return n;
    }
}

static size_t spell_name(unsigned ordinal, char out[UNI_NAME_MAX])
{
    const uint8_t *p = &name_store[name_block[ordinal / 32]];
    for (unsigned skip = ordinal % 32; skip > 0; skip--)
        p += *p + 1;
    const uint8_t *end = p + *p + 1;
    size_t n = 0;
    for (p++; p < end;) {
        unsigned word = *p++;
        if (word >= WORDS_SHORT)
            word = WORDS_SHORT + ((word - WORDS_SHORT) << 8) + *p++;
        if (n)
            out[n++] = ' ';
        n += spell_word(word, out + n);
    }
    out[n] = 0;
    return n;
}

/* The last run that starts at or before a code point (by_cp) or an ordinal. */
static size_t find_run(uint32_t key, bool by_cp)
{
    size_t low = 0, high = COUNT(name_runs);
    while (high - low > 1) {
        size_t mid = (low + high) / 2;
        if ((by_cp ? name_runs[mid].cp : name_runs[mid].ordinal) <= key)
            low = mid;
        else
            high = mid;
    }
    return low;
}

static size_t name_hangul(uint32_t cp, char out[UNI_NAME_MAX])
{
    uint32_t n = cp - HANGUL_BASE;
    return (size_t)snprintf(out, UNI_NAME_MAX, HANGUL "%s%s%s", hangul_lead[n / 588], hangul_vowel[n % 588 / 28],
                            hangul_tail[n % 28]);
}

size_t uni_name(uint32_t cp, char out[UNI_NAME_MAX])
{
    out[0] = 0;
    if (cp - HANGUL_BASE < HANGULS)
        return name_hangul(cp, out);
    for (size_t i = 0; i < COUNT(name_rules); i++)
        if (cp >= name_rules[i].first && cp <= name_rules[i].last)
            return (size_t)snprintf(out, UNI_NAME_MAX, "%s%04X", name_rules[i].prefix, (unsigned)cp);
    size_t run = find_run(cp, true);
    if (cp < name_runs[run].cp)
        return 0;
    uint32_t ordinal = name_runs[run].ordinal + (cp - name_runs[run].cp);
    if (ordinal >= (run + 1 < COUNT(name_runs) ? name_runs[run + 1].ordinal : NAMES_REAL))
        return 0;
    return spell_name(ordinal, out);
}

/* The longest of the parts that text starts with; -1 for none. An empty part always fits. */
static int longest_part(const char (*parts)[4], int count, const char **text, const char *end)
{
    int best = -1;
    size_t best_len = 0;
    for (int i = 0; i < count; i++) {
        size_t n = strlen(parts[i]);
        if ((best < 0 || n > best_len) && n <= (size_t)(end - *text) && memcmp(parts[i], *text, n) == 0) {
            best = i;
            best_len = n;
        }
    }
    *text += best_len;
    return best;
}

static uint32_t lookup_hangul(const char *text, const char *end)
{
    int lead = longest_part(hangul_lead, 19, &text, end);
    int vowel = lead < 0 ? -1 : longest_part(hangul_vowel, 21, &text, end);
    int tail = vowel < 0 ? -1 : longest_part(hangul_tail, 28, &text, end);
    return tail < 0 || text != end ? 0 : (uint32_t)(HANGUL_BASE + (lead * 21 + vowel) * 28 + tail);
}

static uint32_t lookup_ideograph(const char *upper, size_t len)
{
    for (size_t i = 0; i < COUNT(name_rules); i++) {
        size_t head = strlen(name_rules[i].prefix);
        if (len < head + 4 || len > head + 5 || memcmp(upper, name_rules[i].prefix, head) != 0)
            continue;
        uint32_t cp = 0;
        for (size_t k = head; k < len; k++) {
            char c = upper[k];
            if (!((c >= '0' && c <= '9') || (c >= 'A' && c <= 'F')))
                return 0;
            cp = cp * 16 + (uint32_t)(c <= '9' ? c - '0' : c - 'A' + 10);
        }
        if (cp >= name_rules[i].first && cp <= name_rules[i].last)
            return cp;
    }
    return 0;
}

/* Aliases and sequences follow the characters' own names. */
static int expand_ordinal(unsigned ordinal, uint32_t out[4])
{
    if (ordinal < NAMES_REAL) {
        size_t run = find_run(ordinal, false);
        out[0] = name_runs[run].cp + (ordinal - name_runs[run].ordinal);
        return 1;
    }
    if (ordinal < NAMES_ALIAS) {
        out[0] = alias_cps[ordinal - NAMES_REAL];
        return 1;
    }
    int n = 0;
    while (n < 4 && sequence_cps[ordinal - NAMES_ALIAS][n] != 0) {
        out[n] = sequence_cps[ordinal - NAMES_ALIAS][n];
        n++;
    }
    return n;
}

int uni_lookup(const char *name, size_t len, uint32_t out[4])
{
    char upper[UNI_NAME_MAX], other[UNI_NAME_MAX];
    if (len == 0 || len >= UNI_NAME_MAX)
        return 0;
    for (size_t i = 0; i < len; i++)
        upper[i] = (char)(name[i] >= 'a' && name[i] <= 'z' ? name[i] - 32 : name[i]);
    upper[len] = 0;
    if (memchr(upper, 0, len))
        return 0;
    /* Python takes these two families in capitals only. */
    bool as_written = memcmp(upper, name, len) == 0;
    bool strict = strncmp(upper, HANGUL, strlen(HANGUL)) == 0 || strncmp(upper, CJK, strlen(CJK)) == 0;
    if (strict && !as_written)
        return 0;
    uint32_t ruled = strncmp(upper, HANGUL, strlen(HANGUL)) == 0 ? lookup_hangul(upper + strlen(HANGUL), upper + len)
                                                                  : lookup_ideograph(upper, len);
    if (ruled != 0) {
        out[0] = ruled;
        return 1;
    }
    size_t low = 0, high = COUNT(name_sorted);
    while (low < high) {
        size_t mid = (low + high) / 2;
        spell_name(name_sorted[mid], other);
        int order = strcmp(other, upper);
        if (order == 0)
            return expand_ordinal(name_sorted[mid], out);
        if (order < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return 0;
}
