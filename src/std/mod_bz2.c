/* mod_bz2.c: the module _bz2: compression and decompression piece by piece, over libbz2, which is opened when the first object is made. */
#include <dlfcn.h>
#include <limits.h>

#include "mod_squeeze.h"

#if __has_include(<bzlib.h>)
#include <bzlib.h>
#define HAVE_BZ2 1
#else
#define HAVE_BZ2 0
#endif

#if HAVE_BZ2
#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)
#define FUNCTIONS(X) X(CompressInit) X(Compress) X(CompressEnd) X(DecompressInit) X(Decompress) X(DecompressEnd)

typedef struct Bz2State {
    Type *compressor, *decompressor;
    void *library;
    struct {
#define X(name) __typeof__(&BZ2_bz##name) name;
        FUNCTIONS(X)
#undef X
    } f;
} Bz2State;
extern const ModuleDef bz2_module;

typedef struct Bz2 {
    Obj head;
    bz_stream z;
    int (*end)(bz_stream *z); /* once it is open */
    bool flushed, eof, broken, needs_input;
    Rest rest;    /* of a decompressor */
    Value unused; /* bytes */
} Bz2;
static Bz2 *as_bz2(Ref v) { return (Bz2 *)BITS(v); }

static Bz2State *open_library(VM *vm)
{
    Bz2State *s = module_state(vm, &bz2_module);
    if (!s || s->library) return s;
    void *library = dlopen("libbz2.so.1.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libbz2.so.1", RTLD_NOW | RTLD_LOCAL);
    bool ok = library != NULL;
#define X(name) ok = ok && (*(void **)(void *)&s->f.name = dlsym(library, "BZ2_bz" #name));
    FUNCTIONS(X)
#undef X
    if (ok) return s->library = library, s;
    if (library) dlclose(library);
    err_raise(vm, EXC_OSError, "libbz2 is not on this machine (Debian: libbz2-1.0)");
    return NULL;
}

static bool is_fine(VM *vm, int code)
{
    switch (code) {
    case BZ_OK: case BZ_RUN_OK: case BZ_FLUSH_OK: case BZ_FINISH_OK: case BZ_STREAM_END: return true;
    case BZ_CONFIG_ERROR: return err_false(vm, EXC_SystemError, "libbz2 was not compiled correctly");
    case BZ_PARAM_ERROR: return err_false(vm, EXC_ValueError, "Internal error - invalid parameters passed to libbzip2");
    case BZ_MEM_ERROR: return err_no_memory(vm), false;
    case BZ_DATA_ERROR: case BZ_DATA_ERROR_MAGIC: return err_false(vm, EXC_OSError, "Invalid data stream");
    case BZ_IO_ERROR: return err_false(vm, EXC_OSError, "Unknown I/O error");
    case BZ_UNEXPECTED_EOF: return err_false(vm, EXC_EOFError, "Compressed file ended before the logical end-of-stream was detected");
    case BZ_SEQUENCE_ERROR: return err_false(vm, EXC_RuntimeError, "Internal error - Invalid sequence of commands sent to libbzip2");
    default: return err_false(vm, EXC_OSError, "Unrecognized error from libbzip2: %d", code);
    }
}

static void bz2_dealloc(VM *vm, Obj *o)
{
    Bz2 *b = (Bz2 *)o;
    if (b->end) b->end(&b->z);
    rest_free(vm, &b->rest);
    value_clear(vm, &b->unused);
    obj_free(vm, o, sizeof *b);
}

/* ---- compressing ---- */

static Value compressor_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    int64_t level = 9;
    if (kwnames && as_tuple(kwnames)->len) return err_raise(vm, EXC_TypeError, "BZ2Compressor() takes no keyword arguments");
    if (n > 1) return err_raise(vm, EXC_TypeError, "BZ2Compressor expected at most 1 argument, got %d", n);
    if (n && !num_index_i64(vm, args[0], &level)) return NULL;
    if (level < 1 || level > 9) return err_raise(vm, EXC_ValueError, "compresslevel must be between 1 and 9");
    Bz2State *s = open_library(vm);
    Bz2 *b = s ? (Bz2 *)obj_alloc(vm, as_type(cls), sizeof *b) : NULL;
    if (!b) return NULL;
    if (is_fine(vm, s->f.CompressInit(&b->z, (int)level, 0, 0))) {
        b->end = s->f.CompressEnd;
        return VAL(b);
    }
    release(vm, VAL(b));
    return NULL;
}

