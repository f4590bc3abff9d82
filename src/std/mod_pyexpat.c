/* mod_pyexpat.c: the module pyexpat: XML read by libexpat, which is opened when the module is imported. The parser and its attributes; how its handlers
 * are called is mod_pyexpat_handlers.c's. */
#include <dlfcn.h>
#include <limits.h>

#include "lang/text/text_impl.h"
#include "mod_pyexpat.h"

#if HAVE_EXPAT
#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)
enum { BUFFER = 8192, PIECE = 1 << 20 };

static bool open_library(VM *vm, ExpatState *s)
{
    void *library = dlopen("libexpat.so.1", RTLD_NOW | RTLD_LOCAL);
    bool ok = library != NULL;
#define X(name) ok = ok && (*(void **)(void *)&s->f.name = dlsym(library, "XML_" #name));
    EXPAT_FUNCTIONS(X)
#undef X
#define X(name) ok = ok && (*(void **)(void *)&s->f.Set##name = dlsym(library, "XML_Set" #name));
    EXPAT_HANDLERS(X)
#undef X
    if (ok) return s->library = library, true;
    if (library) dlclose(library);
    return err_false(vm, EXC_ImportError, "libexpat is not on this machine (Debian: libexpat1)");
}

/* ExpatError with the place; false */
static bool fails(Parser *p, int code)
{
    VM *vm = p->vm;
    ExpatState *s = module_state(vm, &pyexpat_module);
    int64_t line = (int64_t)p->f.GetCurrentLineNumber(p->expat), column = (int64_t)p->f.GetCurrentColumnNumber(p->expat);
    const char *what = p->f.ErrorString((enum XML_Error)code);
    Value text = s ? str_format(vm, "%s: line %lld, column %lld", what ? what : "unknown error", (long long)line, (long long)column) : NO_VALUE;
    Value e = text ? call1(vm, s->error, text) : NO_VALUE;
    const struct { const char *name; int64_t i; } rows[] = {{"code", code}, {"offset", column}, {"lineno", line}};
    bool ok = e != NO_VALUE;
    for (int i = 0; ok && i < 3; i++) {
        Value name = str_intern_c(vm, rows[i].name);
        ok = name && obj_setattr(vm, e, name, make_small(rows[i].i));
        release(vm, name);
    }
    release(vm, text);
    if (ok) err_raise_obj(vm, e);
    else release(vm, e);
    return false;
}

/* ---- making ---- */

static void parser_dealloc(VM *vm, Obj *o)
{
    Parser *p = (Parser *)o;
    if (p->expat) p->f.ParserFree(p->expat);
    p->expat = NULL;
    for (int i = 0; i < H_COUNT; i++) value_clear(vm, &p->handlers[i]);
    value_clear(vm, &p->intern);
    value_clear(vm, &p->parent);
    mem_free(vm->mem, p->text, p->text ? p->size : 0);
    obj_free(vm, o, sizeof *p);
}

static void parser_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    Parser *p = (Parser *)o;
    for (int i = 0; i < H_COUNT; i++)
        if (is_heap(p->handlers[i])) visit(p->handlers[i], arg);
    if (is_heap(p->intern)) visit(p->intern, arg);
    if (is_heap(p->parent)) visit(p->parent, arg);
}

static void parser_clear(VM *vm, Obj *o)
{
    Parser *p = (Parser *)o;
    for (int i = 0; i < H_COUNT; i++) {
        value_clear(vm, &p->handlers[i]);
        if (p->expat) expat_install(p, i);
    }
    value_clear(vm, &p->intern);
}

/* A parser around libexpat's. */
static Parser *parser_wrap(VM *vm, ExpatState *s, XML_Parser expat, Ref intern)
{
    Parser *p = expat ? (Parser *)obj_alloc(vm, s->parser, sizeof *p) : NULL;
    if (!p) {
        if (expat) s->f.ParserFree(expat);
        else err_raise(vm, EXC_RuntimeError, "XML_ParserCreate failed");
        return NULL;
    }
    p->vm = vm;
    p->f = s->f;
    p->expat = expat;
    p->size = BUFFER;
    p->intern = intern ? retain(intern) : NO_VALUE;
    s->f.SetUserData(expat, p);
    s->f.SetUnknownEncodingHandler(expat, expat_unknown_encoding, p);
    return p;
}

