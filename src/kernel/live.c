/* live.c: what changes in its place while a cell runs: bars of progress, and the line about the devices that %watch asks for. Both are displays with an id
 * of their own that are updated: a bar by the session's thread, the devices' line by the sockets' thread, a few times a second.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel_impl.h"

static const double WATCH_EVERY = 0.5; /* seconds */
enum { PULSE_ROOM = 2048 };

typedef struct Slot { int64_t bar; long number; } Slot; /* a display and the bar that stands there; 0: it is empty, for the next one of that cell */

struct Live {
    Slot *slots;
    int slot_count, slot_cap;
    long displays;            /* so many were made */
    char *slots_parent;       /* the request whose empty displays they are */
    char *watch_parent;       /* the request that shows the devices' line; under the kernel's lock, as what follows */
    char shown[PULSE_ROOM];   /* the line that is shown */
    double looked;            /* when it was last asked for */
    bool closed;
};

bool live_open(Kernel *k) { return (k->live = calloc(1, sizeof *k->live)) != NULL; }

void live_close(Kernel *k)
{
    if (!k->live) return;
    pthread_mutex_lock(&k->lock);
    k->live->closed = true;
    pthread_mutex_unlock(&k->lock);
}

void live_drop(Kernel *k)
{
    if (!k->live) return;
    free(k->live->slots);
    free(k->live->slots_parent);
    free(k->live->watch_parent);
    free(k->live);
    k->live = NULL;
}

static void show(Kernel *k, const char *parent, const char *id, bool update, const char *text, const char *html)
{
    kernel_publish(k, update ? "update_display_data" : "display_data", parent,
                   json_pack("{s{soso}s{}s{ss}}", "data", "text/plain", wire_word(text), "text/html", wire_word(html), "metadata", "transient", "display_id", id), NULL, NULL);
}

/* ---- HTML ---- */
static void put(FILE *f, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c == '&') fputs("&amp;", f);
        else if (c == '<') fputs("&lt;", f);
        else if (c == '>') fputs("&gt;", f);
        else if (c >= ' ' || c == '\t') putc(c, f);
    }
}

static const char opening[] = "<div class=\"perch-live\" style=\"font-family:monospace;font-family:var(--jp-code-font-family,monospace);font-size:13px;white-space:pre-wrap\">";

/* "name:  20%|███     | 4/20 [00:00<00:00]": its drawn bar becomes the page's; a text without one stays as it is. */
static char *bar_html(const Progress *p)
{
    char *html = NULL;
    size_t n;
    FILE *f = open_memstream(&html, &n);
    if (!f) return NULL;
    const char *start = p->total > 0 ? strstr(p->text, "%|") : NULL, *end = start ? strchr(start + 2, '|') : NULL;
    fputs(opening, f);
    if (end) {
        put(f, p->text, (size_t)(start + 1 - p->text));
        double done = p->done < 0 ? 0 : p->done > p->total ? p->total : p->done;
        fprintf(f, " <progress max=\"%.17g\" value=\"%.17g\" style=\"width:300px;max-width:40%%;vertical-align:middle\"></progress>", p->total, done);
        put(f, end + 1, strlen(end + 1));
    } else put(f, p->text, strlen(p->text));
    fputs("</div>", f);
    return fclose(f) ? free(html), NULL : html;
}

/* Lines "gpu(0) 12% 1.2 GiB/16 GiB", divided by " · ". */
static char *pulse_html(const char *text)
{
    char *html = NULL;
    size_t n;
    FILE *f = open_memstream(&html, &n);
    if (!f) return NULL;
    fprintf(f, "%s<table style=\"border-collapse:collapse;margin:0px\"><tbody>", opening);
    static const char between[] = " \xC2\xB7 ", cell[] = "<td style=\"text-align:left;white-space:pre;padding:1px 10px 1px 0px\">";
    for (const char *at = text; *at;) {
        const char *end = strstr(at, between), *stop = end ? end : at + strlen(at), *name = memchr(at, ' ', (size_t)(stop - at));
        const char *percent = name ? memchr(name, '%', (size_t)(stop - name)) : NULL;
        if (percent) {
            fprintf(f, "<tr>%s<b>", cell);
            put(f, at, (size_t)(name - at));
            fprintf(f, "</b></td>%s<progress max=\"100\" value=\"%d\" style=\"width:160px;vertical-align:middle\"></progress></td>%s%.*s</td>%s", cell, atoi(name + 1), cell,
                    (int)(percent - name), name + 1, cell);
            put(f, percent + 2, (size_t)(stop - percent - 2));
            fputs("</td></tr>", f);
        }
        at = end ? end + sizeof between - 1 : stop;
    }
    fputs("</tbody></table></div>", f);
    return fclose(f) ? free(html), NULL : html;
}

