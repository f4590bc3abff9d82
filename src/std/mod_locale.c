/* mod_locale.c: the module _locale: how a country writes numbers, dates and money, and in which order it sorts. The C library's locales are used as objects
 * (locale_t): the process stays in the locale C, so that numbers of programs, tensors and files are read and written alike everywhere. Each interpreter has
 * a locale of its own, as Python begins: LC_CTYPE from the environment, in UTF-8 where it names none, the rest C.
 */
#include <errno.h>
#include <langinfo.h>
#include <libintl.h>
#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <wchar.h>

#include "mod_posix.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

enum { CATEGORIES = 13, NAME_ROOM = 128 }; /* as glibc numbers them; LC_ALL is among them */

typedef struct LocaleState {
    Value error;                       /* the class Error */
    locale_t all;                      /* what `names` says */
    char names[CATEGORIES][NAME_ROOM];
} LocaleState;

extern const ModuleDef locale_module;

static const struct { const char *name; int category, mask; } categories[] = {
    {"LC_CTYPE", LC_CTYPE, LC_CTYPE_MASK}, {"LC_NUMERIC", LC_NUMERIC, LC_NUMERIC_MASK}, {"LC_TIME", LC_TIME, LC_TIME_MASK}, {"LC_COLLATE", LC_COLLATE, LC_COLLATE_MASK},
    {"LC_MONETARY", LC_MONETARY, LC_MONETARY_MASK}, {"LC_MESSAGES", LC_MESSAGES, LC_MESSAGES_MASK}, {"LC_PAPER", LC_PAPER, LC_PAPER_MASK}, {"LC_NAME", LC_NAME, LC_NAME_MASK},
    {"LC_ADDRESS", LC_ADDRESS, LC_ADDRESS_MASK}, {"LC_TELEPHONE", LC_TELEPHONE, LC_TELEPHONE_MASK}, {"LC_MEASUREMENT", LC_MEASUREMENT, LC_MEASUREMENT_MASK},
    {"LC_IDENTIFICATION", LC_IDENTIFICATION, LC_IDENTIFICATION_MASK},
};
enum { PARTS = sizeof categories / sizeof *categories };

/* ---- which one ---- */

static Value complain(VM *vm, const LocaleState *s, const char *text)
{
    Value message = str_from_c(vm, text), error = message ? call1(vm, s->error, message) : NO_VALUE;
    if (error) err_raise_obj(vm, error);
    release(vm, message);
    return NULL;
}

/* What the environment says of a category. A terminal of which nothing is known, or only C, writes UTF-8: unless LC_ALL says C outright. */
static const char *from_environment(const char *category)
{
    const char *const names[] = {"LC_ALL", category, "LANG"};
    const char *found = NULL;
    int i = 0;
    for (; i < 3 && !(found && *found); i++) found = getenv(names[i]);
    bool plain = !found || !*found || !strcmp(found, "C") || !strcmp(found, "POSIX");
    if (plain && i > 1 && !strcmp(category, "LC_CTYPE")) return "C.UTF-8";
    return plain ? "C" : found;
}

/* The name for one category out of what was asked for all: itself, or "LC_CTYPE=…;LC_NUMERIC=…". NULL: it says nothing of this one. */
static const char *part_of(const char *asked, const char *category, char room[NAME_ROOM])
{
    if (!strchr(asked, ';')) return asked;
    size_t n = strlen(category);
    for (const char *p = asked; p; p = strchr(p, ';') ? strchr(p, ';') + 1 : NULL) {
        if (strncmp(p, category, n) || p[n] != '=') continue;
        size_t len = strcspn(p + n + 1, ";");
        if (len >= NAME_ROOM) return NULL;
        memcpy(room, p + n + 1, len);
        room[len] = 0;
        return room;
    }
    return NULL;
}

