/* mod_zlib.c: the module zlib: compression in one go and piece by piece, over the system's library. */
#include <limits.h>
#include <zlib.h>

#include "lang/types/seq.h"
#include "mod_squeeze.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

typedef struct ZlibState { Value error; Type *compress, *decompress; } ZlibState;
extern const ModuleDef zlib_module;

typedef struct Stream { /* compressobj and decompressobj */
    Obj head;
    z_stream z;
    bool open, compressing, eof;
    Value unused, unconsumed, dict; /* bytes; of a decompressor */
} Stream;
static Stream *as_stream(Ref v) { return (Stream *)BITS(v); }

static bool fail(VM *vm, const z_stream *z, int code, const char *what)
{
    ZlibState *s = module_state(vm, &zlib_module);
    if (!s) return false;
    const char *why = code == Z_VERSION_ERROR ? "library version mismatch" : z->msg;
    if (!why) why = code == Z_BUF_ERROR ? "incomplete or truncated stream" : code == Z_STREAM_ERROR ? "inconsistent stream state" :
                    code == Z_DATA_ERROR ? "invalid input data" : NULL;
    Value text = why ? str_format(vm, "Error %d %s: %s", code, what, why) : str_format(vm, "Error %d %s", code, what);
    Value e = text ? call1(vm, s->error, text) : NULL;
    release(vm, text);
    if (e) err_raise_obj(vm, e);
    return false;
}

static bool int_or(VM *vm, Ref v, int64_t dflt, int64_t *out)
{
    *out = dflt;
    return !v || num_index_i64(vm, v, out);
}

static void feed(z_stream *z, const unsigned char **p, int64_t *left)
{
    uInt k = *left > INT_MAX ? INT_MAX : (uInt)*left;
    z->next_in = (Bytef *)(uintptr_t)*p;
    z->avail_in = k;
    *p += k;
    *left -= k;
}

/* ---- compressing ---- */

static bool deflate_all(VM *vm, z_stream *z, const unsigned char *p, int64_t len, int flush, Buf *out, const char *what)
{
    int r = Z_OK;
    do {
        if (z->avail_in == 0) feed(z, &p, &len);
        do {
            if (!buf_room(out, 16384) || !vm_poll(vm)) return false;
            z->next_out = out->p + out->n;
            z->avail_out = (uInt)(out->cap - out->n > INT_MAX ? INT_MAX : out->cap - out->n);
            uInt room = z->avail_out;
            r = deflate(z, len ? Z_NO_FLUSH : flush);
            if (r == Z_STREAM_ERROR) return fail(vm, z, r, what);
            out->n += room - z->avail_out;
        } while (z->avail_out == 0);
    } while (len > 0);
    return true;
}

FN(fn_compress)
{
    BufferView v;
    int64_t level, wbits;
    if (!int_or(vm, args[1], Z_DEFAULT_COMPRESSION, &level) || !int_or(vm, args[2], MAX_WBITS, &wbits) || !buffer_get(vm, args[0], &v)) return NULL;
    z_stream z = {0};
    Buf out = {vm, NULL, 0, 0};
    int r = deflateInit2(&z, (int)level, Z_DEFLATED, (int)wbits, 8, Z_DEFAULT_STRATEGY);
    bool ok = false;
    if (r == Z_STREAM_ERROR) {
        ZlibState *s = module_state(vm, &zlib_module);
        Value t = s ? str_from_c(vm, "Bad compression level") : NULL, e = t ? call1(vm, s->error, t) : NULL;
        if (e) err_raise_obj(vm, e);
        release(vm, t);
    } else if (r != Z_OK) fail(vm, &z, r, "while compressing data");
    else {
        ok = deflate_all(vm, &z, v.data, v.len, Z_FINISH, &out, "while compressing data");
        deflateEnd(&z);
    }
    buffer_release(vm, &v);
    return buf_take(&out, ok);
}

/* ---- decompressing ---- */

