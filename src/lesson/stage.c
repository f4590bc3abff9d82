/* stage.c: the session's thread, its orders, and its events as text on their way to the player (stage.h).
 *
 * One lock, one condition: whoever changes something tells all. Neighbouring pieces of one stream are one event. A program that prints faster
 * than the player reads waits for it. In a child that a cell has made by fork() there is no player: it ends where its cell ends.
 */
#include "stage.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "session/session.h"
#ifdef PERCH_READLINE
#include "repl/repl.h"
#endif

typedef struct Buffer { char *s; size_t n, cap; bool failed; } Buffer;

struct Stage {
    Session *session;        /* the thread's alone, but for interrupts */
    StageConfig config;      /* its strings are copies */
    char *argv[2];
    pthread_t thread;
    int pid;

    pthread_mutex_t lock;    /* of all below */
    pthread_cond_t changed;
    StageOrder order;        /* its strings are copies */
    bool opened, broken /*there is no session*/, busy, closed;
    bool left;               /* nobody plays any more */
    Buffer events, stream;   /* stream: what will be one event */
    int stream_fd;
    bool asking, answered;
    char *answer;            /* NULL: the end */
};

enum { PRINTED_MOST = 8 << 20 }; /* bytes that wait for the player */

/* ---- text ---- */

static void put(Buffer *b, const char *s, size_t n)
{
    if (b->n + n > b->cap) {
        size_t cap = b->cap * 2 > b->n + n + 256 ? b->cap * 2 : b->n + n + 256;
        char *more = realloc(b->s, cap);
        if (!more) {
            b->failed = true;
            return;
        }
        b->s = more;
        b->cap = cap;
    }
    memcpy(b->s + b->n, s, n);
    b->n += n;
}
static void put_c(Buffer *b, const char *s) { put(b, s, strlen(s)); }

static void put_string(Buffer *b, const char *s, size_t n)
{
    put_c(b, "\"");
    size_t from = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c >= ' ' && c != '"' && c != '\\') continue;
        char code[8];
        put(b, s + from, i - from);
        put(b, code, (size_t)snprintf(code, sizeof code, "\\u%04x", c));
        from = i + 1;
    }
    put(b, s + from, n - from);
    put_c(b, "\"");
}
static void put_text(Buffer *b, const char *s)
{
    if (s) put_string(b, s, strlen(s));
    else put_c(b, "null");
}

static void put_key(Buffer *b, const char *key)
{
    if (b->n && b->s[b->n - 1] != '{') put_c(b, ", ");
    put_c(b, "\"");
    put_c(b, key);
    put_c(b, "\": ");
}
static void put_field(Buffer *b, const char *key, const char *s)
{
    put_key(b, key);
    put_text(b, s);
}
static void put_number(Buffer *b, const char *key, double v)
{
    char text[40];
    put_key(b, key);
    put(b, text, (size_t)snprintf(text, sizeof text, "%.17g", isfinite(v) ? v : -1));
}
static void put_flag(Buffer *b, const char *key, bool v)
{
    put_key(b, key);
    put_c(b, v ? "true" : "false");
}

/* A list of texts. */
static void put_row(Buffer *b, const char *const *texts, int n)
{
    for (int i = 0; i < n; i++) {
        put_c(b, i ? ", " : "[");
        put_text(b, texts[i]);
    }
    put_c(b, "]");
}

/* data: {type: text}; what is JSON itself stands in a list of its own: [JSON]. */
static void put_bundle(Buffer *b, const Bundle *bundle)
{
    put_key(b, "data");
    put_c(b, "{");
    for (int i = 0; bundle && i < bundle->count; i++) {
        const Mime *m = &bundle->items[i];
        put_key(b, m->type);
        if (!m->json) {
            put_string(b, m->data, m->size);
            continue;
        }
        put_c(b, "[");
        put(b, m->data, m->size);
        put_c(b, "]");
    }
    put_c(b, "}");
    if (!bundle || !bundle->metadata || !*bundle->metadata) return;
    put_key(b, "metadata");
    put_c(b, bundle->metadata);
}