static bool name_arg(VM *vm, Ref v, const char *func, const char *name, const char **out)
{
    size_t n;
    *out = NULL;
    if (!v || is_none(v)) return true;
    if (!is_str(v)) return err_false(vm, EXC_TypeError, "%s() argument '%s' must be str or None, not %T", func, name, v);
    if (!(*out = str_utf8(vm, v, &n))) return false;
    return strlen(*out) == n || err_false(vm, EXC_ValueError, "embedded null character");
}

FN(fn_ParserCreate)
{
    const char *encoding, *separator;
    if (!name_arg(vm, args[0], "ParserCreate", "encoding", &encoding) || !name_arg(vm, args[1], "ParserCreate", "namespace_separator", &separator)) return NULL;
    if (separator && strlen(separator) > 1) return err_raise(vm, EXC_ValueError, "namespace_separator must be at most one character, omitted, or None");
    if (args[2] && !is_none(args[2]) && !is_dict(args[2])) return err_raise(vm, EXC_TypeError, "intern must be a dictionary");
    ExpatState *s = module_state(vm, &pyexpat_module);
    if (!s) return NULL;
    Value intern = !args[2] ? dict_new(vm) : is_none(args[2]) ? NO_VALUE : retain(args[2]);
    if (!args[2] && !intern) return NULL;
    Parser *p = parser_wrap(vm, s, s->f.ParserCreate_MM(encoding, NULL, separator), intern);
    release(vm, intern);
    if (p) s->f.SetHashSalt(p->expat, (unsigned long)(vm->hash_seed | 1));
    return VAL(p);
}

/* ---- reading ---- */

/* After a piece: what a handler raised, or an error of the document. */
static bool piece_done(Parser *p, int status)
{
    if (err_occurred(p->vm)) return false;
    if (status == XML_STATUS_ERROR) return fails(p, (int)p->f.GetErrorCode(p->expat));
    return expat_flush(p) && !err_occurred(p->vm);
}

static bool enter(Parser *p)
{
    if (p->busy) return err_false(p->vm, EXC_RuntimeError, "a parser cannot read on within one of its own handlers");
    return p->busy = p->begun = true;
}

FN(m_Parse)
{
    Parser *p = as_parser(args[0]);
    int final = args[2] ? op_truth(vm, args[2]) : 0, status = XML_STATUS_OK;
    BufferView view;
    Value bytes = is_str(args[1]) ? codec_encode(vm, args[1], NULL, NULL) : NO_VALUE;
    if (final < 0 || (is_str(args[1]) && !bytes) || !buffer_get(vm, bytes ? (Ref)bytes : args[1], &view)) {
        release(vm, bytes);
        return NULL;
    }
    bool ok = enter(p);
    if (ok) {
        if (bytes) p->f.SetEncoding(p->expat, "utf-8"); /* whatever the document says */
        const char *data = (const char *)view.data;
        int64_t left = view.len;
        for (bool more = true; ok && more;) { /* pieces, so that each fits an int */
            int size = left > PIECE ? PIECE : (int)left;
            more = left > size;
            status = p->f.Parse(p->expat, data, size, !more && final);
            ok = status != XML_STATUS_ERROR && !err_occurred(vm) && (!more || vm_poll(vm));
            data += size;
            left -= size;
        }
        ok = piece_done(p, status);
        p->busy = false;
    }
    buffer_release(vm, &view);
    release(vm, bytes);
    return ok ? make_small(status) : NO_VALUE;
}

