/* str_case.c: methods of str that ask about characters or change their case. ASCII goes by arithmetic; the rest by unicode.h,
 * whose full mappings may make a text longer. */
#include "str_impl.h"
#include "lang/text/ascii.h"
#include "lang/text/unicode.h"

static bool ascii_upper(uint32_t c) { return c >= 'A' && c <= 'Z'; }
static bool ascii_lower(uint32_t c) { return c >= 'a' && c <= 'z'; }

static bool is_cased(uint32_t c) { return c < 128 ? ascii_upper(c) || ascii_lower(c) : uni_is_cased(c); }

/* A full mapping of the character at i; lower-casing knows about the final sigma. */
static void add_mapped(StrB *b, const Text *t, int64_t i, UniCase to)
{
    uint32_t c = text_at(t, i), out[3];
    if (c < 128) {
        strb_char(b, to == UNI_LOWER || to == UNI_FOLD ? c ^ (uint32_t)ascii_upper(c) << 5 : c ^ (uint32_t)ascii_lower(c) << 5);
        return;
    }
    if (to == UNI_LOWER && c == 0x3A3) {
        strb_char(b, uni_is_final_sigma(t->p, (size_t)t->n, (int)t->w, (size_t)i) ? 0x3C2 : 0x3C3);
        return;
    }
    int n = to == UNI_LOWER ? uni_to_lower(c, out) : to == UNI_UPPER ? uni_to_upper(c, out) : to == UNI_TITLE ? uni_to_title(c, out) : uni_to_fold(c, out);
    for (int k = 0; k < n; k++) strb_char(b, out[k]);
}

/* Most texts become texts of the same length and width: those are mapped from block to block. */
static Value map_all(VM *vm, Ref v, UniCase start, UniCase to)
{
    Text t = text_of_str(v);
    if (t.n == 0) return str_from_ascii(vm, "", 0);
    if (str_is_ascii(as_str(v))) {
        Value r = str_new(vm, t.n, 127);
        if (!r) return r;
        if (to == UNI_UPPER) ascii_map(as_str(r)->data, t.p, t.n, ASCII_UPPER);
        else ascii_map(as_str(r)->data, t.p, t.n, ASCII_LOWER);
        if (start != to) ascii_map(as_str(r)->data, t.p, 1, ASCII_UPPER); /* capitalize() */
        return r;
    }
    Value r = str_new(vm, t.n, str_is_ascii(as_str(v)) ? 127 : t.w == 1 ? 255 : t.w == 2 ? 65535 : UINT32_C(0x10FFFF));
    if (!r) return r;
    uint32_t all = 0;
    size_t n = (size_t)t.n, done = uni_map_run(start, t.p, 1, (int)t.w, as_str(r)->data, &all);
    if (done) done += uni_map_run(to, (const char *)t.p + t.w, n - 1, (int)t.w, as_str(r)->data + t.w, &all);
    if (done == n && width_for(all) == t.w && (all < 128) == str_is_ascii(as_str(v))) return r;
    if (done == n) {
        Value narrow = str_from_text(vm, as_str(r)->data, t.w, t.n);
        release(vm, r);
        return narrow;
    }
    StrB b = STRB_INIT(vm);
    for (size_t i = 0; i < done; i++) strb_char(&b, str_at(as_str(r), (int64_t)i));
    release(vm, r);
    for (int64_t i = (int64_t)done; i < t.n; i++) add_mapped(&b, &t, i, i ? to : start);
    return strb_take(&b);
}

STR_METHOD(lower) { return map_all(vm, args[0], UNI_LOWER, UNI_LOWER); }
STR_METHOD(upper) { return map_all(vm, args[0], UNI_UPPER, UNI_UPPER); }
STR_METHOD(casefold) { return map_all(vm, args[0], UNI_FOLD, UNI_FOLD); }
STR_METHOD(capitalize) { return map_all(vm, args[0], UNI_TITLE, UNI_LOWER); }

/* The same where each character becomes one: what follows a cased one is lower-cased, block by block. False: it has others. */
static bool title_run(const Text *t, void *out, uint32_t *all)
{
    const char *from = t->p;
    char *to = out;
    for (int64_t i = 0; i < t->n;) {
        if (!uni_map_run(UNI_TITLE, from + (size_t)i * t->w, 1, (int)t->w, to + (size_t)i * t->w, all)) return false;
        if (!is_cased(text_at(t, i++))) continue;
        int64_t end = i;
        while (end < t->n && is_cased(text_at(t, end))) end++;
        if (end < t->n) end++;
        if (uni_map_run(UNI_LOWER, from + (size_t)i * t->w, (size_t)(end - i), (int)t->w, to + (size_t)i * t->w, all) < (size_t)(end - i)) return false;
        i = end;
    }
    return true;
}

/* ASCII alone, into a text of the same length; title: as title() has it, else cases are swapped. */
static Value ascii_mapped(VM *vm, const Text *t, bool title)
{
    Value r = str_new(vm, t->n, 127);
    if (!r) return r;
    if (title) ascii_map(as_str(r)->data, t->p, t->n, ASCII_TITLE);
    else ascii_map(as_str(r)->data, t->p, t->n, ASCII_SWAPPED);
    return r;
}

