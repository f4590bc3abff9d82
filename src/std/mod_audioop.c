/* mod_audioop.c: the module audioop: fragments of sound as bytes of signed samples of 1 to 4 bytes in the machine's order. Numbers are worked out on samples; what is too
 * loud is cut off. The encodings of telephony (u-law, A-law, ADPCM) are mod_audioop_law.c's. */
#include <math.h>

#include "mod_audioop.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

typedef struct AudioState { Value error; } AudioState;
extern const ModuleDef audioop_module;

bool audio_fails(VM *vm, const char *why)
{
    AudioState *s = module_state(vm, &audioop_module);
    Value text = s ? str_from_c(vm, why) : NO_VALUE, e = text ? call1(vm, s->error, text) : NO_VALUE;
    release(vm, text);
    if (e) err_raise_obj(vm, e);
    return false;
}

/* ---- samples ---- */

int64_t audio_get(const unsigned char *p, int width)
{
    switch (width) {
    case 1: return (int8_t)p[0];
    case 2: { int16_t v; memcpy(&v, p, 2); return v; }
    case 3: return (int32_t)((uint32_t)p[0] << 8 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 24) >> 8;
    default: { int32_t v; memcpy(&v, p, 4); return v; }
    }
}

void audio_put(unsigned char *p, int width, int64_t v)
{
    for (int i = 0; i < width; i++) p[i] = (unsigned char)((uint64_t)v >> (8 * i));
}

static int64_t least(int width) { return -((int64_t)1 << (8 * width - 1)); }
static int64_t most(int width) { return ((int64_t)1 << (8 * width - 1)) - 1; }

/* A loudness within what a sample holds, downwards to a whole number. */
static int64_t within(double v, int width)
{
    if (v > (double)most(width)) v = (double)most(width);
    else if (v < (double)least(width) + 1.0) v = (double)least(width);
    return (int64_t)floor(v);
}

/* ---- arguments ---- */

bool audio_width(VM *vm, Ref v, int *out)
{
    int64_t width;
    if (!num_index_i64(vm, v, &width)) return false;
    *out = (int)width;
    return (width >= 1 && width <= 4) || audio_fails(vm, "Size should be 1, 2, 3 or 4");
}

/* A fragment and its width, whole samples of it. */
bool audio_fragment(VM *vm, Ref data, Ref width, Fragment *f)
{
    if (is_str(data)) return err_false(vm, EXC_TypeError, "a bytes-like object is required, not 'str'");
    if (!audio_width(vm, width, &f->width) || !buffer_get(vm, data, &f->view)) return false;
    f->p = f->view.data;
    f->n = f->view.len / f->width;
    if (f->view.len % f->width == 0) return true;
    buffer_release(vm, &f->view);
    return audio_fails(vm, "not a whole number of frames");
}

static int64_t at(const Fragment *f, int64_t i) { return audio_get(f->p + i * f->width, f->width); }

static Value done_with(VM *vm, Fragment *f, Value r)
{
    buffer_release(vm, &f->view);
    return r;
}

/* ---- what is in a fragment ---- */

FN(fn_getsample)
{
    Fragment f;
    int64_t i;
    if (!num_index_i64(vm, args[2], &i) || !audio_fragment(vm, args[0], args[1], &f)) return NULL;
    if (i < 0 || i >= f.n) return audio_fails(vm, "Index out of range"), done_with(vm, &f, NO_VALUE);
    return done_with(vm, &f, make_small(at(&f, i)));
}

FN(fn_max)
{
    Fragment f;
    int64_t peak = 0;
    if (!audio_fragment(vm, args[0], args[1], &f)) return NULL;
    for (int64_t i = 0; i < f.n; i++) {
        int64_t v = at(&f, i);
        if (v < 0) v = -v;
        if (v > peak) peak = v;
    }
    return done_with(vm, &f, make_small(peak));
}

