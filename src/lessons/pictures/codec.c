/* codec.c: decoders and encoders as objects: ImagingDecoder and ImagingEncoder. */
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "codec.h"
#include "loops.h"

bool codec_args(VM *vm, const Ref *args, int n, const char *letters, ...)
{
    va_list ap;
    bool ok = true;
    va_start(ap, letters);
    for (int i = 0; ok && letters[i] && i < n; i++) {
        void *to = va_arg(ap, void *);
        int64_t number;
        if (!args[i]) continue;
        switch (letters[i]) {
        case 's':
        case 'z':
            if (letters[i] == 'z' && is_none(args[i])) *(const char **)to = NULL;
            else ok = (*(const char **)to = picture_text_arg(vm, args[i], i + 1)) != NULL;
            break;
        case 'i':
            if (!(ok = num_index_i64(vm, args[i], &number))) break;
            if (number < INT32_MIN || number > INT32_MAX) ok = err_false(vm, EXC_OverflowError, "signed integer is %s", number < 0 ? "less than minimum" : "greater than maximum");
            else *(int *)to = (int)number;
            break;
        case 'l': ok = num_index_i64(vm, args[i], to); break;
        case 'b': {
            int truth = op_truth(vm, args[i]);
            if ((ok = truth >= 0)) *(bool *)to = truth;
            break;
        }
        default: *(Ref *)to = args[i];
        }
    }
    va_end(ap);
    return ok;
}

/* ---- making and ending ---- */

static void end(VM *vm, Codec *c)
{
    if (c->def->end && !c->ended) c->def->end(vm, c);
    c->ended = c->done = true;
}
static void codec_dealloc(VM *vm, Obj *o)
{
    Codec *c = (Codec *)o;
    end(vm, c);
    mem_free(vm->mem, c->context, c->def->context);
    mem_free(vm->mem, c->buffer, (size_t)c->line);
    release(vm, c->picture ? VAL(c->picture) : NO_VALUE);
    release(vm, c->file);
    obj_free(vm, o, sizeof *c);
}

static Codec *codec_new(VM *vm, Type *type, const CodecDef *def, const char *mode, const RawMode *raw)
{
    Codec *c = (Codec *)obj_alloc(vm, type, sizeof *c);
    if (!c) return NULL;
    static const CodecDef none = {.step = NULL};
    c->def = &none;
    c->raw = raw;
    c->mode = raw ? &picture_modes[raw->mode] : mode ? mode_named(mode) : NULL;
    if (def->context && !(c->context = mem_zalloc(vm->mem, def->context))) return release(vm, VAL(c)), err_no_memory(vm), NULL;
    c->def = def;
    return c;
}

bool codec_buffer(VM *vm, Codec *c, int64_t bytes)
{
    mem_free(vm->mem, c->buffer, (size_t)c->line);
    c->line = 0;
    if (!(c->buffer = mem_zalloc(vm->mem, (size_t)bytes))) return err_no_memory(vm), false;
    c->line = bytes;
    return true;
}

bool codec_out_room(VM *vm, CodecOut *o, size_t n)
{
    if (o->room - o->full >= n) return true;
    size_t room = (o->room + n) * 2 + 4096;
    uint8_t *more = mem_realloc(vm->mem, o->bytes, o->room, room);
    if (!more) return false;
    o->bytes = more;
    o->room = room;
    return true;
}
int64_t codec_out_give(Codec *c, CodecOut *o, uint8_t *at, int64_t n)
{
    size_t some = o->full - o->given < (size_t)n ? o->full - o->given : (size_t)n;
    if (some) memcpy(at, o->bytes + o->given, some);
    o->given += some;
    if (o->given == o->full) c->error = CODEC_END;
    return (int64_t)some;
}

/* ---- what a program asks ---- */

static Codec *as_codec(Ref v) { return (Codec *)BITS(v); }

static bool rectangle(VM *vm, Codec *c, Ref box)
{
    int64_t b[4] = {0, 0, 0, 0};
    const Picture *p = c->picture;
    if (box && !numbers_of(vm, box, 2, b, 4)) return false;
    if (!b[0] && !b[2]) b[1] = 0, b[2] = p->width, b[3] = p->height; /* of no width at the left: all of the picture, wherever it lies */
    if (b[0] < 0 || b[1] < 0 || b[2] <= b[0] || b[3] <= b[1] || b[2] > p->width || b[3] > p->height)
        return err_false(vm, c->head.type == pictures_state(vm)->encoder ? EXC_SystemError : EXC_ValueError, "tile cannot extend outside image");
    c->x = (int)b[0], c->y0 = (int)b[1], c->width = (int)(b[2] - b[0]), c->height = (int)(b[3] - b[1]);
    return true;
}

