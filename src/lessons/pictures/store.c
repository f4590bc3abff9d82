/* store.c: what a picture is and holds: its modes, its memory, and the module PIL._imaging that hands it out. */
#include <string.h>

#include "picture.h"

const PictureMode picture_modes[MODE_COUNT] = {
#define MODE(id, name, bands, size, kind, letters) {name, letters, MODE_##id, PICTURE_##kind, bands, size},
#include "modes.def"
#undef MODE
};

const PictureMode *mode_named(const char *name)
{
    for (int i = 0; i < MODE_COUNT; i++)
        if (!strcmp(picture_modes[i].name, name)) return &picture_modes[i];
    return NULL;
}
const PictureMode *mode_of(VM *vm, Ref name, int number)
{
    const char *text = picture_text_arg(vm, name, number);
    const PictureMode *m = text ? mode_named(text) : NULL;
    if (!m && !err_occurred(vm)) err_raise(vm, EXC_ValueError, "unrecognized image mode");
    return m;
}

/* ---- memory ---- */

static void picture_dealloc(VM *vm, Obj *o)
{
    Picture *p = (Picture *)o;
    if (p->number) picture_forget_id(p);
    if (p->lender) value_clear(vm, &p->lender);
    else mem_free(vm->mem, p->pixels, (size_t)(p->line * p->height));
    mem_free(vm->mem, p->palette, sizeof *p->palette);
    obj_free(vm, o, sizeof *p);
}

/* Without pixels, which its maker gives it. */
static Picture *bare(VM *vm, const PictureMode *mode, int64_t width, int64_t height)
{
    PicturesState *s = pictures_state(vm);
    if (!s) return NULL;
    if (width < 0 || height < 0) return err_raise(vm, EXC_ValueError, "bad image size"), NULL;
    if (width > INT32_MAX / 4 - 1 || height > INT32_MAX) return err_no_memory(vm), NULL;
    Picture *p = (Picture *)obj_alloc(vm, s->picture, sizeof *p);
    if (!p) return NULL;
    p->mode = mode;
    p->width = (int32_t)width;
    p->line = (width * mode->size + 3) & ~(int64_t)3;
    if ((mode->id == MODE_P || mode->id == MODE_PA) && !(p->palette = palette_new(vm))) return release(vm, VAL(p)), NULL;
    p->height = (int32_t)height;
    return p;
}

Picture *picture_unset(VM *vm, const PictureMode *mode, int64_t width, int64_t height)
{
    Picture *p = bare(vm, mode, width, height);
    if (p && !(p->pixels = mem_alloc(vm->mem, (size_t)(p->line * p->height)))) {
        p->height = 0;
        return release(vm, VAL(p)), err_no_memory(vm), NULL;
    }
    return p;
}
Picture *picture_new(VM *vm, const PictureMode *mode, int64_t width, int64_t height)
{
    Picture *p = picture_unset(vm, mode, width, height);
    if (p) memset(p->pixels, 0, (size_t)(p->line * p->height));
    return p;
}
Picture *picture_like(VM *vm, const Picture *p)
{
    Picture *q = picture_unset(vm, p->mode, p->width, p->height);
    if (q && q->palette) *q->palette = *p->palette;
    return q;
}
Picture *picture_copy_of(VM *vm, const Picture *p)
{
    Picture *q = picture_like(vm, p);
    for (int64_t y = 0; q && y < p->height; y++) {
        if (!vm_poll(vm)) return release(vm, VAL(q)), NULL;
        memcpy(picture_row(q, y), picture_row(p, y), (size_t)p->width * p->mode->size); /* a lender's rows lie otherwise */
    }
    return q;
}
const char *picture_told(VM *vm, Ref v) { return is_none(v) ? "None" : type_name(vm, type_of(vm, v)); }
Picture *picture_arg(VM *vm, Ref v, int number)
{
    PicturesState *s = pictures_state(vm);
    if (s && is_instance_of(vm, v, s->picture)) return as_picture(v);
    if (s) err_raise(vm, EXC_TypeError, "argument %d must be ImagingCore, not %s", number, picture_told(vm, v));
    return NULL;
}
const char *picture_text_arg(VM *vm, Ref v, int number)
{
    size_t size;
    if (!is_str(v)) return err_raise(vm, EXC_TypeError, "argument %d must be str, not %s", number, picture_told(vm, v)), NULL;
    const char *text = str_utf8(vm, v, &size);
    return !text || strlen(text) == size ? text : (err_raise(vm, EXC_ValueError, "embedded null character"), NULL);
}
Value picture_wrong_mode(VM *vm) { return err_raise(vm, EXC_ValueError, "image has wrong mode"); }
Value picture_wrong_match(VM *vm) { return err_raise(vm, EXC_ValueError, "images do not match"); }

