/* options.c: the command line, read by the table options.def: its usage, what each option does, which word is a command, a lesson or a program.
 * Options about devices, colour and language become variables of the environment, which programs that this one starts inherit. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/core.h"
#include "core/sim/net.h"
#include "lib/lib.h"
#include "options.h"

enum { OPT_NONE = -1,
#define OPTION(id, names, takes, does) OPT_##id,
#include "options.def"
};

typedef struct OptionRow {
    const char *names, *takes, *does;
    bool shown;
} OptionRow;

static const OptionRow rows[] = {
#define OPTION(id, names, takes, does) {names, takes, does, true},
#define RARE(id, names, takes, does) {names, takes, does, false},
#include "options.def"
};

static const struct { const char *after, *does; } forms[] = {
#define FORM(after, does) {after, does},
#include "options.def"
};

static const struct { const char *name, *takes, *module, *does; } commands[] = {
#define COMMAND(name, takes, module, does) {name, takes, module, does},
#include "options.def"
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- usage: fits a screen of 24 lines of 80 columns (tests/repl checks) ---- */

enum { FORM_COLUMN = 42, LEFT = 22, SHORT = 19, RIGHT = 15, LAST = 80 - 2 - LEFT - SHORT - RIGHT };

/* "-q, --quiet N": a long name that is only another spelling is left out. */
static size_t option_heading(const OptionRow *row, char *text, size_t n)
{
    size_t first = strcspn(row->names, " ");
    const char *second = row->names[first] && row->names[1] != '-' ? row->names + first + 1 : "";
    int used = snprintf(text, n, "%.*s%s%s%s%s", (int)first, row->names, *second ? ", " : "", second, *row->takes ? " " : "", row->takes);
    return used < 0 ? 0 : (size_t)used;
}

/* The text of a row, its later lines under the first. */
static void write_does(FILE *out, const char *does)
{
    for (size_t n; (n = strcspn(does, "\n")), does[n]; does += n + 1) fprintf(out, "%.*s\n%*s", (int)n, does, LEFT + 2, "");
    fprintf(out, "%s\n", does);
}

/* A short row and the next one share a line where both fit. */
static void write_options(FILE *out)
{
    char text[80];
    for (size_t i = 0; i < COUNT(rows) && rows[i].shown; i++) {
        option_heading(&rows[i], text, sizeof text);
        fprintf(out, "  %-*s", LEFT, text);
        bool more = i + 1 < COUNT(rows) && rows[i + 1].shown && strlen(rows[i].does) < SHORT;
        if (more && option_heading(&rows[i + 1], text, sizeof text) < RIGHT && strlen(rows[i + 1].does) < LAST) {
            fprintf(out, "%-*s%-*s", SHORT, rows[i].does, RIGHT, text);
            i++;
        }
        write_does(out, rows[i].does);
    }
}

static void write_usage(FILE *out)
{
    const char *lead = "usage: perch ";
    for (size_t i = 0; i < COUNT(forms); i++, lead = "       perch ") {
        int n = fprintf(out, "%s[options] %s", lead, forms[i].after);
        fprintf(out, "%*s%s\n", FORM_COLUMN - n, "", forms[i].does);
    }
    for (size_t i = 0; i < COUNT(commands); i++) {
        int n = fprintf(out, "%s%s %s", lead, commands[i].name, commands[i].takes);
        fprintf(out, "%*s%s\n", FORM_COLUMN - n, "", commands[i].does);
    }
    fputc('\n', out);
    write_options(out);
}

int options_misused(const char *what, const char *arg)
{
    fprintf(stderr, "perch: %s: %s\n", what, arg);
    write_usage(stderr);
    return 2;
}

/* ---- values ---- */

static bool parse_size(const char *s, size_t *out)
{
    char *end;
    errno = 0;
    unsigned long long n = strtoull(s, &end, 10);
    if (end == s || errno || *s == '-') return false;
    int shift = 0;
    switch (*end) {
    case 'G': case 'g': shift = 30; break;
    case 'M': case 'm': shift = 20; break;
    case 'K': case 'k': shift = 10; break;
    default: break;
    }
    if (n > SIZE_MAX >> shift) return false;
    *out = (size_t)n << shift;
    return end[shift != 0] == 0;
}

