/* complete_module.c: modules behind import, and what they hold behind from … import. Modules on disk are looked for, never run. */
#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "complete.h"

typedef struct Seen { Completer *c; const char *parent; size_t parent_len; } Seen; /* parent: "os" for what begins with "os."; "" for the first part */

/* The part of a module's whole name that comes next; only names below the parent count. */
static void add_dotted(const Seen *seen, const char *whole)
{
    Completer *c = seen->c;
    const char *rest = whole;
    if (seen->parent_len) {
        if (strncmp(whole, seen->parent, seen->parent_len) || whole[seen->parent_len] != '.') return;
        rest += seen->parent_len + 1;
    }
    size_t n = strcspn(rest, ".");
    if (!n || (rest[0] == '_' && !(c->prefix_len && c->prefix[0] == '_')) || !complete_fits(c, rest, n)) return;
    if (!seen->parent_len && n == 8 && !memcmp(rest, "__main__", 8)) return;
    const char *copy = arena_dup(c->ty.arena, rest, n);
    if (copy) complete_add(c, copy, "module");
}

static void add_folder(const Seen *seen, const char *folder)
{
    DIR *d = opendir(*folder ? folder : ".");
    int left = 5000;
    for (struct dirent *e; d && left-- && (e = readdir(d));) {
        char *dot = strrchr(e->d_name, '.'), *path = NULL;
        struct stat st;
        if (dot && !strcmp(dot, ".py") && dot != e->d_name) *dot = 0;
        else if (dot || asprintf(&path, "%s/%s/__init__.py", *folder ? folder : ".", e->d_name) < 0) continue;
        bool is_module = !path || stat(path, &st) == 0;
        free(path);
        if (!is_module || !strcmp(e->d_name, "__init__") || strchr(e->d_name, '-')) continue;
        size_t n = strlen(e->d_name);
        if ((e->d_name[0] == '_' && !(seen->c->prefix_len && seen->c->prefix[0] == '_')) || !complete_fits(seen->c, e->d_name, n)) continue;
        const char *copy = arena_dup(seen->c->ty.arena, e->d_name, n);
        if (copy) complete_add(seen->c, copy, "module");
    }
    if (d) closedir(d);
}

/* All that can be imported below a parent. */
static void add_modules(Completer *c, const char *parent, size_t parent_len)
{
    VM *vm = c->ty.vm;
    Seen seen = {c, parent, parent_len};
    for (size_t i = 0; vm->frozen && i < vm->frozen->count; i++) add_dotted(&seen, vm->frozen->modules[i].name);
    for (const ModuleDef *const *m = vm->module_defs; m && *m; m++) add_dotted(&seen, (*m)->name);
    int64_t pos = 0;
    Ref key, value;
    size_t n;
    while (dict_next(REF(vm->modules), &pos, &key, &value)) {
        const char *name = is_str(key) ? str_utf8(vm, key, &n) : NULL;
        if (name) add_dotted(&seen, name);
    }
    if (!parent_len) {
        complete_add(c, "sys", "module");
        complete_add(c, "builtins", "module");
    }
    Value full = parent_len ? str_from_utf8(vm, parent, parent_len) : NO_VALUE;
    Ref module = full ? dict_get_str(vm, REF(vm->modules), full) : NULL;
    Ref paths = parent_len ? module && is_module(module) ? dict_get_str(vm, REF(as_module(module)->dict), NAME(__path__)) : NULL : dict_get_c(vm, vm->sys_dict, "path");
    for (int64_t i = 0; paths && is_list(paths) && i < as_list(paths)->len; i++) add_folder(&seen, typing_str(&c->ty, as_list(paths)->items[i]));
    if (parent_len && !module) { /* not imported yet: the folder of its name, wherever it is */
        Ref top = dict_get_c(vm, vm->sys_dict, "path");
        for (int64_t i = 0; top && is_list(top) && i < as_list(top)->len; i++) {
            Draft t = {.arena = c->ty.arena};
            const char *base = typing_str(&c->ty, as_list(top)->items[i]);
            draft_c(&t, *base ? base : ".");
            draft_c(&t, "/");
            for (size_t k = 0; k < parent_len; k++) draft_add(&t, parent[k] == '.' ? "/" : parent + k, 1);
            add_folder(&seen, draft_take(&t));
        }
    }
    release(vm, full);
    err_clear(vm);
}

static bool add_member(void *context, Ref name, Ref raw, bool in_class)
{
    Completer *c = context;
    size_t n;
    const char *text = str_utf8(c->ty.vm, name, &n);
    if (!text) return false;
    if (text[0] != '_' || (c->prefix_len && c->prefix[0] == '_')) complete_add_value(c, text, n, raw, false);
    return true;
    (void)in_class;
}