FN(m_ParseFile)
{
    Parser *p = as_parser(args[0]);
    Value read = obj_getattr_c(vm, args[1], "read");
    if (!read) {
        if (!err_matches(vm, EXC_AttributeError)) return NULL;
        err_clear(vm);
        return err_raise(vm, EXC_TypeError, "argument must have 'read' attribute");
    }
    int status = XML_STATUS_OK;
    bool ok = enter(p), entered = ok;
    for (bool more = true; ok && more;) {
        Value piece = call1(vm, read, make_small(PIECE / 16));
        const unsigned char *data = NULL;
        int64_t size = 0;
        ok = piece && (bytes_held(piece, &data, &size) || err_false(vm, EXC_TypeError, "read() did not return a bytes object (type=%T)", piece));
        if (ok && size > INT_MAX) ok = err_false(vm, EXC_ValueError, "read() returned too much data: %d bytes requested, %lld returned", PIECE / 16, (long long)size);
        if (ok) {
            Value held = is_bytes(piece) ? retain(piece) : bytes_from(vm, data, size);
            more = size > 0;
            if (held) status = p->f.Parse(p->expat, (const char *)as_bytes(held)->data, (int)size, !more);
            release(vm, held);
            ok = held && status != XML_STATUS_ERROR && !err_occurred(vm) && vm_poll(vm);
        }
        release(vm, piece);
    }
    release(vm, read);
    if (entered) {
        ok = piece_done(p, status);
        p->busy = false;
    }
    return ok ? make_small(status) : NO_VALUE;
}

FN(m_SetBase)
{
    size_t size;
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "SetBase() argument must be str, not %T", args[1]);
    const char *base = str_utf8(vm, args[1], &size);
    if (!base) return NULL;
    return as_parser(args[0])->f.SetBase(as_parser(args[0])->expat, base) ? V_NONE : err_no_memory(vm);
}

FN(m_GetBase)
{
    const char *base = as_parser(args[0])->f.GetBase(as_parser(args[0])->expat);
    return base ? str_from_utf8(vm, base, strlen(base)) : V_NONE;
}

FN(m_GetInputContext)
{
    Parser *p = as_parser(args[0]);
    int offset = 0, size = 0;
    const char *text = p->busy ? p->f.GetInputContext(p->expat, &offset, &size) : NULL;
    return text ? bytes_from(vm, text + offset, size - offset) : V_NONE;
}

FN(m_ExternalEntityParserCreate)
{
    Parser *p = as_parser(args[0]);
    const char *context, *encoding;
    ExpatState *s = module_state(vm, &pyexpat_module);
    if (!s || !name_arg(vm, args[1], "ExternalEntityParserCreate", "context", &context) || !name_arg(vm, args[2], "ExternalEntityParserCreate", "encoding", &encoding)) return NULL;
    XML_Parser expat = p->f.ExternalEntityParserCreate(p->expat, context, encoding);
    if (!expat) return err_no_memory(vm);
    Parser *child = parser_wrap(vm, s, expat, p->intern);
    if (!child) return NULL;
    child->parent = retain(args[0]);
    child->ordered = p->ordered;
    child->specified = p->specified;
    child->prefixes = p->prefixes;
    child->size = p->size;
    if (p->buffers && !(child->text = mem_alloc(vm->mem, child->size))) {
        release(vm, VAL(child));
        return err_no_memory(vm);
    }
    child->buffers = p->buffers;
    for (int i = 0; i < H_COUNT; i++)
        if (p->handlers[i]) {
            child->handlers[i] = retain(p->handlers[i]);
            expat_install(child, i);
        }
    return VAL(child);
}

FN(m_SetParamEntityParsing)
{
    int64_t flag;
    Parser *p = as_parser(args[0]);
    return text_cint_arg(vm, args[1], 0, &flag) ? make_small(p->f.SetParamEntityParsing(p->expat, (enum XML_ParamEntityParsing)flag)) : NO_VALUE;
}

FN(m_UseForeignDTD)
{
    Parser *p = as_parser(args[0]);
    int flag = args[1] ? op_truth(vm, args[1]) : 1;
    if (flag < 0) return NULL;
    enum XML_Error code = p->f.UseForeignDTD(p->expat, flag ? XML_TRUE : XML_FALSE);
    return code == XML_ERROR_NONE || fails(p, (int)code) ? V_NONE : NO_VALUE;
}

