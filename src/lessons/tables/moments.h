/* moments.h: texts read as moments: ISO's forms, the common ways to write a day and a time, and forms that are told by strptime's directives. What is not plainly one of these is left to
 * Python (core/dates.py), which also has the words for what is wrong. */
#ifndef PERCH_TABLES_MOMENTS_H
#define PERCH_TABLES_MOMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Moment {
    int year, month, day, hour, minute, second;
    int64_t nanosecond;
    int offset; /* minutes from UTC */
    bool zoned;
} Moment;

typedef struct MomentText { const char *at, *end; } MomentText; /* ASCII */

bool moment_iso(MomentText t, bool strict, Moment *m); /* strict: without spaces around */
bool moment_plain(MomentText t, bool day_first, Moment *m); /* digits alone, days with slashes, months by name */
bool moment_form(MomentText t, MomentText form, Moment *m);
/* Nanoseconds since 1970, in UTC where a zone was said; false: no day, or too far away. */
bool moment_count(const Moment *m, int64_t *out);

/* A part of what clocks show (nanoseconds since 1970): years from 1970, months from 1970, the day of the month, days from 1970, the day of the year. INT64_MIN stays. */
typedef enum { PART_YEARS, PART_MONTHS, PART_DAY, PART_DAYS, PART_YEAR_DAY, PARTS } MomentPart;
void moment_parts(const int64_t *walls, int64_t count, MomentPart part, int64_t *out);

#endif