STR_METHOD(title)
{
    Text t = text_of_str(args[0]);
    if (t.n && str_is_ascii(as_str(args[0]))) return ascii_mapped(vm, &t, true);
    if (t.n > 1) {
        uint32_t all = 0;
        Value r = str_new(vm, t.n, str_is_ascii(as_str(args[0])) ? 127 : t.w == 1 ? 255 : t.w == 2 ? 65535 : UINT32_C(0x10FFFF));
        if (!r || (title_run(&t, as_str(r)->data, &all) && width_for(all) == t.w && (all < 128) == str_is_ascii(as_str(args[0])))) return r;
        release(vm, r);
    }
    StrB b = STRB_INIT(vm);
    bool in_word = false;
    for (int64_t i = 0; i < t.n; i++) {
        uint32_t c = text_at(&t, i);
        add_mapped(&b, &t, i, in_word ? UNI_LOWER : UNI_TITLE);
        in_word = is_cased(c);
    }
    return strb_take(&b);
}

STR_METHOD(swapcase)
{
    Text t = text_of_str(args[0]);
    if (t.n && str_is_ascii(as_str(args[0]))) return ascii_mapped(vm, &t, false);
    StrB b = STRB_INIT(vm);
    for (int64_t i = 0; i < t.n; i++) {
        uint32_t c = text_at(&t, i);
        if (c < 128) strb_char(&b, ascii_upper(c) || ascii_lower(c) ? c ^ 32 : c);
        else if (uni_is_upper(c)) add_mapped(&b, &t, i, UNI_LOWER);
        else if (uni_is_lower(c)) add_mapped(&b, &t, i, UNI_UPPER);
        else strb_char(&b, c);
    }
    return strb_take(&b);
}

/* ---- questions ---- */
typedef struct Kind { AsciiKind ascii; bool (*other)(uint32_t c); } Kind;

static const Kind space = {{9, 4, 0, 28, 4}, uni_is_space}, decimal = {ASCII_DIGITS, uni_is_decimal}, digit = {ASCII_DIGITS, uni_is_digit}, numeric = {ASCII_DIGITS, uni_is_numeric},
                  alpha = {ASCII_LETTERS, uni_is_alpha}, alnum = {ASCII_ALNUM, uni_is_alnum}, printable = {{32, 94, 0, 32, 94}, uni_is_printable};

static Value all_are(Ref v, const Kind *k)
{
    const Str *s = as_str(v);
    if (str_is_ascii(s)) return make_bool(s->len > 0 && ascii_all(&k->ascii, s->data, s->len));
    for (int64_t i = 0; i < s->len; i++) {
        uint32_t c = str_at(s, i);
        if (c < 128 ? !ascii_is(&k->ascii, (uint8_t)c) : !k->other(c)) return V_FALSE;
    }
    return make_bool(s->len > 0);
}

STR_METHOD(isspace) { return all_are(args[0], &space); }
STR_METHOD(isdecimal) { return all_are(args[0], &decimal); }
STR_METHOD(isdigit) { return all_are(args[0], &digit); }
STR_METHOD(isnumeric) { return all_are(args[0], &numeric); }
STR_METHOD(isalpha) { return all_are(args[0], &alpha); }
STR_METHOD(isalnum) { return all_are(args[0], &alnum); }
STR_METHOD(isascii) { return make_bool(str_is_ascii(as_str(args[0]))); }
STR_METHOD(isprintable) { return as_str(args[0])->len == 0 ? V_TRUE : all_are(args[0], &printable); }

STR_METHOD(islower)
{
    const Str *s = as_str(args[0]);
    bool cased = false;
    for (int64_t i = 0; i < s->len; i++) {
        uint32_t c = str_at(s, i);
        if (c < 128 ? ascii_upper(c) : uni_is_upper(c) || uni_is_title(c)) return V_FALSE;
        if (c < 128 ? ascii_lower(c) : uni_is_lower(c)) cased = true;
    }
    return make_bool(cased);
}

STR_METHOD(isupper)
{
    const Str *s = as_str(args[0]);
    bool cased = false;
    for (int64_t i = 0; i < s->len; i++) {
        uint32_t c = str_at(s, i);
        if (c < 128 ? ascii_lower(c) : uni_is_lower(c) || uni_is_title(c)) return V_FALSE;
        if (c < 128 ? ascii_upper(c) : uni_is_upper(c)) cased = true;
    }
    return make_bool(cased);
}

STR_METHOD(istitle)
{
    const Str *s = as_str(args[0]);
    bool cased = false, in_word = false;
    for (int64_t i = 0; i < s->len; i++) {
        uint32_t c = str_at(s, i);
        if (c < 128 ? ascii_upper(c) : uni_is_upper(c) || uni_is_title(c)) {
            if (in_word) return V_FALSE;
            in_word = cased = true;
        } else if (c < 128 ? ascii_lower(c) : uni_is_lower(c)) {
            if (!in_word) return V_FALSE;
            cased = true;
        } else {
            in_word = false;
        }
    }
    return make_bool(cased);
}

bool str_is_identifier(Ref v)
{
    const Str *s = as_str(v);
    if (s->len == 0 || !uni_is_xid_start(str_at(s, 0))) return false;
    for (int64_t i = 1; i < s->len; i++)
        if (!uni_is_xid_continue(str_at(s, i))) return false;
    return true;
}

STR_METHOD(isidentifier) { return make_bool(str_is_identifier(args[0])); }
