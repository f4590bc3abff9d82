/* webp.c: PIL._webp: WebP pictures and animations, by libwebp, libwebpmux and libwebpdemux, which are opened with the module. What of their structures nobody here reads stands for the room that
 * it takes; who gave what is freed by the library that made it. */
#include <string.h>

#include "codec.h"
#include "std/std.h"

typedef struct WebpData { const uint8_t *bytes; size_t size; } WebpData;
typedef struct WebpConfig { int lossless; float quality; int method; uint8_t room1[84]; int exact; uint8_t room2[16]; } WebpConfig;
typedef struct WebpPicture {
    int use_argb, colours, width, height;
    uint8_t room1[80];
    int (*writer)(const uint8_t *, size_t, const struct WebpPicture *);
    void *custom;
    uint8_t room2[24];
    int error;
    uint8_t room3[116];
} WebpPicture;
typedef struct WebpMemory { uint8_t *bytes; size_t size, room; uint32_t pad; } WebpMemory;
typedef struct WebpFeatures { int width, height, has_alpha, has_animation, format, pad[5]; } WebpFeatures;
typedef struct WebpAnimation { uint32_t background; int loops, minimize, kmin, kmax, mixed, verbose, pad[4]; } WebpAnimation;
typedef struct WebpInfo { uint32_t width, height, loops, background, frames, pad[4]; } WebpInfo;
typedef struct WebpChunk { int number, count; WebpData data; uint32_t pad[6]; void *own; } WebpChunk;
_Static_assert(sizeof(WebpConfig) == 116 && sizeof(WebpPicture) == 256 && sizeof(WebpMemory) == 32 && sizeof(WebpFeatures) == 40 && sizeof(WebpAnimation) == 44 && sizeof(WebpInfo) == 36 && sizeof(WebpChunk) == 56,
               "as libwebp 1.2 has them");
enum { DECODER = 0x0209, DEMUX_VERSION = 0x0107, ENCODER = 0x020f, MUX_VERSION = 0x0108, MUX_OK = 1 };

#define WEBP(result, name, args) static result (*webp_##name) args;
#define MUX WEBP
#define DEMUX WEBP
#include "webp.def"
#undef WEBP
#undef MUX
#undef DEMUX

/* A library's functions, found one after the other. */
typedef struct Row { const char *name; void **to; } Row;
static const Row webp_rows[] = {
#define WEBP(result, name, args) {"WebP" #name, (void **)&webp_##name},
#include "webp.def"
#undef WEBP
};
static const Row mux_rows[] = {
#define MUX(result, name, args) {"WebP" #name, (void **)&webp_##name},
#include "webp.def"
#undef MUX
};
static const Row demux_rows[] = {
#define DEMUX(result, name, args) {"WebP" #name, (void **)&webp_##name},
#include "webp.def"
#undef DEMUX
};
static bool open_library(VM *vm, const char *library, const char *package, const Row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!(*rows[i].to = lib_symbol(library, rows[i].name))) return err_false(vm, EXC_ImportError, "WebP needs %s of %s (the package %s)", rows[i].name, library, package);
    return true;
}
#define COUNT(rows) (sizeof rows / sizeof *rows)

/* Bytes that came as bytes, as another thing that has bytes, or as str (then there are none but ''); released by the caller. */
typedef struct Text { BufferView view; WebpData data; bool held; } Text;
static bool text_get(VM *vm, Ref v, Text *t)
{
    *t = (Text){.held = false};
    if (!v || is_none(v)) return true;
    if (is_str(v)) {
        t->data.bytes = (const uint8_t *)str_utf8(vm, v, &t->data.size);
        return t->data.bytes != NULL;
    }
    if (!buffer_get(vm, v, &t->view)) return false;
    t->data = (WebpData){t->view.data, (size_t)t->view.len};
    return t->held = true;
}
static void text_release(VM *vm, Text *t)
{
    if (t->held) buffer_release(vm, &t->view);
    t->held = false;
}

/* ---- writing ---- */

