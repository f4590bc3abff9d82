/* mod_datetime_text.c: times as text and back: ISO 8601, strftime's %z, %Z and %f. */
#include "mod_datetime.h"

/* ---- writing ---- */
/* A number as `width` decimal digits; gives the place behind them. */
static char *put_digits(char *to, int number, int width)
{
    for (int i = width; i-- > 0; number /= 10) to[i] = (char)('0' + number % 10);
    return to + width;
}

/* YYYY-MM-DD; gives its end. */
char *day_text(const Date *d, char *out)
{
    out = put_digits(out, d->year, 4);
    *out++ = '-';
    out = put_digits(out, d->month, 2);
    *out++ = '-';
    return put_digits(out, d->day, 2);
}

bool clock_text(VM *vm, const Clock *c, Ref timespec, char *out)
{
    static const struct { const char *name; int parts, unit, digits; } rows[] = {{"hours", 1, 1, 0}, {"minutes", 2, 1, 0}, {"seconds", 3, 1, 0}, {"milliseconds", 3, 1000, 3}, {"microseconds", 3, 1, 6}};
    int row = c->micros ? 4 : 2;
    if (timespec && !str_equal_c(timespec, "auto")) {
        for (row = 0; row < 5 && !str_equal_c(timespec, rows[row].name); row++) continue;
        if (row == 5) return err_false(vm, EXC_ValueError, "Unknown timespec value");
    }
    const int parts[] = {c->hour, c->minute, c->second};
    for (int i = 0; i < rows[row].parts; i++) {
        if (i) *out++ = ':';
        out = put_digits(out, parts[i], 2);
    }
    if (rows[row].digits) {
        *out++ = '.';
        out = put_digits(out, c->micros / rows[row].unit, rows[row].digits);
    }
    *out = 0;
    return true;
}

bool offset_text(VM *vm, StrB *b, Ref tz, Ref arg, const char *colon)
{
    Micros m;
    int has = zone_offset(vm, tz, arg, &m);
    if (has <= 0) return has == 0;
    int64_t us = (int64_t)(m < 0 ? -m : m);
    int seconds = (int)(us / 1000000), micros = (int)(us % 1000000);
    char text[48];
    int n = snprintf(text, sizeof text, "%c%02d%s%02d", m < 0 ? '-' : '+', seconds / 3600, colon, seconds / 60 % 60);
    if (seconds % 60 || micros) n += snprintf(text + n, sizeof text - (size_t)n, "%s%02d", colon, seconds % 60);
    if (micros) n += snprintf(text + n, sizeof text - (size_t)n, ".%06d", micros);
    strb_ascii(b, text, (size_t)n);
    return true;
}

static bool put_zone_name(VM *vm, StrB *b, Ref zone, Ref arg)
{
    Value name = zone_name(vm, zone, arg);
    if (name && is_str(name) && !is_exact(name, CLASS(str))) { /* its class may say itself how it is replaced in */
        Value method = str_intern_c(vm, "replace"), one = method ? str_from_c(vm, "%") : NO_VALUE, two = one ? str_from_c(vm, "%%") : NO_VALUE;
        Value escaped = two ? call_method(vm, name, method, (Ref[]){one, two}, 2) : NO_VALUE;
        release(vm, method);
        release(vm, one);
        release(vm, two);
        release(vm, name);
        if (!escaped) return false;
        bool ok = is_str(escaped) || err_false(vm, EXC_TypeError, "tzname.replace() did not return a string");
        if (ok) strb_str(b, escaped);
        release(vm, escaped);
        return ok;
    }
    if (!name) return false;
    for (int64_t i = 0; is_str(name) && i < as_str(name)->len; i++) {
        uint32_t c = str_at(as_str(name), i);
        if (c == '%') strb_char(b, '%'); /* strftime reads it again */
        strb_char(b, c);
    }
    release(vm, name);
    return true;
}

Value datetime_strftime(VM *vm, Ref object, Ref format, Ref timetuple, Ref zone, Ref arg, int micros)
{
    StrB b = STRB_INIT(vm);
    int64_t len = as_str(format)->len;
    bool ok = true;
    for (int64_t i = 0; ok && i < len; i++) {
        uint32_t c = str_at(as_str(format), i), next = i + 1 < len ? str_at(as_str(format), i + 1) : 0;
        if (c != '%' || i + 1 == len) {
            strb_char(&b, c);
            continue;
        }
        i++;
        if (next == 'z') ok = offset_text(vm, &b, zone, arg, "");
        else if (next == 'Z') ok = put_zone_name(vm, &b, zone, arg);
        else if (next == 'f') strb_format(&b, "%06d", micros);
        else {
            strb_char(&b, '%');
            strb_char(&b, next);
        }
    }
    if (!ok) {
        strb_drop(&b);
        return NULL;
    }
    Value text = strb_take(&b), f = text ? import_attr(vm, "time", "strftime") : NO_VALUE;
    Value r = f ? call2(vm, f, text, timetuple) : NO_VALUE;
    release(vm, text);
    release(vm, f);
    return r;
}

Value datetime_format(VM *vm, const Ref *a, int n, Ref kw)
{
    if (!is_str(a[1])) return err_raise(vm, EXC_TypeError, "__format__() argument 1 must be str, not %T", a[1]);
    if (as_str(a[1])->len == 0) return op_str(vm, a[0]);
    Value name = str_intern_c(vm, "strftime"), r = name ? call_method(vm, a[0], name, &a[1], 1) : NO_VALUE;
    release(vm, name);
    return r;
}

