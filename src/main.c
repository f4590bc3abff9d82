/* main.c: the program perch: what the command line (options.c) asks for is run, by a session at a terminal, else by the language alone. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/core.h"
#include "lang/lang.h"
#include "lesson/lesson.h"
#include "lib/lib.h"
#include "main_dump.h"
#include "lang/object/mem.h"
#include "options.h"
#include "prompt.h"
#include "repl/repl.h"
#include "signal_stack.h"
#include "lang/object/vm.h"

/* The whole of a file or of standard input; malloc-ed. */
static char *read_all(FILE *f, size_t *n)
{
    size_t cap = 1 << 16, len = 0;
    char *buf = malloc(cap + 1);
    while (buf) {
        size_t k = fread(buf + len, 1, cap - len, f);
        len += k;
        if (k == 0) break;
        if (len == cap) {
            char *more = realloc(buf, (cap *= 2) + 1);
            if (!more) free(buf);
            buf = more;
        }
    }
    if (buf) buf[len] = 0;
    *n = len;
    return buf;
}

static VM *the_vm; /* for the signal handler alone */
static void on_interrupt(int sig)
{
    (void)sig;
    if (the_vm) lang_interrupt(the_vm);
}

/* What would end the process where an error can be told: a pipe that nobody reads, a file that has grown to the limit of its size. */
static void ignore_signals(void)
{
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

static char *folder_of(const char *file)
{
    const char *slash = strrchr(file, '/');
    char *dir = slash ? strndup(file, (size_t)(slash - file) + (slash == file)) : strdup(".");
    if (!dir) return NULL;
    char *abs = realpath(dir, NULL);
    free(dir);
    return abs ? abs : strdup("");
}

/* The file's path from the root, not otherwise tidied: __file__ and what tracebacks show. malloc-ed. */
static char *absolute(const char *file)
{
    char *cwd = *file == '/' ? NULL : getcwd(NULL, 0), *path = NULL;
    if (cwd && asprintf(&path, "%s/%s", strcmp(cwd, "/") ? cwd : "", file) < 0) path = NULL;
    free(cwd);
    return path ? path : strdup(file);
}

/* Does it end as an archive of zip's does (behind which there may be a comment)? A __main__ in it is the program. */
static bool is_archive(const char *file)
{
    static const char mark[] = "PK\5\6";
    enum { MARK = sizeof mark - 1, TAIL = 22 + 0xFFFF };
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    off_t end = fd < 0 ? 0 : lseek(fd, 0, SEEK_END);
    char *tail = end > MARK ? malloc(TAIL) : NULL;
    ssize_t n = tail ? pread(fd, tail, TAIL, end > TAIL ? end - TAIL : 0) : 0;
    bool is = n > 0 && memmem(tail, (size_t)n, mark, MARK);
    free(tail);
    if (fd >= 0) close(fd);
    return is;
}

static int run_file(VM *vm, const Options *o, FILE *in, const char *name)
{
    size_t n;
    char *text = read_all(in, &n);
    if (!text) return fputs("perch: out of memory\n", stderr), 1;
    if (o->skip_line) memset(text, ' ', strcspn(text, "\n")); /* the others keep their numbers */
    int status = o->dump ? main_dump(vm, o->dump, text, n, name) : lang_main_text(vm, text, n, name);
    free(text);
    return status;
}

/* PYTHONSTARTUP, before a prompt. */
static void run_startup(VM *vm, const Options *o)
{
    size_t n = 0;
    const char *name = lang_flags_variable(&o->flags, "PYTHONSTARTUP");
    FILE *in = name ? fopen(name, "rb") : NULL;
    if (name && !in) fprintf(stderr, "Could not open PYTHONSTARTUP\n%s: [Errno %d] %s: '%s'\n", errno == ENOENT ? "FileNotFoundError" : "OSError", errno, strerror(errno), name);
    char *text = in ? read_all(in, &n) : NULL;
    if (in) fclose(in);
    if (text) lang_main_text(vm, text, n, name);
    free(text);
}

static int run(VM *vm, const Options *o, FILE *in, const char *dir)
{
    if (o->code) return o->dump ? main_dump(vm, o->dump, o->code, strlen(o->code), "<string>") : lang_main_text(vm, o->code, strlen(o->code), "<string>");
    if (o->module) return main_run_module(vm, o->module, NULL);
    if (o->folder) return main_run_module(vm, NULL, dir);
    if (o->file && strcmp(o->file, "-")) {
        char *path = absolute(o->file);
        if (!path) return fputs("perch: out of memory\n", stderr), 1;
        Value file = str_from_c(vm, path), globals = file ? lang_main_globals(vm) : NULL;
        if (!globals || !dict_set_c(vm, globals, "__file__", file) || !dict_set_c(vm, globals, "__cached__", V_NONE)) err_clear(vm);
        release(vm, file);
        release(vm, globals);
        int status = run_file(vm, o, in, path);
        free(path);
        return status;
    }
    if ((isatty(0) || o->interactive) && !o->dump) return run_startup(vm, o), prompt_loop(vm, !o->quiet);
    return run_file(vm, o, stdin, "<stdin>");
}

/* For the tests: PERCH_GC_STRESS=1 collects at every safe point behind an allocation, PERCH_FAIL_ALLOC=N lets the N-th
 * request for memory from here on fail (and with N+ all later ones). */
static void read_test_switches(VM *vm)
{
    const char *stress = getenv("PERCH_GC_STRESS"), *fail = getenv("PERCH_FAIL_ALLOC");
    if (stress && *stress && strcmp(stress, "0")) gc_set_stress(vm, true);
    if (fail && *fail) {
        char *end;
        long long n = strtoll(fail, &end, 10);
        if (n > 0) mem_fail_after(lang_mem(vm), n - 1, *end == '+');
    }
}

/* A person at a terminal: the session's prompt. Traces and dumps are about one run of one text and stay with the plain one. */
static bool wants_session(const Options *o)
{
#ifdef PERCH_READLINE
    bool nothing_else = !o->code && !o->module && !o->folder && (!o->file || !strcmp(o->file, "-"));
    return (nothing_else || (o->interactive && !o->folder)) && !o->dump && !o->trace && repl_possible();
#else
    return false;
#endif
}

/* The library's modules and, for the tools, the stage on which they play lessons. malloc-ed; NULL: no memory. */
static const ModuleDef **modules_for(const Options *o)
{
    size_t n = 0;
    while (lib_modules[n]) n++;
    const ModuleDef **all = calloc(n + 3, sizeof *all);
    if (!all) return NULL;
    memcpy(all, lib_modules, n * sizeof *all);
    if (options_lesson_tool(o->module)) {
        all[n] = &stage_module;
        all[n + 1] = &keys_module;
    }
    return all;
}

static int run_session(const Options *o, const char *script_dir)
{
    int signal_number = 0, status = 1;
#ifdef PERCH_READLINE
    ReplConfig config = {
        .session = {.argc = o->argc, .argv = o->argv, .mem_limit = o->mem_limit, .warn_options = o->warn, .flags = &o->flags, .no_prelude = o->no_prelude,
                    .language = o->language, .script_dir = script_dir},
        .quiet = o->quiet || o->file || o->code || o->module, .no_colour = o->no_colour,
        .file = o->file && strcmp(o->file, "-") ? o->file : NULL, .python_startup = o->file || o->code || o->module ? NULL : lang_flags_variable(&o->flags, "PYTHONSTARTUP"), .code = o->code, .module = o->module,
    };
    status = repl_run(&config, &signal_number);
#endif
    if (signal_number) { /* end as the signal would have ended it */
        signal(signal_number, SIG_DFL);
        raise(signal_number);
    }
    return status;
}

int main(int argc, char **argv)
{
    Options o = {0};
    int done = options_parse(argc, argv, &o);
    if (done >= 0) return options_drop(&o), done;
    FILE *in = NULL;
    struct stat st;
    o.folder = o.file && stat(o.file, &st) == 0 && (S_ISDIR(st.st_mode) || (S_ISREG(st.st_mode) && is_archive(o.file)));
    if (o.file && !o.folder && strcmp(o.file, "-") && !(in = fopen(o.file, "rb"))) {
        fprintf(stderr, "perch: can't open file '%s': [Errno %d] %s\n", o.file, errno, strerror(errno));
        options_drop(&o);
        return 2;
    }
    char *dir = in ? folder_of(o.file) : o.folder ? realpath(o.file, NULL) : o.module ? getcwd(NULL, 0) : strdup("");
    if (wants_session(&o)) {
        if (in) fclose(in);
        own_signal_stack();
        ignore_signals();
        int status = run_session(&o, dir);
        free(dir);
        options_drop(&o);
        return status;
    }
    const ModuleDef **modules = modules_for(&o);
    LangConfig config = {
        .mem_limit = o.mem_limit, .argc = o.argc, .argv = o.argv, .orig_argv = o.orig_argv, .script_dir = dir, .warn_options = o.warn, .flags = &o.flags,
        .modules = modules ? modules : lib_modules, .frozen = &lib_frozen, .absent_hint = lib_absent_hint, .absent_name = lib_absent_name, .star_names = lib_star_names, .open_streams = lib_open_streams,
        .prelude = o.no_prelude ? NULL : lib_prelude,
    };
    VM *vm = lang_open(&config);
    if (!vm) return fputs("perch: cannot start: out of memory\n", stderr), 1;
    the_vm = vm;
    read_test_switches(vm);
    own_signal_stack();
    struct sigaction act = {.sa_handler = on_interrupt, .sa_flags = SA_ONSTACK};
    sigaction(SIGINT, &act, NULL);
    ignore_signals();
    if (o.flags.verbose) release(vm, import_attr(vm, "importlib", "import_module")); /* CPython's import system tells of each import */
    lang_customize(vm);
    bool traced = !o.trace || (*o.trace && lang_trace(vm, o.trace));
    int status = traced ? run(vm, &o, in, dir) : options_misused("--trace takes some of vm,ops,gc,alloc, not", o.trace);
    if (o.interactive && (o.code || o.module || o.file)) status = prompt_loop(vm, false);
    if (in) fclose(in);
    lang_end(vm);
    the_vm = NULL;
#ifdef PERCH_CHECKED
    size_t left = lang_close(vm);
    if (left) fprintf(stderr, "perch: %zu bytes still live at exit\n", left);
#else
    lang_leave(vm);
#endif
    free(modules);
    free(dir);
    options_drop(&o);
    if (status == LANG_INTERRUPTED) { /* end as an interrupted program does, so that shells and scripts see it */
        signal(SIGINT, SIG_DFL);
        raise(SIGINT);
    }
    return status;
}
