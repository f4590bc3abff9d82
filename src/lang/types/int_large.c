/* int_large.c: limbs in such numbers that somebody may want to stop the work: passes over them, and products. GMP does parts of some milliseconds; between two
 * parts vm_poll looks whether anybody has asked (a signal's handler may then run: operands and results are held by the caller). Division by large numbers is int_divisor.c.
 *
 * Products of more than LIMBS_DIRECT limbs go through a transform over the ring of integers modulo 2**W + 1, in which 2 is a root of unity, so that a butterfly
 * is an addition, a subtraction and a shift. Numbers of that ring are `w` limbs and a top one that is 1 for 2**W alone, else 0.
 */
#include "int_impl.h"

static inline int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

/* ---- passes ---- */

bool limbs_copy(VM *vm, uint64_t *to, const uint64_t *from, int64_t n)
{
    for (int64_t i = 0; i < n; i += LIMBS_PASS) {
        int64_t k = least(n - i, LIMBS_PASS);
        if (from) memcpy(to + i, from + i, (size_t)k * 8);
        else memset(to + i, 0, (size_t)k * 8);
        if (n > LIMBS_PASS && !vm_poll(vm)) return false;
    }
    return true;
}

bool limbs_add(VM *vm, uint64_t *r, const uint64_t *a, int64_t n, const uint64_t *b, int64_t m)
{
    mp_limb_t carry = 0;
    for (int64_t i = 0; i < n; i += LIMBS_PASS) {
        int64_t k = least(n - i, LIMBS_PASS), both = m > i ? least(m - i, k) : 0;
        mp_limb_t over = both ? mpn_add(r + i, a + i, k, b + i, both) : mpn_add_1(r + i, a + i, k, 0);
        carry = over + (carry ? mpn_add_1(r + i, r + i, k, 1) : 0);
        if (n > LIMBS_PASS && !vm_poll(vm)) return false;
    }
    r[n] = carry;
    return true;
}

bool limbs_sub(VM *vm, uint64_t *r, const uint64_t *a, int64_t n, const uint64_t *b, int64_t m)
{
    mp_limb_t borrow = 0;
    for (int64_t i = 0; i < n; i += LIMBS_PASS) {
        int64_t k = least(n - i, LIMBS_PASS), both = m > i ? least(m - i, k) : 0;
        mp_limb_t under = both ? mpn_sub(r + i, a + i, k, b + i, both) : mpn_sub_1(r + i, a + i, k, 0);
        borrow = under + (borrow ? mpn_sub_1(r + i, r + i, k, 1) : 0);
        if (n > LIMBS_PASS && !vm_poll(vm)) return false;
    }
    return true;
}

bool limbs_lshift(VM *vm, uint64_t *r, const uint64_t *a, int64_t n, unsigned bits)
{
    mp_limb_t carry = 0;
    for (int64_t i = 0; i < n; i += LIMBS_PASS) {
        int64_t k = least(n - i, LIMBS_PASS);
        mp_limb_t out = bits ? mpn_lshift(r + i, a + i, k, bits) : (memcpy(r + i, a + i, (size_t)k * 8), 0);
        r[i] |= carry;
        carry = out;
        if (n > LIMBS_PASS && !vm_poll(vm)) return false;
    }
    r[n] = carry;
    return true;
}

bool limbs_rshift(VM *vm, uint64_t *r, const uint64_t *a, int64_t n, unsigned bits)
{
    for (int64_t i = 0; i < n; i += LIMBS_PASS) {
        int64_t k = least(n - i, LIMBS_PASS);
        if (bits) mpn_rshift(r + i, a + i, k, bits);
        else memcpy(r + i, a + i, (size_t)k * 8);
        if (bits && i + k < n) r[i + k - 1] |= a[i + k] << (64 - bits);
        if (n > LIMBS_PASS && !vm_poll(vm)) return false;
    }
    return true;
}

/* ---- the ring ---- */