FN(fn_minmax)
{
    Fragment f;
    int64_t low = INT32_MAX, high = INT32_MIN;
    if (!audio_fragment(vm, args[0], args[1], &f)) return NULL;
    for (int64_t i = 0; i < f.n; i++) {
        int64_t v = at(&f, i);
        if (v < low) low = v;
        if (v > high) high = v;
    }
    return done_with(vm, &f, tuple_of(vm, 2, make_small(low), make_small(high)));
}

FN(fn_avg)
{
    Fragment f;
    double sum = 0;
    if (!audio_fragment(vm, args[0], args[1], &f)) return NULL;
    for (int64_t i = 0; i < f.n; i++) sum += (double)at(&f, i);
    return done_with(vm, &f, make_small(f.n ? (int64_t)floor(sum / (double)f.n) : 0));
}

FN(fn_rms)
{
    Fragment f;
    double sum = 0;
    if (!audio_fragment(vm, args[0], args[1], &f)) return NULL;
    for (int64_t i = 0; i < f.n; i++) sum += (double)at(&f, i) * (double)at(&f, i);
    return done_with(vm, &f, make_small(f.n ? (int64_t)sqrt(sum / (double)f.n) : 0));
}

/* From one turn of the curve to the next: how high, the largest (peak) or on average. */
static Value swings(VM *vm, const Ref *args, bool peak)
{
    Fragment f;
    if (!audio_fragment(vm, args[0], args[1], &f)) return NULL;
    double sum = 0;
    int64_t turns = 0, largest = 0, before = f.n ? at(&f, 0) : 0, turn = 0;
    int direction = 0;  /* 1 up, -1 down, 0: it has not moved yet */
    bool turned = false;
    for (int64_t i = 1; i < f.n; i++) {
        int64_t v = at(&f, i);
        if (v == before) continue;
        int now = v < before ? -1 : 1;
        if (direction == -now) {
            if (turned) {
                int64_t height = before < turn ? turn - before : before - turn;
                sum += (double)height;
                turns++;
                if (height > largest) largest = height;
            }
            turned = true;
            turn = before;
        }
        before = v;
        direction = now;
    }
    return done_with(vm, &f, make_small(peak ? largest : turns ? (int64_t)(sum / (double)turns) : 0));
}
FN(fn_avgpp) { return swings(vm, args, false); }
FN(fn_maxpp) { return swings(vm, args, true); }

FN(fn_cross)
{
    Fragment f;
    int64_t count = -1;
    int side = 2;
    if (!audio_fragment(vm, args[0], args[1], &f)) return NULL;
    for (int64_t i = 0; i < f.n; i++) {
        int now = at(&f, i) < 0;
        if (now != side) count++;
        side = now;
    }
    return done_with(vm, &f, make_small(count));
}

/* ---- one fragment in another (of 2 bytes a sample) ---- */

static bool two_byte(VM *vm, Ref data, Fragment *f)
{
    if (!buffer_get(vm, data, &f->view)) return false;
    f->p = f->view.data;
    f->n = f->view.len / 2;
    f->width = 2;
    if (f->view.len % 2 == 0) return true;
    buffer_release(vm, &f->view);
    return audio_fails(vm, "Strings should be even-sized");
}
static bool two_fragments(VM *vm, const Ref *args, Fragment *a, Fragment *b)
{
    if (!two_byte(vm, args[0], a)) return false;
    if (two_byte(vm, args[1], b)) return true;
    buffer_release(vm, &a->view);
    return false;
}
static Value done_with_two(VM *vm, Fragment *a, Fragment *b, Value r)
{
    buffer_release(vm, &b->view);
    return done_with(vm, a, r);
}

static double product(const Fragment *a, int64_t from, const Fragment *b, int64_t n)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++) sum += (double)at(a, from + i) * (double)at(b, i);
    return sum;
}
static double square(const Fragment *a, int64_t i) { return (double)at(a, i) * (double)at(a, i); }