static void put_error(Buffer *b, const CellError *e)
{
    put_field(b, "name", e->name);
    put_field(b, "value", e->value);
    put_field(b, "text", e->plain);
    put_field(b, "coloured", e->coloured);
    put_field(b, "code", e->code);
    put_key(b, "fixes");
    put_c(b, "[");
    for (int i = 0; i < e->fix_count; i++) {
        if (i) put_c(b, ", ");
        put_row(b, (const char *const[]){e->fixes[i].cell, e->fixes[i].line, e->fixes[i].cost}, 3);
    }
    put_c(b, "]");
}

/* ---- events (with the lock held between begin and end) ---- */

static void open_event(Buffer *b, const char *kind)
{
    put_c(b, b->n ? ",\n[\"" : "[[\"");
    put_c(b, kind);
    put_c(b, "\", {");
}

static void tell_stream(Stage *s)
{
    if (!s->stream.n) return;
    open_event(&s->events, "stream");
    put_field(&s->events, "name", s->stream_fd == 2 ? "stderr" : "stdout");
    put_key(&s->events, "text");
    put_string(&s->events, s->stream.s, s->stream.n);
    put_c(&s->events, "}]");
    s->stream.n = 0;
}

static Buffer *begin(Stage *s, const char *kind)
{
    pthread_mutex_lock(&s->lock);
    tell_stream(s);
    open_event(&s->events, kind);
    return &s->events;
}
static void end(Stage *s)
{
    put_c(&s->events, "}]");
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

/* ---- the sink ---- */

static void on_stream(void *data, int fd, const char *text, size_t size)
{
    Stage *s = data;
    pthread_mutex_lock(&s->lock);
    while (s->events.n + s->stream.n > PRINTED_MOST && !s->left && !session_interrupted(s->session)) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec++; /* an interrupt does not wake it */
        pthread_cond_timedwait(&s->changed, &s->lock, &until);
    }
    if (s->left) s->events.n = s->stream.n = 0;
    if (s->stream_fd != fd) tell_stream(s);
    s->stream_fd = fd;
    put(&s->stream, text, size);
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

static void on_display(void *data, const Bundle *bundle, const char *id, bool update)
{
    Buffer *b = begin(data, update ? "update" : "display");
    put_bundle(b, bundle);
    put_field(b, "id", id);
    end(data);
}

static void on_result(void *data, int number, const Bundle *bundle)
{
    Buffer *b = begin(data, "result");
    put_number(b, "number", number);
    put_bundle(b, bundle);
    end(data);
}

static void on_error(void *data, const CellError *e)
{
    put_error(begin(data, "error"), e);
    end(data);
}

static void on_clear(void *data, bool wait)
{
    put_flag(begin(data, "clear"), "wait", wait);
    end(data);
}

static void on_progress(void *data, const Progress *p)
{
    Buffer *b = begin(data, "progress");
    put_number(b, "id", (double)p->id);
    put_number(b, "done", p->done);
    put_number(b, "total", p->total);
    put_field(b, "text", p->text);
    put_field(b, "label", p->label);
    put_flag(b, "over", p->over);
    end(data);
}

static void on_page(void *data, const Bundle *bundle)
{
    put_bundle(begin(data, "page"), bundle);
    end(data);
}

static void on_next_input(void *data, const char *cell, bool replace)
{
    Buffer *b = begin(data, "next_input");
    put_field(b, "text", cell);
    put_flag(b, "replace", replace);
    end(data);
}

static void now_and(struct timespec *t, double seconds)
{
    clock_gettime(CLOCK_REALTIME, t);
    double whole = floor(seconds);
    t->tv_sec += (time_t)whole;
    t->tv_nsec += (long)((seconds - whole) * 1e9);
    if (t->tv_nsec >= 1000000000) {
        t->tv_sec++;
        t->tv_nsec -= 1000000000;
    }
}

enum { LOOKS_A_SECOND = 50 }; /* for what wakes nobody: interrupts */

static InputStatus on_input(void *data, const char *prompt, bool password, char **line)
{
    Stage *s = data;
    Buffer *b = begin(s, "input");
    put_field(b, "prompt", prompt);
    put_flag(b, "password", password);
    s->asking = true;
    s->answered = false;
    end(s);
    pthread_mutex_lock(&s->lock);
    while (!s->answered && !s->left && !session_interrupted(s->session)) {
        struct timespec until;
        now_and(&until, 1.0 / LOOKS_A_SECOND);
        pthread_cond_timedwait(&s->changed, &s->lock, &until);
    }
    bool given = s->answered;
    *line = s->answer;
    s->answer = NULL;
    s->asking = false;
    pthread_mutex_unlock(&s->lock);
    return !given ? INPUT_INTERRUPTED : *line ? INPUT_GIVEN : INPUT_EOF;
}

/* ---- works, on the session's thread ---- */

static void put_ink(Buffer *b, Session *session, const char *text, size_t size)
{
    size_t count, at = 0, points = 0;
    const Stretch *p = session_ink(session, text, size, &count);
    bool first = true;
    put_key(b, "ink");
    put_c(b, "[");
    for (size_t i = 0; p && i < count; i++) {
        const char *sequence = session_ansi(p[i].ink, p[i].device);
        size_t start = points + session_points(text + at, p[i].start - at), stop = start + session_points(text + p[i].start, p[i].end - p[i].start);
        char numbers[64];
        at = p[i].end;
        points = stop;
        if (!*sequence) continue;
        if (!first) put_c(b, ", ");
        first = false;
        put(b, numbers, (size_t)snprintf(numbers, sizeof numbers, "[%zu, %zu, ", start, stop));
        put_text(b, sequence);
        put_c(b, "]");
    }
    put_c(b, "]");
}

static void put_completions(Buffer *b, Session *session, const StageOrder *o)
{
    const Completions *c = session_complete(session, o->text, o->size, session_bytes(o->text, o->size, (size_t)(o->number < 0 ? 0 : o->number)));
    put_number(b, "start", c ? (double)session_points(o->text, c->start) : 0);
    put_number(b, "end", c ? (double)session_points(o->text, c->end) : 0);
    put_key(b, "items");
    put_c(b, "[");
    for (int i = 0; c && i < c->count; i++) {
        const Completion *item = &c->items[i];
        if (i) put_c(b, ", ");
        put_row(b, (const char *const[]){item->text, item->kind, item->signature, item->place, item->device}, 5);
    }
    put_c(b, "]");
}

static void evaluate(Buffer *b, Session *session, const char *text)
{
    const Bundle *bundle;
    const CellError *e;
    if (session_evaluate(session, text, &bundle, &e)) {
        put_bundle(b, bundle);
        return;
    }
    put_key(b, "error");
    put_c(b, "{");
    put_error(b, e);
    put_c(b, "}");
}

/* What "done" will hold is made apart: a work may tell events before. */
static void perform(Stage *s, const StageOrder *o, Buffer *b)
{
    static const char *const statuses[] = {"ok", "error", "interrupted", "exit"}, *const wholeness[] = {"complete", "incomplete", "invalid"};
    int indent = 0, signal = 0;
    switch (o->work) {
    case WORK_EXECUTE: {
        CellOptions options = {.silent = o->silent, .filename = o->filename, .first_line = o->number};
        int number = session_number(s->session);
        put_field(b, "status", statuses[session_execute(s->session, o->text, o->size, &options)]);
        put_number(b, "number", number);
        put_number(b, "seconds", session_time(s->session));
        break;
    }
    case WORK_EVALUATE: evaluate(b, s->session, o->text); break;
    case WORK_INK: put_ink(b, s->session, o->text, o->size); break;
    case WORK_COMPLETE: put_completions(b, s->session, o); break;
    case WORK_IS_COMPLETE:
        put_field(b, "status", wholeness[session_is_complete(s->session, o->text, o->size, &indent)]);
        put_number(b, "indent", indent);
        break;
    case WORK_DRY: put_bundle(b, session_dry_run(s->session, o->text, o->size)); break;
    case WORK_INSPECT: put_bundle(b, session_inspect(s->session, o->text, o->size, session_bytes(o->text, o->size, (size_t)(o->number < 0 ? 0 : o->number)), 0)); break;
    case WORK_TEXT: put_field(b, "text", session_text(s->session, o->text)); break;
    case WORK_BANNER: put_field(b, "text", session_banner(s->session)); break;
    case WORK_WIDTH: session_set_width(s->session, o->number); break;
    case WORK_TALK:
#ifdef PERCH_READLINE
        put_field(b, "status", statuses[repl_lend(s->session, s->config.colour, &signal)]);
#else
        put_field(b, "status", "absent");
#endif
        put_number(b, "number", session_number(s->session));
        put_number(b, "signal", signal);
        break;
    case WORK_CLOSE:
        put_number(b, "code", session_close(s->session));
        break;
    }
}

static void wait_for_order(void *data)
{
    Stage *s = data;
    struct timespec until;
    now_and(&until, 0.1); /* what children write in the meantime is handed on */
    pthread_mutex_lock(&s->lock);
    while (!s->busy && !s->left && pthread_cond_timedwait(&s->changed, &s->lock, &until) != ETIMEDOUT) {}
    pthread_mutex_unlock(&s->lock);
}

static bool is_idle(Stage *s)
{
    pthread_mutex_lock(&s->lock);
    bool idle = !s->busy && !s->left;
    pthread_mutex_unlock(&s->lock);
    return idle;
}

static void drop_order(StageOrder *o)
{
    free((char *)o->text);
    free((char *)o->filename);
    *o = (StageOrder){0};
}

static bool open_session(Stage *s)
{
    SessionConfig config = {
        .sink = {.data = s, .stream = on_stream, .display = on_display, .result = on_result, .error = on_error, .clear = on_clear, .page = on_page,
                 .progress = s->config.progress ? on_progress : NULL, .next_input = on_next_input, .input = s->config.asks ? on_input : NULL},
        .argc = 1, .argv = s->argv, .capture = s->config.capture, .colour = s->config.colour, .language = s->config.language, .front = s->config.front,
        .script_dir = s->config.script_dir, .mem_limit = s->config.mem_limit, .width = s->config.width, .no_prelude = s->config.no_prelude,
    };
    Session *session = session_open(&config);
    pthread_mutex_lock(&s->lock);
    s->session = session;
    s->opened = true;
    s->broken = !session;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    return session != NULL;
}

static void *run_thread(void *data)
{
    Stage *s = data;
    if (!open_session(s)) return NULL;
    for (bool over = false; !over;) {
        while (is_idle(s)) session_wait(s->session, wait_for_order, s);
        over = s->left || s->order.work == WORK_CLOSE;
        if (s->left) {
            session_close(s->session);
            break;
        }
        Buffer answer = {0};
        put_c(&answer, "{"); /* so that its first field has no comma before it */
        perform(s, &s->order, &answer);
        if (getpid() != s->pid) _exit(s->order.work == WORK_EXECUTE ? session_close(s->session) : 0);
        Buffer *b = begin(s, "done");
        put(b, answer.s + 1, answer.n - 1);
        if (answer.failed) b->failed = true;
        free(answer.s);
        drop_order(&s->order);
        s->busy = false;
        s->closed = over;
        end(s);
    }
    return NULL;
}

/* ---- for the player ---- */

static char *copy(const char *text) { return text ? strdup(text) : NULL; }

static void stage_free(Stage *s)
{
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->changed);
    drop_order(&s->order);
    free((char *)s->config.front);
    free((char *)s->config.language);
    free((char *)s->config.script_dir);
    free((char *)s->config.program);
    free(s->events.s);
    free(s->stream.s);
    free(s->answer);
    free(s);
}