/* Sets the categories of a mask to what was asked; false: there is no such locale, and nothing is changed. */
static bool change(LocaleState *s, int mask, const char *asked)
{
    char names[CATEGORIES][NAME_ROOM], room[NAME_ROOM];
    memcpy(names, s->names, sizeof names);
    locale_t made = s->all ? duplocale(s->all) : (locale_t)0;
    if (s->all && !made) return false;
    for (int i = 0; i < PARTS; i++) {
        if (!(mask & categories[i].mask)) continue;
        const char *name = *asked ? part_of(asked, categories[i].name, room) : from_environment(categories[i].name);
        locale_t next = name && strlen(name) < NAME_ROOM ? newlocale(categories[i].mask, name, made) : (locale_t)0;
        if (!next) {
            if (made) freelocale(made);
            return false;
        }
        made = next;
        strcpy(names[categories[i].category], strcmp(name, "POSIX") ? name : "C");
    }
    if (s->all) freelocale(s->all);
    s->all = made;
    memcpy(s->names, names, sizeof names);
    return true;
}

static Value all_names(VM *vm, const LocaleState *s)
{
    bool alike = true;
    for (int i = 1; i < PARTS; i++) alike &= !strcmp(s->names[categories[i].category], s->names[LC_CTYPE]);
    if (alike) return str_from_c(vm, s->names[LC_CTYPE]);
    StrB b = STRB_INIT(vm);
    for (int i = 0; i < PARTS; i++) strb_format(&b, "%s%s=%s", i ? ";" : "", categories[i].name, s->names[categories[i].category]);
    return strb_take(&b);
}

/* category, locale=None */
FN(fn_setlocale)
{
    LocaleState *s = module_state(vm, &locale_module);
    int category, mask = 0;
    size_t len;
    if (!s || !int_arg(vm, args[0], &category)) return NULL;
    for (int i = 0; i < PARTS; i++)
        if (category == LC_ALL || category == categories[i].category) mask |= categories[i].mask;
    if (args[1] && !is_none(args[1])) {
        if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "setlocale() argument 2 must be str or None, not %T", args[1]);
        const char *asked = str_utf8(vm, args[1], &len);
        if (!asked) return NULL;
        if (strlen(asked) != len) return err_raise(vm, EXC_ValueError, "embedded null character");
        if (!mask || !change(s, mask, asked)) return complain(vm, s, "unsupported locale setting");
    }
    if (!mask) return complain(vm, s, "locale query failed");
    return category == LC_ALL ? all_names(vm, s) : str_from_c(vm, s->names[category]);
}

/* ---- what it says ---- */

static Value text_of(VM *vm, const char *text) { return codec_decode(vm, text, (int64_t)strlen(text), "utf-8", "surrogateescape"); }

/* The sizes of the groups of digits, up to what says that the last is repeated (0) or that there are no more (CHAR_MAX). */
static Value grouping_of(VM *vm, const char *sizes)
{
    Value list = list_new(vm, 4);
    for (const char *p = sizes; list && *sizes; p++) {
        if (!list_append_take(vm, list, int_from_i64(vm, *p))) value_clear(vm, &list);
        if (!*p || *p == CHAR_MAX) break;
    }
    return list;
}

FN(fn_localeconv)
{
    LocaleState *s = module_state(vm, &locale_module);
    Value dict = s ? dict_new(vm) : NO_VALUE;
    if (!dict) return NULL;
    locale_t before = uselocale(s->all);
    const struct lconv said = *localeconv(); /* (its texts are the locale's own) */
    uselocale(before);
    const struct { const char *key, *text, *grouping; char number; } rows[] = {
        {"int_curr_symbol", said.int_curr_symbol, NULL, 0}, {"currency_symbol", said.currency_symbol, NULL, 0}, {"mon_decimal_point", said.mon_decimal_point, NULL, 0},
        {"mon_thousands_sep", said.mon_thousands_sep, NULL, 0}, {"mon_grouping", NULL, said.mon_grouping, 0}, {"positive_sign", said.positive_sign, NULL, 0},
        {"negative_sign", said.negative_sign, NULL, 0}, {"int_frac_digits", NULL, NULL, said.int_frac_digits}, {"frac_digits", NULL, NULL, said.frac_digits},
        {"p_cs_precedes", NULL, NULL, said.p_cs_precedes}, {"p_sep_by_space", NULL, NULL, said.p_sep_by_space}, {"n_cs_precedes", NULL, NULL, said.n_cs_precedes},
        {"n_sep_by_space", NULL, NULL, said.n_sep_by_space}, {"p_sign_posn", NULL, NULL, said.p_sign_posn}, {"n_sign_posn", NULL, NULL, said.n_sign_posn},
        {"decimal_point", said.decimal_point, NULL, 0}, {"thousands_sep", said.thousands_sep, NULL, 0}, {"grouping", NULL, said.grouping, 0}};
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof rows / sizeof *rows; i++) {
        Value v = rows[i].text ? text_of(vm, rows[i].text) : rows[i].grouping ? grouping_of(vm, rows[i].grouping) : int_from_i64(vm, rows[i].number);
        ok = module_add(vm, (Dict *)BITS(dict), rows[i].key, v);
    }
    if (!ok) value_clear(vm, &dict);
    return dict;
}

