/* openssl.h: what perch uses of OpenSSL 3, declared here so that building it needs none of OpenSSL's headers: opaque types, the functions of openssl.def as
 * OpenSsl's members, and the numbers of its interface. The library is opened by who imports _ssl. */
#ifndef PERCH_STD_OPENSSL_H
#define PERCH_STD_OPENSSL_H

#include <stddef.h>
#include <stdint.h>

typedef struct ssl_ctx SSL_CTX;
typedef struct ssl SSL;
typedef struct ssl_method SSL_METHOD;
typedef struct ssl_session SSL_SESSION;
typedef struct ssl_cipher SSL_CIPHER;
typedef struct bio BIO;
typedef struct bio_method BIO_METHOD;
typedef struct x509 X509;
typedef struct x509_name X509_NAME;
typedef struct x509_name_entry X509_NAME_ENTRY;
typedef struct x509_store X509_STORE;
typedef struct x509_object X509_OBJECT;
typedef struct x509_param X509_VERIFY_PARAM;
typedef struct asn1_string ASN1_STRING;
typedef struct asn1_object ASN1_OBJECT;
typedef struct dh DH;
typedef struct stack OPENSSL_STACK;
typedef int PasswordFn(char *buf, int size, int writing, void *data);

/* The parts of extensions of a certificate, whose layout is public. */
typedef struct GENERAL_NAME { int type; void *value; } GENERAL_NAME;
typedef struct ACCESS_DESCRIPTION { ASN1_OBJECT *method; GENERAL_NAME *location; } ACCESS_DESCRIPTION;
typedef struct DIST_POINT_NAME { int type; OPENSSL_STACK *full; } DIST_POINT_NAME;
typedef struct DIST_POINT { DIST_POINT_NAME *name; } DIST_POINT;
enum { GEN_OTHERNAME, GEN_EMAIL, GEN_DNS, GEN_X400, GEN_DIRNAME, GEN_EDIPARTY, GEN_URI, GEN_IPADD, GEN_RID };

typedef struct OpenSsl {
#define OPENSSL(ret, name, args) ret (*name) args;
#include "openssl.def"
#undef OPENSSL
} OpenSsl;

enum {
    SSL_ERROR_NONE, SSL_ERROR_SSL, SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE, SSL_ERROR_WANT_X509_LOOKUP, SSL_ERROR_SYSCALL, SSL_ERROR_ZERO_RETURN, SSL_ERROR_WANT_CONNECT,
    SSL_ERROR_EOF, SSL_ERROR_NO_SOCKET, SSL_ERROR_INVALID_ERROR_CODE, /* (the last three are Python's) */
};
enum { SSL_VERIFY_NONE, SSL_VERIFY_PEER, SSL_VERIFY_FAIL_IF_NO_PEER_CERT, SSL_VERIFY_POST_HANDSHAKE = 8 };
enum { /* SSL_CTX_ctrl, SSL_ctrl: what is asked */
    SSL_CTRL_SET_TMP_DH = 3, SSL_CTRL_SESS_NUMBER = 20, SSL_CTRL_MODE = 33, SSL_CTRL_SET_SERVERNAME_CB = 53, SSL_CTRL_SET_SERVERNAME_ARG = 54, SSL_CTRL_SET_HOSTNAME = 55,
    SSL_CTRL_SET_GROUPS = 91, SSL_CTRL_SET_MIN_VERSION = 123, SSL_CTRL_SET_MAX_VERSION = 124, SSL_CTRL_GET_MIN_VERSION = 130, SSL_CTRL_GET_MAX_VERSION = 131,
    SSL_CTRL_SET_MSG_ARG = 16, SSL_CTRL_READ_AHEAD = 41,
};
enum { SSL_MODE_MOVING_BUFFER = 2, SSL_MODE_AUTO_RETRY = 4, SSL_MODE_RELEASE_BUFFERS = 16 };
enum { SSL_TLSEXT_ERR_OK = 0, SSL_TLSEXT_ERR_ALERT_FATAL = 2, SSL_TLSEXT_ERR_NOACK = 3 };
enum { SSL_AD_HANDSHAKE_FAILURE = 40, SSL_AD_INTERNAL_ERROR = 80 };
enum { SSL_RECEIVED_SHUTDOWN = 2, SSL_FILETYPE_PEM = 1, SSL_FILETYPE_ASN1 = 2, OPENSSL_NPN_NEGOTIATED = 1 };
enum { BIO_CTRL_EOF = 2, BIO_CTRL_FLUSH = 11, BIO_CTRL_INFO = 3, BIO_CTRL_PENDING = 10, BIO_C_SET_BUF_MEM_EOF_RETURN = 130 };
enum { BIO_READS = 1, BIO_WRITES = 2, BIO_RETRIES = 8 };
enum { LIB_SYS = 2, LIB_PEM = 9, LIB_X509 = 11, LIB_ASN1 = 13, LIB_SSL = 20 };
enum { REASON_CERTIFICATE_VERIFY_FAILED = 134, REASON_UNEXPECTED_EOF = 294, REASON_NO_START_LINE = 108, REASON_HEADER_TOO_LONG = 123, REASON_CERT_ALREADY_THERE = 101 };
enum { VERIFY_HOSTNAME_MISMATCH = 62, VERIFY_IP_MISMATCH = 64 };

/* An error's number: its library in 8 bits from 23 on, its reason below; the system's errors have bit 31. */
static inline int error_library(unsigned long e) { return e & 0x80000000ul ? LIB_SYS : (int)(e >> 23 & 0xff); }
static inline int error_reason(unsigned long e) { return (int)(e & (e & 0x80000000ul ? 0x7ffffffful : 0x7fffff)); }

#endif
