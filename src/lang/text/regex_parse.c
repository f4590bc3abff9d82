/*
 * From pattern text to a tree. It owns Python's syntax of regular expressions: what each character means, which text
 * is refused, with which words and at which position. What the tree means is regex_compile.c's.
 *
 * A sequence that a plain group (?:...) holds is spliced into its surroundings once the surroundings are read, so that
 * later stages see no groups that do nothing.
 */
#include "regex_impl.h"

#include <string.h>

#include "unicode.h"

static RxSeq *parse_alternatives(RxParser *p, bool verbose, bool top);
static RxSeq *parse_sequence(RxParser *p, bool verbose, bool top, bool first);

static RxSeq *new_seq(RxParser *p)
{
    RxSeq *s = rx_alloc(p->arena, sizeof *s);
    if (s == NULL)
        rx_fail(p->source.err, REGEX_NO_MEMORY, "");
    return s;
}

RxNode *rx_new_node(RxParser *p, int op)
{
    RxNode *n = rx_alloc(p->arena, sizeof *n);
    if (n == NULL)
        rx_fail(p->source.err, REGEX_NO_MEMORY, "");
    else
        n->op = (uint8_t)op;
    return n;
}

void rx_append(RxSeq *seq, RxNode *node)
{
    if (seq->last)
        seq->last->next = node;
    else
        seq->first = node;
    seq->last = node;
    seq->count++;
}

bool rx_put_node(RxParser *p, RxSeq *seq, int op, RxNode **node)
{
    *node = rx_new_node(p, op);
    if (*node)
        rx_append(seq, *node);
    return *node != NULL;
}

bool rx_put_literal(RxParser *p, RxSeq *seq, uint32_t c)
{
    RxNode *n;
    if (rx_put_node(p, seq, N_LITERAL, &n))
        n->c = c;
    return n != NULL;
}

static bool is_digit(RxToken t)
{
    return t.len == 1 && t.c[0] >= '0' && t.c[0] <= '9';
}

/* ---- Groups ---- */

bool rx_group_closed(const RxParser *p, uint32_t group)
{
    return group < p->groups && p->widths[group].hi != RX_OPEN;
}

static bool open_group(RxParser *p, bool named, size_t start, size_t len, uint32_t *group)
{
    RxSource *s = &p->source;
    *group = p->groups;
    if (p->groups > RX_MAXGROUPS) {
        rx_error(s, named ? len + 1 : 0, "too many groups");
        return false;
    }
    for (size_t i = 0; named && i < p->names_count; i++) {
        RxName *n = &p->names[i];
        bool same = n->len == len;
        for (size_t k = 0; same && k < len; k++)
            same = rx_unit(&s->text, n->start + k) == rx_unit(&s->text, start + k);
        if (same) {
            rx_error(s, len + 1, "redefinition of group name %R as group %d; was group %d", start, len, *group, n->group);
            return false;
        }
    }
    if (p->groups >= p->widths_cap || (named && p->names_count >= p->names_cap)) {
        size_t cap = p->widths_cap * 2 + 16;
        RxWidth *widths = rx_alloc(p->arena, cap * sizeof *widths);
        RxName *names = rx_alloc(p->arena, cap * sizeof *names);
        if (widths == NULL || names == NULL) {
            rx_fail(s->err, REGEX_NO_MEMORY, "");
            return false;
        }
        if (p->widths_cap > 0) {
            memcpy(widths, p->widths, p->groups * sizeof *widths);
            memcpy(names, p->names, p->names_count * sizeof *names);
        }
        p->widths = widths;
        p->names = names;
        p->widths_cap = p->names_cap = cap;
    }
    p->widths[p->groups++] = (RxWidth){0, RX_OPEN};
    if (named)
        p->names[p->names_count++] = (RxName){start, len, *group};
    return true;
}

/* 0: no group has that name. */
static uint32_t find_group(const RxParser *p, size_t start, size_t len)
{
    for (size_t i = 0; i < p->names_count; i++) {
        bool same = p->names[i].len == len;
        for (size_t k = 0; same && k < len; k++)
            same = rx_unit(&p->source.text, p->names[i].start + k) == rx_unit(&p->source.text, start + k);
        if (same)
            return p->names[i].group;
    }
    return 0;
}

void rx_check_behind(RxParser *p, uint32_t group)
{
    if (p->behind_from == 0)
        return;
    if (!rx_group_closed(p, group))
        rx_error(&p->source, 0, "cannot refer to an open group");
    else if (group >= p->behind_from)
        rx_error(&p->source, 0, "cannot refer to group defined in the same lookbehind subpattern");
}