FN(fn_decompress)
{
    BufferView v;
    int64_t wbits, size;
    if (!int_or(vm, args[1], MAX_WBITS, &wbits) || !int_or(vm, args[2], 16384, &size)) return NULL;
    if (size < 0) return err_raise(vm, EXC_ValueError, "bufsize must be non-negative");
    if (!buffer_get(vm, args[0], &v)) return NULL;
    z_stream z = {0};
    Buf out = {vm, NULL, 0, 0};
    int r = inflateInit2(&z, (int)wbits);
    bool ok = false, started = r == Z_OK;
    const unsigned char *p = v.data;
    int64_t left = v.len;
    if (!started) fail(vm, &z, r, "while preparing to decompress data");
    while (started) {
        if (z.avail_in == 0 && left) feed(&z, &p, &left);
        if (!buf_room(&out, size > 256 ? (size_t)size : 256) || !vm_poll(vm)) break;
        z.next_out = out.p + out.n;
        z.avail_out = (uInt)(out.cap - out.n > INT_MAX ? INT_MAX : out.cap - out.n);
        uInt room = z.avail_out;
        r = inflate(&z, Z_SYNC_FLUSH);
        out.n += room - z.avail_out;
        if (r == Z_STREAM_END) {
            ok = true;
            break;
        }
        bool starved = z.avail_in == 0 && left == 0 && z.avail_out;
        if (r == Z_NEED_DICT || (r != Z_OK && r != Z_BUF_ERROR) || starved) {
            fail(vm, &z, starved && (r == Z_OK || r == Z_BUF_ERROR) ? Z_BUF_ERROR : r, "while decompressing data");
            break;
        }
        size = (int64_t)out.cap;
    }
    if (started) inflateEnd(&z);
    buffer_release(vm, &v);
    return buf_take(&out, ok);
}

/* ---- objects ---- */

static Stream *stream_new(VM *vm, Type *type, bool compressing)
{
    Stream *s = (Stream *)obj_alloc(vm, type, sizeof(Stream));
    if (!s) return NULL;
    s->compressing = compressing;
    s->unused = bytes_from(vm, "", 0);
    s->unconsumed = bytes_from(vm, "", 0);
    if (s->unused && s->unconsumed) return s;
    release(vm, VAL(s));
    return NULL;
}

static void stream_dealloc(VM *vm, Obj *o)
{
    Stream *s = (Stream *)o;
    if (s->open && s->compressing) deflateEnd(&s->z);
    else if (s->open) inflateEnd(&s->z);
    value_clear(vm, &s->unused);
    value_clear(vm, &s->unconsumed);
    value_clear(vm, &s->dict);
    obj_free(vm, o, sizeof(Stream));
}

static void stream_traverse(VM *vm, Obj *o, VisitFn visit, void *arg) { seq_visit(((Stream *)o)->dict, visit, arg); } /* as given: it may have attributes */

/* level, method, wbits, memLevel, strategy, zdict */
FN(fn_compressobj)
{
    int64_t level, method, wbits, mem, strategy;
    ZlibState *st = module_state(vm, &zlib_module);
    if (!st || !int_or(vm, args[0], Z_DEFAULT_COMPRESSION, &level) || !int_or(vm, args[1], Z_DEFLATED, &method) || !int_or(vm, args[2], MAX_WBITS, &wbits) ||
        !int_or(vm, args[3], 8, &mem) || !int_or(vm, args[4], Z_DEFAULT_STRATEGY, &strategy))
        return NULL;
    Stream *s = stream_new(vm, st->compress, true);
    if (!s) return NULL;
    Value v = VAL(s);
    int r = deflateInit2(&s->z, (int)level, (int)method, (int)wbits, (int)mem, (int)strategy);
    s->open = r == Z_OK;
    if (r == Z_STREAM_ERROR) err_raise(vm, EXC_ValueError, "Invalid initialization option");
    else if (r != Z_OK) fail(vm, &s->z, r, "while creating compression object");
    else if (args[5] && !is_none(args[5])) {
        BufferView d;
        bool ok = buffer_get(vm, args[5], &d);
        if (ok && deflateSetDictionary(&s->z, d.data, (uInt)d.len) != Z_OK) ok = err_false(vm, EXC_ValueError, "Invalid dictionary");
        if (d.owner) buffer_release(vm, &d);
        if (!ok) value_clear(vm, &v);
        return v;
    } else return v;
    release(vm, v);
    return NULL;
}

FN(c_compress)
{
    Stream *s = as_stream(args[0]);
    BufferView v;
    Buf out = {vm, NULL, 0, 0};
    if (!buffer_get(vm, args[1], &v)) return NULL;
    bool ok = s->open ? deflate_all(vm, &s->z, v.data, v.len, Z_NO_FLUSH, &out, "while compressing data") : fail(vm, &s->z, Z_STREAM_ERROR, "while compressing data");
    buffer_release(vm, &v);
    return buf_take(&out, ok);
}

