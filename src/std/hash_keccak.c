/* hash_keccak.c: SHA-3 and SHAKE (FIPS 202): a sponge of 25 lanes. */
#include "hash.h"

static const uint64_t rounds[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000,
    0x000000000000808b, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
    0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
    0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003,
    0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
};

static uint64_t rol64(uint64_t x, unsigned n) { return n ? x << n | x >> (64 - n) : x; }

static void permute(uint64_t *a)
{
    for (int r = 0; r < 24; r++) {
        uint64_t c[5], b[25];
        for (int x = 0; x < 5; x++) c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
        for (int x = 0; x < 5; x++) {
            uint64_t d = c[(x + 4) % 5] ^ rol64(c[(x + 1) % 5], 1);
            for (int y = 0; y < 25; y += 5) a[x + y] ^= d;
        }
        /* rotate each lane by 1, 3, 6, 10 ... as it moves from place to place */
        b[0] = a[0];
        for (int t = 0, x = 1, y = 0; t < 24; t++) {
            unsigned n = (unsigned)(t + 1) * (unsigned)(t + 2) / 2 % 64;
            int nx = y, ny = (2 * x + 3 * y) % 5;
            b[nx + 5 * ny] = rol64(a[x + 5 * y], n);
            x = nx;
            y = ny;
        }
        for (int y = 0; y < 25; y += 5)
            for (int x = 0; x < 5; x++) a[x + y] = b[x + y] ^ (~b[(x + 1) % 5 + y] & b[(x + 2) % 5 + y]);
        a[0] ^= rounds[r];
    }
}

static void step(HashState *s, const unsigned char *p)
{
    for (unsigned i = 0; i < s->rate; i++) s->q[i / 8] ^= (uint64_t)p[i] << 8 * (i & 7);
    permute(s->q);
}

static void update(HashState *s, const unsigned char *p, size_t n) { hash_feed(s, s->rate, p, n, step); }

static void final(HashState *s, unsigned char *out, size_t n)
{
    memset(s->block.data + s->block.used, 0, s->rate - s->block.used);
    s->block.data[s->block.used] = (unsigned char)s->suffix;
    s->block.data[s->rate - 1] |= 0x80;
    step(s, s->block.data);
    for (size_t i = 0, at = 0; i < n; i++, at++) {
        if (at == s->rate) {
            permute(s->q);
            at = 0;
        }
        out[i] = (unsigned char)(s->q[at / 8] >> 8 * (at & 7));
    }
}

static void open_sponge(HashState *s, unsigned rate, unsigned suffix)
{
    s->rate = rate;
    s->suffix = suffix;
}
static void init224(HashState *s) { open_sponge(s, 144, 6); }
static void init256(HashState *s) { open_sponge(s, 136, 6); }
static void init384(HashState *s) { open_sponge(s, 104, 6); }
static void init512(HashState *s) { open_sponge(s, 72, 6); }
static void init_shake128(HashState *s) { open_sponge(s, 168, 0x1f); }
static void init_shake256(HashState *s) { open_sponge(s, 136, 0x1f); }

const HashAlgo hash_sha3_algos[] = {
    {"sha3_224", 28, 144, init224, update, final},
    {"sha3_256", 32, 136, init256, update, final},
    {"sha3_384", 48, 104, init384, update, final},
    {"sha3_512", 64, 72, init512, update, final},
    {"shake_128", 0, 168, init_shake128, update, final},
    {"shake_256", 0, 136, init_shake256, update, final},
    {0},
};
