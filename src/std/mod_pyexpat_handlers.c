/* mod_pyexpat_handlers.c: what libexpat tells of a document, as calls of the program's handlers. An exception ends the parsing and is then raised by Parse. */
#include "mod_pyexpat.h"

#if HAVE_EXPAT
#include <stdarg.h>

static Value text_or_none(VM *vm, const char *s) { return s ? str_from_utf8(vm, s, strlen(s)) : V_NONE; }

Value expat_intern(Parser *p, const char *text)
{
    VM *vm = p->vm;
    Value s = text_or_none(vm, text);
    if (!s || is_none(s) || !p->intern) return s;
    Ref known = dict_get(vm, p->intern, s);
    if (known) value_put(vm, &s, retain(known));
    else if (err_occurred(vm) || !dict_set(vm, p->intern, s, s)) value_clear(vm, &s);
    return s;
}

static void stop(Parser *p) { p->f.StopParser(p->expat, XML_FALSE); }

/* Calls a handler. format: n an interned name, s a text (either may be NULL: None), i an int, v a value that is taken. NULL: nothing to go on with. */
static Value fire(Parser *p, int handler, const char *format, ...)
{
    enum { MOST = 7 };
    VM *vm = p->vm;
    Value given[MOST], r = NO_VALUE;
    int n = 0;
    bool ok = !err_occurred(vm);
    va_list ap;
    va_start(ap, format);
    for (; *format; format++) {
        Value v = *format == 'i' ? make_small(va_arg(ap, int)) : *format == 'v' ? va_arg(ap, Value) : NO_VALUE;
        const char *text = *format == 'n' || *format == 's' ? va_arg(ap, const char *) : NULL;
        if (ok && (*format == 'n' || *format == 's')) v = *format == 'n' ? expat_intern(p, text) : text_or_none(vm, text);
        ok = ok && v;
        given[n++] = v;
    }
    va_end(ap);
    ok = ok && (handler == H_CharacterDataHandler || expat_flush(p));
    if (ok && p->handlers[handler]) {
        Value f = retain(p->handlers[handler]);
        r = call(vm, f, as_refs(given), n, NULL);
        release(vm, f);
        ok = r != NO_VALUE;
    }
    for (int i = 0; i < n; i++) release(vm, given[i]);
    if (!ok) stop(p);
    return r;
}
#define TELL(...) release(p->vm, fire(p, __VA_ARGS__))

/* ---- character data ---- */

static bool tell_text(Parser *p, const char *s, size_t n)
{
    if (!p->handlers[H_CharacterDataHandler]) return true;
    Value text = err_occurred(p->vm) ? NO_VALUE : str_from_utf8(p->vm, s, n);
    Value r = text ? fire(p, H_CharacterDataHandler, "v", text) : NO_VALUE;
    if (!text) stop(p);
    release(p->vm, r);
    return !err_occurred(p->vm);
}

bool expat_flush(Parser *p)
{
    size_t n = p->used;
    p->used = 0;
    return !n || tell_text(p, p->text, n);
}

static void on_CharacterDataHandler(void *data, const XML_Char *s, int len)
{
    Parser *p = data;
    size_t n = (size_t)len;
    if (err_occurred(p->vm)) return;
    if (!p->buffers) {
        tell_text(p, s, n);
        return;
    }
    if (n > p->size - p->used && !expat_flush(p)) return;
    if (!p->buffers || n > p->size) { /* (a handler may have set another size) */
        tell_text(p, s, n);
        return;
    }
    memcpy(p->text + p->used, s, n);
    p->used += n;
}
static void on_no_text(void *data, const XML_Char *s, int len) {}

/* ---- elements ---- */

static Value attributes_of(Parser *p, const XML_Char **atts)
{
    VM *vm = p->vm;
    int n = 0;
    if (p->specified) n = p->f.GetSpecifiedAttributeCount(p->expat);
    else
        while (atts[n]) n += 2;
    Value all = p->ordered ? list_new(vm, n) : dict_new(vm);
    for (int i = 0; all && i < n; i += 2) {
        Value name = expat_intern(p, atts[i]), value = name ? text_or_none(vm, atts[i + 1]) : NO_VALUE;
        bool ok = value && (p->ordered ? list_append(vm, all, name) && list_append(vm, all, value) : dict_set(vm, all, name, value));
        release(vm, name);
        release(vm, value);
        if (!ok) value_clear(vm, &all);
    }
    return all;
}

