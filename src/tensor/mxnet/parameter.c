/* parameter.c: one parameter of an operator: a value becomes the text that MXNet's parser would see, and that is read as its type. What needs no text is taken as it is. */
#include "operator.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>

static const char *const type_words[] = {
#define PARAMETER_TYPE(name, words) words,
    PARAMETER_TYPES(PARAMETER_TYPE)
#undef PARAMETER_TYPE
};
const char *parameter_words(const OperatorRow *row) { return type_words[row->type]; }

static bool in_range(ParameterType type, int64_t i) { return type == PARAMETER_INT || type == PARAMETER_INT_OR_NONE ? i >= INT32_MIN && i <= INT32_MAX : type != PARAMETER_UINT || (i >= -(int64_t)UINT32_MAX && i <= UINT32_MAX); }

/* An integer at *p, which is moved behind it, as streams read one. */
static bool whole_at(const char **p, ParameterType type, int64_t *out)
{
    const char *s = *p;
    while (isspace((unsigned char)*s)) s++;
    const char *digits = s + (*s == '-' || *s == '+');
    if (!isdigit((unsigned char)*digits)) return false;
    char *end;
    errno = 0;
    *out = strtoll(s, &end, 10);
    *p = end;
    return errno == 0 && in_range(type, *out);
}

static bool number_at(const char **p, double *out)
{
    const char *s = *p;
    while (isspace((unsigned char)*s)) s++;
    const char *digits = s + (*s == '-' || *s == '+');
    if (!isdigit((unsigned char)*digits) && *digits != '.') return false;
    char *end;
    *out = strtod(s, &end);
    bool moved = end != s;
    *p = end;
    return moved;
}

static bool only_space(const char *p)
{
    while (isspace((unsigned char)*p)) p++;
    return !*p;
}

static Value item_at(const char **p, ParameterType type, bool *ok)
{
    int64_t i;
    double d;
    *ok = true;
    if (type == PARAMETER_FLOATS) {
        *ok = number_at(p, &d);
        return *ok ? make_float(d) : NO_VALUE;
    }
    if (type == PARAMETER_SHAPE_OF_MAY_BE && strncmp(*p, "None", 4) == 0) {
        *p += 4;
        return V_NONE;
    }
    *ok = whole_at(p, PARAMETER_LONG, &i) && small_fits(i);
    return *ok ? make_small(i) : NO_VALUE;
}

/* "(2, 3)", "[2, 3]", "2", "None": a tuple or None. */
static Reading tuple_read(VM *vm, ParameterType type, const char *p, Value *out)
{
    bool ok;
    while (isspace((unsigned char)*p)) p++;
    if (isdigit((unsigned char)*p) || *p == '-') {
        Value item = item_at(&p, type, &ok);
        if (!ok || !only_space(p)) return READ_BAD;
        *out = tuple_of(vm, 1, (Ref)item);
        return *out ? READ_OTHER : READ_RAISED;
    }
    if (strncmp(p, "None", 4) == 0 && only_space(p + 4)) {
        *out = V_NONE;
        return READ_OTHER;
    }
    if (*p != '(' && *p != '[') return READ_BAD;
    p++;
    while (isspace((unsigned char)*p)) p++;
    Value items = list_new(vm, 4);
    if (!items) return READ_RAISED;
    bool closed = *p == ')' || *p == ']', good = true;
    while (!closed && good) {
        while (type == PARAMETER_SHAPE_OF_MAY_BE && isspace((unsigned char)*p)) p++;
        Value item = item_at(&p, type, &ok);
        good = ok && list_append_take(vm, items, item);
        while (isspace((unsigned char)*p)) p++;
        if (*p == 'L') p++;
        if (*p == ',') {
            p++;
            while (isspace((unsigned char)*p)) p++;
        } else if (*p != ')' && *p != ']')
            good = false;
        closed = *p == ')' || *p == ']';
    }
    good = good && only_space(p + 1);
    if (good) *out = tuple_from_iter(vm, items);
    release(vm, items);
    return !good ? err_occurred(vm) ? READ_RAISED : READ_BAD : *out ? READ_OTHER : READ_RAISED;
}

static Reading real_read(const char *text, bool streamed, Value *out)
{
    double d;
    const char *p = text;
    if (streamed) {
        if (!number_at(&p, &d) || !only_space(p)) return READ_BAD;
    } else {
        while (isspace((unsigned char)*p)) p++;
        char *end;
        d = strtod(p, &end);
        if (end == p || p[strspn(p, "+-")] == '(') return READ_BAD;
        if (*end) return READ_TRAILING;
    }
    *out = make_float_any(d);
    return READ_OTHER;
}

