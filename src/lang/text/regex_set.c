/*
 * Sets of characters. A set answers for the first 256 characters by a bitmap that has everything in it: ranges,
 * categories, case folding, negation. Above, it looks through ordered ranges and categories.
 *
 * Ignoring case, Python asks whether the lower case of the subject's character is in a set of lower-cased members and
 * of the lower-case characters that share an upper case with them; a set without a cased member is asked as it is.
 */
#include "regex_impl.h"

#include <stdlib.h>
#include <string.h>

#include "unicode.h"

static bool is_space(uint32_t c)
{
    return c == ' ' || (c >= 9 && c <= 13);
}

static bool is_word(uint32_t c)
{
    return c < 128 && (c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
}

bool rx_category(uint8_t cats, uint32_t c)
{
    bool uni = (cats & CAT_UNICODE) != 0;
    if (cats & (CAT_DIGIT | CAT_NOT_DIGIT)) {
        bool digit = uni ? uni_is_decimal(c) : c >= '0' && c <= '9';
        if (cats & (digit ? CAT_DIGIT : CAT_NOT_DIGIT))
            return true;
    }
    if (cats & (CAT_SPACE | CAT_NOT_SPACE)) {
        bool space = uni ? uni_is_space(c) : is_space(c);
        if (cats & (space ? CAT_SPACE : CAT_NOT_SPACE))
            return true;
    }
    if (cats & (CAT_WORD | CAT_NOT_WORD)) {
        bool word = uni ? c == '_' || uni_is_alnum(c) : is_word(c);
        if (cats & (word ? CAT_WORD : CAT_NOT_WORD))
            return true;
    }
    return false;
}

static uint32_t fold_char(int fold, uint32_t c)
{
    if (fold == 2)
        return uni_simple_lower(c);
    return fold == 1 && c >= 'A' && c <= 'Z' ? c + 32 : c;
}

/* Has it another case? By the full mapping: the upper case of U+00DF is two letters. */
bool rx_is_cased(int fold, uint32_t c)
{
    uint32_t upper[3];
    if (fold == 2)
        return uni_simple_lower(c) != c || uni_to_upper(c, upper) != 1 || upper[0] != c;
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

bool rx_set_slow(const RxSet *set, const uint32_t *ranges, uint32_t c)
{
    if (set->fold)
        c = fold_char(set->fold, c);
    const uint32_t *r = ranges + set->range_at;
    size_t low = 0, high = set->range_count;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if (r[2 * mid + 1] < c)
            low = mid + 1;
        else
            high = mid;
    }
    bool in = (low < set->range_count && r[2 * low] <= c) || (set->cats && rx_category(set->cats, c));
    return in != (set->negate != 0);
}

/* Ranges on their way into the program: an array of pairs at its end. */
static bool put_range(RegexProg *prog, size_t start, uint32_t lo, uint32_t hi)
{
    uint32_t *r = prog->ranges;
    if (prog->range_len > start && r[prog->range_len - 1] + 1 == lo) {
        r[prog->range_len - 1] = hi;
        return true;
    }
    if (!rx_grow(&prog->mem, &prog->ranges, &prog->range_cap, prog->range_len, 2, sizeof *r))
        return false;
    prog->ranges[prog->range_len++] = lo;
    prog->ranges[prog->range_len++] = hi;
    return true;
}

/* Above this no character has case (the last are U+1E900's, Adlam). */
enum { LAST_CASED = 0x1EFFF };

static bool put_folded(RegexProg *prog, size_t start, int fold, uint32_t lo, uint32_t hi)
{
    uint32_t last = fold == 1 ? 127 : LAST_CASED;
    for (; lo <= hi && lo <= last; lo++) {
        uint32_t c = fold_char(fold, lo), peers[UNI_PEERS_MAX];
        int n = fold == 2 ? uni_case_peers(c, peers) : 0;
        if (!put_range(prog, start, c, c))
            return false;
        for (int i = 0; i < n; i++)
            if (!put_range(prog, start, peers[i], peers[i]))
                return false;
    }
    return lo > hi || put_range(prog, start, lo, hi);
}

static int compare_pairs(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static void merge_ranges(RegexProg *prog, size_t start)
{
    size_t pairs = (prog->range_len - start) / 2, out = 0;
    if (pairs == 0)
        return;
    uint32_t *r = prog->ranges + start;
    qsort(r, pairs, 2 * sizeof *r, compare_pairs);
    for (size_t i = 1; i < pairs; i++) {
        uint32_t *top = &r[2 * out + 1];
        if (r[2 * i] <= *top || r[2 * i] == *top + 1) {
            if (r[2 * i + 1] > *top)
                *top = r[2 * i + 1];
        } else {
            out++;
            r[2 * out] = r[2 * i];
            r[2 * out + 1] = r[2 * i + 1];
        }
    }
    prog->range_len = start + 2 * (out + 1);
}

static bool any_cased(const RxNode *node, int fold)
{
    for (const RxRange *r = node->ranges; r; r = r->next)
        for (uint32_t c = r->lo; c <= r->hi && c <= LAST_CASED; c++)
            if (rx_is_cased(fold, c))
                return true;
    return false;
}

static bool same_set(const RegexProg *prog, const RxSet *a, const RxSet *b)
{
    return a->range_count == b->range_count && a->cats == b->cats && a->negate == b->negate && a->fold == b->fold &&
           (a->range_count == 0 || memcmp(prog->ranges + a->range_at, prog->ranges + b->range_at, a->range_count * 2 * sizeof(uint32_t)) == 0);
}

/* Adds the set of an N_SET, N_LITERAL or N_NOT_LITERAL node under those flags. False: out of memory. */
bool rx_make_set(RegexProg *prog, const RxNode *node, unsigned flags, uint32_t *index)
{
    RxRange one = {node->c, node->c, NULL};
    RxNode plain = *node;
    if (node->op != N_SET) {
        plain.ranges = &one;
        plain.cats = 0;
        plain.negate = node->op == N_NOT_LITERAL;
    }
    RxSet set = {.cats = plain.cats, .negate = plain.negate, .range_at = (uint32_t)prog->range_len};
    if (set.cats && (flags & REGEX_UNICODE))
        set.cats |= CAT_UNICODE;
    int fold = !(flags & REGEX_IGNORECASE) ? 0 : flags & REGEX_UNICODE ? 2 : 1;
    if (fold && any_cased(&plain, fold))
        set.fold = (uint8_t)fold;
    size_t start = prog->range_len;
    for (const RxRange *r = plain.ranges; r; r = r->next)
        if (!(set.fold ? put_folded(prog, start, fold, r->lo, r->hi) : put_range(prog, start, r->lo, r->hi)))
            return false;
    merge_ranges(prog, start);
    set.range_count = (uint32_t)(prog->range_len - start) / 2;
    for (size_t i = 0; i < prog->set_count && i < 64; i++)
        if (same_set(prog, &prog->sets[i], &set)) {
            prog->range_len = start;
            *index = (uint32_t)i;
            return true;
        }
    for (uint32_t c = 0; c < 256; c++)
        if (rx_set_slow(&set, prog->ranges, c))
            set.bits[c >> 5] |= 1u << (c & 31);
    if (!rx_grow(&prog->mem, &prog->sets, &prog->set_cap, prog->set_count, 1, sizeof set))
        return false;
    *index = (uint32_t)prog->set_count;
    prog->sets[prog->set_count++] = set;
    return true;
}