/* ---- attributes ---- */

static Value handler_get(VM *vm, Ref o, int i) { return as_parser(o)->handlers[i] ? retain(as_parser(o)->handlers[i]) : V_NONE; }
static bool handler_set(VM *vm, Ref o, int i, Ref v)
{
    Parser *p = as_parser(o);
    if (!v) return err_false(vm, EXC_RuntimeError, "Cannot delete attribute");
    if (i == H_CharacterDataHandler && !expat_flush(p)) return false; /* what waits is the old one's */
    Value old = p->handlers[i];
    p->handlers[i] = is_none(v) ? NO_VALUE : retain(v);
    expat_install(p, i);
    release(vm, old);
    return true;
}
#define X(name) \
    static Value get_##name(VM *vm, Ref o) { return handler_get(vm, o, H_##name); } \
    static bool set_##name(VM *vm, Ref o, Ref v) { return handler_set(vm, o, H_##name, v); }
EXPAT_HANDLERS(X)
#undef X

static bool flag_of(VM *vm, Ref v, bool *out)
{
    int is = v ? op_truth(vm, v) : -1;
    if (!v) err_raise(vm, EXC_RuntimeError, "Cannot delete attribute");
    *out = is > 0;
    return is >= 0;
}

static Value get_buffer_text(VM *vm, Ref o) { return make_bool(as_parser(o)->buffers); }
static bool set_buffer_text(VM *vm, Ref o, Ref v)
{
    Parser *p = as_parser(o);
    bool on;
    if (!flag_of(vm, v, &on)) return false;
    if (!on && !expat_flush(p)) return false;
    if (on && !p->text && !(p->text = mem_alloc(vm->mem, p->size))) return err_no_memory(vm), false;
    p->buffers = on;
    return true;
}

static Value get_buffer_size(VM *vm, Ref o) { return make_small((int64_t)as_parser(o)->size); }
static bool set_buffer_size(VM *vm, Ref o, Ref v)
{
    Parser *p = as_parser(o);
    int64_t size;
    if (!v) return err_false(vm, EXC_RuntimeError, "Cannot delete attribute");
    if (!is_int(v)) return err_false(vm, EXC_TypeError, "buffer_size must be an integer");
    if (!int_to_i64(vm, v, &size)) return false;
    if (size <= 0) return err_false(vm, EXC_ValueError, "buffer_size must be greater than zero");
    if (size > INT_MAX) return err_false(vm, EXC_ValueError, "buffer_size must not be greater than %d", INT_MAX);
    if ((size_t)size == p->size) return true;
    if (!expat_flush(p)) return false;
    if (p->text) {
        char *text = mem_realloc(vm->mem, p->text, p->size, (size_t)size);
        if (!text) return err_no_memory(vm), false;
        p->text = text;
        p->used = 0;
    }
    p->size = (size_t)size;
    return true;
}

static Value get_buffer_used(VM *vm, Ref o) { return make_small((int64_t)as_parser(o)->used); }
static Value get_prefixes(VM *vm, Ref o) { return make_bool(as_parser(o)->prefixes); }
static bool set_prefixes(VM *vm, Ref o, Ref v)
{
    Parser *p = as_parser(o);
    if (!flag_of(vm, v, &p->prefixes)) return false;
    p->f.SetReturnNSTriplet(p->expat, p->prefixes);
    return true;
}
static Value get_ordered(VM *vm, Ref o) { return make_bool(as_parser(o)->ordered); }
static bool set_ordered(VM *vm, Ref o, Ref v) { return flag_of(vm, v, &as_parser(o)->ordered); }
static Value get_specified(VM *vm, Ref o) { return make_bool(as_parser(o)->specified); }
static bool set_specified(VM *vm, Ref o, Ref v) { return flag_of(vm, v, &as_parser(o)->specified); }
static Value get_intern(VM *vm, Ref o) { return as_parser(o)->intern ? retain(as_parser(o)->intern) : V_NONE; }
static Value get_code(VM *vm, Ref o) { return make_small((int)as_parser(o)->f.GetErrorCode(as_parser(o)->expat)); }
static Value get_line(VM *vm, Ref o) { return make_small((int64_t)as_parser(o)->f.GetCurrentLineNumber(as_parser(o)->expat)); }
static Value get_column(VM *vm, Ref o) { return make_small((int64_t)as_parser(o)->f.GetCurrentColumnNumber(as_parser(o)->expat)); }
static Value get_byte(VM *vm, Ref o) { return make_small((int64_t)as_parser(o)->f.GetCurrentByteIndex(as_parser(o)->expat)); }

