/* history.c: what was typed, kept in a file that all sessions of a person share.
 *
 * The file is text: a line a cell, `session TAB line TAB seconds TAB bytes TAB input`, the input with \n, \r, \0 and \\ for what would break a
 * line; line 0 is a session's beginning and claims its number. A line is appended by one write under a lock, so several sessions may write;
 * one that was cut short (power, kill -9) has another number of bytes than it says and is passed over, and whoever writes next begins a new
 * line behind it. What is older is never written again, but when the file has grown too large ($PERCH_HISTORY_BYTES): then its later half goes
 * into a new file, which takes the old one's name at once; who has the old one open sees that by its inode, and opens the new one. Mode 0600.
 *
 * What cannot be written (a full disk, the limit of a file's size, a folder or a file that may not be written) is said once and kept: it goes into the file as soon
 * as that is possible, at the next cell or at the session's end. A line that was written in part is taken off again.
 */
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "session_impl.h"

typedef struct Row { int64_t session; int line; size_t text; /* offset in the pool */ } Row;

struct History {
    char *path;      /* NULL: nothing is kept in a file */
    int fd;          /* -1: not open yet, or not to be opened */
    bool broken;     /* there is no such file, and none can be made */
    bool read_only, told; /* it can be read alone; that cells are not saved was said */
    Text unsaved;    /* lines that are still to be written */
    int64_t session; /* 0: not claimed yet */
    Text pool;       /* texts of the last query */
    Row *rows;
    int count, cap;
    Entry *entries;
    Entries answer;
};

/* ---- the file ---- */

static char *usual_path(void)
{
    char *path = NULL;
    const char *own = getenv("PERCH_HISTORY"), *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (own) return *own ? strdup(own) : NULL; /* set to nothing: none is kept */
    int n = state && *state == '/' ? asprintf(&path, "%s/perch/history", state) : home && *home ? asprintf(&path, "%s/.local/state/perch/history", home) : -1;
    return n < 0 ? NULL : path;
}

/* The folders above the file, those that are missing. */
static void make_folders(char *path)
{
    for (char *p = path + 1; (p = strchr(p, '/')); p++) {
        *p = 0;
        mkdir(path, 0700);
        *p = '/';
    }
}

static bool open_file(struct History *h)
{
    if (h->fd >= 0) return true;
    if (!h->path || h->broken) return false;
    int flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC;
    h->fd = open(h->path, flags, 0600);
    if (h->fd < 0 && errno == ENOENT) {
        make_folders(h->path);
        h->fd = open(h->path, flags, 0600);
    }
    h->read_only = false;
    if (h->fd < 0 && (errno == EACCES || errno == EPERM || errno == EROFS)) {
        int why = errno;
        h->fd = open(h->path, O_RDONLY | O_CLOEXEC);
        h->read_only = h->fd >= 0;
        errno = why;
    }
    struct stat st;
    if (h->fd >= 0 && (fstat(h->fd, &st) || !S_ISREG(st.st_mode))) { /* a pipe or a folder keeps nothing */
        close(h->fd);
        h->fd = -1;
    }
    if (h->fd >= 0 && st.st_mode & 077 && !h->read_only) fchmod(h->fd, 0600);
    h->broken = h->fd < 0;
    return h->fd >= 0;
}

/* Is what is open what has the name? */
static bool is_current(const struct History *h)
{
    struct stat mine, there;
    return !fstat(h->fd, &mine) && !stat(h->path, &there) && mine.st_ino == there.st_ino && mine.st_dev == there.st_dev;
}

static void close_file(struct History *h)
{
    if (h->fd >= 0) close(h->fd);
    h->fd = -1;
}

/* The file under the lock; another may have been put in its place meanwhile. */
static bool lock_file(struct History *h)
{
    for (int i = 0; i < 4 && open_file(h); i++) {
        while (flock(h->fd, LOCK_EX) && errno == EINTR) {}
        if (is_current(h)) return true;
        close_file(h);
    }
    return false;
}