static bool set_chunks(void *mux, const WebpData *icc, const WebpData *exif, const WebpData *xmp)
{
    return mux && (!icc->size || webp_MuxSetChunk(mux, "ICCP", icc, 0) == MUX_OK) && (!exif->size || webp_MuxSetChunk(mux, "EXIF", exif, 0) == MUX_OK) && (!xmp->size || webp_MuxSetChunk(mux, "XMP ", xmp, 0) == MUX_OK);
}
/* The file that a mux makes; it goes with it. NULL without an error: it made none. */
static Value assembled(VM *vm, void *mux, bool ok)
{
    WebpData all = {NULL, 0};
    ok = ok && webp_MuxAssemble(mux, &all) == MUX_OK;
    Value bytes = ok ? bytes_from(vm, all.bytes, (int64_t)all.size) : NO_VALUE;
    webp_Free((void *)all.bytes);
    if (mux) webp_MuxDelete(mux);
    return bytes;
}
static bool configure(VM *vm, WebpConfig *config, int lossless, double quality, int method, int exact)
{
    if (!webp_ConfigInitInternal(config, 0, 75, ENCODER)) return err_false(vm, EXC_RuntimeError, "failed to initialize config!");
    config->lossless = lossless;
    config->quality = (float)quality;
    config->method = method;
    config->exact = exact;
    return webp_ValidateConfig(config) || err_false(vm, EXC_ValueError, "invalid configuration");
}
/* A picture of pixels; false: raised. What it holds is freed by the caller in any case. */
static bool import_pixels(VM *vm, WebpPicture *p, const char *mode, const WebpData *pixels, int width, int height)
{
    const bool rgba = !strcmp(mode, "RGBA"), rgbx = !strcmp(mode, "RGBX");
    const int size = rgba || rgbx ? 4 : 3;
    if (width < 1 || height < 1 || pixels->size / (size_t)size / (size_t)width < (size_t)height) return err_false(vm, EXC_ValueError, "%zu bytes are no picture of %d x %d", pixels->size, width, height);
    p->width = width, p->height = height, p->use_argb = 1;
    const int ok = rgba ? webp_PictureImportRGBA(p, pixels->bytes, width * size) : rgbx ? webp_PictureImportRGBX(p, pixels->bytes, width * size) : webp_PictureImportRGB(p, pixels->bytes, width * size);
    return ok || (err_no_memory(vm), false);
}
static Value encode(VM *vm, const WebpConfig *config, const WebpData *pixels, int width, int height, const char *mode, const WebpData extra[3])
{
    WebpPicture p;
    WebpMemory memory;
    if (!webp_PictureInitInternal(&p, ENCODER)) return err_raise(vm, EXC_ValueError, "could not initialise picture");
    if (!import_pixels(vm, &p, mode, pixels, width, height)) return webp_PictureFree(&p), NO_VALUE;
    webp_MemoryWriterInit(&memory);
    p.writer = webp_MemoryWrite;
    p.custom = &memory;
    int ok = webp_Encode(config, &p);
    const int error = p.error;
    webp_PictureFree(&p);
    Value file = NO_VALUE;
    if (!ok) err_raise(vm, EXC_ValueError, "encoding error %d", error);
    else {
        const WebpData image = {memory.bytes, memory.size};
        void *mux = webp_NewInternal(MUX_VERSION);
        file = assembled(vm, mux, mux && webp_MuxSetImage(mux, &image, 0) == MUX_OK && set_chunks(mux, &extra[0], &extra[1], &extra[2]));
        if (!file && !err_occurred(vm)) file = V_NONE;
    }
    webp_MemoryWriterClear(&memory);
    return file;
}
static Value webp_encode(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int width, height, lossless = 0, method = 4, exact = 0;
    double quality;
    const char *mode;
    WebpConfig config;
    if (!codec_args(vm, args + 1, 3, "iii", &width, &height, &lossless) || !num_to_double(vm, args[4], &quality) || !codec_args(vm, args + 5, 1, "s", &mode) || !codec_args(vm, args + 7, 2, "ii", &method, &exact)) return NO_VALUE;
    if (strcmp(mode, "RGB") && strcmp(mode, "RGBA")) return V_NONE;
    Text texts[4] = {0};
    static const int places[4] = {0, 6, 9, 10};
    bool ok = configure(vm, &config, lossless, quality, method, exact);
    for (int i = 0; ok && i < 4; i++) ok = text_get(vm, args[places[i]], &texts[i]);
    Value r = ok ? encode(vm, &config, &texts[0].data, width, height, mode, (WebpData[]){texts[1].data, texts[2].data, texts[3].data}) : NO_VALUE;
    for (int i = 0; i < 4; i++) text_release(vm, &texts[i]);
    return r;
}

/* ---- an animation is written ---- */

typedef struct WebpState { Type *encoder, *decoder; } WebpState;
extern const ModuleDef webp_module;
typedef struct Encoder { Obj head; void *encoder; } Encoder;

