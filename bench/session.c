/* session.c: session-bench: what a cell costs: from session_execute to its result, and to its end. Prints microseconds: the median of many cells,
 * each with a text of its own, after a warm-up. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "session/session.h"

enum { WARM = 200, CELLS = 5000 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static double told; /* when the result came */

static void on_result(void *data, int number, const Bundle *b) { told = now(); }

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(Session *s, const char *what, const char *format)
{
    static double results[CELLS], ends[CELLS];
    char cell[256];
    for (int i = -WARM; i < CELLS; i++) {
        snprintf(cell, sizeof cell, format, i + WARM, i);
        double start = told = now();
        session_execute(s, cell, strlen(cell), NULL);
        double end = now();
        if (i < 0) continue;
        results[i] = told - start;
        ends[i] = end - start;
    }
    qsort(results, CELLS, sizeof *results, by_size);
    qsort(ends, CELLS, sizeof *ends, by_size);
    printf("%-28s result %6.1f us, end %6.1f us (99 in 100: %.1f)\n", what, results[CELLS / 2], ends[CELLS / 2], ends[CELLS * 99 / 100]);
}

int main(int argc, char **argv)
{
    SessionConfig config = {.sink = {.result = on_result}, .front = "terminal", .language = "en", .history = argc > 1 ? argv[1] : NULL};
    double start = now();
    Session *s = session_open(&config);
    if (!s) return 1;
    printf("%-28s %.2f ms\n", "session_open", (now() - start) / 1e3);
    measure(s, "1+1", "1+1");
    measure(s, "different sums", "%d + %d");
    measure(s, "a list", "[%d, %d]");
    measure(s, "a statement", "x = %d, %d");
    measure(s, "a function", "def f(a, b=%d):\n    return a * b + %d");
    session_close(s);
    return 0;
}
