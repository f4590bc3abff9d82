/* wire.c: messages from frames and to frames (wire.h). */
#include "wire.h"

#include <pwd.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SEEN_SETS = 1 << 13, SEEN_WAYS = 4, SEEN_BYTES = 16, HEADER_LIMIT = 1 << 20 };
/* Signatures that were taken: the beginning of each belongs to one set, which keeps its last few. (Untouched pages of the table cost nothing.) */
struct SeenSet { unsigned char digest[SEEN_WAYS][SEEN_BYTES]; };
static const char delimiter[] = "<IDS|MSG>";

bool frames_add(Frames *f, const void *data, size_t size)
{
    if (f->n == f->cap) {
        size_t cap = f->cap ? f->cap * 2 : 8;
        Frame *more = realloc(f->items, cap * sizeof *more);
        if (!more) return false;
        f->items = more;
        f->cap = cap;
    }
    char *copy = malloc(size + 1);
    if (!copy) return false;
    if (size) memcpy(copy, data, size);
    copy[size] = 0;
    f->items[f->n++] = (Frame){copy, size};
    return true;
}

void frames_drop(Frames *f)
{
    for (size_t i = 0; i < f->n; i++) free(f->items[i].data);
    free(f->items);
    *f = (Frames){0};
}

void message_free(Message *m)
{
    if (!m) return;
    frames_drop(&m->identities);
    frames_drop(&m->buffers);
    free(m->header_text);
    json_decref(m->header);
    json_decref(m->content);
    json_decref(m->metadata);
    json_decref(m->parent);
    free(m);
}

void messages_free(Message *m)
{
    for (Message *next; m; m = next) {
        next = m->next;
        message_free(m);
    }
}

void outgoing_free(Outgoing *o)
{
    if (!o) return;
    frames_drop(&o->frames);
    free(o);
}

static void random_digits(char *out, size_t bytes)
{
    unsigned char raw[16];
    randombytes_buf(raw, bytes);
    sodium_bin2hex(out, 2 * bytes + 1, raw, bytes);
}

bool wire_open(Wire *w, const char *key)
{
    *w = (Wire){.key_size = strlen(key)};
    if (sodium_init() < 0 || pthread_mutex_init(&w->lock, NULL)) return false;
    w->key = (unsigned char *)strdup(key);
    w->seen = calloc(SEEN_SETS, sizeof *w->seen);
    random_digits(w->session, 16);
    struct passwd room, *user = NULL;
    char names[1024];
    getpwuid_r(geteuid(), &room, names, sizeof names, &user);
    snprintf(w->user, sizeof w->user, "%s", user && user->pw_name ? user->pw_name : "kernel");
    return w->key && w->seen;
}

void wire_close(Wire *w)
{
    if (w->key) sodium_memzero(w->key, w->key_size);
    free(w->key);
    free(w->seen);
    pthread_mutex_destroy(&w->lock);
}

/* ---- signatures ---- */
static void digest_of(const Wire *w, const Frame *four, unsigned char digest[WIRE_DIGEST])
{
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, w->key, w->key_size);
    for (int i = 0; i < 4; i++) crypto_auth_hmacsha256_update(&state, (const unsigned char *)four[i].data, four[i].size);
    crypto_auth_hmacsha256_final(&state, digest);
}

/* false: it was here before. */
static bool is_new(Wire *w, const unsigned char *digest)
{
    pthread_mutex_lock(&w->lock);
    struct SeenSet *set = &w->seen[(digest[0] | digest[1] << 8) % SEEN_SETS];
    bool fresh = true;
    for (int i = 0; i < SEEN_WAYS; i++) fresh = fresh && memcmp(set->digest[i], digest, SEEN_BYTES) != 0;
    if (fresh) {
        memmove(set->digest[1], set->digest[0], (SEEN_WAYS - 1) * SEEN_BYTES);
        memcpy(set->digest[0], digest, SEEN_BYTES);
    }
    pthread_mutex_unlock(&w->lock);
    return fresh;
}