/* ---- Repeats ---- */

/* The number of a {..}; false where there are no digits. Saturates: too large is refused by the caller. */
static bool repeat_number(RxSource *s, uint64_t *value)
{
    bool any = false;
    for (*value = 0; is_digit(s->next); any = true) {
        *value = *value * 10 + (rx_get(s).c[0] - '0');
        if (*value > RX_MAXREPEAT)
            *value = RX_MAXREPEAT;
    }
    return any;
}

/* Reads a {m,n}. False: it is none, and the brace is a character (*literal), or an error is recorded. */
static bool parse_counts(RxParser *p, size_t here, uint32_t *min, uint32_t *max, bool *literal)
{
    RxSource *s = &p->source;
    uint64_t lo, hi;
    *literal = rx_next_is(s, '}');
    if (*literal)
        return false;
    bool has_lo = repeat_number(s, &lo), has_hi = has_lo;
    if (rx_match(s, ','))
        has_hi = repeat_number(s, &hi);
    else
        hi = lo;
    if (!rx_match(s, '}')) {
        rx_seek(s, here);
        *literal = true;
        return false;
    }
    if ((has_lo && lo >= RX_MAXREPEAT) || (has_hi && hi >= RX_MAXREPEAT)) {
        rx_fail(s->err, REGEX_OVERFLOW, "the repetition number is too large");
        return false;
    }
    *min = has_lo ? (uint32_t)lo : 0;
    *max = has_hi ? (uint32_t)hi : RX_MAXREPEAT;
    if (*max < *min)
        rx_error(s, rx_tell(s) - here, "min repeat greater than max repeat");
    return !rx_failed(s);
}

static bool parse_repeat(RxParser *p, RxSeq *seq, RxToken t)
{
    RxSource *s = &p->source;
    size_t here = rx_tell(s);
    uint32_t min = t.c[0] == '+', max = t.c[0] == '?' ? 1 : RX_MAXREPEAT;
    bool literal;
    if (t.c[0] == '{' && !parse_counts(p, here, &min, &max, &literal))
        return !rx_failed(s) && literal && rx_put_literal(p, seq, '{');
    RxNode *item = seq->last;
    size_t offset = rx_tell(s) - here + 1;
    if (item == NULL || item->op == N_AT) {
        rx_error(s, offset, "nothing to repeat");
        return false;
    }
    if (item->op == N_REPEAT) {
        rx_error(s, offset, "multiple repeat");
        return false;
    }
    /* The item moves into a node of its own; its place in the sequence becomes the repeat. */
    RxSeq *body = new_seq(p);
    RxNode *copy = body ? rx_new_node(p, item->op) : NULL;
    if (copy == NULL)
        return false;
    *copy = *item;
    if (item->op == N_GROUP && item->c == 0 && item->add == 0 && item->del == 0)
        body = item->body;
    else
        rx_append(body, copy);
    memset(item, 0, sizeof *item);
    item->op = N_REPEAT;
    item->min = min;
    item->max = max;
    item->body = body;
    item->mode = rx_match(s, '?') ? LAZY : rx_match(s, '+') ? POSSESSIVE : GREEDY;
    return true;
}

/* ---- Groups and extensions ---- */

static unsigned flag_of(RxToken t)
{
    if (t.len != 1)
        return 0;
    switch (t.c[0]) {
    case 'i': return REGEX_IGNORECASE;
    case 'L': return REGEX_LOCALE;
    case 'm': return REGEX_MULTILINE;
    case 's': return REGEX_DOTALL;
    case 'x': return REGEX_VERBOSE;
    case 'a': return REGEX_ASCII;
    case 't': return REGEX_TEMPLATE;
    case 'u': return REGEX_UNICODE;
    default: return 0;
    }
}

#define TYPE_FLAGS   (REGEX_ASCII | REGEX_LOCALE | REGEX_UNICODE)
#define GLOBAL_FLAGS (REGEX_DEBUG | REGEX_TEMPLATE)

static void flag_error(RxParser *p, RxToken t, const char *missing)
{
    if (t.len == 0)
        rx_error(&p->source, 0, "%s", missing);
    else
        rx_error(&p->source, (size_t)t.len, "%s", t.len == 1 && uni_is_alpha(t.c[0]) ? "unknown flag" : missing);
}