/* A list of texts that a NULL ends; false: no memory. */
static bool add_text(const char ***list, int *count, const char *text)
{
    const char **more = realloc(*list, sizeof *more * (size_t)(*count + 2));
    if (!more) return false;
    *list = more;
    more[(*count)++] = text;
    more[*count] = NULL;
    return true;
}

/* PYTHONWARNINGS, separated by commas. */
static bool warn_from_environment(Options *o, const char ***list, int *count)
{
    const char *env = lang_flags_variable(&o->flags, "PYTHONWARNINGS");
    char *save = NULL;
    if (!env) return true;
    if (!(o->warn_env = strdup(env))) return false;
    for (char *w = strtok_r(o->warn_env, ",", &save); w; w = strtok_r(NULL, ",", &save))
        if (!add_text(list, count, w)) return false;
    return true;
}

/* What the switches of Python's mean together with its variables. -1: go on; else the exit code. */
static int settle(Options *o)
{
    const char *why, **said = o->warn;
    o->flags.x_options = o->x_options;
    if (!lang_flags_settle(&o->flags, &why)) return fprintf(stderr, "Fatal Python error: %s\nPython runtime state: preinitializ%s\n", why, strncmp(why, "preconfig", 9) ? "ed" : "ing"), 1;
    o->interactive |= o->flags.inspect && (o->flags.interactive || isatty(0));
    const char **all = NULL;
    int count = 0;
    bool ok = (!o->flags.dev_mode || add_text(&all, &count, "default")) && warn_from_environment(o, &all, &count);
    for (int i = 0; ok && i < o->warn_count; i++) ok = add_text(&all, &count, said[i]);
    if (o->flags.bytes_warning) ok = ok && add_text(&all, &count, o->flags.bytes_warning > 1 ? "error::BytesWarning" : "default::BytesWarning");
    free(said);
    o->warn = all;
    o->warn_count = count;
    return ok ? -1 : (fputs("perch: out of memory\n", stderr), 1);
}

/* ---- taking an option ---- */

/* Is it argv[*i], as "--name", "--name=V", "--name V"? *value: NULL where it takes none, "" where there is none. */
static bool is_option(const OptionRow *row, int argc, char **argv, int *i, const char **value)
{
    const char *a = argv[*i];
    for (const char *name = row->names; *name; name += strspn(name, " ")) {
        size_t n = strcspn(name, " ");
        if (name[1] == '-' && !strncmp(a, name, n) && (!a[n] || (*row->takes && a[n] == '='))) {
            *value = !*row->takes ? NULL : a[n] ? a + n + 1 : *i + 1 < argc ? argv[++*i] : "";
            return true;
        }
        name += n;
    }
    return false;
}

/* The option of a single letter. */
static int find_letter(char letter)
{
    for (int id = 0; id < (int)COUNT(rows); id++)
        for (const char *name = rows[id].names; *name; name += strspn(name, " ")) {
            if (name[1] == letter && letter != '-') return id;
            name += strcspn(name, " ");
        }
    return OPT_NONE;
}

static int find_option(int argc, char **argv, int *i, const char **value)
{
    for (int id = 0; id < (int)COUNT(rows); id++)
        if (is_option(&rows[id], argc, argv, i, value)) return id;
    return OPT_NONE;
}

/* Was the value there that the option at argv[at] takes? An empty one that was given is one. If not, that is said. */
static bool has_value(char **argv, int at, int i, const char *v)
{
    if (!v || *v || at != i || strchr(argv[at], '=')) return true;
    return options_misused("argument expected for", argv[at]), false;
}

static bool said(const char *text, const char *v) { return fprintf(stderr, "perch: %s%s\n", text, v), false; }

/* Does it hold for whatever is run, behind a command's name too? */
static bool is_common(int id)
{
    switch (id) {
    case OPT_gpus: case OPT_net: case OPT_clock: case OPT_threads: case OPT_seed: case OPT_data: case OPT_torch: case OPT_language: case OPT_no_colour: case OPT_no_jit: case OPT_mem_limit: return true;
    default: return false;
    }
}