static void on_StartElementHandler(void *data, const XML_Char *name, const XML_Char **atts)
{
    Parser *p = data;
    if (err_occurred(p->vm) || !expat_flush(p)) return;
    TELL(H_StartElementHandler, "nv", name, attributes_of(p, atts));
}

/* ---- all others ---- */
#define ON(name, ...) static void on_##name(void *data, __VA_ARGS__)
#define P Parser *p = data
ON(EndElementHandler, const XML_Char *name) { P; TELL(H_EndElementHandler, "n", name); }
ON(ProcessingInstructionHandler, const XML_Char *target, const XML_Char *text) { P; TELL(H_ProcessingInstructionHandler, "ns", target, text); }
ON(UnparsedEntityDeclHandler, const XML_Char *name, const XML_Char *base, const XML_Char *system, const XML_Char *public, const XML_Char *notation)
{
    P;
    TELL(H_UnparsedEntityDeclHandler, "nnnnn", name, base, system, public, notation);
}
ON(NotationDeclHandler, const XML_Char *name, const XML_Char *base, const XML_Char *system, const XML_Char *public)
{
    P;
    TELL(H_NotationDeclHandler, "nnnn", name, base, system, public);
}
ON(StartNamespaceDeclHandler, const XML_Char *prefix, const XML_Char *uri) { P; TELL(H_StartNamespaceDeclHandler, "nn", prefix, uri); }
ON(EndNamespaceDeclHandler, const XML_Char *prefix) { P; TELL(H_EndNamespaceDeclHandler, "n", prefix); }
ON(CommentHandler, const XML_Char *text) { P; TELL(H_CommentHandler, "s", text); }
static void on_StartCdataSectionHandler(void *data) { P; TELL(H_StartCdataSectionHandler, ""); }
static void on_EndCdataSectionHandler(void *data) { P; TELL(H_EndCdataSectionHandler, ""); }
ON(DefaultHandler, const XML_Char *s, int n) { P; TELL(H_DefaultHandler, "v", err_occurred(p->vm) ? NO_VALUE : str_from_utf8(p->vm, s, (size_t)n)); }
ON(DefaultHandlerExpand, const XML_Char *s, int n) { P; TELL(H_DefaultHandlerExpand, "v", err_occurred(p->vm) ? NO_VALUE : str_from_utf8(p->vm, s, (size_t)n)); }
ON(StartDoctypeDeclHandler, const XML_Char *name, const XML_Char *system, const XML_Char *public, int internal)
{
    P;
    TELL(H_StartDoctypeDeclHandler, "nnni", name, system, public, internal);
}
static void on_EndDoctypeDeclHandler(void *data) { P; TELL(H_EndDoctypeDeclHandler, ""); }
ON(XmlDeclHandler, const XML_Char *version, const XML_Char *encoding, int standalone) { P; TELL(H_XmlDeclHandler, "ssi", version, encoding, standalone); }
ON(AttlistDeclHandler, const XML_Char *element, const XML_Char *name, const XML_Char *type, const XML_Char *value, int required)
{
    P;
    TELL(H_AttlistDeclHandler, "nnssi", element, name, type, value, required);
}
ON(SkippedEntityHandler, const XML_Char *name, int parameter) { P; TELL(H_SkippedEntityHandler, "ni", name, parameter); }

static void on_EntityDeclHandler(void *data, const XML_Char *name, int parameter, const XML_Char *value, int length, const XML_Char *base, const XML_Char *system,
                                 const XML_Char *public, const XML_Char *notation)
{
    P;
    if (err_occurred(p->vm)) return;
    TELL(H_EntityDeclHandler, "nivnnnn", name, parameter, value ? str_from_utf8(p->vm, value, (size_t)length) : V_NONE, base, system, public, notation);
}

