/* streams.c: what a cell prints, on its way to the front: in order, whole characters, valid UTF-8 whatever the program wrote. */
#include "session_impl.h"

/* Bytes of the character that starts at p: its length when it is whole and right, 0 when it is the start of one that the text ends in,
 * -1 when it is none. */
static int whole_char(const unsigned char *p, size_t n)
{
    if (*p < 0x80) return 1;
    int len = *p >= 0xF0 && *p < 0xF5 ? 4 : *p >= 0xE0 ? 3 : *p >= 0xC2 ? 2 : -1;
    if (len < 0 || *p >= 0xF5) return -1;
    for (int i = 1; i < len; i++) {
        if ((size_t)i >= n) return 0;
        unsigned low = 0x80, high = 0xBF; /* of the second byte: neither overlong forms, surrogates nor beyond U+10FFFF */
        if (i == 1 && *p == 0xE0) low = 0xA0;
        if (i == 1 && *p == 0xED) high = 0x9F;
        if (i == 1 && *p == 0xF0) low = 0x90;
        if (i == 1 && *p == 0xF4) high = 0x8F;
        if (p[i] < low || p[i] > high) return -1;
    }
    return len;
}

static void send(Session *s, int fd, const char *text, size_t n)
{
    if (n && s->config.sink.stream) s->config.sink.stream(s->config.sink.data, fd, text, n);
}

static const char bad_char[] = "\xEF\xBF\xBD"; /* U+FFFD */

/* Everything but the start of a character at its end, which is kept. */
static void send_checked(Session *s, int fd, const char *text, size_t n)
{
    StreamTail *tail = &s->tails[fd - 1];
    while (tail->n && n) {
        char joined[8];
        memcpy(joined, tail->held, (size_t)tail->n);
        size_t more = n < 4 ? n : 4;
        memcpy(joined + tail->n, text, more);
        int len = whole_char((unsigned char *)joined, (size_t)tail->n + more);
        if (len > tail->n) {
            send(s, fd, joined, (size_t)len);
            text += len - tail->n;
            n -= (size_t)(len - tail->n);
            tail->n = 0;
        } else if (len == 0) {
            memcpy(tail->held + tail->n, text, more);
            tail->n += (int)more;
            return;
        } else {
            send(s, fd, bad_char, 3);
            tail->n = 0;
        }
    }
    size_t from = 0, i = 0;
    while (i < n) {
        int len = whole_char((const unsigned char *)text + i, n - i);
        if (len > 0) {
            i += (size_t)len;
            continue;
        }
        send(s, fd, text + from, i - from);
        if (len == 0) {
            tail->n = (int)(n - i);
            memcpy(tail->held, text + i, n - i);
            return;
        }
        send(s, fd, bad_char, 3);
        from = ++i;
    }
    send(s, fd, text + from, n - from);
}

void streams_say(Session *s, int fd, const char *text, size_t n) { send_checked(s, fd == 2 ? 2 : 1, text, n); }

bool streams_write(VM *vm, void *data, int fd, const char *text, size_t n)
{
    streams_say(data, fd, text, n);
    return true;
}

void streams_settle(Session *s)
{
    for (int fd = 1; fd <= 2; fd++) {
        if (!s->tails[fd - 1].n) continue;
        s->tails[fd - 1].n = 0;
        send(s, fd, bad_char, 3);
    }
}