/* Programs that this one starts see the option as a variable, and a kernelspec keeps it. */
static bool hand_on(Options *o, const char *variable, const char *v)
{
    size_t n = strlen(o->handed);
    if (!strstr(o->handed, variable) && n + strlen(variable) + 2 < sizeof o->handed) sprintf(o->handed + n, "%s%s", n ? " " : "", variable);
    return setenv(variable, v, 1), true;
}

/* GPUs as an option or the variable asks for them. Cards that are not there are no misuse: exit code 1. */
static bool check_gpus(Options *o, const char *how, const char *v)
{
    char why[300];
    if (core_check_spec(v, why, sizeof why)) return true;
    o->refused = core_reads_spec(v) ? 1 : 2;
    return fprintf(stderr, "perch: %s%s: %s\n", how, v, why), false;
}

static int refused(const Options *o) { return o->refused ? o->refused : 2; }

/* Takes a common option. *taken: was it one? false: not well said. */
static bool take_common(Options *o, int id, const char *v, bool *taken)
{
    uint64_t seed;
    *taken = true;
    switch (id) {
    case OPT_gpus:
        return check_gpus(o, "--gpus ", v) && hand_on(o, "PERCH_GPUS", v);
    case OPT_net:
        if (!net_model(v)) return said("--net is 10g, 100g or ib, not ", v);
        return hand_on(o, "PERCH_NET", v);
    case OPT_clock:
        if (strcmp(v, "wall") && strcmp(v, "model")) return said("--clock is wall or model, not ", v);
        return hand_on(o, "PERCH_CLOCK", v);
    case OPT_threads:
        if (atoi(v) < 1) return said("--threads takes a number, not ", v);
        return hand_on(o, "PERCH_THREADS", v);
    case OPT_seed:
        hand_on(o, "PERCH_SEED", v);
        return lib_seed_given(&seed) || said("--seed takes a number, not ", v);
    case OPT_mem_limit: return parse_size(v, &o->mem_limit) || (options_misused("--mem-limit takes a size, not", v), false);
    case OPT_language:
        if (strcmp(v, "en") && strcmp(v, "zh")) return options_misused("--lang takes en or zh, not", v), false;
        o->language = v;
        return hand_on(o, "PERCH_LANG", v);
    case OPT_data:
        if (strcmp(v, "standin") && strcmp(v, "standin:full") && strcmp(v, "net")) return said("--data takes standin, standin:full or net, not ", v);
        return hand_on(o, "PERCH_DATA", v);
    case OPT_torch:
        if (strcmp(v, "1.13") && strcmp(v, "2")) return said("--torch is 1.13 or 2, not ", v);
        return hand_on(o, "PERCH_TORCH", v);
    case OPT_no_colour: return o->no_colour = true;
    case OPT_no_jit: return hand_on(o, "PERCH_JIT", "0");
    default: return *taken = false, true;
    }
}

static int write_licences(void)
{
    enum { HELD, OPENED };
    static const struct { const char *name, *licence; int how; const char *what; } parts[] = {
#define PART(name, licence, how, what) {name, licence, how, what},
#include "licences.def"
    };
    static const char *const heads[] = {"Inside this binary:", "The system's own libraries, loaded where they are needed:"};
    puts("perch " PERCH_VERSION "\nIts sources: Apache-2.0 (LICENSE).");
    for (int how = HELD; how <= OPENED; how++) {
        printf("\n%s\n", heads[how]);
        for (size_t i = 0; i < COUNT(parts); i++)
            if (parts[i].how == how) printf("  %-30s %s: %s\n", parts[i].name, parts[i].licence, parts[i].what);
    }
#ifdef PERCH_READLINE
    puts("\nBecause GNU Readline is in it, whoever hands this binary on does so under the GPL, version 3 or later: with\n"
         "its sources, or an offer of them. Built with `meson configure -Dreadline=disabled` it has a plain prompt and\n"
         "is Apache-2.0 as its sources are.");
#endif
    return 0;
}