/* To read from. */
static bool find_file(struct History *h)
{
    if (h->fd >= 0 && !is_current(h)) close_file(h);
    return open_file(h);
}

static void unlock_file(const struct History *h) { flock(h->fd, LOCK_UN); }

static bool write_all(int fd, const char *p, size_t n)
{
    while (n) {
        ssize_t k = write(fd, p, n);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) return false;
        p += k;
        n -= (size_t)k;
    }
    return true;
}

/* ---- lines ---- */

static void put_escaped(Text *t, const char *s, size_t n)
{
    size_t from = 0;
    for (size_t i = 0; i < n; i++) {
        const char *code = s[i] == '\n' ? "\\n" : s[i] == '\r' ? "\\r" : s[i] == 0 ? "\\0" : s[i] == '\\' ? "\\\\" : NULL;
        if (!code) continue;
        text_add(t, s + from, i - from);
        text_put(t, code);
        from = i + 1;
    }
    text_add(t, s + from, n - from);
}

/* Into the pool, with a zero behind it; the number of bytes. */
static size_t put_plain(Text *pool, const char *s, size_t n)
{
    size_t before = pool->n;
    for (size_t i = 0; i < n; i++) {
        char c = s[i];
        if (c == '\\' && i + 1 < n) {
            c = s[++i];
            c = c == 'n' ? '\n' : c == 'r' ? '\r' : c == '0' ? 0 : c;
        }
        text_add(pool, &c, 1);
    }
    size_t size = pool->n - before;
    text_add(pool, "", 1);
    return size;
}

static bool add_row(struct History *h, Row row)
{
    if (h->count == h->cap) {
        int cap = h->cap ? 2 * h->cap : 256;
        Row *rows = realloc(h->rows, (size_t)cap * sizeof *rows);
        if (!rows) return false;
        h->rows = rows;
        h->cap = cap;
    }
    h->rows[h->count++] = row;
    return true;
}

typedef struct Line { int64_t session, seconds; int line; size_t bytes; const char *text; size_t len; } Line;

/* The numbers in front of a line's input; false: it is none of ours. */
static bool read_line(const char *s, size_t n, Line *out)
{
    int64_t numbers[4];
    size_t at = 0;
    for (int i = 0; i < 4; i++) {
        int64_t v = 0;
        size_t start = at;
        for (; at < n && s[at] >= '0' && s[at] <= '9' && at - start < 18; at++) v = v * 10 + (s[at] - '0');
        if (at == start || at >= n || s[at] != '\t') return false;
        at++;
        numbers[i] = v;
    }
    if (numbers[1] > INT32_MAX) return false;
    *out = (Line){numbers[0], numbers[2], (int)numbers[1], (size_t)numbers[3], s + at, n - at};
    return true;
}

/* The file's whole lines from offset `from` on (behind the first line's end, unless it is 0). Malloc-ed; NULL: none. */
static char *read_from(const struct History *h, off_t from, size_t *n)
{
    struct stat st;
    *n = 0;
    if (fstat(h->fd, &st) || st.st_size <= from) return NULL;
    size_t size = (size_t)(st.st_size - from);
    char *p = malloc(size + 1);
    for (size_t got = 0; p && got < size;) {
        ssize_t k = pread(h->fd, p + got, size - got, from + (off_t)got);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) {
            size = got;
            break;
        }
        got += (size_t)k;
    }
    if (p) p[size] = 0;
    *n = size;
    return p;
}

/* Every line of the stretch that is whole, in order. */
static void each_line(const char *p, size_t n, bool whole, void (*seen)(void *data, const Line *line), void *data)
{
    const char *end = p + n;
    if (!whole) {
        p = memchr(p, '\n', n);
        p = p ? p + 1 : end;
    }
    while (p < end) {
        const char *eol = memchr(p, '\n', (size_t)(end - p));
        if (!eol) return; /* being written, or cut short */
        Line line;
        if (read_line(p, (size_t)(eol - p), &line)) seen(data, &line);
        p = eol + 1;
    }
}