/* ---- bars ---- */
static Slot *find_slot(const struct Live *l, int64_t bar)
{
    for (int i = 0; i < l->slot_count; i++)
        if (l->slots[i].bar == bar) return &l->slots[i];
    return NULL;
}

static void drop_slot(struct Live *l, Slot *slot) { *slot = l->slots[--l->slot_count]; }

static Slot *new_slot(struct Live *l)
{
    if (l->slot_count == l->slot_cap) {
        int cap = l->slot_cap ? 2 * l->slot_cap : 8;
        Slot *more = realloc(l->slots, (size_t)cap * sizeof *more);
        if (!more) return NULL;
        l->slots = more;
        l->slot_cap = cap;
    }
    Slot *slot = &l->slots[l->slot_count++];
    *slot = (Slot){0, ++l->displays};
    return slot;
}

/* Empty displays are for the cell that made them. */
static void forget_empty(struct Live *l, const char *parent)
{
    if (l->slots_parent && !strcmp(l->slots_parent, parent)) return;
    free(l->slots_parent);
    l->slots_parent = strdup(parent);
    for (Slot *slot; (slot = find_slot(l, 0));) drop_slot(l, slot);
}

void live_progress(Kernel *k, const Progress *p)
{
    struct Live *l = k->live;
    const char *parent = session_origin(k->session);
    Slot *slot = find_slot(l, p->id);
    bool shown = slot != NULL;
    if (!shown) {
        if (p->over && !*p->text) return; /* never shown, and nothing is left of it */
        if (parent) forget_empty(l, parent);
        slot = parent ? find_slot(l, 0) : NULL;
        shown = slot != NULL;
        if (!slot && !(slot = new_slot(l))) return;
        slot->bar = p->id;
    }
    char id[120], *html = bar_html(p);
    snprintf(id, sizeof id, "perch-bar-%s-%ld", k->wire.session, slot->number);
    if (p->over && !*p->text && parent && l->slots_parent && !strcmp(l->slots_parent, parent)) slot->bar = 0;
    else if (p->over) drop_slot(l, slot);
    kernel_flush(k);
    if (html) show(k, parent, id, shown, p->text, html);
    free(html);
}

/* ---- the devices' line ---- */
/* %watch on shows a display of this id: from then on it is kept up to date. */
static const char watch_id[] = "perch-watch";

void live_shown(Kernel *k, const char *id)
{
    const char *origin = session_origin(k->session);
    if (!id || strcmp(id, watch_id) || !origin) return;
    char *parent = strdup(origin);
    pthread_mutex_lock(&k->lock);
    free(k->live->watch_parent);
    k->live->watch_parent = parent;
    *k->live->shown = 0;
    pthread_mutex_unlock(&k->lock);
}

int live_wait(Kernel *k)
{
    struct Live *l = k->live;
    char text[PULSE_ROOM];
    int wait = -1;
    char *parent = NULL;
    pthread_mutex_lock(&k->lock); /* (the session closes after live_close, which waits for it) */
    if (l->watch_parent && !l->closed) {
        double now = kernel_clock(), left = l->looked + WATCH_EVERY - now;
        if (left <= 0) {
            l->looked = now;
            left = WATCH_EVERY;
            size_t n = session_pulse(k->session, text, sizeof text);
            if (n && strcmp(text, l->shown)) {
                memcpy(l->shown, text, n + 1);
                parent = strdup(l->watch_parent);
            }
        }
        wait = (int)(left * 1000) + 1;
    }
    pthread_mutex_unlock(&k->lock);
    if (parent) {
        char *html = pulse_html(text);
        if (html) show(k, parent, watch_id, true, text, html);
        free(html);
        free(parent);
    }
    return wait;
}