static Value codec_setimage(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Codec *c = as_codec(args[0]);
    if (!is_instance_of(vm, args[1], pictures_state(vm)->picture)) return err_raise(vm, EXC_SystemError, "src/_imaging.c:205: bad argument to internal function"); /* (Pillow's own words) */
    const Picture *p = as_picture(args[1]);
    if (c->picture || c->done) return err_raise(vm, EXC_ValueError, "a codec has one picture");
    if (!c->def->plain && (!c->mode || p->mode->size != c->mode->size)) return picture_wrong_mode(vm);
    c->picture = as_picture(retain(args[1]));
    if (rectangle(vm, c, args[2]) && (!c->raw || codec_buffer(vm, c, ((int64_t)c->raw->bits * c->width + 7) / 8)) && (!c->def->begin || c->def->begin(vm, c))) return V_NONE;
    Picture *had = c->picture;
    c->picture = NULL;
    release(vm, VAL(had));
    return NO_VALUE;
}
static Value codec_setfd(VM *vm, const Ref *args, int n, Ref kwnames)
{
    value_put(vm, &as_codec(args[0])->file, retain(args[1]));
    return V_NONE;
}
static bool enter(VM *vm, Codec *c)
{
    if (!c->picture) return err_false(vm, EXC_ValueError, "a codec needs a picture: setimage");
    if (c->busy) return err_false(vm, EXC_ValueError, "a codec that is at work");
    return true;
}
static Value codec_cleanup(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!as_codec(args[0])->busy) end(vm, as_codec(args[0]));
    return make_small(0);
}

static int64_t step(VM *vm, Codec *c, uint8_t *at, int64_t n)
{
    c->busy = true;
    int64_t r = c->def->step(vm, c, at, n);
    c->busy = false;
    return r;
}
static Value decoder_decode(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Codec *c = as_codec(args[0]);
    BufferView view;
    if (!enter(vm, c) || !buffer_get(vm, args[1], &view)) return NO_VALUE;
    int64_t r = c->done ? -1 : step(vm, c, view.data, view.len);
    if (r < 0) c->done = true;
    buffer_release(vm, &view);
    return err_occurred(vm) ? NO_VALUE : tuple_from(vm, (Ref[]){make_small(r), make_small(c->error)}, 2);
}

/* A part of what an encoder writes; -1: raised. */
static int64_t encode_part(VM *vm, Codec *c, uint8_t *at, int64_t n)
{
    int64_t r = c->done ? 0 : step(vm, c, at, n);
    if (c->error) c->done = true;
    return err_occurred(vm) ? -2 : r;
}
static Value encoder_encode(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Codec *c = as_codec(args[0]);
    int64_t size = 16384;
    if (!enter(vm, c) || (args[1] && !num_index_i64(vm, args[1], &size))) return NO_VALUE;
    if (size < 0 || size > INT32_MAX) return err_raise(vm, EXC_ValueError, "a buffer of %lld bytes", (long long)size);
    Value bytes = bytes_from(vm, NULL, size);
    if (!bytes) return NO_VALUE;
    int64_t r = encode_part(vm, c, as_bytes(bytes)->data, size);
    if (r < -1) return release(vm, bytes), NO_VALUE;
    bytes = bytes_cut(vm, bytes, r > 0 ? r : 0);
    Value all[] = {make_small(r), make_small(c->error), bytes};
    return bytes ? tuple_take(vm, all, 3) : NO_VALUE;
}
static bool write_all(VM *vm, int fd, const uint8_t *p, int64_t n)
{
    while (n > 0) {
        ssize_t r = write(fd, p, (size_t)n);
        if (r < 0) {
            err_errno(vm, errno, NULL);
            return false;
        }
        p += r, n -= r;
    }
    return true;
}
static Value encoder_encode_to_file(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Codec *c = as_codec(args[0]);
    int64_t fd, size = 16384;
    if (!enter(vm, c) || !num_index_i64(vm, args[1], &fd) || (args[2] && !num_index_i64(vm, args[2], &size))) return NO_VALUE;
    if (size < 1 || size > INT32_MAX || fd < 0 || fd > INT32_MAX) return err_raise(vm, EXC_ValueError, "a buffer of %lld bytes, file %lld", (long long)size, (long long)fd);
    uint8_t *at = mem_alloc(vm->mem, (size_t)size);
    if (!at) return err_no_memory(vm);
    bool ok = true;
    do {
        int64_t r = encode_part(vm, c, at, size);
        ok = r >= -1 && write_all(vm, (int)fd, at, r) && vm_poll(vm);
        if (r <= 0 && !c->error) c->error = CODEC_CONFIG; /* a buffer in which nothing fits */
    } while (ok && !c->error);
    mem_free(vm->mem, at, (size_t)size);
    return ok ? make_small(c->error) : NO_VALUE;
}
static Value encoder_encode_to_pyfd(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Codec *c = as_codec(args[0]);
    if (!enter(vm, c)) return NO_VALUE;
    if (!c->def->uses_file) {
        c->error = CODEC_CONFIG;
        return tuple_from(vm, (Ref[]){make_small(0), make_small(CODEC_CONFIG)}, 2);
    }
    int64_t r = encode_part(vm, c, NULL, 0);
    return r < -1 ? NO_VALUE : tuple_from(vm, (Ref[]){make_small(r), make_small(c->error)}, 2);
}
static Value uses_file(VM *vm, Ref self) { return make_bool(as_codec(self)->def->uses_file); }