static Value compress(VM *vm, Bz2 *b, const unsigned char *p, int64_t len, int action)
{
    Bz2State *s = module_state(vm, &bz2_module);
    Buf out = {vm, NULL, 0, 0};
    bool ok = s != NULL;
    b->z.avail_in = 0;
    while (ok) {
        if (!b->z.avail_in && len) {
            b->z.avail_in = len > INT_MAX ? INT_MAX : (unsigned)len;
            b->z.next_in = (char *)(uintptr_t)p;
            p += b->z.avail_in;
            len -= b->z.avail_in;
        }
        if (action == BZ_RUN && !b->z.avail_in) break;
        size_t room = vm_poll(vm) ? buf_step(&out, -1) : 0;
        if (!room) ok = false;
        if (!ok) break;
        if (room > INT_MAX) room = INT_MAX;
        b->z.next_out = (char *)out.p + out.n;
        b->z.avail_out = (unsigned)room;
        int code = s->f.Compress(&b->z, action);
        out.n += room - b->z.avail_out;
        ok = is_fine(vm, code);
        if (code == BZ_STREAM_END) break;
    }
    return buf_take(&out, ok);
}

FN(c_compress)
{
    BufferView view;
    if (!buffer_get(vm, args[1], &view)) return NULL;
    Bz2 *b = as_bz2(args[0]);
    Value r = b->flushed ? err_raise(vm, EXC_ValueError, "Compressor has been flushed") : compress(vm, b, view.data, view.len, BZ_RUN);
    buffer_release(vm, &view);
    return r;
}

FN(c_flush)
{
    Bz2 *b = as_bz2(args[0]);
    if (b->flushed) return err_raise(vm, EXC_ValueError, "Repeated call to flush()");
    b->flushed = true;
    return compress(vm, b, NULL, 0, BZ_FINISH);
}

/* ---- decompressing ---- */

static Value decompressor_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    if (kwnames && as_tuple(kwnames)->len) return err_raise(vm, EXC_TypeError, "BZ2Decompressor() takes no keyword arguments");
    if (n) return err_raise(vm, EXC_TypeError, "BZ2Decompressor() takes no positional arguments");
    Bz2State *s = open_library(vm);
    Bz2 *b = s ? (Bz2 *)obj_alloc(vm, as_type(cls), sizeof *b) : NULL;
    if (!b) return NULL;
    b->needs_input = true;
    b->unused = bytes_from(vm, "", 0);
    if (b->unused && is_fine(vm, s->f.DecompressInit(&b->z, 0, 0))) {
        b->end = s->f.DecompressEnd;
        return VAL(b);
    }
    release(vm, VAL(b));
    return NULL;
}

/* As much as the input and the limit give; *p and *n become what is left. */
static bool decompress_some(VM *vm, Bz2 *b, const unsigned char **p, size_t *n, int64_t limit, Buf *out)
{
    Bz2State *s = module_state(vm, &bz2_module);
    if (!s) return false;
    b->z.avail_out = 0;
    while (!b->eof) {
        if (limit >= 0 && out->n >= (size_t)limit) break;
        size_t room = vm_poll(vm) ? buf_step(out, limit) : 0, piece = *n > INT_MAX ? INT_MAX : *n;
        if (!room) return false;
        if (room > INT_MAX) room = INT_MAX;
        b->z.next_in = (char *)(uintptr_t)*p;
        b->z.avail_in = (unsigned)piece;
        b->z.next_out = (char *)out->p + out->n;
        b->z.avail_out = (unsigned)room;
        int code = s->f.Decompress(&b->z);
        out->n += room - b->z.avail_out;
        *p += piece - b->z.avail_in;
        *n -= piece - b->z.avail_in;
        if (!is_fine(vm, code)) return false;
        if (code == BZ_STREAM_END) b->eof = true;
        else if (!*n && b->z.avail_out) break;
    }
    return true;
}