FN(fn_findfit)
{
    Fragment a, b;
    if (!two_fragments(vm, args, &a, &b)) return NULL;
    if (a.n < b.n) return audio_fails(vm, "First sample should be longer"), done_with_two(vm, &a, &b, NO_VALUE);
    double reference = product(&b, 0, &b, b.n), energy = product(&a, 0, &a, b.n), least_error = 0;
    int64_t best = 0;
    for (int64_t j = 0; j <= a.n - b.n; j++) {
        if (j) energy += (b.n ? square(&a, j + b.n - 1) : 0) - (b.n ? square(&a, j - 1) : 0);
        double both = product(&a, j, &b, b.n), error = (reference * energy - both * both) / energy;
        if (j && !(error < least_error)) continue;
        least_error = error;
        best = j;
    }
    double factor = product(&a, best, &b, b.n) / reference;
    return done_with_two(vm, &a, &b, tuple_of(vm, 2, make_small(best), make_float_any(factor)));
}

FN(fn_findfactor)
{
    Fragment a, b;
    if (!two_fragments(vm, args, &a, &b)) return NULL;
    if (a.n != b.n) return audio_fails(vm, "Samples should be same size"), done_with_two(vm, &a, &b, NO_VALUE);
    return done_with_two(vm, &a, &b, make_float_any(product(&b, 0, &a, a.n) / product(&b, 0, &b, a.n)));
}

FN(fn_findmax)
{
    Fragment a;
    int64_t length, best = 0;
    if (!num_index_i64(vm, args[1], &length) || !two_byte(vm, args[0], &a)) return NULL;
    if (length < 0 || a.n < length) return audio_fails(vm, "Input sample should be longer"), done_with(vm, &a, NO_VALUE);
    double energy = product(&a, 0, &a, length), largest = energy;
    for (int64_t j = 1; length && j <= a.n - length; j++) {
        energy += square(&a, j + length - 1) - square(&a, j - 1);
        if (energy > largest) largest = energy, best = j;
    }
    return done_with(vm, &a, make_small(best));
}

/* ---- new fragments ---- */

static Value like(VM *vm, const Fragment *f, int64_t samples) { return bytes_from(vm, samples ? NULL : "", samples * f->width); }
static void set(Value b, const Fragment *f, int64_t i, int64_t v) { audio_put(as_bytes(b)->data + i * f->width, f->width, v); }

FN(fn_mul)
{
    Fragment f;
    double factor;
    if (!num_to_double(vm, args[2], &factor) || !audio_fragment(vm, args[0], args[1], &f)) return NULL;
    Value b = like(vm, &f, f.n);
    for (int64_t i = 0; b && i < f.n; i++) set(b, &f, i, within((double)at(&f, i) * factor, f.width));
    return done_with(vm, &f, b);
}

FN(fn_tomono)
{
    Fragment f;
    double left, right;
    if (!num_to_double(vm, args[2], &left) || !num_to_double(vm, args[3], &right) || !audio_fragment(vm, args[0], args[1], &f)) return NULL;
    if (f.n % 2) return audio_fails(vm, "not a whole number of frames"), done_with(vm, &f, NO_VALUE);
    Value b = like(vm, &f, f.n / 2);
    for (int64_t i = 0; b && i < f.n / 2; i++) set(b, &f, i, within((double)at(&f, 2 * i) * left + (double)at(&f, 2 * i + 1) * right, f.width));
    return done_with(vm, &f, b);
}

FN(fn_tostereo)
{
    Fragment f;
    double left, right;
    if (!num_to_double(vm, args[2], &left) || !num_to_double(vm, args[3], &right) || !audio_fragment(vm, args[0], args[1], &f)) return NULL;
    Value b = like(vm, &f, f.n * 2);
    for (int64_t i = 0; b && i < f.n; i++) {
        set(b, &f, 2 * i, within((double)at(&f, i) * left, f.width));
        set(b, &f, 2 * i + 1, within((double)at(&f, i) * right, f.width));
    }
    return done_with(vm, &f, b);
}