static void highest(void *data, const Line *line)
{
    int64_t *most = data;
    if (line->session > *most) *most = line->session;
}

enum { CHUNK = 1 << 16 };

/* The highest number that a session has; the later ones have the higher. */
static int64_t last_session(struct History *h)
{
    struct stat st;
    if (!find_file(h) || fstat(h->fd, &st)) return 0;
    int64_t most = 0;
    for (off_t back = CHUNK; !most; back *= 8) {
        off_t from = st.st_size > back ? st.st_size - back : 0;
        size_t n;
        char *p = read_from(h, from, &n);
        if (p) each_line(p, n, from == 0, highest, &most);
        free(p);
        if (!from) break;
    }
    return most;
}

/* ---- writing ---- */

static void put_line(Text *t, int64_t session, int line, const char *s, size_t n)
{
    char head[96];
    int k = snprintf(head, sizeof head, "%lld\t%d\t%lld\t%zu\t", (long long)session, line, (long long)time(NULL), n);
    text_add(t, head, (size_t)k);
    put_escaped(t, s, n);
    text_put(t, "\n");
}

enum { MOST_BYTES = 16 << 20, LEAST_BYTES = 1 << 12 };

static off_t most_bytes(void)
{
    const char *asked = getenv("PERCH_HISTORY_BYTES");
    long long n = asked ? strtoll(asked, NULL, 10) : 0;
    return n <= 0 ? MOST_BYTES : n < LEAST_BYTES ? LEAST_BYTES : (off_t)n;
}

/* The later half into a new file under the old one's name; under the lock. Whatever goes wrong, the old one stays. */
static void halve(struct History *h)
{
    struct stat st;
    size_t n = 0, skip = 0;
    if (fstat(h->fd, &st) || st.st_size <= most_bytes()) return;
    char *target = realpath(h->path, NULL), *path = NULL; /* a link stays a link */
    if (!target || asprintf(&path, "%s.new", target) < 0) {
        free(target);
        return;
    }
    char *p = read_from(h, st.st_size / 2, &n), *line = p ? memchr(p, '\n', n) : NULL;
    int fd = line ? open(path, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600) : -1;
    if (line) skip = (size_t)(line + 1 - p);
    if (fd >= 0) {
        bool ok = flock(fd, LOCK_EX) == 0 && write_all(fd, p + skip, n - skip) && fsync(fd) == 0 && rename(path, target) == 0;
        if (ok) {
            close(h->fd); /* who waits for its lock finds that the name has gone to another */
            h->fd = fd;
        } else {
            close(fd);
            unlink(path);
        }
    }
    free(p);
    free(path);
    free(target);
}

/* Said once a session: why cells are not saved at the moment. */
static void tell(Session *s, int why)
{
    struct History *h = s->history;
    if (h->told) return;
    h->told = true;
    const char *args[] = {h->path, strerror(why)};
    Text t = {0};
    words_put(s, &t, "history.unsaved", args, 2);
    text_put(&t, "\n");
    if (t.s && !t.failed) streams_say(s, 2, t.s, t.n);
    text_drop(&t);
}

/* The lines that are still to be written, behind what is there. 0: they are; else why not. Under the lock. */
static int save(struct History *h)
{
    if (h->read_only) return EACCES;
    off_t end = lseek(h->fd, 0, SEEK_END);
    char last = '\n';
    Text t = {0};
    if (end > 0 && pread(h->fd, &last, 1, end - 1) == 1 && last != '\n') text_put(&t, "\n");
    text_add(&t, h->unsaved.s, h->unsaved.n);
    int why = t.s && !t.failed ? 0 : ENOMEM;
    if (!why && !write_all(h->fd, t.s, t.n)) {
        why = errno ? errno : EIO;
        if (end >= 0 && ftruncate(h->fd, end)) why = errno; /* what did go in would be passed over by readers, too */
    }
    text_drop(&t);
    if (!why) h->unsaved.n = 0;
    return why;
}

