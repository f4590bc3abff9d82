/* ascii.h: kinds of ASCII characters and their cases, asked of sixteen at once. A kind is two ranges; before the second a bit may be set in each character, which
 * makes one range of both cases of the letters. What is beyond ASCII is of no kind here: str asks unicode.h about it. */
#ifndef PERCH_LANG_ASCII_H
#define PERCH_LANG_ASCII_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct AsciiKind {
    uint8_t from, span;           /* from .. from + span */
    uint8_t set, second, further; /* of (c | set): second .. second + further */
} AsciiKind;

#define ASCII_DIGITS {'0', 9, 0, '0', 9}
#define ASCII_LETTERS {'A', 25, 32, 'a', 25}
#define ASCII_ALNUM {'0', 9, 32, 'a', 25}

static inline bool ascii_is(const AsciiKind *k, uint8_t c) { return (uint8_t)(c - k->from) <= k->span || (uint8_t)((c | k->set) - k->second) <= k->further; }

typedef uint8_t AsciiBlock __attribute__((vector_size(16)));
typedef uint64_t AsciiPair __attribute__((vector_size(16)));
enum { ASCII_BLOCK = 16 };

static inline bool ascii_block_is(const AsciiKind *k, const uint8_t *s)
{
    AsciiBlock c;
    memcpy(&c, s, sizeof c);
    AsciiPair in = (AsciiPair)((AsciiBlock)(c - k->from <= k->span) | (AsciiBlock)((c | k->set) - k->second <= k->further));
    return (in[0] & in[1]) == UINT64_MAX;
}

/* Are all n of the kind? (Of none: yes.) */
static inline bool ascii_all(const AsciiKind *k, const uint8_t *s, int64_t n)
{
    int64_t i = 0;
    if (n >= ASCII_BLOCK) { /* the last block may overlap the one before it */
        for (; i + ASCII_BLOCK < n; i += ASCII_BLOCK)
            if (!ascii_block_is(k, s + i)) return false;
        return ascii_block_is(k, s + n - ASCII_BLOCK);
    }
    for (; i < n; i++)
        if (!ascii_is(k, s[i])) return false;
    return true;
}

typedef enum AsciiCase { ASCII_UPPER, ASCII_LOWER, ASCII_SWAPPED, ASCII_TITLE } AsciiCase;

static inline AsciiBlock ascii_case_bits(AsciiBlock c, uint8_t first) { return (AsciiBlock)(c - first < 26) & 32; } /* the bit that the cases of a letter differ in, where there is one */

/* `before`: the characters before these. Behind a letter a title has small ones. */
static inline AsciiBlock ascii_cased(AsciiBlock c, AsciiBlock before, AsciiCase how)
{
    if (how == ASCII_UPPER) return c & ~ascii_case_bits(c, 'a');
    if (how == ASCII_LOWER) return c | ascii_case_bits(c, 'A');
    AsciiBlock bits = ascii_case_bits(c | 32, 'a');
    return how == ASCII_SWAPPED ? c ^ bits : (c & ~bits) | (bits & ascii_case_bits(before | 32, 'a'));
}

/* d becomes s in that case: by blocks, so that no compiler has to find that out. */
static inline void ascii_map(uint8_t *d, const uint8_t *s, int64_t n, AsciiCase how)
{
    int64_t i = 0;
    AsciiBlock c, before = {0};
    for (; i + ASCII_BLOCK <= n; i += ASCII_BLOCK) {
        memcpy(&c, s + i, sizeof c);
        if (i) memcpy(&before, s + i - 1, sizeof before);
        else before = __builtin_shufflevector(before, c, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
        c = ascii_cased(c, before, how);
        memcpy(d + i, &c, sizeof c);
    }
    uint8_t letter = i ? (uint8_t)((s[i - 1] | 32) - 'a') < 26 : 0;
    for (; i < n; i++) {
        uint8_t is = (uint8_t)((s[i] | 32) - 'a') < 26, small = s[i] >> 5 & 1;
        uint8_t wanted = how == ASCII_UPPER ? 0 : how == ASCII_LOWER ? 1 : how == ASCII_SWAPPED ? !small : letter;
        d[i] = s[i] ^ (uint8_t)((is & (small ^ wanted)) << 5);
        letter = is;
    }
}

#endif
