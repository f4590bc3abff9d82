/* install.c: perch kernel install, uninstall: a kernelspec in a folder where Jupyter looks for them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "embedded.h"
#include "kernel_impl.h"

typedef struct Options {
    bool user, sys_prefix;
    const char *prefix, *name, *display;
    const char *handed; /* the variables that perch's own options have set (--gpus …), by name, blanks between: the kernelspec keeps them */
    char devices[300];  /* what --gpus asks for, in words */
} Options;

const char kernel_usage[] =
    "usage: perch kernel install [--user | --prefix DIR | --sys-prefix] [--name NAME] [--display-name TEXT]\n"
    "       perch kernel uninstall [--user | --prefix DIR | --sys-prefix] [--name NAME]\n"
    "       perch kernel -f CONNECTION      run, as Jupyter starts it\n"
    "\n"
    "  --user               for you alone: ~/.local/share/jupyter (without it root installs for all into /usr/local, others for themselves)\n"
    "  --prefix DIR         into DIR/share/jupyter\n"
    "  --sys-prefix         into the environment that is active (VIRTUAL_ENV, CONDA_PREFIX)\n"
    "  --name NAME          the kernelspec's name (perch); several may stand side by side\n"
    "  --display-name TEXT  what a launcher shows\n"
    "\n"
    "--gpus, --net, --clock, --threads, --seed and --lang (perch --help) are kept in the kernelspec: perch kernel install --name perch4 --gpus 4\n";

static int misused(const char *what, const char *arg)
{
    fprintf(stderr, "perch kernel: %s%s\n%.*s", what, arg, (int)(strstr(kernel_usage, "\n\n") - kernel_usage + 1), kernel_usage);
    return 2;
}

static int complain(const char *what, const char *path)
{
    fprintf(stderr, "perch kernel: %s %s: %s\n", what, path, strerror(errno));
    return 1;
}

/* The folder of Python's environment that is active; NULL: none is. */
static const char *environment(void)
{
    const char *venv = getenv("VIRTUAL_ENV"), *conda = getenv("CONDA_PREFIX");
    return venv && *venv ? venv : conda && *conda ? conda : NULL;
}

/* The value of --name V or --name=V; NULL: it is another option. */
static const char *value_of(const char *option, int argc, char **argv, int *i)
{
    size_t n = strlen(option);
    if (strncmp(argv[*i], option, n) || (argv[*i][n] && argv[*i][n] != '=')) return NULL;
    return argv[*i][n] == '=' ? argv[*i] + n + 1 : *i + 1 < argc ? argv[++*i] : "";
}

static bool good_name(const char *name)
{
    if (!*name) return false;
    for (const char *p = name; *p; p++)
        if (!(*p >= 'a' && *p <= 'z') && !(*p >= 'A' && *p <= 'Z') && !(*p >= '0' && *p <= '9') && !strchr("-_.", *p)) return false;
    return strcmp(name, ".") && strcmp(name, "..");
}

/* Is the variable one that an option has set? */
static bool is_handed(const char *handed, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = handed; p && (p = strstr(p, name)); p += n)
        if ((p == handed || p[-1] == ' ') && (!p[n] || p[n] == ' ')) return true;
    return false;
}

/* -1: go on; else the exit code. */
static int parse(int argc, char **argv, Options *o)
{
    const char *v;
    *o = (Options){.name = "perch"};
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--user")) o->user = true;
        else if (!strcmp(argv[i], "--sys-prefix")) o->sys_prefix = true;
        else if ((v = value_of("--prefix", argc, argv, &i))) o->prefix = v;
        else if ((v = value_of("--name", argc, argv, &i))) o->name = v;
        else if ((v = value_of("--display-name", argc, argv, &i))) o->display = v;
        else if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) return fputs(kernel_usage, stdout), 0;
        else return misused(*argv[i] == '-' ? "unknown option: " : "it takes options alone, not ", argv[i]);
    }
    if (!good_name(o->name)) return misused("--name takes letters, digits, '-', '_' and '.', not ", o->name);
    if (o->prefix && !*o->prefix) return misused("--prefix takes a folder", "");
    if (o->user + o->sys_prefix + (o->prefix != NULL) > 1) return misused("one of --user, --prefix and --sys-prefix, not several", "");
    if (o->sys_prefix && !environment()) return misused("--sys-prefix is for an environment, and none is active (VIRTUAL_ENV, CONDA_PREFIX): --user or --prefix DIR", "");
    return -1;
}

