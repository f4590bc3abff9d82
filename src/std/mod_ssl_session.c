/* mod_ssl_session.c: sessions: what was agreed on once, to be taken up again by a later connection of the same context. */
#include "mod_ssl.h"

static SslSession *as_session(Ref v) { return (SslSession *)BITS(v); }

static void session_clear(VM *vm, Obj *o) { value_clear(vm, &((SslSession *)o)->context); }
static void session_dealloc(VM *vm, Obj *o)
{
    if (((SslSession *)o)->session) O.SSL_SESSION_free(((SslSession *)o)->session);
    session_clear(vm, o);
    obj_free(vm, o, sizeof(SslSession));
}
static void session_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (((SslSession *)o)->context) visit(((SslSession *)o)->context, arg);
}

Value ssl_session_get(VM *vm, Ref self)
{
    SslState *st = ssl_state(vm);
    SSL_SESSION *live = O.SSL_get1_session(as_ssl(self)->ssl);
    if (!live) return V_NONE;
    SSL_SESSION *session = O.SSL_SESSION_dup(live); /* (a connection that is dropped spoils its session) */
    O.SSL_SESSION_free(live);
    if (!st || !session) return st ? RAISE_LAST(vm) : NO_VALUE;
    SslSession *s = (SslSession *)obj_alloc(vm, st->session, sizeof(SslSession));
    if (!s) O.SSL_SESSION_free(session);
    else {
        s->session = session;
        s->context = retain(as_ssl(self)->context);
    }
    return VAL(s);
}

bool ssl_session_set(VM *vm, Ref self, Ref v)
{
    SslState *st = ssl_state(vm);
    SslSocket *s = as_ssl(self);
    if (!st) return false;
    if (!v || !is_exact(v, st->session)) return err_false(vm, EXC_TypeError, "Value is not a SSLSession.");
    if (as_context(as_session(v)->context)->ctx != as_context(s->context)->ctx) return err_false(vm, EXC_ValueError, "Session refers to a different SSLContext.");
    if (s->server) return err_false(vm, EXC_ValueError, "Cannot set session for server-side SSLSocket.");
    if (O.SSL_is_init_finished(s->ssl)) return err_false(vm, EXC_ValueError, "Cannot set session after handshake.");
    SSL_SESSION *copy = O.SSL_SESSION_dup(as_session(v)->session); /* a session in use is changed by its connection */
    bool ok = copy && O.SSL_set_session(s->ssl, copy);
    if (copy) O.SSL_SESSION_free(copy);
    if (!ok) RAISE_LAST(vm);
    return ok;
}

static Value get_id(VM *vm, Ref self)
{
    unsigned n = 0;
    const unsigned char *id = O.SSL_SESSION_get_id(as_session(self)->session, &n);
    return bytes_from(vm, id, n);
}
static Value get_time(VM *vm, Ref self) { return int_from_i64(vm, O.SSL_SESSION_get_time(as_session(self)->session)); }
static Value get_timeout(VM *vm, Ref self) { return int_from_i64(vm, O.SSL_SESSION_get_timeout(as_session(self)->session)); }
static Value get_hint(VM *vm, Ref self) { return int_from_u64(vm, O.SSL_SESSION_get_ticket_lifetime_hint(as_session(self)->session)); }
static Value get_has_ticket(VM *vm, Ref self) { return make_bool(O.SSL_SESSION_has_ticket(as_session(self)->session)); }

static Value session_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    unsigned n = 0, m = 0;
    if (!is_heap(b) || as_obj(b)->type != as_obj(a)->type || (op != CMP_EQ && op != CMP_NE)) return V_NOTIMPL;
    const unsigned char *p = O.SSL_SESSION_get_id(as_session(a)->session, &n), *q = O.SSL_SESSION_get_id(as_session(b)->session, &m);
    bool equal = a == b || (n == m && (!n || !memcmp(p, q, n)));
    return make_bool(equal == (op == CMP_EQ));
}

static const GetSetDef getsets[] = {
    {"id", get_id, NULL, "its name, bytes"},
    {"time", get_time, NULL, "when it began, seconds since the epoch"},
    {"timeout", get_timeout, NULL, "how many seconds it lasts"},
    {"ticket_lifetime_hint", get_hint, NULL, "how many seconds the server thinks that its ticket lasts"},
    {"has_ticket", get_has_ticket, NULL, "is there a ticket?"},
    {0},
};
const TypeDef ssl_session_def = {.name = "_ssl.SSLSession", .doc = "What two sides have agreed on.", .kind = KIND_OPAQUE, .size = sizeof(SslSession),
    .flags = TYPE_GC | TYPE_NO_NEW | TYPE_IMMUTABLE, .s = {.hash = slots_hash_none, .compare = session_compare}, .dealloc = session_dealloc, .traverse = session_traverse,
    .clear = session_clear, .getsets = getsets};