static int write_version(bool verbose)
{
    puts("perch " PERCH_VERSION " (Python 3.11)");
    if (verbose) {
        for (const FrozenLibrary *l = lib_frozen.libraries; l < lib_frozen.libraries + lib_frozen.library_count; l++)
            printf("%s: %zu of %zu modules in the binary are those of %s\n", l->name, l->count, lib_frozen.count, l->words);
#ifdef __clang__
        puts("compiler: " __VERSION__);
#elif defined __VERSION__
        puts("compiler: gcc " __VERSION__);
#endif
    }
    return 0;
}

/* One that stands before the program. -1: go on; else the exit code. */
static int take_option(Options *o, int id, const char *v)
{
    bool taken;
    if (!take_common(o, id, v, &taken)) return refused(o);
    if (taken) return -1;
    switch (id) {
    case OPT_help: return write_usage(stdout), 0;
    case OPT_version: o->version++; break;
    case OPT_skip_line: o->skip_line = true; break;
    case OPT_x_option: return add_text(&o->x_options, &o->x_count, v) ? -1 : 1;
    case OPT_check_pycs:
        if (strcmp(v, "always") && strcmp(v, "default") && strcmp(v, "never")) return options_misused("--check-hash-based-pycs takes always, default or never, not", v);
        o->flags.check_pycs = v;
        break;
    case OPT_license: return write_licences();
    case OPT_interactive: o->interactive = true; break;
    case OPT_quiet: o->quiet = true; break;
    case OPT_no_prelude: o->no_prelude = true; break;
    case OPT_warnings: return add_text(&o->warn, &o->warn_count, v) ? -1 : 1;
    case OPT_dump: o->dump = v; break;
    case OPT_trace: o->trace = v; break;
    case OPT_code: o->code = v; break;
    case OPT_module: o->module = v; break;
    default: break; /* -v and Python's other switches: take_letters */
    }
    return -1;
}

/* ---- what is run ---- */

/* `perch NAME …` that is a command of perch's own (a file of that name is ./NAME); its number, or -1. */
static int find_command(const char *word)
{
    for (size_t i = 0; i < COUNT(commands); i++)
        if (!strcmp(word, commands[i].name)) return (int)i;
    return -1;
}

/* A file whose cells are played, not a program. */
static bool is_lesson(const char *file)
{
    static const char *const endings[] = {".md", ".markdown", ".txt", ".ipynb"};
    size_t n = strlen(file);
    for (size_t i = 0; i < COUNT(endings); i++) {
        size_t k = strlen(endings[i]);
        if (n > k && !strcmp(file + n - k, endings[i])) return true;
    }
    return false;
}

bool options_lesson_tool(const char *module) { return module && !strncmp(module, "perch.lesson.", 13); }

/* `perch kernel …` is a program beside this one: the variables say what the options were. Returns only when that cannot be run. */
static int become_kernel(Options *o)
{
    char path[4096];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 16);
    if (n > 0) {
        memcpy(path + n, "-kernel", 8);
        if (*o->handed) setenv("PERCH_HANDED", o->handed, 1);
        else unsetenv("PERCH_HANDED");
        o->argv[0] = (char *)"kernel";
        execv(path, o->argv);
    }
    return fprintf(stderr, "perch: this perch was built without its Jupyter kernel (ZeroMQ, jansson, libsodium)\n"), 1;
}

/* Every command takes the common options behind its name too, up to a `--`. false: not well said. */
static bool take_own_options(Options *o)
{
    int kept = 1;
    bool open = true;
    for (int i = 1; i < o->argc; i++) {
        const char *v = NULL;
        bool taken = false;
        int at = i, id = OPT_NONE;
        if (!strcmp(o->argv[i], "--")) open = false;
        else if (open && o->argv[i][0] == '-') id = find_option(o->argc, o->argv, &i, &v);
        if (id != OPT_NONE && is_common(id)) {
            if (!has_value(o->argv, at, i, v) || !take_common(o, id, v, &taken)) return false;
        }
        if (!taken) o->argv[kept++] = o->argv[i = at];
    }
    o->argv[o->argc = kept] = NULL;
    if (o->no_colour) setenv("NO_COLOR", "1", 1);
    return true;
}