/* The flags to turn on; leaves the token that ends them in *t. */
static unsigned parse_flags_on(RxParser *p, RxToken *t)
{
    RxSource *s = &p->source;
    unsigned on = 0;
    for (;;) {
        unsigned flag = flag_of(*t);
        if (flag == REGEX_LOCALE && !s->is_bytes)
            rx_error(s, 0, "bad inline flags: cannot use 'L' flag with a str pattern");
        if (flag == REGEX_UNICODE && s->is_bytes)
            rx_error(s, 0, "bad inline flags: cannot use 'u' flag with a bytes pattern");
        on |= flag;
        if ((flag & TYPE_FLAGS) && (on & TYPE_FLAGS) != flag)
            rx_error(s, 0, "bad inline flags: flags 'a', 'u' and 'L' are incompatible");
        *t = rx_get(s);
        if (t->len == 1 && (t->c[0] == ')' || t->c[0] == '-' || t->c[0] == ':'))
            return on;
        if (flag_of(*t) == 0)
            flag_error(p, *t, "missing -, : or )");
        if (rx_failed(s))
            return on;
    }
}

static unsigned parse_flags_off(RxParser *p)
{
    RxSource *s = &p->source;
    unsigned off = 0;
    RxToken t = rx_get(s);
    if (flag_of(t) == 0)
        flag_error(p, t, "missing flag");
    while (!rx_failed(s)) {
        unsigned flag = flag_of(t);
        if (flag & TYPE_FLAGS)
            rx_error(s, 0, "bad inline flags: cannot turn off flags 'a', 'u' and 'L'");
        off |= flag;
        t = rx_get(s);
        if (t.len == 1 && t.c[0] == ':')
            break;
        if (flag_of(t) == 0)
            flag_error(p, t, "missing :");
    }
    return off;
}

/* True: flags of a group; false: global flags, merged, or an error. */
static bool parse_flags(RxParser *p, RxToken t, unsigned *add, unsigned *del)
{
    RxSource *s = &p->source;
    *add = *del = 0;
    if (t.c[0] != '-') {
        *add = parse_flags_on(p, &t);
        if (rx_failed(s))
            return false;
        if (t.c[0] == ')') {
            p->flags |= *add;
            return false;
        }
    }
    if (*add & GLOBAL_FLAGS)
        rx_error(s, 1, "bad inline flags: cannot turn on global flag");
    if (t.c[0] == '-')
        *del = parse_flags_off(p);
    if (*del & GLOBAL_FLAGS)
        rx_error(s, 1, "bad inline flags: cannot turn off global flag");
    if (*add & *del)
        rx_error(s, 1, "bad inline flags: flag turned on and off");
    return !rx_failed(s);
}

static bool close_paren(RxParser *p, size_t start)
{
    RxSource *s = &p->source;
    if (!rx_match(s, ')'))
        rx_error(s, rx_tell(s) - start, "missing ), unterminated subpattern");
    return !rx_failed(s);
}

static bool parse_look(RxParser *p, RxSeq *seq, RxToken t, bool verbose, size_t start)
{
    RxSource *s = &p->source;
    bool behind = t.c[0] == '<', outermost = false;
    if (behind) {
        t = rx_get(s);
        if (t.len == 0)
            rx_error(s, 0, "unexpected end of pattern");
        else if (t.len != 1 || (t.c[0] != '=' && t.c[0] != '!'))
            rx_error(s, (size_t)t.len + 2, "unknown extension ?<%T", &t);
        if (rx_failed(s))
            return false;
        outermost = p->behind_from == 0;
        if (outermost)
            p->behind_from = p->groups;
    }
    RxSeq *body = parse_alternatives(p, verbose, false);
    if (outermost)
        p->behind_from = 0;
    RxNode *n;
    if (body == NULL || !close_paren(p, start))
        return false;
    bool negate = t.c[0] == '!';
    if (!rx_put_node(p, seq, negate && body->count == 0 ? N_FAIL : N_ASSERT, &n))
        return false;
    n->negate = negate;
    n->behind = behind;
    n->body = body;
    return true;
}

