/* mod_unicodedata.c: the module unicodedata over lang's unicode.h. */
#include "lang/text/unicode.h"
#include "lang/object/vm.h"

static bool one_char(VM *vm, const char *fn, Ref v, uint32_t *c)
{
    bool numbered = strcmp(fn, "decimal") == 0 || strcmp(fn, "digit") == 0 || strcmp(fn, "numeric") == 0 || strcmp(fn, "name") == 0; /* those with a second argument */
    *c = 0;
    if (!is_str(v) || as_str(v)->len != 1) return err_false(vm, EXC_TypeError, "%s() argument%s must be a unicode character, not %T", fn, numbered ? " 1" : "", v);
    *c = str_at(as_str(v), 0);
    return true;
}

#define BY_CHAR(name, expr)                                                                  \
    static Value fn_##name(VM *vm, const Ref *args, int n, Ref kwnames)                      \
    {                                                                                        \
        uint32_t c;                                                                          \
        return one_char(vm, #name, args[0], &c) ? (expr) : NULL;                             \
    }
BY_CHAR(category, str_from_c(vm, uni_category(c)))
BY_CHAR(bidirectional, str_from_c(vm, uni_bidirectional(c)))
BY_CHAR(combining, make_small(uni_combining(c)))
BY_CHAR(east_asian_width, str_from_c(vm, uni_east_asian_width(c)))
BY_CHAR(mirrored, make_small(uni_is_mirrored(c)))

static Value fn_decomposition(VM *vm, const Ref *args, int n, Ref kwnames)
{
    uint32_t c;
    char text[UNI_DECOMPOSITION_MAX];
    if (!one_char(vm, "decomposition", args[0], &c)) return NULL;
    return str_from_ascii(vm, text, uni_decomposition_text(c, text));
}

static Value or_default(VM *vm, Ref absent, const char *message) { return absent ? retain(absent) : err_raise(vm, EXC_ValueError, "%s", message); }

static Value fn_decimal(VM *vm, const Ref *args, int n, Ref kwnames)
{
    uint32_t c;
    if (!one_char(vm, "decimal", args[0], &c)) return NULL;
    return uni_decimal(c) >= 0 ? make_small(uni_decimal(c)) : or_default(vm, args[1], "not a decimal");
}

static Value fn_digit(VM *vm, const Ref *args, int n, Ref kwnames)
{
    uint32_t c;
    if (!one_char(vm, "digit", args[0], &c)) return NULL;
    return uni_digit(c) >= 0 ? make_small(uni_digit(c)) : or_default(vm, args[1], "not a digit");
}

static Value fn_numeric(VM *vm, const Ref *args, int n, Ref kwnames)
{
    uint32_t c;
    double d;
    if (!one_char(vm, "numeric", args[0], &c)) return NULL;
    return uni_numeric(c, &d) ? make_float(d) : or_default(vm, args[1], "not a numeric character");
}

static Value fn_name(VM *vm, const Ref *args, int n, Ref kwnames)
{
    uint32_t c;
    char text[UNI_NAME_MAX];
    if (!one_char(vm, "name", args[0], &c)) return NULL;
    size_t len = uni_name(c, text);
    return len ? str_from_ascii(vm, text, len) : or_default(vm, args[1], "no such name");
}

static Value fn_lookup(VM *vm, const Ref *args, int n, Ref kwnames)
{
    size_t len;
    if (!is_str(args[0])) return err_raise(vm, EXC_TypeError, "lookup() argument must be str, not %T", args[0]);
    const char *name = str_utf8(vm, args[0], &len);
    if (!name) return NULL;
    uint32_t out[4];
    int count = uni_lookup(name, len, out);
    if (count) return str_from_ucs4(vm, out, (size_t)count);
    Value text = str_format(vm, "undefined character name '%U'", args[0]);
    if (text) err_raise_value(vm, EXC_KeyError, text);
    release(vm, text);
    return NULL;
}

/* ---- normal forms ---- */
static bool form_of(VM *vm, Ref name, UniForm *form)
{
    static const struct { const char *name; UniForm form; } forms[] = {{"NFC", UNI_NFC}, {"NFKC", UNI_NFKC}, {"NFD", UNI_NFD}, {"NFKD", UNI_NFKD}};
    for (int i = 0; is_str(name) && i < 4; i++)
        if (str_equal_c(name, forms[i].name)) {
            *form = forms[i].form;
            return true;
        }
    return err_false(vm, EXC_ValueError, "invalid normalization form");
}

static Value normalized(VM *vm, UniForm form, Ref s)
{
    size_t n = (size_t)as_str(s)->len;
    if (str_is_ascii(as_str(s))) return retain(s);
    uint32_t *in = mem_alloc(vm->mem, n * sizeof *in), *out = NULL;
    size_t need = 0;
    Value r = NULL;
    if (in) {
        for (size_t i = 0; i < n; i++) in[i] = str_at(as_str(s), (int64_t)i);
        if (uni_quick_check(form, in, n)) r = retain(s);
        else {
            need = uni_decompose(form, in, n, NULL, 0);
            if ((out = mem_alloc(vm->mem, need * sizeof *out))) {
                size_t len = uni_decompose(form, in, n, out, need);
                if (form == UNI_NFC || form == UNI_NFKC) len = uni_compose(out, len);
                r = str_from_ucs4(vm, out, len);
            }
        }
    }
    if (!in || (!r && !out)) err_no_memory(vm);
    mem_free(vm->mem, in, n * sizeof *in);
    mem_free(vm->mem, out, need * sizeof *out);
    return r;
}

static Value fn_normalize(VM *vm, const Ref *args, int n, Ref kwnames)
{
    UniForm form = UNI_NFC;
    for (int i = 0; i < 2; i++)
        if (!is_str(args[i])) return err_raise(vm, EXC_TypeError, "normalize() argument %d must be str, not %T", i + 1, args[i]);
    return form_of(vm, args[0], &form) ? normalized(vm, form, args[1]) : NULL;
}

static Value fn_is_normalized(VM *vm, const Ref *args, int n, Ref kwnames)
{
    UniForm form = UNI_NFC;
    for (int i = 0; i < 2; i++)
        if (!is_str(args[i])) return err_raise(vm, EXC_TypeError, "is_normalized() argument %d must be str, not %T", i + 1, args[i]);
    if (!form_of(vm, args[0], &form)) return NULL;
    Value r = normalized(vm, form, args[1]);
    if (!r) return NULL;
    bool same = str_equal(r, args[1]);
    release(vm, r);
    return make_bool(same);
}

/* ucd_3_2_0 is made when it is asked for: it is Python over this module. */
static Value fn_getattr(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_str(args[0]) || !str_equal_c(args[0], "ucd_3_2_0")) return err_raise(vm, EXC_AttributeError, "module 'unicodedata' has no attribute %R", args[0]);
    Value old = import_module(vm, "_unicodedata_3_2"), database = old ? obj_getattr(vm, old, args[0]) : NO_VALUE;
    release(vm, old);
    return database;
}

