/* foot.c: a thread that asks for the pulse and writes it below the region that scrolls (foot.h). Whatever a cell or its children print
 * stays above it; the cursor's place is saved around each line of ours by the terminal itself. */
#include "foot.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "frame.h"

enum { EVERY_MS = 100, ROOM = 512, LEAST_LINES = 4 };

struct Foot {
    Session *session;
    int fd, lines, columns;
    bool colour, over;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t change;
};

static void put(Foot *f, const char *text, size_t size)
{
    while (size) {
        ssize_t n = write(f->fd, text, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return;
        text += n;
        size -= (size_t)n;
    }
}

/* The region that scrolls ends above the foot. */
static void region(Foot *f)
{
    char text[32];
    put(f, text, (size_t)snprintf(text, sizeof text, "\0337\033[1;%dr\0338", f->lines - 1));
}

static void draw(Foot *f)
{
    char pulse[ROOM], *line = NULL;
    struct winsize size;
    if (ioctl(f->fd, TIOCGWINSZ, &size) == 0 && size.ws_row >= LEAST_LINES && (size.ws_row != f->lines || size.ws_col != f->columns)) {
        f->lines = size.ws_row;
        f->columns = size.ws_col;
        region(f);
    }
    size_t n = session_pulse(f->session, pulse, sizeof pulse);
    Frame row = {0};
    if (n > sizeof pulse) n = sizeof pulse;
    frame_start(&row, f->columns, f->colour);
    row.cut = true;
    frame_style(&row, STYLE_DIM);
    frame_text(&row, pulse, n);
    frame_end(&row);
    if (!row.failed) {
        int bytes = asprintf(&line, "\0337\033[%d;1H%.*s\033[K\0338", f->lines, (int)row.rows[0].size, row.bytes);
        if (bytes > 0) put(f, line, (size_t)bytes);
        if (bytes >= 0) free(line);
    }
    frame_free(&row);
}

static void *follow(void *data)
{
    Foot *f = data;
    pthread_mutex_lock(&f->lock);
    while (!f->over) {
        draw(f);
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += EVERY_MS * 1000000L;
        if (until.tv_nsec >= 1000000000L) until.tv_nsec -= 1000000000L, until.tv_sec++;
        pthread_cond_timedwait(&f->change, &f->lock, &until);
    }
    pthread_mutex_unlock(&f->lock);
    return NULL;
}

/* A line feed first makes room where the cursor is on the last line. */
static void reserve(Foot *f)
{
    put(f, "\n\033[A", 4);
    region(f);
}

static void give_back(Foot *f)
{
    char text[64];
    int n = snprintf(text, sizeof text, "\0337\033[r\033[%d;1H\033[K\0338", f->lines);
    put(f, text, (size_t)n);
}

Foot *foot_start(Session *s, int fd, int lines, int columns, bool colour)
{
    char first[ROOM];
    if (lines < LEAST_LINES || !session_pulse(s, first, sizeof first)) return NULL;
    Foot *f = malloc(sizeof *f);
    if (!f) return NULL;
    *f = (Foot){.session = s, .fd = fd, .lines = lines, .columns = columns, .colour = colour,
                .lock = PTHREAD_MUTEX_INITIALIZER, .change = PTHREAD_COND_INITIALIZER};
    reserve(f);
    sigset_t all, old; /* signals are the session's thread's */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    int failed = pthread_create(&f->thread, NULL, follow, f);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (!failed) return f;
    give_back(f);
    free(f);
    return NULL;
}

void foot_stop(Foot *f)
{
    if (!f) return;
    pthread_mutex_lock(&f->lock);
    f->over = true;
    pthread_cond_signal(&f->change);
    pthread_mutex_unlock(&f->lock);
    pthread_join(f->thread, NULL);
    give_back(f);
    pthread_mutex_destroy(&f->lock);
    pthread_cond_destroy(&f->change);
    free(f);
}
