/* digest.c: digest objects (digest.h): feeding, copying, asking for the digest. */
#include "digest.h"

bool digest_feed(VM *vm, const HashAlgo *algo, HashState *state, Ref data)
{
    BufferView view;
    if (is_str(data)) return err_false(vm, EXC_TypeError, "Strings must be encoded before hashing");
    if (!buffer_check(vm, data)) return err_false(vm, EXC_TypeError, "object supporting the buffer API required");
    if (!buffer_get(vm, data, &view)) return false;
    bool ok = true;
    for (int64_t at = 0; ok && at < view.len;) { /* in pieces, so that it can be interrupted */
        int64_t k = view.len - at < 1 << 20 ? view.len - at : 1 << 20;
        algo->update(state, view.data + at, (size_t)k);
        at += k;
        ok = at == view.len || vm_poll(vm);
    }
    buffer_release(vm, &view);
    return ok;
}

Digest *digest_alloc(VM *vm, Type *type, const HashAlgo *algo)
{
    Digest *d = (Digest *)obj_alloc(vm, type, sizeof(Digest));
    if (!d) return NULL;
    d->algo = algo;
    d->size = algo->digest;
    return d;
}

Value digest_new(VM *vm, Type *type, const HashAlgo *algo, Ref data)
{
    Digest *d = digest_alloc(vm, type, algo);
    if (!d) return NULL;
    algo->init(&d->state);
    if (!data || digest_feed(vm, algo, &d->state, data)) return VAL(d);
    release(vm, VAL(d));
    return NULL;
}

Value digest_of(VM *vm, const HashAlgo *algo, const HashState *state, int64_t n, bool hex)
{
    Value r = bytes_from(vm, NULL, n);
    if (!r) return NULL;
    HashState s = *state;
    algo->final(&s, as_bytes(r)->data, (size_t)n);
    if (!hex) return r;
    Value text = bytes_hex(vm, r, NULL, NULL, true);
    release(vm, r);
    return text;
}

/* ---- methods ---- */
#define METHOD(name) static Value m_##name(VM *vm, const Ref *a, int n, Ref kw)
#define SELF as_digest(a[0])

METHOD(update) { return digest_feed(vm, SELF->algo, &SELF->state, a[1]) ? V_NONE : NULL; }
METHOD(copy)
{
    Digest *copy = digest_alloc(vm, as_obj(a[0])->type, SELF->algo);
    if (!copy) return NULL;
    copy->size = SELF->size;
    copy->state = SELF->state;
    return VAL(copy);
}
METHOD(digest) { return digest_of(vm, SELF->algo, &SELF->state, SELF->size, false); }
METHOD(hexdigest) { return digest_of(vm, SELF->algo, &SELF->state, SELF->size, true); }

static Value of_length(VM *vm, const Ref *a, bool hex)
{
    int64_t n;
    if (!num_index_i64(vm, a[1], &n)) return NULL;
    if (n < 0) return err_raise(vm, EXC_ValueError, "value must be positive");
    if (n >= 1 << 29) return err_raise(vm, EXC_ValueError, "length is too large");
    return digest_of(vm, SELF->algo, &SELF->state, n, hex);
}
METHOD(xof_digest) { return of_length(vm, a, false); }
METHOD(xof_hexdigest) { return of_length(vm, a, true); }

static Value get_name(VM *vm, Ref self) { return str_from_c(vm, as_digest(self)->algo->name); }
static Value get_digest_size(VM *vm, Ref self) { return make_small(as_digest(self)->size); }
static Value get_block_size(VM *vm, Ref self) { return make_small(as_digest(self)->algo->block); }

#define COMMON_ROWS                                                                              \
    {"update", m_update, "self, obj, /", "Take in more bytes.", 0},                              \
    {"copy", m_copy, "self, /", "Another object in the same state, to go its own way.", 0}
const NativeDef digest_methods[] = {
    COMMON_ROWS,
    {"digest", m_digest, "self, /", "The digest of all that was taken in, as bytes.", 0},
    {"hexdigest", m_hexdigest, "self, /", "The digest in hexadecimal digits.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
const NativeDef digest_xof_methods[] = {
    COMMON_ROWS,
    {"digest", m_xof_digest, "self, length", "So many bytes of the digest.", NATIVE_KW},
    {"hexdigest", m_xof_hexdigest, "self, length", "So many bytes of the digest, in hexadecimal digits.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};
const GetSetDef digest_getsets[] = {
    {"name", get_name, NULL, "the algorithm's name"},
    {"digest_size", get_digest_size, NULL, "bytes of the digest; 0: as many as are asked for"},
    {"block_size", get_block_size, NULL, "bytes that are taken in at a time"},
    {NULL, NULL, NULL, NULL},
};