#define INFO(name) {#name, name}
static const struct { const char *name; int item; } infos[] = {
    INFO(DAY_1), INFO(DAY_2), INFO(DAY_3), INFO(DAY_4), INFO(DAY_5), INFO(DAY_6), INFO(DAY_7), INFO(ABDAY_1), INFO(ABDAY_2), INFO(ABDAY_3), INFO(ABDAY_4), INFO(ABDAY_5), INFO(ABDAY_6),
    INFO(ABDAY_7), INFO(MON_1), INFO(MON_2), INFO(MON_3), INFO(MON_4), INFO(MON_5), INFO(MON_6), INFO(MON_7), INFO(MON_8), INFO(MON_9), INFO(MON_10), INFO(MON_11), INFO(MON_12),
    INFO(ABMON_1), INFO(ABMON_2), INFO(ABMON_3), INFO(ABMON_4), INFO(ABMON_5), INFO(ABMON_6), INFO(ABMON_7), INFO(ABMON_8), INFO(ABMON_9), INFO(ABMON_10), INFO(ABMON_11), INFO(ABMON_12),
    INFO(RADIXCHAR), INFO(THOUSEP), INFO(CRNCYSTR), INFO(D_FMT), INFO(D_T_FMT), INFO(T_FMT), INFO(AM_STR), INFO(PM_STR), INFO(CODESET), INFO(T_FMT_AMPM), INFO(ERA), INFO(ERA_D_FMT),
    INFO(ERA_D_T_FMT), INFO(ERA_T_FMT), INFO(ALT_DIGITS), INFO(YESEXPR), INFO(NOEXPR), INFO(_DATE_FMT),
};

/* key */
FN(fn_nl_langinfo)
{
    LocaleState *s = module_state(vm, &locale_module);
    int item;
    if (!s || !int_arg(vm, args[0], &item)) return NULL;
    for (size_t i = 0; i < sizeof infos / sizeof *infos; i++)
        if (infos[i].item == item) return text_of(vm, nl_langinfo_l(item, s->all));
    return err_raise(vm, EXC_ValueError, "unsupported langinfo constant");
}

FN(fn_getencoding) { return str_from_c(vm, "UTF-8"); }

/* ---- order ---- */

/* A str as the C library's wide text; to be freed with wide_free. NULL raised. */
static wchar_t *wide_of(VM *vm, Ref text, const char *what)
{
    if (!is_str(text)) return err_raise(vm, EXC_TypeError, "%s must be str, not %T", what, text), NULL;
    int64_t n = as_str(text)->len;
    wchar_t *wide = mem_alloc(vm->mem, (size_t)(n + 1) * sizeof *wide);
    if (!wide) return err_no_memory(vm), NULL;
    for (int64_t i = 0; i <= n; i++) {
        wide[i] = i < n ? (wchar_t)str_at(as_str(text), i) : 0;
        if (i == n || wide[i]) continue;
        err_raise(vm, EXC_ValueError, "embedded null character");
        mem_free(vm->mem, wide, (size_t)(n + 1) * sizeof *wide);
        return NULL;
    }
    return wide;
}

static void wide_free(VM *vm, wchar_t *wide, Ref text)
{
    if (wide) mem_free(vm->mem, wide, (size_t)(as_str(text)->len + 1) * sizeof *wide);
}