static const char *check_signature(Wire *w, const Frame *signature, const Frame *four)
{
    if (!w->key_size) return NULL;
    unsigned char digest[WIRE_DIGEST];
    char right[WIRE_SIGNATURE + 1];
    digest_of(w, four, digest);
    sodium_bin2hex(right, sizeof right, digest, sizeof digest);
    if (signature->size != WIRE_SIGNATURE || sodium_memcmp(right, signature->data, WIRE_SIGNATURE)) return "the signature is wrong";
    return is_new(w, digest) ? NULL : "a message that was here before (its signature was used)";
}

/* ---- reading ---- */
static json_t *object_of(const Frame *f)
{
    json_error_t why;
    json_t *j = json_loadb(f->data, f->size, JSON_ALLOW_NUL, &why);
    if (j && !json_is_object(j)) {
        json_decref(j);
        return NULL;
    }
    return j;
}

static const char *word(const json_t *object, const char *key)
{
    const json_t *v = json_object_get(object, key);
    return json_is_string(v) ? json_string_value(v) : NULL;
}

static const char *fill(Wire *w, Message *m, Frames *f)
{
    size_t at = 0;
    while (at < f->n && (f->items[at].size != sizeof delimiter - 1 || memcmp(f->items[at].data, delimiter, sizeof delimiter - 1))) at++;
    if (at == f->n) return "there is no <IDS|MSG>";
    if (at > WIRE_DEPTH) return "too many identities";
    const Frame *four = f->items + at + 2;
    if (f->n < at + 6) return "frames are missing";
    const char *why = check_signature(w, &f->items[at + 1], four);
    if (why) return why;
    if (four[0].size > HEADER_LIMIT) return "the header is too long";
    if (!(m->header = object_of(&four[0]))) return "the header is no JSON object";
    m->type = word(m->header, "msg_type");
    m->id = word(m->header, "msg_id");
    m->subshell = word(m->header, "subshell_id");
    if (!m->type || !m->id) return "the header has no msg_type or no msg_id";
    if (!(m->parent = object_of(&four[1]))) return "the parent_header is no JSON object";
    if (!(m->metadata = object_of(&four[2]))) return "the metadata is no JSON object";
    if (!(m->content = object_of(&four[3]))) return "the content is no JSON object";
    m->header_text = strndup(four[0].data, four[0].size);
    if (!m->header_text) return "out of memory";
    for (size_t i = 0; i < at; i++)
        if (!frames_add(&m->identities, f->items[i].data, f->items[i].size)) return "out of memory";
    for (size_t i = at + 6; i < f->n; i++)
        if (!frames_add(&m->buffers, f->items[i].data, f->items[i].size)) return "out of memory";
    return NULL;
}

Message *wire_read(Wire *w, Channel channel, Frames *frames, const char **why)
{
    Message *m = calloc(1, sizeof *m);
    *why = m ? NULL : "out of memory";
    if (m) {
        m->channel = channel;
        *why = fill(w, m, frames);
    }
    frames_drop(frames);
    if (!*why) return m;
    message_free(m);
    return NULL;
}

/* ---- writing ---- */
static bool add_json(Frames *f, json_t *j /*taken*/)
{
    char *text = j ? json_dumps(j, JSON_COMPACT) : NULL;
    bool ok = text && frames_add(f, text, strlen(text));
    free(text);
    json_decref(j);
    return ok;
}

static json_t *header(Wire *w, const char *type, char id[96])
{
    struct timespec t;
    struct tm parts;
    clock_gettime(CLOCK_REALTIME, &t);
    gmtime_r(&t.tv_sec, &parts);
    char date[48];
    size_t n = strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(date + n, sizeof date - n, ".%06ldZ", t.tv_nsec / 1000);
    snprintf(id, 96, "%s_%ld_%llu", w->session, (long)getpid(), (unsigned long long)__atomic_add_fetch(&w->counter, 1, __ATOMIC_RELAXED));
    return json_pack("{ssssssssssss}", "msg_id", id, "msg_type", type, "username", w->user, "session", w->session, "date", date, "version", WIRE_PROTOCOL);
}

