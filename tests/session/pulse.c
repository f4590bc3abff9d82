/* pulse.c: session-pulse: the line about the devices is asked for by another thread while cells run. Under ThreadSanitizer it tells whether anything
 * is read there while it changes. Its last line is a suite's. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "session/session.h"

static atomic_bool over;
static atomic_int asked, answered;

static void *ask(void *data)
{
    char room[400];
    while (!atomic_load(&over)) {
        size_t n = session_pulse(data, room, sizeof room);
        atomic_fetch_add(&asked, 1);
        if (n && strlen(room) == n && strstr(room, "gpu(1)")) atomic_fetch_add(&answered, 1);
        (void)session_interrupted(data);
    }
    return NULL;
}

static int results;
static void count_result(void *data, int number, const Bundle *b)
{
    (void)data, (void)number, (void)b;
    results++;
}

int main(void)
{
    static const char *const cells[] = {
        "%watch on", "a = nd.ones((300, 300), ctx=gpu(0))",
        "for i in range(60):\n    a = nd.dot(a, a) * 0.001\n    b = a.copyto(gpu(1)) + 1\n    if i % 7 == 0: nd.waitall()\nb.sum().asscalar() > 0",
        "import torch\nnet = torch.nn.Linear(64, 64).cuda()\nfor i in range(40):\n    net(torch.ones(8, 64).cuda()).sum().backward()\n", "%watch off", "%watch on",
        "del a, b, net\nimport gc; gc.collect() >= 0", "%mem", "nd.ones((2, 2), ctx=gpu(1)).asnumpy().tolist()",
    };
    int passed = 0, failed = 0;
    SessionConfig config = {.sink = {.result = count_result}, .front = "demo", .width = 80};
    Session *s = session_open(&config);
    pthread_t threads[2];
    if (!s) return puts("0 passed, 1 failed"), 1;
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, ask, s);
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        CellStatus status = session_execute(s, cells[i], strlen(cells[i]), NULL);
        if (status == CELL_OK) passed++;
        else failed++, printf("FAIL session-pulse: %s: %s\n", cells[i], session_last_error(s) ? session_last_error(s)->plain : "");
    }
    atomic_store(&over, true);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    session_close(s);
    if (results >= 3 && atomic_load(&answered) > 0) passed++;
    else failed++, printf("FAIL session-pulse: %d results, %d of %d lines\n", results, atomic_load(&answered), atomic_load(&asked));
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