FN(c_flush)
{
    Stream *s = as_stream(args[0]);
    int64_t mode;
    Buf out = {vm, NULL, 0, 0};
    if (!int_or(vm, args[1], Z_FINISH, &mode)) return NULL;
    if (mode == Z_NO_FLUSH) return bytes_from(vm, "", 0);
    bool ok = s->open ? deflate_all(vm, &s->z, NULL, 0, (int)mode, &out, "while flushing") : fail(vm, &s->z, Z_STREAM_ERROR, "while flushing");
    if (ok && mode == Z_FINISH) {
        deflateEnd(&s->z);
        s->open = false;
    }
    return buf_take(&out, ok);
}

FN(s_copy)
{
    Stream *s = as_stream(args[0]);
    if (!s->open) return err_raise(vm, EXC_ValueError, "Inconsistent stream state");
    Stream *c = stream_new(vm, s->head.type, s->compressing);
    if (!c) return NULL;
    int r = s->compressing ? deflateCopy(&c->z, &s->z) : inflateCopy(&c->z, &s->z);
    if (r != Z_OK) {
        release(vm, VAL(c));
        return err_raise(vm, EXC_ValueError, "Inconsistent stream state");
    }
    c->open = true;
    c->eof = s->eof;
    value_put(vm, &c->unused, retain(s->unused));
    value_put(vm, &c->unconsumed, retain(s->unconsumed));
    if (s->dict) c->dict = retain(s->dict);
    return VAL(c);
}

FN(fn_decompressobj)
{
    int64_t wbits;
    ZlibState *st = module_state(vm, &zlib_module);
    if (!st || !int_or(vm, args[0], MAX_WBITS, &wbits)) return NULL;
    if (args[1] && !buffer_check(vm, args[1])) return err_raise(vm, EXC_TypeError, "zdict argument must support the buffer protocol");
    Stream *s = stream_new(vm, st->decompress, false);
    if (!s) return NULL;
    Value v = VAL(s);
    int r = inflateInit2(&s->z, (int)wbits);
    s->open = r == Z_OK;
    if (r == Z_STREAM_ERROR) err_raise(vm, EXC_ValueError, "Invalid initialization option");
    else if (r != Z_OK) fail(vm, &s->z, r, "while creating decompression object");
    if (args[1] && s->open) {
        s->dict = retain(args[1]);
        BufferView d;
        if (wbits < 0 && buffer_get(vm, args[1], &d)) {
            inflateSetDictionary(&s->z, d.data, (uInt)d.len);
            buffer_release(vm, &d);
        }
    }
    if (!s->open) value_clear(vm, &v);
    return v;
}

static bool use_dict(VM *vm, Stream *s)
{
    BufferView d;
    if (!s->dict || !buffer_get(vm, s->dict, &d)) return false;
    int r = inflateSetDictionary(&s->z, d.data, (uInt)d.len);
    buffer_release(vm, &d);
    return r == Z_OK || fail(vm, &s->z, r, "while setting zdict");
}

