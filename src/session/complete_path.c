/* complete_path.c: files and folders by the letters of a path that are there. */
#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "complete.h"

enum { MOST = 5000 }; /* names read of one folder */

/* The folder that a path names so far, as the system wants it: "", "/etc/", "~/x/" with the home put in. malloc-ed. */
static char *folder_of(const char *path, size_t n)
{
    const char *home = n && path[0] == '~' && (n == 1 || path[1] == '/') ? getenv("HOME") : NULL;
    char *out = NULL;
    if (!n) return strdup(".");
    if (asprintf(&out, "%s%.*s", home ? home : "", (int)(home ? n - 1 : n), home ? path + 1 : path) < 0) return NULL;
    return out;
}

static bool is_folder(const char *folder, const struct dirent *e)
{
    if (e->d_type == DT_DIR) return true;
    if (e->d_type != DT_LNK && e->d_type != DT_UNKNOWN) return false;
    char *path = NULL;
    struct stat st;
    bool yes = asprintf(&path, "%s/%s", folder, e->d_name) >= 0 && stat(path, &st) == 0 && S_ISDIR(st.st_mode);
    free(path);
    return yes;
}

static bool has_suffix(const char *name, const char *suffix)
{
    size_t n = strlen(name), m = strlen(suffix);
    return n >= m && !strcmp(name + n - m, suffix);
}

/* The typed letters without the backslashes before blanks. */
static char *unescaped(const char *s, size_t n)
{
    char *out = malloc(n + 1);
    size_t k = 0;
    for (size_t i = 0; out && i < n; i++)
        if (s[i] != '\\' || i + 1 == n || s[i + 1] != ' ') out[k++] = s[i];
    if (out) out[k] = 0;
    return out;
}

static void add_path(Completer *c, const char *folder, size_t folder_len, const char *name, bool is_dir, bool escape)
{
    Draft t = {.arena = c->ty.arena};
    draft_add(&t, folder, folder_len);
    for (const char *p = name; *p; p++) {
        if (escape && *p == ' ') draft_c(&t, "\\");
        draft_add(&t, p, 1);
    }
    if (is_dir) draft_c(&t, "/");
    complete_add(c, draft_take(&t), "path");
}

void complete_paths(Completer *c, const char *suffix, bool folders_alone, bool escape)
{
    char *typed = escape ? unescaped(c->prefix, c->prefix_len) : strndup(c->prefix, c->prefix_len);
    if (!typed) return;
    const char *slash = strrchr(typed, '/'), *base = slash ? slash + 1 : typed;
    size_t slash_at = 0; /* of the last one in what was typed, backslashes included */
    for (size_t i = 0; i < c->prefix_len; i++)
        if (c->prefix[i] == '/') slash_at = i + 1;
    char *folder = folder_of(typed, (size_t)(base - typed));
    DIR *d = folder ? opendir(folder) : NULL;
    size_t base_len = strlen(base), left = MOST;
    for (struct dirent *e; d && left && (e = readdir(d)); left--) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..") || strncmp(e->d_name, base, base_len) || (*e->d_name == '.' && *base != '.')) continue;
        bool is_dir = is_folder(folder, e);
        if (!is_dir && (folders_alone || (suffix && !has_suffix(e->d_name, suffix)))) continue;
        add_path(c, c->prefix, slash_at, e->d_name, is_dir, escape);
    }
    if (d) closedir(d);
    if (!strcmp(typed, "~")) complete_add(c, "~/", "path");
    free(folder);
    free(typed);
}
