/* session.c: a session's life: open, close, reset, interrupt; its copy of what the front configured. */
#include "session.h"

#include <stdlib.h>
#include <time.h>

#include "lang/front/parse.h"
#include "lib/lib.h"
#include "session_impl.h"
#include "lang/object/thread.h"
#include "typing.h"

/* lib.h's modules and the session's own. */
static const ModuleDef **all_modules(void)
{
    size_t n = 0;
    while (lib_modules[n]) n++;
    const ModuleDef **all = calloc(n + 3, sizeof *all);
    if (all) memcpy(all, lib_modules, n * sizeof *all);
    if (all) {
        all[n] = &session_module;
        all[n + 1] = &known_module;
    }
    return all;
}

/* The names that every cell has without importing them, kept by perch.shell; then the prelude's. */
static Value session_prelude(VM *vm, Ref name)
{
    static const char *const own[] = {"get_ipython", "display"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        if (!str_equal_c(name, own[i])) continue;
        Value module = import_module(vm, i ? "perch.display" : "perch.shell"), v = module ? obj_getattr(vm, module, name) : NULL;
        release(vm, module);
        return v;
    }
    return session_of(vm)->config.no_prelude ? NULL : lib_prelude(vm, name);
}

static bool is_terminal(VM *vm, void *data, int fd)
{
    const SessionConfig *c = &((Session *)data)->config;
    return c->colour || !strcmp(c->front, "terminal"); /* one without colour too */
}

static char *copy(const char *text) { return text ? strdup(text) : NULL; }

static bool keep_config(Session *s, const SessionConfig *config)
{
    s->config = *config;
    s->config.language = strdup(words_language(config->language));
    s->config.history = copy(config->history);
    s->config.front = strdup(config->front ? config->front : "");
    s->config.script_dir = copy(config->script_dir);
    s->config.connection = copy(config->connection);
    s->shows = LANG_CELL;
    s->folds = s->config.width > 0;
    if (s->config.width <= 0) s->config.width = 80;
    return s->config.front && s->config.language && !config->history == !s->config.history;
}

static void drop_config(Session *s)
{
    free((char *)s->config.language);
    free((char *)s->config.history);
    free((char *)s->config.front);
    free((char *)s->config.connection);
    free((char *)s->config.script_dir);
}

static void session_free(Session *s)
{
    free(s->modules);
    drop_config(s);
    free(s);
}

Session *session_open(const SessionConfig *config)
{
    Session *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    static char *nobody[] = {(char *)"", NULL};
    LangConfig lang = {
        .mem_limit = config->mem_limit, .argc = config->argv ? config->argc : 1, .argv = config->argv ? config->argv : nobody,
        .executable = config->executable, .script_dir = config->script_dir, .warn_options = config->warn_options, .flags = config->flags,
        .hooks = {.write = streams_write, .input = input_line, .display = cell_show, .idle = streams_idle, .isatty = is_terminal}, .hook_data = s,
        .frozen = &lib_frozen, .absent_hint = lib_absent_hint, .absent_name = lib_absent_name, .star_names = lib_star_names, .open_streams = lib_open_streams,
        .prelude = session_prelude,
    };
    if (!keep_config(s, config) || !(s->modules = all_modules()) || (lang.modules = s->modules, !(s->vm = lang_open(&lang)))) {
        session_free(s);
        return NULL;
    }
    s->number = 1;
    streams_open(s, config->capture);
    if (config->branches && !thread_expect(s->vm)) {
        session_close(s);
        return NULL;
    }
    lang_customize(s->vm);
    s->ns = lang_main_globals(s->vm);
    if (!s->ns || !session_own_builtins(s) || !cell_open(s) || !words_open(s) || !history_open(s, config->history) || !pulse_open(s)) {
        session_close(s);
        return NULL;
    }
    return s;
}

/* The exit code of what exit() was given, as sys.exit's. */
static int exit_status(Session *s)
{
    VM *vm = s->vm;
    Ref code = s->exit_code;
    int64_t i;
    if (!code || is_none(code)) return 0;
    if (is_int(code)) return int_fits_i64(code, &i) ? (int)(i & 0xFF) : 255;
    Value text = op_str(vm, code);
    size_t n;
    const char *p = text ? str_utf8(vm, text, &n) : NULL;
    if (p) {
        streams_say(s, 2, p, n);
        streams_say(s, 2, "\n", 1);
    }
    err_clear(vm);
    release(vm, text);
    return 1;
}

/* What the program's code could find gone goes after it; what holds values of the program's goes before, so that their code runs, too. */
void session_end(Session *s)
{
    VM *vm = s->vm;
    if (vm->end || !s->ns) return;
    threads_dismiss(vm); /* branches end while the session is whole */
    err_clear(vm);
    lang_atexit(vm);
    hooks_drop(s);
    cell_empty(s);
    Value ns = dict_new(vm); /* what __main__ had goes with it */
    if (ns) value_put(vm, &s->ns, ns);
    err_clear(vm);
    value_clear(vm, &s->trial_value);
    value_clear(vm, &s->last_exception);
    value_clear(vm, &vm->origin);
    lang_end(vm);
}

int session_close(Session *s)
{
    if (!s) return 0;
    VM *vm = s->vm;
    threads_dismiss(vm); /* branches end while the session is whole */
    int status = exit_status(s);
    err_clear(vm);
    session_end(s);
    branch_drop(vm, &s->main);
    text_drop(&s->banner);
    for (int i = 0; i < 2; i++) text_drop(&s->prompt[i]);
    cell_close(s);
    history_close(s);
    hooks_drop(s);
    pulse_close(s);
    bundle_drop(&s->dry);
    text_drop(&s->trial_output);
    value_clear(vm, &s->trial_value);
    value_clear(vm, &s->last_exception);
    value_clear(vm, &s->ns);
    value_clear(vm, &vm->origin);
    value_clear(vm, &s->descriptors);
    size_t left = lang_close(vm);
#ifdef PERCH_CHECKED
    if (left) fprintf(stderr, "perch: %zu bytes still live at exit\n", left);
#else
    (void)left;
#endif
    streams_close(s);
    session_free(s);
    return status;
}

bool session_asks_to_leave(Session *s)
{
    Value asks = ask(s->vm, "perch.shell", "asks_to_leave", NULL, 0);
    bool yes = asks && op_truth(s->vm, asks) > 0;
    release(s->vm, asks);
    err_clear(s->vm);
    return yes;
}

void session_set_width(Session *s, int columns)
{
    s->folds = columns > 0;
    s->config.width = s->folds ? columns : 80;
}

Sink session_listen(Session *s, const Sink *sink)
{
    Sink before = s->config.sink;
    s->config.sink = *sink;
    return before;
}

double session_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void session_interrupt(Session *s) { lang_interrupt(s->vm); }
const void *session_self(const Session *s) { return s->vm->threads ? thread_self(s->vm) : NULL; }
bool session_called(const Session *s, const void *self) { return thread_is_called(s->vm, self); }
bool session_interrupted(const Session *s) { return thread_is_called(s->vm, NULL); }

void session_ready(Session *s)
{
    thread_ready(s->vm);
    branch_of(s)->ready = true;
}
