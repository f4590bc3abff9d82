/* ranks_cells.c: a run that is steered cell by cell (ranks.h): which cell runs here, what is said when it has ended, and how ranks begin anew behind an error.
 *
 * A program's rank ends with its error, and the others hear of it. A steered rank goes on and waits for its next cell, and whoever waits for it in this one would wait for ever: so the end of a
 * cell is told too, with the cell's number (a rank may be told of the last cell's end while it is in the next).
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ranks_impl.h"

Cell ranks_at;

bool ranks_cell(uint32_t number, const int *targets, int n, bool alone)
{
    int *copy = malloc(sizeof *copy * (size_t)(n + 1));
    if (!copy) return false;
    memcpy(copy, targets, sizeof *copy * (size_t)n);
    free(ranks_at.targets);
    ranks_at = (Cell){.number = number, .alone = alone, .runs = true, .targets = copy, .count = n};
    return true;
}

bool cell_is_target(int rank)
{
    for (int i = 0; i < ranks_at.count; i++)
        if (ranks_at.targets[i] == rank) return true;
    return false;
}

void ranks_rest(const char *failed)
{
    ranks_at.runs = false;
    if (!ranks_are_open()) return;
    ranks_advance();
    notes_rest(failed, ranks_at.number);
}

/* ---- behind an error ---- */
static bool is_left(const RankWork *w) { return !work_has_ended(w) || w->request || w->second; }

void ranks_state(uint64_t *calls, int *left)
{
    *calls = 0;
    *left = 0;
    if (!ranks_are_open()) return;
    ranks_advance();
    for (RankGroup *g = ranks_run.groups; g; g = g->next)
        for (RankWork *w = g->first; w; w = w->next) *left += is_left(w);
    for (RankWork *w = ranks_run.loose; w; w = w->next) *left += is_left(w);
    *calls = ranks_everybody()->steps;
}

/* What the engine may still write to stays where it is, for good: a few calls of an error. */
static RankWork *buried;
static uint64_t mends;
static void bury(RankWork **first)
{
    for (RankWork *w = *first, *next; w; w = next) {
        next = w->next;
        if (!work_has_ended(w)) work_fails(w, "It was given up when the ranks were brought together again, behind an error");
        row_note(w);
        w->next = buried;
        buried = w;
    }
    *first = NULL;
}

bool ranks_mend(char *why, size_t n)
{
    if (!ranks_are_open()) return true;
    for (RankGroup *g = ranks_run.groups; g; g = g->next) {
        bury(&g->first);
        g->last = NULL;
        g->given_up = true;
    }
    bury(&ranks_run.loose);
    RankGroup *all = ranks_everybody();
    if (!group_anew(all)) return snprintf(why, n, "%s says: %s", ranks_run.engine->name, ranks_run.engine->said()), false;
    all->given_up = false;
    all->steps = ++mends << 32; /* the same on all ranks, and none that was before */
    return true;
}

/* ---- for whoever looks from outside ---- */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char doing[400];

void doing_set(const RankWork *w)
{
    char words[sizeof doing] = "";
    if (w) work_words(w, words, sizeof words);
    pthread_mutex_lock(&lock);
    memcpy(doing, words, sizeof doing);
    pthread_mutex_unlock(&lock);
}

void ranks_doing(char *out, size_t n)
{
    pthread_mutex_lock(&lock);
    snprintf(out, n, "%s", doing);
    pthread_mutex_unlock(&lock);
}
