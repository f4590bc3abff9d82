/* events.c: session-events [OPTION...] [FILE...]: plays cells to a session and prints what comes back, a JSON object a line.
 *
 * A file (standard input without one) holds cells, each behind a line `# %% [WORD [ARGUMENT...]]` (the first may do without). WORD says
 * what to do with the text below it:
 *     (none), run      execute            silent, no_history    execute so          interrupt S   execute, interrupted after S seconds
 *     is_complete      may it run?        complete, inspect [DETAIL], signature, bracket: at the cursor, the character U+2038 in the
 *     ink              its stretches      text (the text's end without one)         evaluate      an expression, no cell
 *     pulse            the line about the devices (no text)
 *     press N          what the fix key puts in is run, until nothing is offered, at most N times (no text)
 *     dry              a dry run          history tail N | range SESSION START STOP | search N PATTERN [unique]
 *     fail N           the N-th request for memory from here on fails; N+: all later ones too; 0: none any more (no text)
 *     input LINE       an answer for a later input() (no text)     width N    reset    banner    text KEY    comm KIND (the text: JSON)
 * Options: -c CELL (a cell as an argument), --history FILE, --lang L, --front F, --colour, --no-input, --times (seconds are told).
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lang/object/mem.h"
#include "session/session_impl.h"

#define WEAK __attribute__((weak))
/* Parts of the session that may not be there yet: they answer "absent" then. */
WEAK Completeness session_is_complete(Session *s, const char *text, size_t size, int *indent);
WEAK bool session_evaluate(Session *s, const char *expression, const Bundle **b, const CellError **e);
WEAK const Completions *session_complete(Session *s, const char *text, size_t size, size_t cursor);
WEAK const Bundle *session_inspect(Session *s, const char *text, size_t size, size_t cursor, int detail);
WEAK const char *session_signature(Session *s, const char *text, size_t size, size_t cursor, size_t *from, size_t *to);
WEAK const Stretch *session_ink(Session *s, const char *text, size_t size, size_t *count);
WEAK size_t session_bracket(Session *s, const char *text, size_t size, size_t at);
WEAK const Bundle *session_dry_run(Session *s, const char *text, size_t size);
WEAK const Entries *session_history(Session *s, const HistoryQuery *q);
WEAK const char *session_banner(Session *s);
WEAK const char *session_text(Session *s, const char *key);
WEAK void session_comm(Session *s, const CommMessage *m);
WEAK void session_reset(Session *s);
WEAK bool session_run_file(Session *s, const char *path);

static FILE *out; /* the first standard output, apart from what cells write to descriptor 1 */
static bool times, colour;

enum { ANSWERS = 64 };
static char *answers[ANSWERS];
static int nanswers, next_answer;

/* ---- JSON ---- */

static void put_string(const char *s, size_t n)
{
    putc('"', out);
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c == '"' || c == '\\') fprintf(out, "\\%c", c);
        else if (c == '\n') fputs("\\n", out);
        else if (c < ' ' || c == 127) fprintf(out, "\\u%04x", c);
        else putc(c, out);
    }
    putc('"', out);
}
static void put_text(const char *s)
{
    if (s) put_string(s, strlen(s));
    else fputs("null", out);
}
static void put_key(const char *key) { fprintf(out, ", \"%s\": ", key); }
static void put_field(const char *key, const char *s)
{
    put_key(key);
    put_text(s);
}
static void begin(const char *event) { fprintf(out, "{\"event\": \"%s\"", event); }
static void end(void)
{
    fputs("}\n", out);
    fflush(out);
}

static void put_bundle(const Bundle *b)
{
    put_key("data");
    putc('{', out);
    for (int i = 0; i < b->count; i++) {
        if (i) fputs(", ", out);
        put_text(b->items[i].type);
        fputs(": ", out);
        if (b->items[i].json) fwrite(b->items[i].data, 1, b->items[i].size, out);
        else put_string(b->items[i].data, b->items[i].size);
    }
    putc('}', out);
    if (b->metadata && strcmp(b->metadata, "{}")) {
        put_key("metadata");
        fputs(b->metadata, out);
    }
}

