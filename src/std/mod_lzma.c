/* mod_lzma.c: the module _lzma: compression and decompression piece by piece (.xz, .lzma, raw), over liblzma, which is opened when the first object is made.
 * Chains of filters, as dicts, are mod_lzma_filter.c's. */
#include <dlfcn.h>

#include "lang/text/text_impl.h"
#include "mod_lzma.h"

#if HAVE_LZMA
#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)
enum { FORMAT_AUTO, FORMAT_XZ, FORMAT_ALONE, FORMAT_RAW, CHECK_UNKNOWN = LZMA_CHECK_ID_MAX + 1 };

typedef struct Lzma {
    Obj head;
    lzma_stream z;
    void (*end)(lzma_stream *z); /* once it is open */
    bool flushed, eof, needs_input;
    int check;
    Rest rest;    /* of a decompressor */
    Value unused; /* bytes */
} Lzma;
static Lzma *as_lzma(Ref v) { return (Lzma *)BITS(v); }

LzmaState *lzma_library(VM *vm)
{
    LzmaState *s = module_state(vm, &lzma_module);
    if (!s || s->library) return s;
    void *library = dlopen("liblzma.so.5", RTLD_NOW | RTLD_LOCAL);
    bool ok = library != NULL;
#define X(name) ok = ok && (*(void **)(void *)&s->f.name = dlsym(library, "lzma_" #name));
    LZMA_FUNCTIONS(X)
#undef X
    if (ok) return s->library = library, s;
    if (library) dlclose(library);
    err_raise(vm, EXC_OSError, "liblzma is not on this machine (Debian: liblzma5)");
    return NULL;
}

bool lzma_fails(VM *vm, const char *fmt, ...)
{
    LzmaState *s = module_state(vm, &lzma_module);
    __builtin_va_list ap;
    __builtin_va_start(ap, fmt);
    Value text = s ? str_format_v(vm, fmt, ap) : NULL, e = text ? call1(vm, s->error, text) : NULL;
    __builtin_va_end(ap);
    release(vm, text);
    if (e) err_raise_obj(vm, e);
    return false;
}

bool lzma_is_fine(VM *vm, lzma_ret code)
{
    switch (code) {
    case LZMA_OK: case LZMA_GET_CHECK: case LZMA_NO_CHECK: case LZMA_STREAM_END: return true;
    case LZMA_UNSUPPORTED_CHECK: return lzma_fails(vm, "Unsupported integrity check");
    case LZMA_MEM_ERROR: return err_no_memory(vm), false;
    case LZMA_MEMLIMIT_ERROR: return lzma_fails(vm, "Memory usage limit exceeded");
    case LZMA_FORMAT_ERROR: return lzma_fails(vm, "Input format not supported by decoder");
    case LZMA_OPTIONS_ERROR: return lzma_fails(vm, "Invalid or unsupported options");
    case LZMA_DATA_ERROR: return lzma_fails(vm, "Corrupt input data");
    case LZMA_BUF_ERROR: return lzma_fails(vm, "Insufficient buffer space");
    case LZMA_PROG_ERROR: return lzma_fails(vm, "Internal error");
    default: return lzma_fails(vm, "Unrecognized error from liblzma: %d", (int)code);
    }
}

static void lzma_dealloc(VM *vm, Obj *o)
{
    Lzma *l = (Lzma *)o;
    if (l->end) l->end(&l->z);
    rest_free(vm, &l->rest);
    value_clear(vm, &l->unused);
    obj_free(vm, o, sizeof *l);
}

static Lzma *lzma_alloc(VM *vm, Ref cls)
{
    Lzma *l = (Lzma *)obj_alloc(vm, as_type(cls), sizeof *l);
    if (!l) return NULL;
    l->z = (lzma_stream)LZMA_STREAM_INIT;
    l->needs_input = true;
    if ((l->unused = bytes_from(vm, "", 0))) return l;
    release(vm, VAL(l));
    return NULL;
}

static bool int_arg(VM *vm, Ref v, int64_t absent, int64_t *out)
{
    *out = absent;
    return !v || text_cint_arg(vm, v, absent, out);
}

/* ---- compressing ---- */

static bool start_alone(VM *vm, LzmaState *s, Lzma *l, uint32_t preset, const LzmaChain *chain)
{
    lzma_options_lzma options;
    if (!chain) {
        if (s->f.lzma_preset(&options, preset)) return lzma_fails(vm, "Invalid compression preset: %u", (unsigned)preset);
        return lzma_is_fine(vm, s->f.alone_encoder(&l->z, &options));
    }
    if (chain->filters[0].id != LZMA_FILTER_LZMA1 || chain->filters[1].id != LZMA_VLI_UNKNOWN)
        return err_false(vm, EXC_ValueError, "Invalid filter chain for FORMAT_ALONE - must be a single LZMA1 filter");
    return lzma_is_fine(vm, s->f.alone_encoder(&l->z, chain->filters[0].options));
}

