/* cell_loops.h: cells.h's loops for one type. The includer defines T (the element), V (as many of them as are computed at once), SIGMOID, TANH, RELU (of V) and CELL(name); all are undefined here. */
enum { CELL(lanes) = sizeof(V) / sizeof(T) };

INLINE V CELL(take)(const T *p, int64_t left)
{
    V v;
    if (left >= CELL(lanes)) memcpy(&v, p, sizeof v);
    else {
        memset(&v, 0, sizeof v);
        memcpy(&v, p, (size_t)left * sizeof(T));
    }
    return v;
}
INLINE void CELL(put)(T *p, V v, int64_t left) { memcpy(p, &v, left >= CELL(lanes) ? sizeof v : (size_t)left * sizeof(T)); }

#define EACH for (int64_t j = 0, left = n; left > 0; j += CELL(lanes), left -= CELL(lanes))
#define TAKE(p, gate) CELL(take)((const T *)(p) + (gate) * n + j, left)
#define PUT(p, gate, v) CELL(put)((T *)(p) + (gate) * n + j, v, left)
#define HIDDEN(gate) (TAKE(hidden, gate) + TAKE(bias, gate))

static void CELL(lstm)(int64_t n, const void *x, const void *hidden, const void *bias, const void *before, void *cell, void *gates, void *y)
{
    EACH {
        V i = SIGMOID(TAKE(x, 0) + HIDDEN(0)), f = SIGMOID(TAKE(x, 1) + HIDDEN(1)), g = TANH(TAKE(x, 2) + HIDDEN(2)), o = SIGMOID(TAKE(x, 3) + HIDDEN(3));
        V c = f * TAKE(before, 0) + i * g;
        PUT(gates, 0, i);
        PUT(gates, 1, f);
        PUT(gates, 2, g);
        PUT(gates, 3, o);
        PUT(cell, 0, c);
        PUT(y, 0, o * TANH(c));
    }
}

static void CELL(lstm_back)(int64_t n, const void *gates, const void *before, const void *cell, const void *dy, void *dcell, void *dx)
{
    EACH {
        V i = TAKE(gates, 0), f = TAKE(gates, 1), g = TAKE(gates, 2), o = TAKE(gates, 3), t = TANH(TAKE(cell, 0)), d = TAKE(dy, 0);
        V dc = TAKE(dcell, 0) + d * o * (1 - t * t);
        PUT(dx, 0, dc * g * i * (1 - i));
        PUT(dx, 1, dc * TAKE(before, 0) * f * (1 - f));
        PUT(dx, 2, dc * i * (1 - g * g));
        PUT(dx, 3, d * t * o * (1 - o));
        PUT(dcell, 0, dc * f);
    }
}

static void CELL(gru)(int64_t n, const void *x, const void *hidden, const void *bias, const void *before, void *gates, void *y)
{
    EACH {
        V r = SIGMOID(TAKE(x, 0) + HIDDEN(0)), z = SIGMOID(TAKE(x, 1) + HIDDEN(1)), share = HIDDEN(2), g = TANH(TAKE(x, 2) + r * share);
        PUT(gates, 0, r);
        PUT(gates, 1, z);
        PUT(gates, 2, g);
        PUT(gates, 3, share);
        PUT(y, 0, (TAKE(before, 0) - g) * z + g);
    }
}

static void CELL(gru_back)(int64_t n, const void *gates, const void *before, void *dy, void *dx, void *dhidden)
{
    EACH {
        V r = TAKE(gates, 0), z = TAKE(gates, 1), g = TAKE(gates, 2), share = TAKE(gates, 3), d = TAKE(dy, 0);
        V dg = d * (1 - z) * (1 - g * g), dr = dg * share * r * (1 - r), dz = d * (TAKE(before, 0) - g) * z * (1 - z);
        PUT(dx, 0, dr);
        PUT(dx, 1, dz);
        PUT(dx, 2, dg);
        PUT(dhidden, 0, dr);
        PUT(dhidden, 1, dz);
        PUT(dhidden, 2, dg * r);
        PUT(dy, 0, d * z);
    }
}

static void CELL(plain)(int64_t n, const void *x, const void *hidden, const void *bias, void *y, bool relu)
{
    EACH {
        V sum = TAKE(x, 0) + HIDDEN(0);
        if (relu) sum = RELU(sum);
        else sum = TANH(sum);
        PUT(y, 0, sum);
    }
}

static void CELL(plain_back)(int64_t n, const void *y, const void *dy, void *dx, bool relu)
{
    EACH {
        V value = TAKE(y, 0), d = TAKE(dy, 0);
        if (relu) d = WHERE_POSITIVE(value, d);
        else d *= 1 - value * value;
        PUT(dx, 0, d);
    }
}

#undef EACH
#undef TAKE
#undef PUT
#undef HIDDEN
#undef T
#undef V
#undef SIGMOID
#undef TANH
#undef RELU
#undef WHERE_POSITIVE
#undef CELL
