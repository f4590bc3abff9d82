/* str_utf8.c: UTF-8 from and to text, where it is well formed: the quick way for all that the interpreter reads and writes. Sizes are
 * counted first, by loops that the compiler can do many characters at a time; then the text is written once, in its own width.
 * Malformed UTF-8 and lone surrogates are the codecs' affair (codec_utf.c): they know handlers and raise with the right place. */
#include "codec_impl.h"

/* ---- out ---- */
static inline char *put_char(char *to, uint32_t c)
{
    if (c < 0x80) {
        *to++ = (char)c;
    } else if (c < 0x800) {
        *to++ = (char)(0xC0 | c >> 6);
        *to++ = (char)(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        *to++ = (char)(0xE0 | c >> 12);
        *to++ = (char)(0x80 | (c >> 6 & 0x3F));
        *to++ = (char)(0x80 | (c & 0x3F));
    } else {
        *to++ = (char)(0xF0 | c >> 18);
        *to++ = (char)(0x80 | (c >> 12 & 0x3F));
        *to++ = (char)(0x80 | (c >> 6 & 0x3F));
        *to++ = (char)(0x80 | (c & 0x3F));
    }
    return to;
}

/* Blocks keep the counters narrow: a block's sum fits the width of its characters, so the loop works on whole vectors. */
enum { BLOCK = 64 };

int64_t utf8_size(const Text *t, bool *surrogates)
{
    int64_t n = t->n, size = n, i = 0;
    *surrogates = false;
    if (t->w == 1) {
        const uint8_t *s = t->p;
        for (; i + BLOCK <= n; i += BLOCK) {
            uint8_t more = 0;
#pragma omp simd reduction(+ : more)
            for (int k = 0; k < BLOCK; k++) more = (uint8_t)(more + (s[i + k] >> 7));
            size += more;
        }
        for (; i < n; i++) size += s[i] >> 7;
    } else if (t->w == 2) {
        const uint16_t *s = t->p;
        uint16_t bad = 0;
        for (; i + BLOCK <= n; i += BLOCK) {
            uint16_t more = 0;
#pragma omp simd reduction(+ : more) reduction(| : bad)
            for (int k = 0; k < BLOCK; k++) {
                uint16_t c = s[i + k];
                more = (uint16_t)(more + (c > 0x7F) + (c > 0x7FF));
                bad |= (uint16_t)((c & 0xF800) == 0xD800);
            }
            size += more;
        }
        for (; i < n; i++) {
            size += (s[i] > 0x7F) + (s[i] > 0x7FF);
            bad |= (uint16_t)((s[i] & 0xF800) == 0xD800);
        }
        *surrogates = bad;
    } else {
        const uint32_t *s = t->p;
        uint32_t bad = 0;
        for (; i + BLOCK <= n; i += BLOCK) {
            uint32_t more = 0;
#pragma omp simd reduction(+ : more) reduction(| : bad)
            for (int k = 0; k < BLOCK; k++) {
                uint32_t c = s[i + k];
                more += (uint32_t)(c > 0x7F) + (c > 0x7FF) + (c > 0xFFFF);
                bad |= (uint32_t)((c & 0xFFFFF800) == 0xD800);
            }
            size += more;
        }
        for (; i < n; i++) {
            size += (s[i] > 0x7F) + (s[i] > 0x7FF) + (s[i] > 0xFFFF);
            bad |= (uint32_t)((s[i] & 0xFFFFF800) == 0xD800);
        }
        *surrogates = bad;
    }
    return size;
}

/* Wide text holds runs of ASCII, too: eight of them are narrowed at once. */
#define WRITE_WIDE(T) \
    for (const T *s = t->p, *end = s + t->n; s < end;) { \
        while (end - s >= 8 && *s < 0x80 && !((s[0] | s[1] | s[2] | s[3] | s[4] | s[5] | s[6] | s[7]) & ~0x7Fu)) { \
            for (int k = 0; k < 8; k++) to[k] = (char)s[k]; \
            to += 8; \
            s += 8; \
        } \
        for (int k = 0; k < 8 && s < end; k++) to = put_char(to, *s++); \
    }

/* Character k of four in bits 16k and up, on any machine. */
static inline uint64_t four_units(const uint16_t *s)
{
    if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) return s[0] | (uint64_t)s[1] << 16 | (uint64_t)s[2] << 32 | (uint64_t)s[3] << 48;
    uint64_t units;
    memcpy(&units, s, 8);
    return units;
}
/* Four characters of two bytes each; false: not all of them are. */
static inline bool four_in_two(const uint16_t *s, char *to)
{
    uint64_t units = four_units(s), most = units & 0x0780078007800780u;
    if ((units & 0xF800F800F800F800u) || ((most + 0x0780078007800780u) & 0x0800080008000800u) != 0x0800080008000800u) return false;
    uint64_t word = 0x80C080C080C080C0u | (units >> 6 & 0x001F001F001F001Fu) | (units & 0x003F003F003F003Fu) << 8;
    if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) word = __builtin_bswap64(word);
    memcpy(to, &word, 8);
    return true;
}