FN(d_decompress)
{
    Bz2 *b = as_bz2(args[0]);
    BufferView view;
    int64_t limit = -1;
    if ((args[2] && !num_index_i64(vm, args[2], &limit)) || !buffer_get(vm, args[1], &view)) return NULL;
    const unsigned char *p = view.data;
    size_t left = (size_t)view.len;
    Buf out = {vm, NULL, 0, 0};
    bool ok = b->eof ? err_false(vm, EXC_EOFError, "End of stream already reached")
              : b->broken ? err_false(vm, EXC_ValueError, "nothing can be decompressed after a previous error") : rest_add(vm, &b->rest, &p, &left) && decompress_some(vm, b, &p, &left, limit, &out);
    if (ok && b->eof) {
        Value unused = bytes_from(vm, left ? (const void *)p : "", (int64_t)left);
        if (unused) value_put(vm, &b->unused, unused);
        ok = unused != NULL;
        b->needs_input = false;
        rest_free(vm, &b->rest);
    } else if (ok) {
        b->needs_input = !left && b->z.avail_out; /* a full output may not be all */
        ok = rest_keep(vm, &b->rest, p, left);
    } else {
        b->rest.at = b->rest.n;
        b->broken = !b->eof;
        b->needs_input = false;
    }
    buffer_release(vm, &view);
    return buf_take(&out, ok);
}

static Value get_eof(VM *vm, Ref o) { return make_bool(as_bz2(o)->eof); }
static Value get_needs_input(VM *vm, Ref o) { return make_bool(as_bz2(o)->needs_input); }
static Value get_unused(VM *vm, Ref o) { return retain(as_bz2(o)->unused); }
FN(no_reduce) { return err_raise(vm, EXC_TypeError, "cannot pickle '%T' object", args[0]); }

static const NativeDef compressor_methods[] = {
    {"compress", c_compress, "self, data, /", "Takes more data; what came out so far.", 0},
    {"flush", c_flush, "self, /", "The end: what is left. Nothing can be added then.", 0},
    {"__reduce__", no_reduce, "self, /", NULL, 0},
    {0},
};
static const NativeDef decompressor_methods[] = {
    {"decompress", d_decompress, "self, data, max_length=-1", "Takes more data; at most so many bytes of what comes out.", NATIVE_KW},
    {"__reduce__", no_reduce, "self, /", NULL, 0},
    {0},
};
static const GetSetDef decompressor_getsets[] = {
    {"eof", get_eof, getset_readonly, "Was the end of the stream there?"}, {"needs_input", get_needs_input, getset_readonly, "Does more come out only when more is put in?"},
    {"unused_data", get_unused, getset_readonly, "What stood behind the end."}, {0}};
static const TypeDef compressor_def = {.name = "_bz2.BZ2Compressor", .doc = "Compresses piece by piece.", .kind = KIND_OPAQUE, .size = sizeof(Bz2), .s = {.new_ = compressor_new},
    .dealloc = bz2_dealloc, .methods = compressor_methods, .text_signature = "compresslevel=9, /"};
static const TypeDef decompressor_def = {.name = "_bz2.BZ2Decompressor", .doc = "Decompresses one stream piece by piece.", .kind = KIND_OPAQUE, .size = sizeof(Bz2),
    .s = {.new_ = decompressor_new}, .dealloc = bz2_dealloc, .methods = decompressor_methods, .getsets = decompressor_getsets, .text_signature = ""};

static bool init(VM *vm, Ref module, Dict *ns)
{
    Bz2State *s = as_module(module)->state;
    return (s->compressor = type_from_def(vm, &compressor_def, NULL)) && (s->decompressor = type_from_def(vm, &decompressor_def, NULL)) &&
           module_add_type(vm, ns, s->compressor) && module_add_type(vm, ns, s->decompressor);
}
static void done(VM *vm, void *state)
{
    Bz2State *s = state;
    release(vm, VAL(s->compressor));
    release(vm, VAL(s->decompressor));
}
#define STATE sizeof(Bz2State)
#else
/* Built without its header: as if the module were not there. */
static bool init(VM *vm, Ref module, Dict *ns) { return err_false(vm, EXC_ModuleNotFoundError, "No module named '_bz2' (perch was built without bzlib.h)"); }
#define done NULL
#define STATE 0
#endif

const ModuleDef bz2_module = {.name = "_bz2", .doc = "bzip2, over libbz2.", .init = init, .state_size = STATE, .done = done};