void history_add(Session *s, int line, const char *input, size_t n)
{
    struct History *h = s->history;
    if (!h || !h->path) return;
    errno = 0;
    h->broken = false; /* it may be possible by now */
    if (!lock_file(h)) {
        if (h->broken) tell(s, errno ? errno : EIO);
        return;
    }
    if (!h->read_only) halve(h);
    if (!h->session) {
        h->session = last_session(h) + 1;
        put_line(&h->unsaved, h->session, 0, "", 0);
    }
    put_line(&h->unsaved, h->session, line, input, n);
    int why = save(h);
    unlock_file(h);
    if (why) tell(s, why);
}

/* ---- asking ---- */

static void gather(void *data, const Line *line)
{
    struct History *h = data;
    if (!line->line) return;
    size_t at = h->pool.n;
    if (put_plain(&h->pool, line->text, line->len) != line->bytes) { /* cut short */
        h->pool.n = at;
        return;
    }
    add_row(h, (Row){line->session, line->line, at});
}

/* All rows of the file, or of its end so that there are at least `count`. */
static void load(struct History *h, int count)
{
    struct stat st;
    if (!find_file(h) || fstat(h->fd, &st)) return;
    for (off_t back = count ? CHUNK : st.st_size;; back *= 8) {
        off_t from = st.st_size > back ? st.st_size - back : 0;
        size_t n;
        char *p = read_from(h, from, &n);
        h->pool.n = 0;
        h->count = 0;
        if (p) each_line(p, n, from == 0, gather, h);
        if (h->unsaved.n) each_line(h->unsaved.s, h->unsaved.n, true, gather, h);
        free(p);
        if (!from || (count && h->count >= count)) return;
    }
}

/* This session's own inputs, which need no file. */
static void load_own(Session *s, struct History *h)
{
    for (int64_t i = 1; i < as_list(s->raw)->len; i++) {
        size_t n;
        const char *p = str_utf8(s->vm, as_list(s->raw)->items[i], &n);
        size_t at = h->pool.n;
        if (!p) continue;
        text_add(&h->pool, p, n);
        text_add(&h->pool, "", 1);
        add_row(h, (Row){h->session, (int)i, at});
    }
    err_clear(s->vm);
}

static const char *text_of(const struct History *h, int i) { return h->pool.s + h->rows[i].text; }

/* Keeps the rows for which keep is true. */
static void keep_rows(struct History *h, const bool *keep)
{
    int n = 0;
    for (int i = 0; i < h->count; i++)
        if (keep[i]) h->rows[n++] = h->rows[i];
    h->count = n;
}

static int by_text(const void *a, const void *b, void *data)
{
    const struct History *h = data;
    int x = *(const int *)a, y = *(const int *)b, c = strcmp(text_of(h, x), text_of(h, y));
    return c ? c : x - y;
}

/* Of equal texts the last one stays. */
static bool keep_unique(struct History *h)
{
    int *order = malloc(((size_t)h->count + 1) * sizeof *order);
    bool *keep = calloc((size_t)h->count + 1, 1);
    if (order && keep) {
        for (int i = 0; i < h->count; i++) order[i] = i;
        qsort_r(order, (size_t)h->count, sizeof *order, by_text, h);
        for (int i = 0; i < h->count; i++) keep[order[i]] = i + 1 == h->count || strcmp(text_of(h, order[i]), text_of(h, order[i + 1]));
        keep_rows(h, keep);
    }
    bool ok = order && keep;
    free(order);
    free(keep);
    return ok;
}