static Reading truth_read(const char *text, bool none, Value *out)
{
    static const struct { const char *word; Value value; bool none; } words[] = {{"true", V_TRUE, false}, {"1", V_TRUE, false}, {"false", V_FALSE, false}, {"0", V_FALSE, false}, {"none", V_NONE, true}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(text, words[i].word) == 0 && (none || !words[i].none)) return *out = words[i].value, READ_OTHER;
    return READ_BAD;
}

/* Is it one of "{None, 'a', 'b'}"? */
static bool is_word(const char *words, const char *text)
{
    size_t n = strlen(text);
    for (const char *p = strchr(words, '\''); p; p = strchr(p + 1, '\''))
        if (strncmp(p + 1, text, n) == 0 && p[n + 1] == '\'' && (p[-1] == '{' || p[-1] == ' ')) return true;
    return false;
}

static Reading text_read(VM *vm, const OperatorRow *row, const char *text, Value *out)
{
    int64_t i;
    const char *p = text;
    ParameterType type = row->type;
    if (strncmp(text, "None", 4) == 0 && only_space(text + 4) && (type == PARAMETER_INT_OR_NONE || type == PARAMETER_FLOAT_OR_NONE || type == PARAMETER_DOUBLE_OR_NONE
                                                                    || type == PARAMETER_SHAPE_OR_NONE || (type == PARAMETER_WORD && strncmp(row->words, "{None", 5) == 0)))
        return *out = V_NONE, READ_OTHER;
    switch (type) {
    case PARAMETER_INT: case PARAMETER_LONG: case PARAMETER_UINT: case PARAMETER_ULONG: case PARAMETER_INT_OR_NONE:
        if (!whole_at(&p, type, &i)) return READ_BAD;
        if (*p == 'L' && type == PARAMETER_INT_OR_NONE) p++;
        if (!only_space(p)) return READ_BAD;
        *out = int_from_i64(vm, i);
        return *out ? READ_OTHER : READ_RAISED;
    case PARAMETER_FLOAT: case PARAMETER_DOUBLE: return real_read(text, false, out);
    case PARAMETER_FLOAT_OR_NONE: case PARAMETER_DOUBLE_OR_NONE: return real_read(text, true, out);
    case PARAMETER_BOOL: case PARAMETER_BOOL_OR_NONE: return truth_read(text, type == PARAMETER_BOOL_OR_NONE, out);
    case PARAMETER_WORD:
        if (!is_word(row->words, text)) return READ_BAD;
        *out = str_from_c(vm, text);
        return *out ? READ_OTHER : READ_RAISED;
    default: return tuple_read(vm, type, text, out);
    }
}

/* What is already as an operator wants it. */
static bool plain_fits(const OperatorRow *row, Ref v)
{
    ParameterType type = row->type;
    switch (type) {
    case PARAMETER_INT: case PARAMETER_LONG: case PARAMETER_UINT: case PARAMETER_ULONG: return is_small(v) && in_range(type, small_of(v));
    case PARAMETER_INT_OR_NONE: return is_none(v) || (is_small(v) && in_range(type, small_of(v)));
    case PARAMETER_FLOAT: case PARAMETER_DOUBLE: return is_small(v) || is_float(v);
    case PARAMETER_FLOAT_OR_NONE: case PARAMETER_DOUBLE_OR_NONE: return is_none(v) || is_small(v) || (is_float(v) && isfinite(float_of(v)));
    case PARAMETER_BOOL: return is_bool(v);
    case PARAMETER_BOOL_OR_NONE: return is_bool(v) || is_none(v);
    case PARAMETER_SHAPE: case PARAMETER_SHAPE_OR_NONE: case PARAMETER_SHAPE_OF_MAY_BE: case PARAMETER_LONGS: {
        if (is_small(v)) return true;
        if (!is_tuple(v)) return is_none(v) && type != PARAMETER_LONGS;
        for (int64_t i = 0; i < as_tuple(v)->len; i++)
            if (!is_small(as_tuple(v)->items[i]) && !(type == PARAMETER_SHAPE_OF_MAY_BE && is_none(as_tuple(v)->items[i]))) return false;
        return true;
    }
    case PARAMETER_STRING: return true;
    default: return false;
    }
}

Reading parameter_read(VM *vm, const OperatorRow *row, Ref value, Value *out)
{
    if (plain_fits(row, value)) return READ_SAME;
    Value text = op_str(vm, value);
    const char *shown = text ? str_utf8(vm, text, NULL) : NULL;
    Reading how = shown ? text_read(vm, row, shown, out) : READ_RAISED;
    release(vm, text);
    if (how == READ_OTHER && is_str(value) && row->type == PARAMETER_WORD) {
        value_clear(vm, out);
        return READ_SAME;
    }
    return how;
}