/* (type, quantifier, name, children) */
static Value model_of(Parser *p, const XML_Content *m)
{
    VM *vm = p->vm;
    if (!rec_enter(vm, " in conv_content_model")) return NO_VALUE;
    Value name = text_or_none(vm, m->name), children = name ? m->numchildren ? tuple_new(vm, (int64_t)m->numchildren) : retain(vm->empty_tuple) : NO_VALUE, r = NO_VALUE;
    bool ok = children != NO_VALUE;
    for (unsigned i = 0; ok && i < m->numchildren; i++) ok = (as_tuple(children)->items[i] = model_of(p, &m->children[i])) != NO_VALUE;
    if (ok) r = tuple_of(vm, 4, (Ref)make_small((int)m->type), (Ref)make_small((int)m->quant), (Ref)name, (Ref)children);
    release(vm, name);
    release(vm, children);
    rec_leave(vm);
    return r;
}

static void on_ElementDeclHandler(void *data, const XML_Char *name, XML_Content *model)
{
    P;
    Value shape = err_occurred(p->vm) ? NO_VALUE : model_of(p, model);
    p->f.FreeContentModel(p->expat, model);
    TELL(H_ElementDeclHandler, "nv", name, shape);
}

/* Those that are asked: what their handler gives is whether to go on. */
static int answer(Parser *p, Value r)
{
    int64_t yes = 0;
    bool ok = r && num_index_i64(p->vm, r, &yes);
    release(p->vm, r);
    if (ok) return (int)yes;
    stop(p);
    return XML_STATUS_ERROR;
}
static int on_NotStandaloneHandler(void *data) { P; return answer(p, fire(p, H_NotStandaloneHandler, "")); }
static int on_ExternalEntityRefHandler(XML_Parser expat, const XML_Char *context, const XML_Char *base, const XML_Char *system, const XML_Char *public)
{
    Parser *p = XML_GetUserData(expat);
    return answer(p, fire(p, H_ExternalEntityRefHandler, "snnn", context, base, system, public));
}

void expat_install(Parser *p, int handler)
{
    bool on = p->handlers[handler] != NO_VALUE;
    switch (handler) {
    case H_CharacterDataHandler: /* libexpat may be about to call it */
        p->f.SetCharacterDataHandler(p->expat, on ? on_CharacterDataHandler : p->busy ? on_no_text : NULL);
        break;
#define INSTALL(name) case H_##name: p->f.Set##name(p->expat, on ? on_##name : NULL); break;
    INSTALL(StartElementHandler) INSTALL(EndElementHandler) INSTALL(ProcessingInstructionHandler) INSTALL(UnparsedEntityDeclHandler) INSTALL(NotationDeclHandler)
    INSTALL(StartNamespaceDeclHandler) INSTALL(EndNamespaceDeclHandler) INSTALL(CommentHandler) INSTALL(StartCdataSectionHandler) INSTALL(EndCdataSectionHandler)
    INSTALL(DefaultHandler) INSTALL(DefaultHandlerExpand) INSTALL(NotStandaloneHandler) INSTALL(ExternalEntityRefHandler) INSTALL(StartDoctypeDeclHandler)
    INSTALL(EndDoctypeDeclHandler) INSTALL(EntityDeclHandler) INSTALL(XmlDeclHandler) INSTALL(ElementDeclHandler) INSTALL(AttlistDeclHandler) INSTALL(SkippedEntityHandler)
    default: break;
    }
}

/* An encoding that libexpat does not know: by the codec of that name, if it is one of one byte a character. */
int expat_unknown_encoding(void *data, const XML_Char *name, XML_Encoding *info)
{
    Parser *p = data;
    VM *vm = p->vm;
    if (err_occurred(vm)) return XML_STATUS_ERROR;
    unsigned char all[256];
    for (int i = 0; i < 256; i++) all[i] = (unsigned char)i;
    Value text = codec_decode(vm, all, 256, name, "replace");
    bool ok = text && (as_str(text)->len == 256 || err_false(vm, EXC_ValueError, "multi-byte encodings are not supported"));
    for (int i = 0; ok && i < 256; i++) info->map[i] = str_at(as_str(text), i) == 0xFFFD ? -1 : (int)str_at(as_str(text), i);
    release(vm, text);
    info->data = NULL;
    info->convert = NULL;
    info->release = NULL;
    return ok ? XML_STATUS_OK : XML_STATUS_ERROR;
}
#endif