static void put_error(const CellError *e)
{
    put_field("name", e->name);
    put_field("value", e->value);
    put_field("text", e->plain);
    if (colour && e->coloured && strcmp(e->coloured, e->plain)) put_field("coloured", e->coloured);
    if (e->code) put_field("code", e->code);
    if (!e->fix_count) return;
    put_key("fixes");
    for (int i = 0; i < e->fix_count; i++) {
        fputs(i ? ", {\"line\": " : "[{\"line\": ", out);
        put_text(e->fixes[i].line);
        put_field("cell", e->fixes[i].cell);
        put_field("cost", e->fixes[i].cost);
        if (e->fixes[i].more) {
            put_key("more");
            fprintf(out, "%d", e->fixes[i].more);
        }
        putc('}', out);
    }
    putc(']', out);
}

/* ---- the sink ---- */

/* Neighbouring pieces of one stream are one event: how they are cut is nobody's business. */
static char *gathered;
static size_t ngathered;
static int gathered_fd;

static void tell_stream(void)
{
    if (!ngathered) return;
    begin("stream");
    put_field("name", gathered_fd == 2 ? "stderr" : "stdout");
    put_key("text");
    put_string(gathered, ngathered);
    end();
    ngathered = 0;
}

static void on_stream(void *data, int fd, const char *text, size_t size)
{
    (void)data;
    if (gathered_fd != fd || ngathered > 1 << 20) tell_stream();
    char *more = realloc(gathered, ngathered + size);
    if (!more) return;
    gathered = more;
    gathered_fd = fd;
    memcpy(gathered + ngathered, text, size);
    ngathered += size;
}

static void on_display(void *data, const Bundle *b, const char *id, bool update)
{
    (void)data;
    tell_stream();
    begin(update ? "update" : "display");
    put_bundle(b);
    if (id) put_field("id", id);
    end();
}

static void on_result(void *data, int number, const Bundle *b)
{
    (void)data;
    tell_stream();
    begin("result");
    put_key("number");
    fprintf(out, "%d", number);
    put_bundle(b);
    end();
}

static void on_error(void *data, const CellError *e)
{
    (void)data;
    tell_stream();
    begin("error");
    put_error(e);
    end();
}

static void on_clear(void *data, bool wait)
{
    (void)data;
    tell_stream();
    begin("clear");
    put_key("wait");
    fputs(wait ? "true" : "false", out);
    end();
}

static void on_progress(void *data, const Progress *p)
{
    (void)data;
    tell_stream();
    begin("progress");
    fprintf(out, ", \"id\": %lld, \"done\": %.15g, \"total\": %.15g", (long long)p->id, p->done, p->total);
    if (times) put_field("text", p->text);
    put_field("label", p->label);
    put_field("unit", p->unit);
    put_key("over");
    fputs(p->over ? "true" : "false", out);
    end();
}

static void on_page(void *data, const Bundle *b)
{
    (void)data;
    tell_stream();
    begin("page");
    put_bundle(b);
    end();
}

static void on_next_input(void *data, const char *cell, bool replace)
{
    (void)data;
    tell_stream();
    begin("next_input");
    put_field("text", cell);
    put_key("replace");
    fputs(replace ? "true" : "false", out);
    end();
}

static InputStatus on_input(void *data, const char *prompt, bool password, char **line)
{
    (void)data;
    tell_stream();
    begin("input");
    put_field("prompt", prompt);
    put_key("password");
    fputs(password ? "true" : "false", out);
    end();
    if (next_answer >= nanswers) return INPUT_EOF;
    const char *answer = answers[next_answer++];
    if (!strcmp(answer, "^C")) return INPUT_INTERRUPTED;
    *line = strdup(answer);
    return INPUT_GIVEN;
}

static void on_comm(void *data, const CommMessage *m)
{
    (void)data;
    tell_stream();
    begin(m->kind);
    put_key("content");
    fputs(m->content, out);
    end();
}

/* ---- cells ---- */

typedef struct PulseAsked { Session *s; char *room; size_t size; } PulseAsked;
static void *ask_pulse(void *arg)
{
    const PulseAsked *p = arg;
    session_pulse(p->s, p->room, p->size);
    return NULL;
}

typedef struct Alarm { Session *s; double seconds; } Alarm;
static void *ring(void *arg)
{
    const Alarm *a = arg;
    struct timespec t = {(time_t)a->seconds, (long)((a->seconds - (double)(time_t)a->seconds) * 1e9)};
    nanosleep(&t, NULL);
    session_interrupt(a->s);
    return NULL;
}