/* share/jupyter/kernels/NAME under the prefix that was meant; malloc-ed. */
static char *folder(const Options *o)
{
    const char *home = getenv("HOME"), *data = getenv("JUPYTER_DATA_DIR"), *xdg = getenv("XDG_DATA_HOME");
    char *path = NULL, *prefix = NULL;
    if (o->prefix) prefix = strdup(o->prefix);
    else if (o->sys_prefix) prefix = strdup(environment());
    else if (!o->user && geteuid() == 0) prefix = strdup("/usr/local");
    int n = -1;
    if (prefix) n = asprintf(&path, "%s/share/jupyter/kernels/%s", prefix, o->name);
    else if (data && *data) n = asprintf(&path, "%s/kernels/%s", data, o->name);
    else if (xdg && *xdg) n = asprintf(&path, "%s/jupyter/kernels/%s", xdg, o->name);
    else n = asprintf(&path, "%s/.local/share/jupyter/kernels/%s", home && *home ? home : ".", o->name);
    free(prefix);
    return n < 0 ? NULL : path;
}

static bool make_folders(char *path)
{
    for (char *p = path + 1; *p; p++) {
        if (*p != '/') continue;
        *p = 0;
        bool ok = mkdir(path, 0777) == 0 || errno == EEXIST;
        *p = '/';
        if (!ok) return false;
    }
    return mkdir(path, 0777) == 0 || errno == EEXIST;
}

static bool write_file(const char *dir, const char *name, const void *data, size_t size)
{
    char *path, *fresh;
    if (asprintf(&path, "%s/%s", dir, name) < 0) return false;
    if (asprintf(&fresh, "%s/%s.new", dir, name) < 0) {
        free(path);
        return false;
    }
    FILE *f = fopen(fresh, "wb");
    bool ok = f && fwrite(data, 1, size, f) == size;
    if (f && fclose(f)) ok = false;
    ok = ok && rename(fresh, path) == 0;
    if (!ok) complain("cannot write", path);
    free(path);
    free(fresh);
    return ok;
}

static json_t *spec(const Options *o, const char *program)
{
    char title[320];
    if (o->display) snprintf(title, sizeof title, "%s", o->display);
    else if (*o->devices) snprintf(title, sizeof title, "perch (%s)", o->devices); /* a launcher shows it under the logo */
    else snprintf(title, sizeof title, "perch");
    json_t *env = json_object();
    char *names = strdup(o->handed ? o->handed : ""), *save = NULL;
    for (char *name = names ? strtok_r(names, " ", &save) : NULL; name; name = strtok_r(NULL, " ", &save))
        if (getenv(name)) json_object_set_new(env, name, json_string(getenv(name)));
    free(names);
    return json_pack("{s[sss]sssssss{sb}so}", "argv", program, "-f", "{connection_file}", "display_name", title, "language", "python", "interrupt_mode", "message",
                     "metadata", "debugger", 0, "env", env);
}

int kernel_install(int argc, char **argv, const char *handed, bool (*check_gpus)(const char *spec, char *said, size_t n))
{
    Options o;
    int done = parse(argc, argv, &o);
    if (done >= 0) return done;
    o.handed = handed;
    if (is_handed(handed, "PERCH_GPUS") && getenv("PERCH_GPUS") && !check_gpus(getenv("PERCH_GPUS"), o.devices, sizeof o.devices)) *o.devices = 0;
    char program[4096];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    if (n < 0) return complain("cannot find", "/proc/self/exe");
    program[n] = 0;
    char *dir = folder(&o);
    json_t *j = spec(&o, program);
    char *text = j ? json_dumps(j, JSON_INDENT(1)) : NULL;
    bool ok = dir && text;
    if (!ok) fputs("perch kernel: out of memory\n", stderr);
    else if (!(ok = make_folders(dir))) complain("cannot make", dir);
    ok = ok && write_file(dir, "kernel.json", text, strlen(text));
    for (const Embedded *e = kernel_files; ok && e->name; e++) ok = write_file(dir, e->name, e->data, e->size);
    if (ok) printf("Installed the kernelspec %s in %s\n", o.name, dir);
    free(text);
    json_decref(j);
    free(dir);
    return ok ? 0 : 1;
}

static bool remove_file(const char *dir, const char *name)
{
    char *path;
    if (asprintf(&path, "%s/%s", dir, name) < 0) return false;
    bool ok = unlink(path) == 0 || errno == ENOENT;
    if (!ok) complain("cannot remove", path);
    free(path);
    return ok;
}

int kernel_uninstall(int argc, char **argv)
{
    Options o;
    int done = parse(argc, argv, &o);
    if (done >= 0) return done;
    char *dir = folder(&o);
    struct stat st;
    if (!dir || stat(dir, &st)) {
        fprintf(stderr, "perch kernel: there is no kernelspec %s in %s\n", o.name, dir ? dir : "?");
        free(dir);
        return 1;
    }
    bool ok = remove_file(dir, "kernel.json");
    for (const Embedded *e = kernel_files; ok && e->name; e++) ok = remove_file(dir, e->name);
    if (ok && rmdir(dir)) ok = !complain("cannot remove", dir);
    if (ok) printf("Removed the kernelspec %s from %s\n", o.name, dir);
    free(dir);
    return ok ? 0 : 1;
}