static const NativeDef parser_methods[] = {
    {"Parse", m_Parse, "self, data, isfinal=False, /", "Reads a piece of the document; isfinal: the last one.", 0},
    {"ParseFile", m_ParseFile, "self, file, /", "Reads a whole binary file.", 0},
    {"SetBase", m_SetBase, "self, base, /", "From where names in the document count.", 0},
    {"GetBase", m_GetBase, "self, /", "What SetBase was given.", 0},
    {"GetInputContext", m_GetInputContext, "self, /", "Within a handler: the document from the event on.", 0},
    {"ExternalEntityParserCreate", m_ExternalEntityParserCreate, "self, context, encoding=None, /", "A parser for an external entity.", 0},
    {"SetParamEntityParsing", m_SetParamEntityParsing, "self, flag, /", "Are parameter entities read? 1: it could be set.", 0},
    {"UseForeignDTD", m_UseForeignDTD, "self, flag=True, /", "Asks the handler of external entities for a document type where there is none.", 0},
    {0},
};
static const GetSetDef parser_getsets[] = {
#define X(name) {#name, get_##name, set_##name, NULL},
    EXPAT_HANDLERS(X)
#undef X
    {"buffer_text", get_buffer_text, set_buffer_text, "Is character data told in large pieces?"}, {"buffer_size", get_buffer_size, set_buffer_size, "How large."},
    {"buffer_used", get_buffer_used, NULL, "What waits."}, {"namespace_prefixes", get_prefixes, set_prefixes, "Do names tell their prefix too?"},
    {"ordered_attributes", get_ordered, set_ordered, "Attributes as a list?"}, {"specified_attributes", get_specified, set_specified, "Only the attributes that stand in the document?"},
    {"intern", get_intern, NULL, "Texts that were told, so that equal ones are the same."}, {"ErrorCode", get_code, NULL, NULL}, {"ErrorLineNumber", get_line, NULL, NULL},
    {"ErrorColumnNumber", get_column, NULL, NULL}, {"ErrorByteIndex", get_byte, NULL, NULL}, {"CurrentLineNumber", get_line, NULL, NULL},
    {"CurrentColumnNumber", get_column, NULL, NULL}, {"CurrentByteIndex", get_byte, NULL, NULL}, {0}};
static const TypeDef parser_def = {.name = "pyexpat.xmlparser", .doc = "Reads XML and calls its handlers.", .kind = KIND_OPAQUE, .size = sizeof(Parser), .flags = TYPE_GC | TYPE_NO_NEW,
    .dealloc = parser_dealloc, .traverse = parser_traverse, .clear = parser_clear, .methods = parser_methods, .getsets = parser_getsets};

/* ---- the module ---- */

FN(fn_ErrorString)
{
    int64_t code;
    ExpatState *s = module_state(vm, &pyexpat_module);
    if (!s || !text_cint_arg(vm, args[0], 0, &code)) return NULL;
    const char *text = s->f.ErrorString((enum XML_Error)code);
    return text ? str_from_utf8(vm, text, strlen(text)) : V_NONE;
}