static void encoder_dealloc(VM *vm, Obj *o)
{
    if (((Encoder *)o)->encoder) webp_AnimEncoderDelete(((Encoder *)o)->encoder);
    obj_free(vm, o, sizeof(Encoder));
}
static Value encoder_make(VM *vm, const Ref *args, int n, Ref kwnames)
{
    WebpState *s = module_state(vm, &webp_module);
    WebpAnimation options;
    int width, height, v[4];
    bool mixed, verbose;
    int64_t background;
    if (!s || !codec_args(vm, args, n, "iiliiiibb", &width, &height, &background, &v[0], &v[1], &v[2], &v[3], &mixed, &verbose)) return NO_VALUE;
    if (width <= 0 || height <= 0) return err_raise(vm, EXC_ValueError, "invalid canvas dimensions");
    if (!webp_AnimEncoderOptionsInitInternal(&options, MUX_VERSION)) return err_raise(vm, EXC_RuntimeError, "failed to initialize encoder options");
    options.background = (uint32_t)background;
    options.loops = v[0], options.minimize = v[1], options.kmin = v[2], options.kmax = v[3], options.mixed = mixed, options.verbose = verbose;
    Encoder *e = (Encoder *)obj_alloc(vm, s->encoder, sizeof *e);
    if (!e) return NO_VALUE;
    if ((e->encoder = webp_AnimEncoderNewInternal(width, height, &options, MUX_VERSION))) return VAL(e);
    release(vm, VAL(e));
    return err_raise(vm, EXC_RuntimeError, "could not create encoder object");
}
static Value encoder_add(VM *vm, const Ref *args, int n, Ref kwnames)
{
    void *encoder = ((Encoder *)as_obj(args[0]))->encoder;
    int time, width, height, lossless, method;
    double quality;
    const char *mode;
    WebpConfig config;
    WebpPicture frame;
    Text pixels;
    if (!codec_args(vm, args + 2, 5, "iiisi", &time, &width, &height, &mode, &lossless) || !num_to_double(vm, args[7], &quality) || !codec_args(vm, args + 8, 1, "i", &method)) return NO_VALUE;
    if (is_none(args[1])) return webp_AnimEncoderAdd(encoder, NULL, time, NULL) ? V_NONE : err_raise(vm, EXC_RuntimeError, "%s", webp_AnimEncoderGetError(encoder));
    if (!configure(vm, &config, lossless, quality, method, 0) || !text_get(vm, args[1], &pixels)) return NO_VALUE;
    bool ok = webp_PictureInitInternal(&frame, ENCODER) || err_false(vm, EXC_ValueError, "could not initialise picture");
    if (ok) {
        ok = import_pixels(vm, &frame, mode, &pixels.data, width, height) && (webp_AnimEncoderAdd(encoder, &frame, time, &config) || err_false(vm, EXC_RuntimeError, "%s", webp_AnimEncoderGetError(encoder)));
        webp_PictureFree(&frame);
    }
    text_release(vm, &pixels);
    return ok ? V_NONE : NO_VALUE;
}
static Value encoder_assemble(VM *vm, const Ref *args, int n, Ref kwnames)
{
    void *encoder = ((Encoder *)as_obj(args[0]))->encoder;
    Text t[3] = {0};
    WebpData all = {NULL, 0};
    Value r = NO_VALUE;
    bool ok = text_get(vm, args[1], &t[0]) && text_get(vm, args[2], &t[1]) && text_get(vm, args[3], &t[2]);
    if (ok && !webp_AnimEncoderAssemble(encoder, &all)) err_raise(vm, EXC_RuntimeError, "%s", webp_AnimEncoderGetError(encoder));
    else if (ok && !t[0].data.size && !t[1].data.size && !t[2].data.size) r = bytes_from(vm, all.bytes, (int64_t)all.size);
    else if (ok) {
        void *mux = webp_MuxCreateInternal(&all, 1, MUX_VERSION);
        r = assembled(vm, mux, set_chunks(mux, &t[0].data, &t[1].data, &t[2].data));
        if (!r && !err_occurred(vm)) err_raise(vm, EXC_RuntimeError, "could not re-mux to add metadata");
    }
    webp_Free((void *)all.bytes);
    for (int i = 0; i < 3; i++) text_release(vm, &t[i]);
    return r;
}

/* ---- reading ---- */

typedef struct Decoder { Obj head; void *decoder; Value bytes; WebpInfo info; bool alpha; } Decoder;