/* What a file of Python defines at its left edge, without running it. */
static void add_definitions(Completer *c, const char *path)
{
    FILE *f = fopen(path, "rb");
    enum { MOST = 1 << 20 };
    char *text = f ? arena_alloc(c->ty.arena, MOST) : NULL;
    size_t n = text ? fread(text, 1, MOST, f) : 0;
    if (f) fclose(f);
    if (!text) return;
    Scan s;
    scan_text(&s, c->ty.arena, text, n);
    for (size_t i = 0; i + 1 < s.count; i++) {
        const Piece *p = &s.items[i];
        if (!(p->flags & PIECE_FIRST) || (p->start && s.buf[p->start - 1] != '\n')) continue;
        bool defines = p->kind == KW_DEF || p->kind == KW_CLASS;
        const Piece *name = defines ? p + 1 : p;
        if (name->kind != TOK_NAME || (!defines && p[1].kind != TOK_EQUAL && p[1].kind != TOK_COLON) || s.buf[name->start] == '_') continue;
        const char *word = arena_dup(c->ty.arena, s.text + name->start, piece_len(name));
        if (word) complete_add(c, word, p->kind == KW_DEF ? "function" : p->kind == KW_CLASS ? "class" : "instance");
    }
}

static bool is_frozen(VM *vm, const char *name)
{
    if (frozen_find(vm, name, strlen(name))) return true;
    for (const ModuleDef *const *m = vm->module_defs; m && *m; m++)
        if (!strcmp((*m)->name, name)) return true;
    return false;
}

/* Names behind `from module import`: a module that is there, or one of perch's own, which may be imported to see. */
static void add_members(Completer *c, const char *module, size_t n)
{
    VM *vm = c->ty.vm;
    const char *name = arena_dup(c->ty.arena, module, n);
    if (!name) return;
    Value key = str_from_utf8(vm, module, n);
    Ref loaded = key ? dict_get_str(vm, REF(vm->modules), key) : NULL;
    Known of = {.value = loaded ? retain(loaded) : is_frozen(vm, name) ? import_module(vm, name) : NO_VALUE};
    err_clear(vm);
    if (of.value) known_names(&c->ty, of, add_member, c);
    else {
        Ref top = dict_get_c(vm, vm->sys_dict, "path");
        for (int64_t i = 0; top && is_list(top) && i < as_list(top)->len; i++) {
            static const char *const forms[] = {".py", "/__init__.py"};
            for (int form = 0; form < 2; form++) {
                Draft t = {.arena = c->ty.arena};
                const char *base = typing_str(&c->ty, as_list(top)->items[i]);
                draft_c(&t, *base ? base : ".");
                draft_c(&t, "/");
                for (size_t k = 0; k < n; k++) draft_add(&t, module[k] == '.' ? "/" : module + k, 1);
                draft_c(&t, forms[form]);
                add_definitions(c, draft_take(&t));
            }
        }
    }
    known_drop(vm, &of);
    release(vm, key);
    err_clear(vm);
    add_modules(c, name, n);
    complete_add(c, "*", "keyword");
}

bool complete_import(Completer *c, size_t first, size_t word)
{
    const Scan *s = &c->scan;
    const Piece *p = &s->items[first];
    size_t end = word == SIZE_MAX ? s->count : word, import = SIZE_MAX;
    if (first == word || (p->kind != KW_IMPORT && p->kind != KW_FROM)) return false;
    for (size_t i = first + 1; p->kind == KW_FROM && i < end; i++)
        if (s->items[i].kind == KW_IMPORT) import = i;
    size_t from = end; /* the dotted name that stands before the word */
    while (from > first + 1 && (s->items[from - 1].kind == TOK_DOT || (s->items[from - 1].kind == TOK_NAME && from < end && s->items[from].kind == TOK_DOT))) from--;
    if (import != SIZE_MAX) { /* from x import … */
        int before = s->items[end - 1].kind;
        if (before != KW_IMPORT && before != TOK_COMMA && before != TOK_LPAR) return true;
        if (import > first + 1 && s->items[first + 1].kind == TOK_NAME)
            add_members(c, s->text + s->items[first + 1].start, s->items[import - 1].end - s->items[first + 1].start);
        return true;
    }
    int before = s->items[end - 1].kind;
    if (before == TOK_NAME) { /* a whole name: what can follow it */
        complete_add(c, p->kind == KW_FROM ? "import" : "as", "keyword");
        return true;
    }
    if (before == KW_AS) return true;
    if (before == TOK_DOT && s->items[from].kind == TOK_NAME) add_modules(c, s->text + s->items[from].start, s->items[end - 2].end - s->items[from].start);
    else if (before == TOK_DOT) complete_add(c, "import", "keyword");
    else add_modules(c, "", 0);
    return true;
}