/* x stands for its w limbs + c * 2**W with a small c: brought into the ring's form. */
static void ring_settle(uint64_t *x, int64_t w, int64_t c)
{
    x[w] = 0;
    if (c > 0 && mpn_sub_1(x, x, w, (mp_limb_t)c)) {
        x[w] = mpn_add_1(x, x, w, 1); /* below zero: 2**W + 1 more */
    } else if (c < 0 && mpn_add_1(x, x, w, (mp_limb_t)-c)) {
        x[w] = mpn_sub_1(x, x, w, 1); /* 2**W is -1 */
        if (x[w]) memset(x, 0, (size_t)w * 8);
    }
}

static void ring_add(uint64_t *r, const uint64_t *a, const uint64_t *b, int64_t w)
{
    int64_t c = (int64_t)(a[w] + b[w]);
    ring_settle(r, w, c + (int64_t)mpn_add_n(r, a, b, w));
}

static void ring_sub(uint64_t *r, const uint64_t *a, const uint64_t *b, int64_t w)
{
    int64_t c = (int64_t)(a[w] - b[w]);
    ring_settle(r, w, c - (int64_t)mpn_sub_n(r, a, b, w));
}

static void ring_negate(uint64_t *r, const uint64_t *a, int64_t w)
{
    int64_t under = (int64_t)mpn_neg(r, a, w);
    if (a[w]) r[0] = 1; /* -(-1) */
    ring_settle(r, w, -under);
}

/* r = a * 2**by, 0 <= by < W; r is not a. What is shifted out comes back at the bottom with the other sign. */
static void ring_shift(uint64_t *r, const uint64_t *a, int64_t w, int64_t by)
{
    int64_t q = by / 64;
    unsigned bits = (unsigned)(by % 64);
    if (a[w]) { /* -(2**by) */
        memset(r, 0, (size_t)w * 8);
        int64_t under = (int64_t)mpn_sub_1(r + q, r + q, w - q, (mp_limb_t)1 << bits);
        ring_settle(r, w, -under);
        return;
    }
    mp_limb_t out = 0, middle = 0;
    if (bits) {
        middle = mpn_lshift(r + q, a, w - q, bits);
        if (q) {
            out = mpn_lshift(r, a + w - q, q, bits);
            r[0] |= middle;
        } else out = middle;
    } else {
        memcpy(r + q, a, (size_t)(w - q) * 8);
        memcpy(r, a + w - q, (size_t)q * 8);
    }
    mp_limb_t borrow = q ? mpn_neg(r, r, q) : 0;
    int64_t under = (int64_t)mpn_sub_1(r + q, r + q, w - q, out);
    under += (int64_t)mpn_sub_1(r + q, r + q, w - q, borrow);
    ring_settle(r, w, -under);
}

/* a = a * b; t has 2w limbs */
static void ring_mul(uint64_t *a, const uint64_t *b, int64_t w, uint64_t *t)
{
    if (a[w] || b[w]) {
        ring_negate(t, a[w] ? b : a, w);
        memcpy(a, t, (size_t)(w + 1) * 8);
        return;
    }
    if (a == b) mpn_sqr(t, a, w);
    else mpn_mul_n(t, a, b, w);
    ring_settle(a, w, -(int64_t)mpn_sub_n(a, t, t + w, w));
}

/* ---- the transform ---- */

typedef struct Transform {
    VM *vm;
    int64_t w, points; /* limbs of a number, numbers */
    int64_t since;     /* limbs worked on since the last look */
    uint64_t *spare;   /* 2w limbs or more */
} Transform;

static bool look(Transform *t, int64_t worked)
{
    if ((t->since += worked) < LIMBS_PASS) return true;
    t->since = 0;
    return vm_poll(t->vm);
}