/* string1, string2 */
FN(fn_strcoll)
{
    LocaleState *s = module_state(vm, &locale_module);
    wchar_t *a = s ? wide_of(vm, args[0], "strcoll() argument 1") : NULL, *b = a ? wide_of(vm, args[1], "strcoll() argument 2") : NULL;
    Value r = b ? make_small(wcscoll_l(a, b, s->all)) : NO_VALUE;
    wide_free(vm, a, args[0]);
    wide_free(vm, b, args[1]);
    return r;
}

/* string */
FN(fn_strxfrm)
{
    LocaleState *s = module_state(vm, &locale_module);
    wchar_t *in = s ? wide_of(vm, args[0], "strxfrm() argument") : NULL, *out = NULL;
    if (!in) return NULL;
    size_t len = wcsxfrm_l(NULL, in, 0, s->all);
    Value r = NO_VALUE;
    if (!(out = mem_alloc(vm->mem, (len + 1) * sizeof *out))) err_no_memory(vm);
    else {
        wcsxfrm_l(out, in, len + 1, s->all);
        size_t bad = 0;
        while (bad < len && (uint32_t)out[bad] <= 0x10FFFF) bad++;
        if (bad < len) err_raise(vm, EXC_ValueError, "character U+%x is not in range [U+0000; U+10ffff]", (unsigned)out[bad]);
        else r = str_from_ucs4(vm, (const uint32_t *)out, len);
        mem_free(vm->mem, out, (len + 1) * sizeof *out);
    }
    wide_free(vm, in, args[0]);
    return r;
}

/* ---- messages of programs, as the C library translates them ---- */

/* A text for the C library: bytes; None and "not given" are NULL with *ok. */
static Value bytes_of(VM *vm, Ref text, const char *what, bool *ok)
{
    *ok = true;
    if (!text || is_none(text)) return NO_VALUE;
    Value b = is_str(text) ? codec_encode(vm, text, "utf-8", "surrogateescape") : err_raise(vm, EXC_TypeError, "%s must be str, not %T", what, text);
    if (b && memchr(as_bytes(b)->data, 0, (size_t)as_bytes(b)->len)) {
        err_raise(vm, EXC_ValueError, "embedded null character");
        value_clear(vm, &b);
    }
    *ok = b != NO_VALUE;
    return b;
}
static const char *c_text(Ref bytes) { return bytes ? (const char *)as_bytes(bytes)->data : NULL; }

static Value translated(VM *vm, Ref domain, Ref text, int category)
{
    LocaleState *s = module_state(vm, &locale_module);
    bool ok = s != NULL, has_text = false;
    Value where = ok ? bytes_of(vm, domain, "domain", &ok) : NO_VALUE, what = ok ? bytes_of(vm, text, "msg", &has_text) : NO_VALUE, r = NO_VALUE;
    if (ok && has_text && !what) err_raise(vm, EXC_TypeError, "msg must be str, not None");
    if (what) {
        locale_t before = uselocale(s->all);
        r = text_of(vm, dcgettext(c_text(where), c_text(what), category));
        uselocale(before);
    }
    release(vm, where);
    release(vm, what);
    return r;
}

FN(fn_gettext) { return translated(vm, NULL, args[0], LC_MESSAGES); }
FN(fn_dgettext) { return translated(vm, args[0], args[1], LC_MESSAGES); }
FN(fn_dcgettext)
{
    int category;
    return int_arg(vm, args[2], &category) ? translated(vm, args[0], args[1], category) : NO_VALUE;
}

FN(fn_textdomain)
{
    bool ok;
    Value domain = bytes_of(vm, args[0], "domain", &ok);
    const char *now = ok ? textdomain(c_text(domain)) : NULL;
    Value r = now ? text_of(vm, now) : ok ? err_errno(vm, errno, NULL) : NO_VALUE;
    release(vm, domain);
    return r;
}