FN(fn_add)
{
    Fragment f, g;
    if (!audio_fragment(vm, args[0], args[2], &f)) return NULL;
    if (!buffer_get(vm, args[1], &g.view)) return done_with(vm, &f, NO_VALUE);
    g.p = g.view.data;
    g.width = f.width;
    if (f.view.len != g.view.len) return audio_fails(vm, "Lengths should be the same"), done_with_two(vm, &f, &g, NO_VALUE);
    Value b = like(vm, &f, f.n);
    for (int64_t i = 0; b && i < f.n; i++) set(b, &f, i, within((double)(at(&f, i) + at(&g, i)), f.width));
    return done_with_two(vm, &f, &g, b);
}

FN(fn_bias)
{
    Fragment f;
    int64_t bias;
    if (!num_index_i64(vm, args[2], &bias) || !audio_fragment(vm, args[0], args[1], &f)) return NULL;
    Value b = like(vm, &f, f.n);
    for (int64_t i = 0; b && i < f.n; i++) set(b, &f, i, (int64_t)((uint64_t)at(&f, i) + (uint64_t)bias)); /* goes round */
    return done_with(vm, &f, b);
}

FN(fn_reverse)
{
    Fragment f;
    if (!audio_fragment(vm, args[0], args[1], &f)) return NULL;
    Value b = like(vm, &f, f.n);
    for (int64_t i = 0; b && i < f.n; i++) set(b, &f, f.n - 1 - i, at(&f, i));
    return done_with(vm, &f, b);
}

FN(fn_byteswap)
{
    Fragment f;
    if (!audio_fragment(vm, args[0], args[1], &f)) return NULL;
    Value b = like(vm, &f, f.n);
    for (int64_t i = 0; b && i < f.view.len; i++) as_bytes(b)->data[i / f.width * f.width + f.width - 1 - i % f.width] = f.p[i];
    return done_with(vm, &f, b);
}

FN(fn_lin2lin)
{
    Fragment f;
    int to;
    if (!audio_width(vm, args[2], &to) || !audio_fragment(vm, args[0], args[1], &f)) return NULL;
    Value b = bytes_from(vm, f.n ? NULL : "", f.n * to);
    for (int64_t i = 0; b && i < f.n; i++) audio_put(as_bytes(b)->data + i * to, to, at(&f, i) * ((int64_t)1 << (32 - 8 * f.width)) >> (32 - 8 * to));
    return done_with(vm, &f, b);
}

/* ---- another rate ---- */
typedef struct Rate {
    int64_t channels, in, out, weight_a, weight_b, d;
    int32_t *before, *now; /* of each channel */
} Rate;

static int64_t divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static bool rate_state(VM *vm, Ref state, Rate *r)
{
    static const char *const bad = "illegal state argument";
    r->d = -r->out;
    if (is_none(state)) return true;
    if (!is_tuple(state)) return err_false(vm, EXC_TypeError, "state must be a tuple or None");
    if (as_tuple(state)->len != 2 || !is_tuple(as_tuple(state)->items[1])) return err_false(vm, EXC_TypeError, "%s", bad);
    Tuple *samples = as_tuple(as_tuple(state)->items[1]);
    if (!num_index_i64(vm, as_tuple(state)->items[0], &r->d)) return false;
    if (r->d < INT32_MIN || r->d > INT32_MAX) return err_false(vm, EXC_OverflowError, "signed integer is out of range");
    if (samples->len != r->channels) return audio_fails(vm, bad);
    for (int64_t i = 0; i < r->channels; i++) {
        Ref pair = samples->items[i];
        int64_t a, b;
        if (!is_tuple(pair) || as_tuple(pair)->len != 2) return err_false(vm, EXC_TypeError, "%s", bad);
        if (!num_index_i64(vm, as_tuple(pair)->items[0], &a) || !num_index_i64(vm, as_tuple(pair)->items[1], &b)) return false;
        r->before[i] = (int32_t)a;
        r->now[i] = (int32_t)b;
    }
    return true;
}