/* Characters of 16 bits: the same, and those of two and of three bytes in runs of their own. */
static char *write_narrow(char *to, const Text *t)
{
    const uint16_t *s = t->p, *end = s + t->n;
    while (s < end) {
        if (*s < 0x80) {
            *to++ = (char)*s++;
            while (end - s >= 8 && *s < 0x80 && !((four_units(s) | four_units(s + 4)) & 0xFF80FF80FF80FF80u)) {
                for (int k = 0; k < 8; k++) to[k] = (char)s[k];
                to += 8;
                s += 8;
            }
        } else if (*s < 0x800) {
            for (; end - s >= 4 && four_in_two(s, to); s += 4) to += 8;
            for (; s < end && *s >= 0x80 && *s < 0x800; s++, to += 2) {
                uint16_t c = *s, pair = (uint16_t)(0x80C0 | c >> 6 | (c & 0x3F) << 8);
                if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) pair = __builtin_bswap16(pair);
                memcpy(to, &pair, 2);
            }
        } else {
            for (; end - s > 1 && *s >= 0x800; s++, to += 3) { /* four bytes: the last is written over by the next character */
                uint32_t c = *s, word = (0xE0 | c >> 12) | (0x80 | (c >> 6 & 0x3F)) << 8 | (0x80 | (c & 0x3F)) << 16;
                memcpy(to, &word, 4);
            }
            if (s < end) to = put_char(to, *s++);
        }
    }
    return to;
}

char *utf8_write(char *to, const Text *t)
{
    if (t->w == 1) {
        const uint8_t *s = t->p, *end = s + t->n;
        while (s < end) {
            uint64_t word;
            while (end - s >= 8 && (memcpy(&word, s, 8), !(word & 0x8080808080808080u))) {
                memcpy(to, &word, 8);
                s += 8;
                to += 8;
            }
            for (int k = 0; k < 8 && s < end; k++, s++) {
                if (*s < 0x80) {
                    *to++ = (char)*s;
                } else {
                    *to++ = (char)(0xC0 | *s >> 6);
                    *to++ = (char)(0x80 | (*s & 0x3F));
                }
            }
        }
    } else if (t->w == 2) {
        to = write_narrow(to, t);
    } else {
        WRITE_WIDE(uint32_t)
    }
    return to;
}

const char *str_utf8(VM *vm, Ref v, size_t *bytes)
{
    const Str *s = as_str(v);
    if (str_is_ascii(s)) {
        if (bytes) *bytes = (size_t)s->len;
        return (const char *)s->data;
    }
    Text t = text_of_str(v);
    bool surrogates;
    size_t need = (size_t)utf8_size(&t, &surrogates) + 1;
    unsigned k = vm->utf8_next++ % UTF8_BUFS;
    /* A buffer is kept for the next text unless it is much too large. */
    if (vm->utf8[k].cap < need || vm->utf8[k].cap > need + 65536) {
        char *p = mem_alloc(vm->mem, need);
        if (!p) return err_no_memory(vm), NULL;
        mem_free(vm->mem, vm->utf8[k].p, vm->utf8[k].cap);
        vm->utf8[k].p = p;
        vm->utf8[k].cap = need;
    }
    char *p = vm->utf8[k].p;
    *utf8_write(p, &t) = 0;
    if (bytes) *bytes = need - 1;
    return p;
}

/* ---- in ---- */
static size_t ascii_prefix(const unsigned char *s, size_t n)
{
    size_t i = 0;
    uint64_t word[2];
    for (; i + 16 <= n; i += 16) {
        memcpy(word, s + i, 16);
        if ((word[0] | word[1]) & 0x8080808080808080u) break;
    }
    while (i < n && s[i] < 128) i++;
    return i;
}

/* Characters (bytes that do not continue one) and the greatest byte, which tells the width: 0xC4 leads the first beyond Latin-1, 0xF0
 * the first beyond 16 bits. */