/* Inflates what is there, at most `limit` bytes (0: all). What is left over is kept in unconsumed or, behind the end, in unused. */
static bool inflate_some(VM *vm, Stream *s, const unsigned char *p, int64_t len, size_t limit, Buf *out, int flush)
{
    int r = Z_OK;
    const unsigned char *end = p + len;
    if (s->eof) r = Z_STREAM_END;
    s->z.avail_in = 0;
    while (r != Z_STREAM_END) {
        if (s->z.avail_in == 0 && len) feed(&s->z, &p, &len);
        if (limit && out->n >= limit) break;
        size_t more = out->cap - out->n ? out->cap - out->n : out->cap ? out->cap : 16384;
        if (!buf_room(out, more) || !vm_poll(vm)) return false;
        size_t room = out->cap - out->n;
        if (limit && room > limit - out->n) room = limit - out->n;
        if (room > INT_MAX) room = INT_MAX;
        s->z.next_out = out->p + out->n;
        s->z.avail_out = (uInt)room;
        r = inflate(&s->z, flush);
        out->n += room - s->z.avail_out;
        if (r == Z_NEED_DICT && s->dict) {
            if (!use_dict(vm, s)) return false;
            r = Z_OK;
            continue;
        }
        if (r == Z_STREAM_END) break;
        if (r != Z_OK && r != Z_BUF_ERROR) return fail(vm, &s->z, r, "while decompressing data");
        if (s->z.avail_out && s->z.avail_in == 0 && len == 0) break;
    }
    const unsigned char *at = len + (int64_t)s->z.avail_in ? end - len - s->z.avail_in : end;
    int64_t left = end - at;
    if (r == Z_STREAM_END) {
        s->eof = true;
        Value b = bytes_from(vm, NULL, as_bytes(s->unused)->len + left);
        if (!b) return false;
        memcpy(as_bytes(b)->data, as_bytes(s->unused)->data, (size_t)as_bytes(s->unused)->len);
        if (left) memcpy(as_bytes(b)->data + as_bytes(s->unused)->len, at, (size_t)left);
        value_put(vm, &s->unused, b);
        left = 0;
    }
    Value rest = bytes_from(vm, left ? (const void *)at : "", left);
    if (!rest) return false;
    value_put(vm, &s->unconsumed, rest);
    return true;
}

FN(d_decompress)
{
    Stream *s = as_stream(args[0]);
    BufferView v;
    int64_t limit;
    Buf out = {vm, NULL, 0, 0};
    if (!int_or(vm, args[2], 0, &limit)) return NULL;
    if (limit < 0) return err_raise(vm, EXC_ValueError, "max_length must be non-negative");
    if (!buffer_get(vm, args[1], &v)) return NULL;
    bool ok = inflate_some(vm, s, v.data, v.len, (size_t)limit, &out, Z_SYNC_FLUSH);
    buffer_release(vm, &v);
    return buf_take(&out, ok);
}

FN(d_flush)
{
    Stream *s = as_stream(args[0]);
    int64_t size;
    Buf out = {vm, NULL, 0, 0};
    if (!int_or(vm, args[1], 16384, &size)) return NULL;
    if (size <= 0) return err_raise(vm, EXC_ValueError, "length must be greater than zero");
    Value rest = retain(s->unconsumed);
    bool ok = inflate_some(vm, s, as_bytes(rest)->data, as_bytes(rest)->len, 0, &out, Z_FINISH);
    release(vm, rest);
    if (s->eof && s->open) {
        inflateEnd(&s->z);
        s->open = false;
    }
    return buf_take(&out, ok);
}

static Value get_unused(VM *vm, Ref o) { return retain(as_stream(o)->unused); }
static Value get_unconsumed(VM *vm, Ref o) { return retain(as_stream(o)->unconsumed); }
static Value get_eof(VM *vm, Ref o) { return make_bool(as_stream(o)->eof); }

static const NativeDef compress_methods[] = {
    {"compress", c_compress, "self, data, /", "The data, compressed.", 0},
    {"flush", c_flush, "self, mode=4, /", "Return a bytes object containing any remaining compressed data.", 0},
    {"copy", s_copy, "self", "Return a copy of the compression object.", 0},
    {"__copy__", s_copy, "self", NULL, 0},
    {"__deepcopy__", s_copy, "self, memo, /", NULL, 0},
    {0},
};
static const NativeDef decompress_methods[] = {
    {"decompress", d_decompress, "self, data, /, max_length=0", "The data, as it was before it was compressed.", 0},
    {"flush", d_flush, "self, length=16384, /", "Return a bytes object containing any remaining decompressed data.", 0},
    {"copy", s_copy, "self", "Return a copy of the decompression object.", 0},
    {"__copy__", s_copy, "self", NULL, 0},
    {"__deepcopy__", s_copy, "self, memo, /", NULL, 0},
    {0},
};
static const GetSetDef decompress_getsets[] = {
    {"unused_data", get_unused, NULL, NULL}, {"unconsumed_tail", get_unconsumed, NULL, NULL}, {"eof", get_eof, NULL, NULL}, {0}};
static const TypeDef compress_def = {.name = "zlib.Compress", .kind = KIND_OPAQUE, .size = sizeof(Stream), .flags = TYPE_NO_NEW,
    .dealloc = stream_dealloc, .methods = compress_methods};