static void execute(Session *s, const char *text, size_t n, const CellOptions *o, double interrupt)
{
    static const char *const names[] = {"ok", "error", "interrupted", "exit"};
    pthread_t thread;
    Alarm alarm = {s, interrupt};
    bool armed = interrupt >= 0 && !pthread_create(&thread, NULL, ring, &alarm);
    int number = session_number(s);
    CellStatus status = session_execute(s, text, n, o);
    if (armed) pthread_join(thread, NULL);
    tell_stream();
    begin("done");
    put_field("status", names[status]);
    put_key("number");
    fprintf(out, "%d", number);
    if (times) fprintf(out, ", \"seconds\": %.6f", session_time(s));
    end();
}

static void absent(const char *what)
{
    begin("absent");
    put_field("what", what);
    end();
}

static const char cursor_mark[] = "\xE2\x80\xB8";

/* Takes the mark out of the text; where it was. */
static size_t take_cursor(char *text, size_t *n)
{
    char *at = strstr(text, cursor_mark);
    if (!at) return *n;
    memmove(at, at + 3, *n - (size_t)(at - text) - 3 + 1);
    *n -= 3;
    return (size_t)(at - text);
}

static void tell_completions(const Completions *c)
{
    begin("completions");
    if (c) {
        fprintf(out, ", \"start\": %zu, \"end\": %zu, \"items\": [", c->start, c->end);
        for (int i = 0; i < c->count; i++) {
            const Completion *m = &c->items[i];
            fputs(i ? ", {\"text\": " : "{\"text\": ", out);
            put_text(m->text);
            put_field("kind", m->kind);
            if (m->signature && *m->signature) put_field("signature", m->signature);
            if (m->place && *m->place) put_field("place", m->place);
            if (m->device && *m->device) put_field("device", m->device);
            putc('}', out);
        }
        putc(']', out);
    }
    end();
}

static void tell_bundle(const char *event, const Bundle *b)
{
    begin(event);
    put_key("found");
    fputs(b ? "true" : "false", out);
    if (b) put_bundle(b);
    end();
}

static void tell_history(const Entries *h)
{
    begin("history");
    put_key("entries");
    putc('[', out);
    for (int i = 0; h && i < h->count; i++) {
        fprintf(out, "%s[%lld, %d, ", i ? ", " : "", (long long)h->items[i].session, h->items[i].line);
        put_text(h->items[i].input);
        if (h->items[i].output) {
            fputs(", ", out);
            put_text(h->items[i].output);
        }
        putc(']', out);
    }
    putc(']', out);
    end();
}

/* history tail N | range SESSION START STOP | search N PATTERN [unique] */
static void ask_history(Session *s, char **w, int n)
{
    HistoryQuery q = {0};
    for (int i = n - 1; i > 1 && (!strcmp(w[i], "unique") || !strcmp(w[i], "output")); i--, n--) *(*w[i] == 'u' ? &q.unique : &q.output) = true;
    const char *kind = n > 1 ? w[1] : "tail";
    q.kind = *kind == 'r' ? HISTORY_RANGE : *kind == 's' ? HISTORY_SEARCH : HISTORY_TAIL;
    if (q.kind == HISTORY_RANGE) {
        q.session = n > 2 ? atoll(w[2]) : 0;
        q.start = n > 3 ? atoi(w[3]) : 1;
        q.stop = n > 4 ? atoi(w[4]) : 0;
    } else {
        q.count = n > 2 ? atoi(w[2]) : 0;
        q.pattern = n > 3 ? w[3] : NULL;
    }
    tell_history(session_history(s, &q));
}

static void ask_evaluate(Session *s, const char *text)
{
    const Bundle *b = NULL;
    const CellError *e = NULL;
    if (session_evaluate(s, text, &b, &e)) {
        tell_bundle("value", b);
        return;
    }
    begin("value");
    put_error(e);
    end();
}

static void ask_ink(Session *s, const char *text, size_t n)
{
    static const char *const inks[] = {"plain", "keyword", "builtin", "number", "string", "comment", "operator", "function", "decorator", "magic", "error", "device"};
    size_t count = 0;
    const Stretch *p = session_ink(s, text, n, &count);
    begin("ink");
    put_key("stretches");
    putc('[', out);
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ", [" : "[", out);
        put_string(text + p[i].start, p[i].end - p[i].start);
        fprintf(out, ", \"%s\"", inks[p[i].ink]);
        if (p[i].device >= 0) fprintf(out, ", %d", p[i].device);
        putc(']', out);
    }
    putc(']', out);
    end();
}

static void press(Session *s, int most)
{
    for (int i = 0; i < most; i++) {
        const CellError *e = session_last_error(s);
        if (!e || !e->fix_count) return;
        char *cell = strdup(e->fixes[0].cell);
        begin("press");
        put_field("line", e->fixes[0].line);
        put_field("cell", cell);
        end();
        execute(s, cell, strlen(cell), NULL, -1);
        free(cell);
    }
}