/* What the first word that is no option means: a command, a lesson, else a program's file. -1: go on; else the exit code. */
static int choose_main(Options *o)
{
    const char *word = o->argv[0];
    int command = find_command(word);
    if (command >= 0 && !commands[command].module) return take_own_options(o) ? become_kernel(o) : refused(o);
    if (o->dump || o->trace || o->interactive) o->file = word;
    else if (command >= 0) o->module = commands[command].module;
    else if (is_lesson(word)) o->module = "perch.lesson.play";
    else o->file = word;
    if (!o->module) return -1;
    if (is_lesson(word)) { /* the file is an argument like others: there is one more before it */
        o->argv--;
        o->argc++;
        o->argv[0] = (char *)"lesson";
    }
    return take_own_options(o) ? -1 : refused(o);
}

/* One word of single letters, "-i", "-IO", "-cCODE", "-W ignore". -1: go on; else the exit code. */
static int take_letters(Options *o, int argc, char **argv, int *i)
{
    for (const char *p = argv[*i] + 1; *p; p++) {
        char word[3] = {'-', *p};
        const char *v = NULL;
        int id = find_letter(*p == '?' ? 'h' : *p); /* (-? asks for help, too) */
        bool pythons = lang_flags_letter(&o->flags, *p);
        if (id == OPT_NONE && !pythons) return options_misused("unknown option", argv[*i]);
        bool takes = id != OPT_NONE && *rows[id].takes;
        if (takes && !p[1] && *i + 1 >= argc) return options_misused("argument expected for", word);
        if (takes) v = p[1] ? p + 1 : argv[++*i];
        int status = id == OPT_NONE ? -1 : take_option(o, id, v);
        if (status >= 0 || takes) return status;
    }
    return -1;
}

/* A word that begins with two dashes. */
static int take_word(Options *o, int argc, char **argv, int *i)
{
    const char *v = NULL;
    int at = *i, id = find_option(argc, argv, i, &v);
    if (id == OPT_NONE) return options_misused("unknown option", argv[at]);
    return has_value(argv, at, *i, v) ? take_option(o, id, v) : 2;
}

/* Called by a link of that name, perch is a launcher of PyTorch's or Horovod's: all words are its own. */
static const char *module_of_link(const char *called)
{
    static const struct { const char *link, *module; } links[] = {{"torchrun", "torch.distributed.run"}, {"horovodrun", "horovod.runner"}};
    const char *slash = called ? strrchr(called, '/') : NULL;
    for (size_t i = 0; called && i < sizeof links / sizeof *links; i++)
        if (!strcmp(slash ? slash + 1 : called, links[i].link)) return links[i].module;
    return NULL;
}

int options_parse(int argc, char **argv, Options *o)
{
    int i = 1;
    if (!(o->orig_argv = calloc((size_t)argc + 1, sizeof *argv))) return fputs("perch: out of memory\n", stderr), 1;
    memcpy(o->orig_argv, argv, sizeof *argv * (size_t)argc);
    if (argc > 0 && (o->module = module_of_link(argv[0]))) argv[i = 0] = (char *)"-m";
    for (; i < argc && argv[i][0] == '-' && argv[i][1] && !o->code && !o->module; i++) {
        int status = argv[i][1] == '-' ? take_word(o, argc, argv, &i) : take_letters(o, argc, argv, &i);
        if (status >= 0) return status;
        if (o->code || o->module) { /* sys.argv[0] is "-c" or "-m" */
            argv[i] = (char *)(o->code ? "-c" : "-m");
            break;
        }
    }
    if (o->version) return write_version(o->version > 1 || o->flags.verbose);
    int status = settle(o);
    if (status >= 0) return status;
    o->argc = argc - i;
    o->argv = argv + i;
    status = !o->code && !o->module && i < argc ? choose_main(o) : -1;
    const char *gpus = getenv("PERCH_GPUS");
    if (status < 0 && gpus && *gpus && !strstr(o->handed, "PERCH_GPUS") && !check_gpus(o, "PERCH_GPUS=", gpus)) return refused(o);
    return status;
}

void options_drop(Options *o)
{
    free(o->warn_env);
    free(o->warn);
    free(o->x_options);
    free(o->orig_argv);
}
