/* main.c: the command line (the language's part of it): perch [-i] [-c CODE | -m MODULE | FILE | -] [ARGS...]. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core.h"
#include "lang.h"
#include "lesson/lesson.h"
#include "lib.h"
#include "main_dump.h"
#include "mem.h"
#include "prompt.h"
#include "repl/repl.h"
#include "signal_stack.h"
#include "vm.h"

/* Fits a screen of 24 lines of 80 columns (tests/repl checks). */
static const char usage[] =
    "usage: perch [options]                  a prompt: cells, history, completion\n"
    "       perch [options] FILE|- [ARGS]    run a file, a folder, standard input\n"
    "       perch [options] -c CODE [ARGS]   run the code given\n"
    "       perch [options] -m MODULE [ARGS] run a module as the main program\n"
    "       perch devices                    what devices there are\n"
    "       perch explain CODE               the page of an error (P0102)\n"
    "\n"
    "  -i                    a prompt after the program has ended\n"
    "  -q, --quiet           no banner            --lang en|zh   perch's own words\n"
    "  --no-color            as NO_COLOR=1        -W ACTION      warnings as Python's\n"
    "  --gpus SPEC           auto, none, cuda, 2, 4x24G or sim:2,model=M,link=L\n"
    "                        M: t4, v100, a100, h200; L: pcie3, pcie4, nvlink\n"
    "  --clock=wall|model    simulated GPUs: their own time, or their model's\n"
    "  --threads N           for kernels on the CPU\n"
    "  --seed N              where random streams begin that nobody seeds\n"
    "  --mem-limit BYTES     MemoryError beyond that (K, M, G may follow)\n"
    "  --no-prelude          only Python's names: no ones(2, 3) without an import\n"
    "  --trace vm,ops,gc,alloc      a line on stderr for each of these events\n"
    "  --dump tokens|ast|bytecode   show what the program is made of\n"
    "  --version, --help     at the prompt: help, ? and %quickref\n";

typedef struct Options {
    const char *code, *module, *file, *dump, *trace;
    bool interactive, quiet, folder, no_prelude, no_colour;
    const char *language;
    size_t mem_limit;
    const char *warn[17]; /* -W, behind those of PYTHONWARNINGS; ended by a NULL */
    char *warn_env;
    int nwarn;
    int argc;
    char **argv;
} Options;

static bool parse_size(const char *s, size_t *out)
{
    char *end;
    errno = 0;
    unsigned long long n = strtoull(s, &end, 10);
    if (end == s || errno) return false;
    switch (*end) {
    case 'G': case 'g': n <<= 10; /* fall through */
    case 'M': case 'm': n <<= 10; /* fall through */
    case 'K': case 'k': n <<= 10; end++; break;
    default: break;
    }
    *out = (size_t)n;
    return *end == 0;
}

enum { WARN_MAX = 16 };
static void add_warn(Options *o, const char *text)
{
    if (o->nwarn < WARN_MAX) o->warn[o->nwarn++] = text;
}

/* The environment's, separated by commas. */
static void warn_from_environment(Options *o)
{
    const char *env = getenv("PYTHONWARNINGS");
    char *save = NULL;
    o->warn_env = env && *env ? strdup(env) : NULL;
    for (char *w = o->warn_env ? strtok_r(o->warn_env, ",", &save) : NULL; w; w = strtok_r(NULL, ",", &save)) add_warn(o, w);
}

static int bad_usage(const char *what, const char *arg)
{
    fprintf(stderr, "perch: %s: %s\n%s", what, arg, usage);
    return 2;
}

/* The value of an option "--name=V" or "--name V"; NULL: it is another option. */
static const char *option_value(const char *name, int argc, char **argv, int *i)
{
    size_t n = strlen(name);
    const char *a = argv[*i];
    if (strncmp(a, name, n) || (a[n] && a[n] != '=')) return NULL;
    return a[n] == '=' ? a + n + 1 : *i + 1 < argc ? argv[++*i] : "";
}