Outgoing *wire_write(Wire *w, Channel channel, const Frames *identities, const char *topic, const char *type, const char *parent, json_t *content,
                     json_t *metadata, const Frames *buffers)
{
    Outgoing *o = calloc(1, sizeof *o);
    bool ok = o != NULL;
    if (o) {
        o->channel = channel;
        snprintf(o->type, sizeof o->type, "%s", type);
    }
    for (size_t i = 0; ok && identities && i < identities->n; i++) ok = frames_add(&o->frames, identities->items[i].data, identities->items[i].size);
    if (ok && !identities && topic) ok = frames_add(&o->frames, topic, strlen(topic));
    ok = ok && frames_add(&o->frames, delimiter, sizeof delimiter - 1);
    size_t at = ok ? o->first = o->frames.n : 0;
    ok = ok && frames_add(&o->frames, "", 0) && add_json(&o->frames, header(w, type, o->id)) && frames_add(&o->frames, parent ? parent : "{}", parent ? strlen(parent) : 2);
    ok = (ok ? add_json(&o->frames, metadata ? metadata : json_object()) : (json_decref(metadata), false));
    ok = (ok ? add_json(&o->frames, content) : (json_decref(content), false));
    if (ok && w->key_size) {
        unsigned char digest[WIRE_DIGEST];
        char signature[WIRE_SIGNATURE + 1];
        digest_of(w, o->frames.items + at + 1, digest);
        Frame *f = &o->frames.items[at];
        free(f->data);
        *f = (Frame){strdup(sodium_bin2hex(signature, sizeof signature, digest, sizeof digest)), WIRE_SIGNATURE};
        ok = f->data != NULL;
    }
    for (size_t i = 0; ok && buffers && i < buffers->n; i++) ok = frames_add(&o->frames, buffers->items[i].data, buffers->items[i].size);
    if (ok) return o;
    outgoing_free(o);
    return NULL;
}

/* ---- texts ---- */
/* Bytes of the well-formed character at p, 0 if there is none. */
static size_t character(const unsigned char *p, const unsigned char *end)
{
    size_t n = *p < 0x80 ? 1 : *p >= 0xC2 && *p < 0xE0 ? 2 : *p >= 0xE0 && *p < 0xF0 ? 3 : *p >= 0xF0 && *p < 0xF5 ? 4 : 0;
    if (!n || (size_t)(end - p) < n) return 0;
    for (size_t i = 1; i < n; i++)
        if ((p[i] & 0xC0) != 0x80) return 0;
    bool bad = (n == 3 && ((*p == 0xE0 && p[1] < 0xA0) || (*p == 0xED && p[1] >= 0xA0))) || (n == 4 && ((*p == 0xF0 && p[1] < 0x90) || (*p == 0xF4 && p[1] >= 0x90)));
    return bad ? 0 : n;
}

json_t *wire_text(const char *text, size_t size)
{
    json_t *j = json_stringn(text, size);
    if (j || !size) return j;
    const unsigned char *p = (const unsigned char *)text, *end = p + size;
    char *clean = malloc(3 * size), *to = clean;
    while (clean && p < end) {
        size_t n = character(p, end);
        memcpy(to, n ? (const char *)p : "\xEF\xBF\xBD", n ? n : 3);
        to += n ? n : 3;
        p += n ? n : 1;
    }
    if (clean) j = json_stringn(clean, (size_t)(to - clean));
    free(clean);
    return j;
}

json_t *wire_word(const char *text) { return wire_text(text ? text : "", text ? strlen(text) : 0); }
