/* connection.h: the connection file: where a kernel listens, and the key of its signatures. */
#ifndef PERCH_KERNEL_CONNECTION_H
#define PERCH_KERNEL_CONNECTION_H

#include <stdbool.h>
#include <stddef.h>

typedef enum { PORT_SHELL, PORT_CONTROL, PORT_STDIN, PORT_IOPUB, PORT_HEARTBEAT, PORT_COUNT } Port;

typedef struct Connection {
    char *endpoint[PORT_COUNT]; /* "tcp://127.0.0.1:1234", "ipc:///run/…-1" */
    int port[PORT_COUNT];       /* ipc: the number behind the path */
    char *key;
} Connection;
const char *port_name(Port port); /* as the connection file has it: "shell_port" */

/* false: a sentence in `why`. */
bool connection_read(Connection *c, const char *path, char *why, size_t n);
void connection_drop(Connection *c);

#endif