/* Depth first, so that small ones stay in the caches. 2**step is a root of unity of order n; the results come in the order of reversed bits, which inverse() takes. */
static bool forward(Transform *t, uint64_t **x, int64_t n, int64_t step)
{
    int64_t half = n / 2;
    for (int64_t j = 0; j < half; j++) {
        ring_sub(t->spare, x[j], x[j + half], t->w);
        ring_add(x[j], x[j], x[j + half], t->w);
        ring_shift(x[j + half], t->spare, t->w, step * j);
        if (!look(t, 3 * t->w)) return false;
    }
    return half < 2 || (forward(t, x, half, 2 * step) && forward(t, x + half, half, 2 * step));
}

static bool inverse(Transform *t, uint64_t **x, int64_t n, int64_t step)
{
    int64_t half = n / 2;
    if (half > 1 && (!inverse(t, x, half, 2 * step) || !inverse(t, x + half, half, 2 * step))) return false;
    for (int64_t j = 0; j < half; j++) {
        uint64_t *u = x[j], *v = x[j + half];
        if (j) { /* 2**-k is -(2**(W - k)) */
            ring_shift(t->spare, v, t->w, 64 * t->w - step * j);
            ring_add(v, u, t->spare, t->w);
            ring_sub(u, u, t->spare, t->w);
        } else {
            memcpy(t->spare, v, (size_t)(t->w + 1) * 8);
            ring_sub(v, u, t->spare, t->w);
            ring_add(u, u, t->spare, t->w);
        }
        if (!look(t, 3 * t->w)) return false;
    }
    return true;
}

/* The numbers that an operand falls into, `s` limbs each, in one block with the pointers to them in front. */
static uint64_t **spread(Transform *t, const uint64_t *a, int64_t n, int64_t s, size_t bytes)
{
    uint64_t **x = mem_alloc(t->vm->mem, bytes), *data = (uint64_t *)(x + t->points);
    if (!x) return err_no_memory(t->vm), NULL;
    for (int64_t i = 0; i < t->points; i++) {
        int64_t from = i * s, k = from < n ? least(n - from, s) : 0;
        x[i] = data + i * (t->w + 1);
        memcpy(x[i], a + from * (k > 0), (size_t)k * 8);
        memset(x[i] + k, 0, (size_t)(t->w + 1 - k) * 8);
        if (look(t, t->w)) continue;
        mem_free(t->vm->mem, x, bytes);
        return NULL;
    }
    return x;
}

static bool multiply_points(Transform *t, uint64_t **x, uint64_t **y)
{
    for (int64_t i = 0; i < t->points; i++) {
        ring_mul(x[i], y[i], t->w, t->spare);
        if (!look(t, 64 * t->w)) return false;
    }
    return true;
}

/* The numbers divided by how many they are, and added up where they belong. */
static bool gather(Transform *t, uint64_t **x, uint64_t *r, int64_t n, int64_t s)
{
    int64_t log2 = __builtin_ctzll((uint64_t)t->points);
    if (!limbs_copy(t->vm, r, NULL, n)) return false;
    for (int64_t i = 0; i * s < n; i++) {
        ring_shift(t->spare, x[i], t->w, 64 * t->w - log2);
        ring_negate(x[i], t->spare, t->w);
        int64_t room = n - i * s;
        mpn_add(r + i * s, r + i * s, room, x[i], least(t->w, room));
        if (!look(t, 2 * t->w)) return false;
    }
    return true;
}