static void keep_matching(struct History *h, const HistoryQuery *q, int64_t session)
{
    bool *keep = malloc((size_t)h->count + 1);
    if (!keep) return;
    for (int i = 0; i < h->count; i++) {
        const Row *r = &h->rows[i];
        if (q->kind == HISTORY_RANGE) keep[i] = r->session == session && r->line >= q->start && (q->stop == 0 || r->line < q->stop);
        else keep[i] = q->kind != HISTORY_SEARCH || !q->pattern || !fnmatch(q->pattern, text_of(h, i), 0);
    }
    keep_rows(h, keep);
    free(keep);
}

/* repr of Out[line] of this session, in the pool; SIZE_MAX: there is none. */
static size_t output_of(Session *s, struct History *h, int line)
{
    VM *vm = s->vm;
    Ref value = dict_get(vm, s->out, make_small(line));
    Value text = value ? op_repr(vm, value) : NULL;
    size_t n, at = h->pool.n;
    const char *p = text ? str_utf8(vm, text, &n) : NULL;
    bool ok = p && text_add(&h->pool, p, n) && text_add(&h->pool, "", 1);
    err_clear(vm);
    release(vm, text);
    return ok ? at : SIZE_MAX;
}

const Entries *session_history(Session *s, const HistoryQuery *q)
{
    struct History *h = s->history;
    if (!h) return NULL;
    h->count = 0;
    h->pool.n = 0;
    h->answer = (Entries){NULL, 0};
    int64_t now = h->session ? h->session : last_session(h) + 1, session = q->session <= 0 ? now + q->session : q->session;
    bool own = q->kind == HISTORY_RANGE && session == now;
    bool all = q->kind != HISTORY_TAIL || q->unique || !q->count;
    if (own || !h->path || h->broken) load_own(s, h);
    else load(h, all ? 0 : q->count);
    for (int i = 0; i < h->count; i++)
        if (!h->rows[i].session) h->rows[i].session = now;
    if (!own || q->start > 0 || q->stop) keep_matching(h, q, session);
    if (q->unique && !keep_unique(h)) return &h->answer;
    int from = q->kind != HISTORY_RANGE && q->count && h->count > q->count ? h->count - q->count : 0, n = h->count - from;
    size_t *outputs = malloc(((size_t)n + 1) * sizeof *outputs);
    Entry *entries = realloc(h->entries, ((size_t)n + 1) * sizeof *entries);
    if (entries) h->entries = entries;
    for (int i = 0; outputs && i < n; i++) {
        const Row *r = &h->rows[from + i];
        outputs[i] = q->output && r->session == now ? output_of(s, h, r->line) : SIZE_MAX;
    }
    for (int i = 0; outputs && entries && i < n; i++) { /* the pool stays where it is from here on */
        const Row *r = &h->rows[from + i];
        entries[i] = (Entry){r->session, r->line, h->pool.s + r->text, outputs[i] == SIZE_MAX ? NULL : h->pool.s + outputs[i]};
    }
    if (outputs && entries) h->answer = (Entries){entries, n};
    free(outputs);
    return &h->answer;
}

int64_t history_session(Session *s)
{
    struct History *h = s->history;
    return !h ? 0 : h->session ? h->session : last_session(h) + 1;
}

/* ---- its life ---- */

bool history_open(Session *s, const char *path)
{
    struct History *h = s->history = calloc(1, sizeof *h);
    if (!h) return false;
    h->fd = -1;
    if (path) h->path = *path ? strdup(path) : usual_path();
    return true;
}

void history_close(Session *s)
{
    struct History *h = s->history;
    if (!h) return;
    if (h->unsaved.n && lock_file(h)) {
        save(h);
        unlock_file(h);
    }
    if (h->fd >= 0) close(h->fd);
    text_drop(&h->unsaved);
    text_drop(&h->pool);
    free(h->path);
    free(h->rows);
    free(h->entries);
    free(h);
    s->history = NULL;
}
