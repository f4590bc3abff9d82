/* pager.c: a pager and an editor as child processes (pager.h). While they run the keyboard's signals are theirs. */
#include "pager.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "glyph.h"

static void write_all(int fd, const char *text, size_t size)
{
    while (size) {
        ssize_t n = write(fd, text, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return; /* the reader has gone: a pager that was left */
        text += n;
        size -= (size_t)n;
    }
}

/* Runs `sh -c command "$1"`, `text` on its standard input if given; its exit status, -1: it could not be started. */
static int run(const char *command, const char *argument, const char *text, size_t size)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, plain = {.sa_handler = SIG_DFL}, old_int, old_quit, old_pipe;
    int ends[2] = {-1, -1}, status = -1;
    if (text && pipe2(ends, O_CLOEXEC) < 0) return -1;
    sigaction(SIGINT, &ignore, &old_int);
    sigaction(SIGQUIT, &ignore, &old_quit);
    sigaction(SIGPIPE, &ignore, &old_pipe);
    pid_t child = fork();
    if (child == 0) {
        sigaction(SIGINT, &plain, NULL);
        sigaction(SIGQUIT, &plain, NULL);
        sigaction(SIGPIPE, &plain, NULL);
        if (text) dup2(ends[0], 0);
        execl("/bin/sh", "sh", "-c", command, "sh", argument, (char *)NULL);
        _exit(127);
    }
    if (text) {
        close(ends[0]);
        if (child > 0) write_all(ends[1], text, size);
        close(ends[1]);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    sigaction(SIGINT, &old_int, NULL);
    sigaction(SIGQUIT, &old_quit, NULL);
    sigaction(SIGPIPE, &old_pipe, NULL);
    return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Rows that a text takes, long lines wrapped; counted no further than `enough`. */
static int rows(const char *text, size_t size, int columns, int enough)
{
    int n = 0;
    for (size_t at = 0; at < size && n < enough;) {
        const char *newline = memchr(text + at, '\n', size - at);
        size_t line = newline ? (size_t)(newline - text) - at : size - at;
        int width = glyph_columns(text + at, line);
        n += width > columns ? (width + columns - 1) / columns : 1;
        at += line + 1;
    }
    return n;
}

void pager_show(const char *text, size_t size, int lines, int columns)
{
    const char *program = getenv("PAGER");
    bool fits = rows(text, size, columns, lines) < lines;
    /* less: leave colours alone, quit by itself when it fits after all. It may be missing: then the text is printed. */
    if (!program || !*program) program = "command -v less >/dev/null 2>&1 && exec less -R; exec more";
    if (fits || run(program, NULL, text, size) < 0) {
        write_all(1, text, size);
        if (size && text[size - 1] != '\n') write_all(1, "\n", 1);
    }
}

static char *read_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = NULL;
    size_t room = 0;
    ssize_t n = f ? getdelim(&text, &room, 0, f) : -1;
    if (f) fclose(f);
    if (n < 0) {
        free(text);
        return f ? strdup("") : NULL;
    }
    while (n > 0 && text[n - 1] == '\n') text[--n] = 0;
    return text;
}

char *pager_edit(const char *text, size_t size)
{
    const char *folder = getenv("TMPDIR"), *program = getenv("VISUAL");
    char *path, *result = NULL, *command = NULL;
    if (!program || !*program) program = getenv("EDITOR");
    if (!program || !*program) program = "vi";
    if (asprintf(&path, "%s/perch-XXXXXX.py", folder && *folder ? folder : "/tmp") < 0) return NULL;
    int fd = mkstemps(path, 3);
    if (fd >= 0) {
        write_all(fd, text, size);
        if (size && text[size - 1] != '\n') write_all(fd, "\n", 1);
        close(fd);
        if (asprintf(&command, "exec %s \"$1\"", program) < 0) command = NULL;
        if (command && run(command, path, NULL, 0) == 0) result = read_file(path);
        unlink(path);
    }
    free(command);
    free(path);
    return result;
}