static bool start_compressor(VM *vm, Lzma *l, int64_t format, int64_t check, Ref preset_given, const LzmaChain *chain)
{
    LzmaState *s = lzma_library(vm);
    uint32_t preset = LZMA_PRESET_DEFAULT;
    if (!s || (preset_given && !lzma_uint32(vm, preset_given, &preset))) return false;
    bool ok;
    switch (format) {
    case FORMAT_XZ:
        l->check = check < 0 ? LZMA_CHECK_CRC64 : (int)check;
        ok = lzma_is_fine(vm, chain ? s->f.stream_encoder(&l->z, chain->filters, (lzma_check)l->check) : s->f.easy_encoder(&l->z, preset, (lzma_check)l->check));
        break;
    case FORMAT_ALONE: ok = start_alone(vm, s, l, preset, chain); break;
    case FORMAT_RAW: ok = chain ? lzma_is_fine(vm, s->f.raw_encoder(&l->z, chain->filters)) : err_false(vm, EXC_ValueError, "Must specify filters for FORMAT_RAW"); break;
    default: ok = err_false(vm, EXC_ValueError, "Invalid container format: %lld", (long long)format);
    }
    l->end = s->f.end;
    return ok;
}

static Ref given(Ref v) { return v && !is_none(v) ? v : NULL; }

static Value compressor_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"format", "check", "preset", "filters"};
    Ref a[4];
    int64_t format, check;
    if (!text_ctor_args(vm, "LZMACompressor", names, 4, args, n, kwnames, a) || !int_arg(vm, a[0], FORMAT_XZ, &format) || !int_arg(vm, a[1], -1, &check)) return NULL;
    if (given(a[2]) && given(a[3])) return err_raise(vm, EXC_ValueError, "Cannot specify both preset and filter chain");
    if (format != FORMAT_XZ && check != -1 && check != LZMA_CHECK_NONE) return err_raise(vm, EXC_ValueError, "Integrity checks are only supported by FORMAT_XZ");
    LzmaChain chain = {0};
    if (given(a[3]) && !lzma_chain(vm, a[3], &chain)) return NULL;
    Lzma *l = lzma_alloc(vm, cls);
    bool ok = l && start_compressor(vm, l, format, check, given(a[2]), given(a[3]) ? &chain : NULL);
    if (ok) return VAL(l);
    release(vm, VAL(l));
    return NULL;
}

static Value compress(VM *vm, Lzma *l, const unsigned char *p, size_t len, lzma_action action)
{
    LzmaState *s = lzma_library(vm);
    Buf out = {vm, NULL, 0, 0};
    bool ok = s != NULL;
    l->z.next_in = p;
    l->z.avail_in = len;
    while (ok) {
        size_t room = vm_poll(vm) ? buf_step(&out, -1) : 0;
        if (!(ok = room != 0)) break;
        l->z.next_out = out.p + out.n;
        l->z.avail_out = room;
        lzma_ret code = s->f.code(&l->z, action);
        if (code == LZMA_BUF_ERROR && !len && l->z.avail_out) code = LZMA_OK; /* nothing to do is no error */
        out.n += room - l->z.avail_out;
        ok = lzma_is_fine(vm, code);
        if (action == LZMA_RUN ? !l->z.avail_in : code == LZMA_STREAM_END) break;
    }
    return buf_take(&out, ok);
}

FN(c_compress)
{
    BufferView view;
    if (!buffer_get(vm, args[1], &view)) return NULL;
    Lzma *l = as_lzma(args[0]);
    Value r = l->flushed ? err_raise(vm, EXC_ValueError, "Compressor has been flushed") : compress(vm, l, view.data, (size_t)view.len, LZMA_RUN);
    buffer_release(vm, &view);
    return r;
}

FN(c_flush)
{
    Lzma *l = as_lzma(args[0]);
    if (l->flushed) return err_raise(vm, EXC_ValueError, "Repeated call to flush()");
    l->flushed = true;
    return compress(vm, l, NULL, 0, LZMA_FINISH);
}

/* ---- decompressing ---- */

static bool start_decompressor(VM *vm, Lzma *l, int64_t format, uint64_t memlimit, const LzmaChain *chain)
{
    LzmaState *s = lzma_library(vm);
    if (!s) return false;
    enum { FLAGS = LZMA_TELL_ANY_CHECK | LZMA_TELL_NO_CHECK };
    bool ok;
    l->check = format == FORMAT_ALONE || format == FORMAT_RAW ? LZMA_CHECK_NONE : CHECK_UNKNOWN;
    switch (format) {
    case FORMAT_AUTO: ok = lzma_is_fine(vm, s->f.auto_decoder(&l->z, memlimit, FLAGS)); break;
    case FORMAT_XZ: ok = lzma_is_fine(vm, s->f.stream_decoder(&l->z, memlimit, FLAGS)); break;
    case FORMAT_ALONE: ok = lzma_is_fine(vm, s->f.alone_decoder(&l->z, memlimit)); break;
    case FORMAT_RAW: ok = lzma_is_fine(vm, s->f.raw_decoder(&l->z, chain->filters)); break;
    default: ok = err_false(vm, EXC_ValueError, "Invalid container format: %lld", (long long)format);
    }
    l->end = s->f.end;
    return ok;
}

