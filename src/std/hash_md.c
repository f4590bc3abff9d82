/* hash_md.c: MD5 (RFC 1321), SHA-1 and SHA-2 (FIPS 180-4): blocks mixed into a few words, the length at the end. */
#include "hash.h"

#include <stdbool.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#include <immintrin.h>
#endif

static uint32_t rol(uint32_t x, int n) { return x << n | x >> (32 - n); }
static uint32_t ror(uint32_t x, int n) { return x >> n | x << (32 - n); }
static uint64_t ror64(uint64_t x, int n) { return x >> n | x << (64 - n); }
static uint32_t le32(const unsigned char *p) { return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24; }
static uint32_t be32(const unsigned char *p) { return p[3] | (uint32_t)p[2] << 8 | (uint32_t)p[1] << 16 | (uint32_t)p[0] << 24; }
static uint64_t be64(const unsigned char *p) { return (uint64_t)be32(p) << 32 | be32(p + 4); }

/* A one bit, zeros, and the length in bits in the last `tail` bytes of a block. */
static void pad(HashState *s, unsigned block, unsigned tail, int big, void (*step)(HashState *s, const unsigned char *p))
{
    uint64_t bits = s->block.bytes * 8;
    unsigned char *d = s->block.data;
    unsigned n = s->block.used;
    d[n++] = 0x80;
    if (n > block - tail) {
        memset(d + n, 0, block - n);
        step(s, d);
        n = 0;
    }
    memset(d + n, 0, block - n);
    for (int i = 0; i < 8; i++) d[big ? block - 1 - i : block - 8 + i] = (unsigned char)(bits >> 8 * i);
    step(s, d);
}