static bool multiply_by_transform(VM *vm, uint64_t *r, const uint64_t *a, int64_t n, const uint64_t *b, int64_t m)
{
    bool square = a == b && n == m;
    Transform t = {.vm = vm, .points = 64};
    while (t.points * t.points < 8 * (n + m)) t.points *= 2; /* about as many numbers as a number has limbs: measured */
    int64_t s = (n + m) / t.points + 1, grain = t.points / 128 > 1 ? t.points / 128 : 1; /* 2W must be a multiple of the points */
    t.w = (2 * s + grain) / grain * grain;
    size_t bytes = (size_t)t.points * (sizeof(uint64_t *) + (size_t)(t.w + 1) * 8), spare = (size_t)(2 * t.w + 2) * 8;
    int64_t step = 128 * t.w / t.points;
    t.spare = mem_alloc(vm->mem, spare);
    uint64_t **x = t.spare ? spread(&t, a, n, s, bytes) : NULL, **y = square || !x ? x : spread(&t, b, m, s, bytes);
    if (!t.spare) err_no_memory(vm);
    bool ok = y && forward(&t, x, t.points, step) && (square || forward(&t, y, t.points, step)) && multiply_points(&t, x, y)
              && inverse(&t, x, t.points, step) && gather(&t, x, r, n + m, s);
    mem_free(vm->mem, t.spare, spare);
    if (y != x) mem_free(vm->mem, y, bytes);
    mem_free(vm->mem, x, bytes);
    return ok;
}

/* The longer operand in parts, each multiplied by the whole of the other one. */
static bool multiply_in_parts(VM *vm, uint64_t *r, const uint64_t *a, int64_t n, const uint64_t *b, int64_t m, int64_t part)
{
    size_t bytes = (size_t)(part + m) * 8;
    uint64_t *t = mem_alloc(vm->mem, bytes);
    bool ok = t != NULL || err_no_memory(vm) != NO_VALUE;
    for (int64_t i = 0; ok && i < n; i += part) {
        int64_t k = least(n - i, part);
        ok = k >= m ? limbs_mul(vm, t, a + i, k, b, m) : limbs_mul(vm, t, b, m, a + i, k);
        if (!ok) break;
        if (i) {
            mp_limb_t carry = mpn_add_n(r + i, r + i, t, m);
            memcpy(r + i + m, t + m, (size_t)k * 8);
            mpn_add_1(r + i + m, r + i + m, k, carry);
        } else memcpy(r, t, (size_t)(k + m) * 8);
        ok = vm_poll(vm);
    }
    mem_free(vm->mem, t, bytes);
    return ok;
}

/* Dividends of many limbs, divisors of few: from the top, a part at a time. */
bool limbs_divmod(VM *vm, uint64_t *q, uint64_t *r, const uint64_t *a, int64_t n, const uint64_t *b, int64_t m)
{
    int64_t part = LIMBS_DIRECT / 4, at = (n - m) / part * part; /* limbs below the first part */
    if (n <= LIMBS_DIRECT / 2) at = 0;
    mpn_tdiv_qr(q + at, r, 0, a + at, n - at, b, m);
    if (!at) return true;
    size_t bytes = (size_t)(part + m) * 8;
    uint64_t *t = mem_alloc(vm->mem, bytes);
    bool ok = t != NULL || err_no_memory(vm) != NO_VALUE;
    while (ok && at) {
        at -= part;
        memcpy(t, a + at, (size_t)part * 8);
        memcpy(t + part, r, (size_t)m * 8);
        uint64_t above = q[at + part]; /* the quotient's top limb is 0: it does not go there */
        mpn_tdiv_qr(q + at, r, 0, t, part + m, b, m);
        q[at + part] = above;
        ok = vm_poll(vm);
    }
    mem_free(vm->mem, t, bytes);
    return ok;
}

bool limbs_mul(VM *vm, uint64_t *r, const uint64_t *a, int64_t n, const uint64_t *b, int64_t m)
{
    if (n + m <= LIMBS_DIRECT) {
        if (a == b && n == m) mpn_sqr(r, a, n);
        else mpn_mul(r, a, n, b, m);
        return true;
    }
    if (m <= LIMBS_DIRECT / 4) return multiply_in_parts(vm, r, a, n, b, m, LIMBS_DIRECT / 2);
    if (m <= n / 4) return multiply_in_parts(vm, r, a, n, b, m, 2 * m);
    return multiply_by_transform(vm, r, a, n, b, m);
}
