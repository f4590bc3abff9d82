/* digest.h: digest objects: a state of hash.h with the methods that hashlib's objects have. For the modules _hashlib, _md5, _sha1 … and _blake2. */
#ifndef PERCH_STD_DIGEST_H
#define PERCH_STD_DIGEST_H

#include "lang/object/vm.h"
#include "hash.h"

typedef struct Digest { Obj head; const HashAlgo *algo; unsigned size; HashState state; } Digest;
static inline Digest *as_digest(Ref v) { return (Digest *)BITS(v); }

/* The bytes of `data` into a state; a str is told that it is none. false: raised. */
bool digest_feed(VM *vm, const HashAlgo *algo, HashState *state, Ref data);
Digest *digest_alloc(VM *vm, Type *type, const HashAlgo *algo);
Value digest_new(VM *vm, Type *type, const HashAlgo *algo, Ref data /*or NULL*/);
/* What the state would end as, n bytes; the state stays. */
Value digest_of(VM *vm, const HashAlgo *algo, const HashState *state, int64_t n, bool hex);

extern const NativeDef digest_methods[], digest_xof_methods[];
extern const GetSetDef digest_getsets[];

#endif