/* The stack that the session's language measures its depth by: the process's own limit. */
static bool start_thread(Stage *s)
{
    struct rlimit limit;
    size_t room = (size_t)8 << 20, most = (size_t)64 << 20;
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) room = limit.rlim_cur < most ? limit.rlim_cur : most;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes)) return false;
    bool ok = !pthread_attr_setstacksize(&attributes, room + (room >> 3)) && !pthread_create(&s->thread, &attributes, run_thread, s);
    pthread_attr_destroy(&attributes);
    return ok;
}

Stage *stage_open(const StageConfig *config)
{
    Stage *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->config = *config;
    s->config.front = copy(config->front);
    s->config.language = copy(config->language);
    s->config.script_dir = copy(config->script_dir);
    s->config.program = copy(config->program ? config->program : "");
    s->argv[0] = (char *)s->config.program;
    s->pid = getpid();
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->changed, NULL);
    if (!s->argv[0] || !start_thread(s)) {
        stage_free(s);
        return NULL;
    }
    pthread_mutex_lock(&s->lock);
    while (!s->opened) pthread_cond_wait(&s->changed, &s->lock);
    bool broken = s->broken;
    pthread_mutex_unlock(&s->lock);
    if (!broken) return s;
    pthread_join(s->thread, NULL);
    stage_free(s);
    return NULL;
}