/* ---- MD5 ---- */
static const uint32_t md5_k[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

/* A round is sixteen steps in fours, after which each word is back in its place: no word moves, all else is known when it is compiled. */
#define MD5_STEP(MIX, a, b, c, d, i, g, turn) a = b + rol(a + MIX(b, c, d) + md5_k[i] + m[(g) & 15], turn)
#define MD5_FOUR(MIX, i, from, by, t0, t1, t2, t3) \
    MD5_STEP(MIX, a, b, c, d, i, from + by * (i), t0); \
    MD5_STEP(MIX, d, a, b, c, i + 1, from + by * (i + 1), t1); \
    MD5_STEP(MIX, c, d, a, b, i + 2, from + by * (i + 2), t2); \
    MD5_STEP(MIX, b, c, d, a, i + 3, from + by * (i + 3), t3)
#define MD5_ROUND(MIX, i, ...) \
    MD5_FOUR(MIX, i, __VA_ARGS__); \
    MD5_FOUR(MIX, i + 4, __VA_ARGS__); \
    MD5_FOUR(MIX, i + 8, __VA_ARGS__); \
    MD5_FOUR(MIX, i + 12, __VA_ARGS__)
#define MD5_F(x, y, z) (z ^ (x & (y ^ z)))
#define MD5_G(x, y, z) ((z & x) + (~z & y)) /* no bit of both: an addition may wait for its latest term alone */
#define MD5_H(x, y, z) (x ^ y ^ z)
#define MD5_I(x, y, z) (y ^ (x | ~z))

static void md5_step(HashState *s, const unsigned char *p)
{
    uint32_t m[16], a = s->w[0], b = s->w[1], c = s->w[2], d = s->w[3];
    for (int i = 0; i < 16; i++) m[i] = le32(p + 4 * i);
    MD5_ROUND(MD5_F, 0, 0, 1, 7, 12, 17, 22);
    MD5_ROUND(MD5_G, 16, 1, 5, 5, 9, 14, 20);
    MD5_ROUND(MD5_H, 32, 5, 3, 4, 11, 16, 23);
    MD5_ROUND(MD5_I, 48, 0, 7, 6, 10, 15, 21);
    s->w[0] += a;
    s->w[1] += b;
    s->w[2] += c;
    s->w[3] += d;
}

static const uint32_t sha1_iv[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0}; /* the first four are MD5's too */

static void md5_init(HashState *s) { memcpy(s->w, sha1_iv, 16); }
static void md5_update(HashState *s, const unsigned char *p, size_t n) { hash_feed(s, 64, p, n, md5_step); }
static void md5_final(HashState *s, unsigned char *out, size_t n)
{
    pad(s, 64, 8, 0, md5_step);
    for (size_t i = 0; i < n; i++) out[i] = (unsigned char)(s->w[i / 4] >> 8 * (i & 3));
}

/* ---- SHA-1 ---- */
/* Five steps; after them each word is back in its place, and the compiler moves none. */
#define SHA1_FIVE(mix, k) \
    for (int j = 0; j < 5; j++) { \
        uint32_t next = rol(a, 5) + (mix) + e + (k) + w[i + j]; \
        e = d; \
        d = c; \
        c = rol(b, 30); \
        b = a; \
        a = next; \
    }

static void sha1_step(HashState *s, const unsigned char *p)
{
    uint32_t w[80], a = s->w[0], b = s->w[1], c = s->w[2], d = s->w[3], e = s->w[4];
    for (int i = 0; i < 16; i++) w[i] = be32(p + 4 * i);
    for (int i = 16; i < 80; i++) w[i] = rol(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    for (int i = 0; i < 20; i += 5) SHA1_FIVE(d ^ (b & (c ^ d)), 0x5a827999);
    for (int i = 20; i < 40; i += 5) SHA1_FIVE(b ^ c ^ d, 0x6ed9eba1);
    for (int i = 40; i < 60; i += 5) SHA1_FIVE((b & c) | (d & (b | c)), 0x8f1bbcdc);
    for (int i = 60; i < 80; i += 5) SHA1_FIVE(b ^ c ^ d, 0xca62c1d6);
    s->w[0] += a;
    s->w[1] += b;
    s->w[2] += c;
    s->w[3] += d;
    s->w[4] += e;
}

static void put_words(const HashState *s, unsigned char *out, size_t n)
{
    for (size_t i = 0; i < n; i++) out[i] = (unsigned char)(s->w[i / 4] >> (24 - 8 * (i & 3)));
}

static void sha1_init(HashState *s) { memcpy(s->w, sha1_iv, 20); }
static void sha1_update(HashState *s, const unsigned char *p, size_t n) { hash_feed(s, 64, p, n, sha1_step); }
static void sha1_final(HashState *s, unsigned char *out, size_t n)
{
    pad(s, 64, 8, 1, sha1_step);
    put_words(s, out, n);
}

/* ---- SHA-224 and SHA-256 ---- */
static const uint32_t k256[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};
static const uint32_t iv256[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};
static const uint32_t iv224[8] = {
    0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4,
};

static void sha256_step(HashState *s, const unsigned char *p)
{
    uint32_t w[64], v[8];
    memcpy(v, s->w, 32);
    for (int i = 0; i < 16; i++) w[i] = be32(p + 4 * i);
    for (int i = 16; i < 64; i++) {
        uint32_t x = w[i - 15], y = w[i - 2];
        w[i] = w[i - 16] + (ror(x, 7) ^ ror(x, 18) ^ x >> 3) + w[i - 7] + (ror(y, 17) ^ ror(y, 19) ^ y >> 10);
    }
    for (int i = 0; i < 64; i++) {
        uint32_t e = v[4], a = v[0];
        uint32_t t = v[7] + (ror(e, 6) ^ ror(e, 11) ^ ror(e, 25)) + ((e & v[5]) ^ (~e & v[6])) + k256[i] + w[i];
        uint32_t u = (ror(a, 2) ^ ror(a, 13) ^ ror(a, 22)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        for (int k = 7; k > 0; k--) v[k] = v[k - 1];
        v[4] += t;
        v[0] = t + u;
    }
    for (int i = 0; i < 8; i++) s->w[i] += v[i];
}

#if defined(__x86_64__) || defined(__i386__)
/* The same by the processor's own instructions, where it has them: two rounds each, the words as (a b e f) and (c d g h). */
static __attribute__((target("sha,sse4.1"))) void sha256_step_own(HashState *s, const unsigned char *p)
{
    const __m128i turn = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203); /* big-endian words */
    __m128i low = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)s->w), 0xB1), high = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(s->w + 4)), 0x1B);
    const __m128i abef = _mm_alignr_epi8(low, high, 8), cdgh = _mm_blend_epi16(high, low, 0xF0);
    __m128i x = abef, y = cdgh, w[4];
    for (int i = 0; i < 4; i++) w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(p + 16 * i)), turn);
    for (int i = 0; i < 16; i++) { /* four rounds, with w[i & 3] */
        __m128i k = _mm_add_epi32(w[i & 3], _mm_loadu_si128((const __m128i *)(k256 + 4 * i)));
        y = _mm_sha256rnds2_epu32(y, x, k);
        x = _mm_sha256rnds2_epu32(x, y, _mm_shuffle_epi32(k, 0x0E));
        if (i >= 12) continue;
        __m128i newest = w[(i + 3) & 3], seventh = _mm_alignr_epi8(newest, w[(i + 2) & 3], 4); /* the words 16 to 13 ago, 7 to 4 ago */
        w[i & 3] = _mm_sha256msg2_epu32(_mm_add_epi32(_mm_sha256msg1_epu32(w[i & 3], w[(i + 1) & 3]), seventh), newest);
    }
    x = _mm_add_epi32(x, abef);
    y = _mm_add_epi32(y, cdgh);
    low = _mm_shuffle_epi32(x, 0x1B);
    high = _mm_shuffle_epi32(y, 0xB1);
    _mm_storeu_si128((__m128i *)s->w, _mm_blend_epi16(low, high, 0xF0));
    _mm_storeu_si128((__m128i *)(s->w + 4), _mm_alignr_epi8(high, low, 8));
}