/* The group a condition asks about. */
static bool parse_condition_group(RxParser *p, uint32_t *group)
{
    RxSource *s = &p->source;
    size_t start, len;
    char digits[64];
    if (!rx_until(s, ')', "group name", &start, &len))
        return false;
    if (rx_is_identifier(s, start, len)) {
        rx_warn_name(s, start, len);
        *group = find_group(p, start, len);
        if (*group == 0)
            rx_error(s, len + 1, "unknown group name %R", start, len);
    } else if (!rx_int(s, start, len, group, digits)) {
        rx_error(s, len + 1, "bad character in group name %R", start, len);
    } else if (*group == 0) {
        rx_error(s, len + 1, "bad group number");
    } else if (*group >= RX_MAXGROUPS) {
        rx_error(s, len + 1, "invalid group reference %s", digits);
    } else {
        rx_warn_number(s, start, len);
        struct RxCondRef *ref = rx_alloc(p->arena, sizeof *ref);
        if (ref == NULL)
            rx_fail(s->err, REGEX_NO_MEMORY, "");
        else
            *ref = (struct RxCondRef){*group, rx_tell(s) - len - 1, p->conds};
        if (ref)
            p->conds = ref;
    }
    if (!rx_failed(s))
        rx_check_behind(p, *group);
    return !rx_failed(s);
}

static bool parse_condition(RxParser *p, RxSeq *seq, bool verbose, size_t start)
{
    RxSource *s = &p->source;
    uint32_t group;
    RxSeq *yes, *no = NULL;
    if (!parse_condition_group(p, &group) || (yes = parse_sequence(p, verbose, false, false)) == NULL)
        return false;
    if (rx_match(s, '|')) {
        if ((no = parse_sequence(p, verbose, false, false)) == NULL)
            return false;
        if (rx_next_is(s, '|'))
            rx_error(s, 0, "conditional backref with more than two branches");
    }
    RxNode *n;
    if (rx_failed(s) || !close_paren(p, start) || !rx_put_node(p, seq, N_COND, &n))
        return false;
    n->c = group;
    n->body = yes;
    n->other = no;
    return true;
}

/* (?P...: a name for a group that follows (*named), or a reference, which is then complete. */
static bool parse_named(RxParser *p, RxSeq *seq, bool *named, size_t *start, size_t *len)
{
    RxSource *s = &p->source;
    *named = rx_match(s, '<');
    if (*named)
        return rx_until(s, '>', "group name", start, len) && rx_check_name(s, *start, *len);
    if (!rx_match(s, '=')) {
        RxToken t = rx_get(s);
        if (t.len == 0)
            rx_error(s, 0, "unexpected end of pattern");
        else
            rx_error(s, (size_t)t.len + 2, "unknown extension ?P%T", &t);
        return false;
    }
    if (!rx_until(s, ')', "group name", start, len) || !rx_check_name(s, *start, *len))
        return false;
    uint32_t group = find_group(p, *start, *len);
    RxNode *n;
    if (group == 0)
        rx_error(s, *len + 1, "unknown group name %R", *start, *len);
    else if (!rx_group_closed(p, group))
        rx_error(s, *len + 1, "cannot refer to an open group");
    else
        rx_check_behind(p, group);
    if (rx_failed(s) || !rx_put_node(p, seq, N_BACKREF, &n))
        return false;
    n->c = group;
    return true;
}

static bool skip_comment(RxParser *p, size_t start)
{
    RxSource *s = &p->source;
    for (;;) {
        if (s->next.len == 0) {
            rx_error(s, rx_tell(s) - start, "missing ), unterminated comment");
            return false;
        }
        RxToken t = rx_get(s);
        if (t.len == 1 && t.c[0] == ')')
            return !rx_failed(s);
    }
}

struct group_head {
    bool capture, atomic, named;
    unsigned add, del;
    size_t name, name_len;
};

/* What stands behind "(?". True: a group begins, as head says; false: all is read (or an error recorded). */
static bool parse_extension(RxParser *p, RxSeq *seq, bool *verbose, bool may_set, size_t start, struct group_head *head)
{
    RxSource *s = &p->source;
    RxToken t = rx_get(s);
    if (t.len == 0) {
        rx_error(s, 0, "unexpected end of pattern");
        return false;
    }
    uint32_t c = t.len == 1 ? t.c[0] : 0;
    if (c == 'P')
        return parse_named(p, seq, &head->named, &head->name, &head->name_len) && head->named;
    if (c == '#')
        skip_comment(p, start);
    else if (c == '=' || c == '!' || c == '<')
        parse_look(p, seq, t, *verbose, start);
    else if (c == '(')
        parse_condition(p, seq, *verbose, start);
    if (c == '#' || c == '=' || c == '!' || c == '<' || c == '(')
        return false;
    head->capture = false;
    head->atomic = c == '>';
    if (c == ':' || c == '>')
        return true;
    if (c != '-' && flag_of(t) == 0) {
        rx_error(s, (size_t)t.len + 1, "unknown extension ?%T", &t);
        return false;
    }
    if (parse_flags(p, t, &head->add, &head->del))
        return true;
    if (!rx_failed(s)) {
        if (!may_set || seq->count > 0)
            rx_error(s, rx_tell(s) - start, "global flags not at the start of the expression");
        *verbose = (p->flags & REGEX_VERBOSE) != 0;
    }
    return false;
}