static Value rate_result(VM *vm, const Rate *r, const unsigned char *p, size_t n)
{
    Value samples = tuple_new(vm, r->channels), bytes = samples ? bytes_from(vm, n ? p : (const void *)"", (int64_t)n) : NO_VALUE, state = NO_VALUE, result = NO_VALUE;
    bool ok = bytes != NO_VALUE;
    for (int64_t i = 0; ok && i < r->channels; i++) ok = (as_tuple(samples)->items[i] = tuple_of(vm, 2, make_small(r->before[i]), make_small(r->now[i]))) != NO_VALUE;
    if (ok) state = tuple_of(vm, 2, make_small(r->d), (Ref)samples);
    if (state) result = tuple_of(vm, 2, (Ref)bytes, (Ref)state);
    release(vm, samples);
    release(vm, bytes);
    release(vm, state);
    return result;
}

static Value convert(VM *vm, Rate *r, const Fragment *f)
{
    Buf out = {vm, NULL, 0, 0};
    int64_t frames = f->n / r->channels, i = 0;
    const int shift = 32 - 8 * f->width;
    bool ok = true;
    while (ok) {
        while (r->d < 0 && i < frames) {
            for (int64_t c = 0; c < r->channels; c++) {
                r->before[c] = r->now[c];
                double mixed = (double)r->weight_a * (double)(at(f, i * r->channels + c) * ((int64_t)1 << shift)) + (double)r->weight_b * (double)r->before[c];
                r->now[c] = (int32_t)(mixed / ((double)r->weight_a + (double)r->weight_b));
            }
            i++;
            r->d += r->out;
        }
        if (r->d < 0) break;
        while (ok && r->d >= 0) {
            size_t frame = (size_t)(r->channels * f->width);
            ok = vm_poll(vm) && buf_room(&out, frame);
            for (int64_t c = 0; ok && c < r->channels; c++) {
                int32_t v = (int32_t)(((double)r->before[c] * (double)r->d + (double)r->now[c] * ((double)r->out - (double)r->d)) / (double)r->out);
                audio_put(out.p + out.n + (size_t)c * (size_t)f->width, f->width, v >> shift);
            }
            if (ok) out.n += frame;
            r->d -= r->in;
        }
    }
    Value result = ok ? rate_result(vm, r, out.p, out.n) : NO_VALUE;
    mem_free(vm->mem, out.p, out.cap);
    return result;
}

/* fragment, width, nchannels, inrate, outrate, state, weightA, weightB */
FN(fn_ratecv)
{
    Rate r = {.weight_a = 1};
    int64_t *const numbers[] = {&r.channels, &r.in, &r.out, NULL, &r.weight_a, &r.weight_b};
    Fragment f;
    int width;
    if (!audio_width(vm, args[1], &width)) return NULL;
    for (int i = 0; i < 6; i++)
        if (numbers[i] && args[2 + i] && (!num_index_i64(vm, args[2 + i], numbers[i]))) return NULL;
    for (int i = 0; i < 6; i++)
        if (numbers[i] && (*numbers[i] > INT32_MAX || *numbers[i] < INT32_MIN)) return err_raise(vm, EXC_OverflowError, "signed integer is greater than maximum");
    if (r.channels < 1) return audio_fails(vm, "# of channels should be >= 1"), NO_VALUE;
    if (width > INT32_MAX / r.channels) return err_raise(vm, EXC_OverflowError, "width * nchannels too big for a C int");
    if (r.weight_a < 1 || r.weight_b < 0) return audio_fails(vm, "weightA should be >= 1, weightB should be >= 0"), NO_VALUE;
    if (!audio_fragment(vm, args[0], args[1], &f)) return NULL;
    if (f.n % r.channels) return audio_fails(vm, "not a whole number of frames"), done_with(vm, &f, NO_VALUE);
    if (r.in <= 0 || r.out <= 0) return audio_fails(vm, "sampling rate not > 0"), done_with(vm, &f, NO_VALUE);
    int64_t common = divisor(r.in, r.out), weights = divisor(r.weight_a, r.weight_b);
    r.in /= common;
    r.out /= common;
    r.weight_a /= weights;
    r.weight_b /= weights;
    size_t size = (size_t)r.channels * sizeof *r.now * 2;
    Value result = NO_VALUE;
    if (!(r.before = mem_zalloc(vm->mem, size))) return err_no_memory(vm), done_with(vm, &f, NO_VALUE);
    r.now = r.before + r.channels;
    if (rate_state(vm, args[5], &r)) result = convert(vm, &r, &f);
    mem_free(vm->mem, r.before, size);
    return done_with(vm, &f, result);
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    AudioState *s = as_module(module)->state;
    Value name = str_intern_c(vm, "error"), mod = str_from_c(vm, "audioop"), d = dict_new(vm), bases = tuple_of(vm, 1, REF(vm->exc_types[EXC_Exception]));
    if (name && mod && d && bases && dict_set(vm, d, NAME(__module__), mod)) s->error = type_make(vm, REF(CLASS(type)), name, bases, d, NULL);
    release(vm, name);
    release(vm, mod);
    release(vm, d);
    release(vm, bases);
    return s->error && dict_set_c(vm, REF(ns), "error", s->error);
}
static void done(VM *vm, void *state) { release(vm, ((AudioState *)state)->error); }