static const NativeDef decoder_methods[] = {{"decode", decoder_decode, "self, data, /", "some more of a file: how many bytes were taken (below 0: done), and what was wrong", 0},
    {"cleanup", codec_cleanup, "self, /", "it is no longer needed", 0}, {"setimage", codec_setimage, "self, im, extents=None, /", "the picture, and a rectangle in it", 0},
    {"setfd", codec_setfd, "self, fd, /", "the file", 0}, {NULL, NULL, NULL, NULL, 0}};
static const GetSetDef decoder_getsets[] = {{"pulls_fd", uses_file, NULL, "does it read its file itself?"}, {NULL, NULL, NULL, NULL}};
static const NativeDef encoder_methods[] = {{"encode", encoder_encode, "self, bufsize=16384, /", "how many bytes, is it done, the bytes", 0},
    {"encode_to_file", encoder_encode_to_file, "self, fd, bufsize=16384, /", "all of it", 0}, {"encode_to_pyfd", encoder_encode_to_pyfd, "self, /", "all of it, to its own file", 0},
    {"cleanup", codec_cleanup, "self, /", "it is no longer needed", 0}, {"setimage", codec_setimage, "self, im, extents=None, /", "the picture, and a rectangle in it", 0},
    {"setfd", codec_setfd, "self, fd, /", "the file", 0}, {NULL, NULL, NULL, NULL, 0}};
static const GetSetDef encoder_getsets[] = {{"pushes_fd", uses_file, NULL, "does it write its file itself?"}, {NULL, NULL, NULL, NULL}};
static const TypeDef decoder_def = {.name = "ImagingDecoder", .kind = KIND_OPAQUE, .size = sizeof(Codec), .flags = TYPE_NO_NEW, .dealloc = codec_dealloc, .methods = decoder_methods, .getsets = decoder_getsets};
static const TypeDef encoder_def = {.name = "ImagingEncoder", .kind = KIND_OPAQUE, .size = sizeof(Codec), .flags = TYPE_NO_NEW, .dealloc = codec_dealloc, .methods = encoder_methods, .getsets = encoder_getsets};

static Codec *made(VM *vm, bool decodes, const CodecDef *def, const char *mode, const char *raw)
{
    PicturesState *s = pictures_state(vm);
    Type **type = !s ? NULL : decodes ? &s->decoder : &s->encoder;
    if (!type || (!*type && !(*type = type_from_def(vm, decodes ? &decoder_def : &encoder_def, NULL)))) return NULL;
    const RawMode *r = !raw ? NULL : decodes ? raw_unpacker(mode, raw) : raw_packer(mode, raw);
    if (raw && !r) {
        if (decodes) err_raise(vm, EXC_ValueError, "unknown raw mode for given image mode");
        else err_raise(vm, EXC_ValueError, "No packer found from %s to %s", mode, raw);
        return NULL;
    }
    return codec_new(vm, *type, def, mode, r);
}
Codec *decoder_new(VM *vm, const CodecDef *def, const char *mode, const char *raw) { return made(vm, true, def, mode, raw); }
Codec *encoder_new(VM *vm, const CodecDef *def, const char *mode, const char *raw) { return made(vm, false, def, mode, raw); }

Value pictures_getcodecstatus(VM *vm, const Ref *args, int n, Ref kwnames)
{
    static const struct { int code; const char *words; } rows[] = {{CODEC_OVERRUN, "buffer overrun"}, {CODEC_BROKEN, "broken data stream"}, {CODEC_UNKNOWN, "unrecognized data stream contents"},
        {CODEC_CONFIG, "codec configuration error"}, {CODEC_MEMORY, "out of memory"}};
    int64_t code;
    if (!num_index_i64(vm, args[0], &code)) return NO_VALUE;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].code == code) return str_from_c(vm, rows[i].words);
    return V_NONE;
}