static bool parse_group(RxParser *p, RxSeq *seq, bool *verbose, bool may_set)
{
    RxSource *s = &p->source;
    size_t start = rx_tell(s) - 1;
    struct group_head head = {.capture = true};
    uint32_t group = 0;
    if (rx_match(s, '?') && !parse_extension(p, seq, verbose, may_set, start, &head))
        return !rx_failed(s);
    if (rx_failed(s) || (head.capture && !open_group(p, head.named, head.name, head.name_len, &group)))
        return false;
    bool inner = (*verbose || (head.add & REGEX_VERBOSE)) && !(head.del & REGEX_VERBOSE);
    RxSeq *body = parse_alternatives(p, inner, false);
    if (body == NULL || !close_paren(p, start))
        return false;
    if (group)
        p->widths[group] = rx_width(p, body);
    RxNode *n;
    if (!rx_put_node(p, seq, head.atomic ? N_ATOMIC : N_GROUP, &n))
        return false;
    n->c = group;
    n->add = head.add;
    n->del = head.del;
    n->body = body;
    return true;
}

/* ---- Sequences and alternatives ---- */

static bool put_simple(RxParser *p, RxSeq *seq, int op, uint8_t at)
{
    RxNode *n;
    if (rx_put_node(p, seq, op, &n))
        n->at = at;
    return n != NULL;
}

static bool parse_item(RxParser *p, RxSeq *seq, RxToken t, bool *verbose, bool may_set)
{
    if (t.len == 2)
        return rx_parse_escape(p, seq, t);
    switch (t.c[0]) {
    case '[': return rx_parse_set(p, seq);
    case '*':
    case '+':
    case '?':
    case '{': return parse_repeat(p, seq, t);
    case '.': return put_simple(p, seq, N_ANY, 0);
    case '^': return put_simple(p, seq, N_AT, AT_BEGINNING);
    case '$': return put_simple(p, seq, N_AT, AT_END);
    case '(': return parse_group(p, seq, verbose, may_set);
    default: return rx_put_literal(p, seq, t.c[0]);
    }
}

static void splice_plain_groups(RxSeq *seq)
{
    RxNode **link = &seq->first;
    RxNode *last = NULL;
    size_t count = 0;
    while (*link) {
        RxNode *n = *link;
        if (n->op == N_GROUP && n->c == 0 && n->add == 0 && n->del == 0) {
            if (n->body->first == NULL) {
                *link = n->next;
                continue;
            }
            n->body->last->next = n->next;
            *link = n->body->first;
            count += n->body->count;
            last = n->body->last;
            link = &n->body->last->next;
            continue;
        }
        count++;
        last = n;
        link = &n->next;
    }
    seq->last = last;
    seq->count = count;
}

static RxSeq *parse_sequence(RxParser *p, bool verbose, bool top, bool first)
{
    RxSource *s = &p->source;
    if (++p->depth > RX_MAXDEPTH) {
        rx_fail(s->err, REGEX_RECURSION, "maximum recursion depth exceeded");
        return NULL;
    }
    RxSeq *seq = new_seq(p);
    if (seq == NULL)
        return NULL;
    while (s->next.len != 0 && !rx_next_is(s, '|') && !rx_next_is(s, ')')) {
        RxToken t = rx_get(s);
        if (verbose && t.len == 1) {
            if (t.c[0] == ' ' || (t.c[0] >= '\t' && t.c[0] <= '\r'))
                continue;
            if (t.c[0] == '#') {
                do
                    t = rx_get(s);
                while (t.len == 2 || (t.len == 1 && t.c[0] != '\n'));
                continue;
            }
        }
        if (!parse_item(p, seq, t, &verbose, top && first))
            return NULL;
    }
    if (rx_failed(s))
        return NULL;
    splice_plain_groups(seq);
    p->depth--;
    return seq;
}