static void decoder_dealloc(VM *vm, Obj *o)
{
    Decoder *d = (Decoder *)o;
    if (d->decoder) webp_AnimDecoderDelete(d->decoder);
    release(vm, d->bytes);
    obj_free(vm, o, sizeof *d);
}
static Value decoder_make(VM *vm, const Ref *args, int n, Ref kwnames)
{
    WebpState *s = module_state(vm, &webp_module);
    WebpFeatures features;
    if (!s) return NO_VALUE;
    if (!is_bytes(args[0])) return err_raise(vm, EXC_TypeError, "argument 1 must be bytes, not %T", args[0]);
    Decoder *d = (Decoder *)obj_alloc(vm, s->decoder, sizeof *d);
    if (!d) return NO_VALUE;
    d->bytes = retain(args[0]);
    const WebpData data = {as_bytes(args[0])->data, (size_t)as_bytes(args[0])->len};
    if (webp_GetFeaturesInternal(data.bytes, data.size, &features, DECODER) == 0) {
        d->alpha = features.has_alpha;
        if ((d->decoder = webp_AnimDecoderNewInternal(&data, NULL, DEMUX_VERSION)) && webp_AnimDecoderGetInfo(d->decoder, &d->info)) return VAL(d);
    }
    release(vm, VAL(d));
    return err_raise(vm, EXC_OSError, "could not create decoder object");
}
static Decoder *as_decoder(Ref v) { return (Decoder *)as_obj(v); }
static Value decoder_get_info(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Decoder *d = as_decoder(args[0]);
    Value all[] = {make_small(d->info.width), make_small(d->info.height), make_small(d->info.loops), make_small(d->info.background), make_small(d->info.frames), str_from_c(vm, d->alpha ? "RGBA" : "RGBX")};
    return all[5] ? tuple_take(vm, all, 6) : NO_VALUE;
}
static Value decoder_get_chunk(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const char *name;
    WebpChunk chunk = {0};
    if (!codec_args(vm, args + 1, 1, "s", &name)) return NO_VALUE;
    if (strlen(name) != 4 || !webp_DemuxGetChunk(webp_AnimDecoderGetDemuxer(as_decoder(args[0])->decoder), name, 1, &chunk)) return V_NONE;
    Value r = bytes_from(vm, chunk.data.bytes, (int64_t)chunk.data.size);
    webp_DemuxReleaseChunkIterator(&chunk);
    return r;
}
static Value decoder_get_next(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Decoder *d = as_decoder(args[0]);
    uint8_t *pixels = NULL;
    int time = 0;
    if (!webp_AnimDecoderGetNext(d->decoder, &pixels, &time)) return err_raise(vm, EXC_OSError, "failed to read next frame");
    Value all[] = {bytes_from(vm, pixels, (int64_t)d->info.width * d->info.height * 4), make_small(time)};
    return all[0] ? tuple_take(vm, all, 2) : NO_VALUE;
}
static Value decoder_has_more(VM *vm, const Ref *args, int n, Ref kwnames) { return make_bool(webp_AnimDecoderHasMoreFrames(as_decoder(args[0])->decoder)); }
static Value decoder_reset(VM *vm, const Ref *args, int n, Ref kwnames)
{
    webp_AnimDecoderReset(as_decoder(args[0])->decoder);
    return V_NONE;
}

static Value chunk_of(VM *vm, void *mux, const char *name)
{
    WebpData data = {NULL, 0};
    return mux && webp_MuxGetChunk(mux, name, &data) == MUX_OK ? bytes_from(vm, data.bytes, (int64_t)data.size) : V_NONE;
}
/* A picture alone: its pixels, width, height, mode, profile and EXIF; None where it is none. */
static Value webp_decode(VM *vm, const Ref *args, int n, Ref kwnames)
{
    WebpFeatures features;
    int width, height;
    if (!is_bytes(args[0])) return err_raise(vm, EXC_TypeError, "argument 1 must be bytes, not %T", args[0]);
    const WebpData data = {as_bytes(args[0])->data, (size_t)as_bytes(args[0])->len};
    if (webp_GetFeaturesInternal(data.bytes, data.size, &features, DECODER)) return V_NONE;
    uint8_t *pixels = (features.has_alpha ? webp_DecodeRGBA : webp_DecodeRGB)(data.bytes, data.size, &width, &height);
    if (!pixels) return V_NONE;
    void *mux = webp_MuxCreateInternal(&data, 0, MUX_VERSION);
    Value all[] = {bytes_from(vm, pixels, (int64_t)width * height * (features.has_alpha ? 4 : 3)), make_small(width), make_small(height), str_from_c(vm, features.has_alpha ? "RGBA" : "RGB"), chunk_of(vm, mux, "ICCP"), chunk_of(vm, mux, "EXIF")};
    webp_Free(pixels);
    if (mux) webp_MuxDelete(mux);
    if (all[0] && all[3] && all[4] && all[5]) return tuple_take(vm, all, 6);
    for (int i = 0; i < 6; i++) release(vm, all[i]);
    return NO_VALUE;
}
static Value decoder_version(VM *vm, const Ref *args, int n, Ref kwnames) { return make_small(webp_GetDecoderVersion()); }
static Value buggy_alpha(VM *vm, const Ref *args, int n, Ref kwnames) { return make_small(webp_GetDecoderVersion() == 0x0103); }

