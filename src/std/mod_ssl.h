/* mod_ssl.h: what the files of the module _ssl share: contexts, connections, how an error becomes Python's.
 *
 * OpenSSL's objects are used under the interpreter's lock alone, which is let go of only while a connection waits for its descriptor: reads and writes never
 * block, as their pipe (mod_ssl_socket.c) asks the system not to wait. */
#ifndef PERCH_STD_MOD_SSL_H
#define PERCH_STD_MOD_SSL_H

#include "mod_socket.h"
#include "openssl.h"
#include "lang/types/weak.h"
#include "std.h"

enum { PROTOCOL_TLS = 2, PROTOCOL_TLSV1, PROTOCOL_TLSV1_1, PROTOCOL_TLSV1_2, PROTOCOL_TLS_CLIENT = 16, PROTOCOL_TLS_SERVER };
#define SSL_DEFAULT_CIPHERS "@SECLEVEL=2:ECDH+AESGCM:ECDH+CHACHA20:ECDH+AES:DHE+AES:!aNULL:!eNULL:!aDSS:!SHA1:!AESCCM" /* as CPython chooses them */
enum { CERT_NONE, CERT_OPTIONAL, CERT_REQUIRED };

typedef struct SslContext {
    Obj head;
    VM *vm;
    SSL_CTX *ctx;
    int protocol;
    unsigned hostflags;
    bool check_hostname, post_handshake_auth;
    unsigned char *alpn; /* what is offered, as the protocol has it; NULL: nothing */
    unsigned alpn_len;
    Value sni, watch;    /* sni_callback, _msg_callback; or NULL */
    Value keylog_name;   /* or NULL */
    BIO *keylog;
} SslContext;

typedef struct SslSocket {
    Obj head;
    VM *vm;
    SSL *ssl;
    Value context;
    Value sock, owner;   /* weak references, or NULL: over MemoryBIOs; nobody */
    Value host;          /* a str, or NULL */
    const int *fd;       /* of the socket, while a call uses it */
    int sys_error;       /* errno of the last read or write of the pipe */
    bool server;
    bool zero;           /* a shutdown has seen the other side's silence */
    bool ended;          /* the socket has given its end */
    bool busy;           /* OpenSSL is in it: what a callback runs must not come in again */
    Value raised;        /* by a callback in the call that runs: comes out when OpenSSL has returned */
} SslSocket;

typedef struct SslBio { Obj head; BIO *bio; bool ended; } SslBio;
typedef struct SslSession { Obj head; SSL_SESSION *session; Value context; } SslSession;
typedef struct SslCert { Obj head; X509 *cert; int64_t hash; } SslCert;

enum { ERROR_SSL, ERROR_VERIFY, ERROR_ZERO_RETURN, ERROR_WANT_READ, ERROR_WANT_WRITE, ERROR_SYSCALL, ERROR_EOF, ERROR_COUNT };
typedef struct SslState {
    Type *context, *socket, *bio, *session, *cert;
    Value errors[ERROR_COUNT];
} SslState;
extern const ModuleDef ssl_module;
extern const TypeDef ssl_context_def, ssl_socket_def, ssl_bio_def, ssl_session_def, ssl_cert_def;
extern const NativeDef ssl_context_load_methods[], ssl_cert_functions[];
extern const GetSetDef ssl_session_getsets[];
static inline SslState *ssl_state(VM *vm) { return module_state(vm, &ssl_module); }
static inline SslContext *as_context(Ref v) { return (SslContext *)BITS(v); }
static inline SslSocket *as_ssl(Ref v) { return (SslSocket *)BITS(v); }
static inline SslBio *as_bio(Ref v) { return (SslBio *)BITS(v); }

/* ---- mod_ssl.c ---- */
extern OpenSsl openssl; /* full once _ssl has been imported */
#define O openssl

/* ---- mod_ssl_error.c ---- */
bool ssl_errors_open(VM *vm, SslState *s, Dict *ns);
/* Raise; line: of this house's source, which the text names as the original's does. All give NULL back. */
Value ssl_raise_text(VM *vm, int number, const char *text, int line);   /* SSLError of perch's own */
Value ssl_raise_last(VM *vm, int line);                                  /* what OpenSSL's queue of errors says */
Value ssl_raise_call(VM *vm, SslSocket *s, int result, int error, int line); /* after a call on a connection, of which SSL_get_error said `error` */
Value ssl_raise_plain(VM *vm, const char *text);                         /* SSLError(text), without a number */
#define RAISE_LAST(vm) ssl_raise_last(vm, __LINE__)

/* ---- mod_ssl_load.c ---- */
bool ssl_path(VM *vm, Ref v, const char *wrong /*the TypeError's text, %T in it the type*/, PathArg *p);

/* ---- mod_ssl_socket.c ---- */
Value ssl_connect(VM *vm, SslContext *context, Ref sock /*or NULL*/, SslBio *in, SslBio *out, bool server, Ref host, Ref owner, Ref session);
bool ssl_pipe_open(void);

/* ---- mod_ssl_cert.c ---- */
Value ssl_cert_info(VM *vm, X509 *cert);  /* the dict of getpeercert() */
Value ssl_cert_der(VM *vm, X509 *cert);
Value ssl_cert_new(VM *vm, X509 *cert);   /* a Certificate */
Value ssl_cert_list(VM *vm, OPENSSL_STACK *chain); /* a list of them, or None */

/* ---- mod_ssl_session.c ---- */
Value ssl_session_get(VM *vm, Ref self);
bool ssl_session_set(VM *vm, Ref self, Ref v);

#endif
