/* fields.c: separated values, see fields.h. One walk over the text counts, a second one writes the places down. */
#include "fields.h"

#include <math.h>
#include <string.h>

#include "lang/object/vm.h"
#include "lang/object/num.h"

enum { LONGEST_NUMBER = 63 };

static bool ends_line(char c) { return c == '\n' || c == '\r'; }

static const char *behind_line(const char *at, const char *end)
{
    if (at < end && *at == '\r') at++;
    else if (at < end) return at + 1;
    return at < end && *at == '\n' ? at + 1 : at;
}

static const char *skip_line(const char *at, const char *end)
{
    while (at < end && !ends_line(*at)) at++;
    return behind_line(at, end);
}

/* Nothing but blanks up to the line's end, and no separator. */
static bool is_blank_line(const FieldsText *t, const char *at, const char *end)
{
    for (; at < end && !ends_line(*at) && !(t->comment && *at == t->comment); at++)
        if (*at == t->sep || (*at != ' ' && *at != '\t' && *at != '\v' && *at != '\f')) return false;
    return true;
}

/* One field, `at` is left behind it, on what ends it; false: not plain. */
static bool cut_field(const FieldsText *t, const char **at, const char *end, const char *data, FieldPlace *place)
{
    const char *p = *at;
    if (t->space)
        while (p < end && *p == ' ') p++;
    if (t->quote && p < end && *p == t->quote) {
        const char *close = memchr(p + 1, t->quote, (size_t)(end - p - 1));
        if (!close || (close + 1 < end && close[1] != t->sep && !ends_line(close[1]) && !(t->comment && close[1] == t->comment))) return false;
        *place = (FieldPlace){p + 1 - data, close - data};
        *at = close + 1;
        return !(t->comment && memchr(p, t->comment, (size_t)(close - p)));
    }
    const char *start = p;
    while (p < end && *p != t->sep && !ends_line(*p) && !(t->comment && *p == t->comment)) p++;
    *place = (FieldPlace){start - data, p - data};
    *at = p;
    return true;
}

/* The fields of a line; false: not plain, or more than there is room for. */
static bool cut_line(const FieldsText *t, const char **at, const char *end, FieldPlace *out, int64_t room, int64_t *many)
{
    *many = 0;
    for (;;) {
        FieldPlace place;
        if (!cut_field(t, at, end, t->data, &place) || (out && *many >= room)) return false;
        if (out) out[*many] = place;
        ++*many;
        if (*at >= end || *(*at) != t->sep) break;
        ++*at;
    }
    *at = skip_line(*at, end);
    return true;
}

bool fields_cut(const FieldsText *t, FieldPlace *places, int64_t *rows, int64_t *wide)
{
    const char *at = t->data, *end = t->data + t->len;
    int64_t found = 0, width = places ? *wide : 0, most = places ? *rows : INT64_MAX;
    while (at < end) {
        if (t->comment && *at == t->comment) {
            at = skip_line(at, end);
            continue;
        }
        if (is_blank_line(t, at, end)) {
            if (!t->blank) return false;
            at = skip_line(at, end);
            continue;
        }
        int64_t many;
        if (found >= most || !cut_line(t, &at, end, places ? places + found * width : NULL, width, &many)) return false;
        if (!width) width = many;
        if (many != width) return false;
        found++;
    }
    *rows = found, *wide = width;
    return found > 0;
}

void fields_nothing(FieldsNothing *none)
{
    memset(none->first, 0, sizeof none->first);
    const char *at = none->texts;
    for (int64_t i = 0; i < none->count; at += none->sizes[i++])
        if (none->sizes[i]) none->first[(unsigned char)*at] = true;
}

bool fields_is_nothing(const FieldsNothing *none, const char *at, int64_t len)
{
    if (len && !none->first[(unsigned char)*at]) return false;
    const char *text = none->texts;
    for (int64_t i = 0; i < none->count; text += none->sizes[i++])
        if (none->sizes[i] == len && !memcmp(text, at, (size_t)len)) return true;
    return false;
}

typedef enum { READ_WHOLE, READ_REAL, READ_NOT } Read;

/* A number as it stands, without blanks around. */
static Read read_number(const char *at, int64_t len, int64_t *whole, double *real)
{
    if (!len || len > LONGEST_NUMBER) return READ_NOT;
    bool signs = *at == '-' || *at == '+';
    uint64_t size = 0;
    int64_t i = signs;
    for (; i < len && at[i] >= '0' && at[i] <= '9' && i < 18 + signs; i++) size = size * 10 + (uint64_t)(at[i] - '0');
    if (i == len) {
        if (len == signs) return READ_NOT;
        *whole = *at == '-' ? -(int64_t)size : (int64_t)size;
        *real = (double)*whole;
        return READ_WHOLE;
    }
    if (!(at[signs] >= '0' && at[signs] <= '9') && at[signs] != '.') return READ_NOT; /* (inf and nan are Python's to read) */
    bool fraction = false;
    for (int64_t k = signs; k < len; k++) {
        if (!((at[k] >= '0' && at[k] <= '9') || strchr("+-.eE", at[k]))) return READ_NOT;
        fraction |= at[k] == '.' || at[k] == 'e' || at[k] == 'E';
    }
    if (!fraction) return READ_NOT; /* whole, but of more than 18 digits */
    char text[LONGEST_NUMBER + 1];
    memcpy(text, at, (size_t)len);
    text[len] = 0;
    const char *stop;
    *real = float_parse(text, &stop);
    return stop == text + len ? READ_REAL : READ_NOT;
}

FieldsKind fields_numbers(const FieldsText *t, const FieldPlace *places, int64_t rows, int64_t wide, const FieldsNothing *none, int64_t *wholes, double *reals)
{
    FieldsKind kind = FIELDS_NONE;
    bool missing = false;
    for (int64_t i = 0; i < rows; i++) {
        const char *at = t->data + places[i * wide].start;
        int64_t len = places[i * wide].end - places[i * wide].start;
        if (fields_is_nothing(none, at, len)) {
            reals[i] = NAN, missing = true;
            continue;
        }
        while (len && (*at == ' ' || *at == '\t')) at++, len--;
        while (len && (at[len - 1] == ' ' || at[len - 1] == '\t')) len--;
        switch (read_number(at, len, &wholes[i], &reals[i])) {
        case READ_NOT: return FIELDS_TEXT;
        case READ_REAL: kind = FIELDS_REAL; break;
        case READ_WHOLE: kind = kind == FIELDS_REAL ? FIELDS_REAL : FIELDS_WHOLE; break;
        }
    }
    return kind == FIELDS_WHOLE && missing ? FIELDS_REAL : kind;
}