/* Options about devices become variables, which programs that this one starts inherit. 1: taken, 0: another option, -1: not well said. */
static int device_option(int argc, char **argv, int *i)
{
    char why[200];
    const char *v;
    if ((v = option_value("--gpus", argc, argv, i))) {
        if (!core_check_spec(v, why, sizeof why)) return fprintf(stderr, "perch: --gpus %s: %s\n", v, why), -1;
        setenv("PERCH_GPUS", v, 1);
    } else if ((v = option_value("--clock", argc, argv, i))) {
        if (strcmp(v, "wall") && strcmp(v, "model")) return fprintf(stderr, "perch: --clock is wall or model, not %s\n", v), -1;
        setenv("PERCH_CLOCK", v, 1);
    } else if ((v = option_value("--threads", argc, argv, i))) {
        if (atoi(v) < 1) return fprintf(stderr, "perch: --threads takes a number, not %s\n", v), -1;
        setenv("PERCH_THREADS", v, 1);
    } else if ((v = option_value("--seed", argc, argv, i))) {
        uint64_t seed;
        setenv("PERCH_SEED", v, 1);
        if (!lib_seed_given(&seed)) return fprintf(stderr, "perch: --seed takes a number, not %s\n", v), -1;
    } else
        return 0;
    return 1;
}

/* `perch NAME …` that is a command of perch's own and no file: runs as a module. */
static const char *command_module(const char *word)
{
    static const char *const commands[][2] = {
        {"devices", "perch.devices"}, {"explain", "perch.explain"},
    };
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (!strcmp(word, commands[i][0]) && access(word, F_OK)) return commands[i][1];
    return NULL;
}

/* A file whose cells are played, not a program. */
static bool is_lesson(const char *file)
{
    static const char *const endings[] = {".md", ".markdown", ".txt", ".ipynb"};
    size_t n = strlen(file);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t k = strlen(endings[i]);
        if (n > k && !strcmp(file + n - k, endings[i])) return true;
    }
    return false;
}

static bool is_lesson_tool(const char *module) { return module && !strncmp(module, "perch.lesson.", 13); }

/* `perch kernel …` is a program beside this one. Returns only when that cannot be run. */
static int become_kernel(int argc, char **argv)
{
    char path[4096];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 16);
    if (n > 0) {
        memcpy(path + n, "-kernel", 8);
        argv[0] = (char *)"kernel";
        execv(path, argv);
    }
    return fprintf(stderr, "perch: this perch was built without its Jupyter kernel (ZeroMQ, jansson, libsodium)\n"), 1;
}

/* The tools for lessons take perch's own options behind their name too. false: not well said. */
static bool take_own_options(int *argc, char **argv)
{
    int kept = 1;
    for (int i = 1; i < *argc; i++) {
        const char *v;
        int device = device_option(*argc, argv, &i);
        if (device < 0) return false;
        if (device) continue;
        if (!strcmp(argv[i], "--no-color") || !strcmp(argv[i], "--no-colour")) setenv("NO_COLOR", "1", 1);
        else if ((v = option_value("--lang", *argc, argv, &i))) {
            if (strcmp(v, "en") && strcmp(v, "zh")) return bad_usage("--lang takes en or zh, not", v), false;
            setenv("PERCH_LANG", v, 1);
        } else argv[kept++] = argv[i];
    }
    argv[*argc = kept] = NULL;
    return true;
}

/* What the first word that is no option means: a command, a lesson, else a program's file. -1: go on; else the exit code. */
static int choose_main(Options *o, int argc, char **argv)
{
    if (!strcmp(argv[0], "kernel") && access("kernel", F_OK)) return become_kernel(argc, argv);
    if (o->dump || o->trace || o->interactive) o->file = argv[0];
    else if (!(o->module = command_module(argv[0])) && !(is_lesson(argv[0]) && (o->module = "perch.lesson.play"))) o->file = argv[0];
    if (!is_lesson_tool(o->module)) return -1;
    if (o->no_colour) setenv("NO_COLOR", "1", 1);
    if (is_lesson(argv[0])) { /* the file is an argument like others: there is one more before it */
        o->argv--;
        o->argc++;
        o->argv[0] = (char *)"lesson";
    }
    return take_own_options(&o->argc, o->argv) ? -1 : 2;
}