/* ---- the module ---- */

static const NativeDef encoder_methods[] = {{"add", encoder_add, "self, rgb, timestamp, width, height, mode, lossless, quality, method, /", "a frame; None: the end", 0},
    {"assemble", encoder_assemble, "self, icc_profile, exif, xmp, /", "the file", 0}, {NULL, NULL, NULL, NULL, 0}};
static const NativeDef decoder_methods[] = {{"get_info", decoder_get_info, "self, /", "width, height, loops, background, frames, mode", 0}, {"get_chunk", decoder_get_chunk, "self, mode, /", "bytes, or None", 0},
    {"get_next", decoder_get_next, "self, /", "a frame's pixels, and when it ends", 0}, {"has_more_frames", decoder_has_more, "self, /", "is there another frame?", 0},
    {"reset", decoder_reset, "self, /", "to the first frame", 0}, {NULL, NULL, NULL, NULL, 0}};
static const TypeDef encoder_def = {.name = "WebPAnimEncoder", .kind = KIND_OPAQUE, .size = sizeof(Encoder), .flags = TYPE_NO_NEW, .dealloc = encoder_dealloc, .methods = encoder_methods};
static const TypeDef decoder_def = {.name = "WebPAnimDecoder", .kind = KIND_OPAQUE, .size = sizeof(Decoder), .flags = TYPE_NO_NEW, .dealloc = decoder_dealloc, .methods = decoder_methods};
static const NativeDef functions[] = {{"WebPAnimDecoder", decoder_make, "data, /", "an animation that is read", 0},
    {"WebPAnimEncoder", encoder_make, "width, height, background, loop, minimize_size, kmin, kmax, allow_mixed, verbose, /", "an animation that is written", 0}, {"WebPDecode", webp_decode, "data, /", "a picture's pixels", 0},
    {"WebPEncode", webp_encode, "data, width, height, lossless, quality, mode, icc_profile, method, exact, exif, xmp, /", "a picture's file", 0},
    {"WebPDecoderVersion", decoder_version, "", "as a number of three bytes", 0}, {"WebPDecoderBuggyAlpha", buggy_alpha, "", "does it lose alpha?", 0}, {NULL, NULL, NULL, NULL, 0}};

static bool init(VM *vm, Ref module, Dict *ns)
{
    WebpState *s = as_module(module)->state;
    static const char *const have[] = {"HAVE_WEBPMUX", "HAVE_WEBPANIM", "HAVE_TRANSPARENCY"};
    if (!open_library(vm, "libwebp.so.7", "libwebp7", webp_rows, COUNT(webp_rows)) || !open_library(vm, "libwebpmux.so.3", "libwebpmux3", mux_rows, COUNT(mux_rows)) ||
        !open_library(vm, "libwebpdemux.so.2", "libwebpdemux2", demux_rows, COUNT(demux_rows)))
        return false;
    for (int i = 0; i < 3; i++)
        if (!module_add(vm, ns, have[i], V_TRUE)) return false;
    const int v = webp_GetDecoderVersion();
    return module_add(vm, ns, "webpdecoder_version", str_format(vm, "%d.%d.%d", v >> 16, v >> 8 & 255, v & 255)) && (s->encoder = type_from_def(vm, &encoder_def, NULL)) && (s->decoder = type_from_def(vm, &decoder_def, NULL));
}
static void done(VM *vm, void *state)
{
    WebpState *s = state;
    release(vm, s->encoder ? VAL(s->encoder) : NO_VALUE);
    release(vm, s->decoder ? VAL(s->decoder) : NO_VALUE);
}
const ModuleDef webp_module = {.name = "PIL._webp", .doc = "WebP pictures and animations.", .functions = functions, .init = init, .state_size = sizeof(WebpState), .done = done};