/* All alternatives a single character each: one set does it. */
static bool join_as_set(RxParser *p, RxSeq *alternatives, RxSeq *out)
{
    for (RxSeq *a = alternatives; a; a = a->next)
        if (a->count != 1 || !(a->first->op == N_LITERAL || (a->first->op == N_SET && !a->first->negate)))
            return false;
    RxNode *set;
    if (!rx_put_node(p, out, N_SET, &set))
        return false;
    for (RxSeq *a = alternatives; a; a = a->next) {
        if (a->first->op == N_LITERAL && !rx_add_range(p, set, a->first->c, a->first->c))
            return false;
        set->cats |= a->first->cats;
        for (const RxRange *r = a->first->ranges; r; r = r->next)
            if (!rx_add_range(p, set, r->lo, r->hi))
                return false;
    }
    return true;
}

static bool same_node(const RxNode *a, const RxNode *b)
{
    return a->op == b->op && ((a->op == N_LITERAL || a->op == N_NOT_LITERAL || a->op == N_BACKREF) ? a->c == b->c
                              : a->op == N_AT ? a->at == b->at : a->op == N_ANY);
}

/* What all alternatives begin with goes in front of them. */
static void take_common_prefix(RxSeq *alternatives, RxSeq *out)
{
    for (;;) {
        RxNode *head = alternatives->first;
        for (RxSeq *a = alternatives; a; a = a->next)
            if (a->first == NULL || !same_node(a->first, head))
                return;
        for (RxSeq *a = alternatives; a; a = a->next) {
            a->first = a->first->next;
            a->count--;
            if (a->count == 0)
                a->last = NULL;
        }
        head->next = NULL;
        rx_append(out, head);
    }
}

static RxSeq *parse_alternatives(RxParser *p, bool verbose, bool top)
{
    RxSource *s = &p->source;
    RxSeq *head = NULL, *tail = NULL;
    do {
        if (top && head)
            verbose = (p->flags & REGEX_VERBOSE) != 0;
        RxSeq *a = parse_sequence(p, verbose, top, head == NULL);
        if (a == NULL)
            return NULL;
        if (tail)
            tail->next = a;
        else
            head = a;
        tail = a;
    } while (rx_match(s, '|'));
    if (rx_failed(s))
        return NULL;
    if (head == tail)
        return head;
    RxSeq *out = new_seq(p);
    RxNode *n;
    if (out == NULL)
        return NULL;
    take_common_prefix(head, out);
    if (join_as_set(p, head, out))
        return out;
    if (rx_failed(s) || !rx_put_node(p, out, N_BRANCH, &n))
        return NULL;
    n->body = head;
    return out;
}

/* ---- The whole ---- */

/* Which flags hold in the end; false: they exclude each other. */
static bool fix_flags(RxParser *p)
{
    unsigned f = p->flags;
    const char *wrong = NULL;
    if (p->source.is_bytes) {
        if (f & REGEX_UNICODE)
            wrong = "cannot use UNICODE flag with a bytes pattern";
        else if ((f & REGEX_LOCALE) && (f & REGEX_ASCII))
            wrong = "ASCII and LOCALE flags are incompatible";
    } else if (f & REGEX_LOCALE) {
        wrong = "cannot use LOCALE flag with a str pattern";
    } else if (!(f & REGEX_ASCII)) {
        p->flags |= REGEX_UNICODE;
    } else if (f & REGEX_UNICODE) {
        wrong = "ASCII and UNICODE flags are incompatible";
    }
    if (wrong)
        rx_fail(p->source.err, REGEX_VALUE, wrong);
    return wrong == NULL;
}

RxSeq *rx_parse(RxParser *p, RxArena *arena, const RegexText *pattern, bool is_bytes, unsigned flags, RegexError *err)
{
    *p = (RxParser){.arena = arena, .flags = flags, .groups = 1};
    RxSource *s = &p->source;
    rx_open(s, arena->mem, pattern, is_bytes, err);
    RxSeq *seq = parse_alternatives(p, (flags & REGEX_VERBOSE) != 0, true);
    if (rx_failed(s) || seq == NULL || !fix_flags(p))
        return NULL;
    if (s->next.len != 0)
        rx_error(s, 0, "unbalanced parenthesis");
    /* Python reports the condition that came first in the text. */
    struct RxCondRef *bad = NULL;
    for (struct RxCondRef *c = p->conds; c; c = c->next)
        if (c->group >= p->groups)
            bad = c;
    if (bad)
        rx_error_at(s, (ptrdiff_t)bad->position, "invalid group reference %d", bad->group);
    return rx_failed(s) ? NULL : seq;
}