/* ---- what a program asks ---- */

static Value get_mode(VM *vm, Ref self) { return str_from_c(vm, as_picture(self)->mode->name); }
static Value get_size(VM *vm, Ref self)
{
    const Picture *p = as_picture(self);
    return tuple_from(vm, (Ref[]){make_small(p->width), make_small(p->height)}, 2);
}
static Value get_bands(VM *vm, Ref self) { return make_small(as_picture(self)->mode->bands); }

static const GetSetDef getsets[] = {
    {"mode", get_mode, NULL, "what its pixels are"}, {"size", get_size, NULL, "width and height"}, {"bands", get_bands, NULL, "how many numbers a pixel has"},
    {"id", picture_id, NULL, "a number by which fonts and arithmetic know it"}, {NULL, NULL, NULL, NULL}};
static const NativeDef methods[] = {
#define METHOD(name, sig) {#name, picture_##name, sig, NULL, 0},
#include "methods.def"
#undef METHOD
    {NULL, NULL, NULL, NULL, 0}};
static const NativeDef functions[] = {
#define FUNCTION(name, sig) {#name, pictures_##name, sig, NULL, 0},
#include "functions.def"
#undef FUNCTION
    {NULL, NULL, NULL, NULL, 0}};
static const TypeDef picture_def = {
    .name = "ImagingCore", .kind = KIND_OPAQUE, .size = sizeof(Picture), .dealloc = picture_dealloc, .methods = methods, .getsets = getsets,
    .s = {.len = picture_len, .getitem = picture_item, .iter = seq_iter_new}};

static bool init(VM *vm, Ref module, Dict *ns)
{
    PicturesState *s = as_module(module)->state;
    static const struct { const char *name; bool is; } built[] = {{"HAVE_LIBJPEGTURBO", true}, {"HAVE_LIBIMAGEQUANT", false}, {"HAVE_XCB", false}, {"libtiff_support_custom_tags", true}};
    for (size_t i = 0; i < sizeof built / sizeof *built; i++)
        if (!module_add(vm, ns, built[i].name, make_bool(built[i].is))) return false;
    return (s->picture = type_from_def(vm, &picture_def, NULL)) != NULL;
}
static void done(VM *vm, void *state)
{
    PicturesState *s = state;
    Type *all[] = {s->picture, s->access, s->encoder, s->decoder, s->font, s->draw, s->outline, s->path};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i]) release(vm, VAL(all[i]));
    while (s->asked) picture_forget_id(s->asked); /* they may live longer */
}
static const ModuleConst constants[] = {{"PILLOW_VERSION", CONST_STR, 0, 0, "9.4.0"},
    /* what zlib's codec may be told (zlib.h); what Pillow was built with */
    {"DEFAULT_STRATEGY", CONST_INT, 0, 0, NULL}, {"FILTERED", CONST_INT, 1, 0, NULL}, {"HUFFMAN_ONLY", CONST_INT, 2, 0, NULL}, {"RLE", CONST_INT, 3, 0, NULL}, {"FIXED", CONST_INT, 4, 0, NULL},
    {NULL, CONST_INT, 0, 0, NULL}};
const ModuleDef pictures_module = {
    .name = "PIL._imaging", .doc = "Pictures: what Pillow's Python half stands on.", .functions = functions, .constants = constants, .init = init, .state_size = sizeof(PicturesState), .done = done};
