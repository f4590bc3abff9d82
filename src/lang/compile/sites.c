/* sites.c: call-site numbers. Every instruction of every code has one: the code's site_base plus its index, so that telling
 * where the program is costs two loads and a subtraction. The table finds the code of a number; a code that dies leaves
 * the spans of its lines behind only if someone asked for a site of it (a tensor may outlive the function that made it). */
#include "code.h"
#include "lang/object/vm.h"

typedef struct SiteRow {
    uint32_t base, count;
    Code *code; /* borrowed while it lives */
    Value file, source; /* after its death, if kept */
    Span *spans;
    bool asked;
    uint32_t kept; /* bytes that it counts for after its death */
} SiteRow;

typedef struct SiteTable {
    SiteRow *rows; /* by base, ascending */
    size_t n, cap;
    size_t kept;   /* bytes of what codes that died left behind, where nobody asked for it */
} SiteTable;

/* Code of a library: frozen modules, and what NumPy's Python half writes itself when it is imported (its functions' dispatchers). */
static bool is_library_file(Ref name) { return str_has_prefix_c(name, "<frozen ") || str_equal_c(name, "<__array_function__ internals>"); }

uint32_t sites_reserve(VM *vm, Code *code)
{
    if (code->filename && is_library_file(REF(code->filename))) { /* nobody's site: it has numbers, but nothing looks for them */
        code->flags |= CODE_LIBRARY;
        if (str_has_prefix_c(REF(code->filename), "<frozen numpy.")) code->flags |= CODE_GUEST;
        vm->next_site += code->nins;
        return vm->next_site - code->nins;
    }
    if (!vm->sites && !(vm->sites = mem_zalloc(vm->mem, sizeof(SiteTable)))) return 0;
    SiteTable *t = vm->sites;
    if (t->n == t->cap) {
        size_t cap = t->cap ? t->cap * 2 : 64;
        SiteRow *rows = mem_realloc(vm->mem, t->rows, t->cap * sizeof *rows, cap * sizeof *rows);
        if (!rows) return 0;
        t->rows = rows;
        t->cap = cap;
    }
    uint32_t base = vm->next_site;
    vm->next_site += code->nins;
    t->rows[t->n++] = (SiteRow){.base = base, .count = code->nins, .code = code};
    return base;
}

static SiteRow *row_of(SiteTable *t, uint32_t site)
{
    size_t lo = 0, hi = t ? t->n : 0;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (t->rows[mid].base <= site) lo = mid + 1;
        else hi = mid;
    }
    if (!lo) return NULL;
    SiteRow *r = &t->rows[lo - 1];
    return site - r->base < r->count ? r : NULL;
}

/* Values may still tell the lines of code that has gone: so many bytes of it at most. */
enum { KEPT_MOST = 2 << 20 };

/* Codes of one text stand side by side and share it: it counts once. */
static uint32_t kept_bytes(const SiteTable *t, const SiteRow *r)
{
    size_t n = sizeof *r + r->count * sizeof(Span);
    bool shared = (r > t->rows && r[-1].source == r->source) || (r + 1 < t->rows + t->n && r[1].source == r->source);
    if (r->source && !shared) n += (size_t)as_str(r->source)->len;
    return n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
}

static void drop_kept(VM *vm, SiteRow *r)
{
    if (!r->asked) vm->sites->kept -= r->kept;
    release(vm, r->file);
    release(vm, r->source);
    if (r->spans) mem_free(vm->mem, r->spans, r->count * sizeof(Span));
}

/* The oldest half of what was kept without being asked for goes. */
static void drop_old(VM *vm)
{
    SiteTable *t = vm->sites;
    size_t to = 0;
    for (size_t i = 0; i < t->n; i++) {
        SiteRow *r = &t->rows[i];
        if (!r->code && !r->asked && t->kept > KEPT_MOST / 2) drop_kept(vm, r);
        else t->rows[to++] = *r;
    }
    t->n = to;
}

