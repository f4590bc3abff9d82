/* moments.c: reads texts as moments (moments.h). A reader takes what it knows from the front of a text; it succeeds when nothing is left. */
#include "moments.h"

#include <string.h>

static inline bool digit(char c) { return c >= '0' && c <= '9'; }
static inline bool space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static inline char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }
static inline bool letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }

static void skip_spaces(MomentText *t)
{
    while (t->at < t->end && space(*t->at)) t->at++;
}

static inline bool take(MomentText *t, char c) { return t->at < t->end && *t->at == c && (t->at++, true); }
static inline bool next_is(const MomentText *t, char c) { return t->at < t->end && *t->at == c; }

/* A number of at least `least` and at most `most` digits. */
static bool number(MomentText *t, int least, int most, int *out)
{
    int n = 0, x = 0;
    while (n < most && t->at < t->end && digit(*t->at)) x = x * 10 + (*t->at++ - '0'), n++;
    *out = x;
    return n >= least;
}

/* The digits behind a point, as nanoseconds; what is finer is left off. */
static bool fraction(MomentText *t, int most, int64_t *out)
{
    int n = 0;
    int64_t x = 0;
    for (; n < most && t->at < t->end && digit(*t->at); t->at++, n++)
        if (n < 9) x = x * 10 + (*t->at - '0');
    for (int i = n; i < 9; i++) x *= 10;
    *out = x;
    return n > 0;
}

static bool offset(MomentText *t, Moment *m)
{
    bool back = next_is(t, '-');
    int hours, minutes = 0;
    if (!take(t, '+') && !take(t, '-')) return false;
    if (!number(t, 2, 2, &hours)) return false;
    bool colon = take(t, ':');
    if ((colon || (t->at < t->end && digit(*t->at))) && !number(t, 2, 2, &minutes)) return false;
    m->offset = (hours * 60 + minutes) * (back ? -1 : 1);
    return m->zoned = hours < 24 && minutes < 60;
}

static bool utc(MomentText *t, Moment *m)
{
    if (t->end - t->at >= 3 && !memcmp(t->at, "UTC", 3)) t->at += 3;
    else if (!take(t, 'Z')) return false;
    m->offset = 0;
    return m->zoned = true;
}

/* :MM[:SS[.fff]] behind an hour */
static bool clock_rest(MomentText *t, Moment *m)
{
    if (!take(t, ':')) return true;
    if (!number(t, 1, 2, &m->minute)) return false;
    if (!take(t, ':')) return true;
    if (!number(t, 1, 2, &m->second)) return false;
    return !(take(t, '.') || take(t, ',')) || fraction(t, 1 << 20, &m->nanosecond);
}

bool moment_iso(MomentText t, bool strict, Moment *m)
{
    *m = (Moment){0};
    if (strict && t.at < t.end && (space(*t.at) || space(t.end[-1]))) return false;
    skip_spaces(&t);
    if (!number(&t, 4, 4, &m->year) || !take(&t, '-') || !number(&t, 1, 2, &m->month) || !take(&t, '-') || !number(&t, 1, 2, &m->day)) return false;
    const char *behind = t.at;
    while (next_is(&t, 'T') || next_is(&t, ' ')) t.at++;
    bool clock = t.at > behind && t.at < t.end && digit(*t.at);
    if (clock && (!number(&t, 1, 2, &m->hour) || !clock_rest(&t, m))) return false;
    if (!clock) t.at = behind;
    skip_spaces(&t);
    if (t.at < t.end && !utc(&t, m) && !(clock && offset(&t, m))) return false;
    skip_spaces(&t);
    return t.at == t.end;
}

/* ---- names ---- */
static const char *const months[] = {"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"};
static const char *const days[] = {"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"};

static bool begins(MomentText t, const char *word, size_t n)
{
    if ((size_t)(t.end - t.at) < n) return false;
    for (size_t i = 0; i < n; i++)
        if (lower(t.at[i]) != word[i]) return false;
    return true;
}

/* A name out of a table, whole or its first three letters; full, brief: which of them may stand. Its place, -1: none. */
static int name_of(MomentText *t, const char *const *names, int count, bool full, bool brief)
{
    for (int i = 0; i < count; i++) {
        size_t whole = strlen(names[i]), n = full && begins(*t, names[i], whole) ? whole : brief && begins(*t, names[i], 3) ? 3 : 0;
        if (!n) continue;
        t->at += n;
        return i;
    }
    return -1;
}

/* ---- days as people write them ---- */
static bool half_of_day(MomentText *t, Moment *m)
{
    skip_spaces(t);
    bool late = begins(*t, "pm", 2);
    if (!late && !begins(*t, "am", 2)) return true;
    if (m->hour < 1 || m->hour > 12) return false;
    t->at += 2;
    m->hour = m->hour % 12 + (late ? 12 : 0);
    return true;
}

