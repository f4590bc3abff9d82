/* hash.h: message digests as plain C: a state of fixed size, fed with bytes, then asked for its digest. A state may be
 * copied with memcpy at any time; nothing is allocated and nothing can fail. For the module _hashlib. */
#ifndef PERCH_LIB_HASH_H
#define PERCH_LIB_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct HashBlock { /* input that does not yet fill a block */
    uint64_t bytes;        /* fed in all */
    unsigned char data[168];
    unsigned used;
} HashBlock;

typedef struct HashState {
    union { uint32_t w[8]; uint64_t q[25]; };
    uint64_t t[2], f[2]; /* BLAKE2: counter and flags */
    unsigned rate, suffix, digest;
    HashBlock block;
} HashState;

typedef struct HashAlgo {
    const char *name;
    unsigned digest, block; /* bytes; digest 0: as many as asked for */
    void (*init)(HashState *s);
    void (*update)(HashState *s, const unsigned char *p, size_t n);
    void (*final)(HashState *s, unsigned char *out, size_t n); /* spoils the state */
} HashAlgo;

extern const HashAlgo hash_algos[]; /* md5 sha1 sha224 sha256 sha384 sha512; ended by a row without a name */
extern const HashAlgo hash_sha3_algos[];
extern const HashAlgo hash_blake2_algos[]; /* blake2b, blake2s: init makes the plain 64- and 32-byte ones */

typedef struct Blake2Params {
    unsigned digest, fanout, depth, node_depth, inner;
    uint32_t leaf;
    uint64_t node_offset;
    const unsigned char *key, *salt, *person;
    size_t nkey, nsalt, nperson;
    int last_node;
} Blake2Params;
enum { BLAKE2B_MAX = 64, BLAKE2S_MAX = 32 }; /* bytes of key and digest */
void blake2_init(HashState *s, int is_b, const Blake2Params *p);

/* Whole blocks go to `step`, the rest waits. */
static inline void hash_feed(HashState *s, unsigned block, const unsigned char *p, size_t n, void (*step)(HashState *s, const unsigned char *block))
{
    HashBlock *b = &s->block;
    b->bytes += n;
    if (b->used) {
        size_t k = block - b->used < n ? block - b->used : n;
        memcpy(b->data + b->used, p, k);
        b->used += (unsigned)k;
        p += k;
        n -= k;
        if (b->used < block) return;
        step(s, b->data);
        b->used = 0;
    }
    for (; n >= block; p += block, n -= block) step(s, p);
    if (n) memcpy(b->data, p, n);
    b->used = (unsigned)n;
}

#endif