static bool has_own(void) /* asking the processor takes microseconds: once a process */
{
    static int known; /* 1 no, 2 yes */
    unsigned a, b, c, d;
    int is = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (is) return is == 2;
    is = __get_cpuid(1, &a, &b, &c, &d) && (c & bit_SSE4_1) && (c & bit_SSSE3) && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA) ? 2 : 1;
    __atomic_store_n(&known, is, __ATOMIC_RELAXED);
    return is == 2;
}

static void sha256_any(HashState *s, const unsigned char *p)
{
    if (has_own()) sha256_step_own(s, p);
    else sha256_step(s, p);
}
#else
static void sha256_any(HashState *s, const unsigned char *p) { sha256_step(s, p); }
#endif

static void sha256_init(HashState *s) { memcpy(s->w, iv256, 32); }
static void sha224_init(HashState *s) { memcpy(s->w, iv224, 32); }
static void sha256_update(HashState *s, const unsigned char *p, size_t n) { hash_feed(s, 64, p, n, sha256_any); }
static void sha256_final(HashState *s, unsigned char *out, size_t n)
{
    pad(s, 64, 8, 1, sha256_any);
    put_words(s, out, n);
}

/* ---- SHA-384 and SHA-512 ---- */
static const uint64_t k512[80] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc,
    0x3956c25bf348b538, 0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118,
    0xd807aa98a3030242, 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2,
    0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235, 0xc19bf174cf692694,
    0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
    0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4,
    0xc6e00bf33da88fc2, 0xd5a79147930aa725, 0x06ca6351e003826f, 0x142929670a0e6e70,
    0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df,
    0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30,
    0xd192e819d6ef5218, 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
    0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8,
    0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3,
    0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b,
    0xca273eceea26619c, 0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178,
    0x06f067aa72176fba, 0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
    0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc, 0x431d67c49c100d4c,
    0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
};
static const uint64_t iv512[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};
static const uint64_t iv384[8] = {
    0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
    0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4,
};

static void sha512_step(HashState *s, const unsigned char *p)
{
    uint64_t w[80], v[8];
    memcpy(v, s->q, 64);
    for (int i = 0; i < 16; i++) w[i] = be64(p + 8 * i);
    for (int i = 16; i < 80; i++) {
        uint64_t x = w[i - 15], y = w[i - 2];
        w[i] = w[i - 16] + (ror64(x, 1) ^ ror64(x, 8) ^ x >> 7) + w[i - 7] + (ror64(y, 19) ^ ror64(y, 61) ^ y >> 6);
    }
    for (int i = 0; i < 80; i++) {
        uint64_t e = v[4], a = v[0];
        uint64_t t = v[7] + (ror64(e, 14) ^ ror64(e, 18) ^ ror64(e, 41)) + ((e & v[5]) ^ (~e & v[6])) + k512[i] + w[i];
        uint64_t u = (ror64(a, 28) ^ ror64(a, 34) ^ ror64(a, 39)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        for (int k = 7; k > 0; k--) v[k] = v[k - 1];
        v[4] += t;
        v[0] = t + u;
    }
    for (int i = 0; i < 8; i++) s->q[i] += v[i];
}

static void sha512_init(HashState *s) { memcpy(s->q, iv512, 64); }
static void sha384_init(HashState *s) { memcpy(s->q, iv384, 64); }
static void sha512_update(HashState *s, const unsigned char *p, size_t n) { hash_feed(s, 128, p, n, sha512_step); }
static void sha512_final(HashState *s, unsigned char *out, size_t n)
{
    pad(s, 128, 16, 1, sha512_step);
    for (size_t i = 0; i < n; i++) out[i] = (unsigned char)(s->q[i / 8] >> (56 - 8 * (i & 7)));
}

const HashAlgo hash_algos[] = {
    {"md5", 16, 64, md5_init, md5_update, md5_final},
    {"sha1", 20, 64, sha1_init, sha1_update, sha1_final},
    {"sha224", 28, 64, sha224_init, sha256_update, sha256_final},
    {"sha256", 32, 64, sha256_init, sha256_update, sha256_final},
    {"sha384", 48, 128, sha384_init, sha512_update, sha512_final},
    {"sha512", 64, 128, sha512_init, sha512_update, sha512_final},
    {0},
};