/* Nothing more, or a time of the day behind a space. */
static bool clock_behind(MomentText *t, Moment *m)
{
    if (t->at == t->end) return true;
    if (!take(t, ' ')) return false;
    if (!number(t, 1, 2, &m->hour) || !next_is(t, ':') || !clock_rest(t, m)) return false;
    return half_of_day(t, m) && t->at == t->end;
}

static bool all_digits(MomentText t)
{
    for (; t.at < t.end; t.at++)
        if (!digit(*t.at)) return false;
    return true;
}

/* YYYYMMDD, alone or with HHMM or HHMMSS behind */
static bool digits_alone(MomentText t, Moment *m)
{
    ptrdiff_t n = t.end - t.at;
    if ((n != 8 && n != 12 && n != 14) || !all_digits(t)) return false;
    number(&t, 4, 4, &m->year), number(&t, 2, 2, &m->month), number(&t, 2, 2, &m->day);
    if (n > 8) number(&t, 2, 2, &m->hour), number(&t, 2, 2, &m->minute);
    if (n > 12) number(&t, 2, 2, &m->second);
    return true;
}

/* 1/31/2020 or 31/1/2020 */
static bool day_and_month(MomentText t, bool day_first, Moment *m)
{
    int a, b;
    if (!number(&t, 1, 2, &a) || t.at == t.end) return false;
    char mark = *t.at++;
    if ((mark != '/' && mark != '-' && mark != '.') || !number(&t, 1, 2, &b) || !take(&t, mark) || !number(&t, 4, 4, &m->year)) return false;
    bool swap = day_first ? b <= 12 : a > 12;
    m->month = swap ? b : a, m->day = swap ? a : b;
    return clock_behind(&t, m);
}

/* Jan 31, 2020; 31 January 2020; 31-Jan-2020 */
static bool month_by_name(MomentText t, Moment *m)
{
    bool day_leads = t.at < t.end && digit(*t.at);
    if (day_leads && !number(&t, 1, 2, &m->day)) return false;
    char mark = t.at < t.end && (*t.at == '-' || *t.at == ' ') ? *t.at : 0;
    if (day_leads && (!mark || !take(&t, mark))) return false;
    if ((m->month = name_of(&t, months, 12, true, true) + 1) == 0 || (t.at < t.end && letter(*t.at))) return false;
    if (!day_leads && (!take(&t, ' ') || !number(&t, 1, 2, &m->day))) return false;
    if (!day_leads && take(&t, ',') && !next_is(&t, ' ')) return false;
    if (!take(&t, day_leads ? mark : ' ') || !number(&t, 4, 4, &m->year)) return false;
    return clock_behind(&t, m);
}

bool moment_plain(MomentText t, bool day_first, Moment *m)
{
    *m = (Moment){0};
    if (digits_alone(t, m)) return !day_first || t.end - t.at == 8;
    *m = (Moment){0};
    if (day_and_month(t, day_first, m)) return true;
    *m = (Moment){0};
    return month_by_name(t, m);
}

/* ---- forms that are told ---- */
/* One or two digits; two only where they are no more than `most`, as strptime takes them. */
static bool small_number(MomentText *t, int least, int most, int *out)
{
    MomentText before = *t;
    if (!number(t, 1, 2, out)) return false;
    if (*out > most) {
        *t = before;
        if (!number(t, 1, 1, out)) return false;
    }
    return *out >= least;
}

typedef struct FormState { int half /* 1: before noon, 2: behind it */; int twelve /* the hour of %I, or -1 */; } FormState;

static bool directive(char which, MomentText *t, Moment *m, FormState *s)
{
    switch (which) {
    case 'Y': return number(t, 4, 4, &m->year);
    case 'y': return number(t, 2, 2, &m->year) && (m->year += m->year < 69 ? 2000 : 1900, true);
    case 'm': return small_number(t, 1, 12, &m->month);
    case 'd': return small_number(t, 1, 31, &m->day);
    case 'H': return small_number(t, 0, 23, &m->hour);
    case 'I': return small_number(t, 1, 12, &s->twelve);
    case 'M': return small_number(t, 0, 59, &m->minute);
    case 'S': return small_number(t, 0, 59, &m->second);
    case 'f': return fraction(t, 9, &m->nanosecond);
    case 'b': return (m->month = name_of(t, months, 12, false, true) + 1) > 0;
    case 'B': return (m->month = name_of(t, months, 12, true, false) + 1) > 0;
    case 'a': return name_of(t, days, 7, false, true) >= 0;
    case 'A': return name_of(t, days, 7, true, false) >= 0;
    case 'z': return next_is(t, 'Z') ? utc(t, m) : offset(t, m);
    case 'p':
        if (!begins(*t, "am", 2) && !begins(*t, "pm", 2)) return false;
        s->half = begins(*t, "pm", 2) ? 2 : 1;
        t->at += 2;
        return true;
    case '%': return take(t, '%');
    default: return false;
    }
}

