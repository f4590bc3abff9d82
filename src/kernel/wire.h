/* wire.h: Jupyter messages as they travel: frames in, signed frames out. Knows no socket.
 *
 *     identities…  <IDS|MSG>  signature  header  parent_header  metadata  content  buffers…
 *
 * The signature is HMAC-SHA256 in hexadecimal digits over the four JSON frames as they are; an empty key means: unsigned. What is wrong with a message is
 * said in a sentence, and the message is dropped; a signature is taken once.
 */
#ifndef PERCH_KERNEL_WIRE_H
#define PERCH_KERNEL_WIRE_H

#include <jansson.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WIRE_SIGNATURE = 64 /* hexadecimal digits */, WIRE_DIGEST = 32, WIRE_DEPTH = 64 /* identities and buffers of one message, at most */ };
#define WIRE_PROTOCOL "5.5"

typedef struct Frame { char *data; size_t size; } Frame; /* malloc-ed */
typedef struct Frames { Frame *items; size_t n, cap; } Frames;
bool frames_add(Frames *f, const void *data, size_t size); /* copies */
void frames_drop(Frames *f);

typedef enum { CHANNEL_SHELL, CHANNEL_CONTROL, CHANNEL_STDIN, CHANNEL_IOPUB } Channel;

typedef struct Message { /* that came in */
    Channel channel;
    Frames identities;  /* where an answer goes */
    char *header_text;  /* the header's frame as it came: the parent_header of all that answers it */
    json_t *header, *content, *metadata;
    const char *type, *id; /* in header */
    const char *subshell;  /* header's subshell_id, or NULL */
    json_t *parent;        /* parent_header */
    Frames buffers;
    struct Message *next;  /* in a queue */
} Message;
void message_free(Message *m);
void messages_free(Message *first); /* with all behind it */

typedef struct Outgoing { /* encoded, ready to be sent */
    Channel channel;
    Frames frames;
    size_t first;    /* the frame of the signature: header, parent_header, metadata and content follow */
    char id[96];     /* msg_id */
    char type[24];   /* msg_type, its beginning */
    struct Outgoing *next;
} Outgoing;
void outgoing_free(Outgoing *o);

typedef struct Wire {
    unsigned char *key;
    size_t key_size;
    char session[33];       /* this kernel's, in hexadecimal digits */
    char user[64];
    uint64_t counter;       /* of messages sent */
    pthread_mutex_t lock;   /* of what is below */
    struct SeenSet *seen;   /* the last signatures taken */
} Wire;

bool wire_open(Wire *w, const char *key);
void wire_close(Wire *w);

/* Takes the frames apart. NULL: *why (a constant). Any thread. */
Message *wire_read(Wire *w, Channel channel, Frames *frames /*taken*/, const char **why);

/* A message to send. identities: of the request, or NULL (topic is the only one then; NULL: none). parent: a header's text, or NULL.
 * content is taken; metadata too (NULL: {}). NULL: no memory. Any thread. */
Outgoing *wire_write(Wire *w, Channel channel, const Frames *identities, const char *topic, const char *type, const char *parent, json_t *content,
                     json_t *metadata, const Frames *buffers);

/* A text as JSON; bytes that are no UTF-8 become U+FFFD. */
json_t *wire_text(const char *text, size_t size);
json_t *wire_word(const char *text); /* zero-terminated; NULL: "" */

#endif
