/* hash_blake2.c: BLAKE2b and BLAKE2s (RFC 7693), with key, salt, person and the tree parameters. The last block is
 * mixed differently, so a full block waits until it is known whether more follows. */
#include "hash.h"

static const uint64_t iv_b[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};
static const uint32_t iv_s[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};
static const unsigned char sigma[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};
static const unsigned char columns[8][4] = {{0, 4, 8, 12}, {1, 5, 9, 13}, {2, 6, 10, 14}, {3, 7, 11, 15}, {0, 5, 10, 15}, {1, 6, 11, 12}, {2, 7, 8, 13}, {3, 4, 9, 14}};

static uint64_t load(const unsigned char *p, int n)
{
    uint64_t v = 0;
    while (n--) v = v << 8 | p[n];
    return v;
}

#define MIX(ror, r1, r2, r3, r4, x, y)                       \
    do {                                                     \
        v[a] += v[b] + (x), v[d] = ror(v[d] ^ v[a], r1);     \
        v[c] += v[d], v[b] = ror(v[b] ^ v[c], r2);           \
        v[a] += v[b] + (y), v[d] = ror(v[d] ^ v[a], r3);     \
        v[c] += v[d], v[b] = ror(v[b] ^ v[c], r4);           \
    } while (0)
static uint64_t ror64(uint64_t x, int n) { return x >> n | x << (64 - n); }
static uint32_t ror32(uint32_t x, int n) { return x >> n | x << (32 - n); }

static void mix_b(HashState *s, const unsigned char *p)
{
    uint64_t v[16], m[16];
    for (int i = 0; i < 16; i++) m[i] = load(p + 8 * i, 8);
    memcpy(v, s->q, 64);
    memcpy(v + 8, iv_b, 64);
    v[12] ^= s->t[0];
    v[13] ^= s->t[1];
    v[14] ^= s->f[0];
    v[15] ^= s->f[1];
    for (int r = 0; r < 12; r++)
        for (int i = 0; i < 8; i++) {
            int a = columns[i][0], b = columns[i][1], c = columns[i][2], d = columns[i][3];
            MIX(ror64, 32, 24, 16, 63, m[sigma[r % 10][2 * i]], m[sigma[r % 10][2 * i + 1]]);
        }
    for (int i = 0; i < 8; i++) s->q[i] ^= v[i] ^ v[i + 8];
}

static void mix_s(HashState *s, const unsigned char *p)
{
    uint32_t v[16], m[16];
    for (int i = 0; i < 16; i++) m[i] = (uint32_t)load(p + 4 * i, 4);
    memcpy(v, s->w, 32);
    memcpy(v + 8, iv_s, 32);
    v[12] ^= (uint32_t)s->t[0];
    v[13] ^= (uint32_t)(s->t[0] >> 32);
    v[14] ^= (uint32_t)s->f[0];
    v[15] ^= (uint32_t)s->f[1];
    for (int r = 0; r < 10; r++)
        for (int i = 0; i < 8; i++) {
            int a = columns[i][0], b = columns[i][1], c = columns[i][2], d = columns[i][3];
            MIX(ror32, 16, 12, 8, 7, m[sigma[r][2 * i]], m[sigma[r][2 * i + 1]]);
        }
    for (int i = 0; i < 8; i++) s->w[i] ^= v[i] ^ v[i + 8];
}

static void step(HashState *s, const unsigned char *p, unsigned bytes)
{
    s->t[0] += bytes;
    if (s->t[0] < bytes) s->t[1]++;
    if (s->rate == 128) mix_b(s, p);
    else mix_s(s, p);
}

static void update(HashState *s, const unsigned char *p, size_t n)
{
    HashBlock *b = &s->block;
    while (n) {
        if (b->used == s->rate) {
            step(s, b->data, s->rate);
            b->used = 0;
        }
        size_t k = s->rate - b->used < n ? s->rate - b->used : n;
        memcpy(b->data + b->used, p, k);
        b->used += (unsigned)k;
        p += k;
        n -= k;
    }
}

static void final(HashState *s, unsigned char *out, size_t n)
{
    memset(s->block.data + s->block.used, 0, s->rate - s->block.used);
    s->f[0] = UINT64_MAX;
    if (s->suffix) s->f[1] = UINT64_MAX; /* the last node of a tree's level */
    step(s, s->block.data, s->block.used);
    for (size_t i = 0; i < n; i++)
        out[i] = s->rate == 128 ? (unsigned char)(s->q[i / 8] >> 8 * (i & 7)) : (unsigned char)(s->w[i / 4] >> 8 * (i & 3));
}

static void put(unsigned char *p, uint64_t v, int n)
{
    for (int i = 0; i < n; i++, v >>= 8) p[i] = (unsigned char)v;
}

void blake2_init(HashState *s, int is_b, const Blake2Params *p)
{
    unsigned char block[64] = {(unsigned char)p->digest, (unsigned char)p->nkey, (unsigned char)p->fanout, (unsigned char)p->depth};
    put(block + 4, p->leaf, 4);
    put(block + 8, p->node_offset, is_b ? 8 : 6);
    int at = is_b ? 16 : 14;
    block[at] = (unsigned char)p->node_depth;
    block[at + 1] = (unsigned char)p->inner;
    if (p->nsalt) memcpy(block + (is_b ? 32 : 16), p->salt, p->nsalt);
    if (p->nperson) memcpy(block + (is_b ? 48 : 24), p->person, p->nperson);
    s->rate = is_b ? 128 : 64;
    s->suffix = p->last_node != 0;
    s->digest = p->digest;
    for (int i = 0; i < 8; i++) {
        if (is_b) s->q[i] = iv_b[i] ^ load(block + 8 * i, 8);
        else s->w[i] = iv_s[i] ^ (uint32_t)load(block + 4 * i, 4);
    }
    if (!p->nkey) return;
    unsigned char key[128] = {0};
    memcpy(key, p->key, p->nkey);
    update(s, key, s->rate);
}

static void init_b(HashState *s) { blake2_init(s, 1, &(Blake2Params){.digest = 64, .fanout = 1, .depth = 1}); }
static void init_s(HashState *s) { blake2_init(s, 0, &(Blake2Params){.digest = 32, .fanout = 1, .depth = 1}); }

const HashAlgo hash_blake2_algos[] = {
    {"blake2b", 64, 128, init_b, update, final},
    {"blake2s", 32, 64, init_s, update, final},
    {0},
};