/* -1: go on; else the exit code. */
static int parse_args(int argc, char **argv, Options *o)
{
    int i = 1;
    for (; i < argc; i++) {
        const char *a = argv[i], *v;
        if (a[0] != '-' || !a[1]) break;
        if (!strcmp(a, "--help") || !strcmp(a, "-h")) return fputs(usage, stdout), 0;
        if (!strcmp(a, "--version") || !strcmp(a, "-V")) return puts("perch " PERCH_VERSION " (Python 3.11)"), 0;
        if (!strncmp(a, "-c", 2) && a[2]) { /* -cCODE */
            o->code = a + 2;
            argv[i] = "-c";
            break;
        }
        int device = device_option(argc, argv, &i);
        if (device < 0) return 2;
        if (device) continue;
        if (!strcmp(a, "-i")) o->interactive = true;
        else if (!strcmp(a, "-q") || !strcmp(a, "--quiet")) o->quiet = true;
        else if (!strcmp(a, "--no-prelude")) o->no_prelude = true;
        else if (!strcmp(a, "--no-color") || !strcmp(a, "--no-colour")) o->no_colour = true;
        else if ((v = option_value("--lang", argc, argv, &i))) {
            if (strcmp(v, "en") && strcmp(v, "zh")) return bad_usage("--lang takes en or zh, not", v);
            o->language = v;
            setenv("PERCH_LANG", v, 1);
        }
        else if (!strcmp(a, "-u") || !strcmp(a, "-B") || !strcmp(a, "-E") || !strcmp(a, "-s") || !strcmp(a, "-I")) continue;
        else if (!strncmp(a, "-W", 2)) {
            if (!a[2] && i + 1 >= argc) return bad_usage("argument expected for", a);
            add_warn(o, a[2] ? a + 2 : argv[++i]);
        } else if (!strncmp(a, "--mem-limit", 11)) {
            v = a[11] == '=' ? a + 12 : i + 1 < argc ? argv[++i] : "";
            if (!parse_size(v, &o->mem_limit)) return bad_usage("not a size", v);
        } else if (!strncmp(a, "--dump", 6)) {
            o->dump = a[6] == '=' ? a + 7 : i + 1 < argc ? argv[++i] : "";
        } else if (!strncmp(a, "--trace", 7)) {
            o->trace = a[7] == '=' ? a + 8 : i + 1 < argc ? argv[++i] : "";
        } else if (!strcmp(a, "-c") || !strcmp(a, "-m")) {
            if (i + 1 >= argc) return bad_usage("argument expected for", a);
            *(a[1] == 'c' ? &o->code : &o->module) = argv[++i];
            argv[i] = (char *)a; /* sys.argv[0] is "-c" or "-m" */
            break;
        } else return bad_usage("unknown option", a);
    }
    o->argc = argc - i;
    o->argv = argv + i;
    return !o->code && !o->module && i < argc ? choose_main(o, argc - i, argv + i) : -1;
}

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

static int run_file(VM *vm, const Options *o, FILE *in, const char *name)
{
    size_t n;
    char *text = read_all(in, &n);
    if (!text) return fputs("perch: out of memory\n", stderr), 1;
    int status = o->dump ? main_dump(vm, o->dump, text, n, name) : lang_main_text(vm, text, n, name);
    free(text);
    return status;
}