static const char *const errors[] = { /* from number 1 on, as libexpat counts; XML_ERROR_… */
    "NO_MEMORY", "SYNTAX", "NO_ELEMENTS", "INVALID_TOKEN", "UNCLOSED_TOKEN", "PARTIAL_CHAR", "TAG_MISMATCH", "DUPLICATE_ATTRIBUTE", "JUNK_AFTER_DOC_ELEMENT", "PARAM_ENTITY_REF",
    "UNDEFINED_ENTITY", "RECURSIVE_ENTITY_REF", "ASYNC_ENTITY", "BAD_CHAR_REF", "BINARY_ENTITY_REF", "ATTRIBUTE_EXTERNAL_ENTITY_REF", "MISPLACED_XML_PI", "UNKNOWN_ENCODING",
    "INCORRECT_ENCODING", "UNCLOSED_CDATA_SECTION", "EXTERNAL_ENTITY_HANDLING", "NOT_STANDALONE", "UNEXPECTED_STATE", "ENTITY_DECLARED_IN_PE", "FEATURE_REQUIRES_XML_DTD",
    "CANT_CHANGE_FEATURE_ONCE_PARSING", "UNBOUND_PREFIX", "UNDECLARING_PREFIX", "INCOMPLETE_PE", "XML_DECL", "TEXT_DECL", "PUBLICID", "SUSPENDED", "NOT_SUSPENDED", "ABORTED",
    "FINISHED", "SUSPEND_PE", "RESERVED_PREFIX_XML", "RESERVED_PREFIX_XMLNS", "RESERVED_NAMESPACE_URI", "INVALID_ARGUMENT", "NO_BUFFER", "AMPLIFICATION_LIMIT_BREACH"};

/* A module within this one, which can be imported by its whole name. */
static Value inner(VM *vm, Dict *ns, const char *name, const char *whole)
{
    Value module = module_new(vm, whole);
    if (module && dict_set_c(vm, REF(ns), name, module) && dict_set_c(vm, REF(vm->modules), whole, module)) return module;
    release(vm, module);
    return NO_VALUE;
}

static bool add_errors(VM *vm, Dict *ns, const ExpatState *s)
{
    Value module = inner(vm, ns, "errors", "pyexpat.errors"), codes = module ? dict_new(vm) : NO_VALUE, messages = codes ? dict_new(vm) : NO_VALUE;
    bool ok = messages != NO_VALUE;
    for (int i = 0; ok && i < (int)(sizeof errors / sizeof *errors); i++) {
        const char *what = s->f.ErrorString((enum XML_Error)(i + 1));
        if (!what) break; /* (an older library) */
        Value text = str_from_c(vm, what), name = text ? str_format(vm, "XML_ERROR_%s", errors[i]) : NO_VALUE;
        ok = name && dict_set(vm, REF(as_module(module)->dict), name, text) && dict_set(vm, codes, text, make_small(i + 1)) && dict_set(vm, messages, make_small(i + 1), text);
        release(vm, text);
        release(vm, name);
    }
    ok = ok && dict_set_c(vm, REF(as_module(module)->dict), "codes", codes) && dict_set_c(vm, REF(as_module(module)->dict), "messages", messages);
    release(vm, messages);
    release(vm, codes);
    release(vm, module);
    return ok;
}

static bool add_model(VM *vm, Dict *ns)
{
    static const struct { const char *name; int i; } rows[] = {
        {"XML_CTYPE_EMPTY", XML_CTYPE_EMPTY}, {"XML_CTYPE_ANY", XML_CTYPE_ANY}, {"XML_CTYPE_MIXED", XML_CTYPE_MIXED}, {"XML_CTYPE_NAME", XML_CTYPE_NAME},
        {"XML_CTYPE_CHOICE", XML_CTYPE_CHOICE}, {"XML_CTYPE_SEQ", XML_CTYPE_SEQ}, {"XML_CQUANT_NONE", XML_CQUANT_NONE}, {"XML_CQUANT_OPT", XML_CQUANT_OPT},
        {"XML_CQUANT_REP", XML_CQUANT_REP}, {"XML_CQUANT_PLUS", XML_CQUANT_PLUS}};
    Value module = inner(vm, ns, "model", "pyexpat.model");
    bool ok = module != NO_VALUE;
    for (size_t i = 0; ok && i < sizeof rows / sizeof *rows; i++) ok = dict_set_c(vm, REF(as_module(module)->dict), rows[i].name, make_small(rows[i].i));
    release(vm, module);
    return ok;
}