/* ---- reading ---- */
Value iso_invalid(VM *vm, Ref text) { return err_occurred(vm) ? NULL : err_raise(vm, EXC_ValueError, "Invalid isoformat string: %R", text); }

/* The text as ASCII in `buf`; the character between a day and a time may be any (separator: it becomes a T). */
char *iso_ascii(VM *vm, Ref text, char *buf, int size, int *n, bool separator)
{
    const Str *s = as_str(text);
    if (s->len >= size) return NULL;
    int other = 0;
    *n = (int)s->len;
    if (str_is_ascii(s) && !memchr(s->data, 0, (size_t)s->len) && !memchr(s->data, 127, (size_t)s->len)) return memcpy(buf, s->data, (size_t)s->len + 1);
    for (int64_t i = 0; i < s->len; i++) {
        uint32_t c = str_at(s, i);
        bool ascii = c > 0 && c < 127;
        if (!ascii && (!separator || other++ || i < 7 || i > 10)) return NULL;
        buf[i] = ascii ? (char)c : 'T';
    }
    buf[s->len] = 0;
    return buf;
}

static bool digits(const char *p, int n, int *out)
{
    *out = 0;
    for (int i = 0; i < n; i++) {
        if (p[i] < '0' || p[i] > '9') return false;
        *out = *out * 10 + p[i] - '0';
    }
    return true;
}

/* How much of a text is its day: 7, 8 or 10 characters. A week's day without a hyphen is known by how many digits follow. */
int iso_date_length(const char *p, int n)
{
    if (n == 7) return 7;
    if (p[4] == '-') {
        if (p[5] != 'W') return 10;
        if (n > 8 && p[8] == '-') {
            if (n == 9) return -1;
            return n > 10 && p[10] >= '0' && p[10] <= '9' ? 8 : 10;
        }
        return 8;
    }
    if (p[4] != 'W') return 8;
    int at = 7;
    while (at < n && p[at] >= '0' && p[at] <= '9') at++;
    return at < 9 ? at : at % 2 == 0 ? 7 : 8;
}

bool iso_date_parse(const char *p, int n, int *y, int *m, int *d)
{
    if (!digits(p, 4, y)) return false;
    bool dash = p[4] == '-';
    int at = 4 + dash, week, day = 1;
    if (at < n && p[at] == 'W') {
        const char *wrong;
        if (at + 3 > n || !digits(p + at + 1, 2, &week)) return false;
        at += 3;
        if (at < n) {
            if ((p[at] == '-') != dash) return false;
            at += dash;
            if (at + 1 != n || !digits(p + at, 1, &day)) return false;
        }
        return iso_week_split(*y, week, day, y, m, d, &wrong);
    }
    if (at + 2 > n || !digits(p + at, 2, m)) return false;
    at += 2;
    if (at >= n || (p[at] == '-') != dash) return false;
    at += dash;
    return at + 2 == n && digits(p + at, 2, d);
}

/* HH[[:]MM[[:]SS[.f+]]], all of it */
static bool parse_clock(const char *p, int n, int *v, int *micros)
{
    int at = 0;
    bool colon = false;
    v[0] = v[1] = v[2] = *micros = 0;
    for (int i = 0; i < 3; i++) {
        if (at + 2 > n || !digits(p + at, 2, &v[i])) return false;
        at += 2;
        if (at == n) return true;
        char c = p[at];
        if (i == 0) colon = c == ':';
        if (c == '.' || c == ',') break;
        if (i == 2) return false;
        if (colon && c != ':') return false;
        at += colon;
    }
    if (p[at] != '.' && p[at] != ',') return false;
    at++;
    if (at == n) return false;
    int used = n - at < 6 ? n - at : 6, rest;
    if (!digits(p + at, used, micros)) return false;
    for (int i = used; i < 6; i++) *micros *= 10;
    for (at += used; at < n; at++)
        if (!digits(p + at, 1, &rest)) return false;
    return true;
}

bool iso_time_parse(const char *p, int n, IsoTime *out)
{
    int at = 0, v[3], micros;
    while (at < n && p[at] != '+' && p[at] != '-' && p[at] != 'Z') at++;
    *out = (IsoTime){.has_zone = at < n};
    if (!parse_clock(p, at, v, &micros)) return false;
    if (v[0] > 99) return false;
    out->clock = (Clock){.hour = (uint8_t)v[0], .minute = (uint8_t)v[1], .second = (uint8_t)v[2], .micros = micros};
    if (at == n) return true;
    if (p[at] == 'Z') return at + 1 == n;
    int sign = p[at] == '-' ? -1 : 1;
    if (!parse_clock(p + at + 1, n - at - 1, v, &micros)) return false;
    out->offset = sign * ((v[0] * 3600 + v[1] * 60 + v[2]) * SECOND_MICROS + micros);
    return true;
}

Value iso_zone(VM *vm, const IsoTime *t)
{
    DatetimeState *s = datetime_state(vm);
    if (!s) return NULL;
    if (!t->has_zone) return V_NONE;
    if (t->offset == 0) return retain(s->utc);
    Value offset = delta_of(vm, t->offset), r = offset ? zone_new(vm, offset, NULL) : NO_VALUE;
    release(vm, offset);
    return r;
}