static int run(VM *vm, const Options *o, FILE *in)
{
    if (o->code) return o->dump ? main_dump(vm, o->dump, o->code, strlen(o->code), "<string>") : lang_main_text(vm, o->code, strlen(o->code), "<string>");
    if (o->module) return main_run_module(vm, o->module, NULL);
    if (o->folder) return main_run_module(vm, NULL, o->file);
    if (o->file && strcmp(o->file, "-")) {
        char *path = absolute(o->file);
        if (!path) return fputs("perch: out of memory\n", stderr), 1;
        Value file = str_from_c(vm, path), globals = file ? lang_main_globals(vm) : NULL;
        if (!globals || !dict_set_c(vm, globals, "__file__", file)) err_clear(vm);
        release(vm, file);
        release(vm, globals);
        int status = run_file(vm, o, in, path);
        free(path);
        return status;
    }
    if ((isatty(0) || o->interactive) && !o->dump) return prompt_loop(vm, !o->quiet);
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
    const ModuleDef **all = calloc(n + 2, sizeof *all);
    if (!all) return NULL;
    memcpy(all, lib_modules, n * sizeof *all);
    if (is_lesson_tool(o->module)) all[n] = &stage_module;
    return all;
}

static int run_session(const Options *o, const char *script_dir)
{
    int signal_number = 0, status = 1;
#ifdef PERCH_READLINE
    ReplConfig config = {
        .session = {.argc = o->argc, .argv = o->argv, .mem_limit = o->mem_limit, .warn_options = o->warn, .no_prelude = o->no_prelude,
                    .language = o->language, .script_dir = script_dir},
        .quiet = o->quiet || o->file || o->code || o->module, .no_colour = o->no_colour,
        .file = o->file && strcmp(o->file, "-") ? o->file : NULL, .code = o->code, .module = o->module,
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
    warn_from_environment(&o);
    int done = parse_args(argc, argv, &o);
    if (done >= 0) return free(o.warn_env), done;
    FILE *in = NULL;
    struct stat st;
    o.folder = o.file && stat(o.file, &st) == 0 && S_ISDIR(st.st_mode);
    if (o.file && !o.folder && strcmp(o.file, "-") && !(in = fopen(o.file, "rb"))) {
        fprintf(stderr, "perch: can't open file '%s': [Errno %d] %s\n", o.file, errno, strerror(errno));
        free(o.warn_env);
        return 2;
    }
    char *dir = in ? folder_of(o.file) : o.folder ? realpath(o.file, NULL) : o.module ? getcwd(NULL, 0) : strdup("");
    if (wants_session(&o)) {
        if (in) fclose(in);
        own_signal_stack();
        signal(SIGPIPE, SIG_IGN);
        int status = run_session(&o, dir);
        free(dir);
        free(o.warn_env);
        return status;
    }
    const ModuleDef **modules = modules_for(&o);
    LangConfig config = {
        .mem_limit = o.mem_limit, .argc = o.argc, .argv = o.argv, .script_dir = dir, .warn_options = o.warn,
        .modules = modules ? modules : lib_modules, .frozen = lib_frozen, .absent_hint = lib_absent_hint, .open_streams = lib_open_streams,
        .prelude = o.no_prelude ? NULL : lib_prelude,
    };
    VM *vm = lang_open(&config);
    if (!vm) return fputs("perch: cannot start: out of memory\n", stderr), 1;
    the_vm = vm;
    read_test_switches(vm);
    own_signal_stack();
    struct sigaction act = {.sa_handler = on_interrupt, .sa_flags = SA_ONSTACK};
    sigaction(SIGINT, &act, NULL);
    signal(SIGPIPE, SIG_IGN);
    bool traced = !o.trace || (*o.trace && lang_trace(vm, o.trace));
    int status = traced ? run(vm, &o, in) : bad_usage("--trace takes some of vm,ops,gc,alloc, not", o.trace);
    if (o.interactive && (o.code || o.module || o.file)) status = prompt_loop(vm, false);
    if (in) fclose(in);
    the_vm = NULL;
#ifdef PERCH_CHECKED
    size_t left = lang_close(vm);
    if (left) fprintf(stderr, "perch: %zu bytes still live at exit\n", left);
#else
    lang_close(vm);
#endif
    free(modules);
    free(dir);
    free(o.warn_env);
    if (status == LANG_INTERRUPTED) { /* end as an interrupted program does, so that shells and scripts see it */
        signal(SIGINT, SIG_DFL);
        raise(SIGINT);
    }
    return status;
}