#define W "fragment, width, /"
static const NativeDef functions[] = {
    {"getsample", fn_getsample, "fragment, width, index, /", "One sample.", 0}, {"max", fn_max, W, "The largest distance from zero.", 0},
    {"minmax", fn_minmax, W, "The smallest and the largest sample.", 0}, {"avg", fn_avg, W, "The mean of the samples.", 0}, {"rms", fn_rms, W, "The root of the mean of the squares: the power.", 0},
    {"avgpp", fn_avgpp, W, "How far it is from one turn of the curve to the next, on average.", 0}, {"maxpp", fn_maxpp, W, "The same at most.", 0},
    {"cross", fn_cross, W, "How often zero is crossed.", 0}, {"findfit", fn_findfit, "fragment, reference, /", "Where a fragment fits best, and how loud.", 0},
    {"findfactor", fn_findfactor, "fragment, reference, /", "How loud one fragment is in another.", 0}, {"findmax", fn_findmax, "fragment, length, /", "Where so many samples have most power.", 0},
    {"mul", fn_mul, "fragment, width, factor, /", "Louder or softer.", 0}, {"add", fn_add, "fragment1, fragment2, width, /", "Two at once.", 0},
    {"tomono", fn_tomono, "fragment, width, lfactor, rfactor, /", "Two channels into one.", 0}, {"tostereo", fn_tostereo, "fragment, width, lfactor, rfactor, /", "One channel into two.", 0},
    {"bias", fn_bias, "fragment, width, bias, /", "A number added to each sample.", 0}, {"reverse", fn_reverse, W, "Backwards.", 0}, {"byteswap", fn_byteswap, W, "The other order of bytes.", 0},
    {"lin2lin", fn_lin2lin, "fragment, width, newwidth, /", "Samples of another width.", 0},
    {"ratecv", fn_ratecv, "fragment, width, nchannels, inrate, outrate, state, weightA=1, weightB=0, /", "Another sampling rate: (fragment, state).", 0},
    {"lin2ulaw", audio_fn_lin2ulaw, W, "As u-law.", 0}, {"ulaw2lin", audio_fn_ulaw2lin, W, "From u-law.", 0}, {"lin2alaw", audio_fn_lin2alaw, W, "As A-law.", 0},
    {"alaw2lin", audio_fn_alaw2lin, W, "From A-law.", 0}, {"lin2adpcm", audio_fn_lin2adpcm, "fragment, width, state, /", "As ADPCM: (bytes, state).", 0},
    {"adpcm2lin", audio_fn_adpcm2lin, "fragment, width, state, /", "From ADPCM: (fragment, state).", 0},
    {0},
};
const ModuleDef audioop_module = {.name = "audioop", .doc = "Fragments of sound.", .functions = functions, .init = init, .state_size = sizeof(AudioState), .done = done};