bool moment_form(MomentText t, MomentText form, Moment *m)
{
    *m = (Moment){.year = 1900, .month = 1, .day = 1};
    FormState s = {0, -1};
    while (form.at < form.end) {
        char c = *form.at++;
        if (space(c)) {
            if (t.at == t.end || !space(*t.at)) return false;
            skip_spaces(&t), skip_spaces(&form);
        } else if (c != '%') {
            if (t.at == t.end || lower(*t.at) != lower(c)) return false;
            t.at++;
        } else if (form.at == form.end || !directive(*form.at++, &t, m, &s)) return false;
    }
    if (s.twelve >= 0) m->hour = s.half ? s.twelve % 12 + (s.half == 2 ? 12 : 0) : s.twelve;
    return t.at == t.end && (s.half == 0 || s.twelve >= 0);
}

/* ---- counts ---- */
static bool leap(int y) { return y % 4 == 0 && (y % 100 != 0 || y % 400 == 0); }

/* Days from 1970 to a year's first: of 400 years each as many. */
static int64_t days_before(int year)
{
    int64_t y = year - 1;
    return y * 365 + y / 4 - y / 100 + y / 400 - 719162;
}

bool moment_count(const Moment *m, int64_t *out)
{
    static const int16_t before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};
    if (m->year < 1 || m->month < 1 || m->month > 12 || m->day < 1 || m->hour > 23 || m->minute > 59 || m->second > 59) return false;
    int length = before[m->month] - before[m->month - 1] + (m->month == 2 && leap(m->year));
    if (m->day > length) return false;
    int64_t day = days_before(m->year) + before[m->month - 1] + (m->month > 2 && leap(m->year)) + m->day - 1;
    int64_t seconds = day * 86400 + m->hour * 3600 + m->minute * 60 + m->second - (m->zoned ? m->offset * 60 : 0);
    return !__builtin_mul_overflow(seconds, (int64_t)1000000000, out) && !__builtin_add_overflow(*out, m->nanosecond, out) && *out != INT64_MIN;
}

/* ---- parts ---- */
/* Days are counted from the first of March of a year that 400 divides, so that a leap day is the last of its year. */
static inline int64_t part_of_day(int64_t day, MomentPart part)
{
    uint64_t n = (uint64_t)(day + 719468 + 146097 * 1000); /* (from so far back no moment is before it) */
    uint32_t era = (uint32_t)(n / 146097), in_era = (uint32_t)(n % 146097);
    uint32_t year = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365, in_year = in_era - (365 * year + year / 4 - year / 100);
    uint32_t month = (5 * in_year + 2) / 153; /* from March */
    if (part == PART_DAY) return in_year - (153 * month + 2) / 5 + 1;
    if (part == PART_YEAR_DAY) { /* (January and February are the last 59 or 60 days of a year that began in March) */
        return in_year >= 306 ? in_year - 305 : in_year + 60 + leap((int)year);
    }
    int64_t years = (int64_t)era * 400 + year - 400000 + (month > 9) - 1970;
    return part == PART_YEARS ? years : years * 12 + (month + 2) % 12;
}

static inline __attribute__((always_inline)) void parts_loop(const int64_t *walls, int64_t count, MomentPart part, int64_t *out)
{
    const int64_t length = 86400000000000;
    int64_t last = INT64_MIN, found = 0; /* (moments of one day often stand together) */
    for (int64_t i = 0; i < count; i++) {
        if (walls[i] == INT64_MIN) {
            out[i] = INT64_MIN;
            continue;
        }
        int64_t day = walls[i] / length - (walls[i] % length < 0);
        if (day != last) found = part == PART_DAYS ? day : part_of_day(day, part), last = day;
        out[i] = found;
    }
}

void moment_parts(const int64_t *walls, int64_t count, MomentPart part, int64_t *out)
{
    switch (part) {
    case PART_YEARS: return parts_loop(walls, count, PART_YEARS, out);
    case PART_MONTHS: return parts_loop(walls, count, PART_MONTHS, out);
    case PART_DAY: return parts_loop(walls, count, PART_DAY, out);
    case PART_DAYS: return parts_loop(walls, count, PART_DAYS, out);
    default: return parts_loop(walls, count, PART_YEAR_DAY, out);
    }
}