void sites_forget(VM *vm, Code *code)
{
    SiteRow *r = vm->sites && code->site_base ? row_of(vm->sites, code->site_base) : NULL;
    if (!r || r->code != code) return;
    if (r->asked || vm->keep_sites) {
        r->file = retain(REF(code->filename));
        r->source = code->source ? retain(code->source) : NULL;
        const Span *spans = code_spans(code);
        r->spans = spans ? mem_alloc(vm->mem, code->nins * sizeof(Span)) : NULL;
        if (r->spans) memcpy(r->spans, spans, code->nins * sizeof(Span));
        r->code = NULL;
        r->kept = kept_bytes(vm->sites, r);
        if (!r->asked) vm->sites->kept += r->kept;
        if (vm->sites->kept > KEPT_MOST) drop_old(vm);
        return;
    }
    size_t i = (size_t)(r - vm->sites->rows);
    memmove(r, r + 1, (vm->sites->n - i - 1) * sizeof *r);
    vm->sites->n--;
}

void sites_close(VM *vm)
{
    SiteTable *t = vm->sites;
    if (!t) return;
    for (size_t i = 0; i < t->n; i++)
        if (!t->rows[i].code) drop_kept(vm, &t->rows[i]);
    mem_free(vm->mem, t->rows, t->cap * sizeof *t->rows);
    mem_free(vm->mem, t, sizeof *t);
    vm->sites = NULL;
}

uint32_t lang_site(VM *vm)
{
    Frame *f = vm->frame;
    while (f->code && f->code->flags & CODE_LIBRARY) f = f->prev;
    if (!f->code) return 0;
    return f->code->site_base + (uint32_t)(f->pc - f->code->ins) - 1;
}

int lang_sites(VM *vm, uint32_t *out, int most)
{
    int n = 0;
    for (Frame *f = vm->frame; f && f->code && n < most; f = f->prev)
        if (!(f->code->flags & CODE_LIBRARY)) out[n++] = f->code->site_base + (uint32_t)(f->pc - f->code->ins) - 1;
    return n;
}

Value lang_site_function(VM *vm, uint32_t site)
{
    SiteRow *r = row_of(vm->sites, site);
    return r && r->code ? retain(REF(r->code->name)) : str_from_c(vm, "<module>");
}

void lang_keep_sites(VM *vm) { vm->keep_sites = true; }

bool lang_site_info(VM *vm, uint32_t site, LangSite *out)
{
    SiteRow *r = row_of(vm->sites, site);
    if (!r) return false;
    if (!r->asked && !r->code) vm->sites->kept -= r->kept;
    r->asked = true;
    const Span *spans = r->code ? code_spans(r->code) : r->spans;
    Ref file = r->code ? REF(r->code->filename) : (Ref)r->file;
    if (!spans || !file) return false;
    Span s = spans[site - r->base];
    size_t n;
    *out = (LangSite){str_utf8(vm, file, &n), s.line, s.end_line, s.col, s.end_col};
    return out->filename != NULL;
}

Value lang_site_source(VM *vm, uint32_t site)
{
    LangSite info;
    if (!lang_site_info(vm, site, &info)) return NULL;
    SiteRow *r = row_of(vm->sites, site);
    Ref source = r->code ? (Ref)r->code->source : (Ref)r->source;
    return source ? retain(source) : NULL;
}

Value lang_site_text(VM *vm, uint32_t site)
{
    LangSite info;
    if (!lang_site_info(vm, site, &info)) return NULL;
    SiteRow *r = row_of(vm->sites, site);
    Ref source = r->code ? (Ref)r->code->source : (Ref)r->source;
    if (!source) return NULL;
    Str *s = as_str(source);
    int64_t start = 0, end;
    for (uint32_t line = 1; line < info.line && start < s->len; start++) line += str_at(s, start) == '\n';
    for (end = start; end < s->len && str_at(s, end) != '\n';) end++;
    return str_substr(vm, source, start, end);
}
