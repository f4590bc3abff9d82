/* format.c: str.format and str.format_map: literal text, replacement fields with attribute and index paths, automatic numbering,
 * conversions, and specifications that contain fields themselves (two levels). */
#include "format_parts.h"
#include "str_impl.h"

typedef enum { NUMBERING_NONE, NUMBERING_AUTO, NUMBERING_MANUAL } Numbering;

typedef struct Formatter {
    VM *vm;
    Ref args;    /* tuple; NULL for format_map */
    Ref mapping; /* keyword arguments (dict) or format_map's mapping */
    Numbering numbering;
    int64_t next;
} Formatter;

typedef FormatField Field;

static bool build(Formatter *f, StrB *out, Ref text, int64_t start, int64_t end, int depth);

/* ---- field syntax ---- */
static bool value_error(VM *vm, const char *text) { return err_false(vm, EXC_ValueError, "%s", text); }

/* *i stands behind the opening brace; behind the closing one afterwards. */
static bool read_field(VM *vm, const Str *s, int64_t *i, int64_t end, Field *f)
{
    uint32_t c = 0;
    bool stop = false;
    *f = (Field){.name = *i};
    while (*i < end && !stop) {
        c = str_at(s, (*i)++);
        if (c == '{') return value_error(vm, "unexpected '{' in field name");
        if (c == '[')
            while (*i < end && str_at(s, *i) != ']') ++*i;
        stop = c == '}' || c == ':' || c == '!';
    }
    if (!stop) return value_error(vm, "expected '}' before end of string");
    f->name_end = *i - 1;
    f->spec = f->spec_end = *i;
    if (c == '}') return true;
    if (c == '!') {
        if (*i >= end) return value_error(vm, "end of string while looking for conversion specifier");
        f->conversion = str_at(s, (*i)++);
        if (*i < end) {
            c = str_at(s, (*i)++);
            if (c == '}') return true;
            if (c != ':') return value_error(vm, "expected ':' after conversion specifier");
        }
    }
    f->spec = *i;
    for (int open = 1; *i < end;) {
        c = str_at(s, (*i)++);
        if (c == '{') {
            f->nested = true;
            open++;
        } else if (c == '}' && --open == 0) {
            f->spec_end = *i - 1;
            return true;
        }
    }
    return value_error(vm, "unmatched '{' in format spec");
}

int format_piece(VM *vm, const Str *s, int64_t *i, int64_t end, FormatPiece *piece)
{
    if (*i >= end) return 0;
    *piece = (FormatPiece){.literal = *i};
    while (*i < end && str_at(s, *i) != '{' && str_at(s, *i) != '}') ++*i;
    piece->literal_end = *i;
    if (*i == end) return 1;
    uint32_t c = str_at(s, (*i)++);
    if (*i < end && str_at(s, *i) == c) {
        piece->literal_end = (*i)++;
        return 1;
    }
    if (c == '}') return err_minus(vm, EXC_ValueError, "Single '}' encountered in format string");
    if (*i == end) return err_minus(vm, EXC_ValueError, "Single '{' encountered in format string");
    piece->has_field = true;
    return read_field(vm, s, i, end, &piece->field) ? 1 : -1;
}

/* Digits alone: 1 and the number; else 0; -1 too large. */
static int read_index(VM *vm, const Str *s, int64_t start, int64_t end, int64_t *out)
{
    int64_t n = 0;
    if (start >= end) return 0;
    for (int64_t i = start; i < end; i++) {
        uint32_t c = str_at(s, i);
        if (c < '0' || c > '9') return 0;
        if (n > (INT64_MAX - 9) / 10) return err_minus(vm, EXC_ValueError, "Too many decimal digits in format string");
        n = n * 10 + (int64_t)(c - '0');
    }
    *out = n;
    return 1;
}

/* ---- values ---- */
static bool set_numbering(Formatter *f, Numbering want)
{
    if (f->numbering == NUMBERING_NONE) f->numbering = want;
    if (f->numbering == want) return true;
    return value_error(f->vm, want == NUMBERING_AUTO
        ? "cannot switch from manual field specification to automatic field numbering"
        : "cannot switch from automatic field numbering to manual field specification");
}

static Value first_value(Formatter *f, Ref text, int64_t start, int64_t end)
{
    VM *vm = f->vm;
    int64_t at = 0;
    int number = read_index(vm, as_str(text), start, end, &at);
    if (number < 0) return NO_VALUE;
    if (start == end) {
        if (!set_numbering(f, NUMBERING_AUTO)) return NO_VALUE;
        at = f->next++;
    } else if (number) {
        if (!set_numbering(f, NUMBERING_MANUAL)) return NO_VALUE;
    } else {
        Value key = str_substr(vm, text, start, end);
        if (!key) return key;
        Value v;
        if (is_exact(f->mapping, CLASS(dict)) && f->args) {
            v = retain(dict_get(vm, f->mapping, key));
            if (!v && !err_occurred(vm)) err_raise_value(vm, EXC_KeyError, key);
        } else {
            v = op_getitem(vm, f->mapping, key);
        }
        release(vm, key);
        return v;
    }
    if (!f->args) return err_raise(vm, EXC_ValueError, "Format string contains positional fields");
    if (at >= as_tuple(f->args)->len)
        return err_raise(vm, EXC_IndexError, "Replacement index %lld out of range for positional args tuple", (long long)at);
    return retain(as_tuple(f->args)->items[at]);
}