/* One cell: what the words of its first line ask for. */
static void play(Session *s, char **w, int nw, char *text, size_t n)
{
    const char *what = nw ? w[0] : "run";
    CellOptions o = {0};
    if (!strcmp(what, "run")) execute(s, text, n, NULL, -1);
    else if (!strcmp(what, "silent")) execute(s, text, n, (o.silent = true, &o), -1);
    else if (!strcmp(what, "no_history")) execute(s, text, n, (o.no_history = true, &o), -1);
    else if (!strcmp(what, "interrupt")) execute(s, text, n, NULL, nw > 1 ? atof(w[1]) : 0.2);
    else if (!strcmp(what, "press")) press(s, nw > 1 ? atoi(w[1]) : 20);
    else if (!strcmp(what, "input")) {
        if (nanswers < ANSWERS) answers[nanswers++] = strdup(nw > 1 ? w[1] : "");
    } else if (!strcmp(what, "fail")) {
        char *rest;
        long long step = strtoll(nw > 1 ? w[1] : "0", &rest, 10);
        mem_fail_after(lang_mem(s->vm), step - 1, *rest == '+');
    } else if (!strcmp(what, "width")) session_set_width(s, nw > 1 ? atoi(w[1]) : 80);
    else if (!strcmp(what, "is_complete")) {
        if (!session_is_complete) return absent(what);
        static const char *const names[] = {"complete", "incomplete", "invalid"};
        int indent = 0;
        Completeness c = session_is_complete(s, text, n, &indent);
        begin("is_complete");
        put_field("status", names[c]);
        if (c == TEXT_INCOMPLETE) fprintf(out, ", \"indent\": %d", indent);
        end();
    } else if (!strcmp(what, "complete")) {
        if (!session_complete) return absent(what);
        size_t at = take_cursor(text, &n);
        tell_completions(session_complete(s, text, n, at));
    } else if (!strcmp(what, "inspect")) {
        if (!session_inspect) return absent(what);
        size_t at = take_cursor(text, &n);
        tell_bundle("inspect", session_inspect(s, text, n, at, nw > 1 ? atoi(w[1]) : 0));
    } else if (!strcmp(what, "signature")) {
        if (!session_signature) return absent(what);
        size_t at = take_cursor(text, &n), from = 0, to = 0;
        const char *sig = session_signature(s, text, n, at, &from, &to);
        begin("signature");
        put_field("text", sig);
        if (sig) fprintf(out, ", \"from\": %zu, \"to\": %zu", from, to);
        end();
    } else if (!strcmp(what, "bracket")) {
        if (!session_bracket) return absent(what);
        size_t at = take_cursor(text, &n), other = session_bracket(s, text, n, at);
        begin("bracket");
        fprintf(out, ", \"at\": %zu, \"other\": %lld", at, other == SIZE_MAX ? -1LL : (long long)other);
        end();
    } else if (!strcmp(what, "ink")) {
        if (!session_ink) return absent(what);
        ask_ink(s, text, n);
    } else if (!strcmp(what, "pulse")) { /* from another thread, as fronts ask */
        pthread_t thread;
        char room[200] = "";
        PulseAsked asked = {s, room, sizeof room};
        if (!pthread_create(&thread, NULL, ask_pulse, &asked)) pthread_join(thread, NULL);
        begin("pulse");
        put_field("text", room);
        end();
    } else if (!strcmp(what, "dry")) {
        if (!session_dry_run) return absent(what);
        tell_bundle("dry", session_dry_run(s, text, n));
    } else if (!strcmp(what, "evaluate")) {
        if (!session_evaluate) return absent(what);
        ask_evaluate(s, text);
    } else if (!strcmp(what, "history")) {
        if (!session_history) return absent(what);
        ask_history(s, w, nw);
    } else if (!strcmp(what, "reset")) {
        if (!session_reset) return absent(what);
        session_reset(s);
    } else if (!strcmp(what, "file")) {
        if (!session_run_file) return absent(what);
        bool ok = session_run_file(s, nw > 1 ? w[1] : "");
        tell_stream();
        begin("file");
        put_key("ok");
        fputs(ok ? "true" : "false", out);
        end();
    } else if (!strcmp(what, "banner") || !strcmp(what, "text")) {
        if (!session_banner || !session_text) return absent(what);
        begin(what);
        put_field("text", *what == 'b' ? session_banner(s) : session_text(s, nw > 1 ? w[1] : ""));
        end();
    } else if (!strcmp(what, "comm")) {
        if (!session_comm) return absent(what);
        session_comm(s, &(CommMessage){.kind = nw > 1 ? w[1] : "comm_msg", .content = text});
        tell_stream();
    } else fprintf(stderr, "session-events: what is '%s'?\n", what);
}