static Value decompressor_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"format", "memlimit", "filters"};
    Ref a[3];
    int64_t format;
    uint64_t memlimit = UINT64_MAX;
    if (!text_ctor_args(vm, "LZMADecompressor", names, 3, args, n, kwnames, a) || !int_arg(vm, a[0], FORMAT_AUTO, &format)) return NULL;
    if (given(a[1]) && format == FORMAT_RAW) return err_raise(vm, EXC_ValueError, "Cannot specify memory limit with FORMAT_RAW");
    if (given(a[1]) && !lzma_uint64(vm, a[1], &memlimit)) return NULL;
    if (format == FORMAT_RAW && !given(a[2])) return err_raise(vm, EXC_ValueError, "Must specify filters for FORMAT_RAW");
    if (format != FORMAT_RAW && given(a[2])) return err_raise(vm, EXC_ValueError, "Cannot specify filters except with FORMAT_RAW");
    LzmaChain chain = {0};
    if (given(a[2]) && !lzma_chain(vm, a[2], &chain)) return NULL;
    Lzma *l = lzma_alloc(vm, cls);
    bool ok = l && start_decompressor(vm, l, format, memlimit, &chain);
    if (ok) return VAL(l);
    release(vm, VAL(l));
    return NULL;
}

static bool decompress_some(VM *vm, Lzma *l, int64_t limit, Buf *out)
{
    LzmaState *s = lzma_library(vm);
    if (!s) return false;
    l->z.avail_out = 0;
    while (limit < 0 || out->n < (size_t)limit) {
        size_t room = vm_poll(vm) ? buf_step(out, limit) : 0;
        if (!room) return false;
        l->z.next_out = out->p + out->n;
        l->z.avail_out = room;
        lzma_ret code = s->f.code(&l->z, LZMA_RUN);
        if (code == LZMA_BUF_ERROR && !l->z.avail_in && l->z.avail_out) code = LZMA_OK;
        out->n += room - l->z.avail_out;
        if (!lzma_is_fine(vm, code)) return false;
        if (code == LZMA_GET_CHECK || code == LZMA_NO_CHECK) l->check = (int)s->f.get_check(&l->z);
        if (code == LZMA_STREAM_END) return l->eof = true;
        if (l->z.avail_out && !l->z.avail_in) break;
    }
    return true;
}

FN(d_decompress)
{
    Lzma *l = as_lzma(args[0]);
    BufferView view;
    int64_t limit = -1;
    if ((args[2] && !num_index_i64(vm, args[2], &limit)) || !buffer_get(vm, args[1], &view)) return NULL;
    const unsigned char *p = view.data;
    size_t left = (size_t)view.len;
    Buf out = {vm, NULL, 0, 0};
    bool ok = l->eof ? err_false(vm, EXC_EOFError, "Already at end of stream") : rest_add(vm, &l->rest, &p, &left);
    if (ok) {
        l->z.next_in = p;
        l->z.avail_in = left;
        ok = decompress_some(vm, l, limit, &out);
        p = l->z.next_in;
        left = l->z.avail_in;
    }
    if (ok && l->eof) {
        Value unused = bytes_from(vm, left ? (const void *)p : "", (int64_t)left);
        if (unused) value_put(vm, &l->unused, unused);
        ok = unused != NULL;
        l->needs_input = false;
        rest_free(vm, &l->rest);
    } else if (ok) {
        l->needs_input = !left && l->z.avail_out; /* a full output may not be all */
        ok = rest_keep(vm, &l->rest, p, left);
    } else {
        l->rest.at = l->rest.n;
    }
    buffer_release(vm, &view);
    return buf_take(&out, ok);
}

static Value get_check(VM *vm, Ref o) { return make_small(as_lzma(o)->check); }
static Value get_eof(VM *vm, Ref o) { return make_bool(as_lzma(o)->eof); }
static Value get_needs_input(VM *vm, Ref o) { return make_bool(as_lzma(o)->needs_input); }
static Value get_unused(VM *vm, Ref o) { return retain(as_lzma(o)->unused); }
FN(no_reduce) { return err_raise(vm, EXC_TypeError, "cannot pickle '%T' object", args[0]); }