static Value features_of(VM *vm, const ExpatState *s)
{
    Value list = list_new(vm, 8);
    for (const XML_Feature *f = s->f.GetFeatureList(); list && f && f->feature != XML_FEATURE_END; f++) {
        Value name = str_from_c(vm, f->name);
        if (!name || !list_append_take(vm, list, tuple_of(vm, 2, (Ref)name, (Ref)make_small(f->value)))) value_clear(vm, &list);
        release(vm, name);
    }
    return list;
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    ExpatState *s = as_module(module)->state;
    if (!open_library(vm, s)) return false;
    Value name = str_intern_c(vm, "ExpatError"), mod = str_from_c(vm, "xml.parsers.expat"), d = dict_new(vm), bases = tuple_of(vm, 1, REF(vm->exc_types[EXC_Exception]));
    if (name && mod && d && bases && dict_set(vm, d, NAME(__module__), mod)) s->error = type_make(vm, REF(CLASS(type)), name, bases, d, NULL);
    release(vm, name);
    release(vm, mod);
    release(vm, d);
    release(vm, bases);
    XML_Expat_Version v = s->f.ExpatVersionInfo();
    return s->error && (s->parser = type_from_def(vm, &parser_def, NULL)) && dict_set_c(vm, REF(ns), "XMLParserType", REF(s->parser)) &&
           dict_set_c(vm, REF(ns), "ExpatError", s->error) && dict_set_c(vm, REF(ns), "error", s->error) &&
           module_add(vm, ns, "EXPAT_VERSION", str_from_c(vm, s->f.ExpatVersion())) && module_add(vm, ns, "native_encoding", str_from_c(vm, "UTF-8")) &&
           module_add(vm, ns, "version_info", tuple_of(vm, 3, make_small(v.major), make_small(v.minor), make_small(v.micro))) &&
           module_add(vm, ns, "features", features_of(vm, s)) && add_errors(vm, ns, s) && add_model(vm, ns);
}
static void done(VM *vm, void *state)
{
    ExpatState *s = state;
    release(vm, s->error);
    release(vm, VAL(s->parser));
}

static const NativeDef functions[] = {
    {"ParserCreate", fn_ParserCreate, "encoding=None, namespace_separator=None, intern=<unrepresentable>", "A new parser.", NATIVE_KW},
    {"ErrorString", fn_ErrorString, "code, /", "What the number of an error means.", 0},
    {0},
};
static const ModuleConst constants[] = {{"XML_PARAM_ENTITY_PARSING_NEVER", CONST_INT, XML_PARAM_ENTITY_PARSING_NEVER, 0, NULL},
    {"XML_PARAM_ENTITY_PARSING_UNLESS_STANDALONE", CONST_INT, XML_PARAM_ENTITY_PARSING_UNLESS_STANDALONE, 0, NULL},
    {"XML_PARAM_ENTITY_PARSING_ALWAYS", CONST_INT, XML_PARAM_ENTITY_PARSING_ALWAYS, 0, NULL}, {0}};
const ModuleDef pyexpat_module = {.name = "pyexpat", .doc = "XML, over libexpat.", .functions = functions, .constants = constants, .init = init, .state_size = sizeof(ExpatState), .done = done};
#else
/* Built without its header: as if the module were not there. */
static bool init(VM *vm, Ref module, Dict *ns) { return err_false(vm, EXC_ModuleNotFoundError, "No module named 'pyexpat' (perch was built without expat.h)"); }
const ModuleDef pyexpat_module = {.name = "pyexpat", .doc = "XML, over libexpat.", .init = init};
#endif