static int split(char *line, char **w, int most)
{
    int n = 0;
    char *save = NULL;
    for (char *t = strtok_r(line, " ", &save); t && n < most; t = strtok_r(NULL, " ", &save)) w[n++] = t;
    return n;
}

/* A file's cells. Without the newline that ends each. */
static void play_text(Session *s, char *text, size_t n)
{
    static const char mark[] = "# %%";
    char *p = text, *all = text + n;
    while (p < all) {
        char *words[8], *body = p;
        int nw = 0;
        if (!strncmp(p, mark, 4)) {
            char *line = p + 4, *eol = memchr(p, '\n', (size_t)(all - p));
            if (!eol) eol = all;
            *eol = 0;
            body = eol < all ? eol + 1 : all;
            nw = split(line, words, 8);
        }
        char *stop = body;
        while (stop < all && strncmp(stop, mark, 4)) {
            char *eol = memchr(stop, '\n', (size_t)(all - stop));
            stop = eol ? eol + 1 : all;
        }
        size_t len = (size_t)(stop - body);
        if (len && body[len - 1] == '\n') len--;
        char *cell = malloc(len + 1);
        if (!cell) return;
        memcpy(cell, body, len);
        cell[len] = 0;
        if (nw || len) play(s, words, nw, cell, len);
        free(cell);
        p = stop;
    }
}

static void play_file(Session *s, const char *path)
{
    FILE *f = path ? fopen(path, "rb") : stdin;
    size_t n = 0, cap = 1 << 16;
    char *text = f ? malloc(cap + 1) : NULL;
    while (text) {
        size_t got = fread(text + n, 1, cap - n, f);
        n += got;
        if (!got) break;
        if (n == cap) {
            char *more = realloc(text, (cap *= 2) + 1);
            if (!more) break;
            text = more;
        }
    }
    if (f && f != stdin) fclose(f);
    if (!text) {
        fprintf(stderr, "session-events: cannot read %s\n", path ? path : "standard input");
        return;
    }
    text[n] = 0;
    play_text(s, text, n);
    free(text);
}

int main(int argc, char **argv)
{
    signal(SIGXFSZ, SIG_IGN); /* as perch's own fronts do */
    int fd = dup(1);
    out = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!out) return 2;
    SessionConfig config = {
        .sink = {.stream = on_stream, .display = on_display, .result = on_result, .error = on_error, .clear = on_clear, .progress = on_progress,
                 .page = on_page, .next_input = on_next_input, .input = on_input, .comm = on_comm},
        .front = "jupyter", .capture = true, .language = "en", .script_dir = "",
    };
    int i = 1;
    const char *cells[64];
    int ncells = 0;
    for (; i < argc && argv[i][0] == '-' && argv[i][1]; i++) {
        const char *a = argv[i], *v = i + 1 < argc ? argv[i + 1] : "";
        if (!strcmp(a, "-c")) {
            if (ncells < 64) cells[ncells++] = v;
            i++;
        } else if (!strcmp(a, "--history")) config.history = v, i++;
        else if (!strcmp(a, "--lang")) config.language = v, i++;
        else if (!strcmp(a, "--front")) config.front = v, i++;
        else if (!strcmp(a, "--colour")) config.colour = colour = true;
        else if (!strcmp(a, "--no-input")) config.sink.input = NULL;
        else if (!strcmp(a, "--no-progress")) config.sink.progress = NULL;
        else if (!strcmp(a, "--times")) times = true;
        else return fprintf(stderr, "session-events: %s?\n", a), 2;
    }
    Session *s = session_open(&config);
    if (!s) return fputs("session-events: no session\n", stderr), 1;
    for (int k = 0; k < ncells; k++) execute(s, cells[k], strlen(cells[k]), NULL, -1);
    if (i >= argc && !ncells) play_file(s, NULL);
    for (; i < argc; i++) play_file(s, argv[i]);
    int status = session_close(s);
    tell_stream();
    begin("closed");
    put_key("code");
    fprintf(out, "%d", status);
    end();
    fclose(out);
    for (int k = 0; k < nanswers; k++) free(answers[k]);
    free(gathered);
    return 0;
}