int64_t format_first_end(const Str *s, int64_t i, int64_t end)
{
    while (i < end && str_at(s, i) != '.' && str_at(s, i) != '[') i++;
    return i;
}

Value format_key(VM *vm, Ref text, int64_t start, int64_t end)
{
    int64_t index = 0;
    int number = read_index(vm, as_str(text), start, end, &index);
    return number < 0 ? NO_VALUE : number ? int_from_i64(vm, index) : str_substr(vm, text, start, end);
}

Value format_step(VM *vm, Ref text, int64_t *i, int64_t end, bool *attribute)
{
    const Str *s = as_str(text);
    uint32_t c = str_at(s, *i);
    int64_t start = ++*i;
    *attribute = c == '.';
    if (*attribute) *i = format_first_end(s, *i, end);
    else
        while (*i < end && str_at(s, *i) != ']') ++*i;
    int64_t stop = *i;
    if (c != '.' && c != '[') return err_raise(vm, EXC_ValueError, "Only '.' or '[' may follow ']' in format field specifier");
    if (!*attribute && stop == end) return err_raise(vm, EXC_ValueError, "Missing ']' in format string");
    if (start == stop) return err_raise(vm, EXC_ValueError, "Empty attribute in format string");
    if (!*attribute) {
        ++*i;
        return format_key(vm, text, start, stop);
    }
    Value name = str_substr(vm, text, start, stop);
    return name ? str_intern(vm, name) : name;
}

/* One step of the path at *i: ".name" or "[key]". Takes v. */
static Value path_step(VM *vm, Ref text, int64_t *i, int64_t end, Value v)
{
    bool attribute;
    Value key = format_step(vm, text, i, end, &attribute), next = NO_VALUE;
    if (key) next = attribute ? obj_getattr(vm, v, key) : op_getitem(vm, v, key);
    release(vm, key);
    release(vm, v);
    return next;
}

static Value field_value(Formatter *f, Ref text, const Field *field)
{
    int64_t i = format_first_end(as_str(text), field->name, field->name_end);
    Value v = first_value(f, text, field->name, i);
    while (v && i < field->name_end) v = path_step(f->vm, text, &i, field->name_end, v);
    return v;
}

static Value convert(VM *vm, Value v, uint32_t conversion)
{
    Value r;
    switch (conversion) {
    case 0: return v;
    case 'r': r = op_repr(vm, v); break;
    case 's': r = op_str(vm, v); break;
    case 'a': r = op_ascii(vm, v); break;
    default:
        r = conversion > 32 && conversion < 127
                ? err_raise(vm, EXC_ValueError, "Unknown conversion specifier %c", conversion)
                : err_raise(vm, EXC_ValueError, "Unknown conversion specifier \\x%x", conversion);
    }
    release(vm, v);
    return r;
}

static bool add_field(Formatter *f, StrB *out, Ref text, const Field *field, int depth)
{
    VM *vm = f->vm;
    Value v = field_value(f, text, field), spec = NO_VALUE;
    if (v) v = convert(vm, v, field->conversion);
    if (!v) return false;
    bool ok = true;
    if (field->nested) {
        StrB b = STRB_INIT(vm);
        ok = build(f, &b, text, field->spec, field->spec_end, depth - 1);
        spec = ok ? strb_take(&b) : NO_VALUE;
        strb_drop(&b);
        ok = spec != NO_VALUE;
    } else if (field->spec < field->spec_end) {
        spec = str_substr(vm, text, field->spec, field->spec_end);
        ok = spec != NO_VALUE;
    }
    if (ok) {
        if (!spec && is_small(v)) {
            ok = strb_repr(out, v);
        } else {
            Value piece = format_value(vm, v, spec);
            ok = piece != NO_VALUE;
            if (ok) strb_str(out, piece);
            release(vm, piece);
        }
    }
    release(vm, spec);
    release(vm, v);
    return ok;
}

static bool build(Formatter *f, StrB *out, Ref text, int64_t start, int64_t end, int depth)
{
    VM *vm = f->vm;
    const Str *s = as_str(text);
    if (depth <= 0) return value_error(vm, "Max string recursion exceeded");
    FormatPiece piece;
    int more;
    while ((more = format_piece(vm, s, &start, end, &piece)) > 0) {
        strb_slice(out, text, piece.literal, piece.literal_end);
        if (piece.has_field && !add_field(f, out, text, &piece.field, depth)) return false;
    }
    return more == 0 && !out->failed;
}

static Value run(Formatter *f, Ref text)
{
    StrB b = STRB_INIT(f->vm);
    if (build(f, &b, text, 0, as_str(text)->len, 2)) return strb_take(&b);
    strb_drop(&b);
    return NO_VALUE;
}

STR_METHOD(format)
{
    Formatter f = {.vm = vm, .args = args[1], .mapping = args[2]};
    return run(&f, args[0]);
}

STR_METHOD(format_map)
{
    Formatter f = {.vm = vm, .mapping = args[1]};
    return run(&f, args[0]);
}