static const TypeDef decompress_def = {.name = "zlib.Decompress", .kind = KIND_OPAQUE, .size = sizeof(Stream), .flags = TYPE_GC | TYPE_NO_NEW,
    .dealloc = stream_dealloc, .traverse = stream_traverse, .methods = decompress_methods, .getsets = decompress_getsets};

/* ---- checksums ---- */

static Value checksum(VM *vm, const Ref *args, uint32_t start, uLong (*sum)(uLong, const Bytef *, z_size_t))
{
    BufferView v;
    if (args[1]) {
        Value i = num_index(vm, args[1]), low = i ? op_binary(vm, OP_AND, i, make_small(0xFFFFFFFF)) : NULL;
        release(vm, i);
        if (!low) return NULL;
        start = (uint32_t)small_of(low);
        release(vm, low);
    }
    if (!buffer_get(vm, args[0], &v)) return NULL;
    uLong r = sum(start, v.data, (z_size_t)v.len);
    buffer_release(vm, &v);
    return make_small((int64_t)r);
}
FN(fn_crc32) { return checksum(vm, args, 0, crc32_z); }
FN(fn_adler32) { return checksum(vm, args, 1, adler32_z); }

static bool init(VM *vm, Ref module, Dict *ns)
{
    ZlibState *s = as_module(module)->state;
    Value name = str_intern_c(vm, "error"), mod = str_from_c(vm, "zlib"), d = dict_new(vm), bases = tuple_of(vm, 1, REF(vm->exc_types[EXC_Exception]));
    if (name && mod && d && bases && dict_set(vm, d, NAME(__module__), mod)) s->error = type_make(vm, REF(CLASS(type)), name, bases, d, NULL);
    release(vm, name);
    release(vm, mod);
    release(vm, d);
    release(vm, bases);
    return s->error && (s->compress = type_from_def(vm, &compress_def, NULL)) && (s->decompress = type_from_def(vm, &decompress_def, NULL)) &&
           dict_set_c(vm, REF(ns), "error", s->error);
}
static void done(VM *vm, void *state)
{
    ZlibState *s = state;
    release(vm, s->error);
    release(vm, VAL(s->compress));
    release(vm, VAL(s->decompress));
}

static const NativeDef functions[] = {
    {"compress", fn_compress, "data, /, level=-1, wbits=15", "The data, compressed.", 0},
    {"decompress", fn_decompress, "data, /, wbits=15, bufsize=16384", "The data, as it was before it was compressed.", 0},
    {"compressobj", fn_compressobj, "level=-1, method=8, wbits=15, memLevel=8, strategy=0, zdict=None", "What compresses data that comes in pieces.", NATIVE_KW},
    {"decompressobj", fn_decompressobj, "wbits=15, zdict=b''", "What decompresses data that comes in pieces.", NATIVE_KW},
    {"crc32", fn_crc32, "data, value=0, /", "The data's CRC-32, going on from value.", 0},
    {"adler32", fn_adler32, "data, value=1, /", "The data's Adler-32, going on from value.", 0},
    {0},
};
#define C(name) {#name, CONST_INT, name, 0, NULL}
static const ModuleConst constants[] = {
    C(MAX_WBITS), {"DEFLATED", CONST_INT, Z_DEFLATED, 0, NULL}, {"DEF_MEM_LEVEL", CONST_INT, 8, 0, NULL}, {"DEF_BUF_SIZE", CONST_INT, 16384, 0, NULL},
    C(Z_BEST_SPEED), C(Z_BEST_COMPRESSION), C(Z_DEFAULT_COMPRESSION), C(Z_NO_COMPRESSION), C(Z_FILTERED), C(Z_HUFFMAN_ONLY), C(Z_RLE), C(Z_FIXED),
    C(Z_DEFAULT_STRATEGY), C(Z_FINISH), C(Z_NO_FLUSH), C(Z_SYNC_FLUSH), C(Z_FULL_FLUSH), C(Z_PARTIAL_FLUSH), C(Z_BLOCK), C(Z_TREES),
    {"ZLIB_VERSION", CONST_STR, 0, 0, ZLIB_VERSION}, {"ZLIB_RUNTIME_VERSION", CONST_STR, 0, 0, ZLIB_VERSION}, {0}};

const ModuleDef zlib_module = {.name = "zlib", .doc = "Compression compatible with gzip.", .functions = functions, .constants = constants,
    .init = init, .state_size = sizeof(ZlibState), .done = done};