static inline __attribute__((always_inline)) size_t count_block(const unsigned char *s, int size, uint8_t *greatest) /* size < 256 */
{
    uint8_t some = 0, top = 0;
#pragma omp simd reduction(+ : some) reduction(max : top)
    for (int k = 0; k < size; k++) {
        uint8_t c = s[k];
        some = (uint8_t)(some + ((int8_t)c > -65));
        top = c > top ? c : top;
    }
    if (top > *greatest) *greatest = top;
    return some;
}
static int64_t count_chars(const unsigned char *s, size_t n, uint8_t *greatest)
{
    enum { LONG_BLOCK = 240 }; /* a block's end costs as much as some 40 of its bytes */
    size_t i = 0, count = 0;
    *greatest = 0;
    for (; i + LONG_BLOCK <= n; i += LONG_BLOCK) count += count_block(s + i, LONG_BLOCK, greatest);
    for (; i + BLOCK <= n; i += BLOCK) count += count_block(s + i, BLOCK, greatest);
    for (; i + 8 <= n; i += 8) count += count_block(s + i, 8, greatest);
    for (; i < n; i++) count += count_block(s + i, 1, greatest);
    return (int64_t)count;
}

static inline bool continues(unsigned c) { return (c & 0xC0) == 0x80; }
static inline bool leads_two(unsigned c) { return (c & 0xE0) == 0xC0; }

/* Byte k of eight in bits 8k and up, on any machine. */
static inline uint64_t eight_bytes(const unsigned char *s)
{
    uint64_t word;
    memcpy(&word, s, 8);
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap64(word) : word;
}
static inline bool eight_are_ascii(const unsigned char *s) { return !(eight_bytes(s) & 0x8080808080808080u); }
/* Eight bytes that are four characters of two bytes, as four units of 16 bits. A character below 0x80 has no such form. */
static inline bool four_of_two(const unsigned char *s, uint64_t *units)
{
    uint64_t word = eight_bytes(s), upper = word & 0x001E001E001E001Eu;
    if ((word & 0xC0E0C0E0C0E0C0E0u) != 0x80C080C080C080C0u || ((upper + 0x00FE00FE00FE00FEu) & 0x0100010001000100u) != 0x0100010001000100u) return false;
    *units = (word & 0x001F001F001F001Fu) << 6 | (word >> 8 & 0x003F003F003F003Fu);
    return true;
}

/* The first six of eight bytes, where they are two characters of three bytes. The top five of a character's 16 bits tell what has no such form:
 * what is below 0x800, and surrogates, unless they are wanted. */
static inline bool two_of_three(const unsigned char *s, bool surrogates, uint32_t *out)
{
    uint64_t word = eight_bytes(s);
    if ((word & 0xC0C0F0C0C0F0u) != 0x8080E08080E0u) return false;
    out[0] = (uint32_t)((word & 15) << 12 | (word >> 2 & 0xFC0) | (word >> 16 & 63));
    out[1] = (uint32_t)((word >> 24 & 15) << 12 | (word >> 26 & 0xFC0) | (word >> 40 & 63));
    uint32_t refused = surrogates ? 1 : 1 | 1u << 27;
    return !((refused >> (out[0] >> 11) | refused >> (out[1] >> 11)) & 1);
}

#define CH uint8_t
#define FN(x) x##1
#include "str_utf8.inc"
#define CH uint16_t
#define FN(x) x##2
#include "str_utf8.inc"
#define CH uint32_t
#define FN(x) x##4
#include "str_utf8.inc"

Value str_try_utf8(VM *vm, const char *text, size_t n, bool surrogates, bool *malformed)
{
    const unsigned char *s = (const unsigned char *)text;
    size_t plain = ascii_prefix(s, n);
    *malformed = false;
    if (plain == n) return str_from_ascii(vm, text, n);
    uint8_t top;
    int64_t len = (int64_t)plain + count_chars(s + plain, n - plain, &top);
    *malformed = true;
    if (top > 0xF4 || len == (int64_t)plain) return NO_VALUE;
    unsigned w = top < 0xC4 ? 1 : top < 0xF0 ? 2 : 4;
    if (len == 1) { /* these are shared */
        uint32_t c = 0;
        if (!read_utf84(&c, s, n, 1, surrogates)) return NO_VALUE;
        *malformed = false;
        return str_from_char(vm, c);
    }
    Value v = str_new(vm, len, w == 1 ? 255 : w == 2 ? 65535 : UINT32_C(0x10FFFF));
    if (!v) return *malformed = false, v;
    unsigned char *d = as_str(v)->data;
    bool ok = w == 1 ? read_utf81(d, s, n, len, surrogates) : w == 2 ? read_utf82((uint16_t *)d, s, n, len, surrogates)
        : read_utf84((uint32_t *)d, s, n, len, surrogates);
    if (ok) return *malformed = false, v;
    release(vm, v);
    return NO_VALUE;
}

Value str_from_utf8(VM *vm, const char *text, size_t n)
{
    bool malformed;
    Value v = str_try_utf8(vm, text, n, true, &malformed);
    return malformed ? codec_decode(vm, text, (int64_t)n, "utf-8", "strict") : v; /* raises, with the right place */
}
