/* mod_lzma_filter.c: filters of liblzma as dicts: {"id": FILTER_LZMA2, "preset": 6, "dict_size": …}, and their options as bytes. */
#include "mod_lzma.h"

#if HAVE_LZMA
#include <stdlib.h>

bool lzma_uint64(VM *vm, Ref v, uint64_t *out)
{
    int64_t i;
    if (!is_int(v)) return err_false(vm, EXC_TypeError, "an integer is required");
    if (int_sign(v) < 0) return err_false(vm, EXC_OverflowError, "can't convert negative int to unsigned");
    if (int_fits_i64(v, &i)) return *out = (uint64_t)i, true;
    if (!is_kind(v, KIND_INT) || ((Int *)as_obj(v))->size != 1) return err_false(vm, EXC_OverflowError, "int too big to convert");
    *out = ((Int *)as_obj(v))->limb[0];
    return true;
}

bool lzma_uint32(VM *vm, Ref v, uint32_t *out)
{
    uint64_t u = 0;
    if (!lzma_uint64(vm, v, &u)) return false;
    if (u > UINT32_MAX) return err_false(vm, EXC_OverflowError, "Value too large for uint32_t type");
    *out = (uint32_t)u;
    return true;
}

/* spec[name]; NULL without an error: it is not there. */
static Value option(VM *vm, Ref spec, const char *name)
{
    Value key = str_intern_c(vm, name), v = key ? op_getitem(vm, spec, key) : NULL;
    release(vm, key);
    if (!v && err_matches(vm, EXC_KeyError)) err_clear(vm);
    return v;
}

/* An option into a field; `seen` counts those that were there. */
static bool field(VM *vm, Ref spec, const char *name, uint32_t *out, int64_t *seen)
{
    Value v = option(vm, spec, name);
    if (!v) return !err_occurred(vm);
    bool ok = lzma_uint32(vm, v, out);
    release(vm, v);
    ++*seen;
    return ok;
}

/* Options that nobody asked for are a mistake. */
static bool all_seen(VM *vm, Ref spec, int64_t seen, const char *what)
{
    int64_t n = op_len(vm, spec);
    return n >= 0 && (n == seen + 1 || err_false(vm, EXC_ValueError, "Invalid filter specifier for %s filter", what));
}

static bool lzma_options(VM *vm, Ref spec, lzma_options_lzma *o)
{
    uint32_t preset = LZMA_PRESET_DEFAULT, mode, mf;
    int64_t seen = 0;
    LzmaState *s = lzma_library(vm);
    if (!s || !field(vm, spec, "preset", &preset, &seen)) return false;
    if (s->f.lzma_preset(o, preset)) return lzma_fails(vm, "Invalid compression preset: %u", (unsigned)preset);
    mode = o->mode;
    mf = o->mf;
    const struct { const char *name; uint32_t *to; } rows[] = {{"dict_size", &o->dict_size}, {"lc", &o->lc}, {"lp", &o->lp}, {"pb", &o->pb},
                                                               {"mode", &mode}, {"nice_len", &o->nice_len}, {"mf", &mf}, {"depth", &o->depth}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!field(vm, spec, rows[i].name, rows[i].to, &seen)) return false;
    o->mode = (lzma_mode)mode;
    o->mf = (lzma_match_finder)mf;
    return all_seen(vm, spec, seen, "LZMA");
}