FN(fn_is_check_supported)
{
    LzmaState *s = lzma_library(vm);
    int64_t id;
    return s && int_arg(vm, args[0], 0, &id) ? make_bool(s->f.check_is_supported((lzma_check)id)) : NO_VALUE;
}

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
    {"check", get_check, getset_readonly, "The number of the integrity check, once it is known."}, {"eof", get_eof, getset_readonly, "Was the end of the stream there?"},
    {"needs_input", get_needs_input, getset_readonly, "Does more come out only when more is put in?"}, {"unused_data", get_unused, getset_readonly, "What stood behind the end."}, {0}};
static const TypeDef compressor_def = {.name = "_lzma.LZMACompressor", .doc = "Compresses piece by piece.", .kind = KIND_OPAQUE, .size = sizeof(Lzma), .s = {.new_ = compressor_new},
    .dealloc = lzma_dealloc, .methods = compressor_methods, .text_signature = "format=1, check=-1, preset=None, filters=None"};
static const TypeDef decompressor_def = {.name = "_lzma.LZMADecompressor", .doc = "Decompresses one stream piece by piece.", .kind = KIND_OPAQUE, .size = sizeof(Lzma),
    .s = {.new_ = decompressor_new}, .dealloc = lzma_dealloc, .methods = decompressor_methods, .getsets = decompressor_getsets, .text_signature = "format=0, memlimit=None, filters=None"};

static bool init(VM *vm, Ref module, Dict *ns)
{
    LzmaState *s = as_module(module)->state;
    Value name = str_intern_c(vm, "LZMAError"), mod = str_from_c(vm, "_lzma"), d = dict_new(vm), bases = tuple_of(vm, 1, REF(vm->exc_types[EXC_Exception]));
    if (name && mod && d && bases && dict_set(vm, d, NAME(__module__), mod)) s->error = type_make(vm, REF(CLASS(type)), name, bases, d, NULL);
    release(vm, name);
    release(vm, mod);
    release(vm, d);
    release(vm, bases);
    return s->error && (s->compressor = type_from_def(vm, &compressor_def, NULL)) && (s->decompressor = type_from_def(vm, &decompressor_def, NULL)) &&
           module_add_type(vm, ns, s->compressor) && module_add_type(vm, ns, s->decompressor) && dict_set_c(vm, REF(ns), "LZMAError", s->error) &&
           module_add(vm, ns, "FILTER_LZMA1", int_from_u64(vm, LZMA_FILTER_LZMA1)) && module_add(vm, ns, "PRESET_EXTREME", int_from_u64(vm, LZMA_PRESET_EXTREME));
}
static void done(VM *vm, void *state)
{
    LzmaState *s = state;
    release(vm, s->error);
    release(vm, VAL(s->compressor));
    release(vm, VAL(s->decompressor));
}

static const NativeDef functions[] = {
    {"is_check_supported", fn_is_check_supported, "check_id, /", "Does the library know an integrity check?", 0},
    {"_encode_filter_properties", lzma_fn_encode_properties, "filter, /", "The options of a filter, a dict, as bytes.", 0},
    {"_decode_filter_properties", lzma_fn_decode_properties, "filter_id, encoded_props, /", "The options of a filter from bytes.", 0},
    {0},
};
#define C(name, value) {#name, CONST_INT, value, 0, NULL}
#define L(name) C(name, LZMA_##name)
static const ModuleConst constants[] = {
    C(FORMAT_AUTO, FORMAT_AUTO), C(FORMAT_XZ, FORMAT_XZ), C(FORMAT_ALONE, FORMAT_ALONE), C(FORMAT_RAW, FORMAT_RAW), L(CHECK_NONE), L(CHECK_CRC32), L(CHECK_CRC64),
    L(CHECK_SHA256), L(CHECK_ID_MAX), C(CHECK_UNKNOWN, CHECK_UNKNOWN), L(FILTER_LZMA2), L(FILTER_DELTA), L(FILTER_X86), L(FILTER_IA64), L(FILTER_ARM), L(FILTER_ARMTHUMB),
    L(FILTER_SPARC), L(FILTER_POWERPC), L(MF_HC3), L(MF_HC4), L(MF_BT2), L(MF_BT3), L(MF_BT4), L(MODE_FAST), L(MODE_NORMAL), L(PRESET_DEFAULT), {0}};
const ModuleDef lzma_module = {.name = "_lzma", .doc = "xz and lzma, over liblzma.", .functions = functions, .constants = constants, .init = init, .state_size = sizeof(LzmaState), .done = done};
#else
/* Built without its header: as if the module were not there. */
static bool init(VM *vm, Ref module, Dict *ns) { return err_false(vm, EXC_ModuleNotFoundError, "No module named '_lzma' (perch was built without lzma.h)"); }
const ModuleDef lzma_module = {.name = "_lzma", .doc = "xz and lzma, over liblzma.", .init = init};
#endif