#define ROW(name, doc) {#name, fn_##name, "chr, /", doc, 0}
static const NativeDef functions[] = {
    ROW(category, "The category of chr, two letters."),
    ROW(bidirectional, "How chr behaves in bidirectional text."),
    ROW(combining, "The combining class of chr."),
    ROW(mirrored, "1 where chr is mirrored in right-to-left text."),
    ROW(east_asian_width, "How wide chr is in East Asian text."),
    ROW(decomposition, "What chr decomposes into, as text."),
    {"decimal", fn_decimal, "chr, default=<unrepresentable>, /", "The decimal digit chr stands for.", 0},
    {"digit", fn_digit, "chr, default=<unrepresentable>, /", "The digit chr stands for.", 0},
    {"numeric", fn_numeric, "chr, default=<unrepresentable>, /", "The number chr stands for.", 0},
    {"name", fn_name, "chr, default=<unrepresentable>, /", "The name of chr.", 0},
    {"lookup", fn_lookup, "name, /", "Look up character by name.", 0},
    {"__getattr__", fn_getattr, "name, /", "ucd_3_2_0: the characters as Unicode 3.2 had them.", 0},
    {"normalize", fn_normalize, "form, unistr, /", "unistr in a normal form.", 0},
    {"is_normalized", fn_is_normalized, "form, unistr, /", "Whether unistr is in a normal form.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

static bool init(VM *vm, Ref module, Dict *ns)
{
    Value version = str_from_c(vm, uni_version());
    return version && module_add(vm, ns, "unidata_version", version);
}

const ModuleDef unicodedata_module = {
    .name = "unicodedata", .doc = "This module provides access to the Unicode Character Database.", .functions = functions, .init = init,
};