static bool one_filter(VM *vm, Ref spec, LzmaChain *c, int i)
{
    static const char *const no_id = "Filter specifier must have an \"id\" entry";
    if (!is_heap(spec) || !type_of(vm, spec)->s.getitem || !type_of(vm, spec)->s.len || is_str(spec) || is_list(spec) || is_tuple(spec) || is_bytes(spec))
        return err_false(vm, EXC_TypeError, "Filter specifier must be a dict or dict-like object");
    Value id = option(vm, spec, "id");
    if (!id) return err_occurred(vm) ? false : err_false(vm, EXC_ValueError, "%s", no_id);
    uint64_t number;
    bool ok = lzma_uint64(vm, id, &number);
    release(vm, id);
    if (!ok) return false;
    int64_t seen = 0;
    c->filters[i] = (lzma_filter){.id = number, .options = &c->options[i]};
    switch (number) {
    case LZMA_FILTER_LZMA1: case LZMA_FILTER_LZMA2: return lzma_options(vm, spec, &c->options[i].lzma);
    case LZMA_FILTER_DELTA:
        c->options[i].delta = (lzma_options_delta){.type = LZMA_DELTA_TYPE_BYTE, .dist = 1};
        return field(vm, spec, "dist", &c->options[i].delta.dist, &seen) && all_seen(vm, spec, seen, "delta");
    case LZMA_FILTER_X86: case LZMA_FILTER_POWERPC: case LZMA_FILTER_IA64: case LZMA_FILTER_ARM: case LZMA_FILTER_ARMTHUMB: case LZMA_FILTER_SPARC:
        c->options[i].bcj = (lzma_options_bcj){0};
        return field(vm, spec, "start_offset", &c->options[i].bcj.start_offset, &seen) && all_seen(vm, spec, seen, "BCJ");
    default: return err_false(vm, EXC_ValueError, "Invalid filter ID: %llu", (unsigned long long)number);
    }
}

bool lzma_chain(VM *vm, Ref specs, LzmaChain *out)
{
    if (is_dict(specs)) return err_false(vm, EXC_TypeError, "%T is not a sequence", specs);
    int64_t n = op_len(vm, specs);
    if (n < 0) return false;
    if (n > LZMA_FILTERS_MAX) return err_false(vm, EXC_ValueError, "Too many filters - liblzma supports a maximum of %d", LZMA_FILTERS_MAX);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < n; i++) {
        Value spec = op_getitem(vm, specs, make_small(i));
        bool ok = spec && one_filter(vm, spec, out, i);
        release(vm, spec);
        if (!ok) return false;
    }
    out->filters[n].id = LZMA_VLI_UNKNOWN;
    return true;
}

Value lzma_fn_encode_properties(VM *vm, const Ref *args, int n, Ref kwnames)
{
    LzmaChain c;
    uint32_t size;
    memset(&c, 0, sizeof c);
    LzmaState *s = lzma_library(vm);
    if (!s || !one_filter(vm, args[0], &c, 0) || !lzma_is_fine(vm, s->f.properties_size(&size, &c.filters[0]))) return NULL;
    Value b = bytes_from(vm, NULL, size);
    if (b && !lzma_is_fine(vm, s->f.properties_encode(&c.filters[0], as_bytes(b)->data))) value_clear(vm, &b);
    return b;
}

static bool put(VM *vm, Ref d, const char *name, uint64_t u)
{
    Value v = int_from_u64(vm, u);
    bool ok = v && dict_set_c(vm, d, name, v);
    release(vm, v);
    return ok;
}

static bool put_options(VM *vm, Ref d, const lzma_filter *f)
{
    if (!put(vm, d, "id", f->id)) return false;
    const lzma_options_lzma *l = f->options;
    switch (f->id) {
    case LZMA_FILTER_LZMA1: return put(vm, d, "lc", l->lc) && put(vm, d, "lp", l->lp) && put(vm, d, "pb", l->pb) && put(vm, d, "dict_size", l->dict_size);
    case LZMA_FILTER_LZMA2: return put(vm, d, "dict_size", l->dict_size);
    case LZMA_FILTER_DELTA: return put(vm, d, "dist", ((const lzma_options_delta *)f->options)->dist);
    default: return !f->options || put(vm, d, "start_offset", ((const lzma_options_bcj *)f->options)->start_offset);
    }
}

Value lzma_fn_decode_properties(VM *vm, const Ref *args, int n, Ref kwnames)
{
    BufferView view;
    lzma_filter f = {0};
    LzmaState *s = lzma_library(vm);
    if (!s || !lzma_uint64(vm, args[0], &f.id) || !buffer_get(vm, args[1], &view)) return NULL;
    bool ok = lzma_is_fine(vm, s->f.properties_decode(&f, NULL, view.data, (size_t)view.len));
    buffer_release(vm, &view);
    Value d = ok ? dict_new(vm) : NULL;
    if (d && !put_options(vm, d, &f)) value_clear(vm, &d);
    if (ok) free(f.options); /* liblzma's own malloc */
    return d;
}
#else
typedef int no_lzma; /* (a file is not empty) */
#endif