/* What libintl remembers of a domain: its folder, its encoding. */
static Value of_domain(VM *vm, Ref domain, Ref value, char *(*ask)(const char *domain, const char *value))
{
    bool ok, has_value = false;
    Value name = bytes_of(vm, domain, "domain", &ok), to = ok ? bytes_of(vm, value, "argument 2", &has_value) : NO_VALUE, r = NO_VALUE;
    LocaleState *s = module_state(vm, &locale_module);
    if (ok && has_value && s && (!name || !as_bytes(name)->len)) complain(vm, s, "domain must be a non-empty string");
    else if (ok && has_value && s) {
        errno = 0;
        const char *now = ask(c_text(name), c_text(to));
        r = now ? text_of(vm, now) : errno ? err_errno(vm, errno, NULL) : V_NONE;
    }
    release(vm, name);
    release(vm, to);
    return r;
}

FN(fn_bindtextdomain) { return of_domain(vm, args[0], args[1], bindtextdomain); }
FN(fn_bind_codeset) { return of_domain(vm, args[0], args[1], bind_textdomain_codeset); }

/* ---- the module ---- */

static const NativeDef functions[] = {
    {"setlocale", fn_setlocale, "category, locale=None, /", "Choose the locale of a category, or (None) hear which it is.", 0},
    {"localeconv", fn_localeconv, "", "How numbers and sums of money are written.", 0},
    {"strcoll", fn_strcoll, "os1, os2, /", "Which of two texts comes first: below, at or above 0.", 0},
    {"strxfrm", fn_strxfrm, "string, /", "A text that sorts by its characters as this one sorts in the locale.", 0},
    {"nl_langinfo", fn_nl_langinfo, "key, /", "One of the locale's texts.", 0},
    {"getencoding", fn_getencoding, "", "The encoding of texts outside: UTF-8.", 0},
    {"gettext", fn_gettext, "msg, /", "A message in the locale's language.", 0},
    {"dgettext", fn_dgettext, "domain, msg, /", "A message of a domain in the locale's language.", 0},
    {"dcgettext", fn_dcgettext, "domain, msg, category, /", "A message of a domain in a category's language.", 0},
    {"textdomain", fn_textdomain, "domain, /", "Set the domain of messages, or (None) hear it.", 0},
    {"bindtextdomain", fn_bindtextdomain, "domain, dir, /", "Where a domain's messages lie.", 0},
    {"bind_textdomain_codeset", fn_bind_codeset, "domain, codeset, /", "In which encoding a domain's messages come.", 0},
    {0},
};

static bool init(VM *vm, Ref module, Dict *ns)
{
    LocaleState *s = as_module(module)->state;
    for (int i = 0; i < CATEGORIES; i++) strcpy(s->names[i], "C");
    s->all = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!s->all) return err_no_memory(vm), false;
    if (!change(s, LC_CTYPE_MASK, "") || !strcmp(s->names[LC_CTYPE], "C")) change(s, LC_CTYPE_MASK, "C.UTF-8");
    Value name = str_intern_c(vm, "Error"), from = str_from_c(vm, "locale"), d = dict_new(vm), bases = tuple_of(vm, 1, REF(vm->exc_types[EXC_Exception]));
    if (name && from && d && bases && dict_set(vm, d, NAME(__module__), from)) s->error = type_make(vm, REF(CLASS(type)), name, bases, d, NULL);
    release(vm, name);
    release(vm, from);
    release(vm, d);
    release(vm, bases);
    bool ok = s->error && dict_set_c(vm, REF(ns), "Error", s->error);
    for (int i = 0; ok && i < 6; i++) ok = module_add(vm, ns, categories[i].name, make_small(categories[i].category)); /* those that Python names */
    for (size_t i = 0; ok && i < sizeof infos / sizeof *infos; i++) ok = module_add(vm, ns, infos[i].name, int_from_i64(vm, infos[i].item));
    return ok && module_add(vm, ns, "LC_ALL", make_small(LC_ALL)) && module_add(vm, ns, "CHAR_MAX", make_small(CHAR_MAX));
}

static void done(VM *vm, void *state)
{
    LocaleState *s = state;
    if (s->all) freelocale(s->all);
    s->all = (locale_t)0;
    value_clear(vm, &s->error);
}

const ModuleDef locale_module = {.name = "_locale", .doc = "How a country writes and sorts.", .functions = functions, .init = init, .state_size = sizeof(LocaleState), .done = done};