bool stage_start(Stage *s, const StageOrder *order)
{
    StageOrder o = *order;
    char *text = malloc(order->size + 1);
    if (!text) return false;
    memcpy(text, order->text, order->size);
    text[order->size] = 0;
    o.text = text;
    o.filename = copy(order->filename);
    pthread_mutex_lock(&s->lock);
    bool free_now = !s->busy && !s->closed;
    if (free_now) {
        s->order = o;
        s->busy = true;
        pthread_cond_broadcast(&s->changed);
    }
    pthread_mutex_unlock(&s->lock);
    if (!free_now) drop_order(&o);
    return free_now;
}

char *stage_take(Stage *s, double seconds, bool (*stop)(void *data), void *data, size_t *size)
{
    struct timespec until, look;
    now_and(&until, seconds < 0 ? 0 : seconds > 1e8 ? 1e8 : seconds);
    pthread_mutex_lock(&s->lock);
    while (!s->events.n && !s->stream.n && !stop(data)) {
        now_and(&look, 1.0 / LOOKS_A_SECOND);
        bool last = look.tv_sec > until.tv_sec || (look.tv_sec == until.tv_sec && look.tv_nsec >= until.tv_nsec);
        if (pthread_cond_timedwait(&s->changed, &s->lock, last ? &until : &look) == ETIMEDOUT && last) break;
    }
    tell_stream(s);
    if (s->events.n) put(&s->events, "]", 2);
    Buffer taken = s->events;
    s->events = (Buffer){0};
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    *size = taken.n ? taken.n - 1 : 0;
    if (taken.n && !taken.failed) return taken.s;
    free(taken.s);
    return NULL;
}

bool stage_busy(Stage *s)
{
    pthread_mutex_lock(&s->lock);
    bool busy = s->busy;
    pthread_mutex_unlock(&s->lock);
    return busy;
}

void stage_interrupt(Stage *s)
{
    pthread_mutex_lock(&s->lock);
    if (s->busy) session_interrupt(s->session);
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

void stage_answer(Stage *s, const char *line)
{
    pthread_mutex_lock(&s->lock);
    if (s->asking && !s->answered) {
        s->answer = copy(line);
        s->answered = true;
        pthread_cond_broadcast(&s->changed);
    }
    pthread_mutex_unlock(&s->lock);
}

void stage_drop(Stage *s)
{
    if (!s) return;
    pthread_mutex_lock(&s->lock);
    s->left = true;
    bool busy = s->busy;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    if (busy) {
        pthread_detach(s->thread);
        return;
    }
    pthread_join(s->thread, NULL);
    stage_free(s);
}
