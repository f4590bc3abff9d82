/* connection.c: reads the connection file (connection.h). */
#include "connection.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const port_names[PORT_COUNT] = {"shell_port", "control_port", "stdin_port", "iopub_port", "hb_port"};

const char *port_name(Port port) { return port_names[port]; }

static bool say(char *why, size_t n, const char *path, const char *what)
{
    snprintf(why, n, "connection file %s: %s", path, what);
    return false;
}

static bool fill(Connection *c, json_t *j, const char *path, char *why, size_t n)
{
    const char *ip = json_string_value(json_object_get(j, "ip")), *transport = json_string_value(json_object_get(j, "transport"));
    const char *key = json_string_value(json_object_get(j, "key")), *scheme = json_string_value(json_object_get(j, "signature_scheme"));
    if (!json_is_object(j)) return say(why, n, path, "is no JSON object");
    if (!transport) transport = "tcp";
    if (strcmp(transport, "tcp") && strcmp(transport, "ipc")) return say(why, n, path, "transport is neither tcp nor ipc");
    if (!ip) ip = "127.0.0.1";
    if (key && *key && scheme && strcmp(scheme, "hmac-sha256")) return say(why, n, path, "signature_scheme is not hmac-sha256");
    for (int i = 0; i < PORT_COUNT; i++) {
        const json_t *port = json_object_get(j, port_names[i]);
        char text[64];
        if (!json_is_integer(port) || json_integer_value(port) < 0 || json_integer_value(port) > 65535) {
            snprintf(text, sizeof text, "%s is missing or no port", port_names[i]);
            return say(why, n, path, text);
        }
        c->port[i] = (int)json_integer_value(port);
        bool ipc = transport[0] == 'i';
        if (asprintf(&c->endpoint[i], "%s://%s%c%d", transport, ip, ipc ? '-' : ':', c->port[i]) < 0) {
            c->endpoint[i] = NULL;
            return say(why, n, path, "out of memory");
        }
    }
    c->key = strdup(key ? key : "");
    return c->key || say(why, n, path, "out of memory");
}

bool connection_read(Connection *c, const char *path, char *why, size_t n)
{
    *c = (Connection){0};
    json_error_t error;
    json_t *j = json_load_file(path, 0, &error);
    if (!j) return say(why, n, path, error.text);
    bool ok = fill(c, j, path, why, n);
    json_decref(j);
    if (!ok) connection_drop(c);
    return ok;
}

void connection_drop(Connection *c)
{
    for (int i = 0; i < PORT_COUNT; i++) free(c->endpoint[i]);
    if (c->key) memset(c->key, 0, strlen(c->key));
    free(c->key);
    *c = (Connection){0};
}
