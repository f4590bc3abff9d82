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
    const char *prefix, *name, *display, *gpus;
    char devices[300]; /* what gpus asks for, in words */
} Options;

static int complain(const char *what, const char *path)
{
    fprintf(stderr, "perch kernel: %s %s: %s\n", what, path, strerror(errno));
    return 1;
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

static bool parse(int argc, char **argv, Options *o, bool (*check_gpus)(const char *spec, char *said, size_t n))
{
    const char *v;
    *o = (Options){.name = "perch"};
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--user")) o->user = true;
        else if (!strcmp(argv[i], "--sys-prefix")) o->sys_prefix = true;
        else if ((v = value_of("--prefix", argc, argv, &i))) o->prefix = v;
        else if ((v = value_of("--name", argc, argv, &i))) o->name = v;
        else if ((v = value_of("--display-name", argc, argv, &i))) o->display = v;
        else if ((v = value_of("--gpus", argc, argv, &i))) o->gpus = v;
        else return fprintf(stderr, "perch kernel: unknown option: %s\n", argv[i]), false;
    }
    if (!good_name(o->name)) return fprintf(stderr, "perch kernel: --name takes letters, digits, '-', '_' and '.', not '%s'\n", o->name), false;
    if (o->gpus && check_gpus && !check_gpus(o->gpus, o->devices, sizeof o->devices)) return fprintf(stderr, "perch kernel: --gpus %s: %s\n", o->gpus, o->devices), false;
    if (o->user + o->sys_prefix + (o->prefix != NULL) > 1) return fputs("perch kernel: one of --user, --prefix and --sys-prefix\n", stderr), false;
    return true;
}

/* share/jupyter/kernels/NAME under the prefix that was meant; malloc-ed. */
static char *folder(const Options *o)
{
    const char *home = getenv("HOME"), *data = getenv("JUPYTER_DATA_DIR"), *xdg = getenv("XDG_DATA_HOME");
    char *path = NULL, *prefix = NULL;
    if (o->prefix) prefix = strdup(o->prefix);
    else if (o->sys_prefix) { /* the environment that is active, else the system's */
        const char *env = getenv("VIRTUAL_ENV") ? getenv("VIRTUAL_ENV") : getenv("CONDA_PREFIX");
        prefix = strdup(env && *env ? env : "/usr/local");
    } else if (!o->user && geteuid() == 0) prefix = strdup("/usr/local");
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
    if (o->gpus) json_object_set_new(env, "PERCH_GPUS", json_string(o->gpus));
    return json_pack("{s[sss]sssssss{sb}so}", "argv", program, "-f", "{connection_file}", "display_name", title, "language", "python", "interrupt_mode", "message",
                     "metadata", "debugger", 0, "env", env);
}

int kernel_install(int argc, char **argv, bool (*check_gpus)(const char *spec, char *said, size_t n))
{
    Options o;
    if (!parse(argc, argv, &o, check_gpus)) return 2;
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
    if (!parse(argc, argv, &o, NULL)) return 2;
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
