/* mod_audioop_law.c: sound in fewer bits: u-law and A-law (ITU-T G.711), and ADPCM as Intel and DVI have it, 4 bits a sample. */
#include "mod_audioop.h"

/* ---- G.711: a sign, which of eight segments, and four bits within it ---- */

/* Of 14 bits. */
static unsigned char to_ulaw(int v)
{
    enum { BIAS = 0x21, CLIP = 8159 };
    int sign = v < 0 ? 0x80 : 0, segment = 0;
    v = (v < 0 ? -v : v) > CLIP ? CLIP : v < 0 ? -v : v;
    v += BIAS;
    if (v > 0x1FFF) v = 0x1FFF; /* the loudest */
    while (segment < 7 && v > (0x40 << segment) - 1) segment++;
    return (unsigned char)~(sign | segment << 4 | (v >> (segment + 1) & 15));
}

static int from_ulaw(unsigned char u) /* 16 bits */
{
    enum { BIAS = 0x84 };
    u = (unsigned char)~u;
    int v = (((u & 15) << 3) + BIAS) << (u >> 4 & 7);
    return u & 0x80 ? BIAS - v : v - BIAS;
}

/* Of 13 bits. */
static unsigned char to_alaw(int v)
{
    int mask = v < 0 ? 0x55 : 0xD5, segment = 0;
    if (v < 0) v = -v - 1;
    while (segment < 8 && v > (0x20 << segment) - 1) segment++;
    if (segment >= 8) return (unsigned char)(0x7F ^ mask);
    return (unsigned char)((segment << 4 | (v >> (segment < 2 ? 1 : segment) & 15)) ^ mask);
}

static int from_alaw(unsigned char a) /* 16 bits */
{
    a ^= 0x55;
    int v = (a & 15) << 4, segment = a >> 4 & 7;
    v += segment ? 0x108 : 8;
    if (segment > 1) v <<= segment - 1;
    return a & 0x80 ? v : -v;
}

static int64_t wide(const Fragment *f, int64_t i) { return audio_get(f->p + i * f->width, f->width) * ((int64_t)1 << (32 - 8 * f->width)); } /* as 32 bits */

static Value to_law(VM *vm, const Ref *args, unsigned char (*law)(int), int shift)
{
    Fragment f;
    if (!audio_fragment(vm, args[0], args[1], &f)) return NULL;
    Value b = bytes_from(vm, f.n ? NULL : "", f.n);
    for (int64_t i = 0; b && i < f.n; i++) as_bytes(b)->data[i] = law((int)(wide(&f, i) >> shift));
    buffer_release(vm, &f.view);
    return b;
}

static Value from_law(VM *vm, const Ref *args, int (*law)(unsigned char))
{
    BufferView view;
    int width;
    if (!audio_width(vm, args[1], &width) || !buffer_get(vm, args[0], &view)) return NULL;
    Value b = bytes_from(vm, view.len ? NULL : "", view.len * width);
    for (int64_t i = 0; b && i < view.len; i++) audio_put(as_bytes(b)->data + i * width, width, (int64_t)law(view.data[i]) * 65536 >> (32 - 8 * width));
    buffer_release(vm, &view);
    return b;
}

#define FN(name) Value name(VM *vm, const Ref *args, int n, Ref kwnames)
FN(audio_fn_lin2ulaw) { return to_law(vm, args, to_ulaw, 18); }
FN(audio_fn_ulaw2lin) { return from_law(vm, args, from_ulaw); }
FN(audio_fn_lin2alaw) { return to_law(vm, args, to_alaw, 19); }
FN(audio_fn_alaw2lin) { return from_law(vm, args, from_alaw); }

/* ---- ADPCM: the difference from what is expected, in steps that grow and shrink ---- */
enum { STEPS = 89 };
static const int16_t steps[STEPS] = {7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279,
    307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132,
    7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767};
static const int8_t moves[8] = {-1, -1, -1, -1, 2, 4, 6, 8};

typedef struct Adpcm { int64_t expected, index; } Adpcm;

static bool adpcm_state(VM *vm, Ref state, Adpcm *a)
{
    *a = (Adpcm){0};
    if (is_none(state)) return true;
    if (!is_tuple(state)) return err_false(vm, EXC_TypeError, "state must be a tuple or None");
    if (as_tuple(state)->len != 2) return err_false(vm, EXC_TypeError, "function takes exactly 2 arguments (%lld given)", (long long)as_tuple(state)->len);
    if (!num_index_i64(vm, as_tuple(state)->items[0], &a->expected) || !num_index_i64(vm, as_tuple(state)->items[1], &a->index)) return false;
    if (a->expected >= 0x8000 || a->expected < -0x8000 || a->index < 0 || a->index >= STEPS) return err_false(vm, EXC_ValueError, "bad state");
    return true;
}

/* What four bits mean: the next sample is expected there. */
static void take(Adpcm *a, int code)
{
    int step = steps[a->index], change = step >> 3;
    if (code & 4) change += step;
    if (code & 2) change += step >> 1;
    if (code & 1) change += step >> 2;
    a->expected += code & 8 ? -change : change;
    if (a->expected > 32767) a->expected = 32767;
    if (a->expected < -32768) a->expected = -32768;
    a->index += moves[code & 7];
    if (a->index < 0) a->index = 0;
    if (a->index >= STEPS) a->index = STEPS - 1;
}

static int code_of(const Adpcm *a, int64_t v)
{
    int64_t far = v - a->expected;
    int step = steps[a->index], code = far < 0 ? 8 : 0;
    if (far < 0) far = -far;
    for (int bit = 4; bit; bit >>= 1, step >>= 1)
        if (far >= step) code |= bit, far -= step;
    return code;
}

static Value with_state(VM *vm, Value bytes /*taken*/, const Adpcm *a)
{
    Value state = bytes ? tuple_of(vm, 2, make_small(a->expected), make_small(a->index)) : NO_VALUE, r = state ? tuple_of(vm, 2, (Ref)bytes, (Ref)state) : NO_VALUE;
    release(vm, state);
    release(vm, bytes);
    return r;
}

FN(audio_fn_lin2adpcm)
{
    Fragment f;
    Adpcm a;
    if (!audio_fragment(vm, args[0], args[1], &f)) return NULL;
    Value b = adpcm_state(vm, args[2], &a) ? bytes_from(vm, f.n >= 2 ? NULL : "", f.n / 2) : NO_VALUE;
    for (int64_t i = 0; b && i < f.n; i++) {
        int code = code_of(&a, wide(&f, i) >> 16);
        take(&a, code);
        if (i % 2) as_bytes(b)->data[i / 2] |= (unsigned char)code;
        else if (i / 2 < as_bytes(b)->len) as_bytes(b)->data[i / 2] = (unsigned char)(code << 4);
    }
    buffer_release(vm, &f.view);
    return with_state(vm, b, &a);
}

FN(audio_fn_adpcm2lin)
{
    BufferView view;
    Adpcm a;
    int width;
    if (!audio_width(vm, args[1], &width) || !adpcm_state(vm, args[2], &a) || !buffer_get(vm, args[0], &view)) return NULL;
    Value b = bytes_from(vm, view.len ? NULL : "", view.len * 2 * width);
    for (int64_t i = 0; b && i < view.len * 2; i++) {
        take(&a, i % 2 ? view.data[i / 2] & 15 : view.data[i / 2] >> 4);
        audio_put(as_bytes(b)->data + i * width, width, a.expected * 65536 >> (32 - 8 * width));
    }
    buffer_release(vm, &view);
    return with_state(vm, b, &a);
}
