/* line.h: runs lines of elementwise steps (EwLineStep) over type T; included once for each. The value at hand lies in eight vector registers.
 *
 * The includer defines T, MASK (an integer of T's size), LINE_NAME and, for float, LINE_SWIFT. A unit of EW_LINE_UNIT(T) elements goes through all steps before the next one is read:
 * loads, arithmetic and stores of neighbouring units overlap in the processor.
 */
typedef T LINE_NAME(V) __attribute__((vector_size(VECTOR_BYTES), may_alias));
typedef T LINE_NAME(Near) __attribute__((vector_size(VECTOR_BYTES), aligned(sizeof(T)), may_alias)); /* in memory, wherever */
typedef MASK LINE_NAME(M) __attribute__((vector_size(VECTOR_BYTES), may_alias));
#define V LINE_NAME(V)
#define M LINE_NAME(M)
#define LANES ((int)(VECTOR_BYTES / sizeof(T)))
#define UNIT (8 * LANES)
#define AT(p, i) (*(LINE_NAME(Near) *)((T *)(p) + (i) * LANES))
#define GET(p, i) (*(const LINE_NAME(Near) *)((const T *)(p) + (i) * LANES))
#define EACH(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)

/* All steps for the n elements from `done`. Where they are no whole unit, operands and results go by way of a buffer. */
static inline __attribute__((always_inline)) void LINE_NAME(unit)(int64_t done, int n, const EwLineStep *steps, const EwLineStep *end)
{
    const V zero = {0};
    V v0 = zero, v1 = zero, v2 = zero, v3 = zero, v4 = zero, v5 = zero, v6 = zero, v7 = zero;
    V buffer[8];
    if (n < UNIT) memset(buffer, 0, sizeof buffer);
    for (const EwLineStep *s = steps; s < end; s++) {
        char *to = s->at[0] + done * s->by[0];
        const char *y = s->at[1] + done * s->by[1];
        const T k = s->k->S;
        uint8_t code = s->code;
        if (n < UNIT && (code == LINE_LOAD || (code >= LINE_ADD && code < LINE_BY_NUMBER))) y = memcpy(buffer, y, (size_t)n * sizeof(T));
        if (n < UNIT && (code == LINE_STORE || code == LINE_STREAM)) {
            to = (char *)buffer;
            code = LINE_STORE;
        }
        switch (code) {
#define LOAD(i) v##i = GET(y, i);
#define STORE(i) AT(to, i) = v##i;
#define STREAM(i) VECTOR_STREAM((T *)to + i * LANES, v##i);
        case LINE_LOAD: EACH(LOAD) break;
        case LINE_STORE: EACH(STORE) break;
        case LINE_STREAM: EACH(STREAM) break;
        case LINE_CALL: s->kernel(n, to, y, s->at[2] + done * s->by[2], s->at[3] + done * s->by[3], s->k); break;
        case LINE_COPY: memcpy(to, y, (size_t)n * (size_t)s->bytes); break;
        case LINE_COPY_STREAM: ISA_NAME(ew_moves).stream((int64_t)n * s->bytes, to, y); break;
#define BOTH(code, DO_Y, DO_K) case code: EACH(DO_Y) break; case code + LINE_BY_NUMBER: EACH(DO_K) break;
#define CHOOSE(i, m, other) v##i = (V)(((M)v##i & (m)) | ((M)(other) & ~(m)));
#define ADD_Y(i) v##i = v##i + GET(y, i);
#define ADD_K(i) v##i = v##i + k;
        BOTH(LINE_ADD, ADD_Y, ADD_K)
#define FIRST(i, op) { V first = GET(y, i); VECTOR_HIDE(first); v##i = first op v##i; } /* the compiler does not know that they may change places */
#define TO_Y(i) FIRST(i, +)
#define TO_K(i) v##i = k + v##i;
        BOTH(LINE_ADD_TO, TO_Y, TO_K)
#define MULTIPLY_INTO_Y(i) FIRST(i, *)
#define MULTIPLY_INTO_K(i) v##i = k * v##i;
        BOTH(LINE_MULTIPLY_INTO, MULTIPLY_INTO_Y, MULTIPLY_INTO_K)
#define SUBTRACT_Y(i) v##i = v##i - GET(y, i);
#define SUBTRACT_K(i) v##i = v##i - k;
        BOTH(LINE_SUBTRACT, SUBTRACT_Y, SUBTRACT_K)
#define FROM_Y(i) v##i = GET(y, i) - v##i;
#define FROM_K(i) v##i = k - v##i;
        BOTH(LINE_SUBTRACT_FROM, FROM_Y, FROM_K)
#define MULTIPLY_Y(i) v##i = v##i * GET(y, i);
#define MULTIPLY_K(i) v##i = v##i * k;
        BOTH(LINE_MULTIPLY, MULTIPLY_Y, MULTIPLY_K)
#define DIVIDE_Y(i) v##i = v##i / GET(y, i);
#define DIVIDE_K(i) v##i = v##i / k;
        BOTH(LINE_DIVIDE, DIVIDE_Y, DIVIDE_K)
#define INTO_Y(i) v##i = GET(y, i) / v##i;
#define INTO_K(i) v##i = k / v##i;
        BOTH(LINE_DIVIDE_INTO, INTO_Y, INTO_K)
#define MAXIMUM(i, other) { const V o = other; const M m = (v##i > o) | (v##i != v##i); CHOOSE(i, m, o) }
#define MAXIMUM_Y(i) MAXIMUM(i, GET(y, i))
#define MAXIMUM_K(i) MAXIMUM(i, k - zero)
        BOTH(LINE_MAXIMUM, MAXIMUM_Y, MAXIMUM_K)
#define MINIMUM(i, other) { const V o = other; const M m = (v##i < o) | (v##i != v##i); CHOOSE(i, m, o) }
#define MINIMUM_Y(i) MINIMUM(i, GET(y, i))
#define MINIMUM_K(i) MINIMUM(i, k - zero)
        BOTH(LINE_MINIMUM, MINIMUM_Y, MINIMUM_K)
#define SLOPE_Y(i) { const V slope = GET(y, i); v##i = v##i * (1 - slope) * slope; }
#define SLOPE_K(i) v##i = v##i * (1 - k) * k;
        BOTH(LINE_SLOPE, SLOPE_Y, SLOPE_K)
#define SQUARE(i) v##i = v##i * v##i;
#define NEGATE(i) v##i = -v##i;
#define RELU(i) v##i = (V)((M)v##i & ~(v##i < zero));
        case LINE_SQUARE: EACH(SQUARE) break;
        case LINE_NEGATE: EACH(NEGATE) break;
        case LINE_RELU: EACH(RELU) break;
#ifdef LINE_SWIFT
#define SIGMOID(i) v##i = swift_sigmoid(v##i);
#define SILU(i) v##i = swift_silu(v##i);
#define TANH(i) v##i = swift_tanh(v##i);
#define EXP(i) v##i = swift_exp(v##i);
        case LINE_SIGMOID: EACH(SIGMOID) break;
        case LINE_SILU: EACH(SILU) break;
        case LINE_TANH: EACH(TANH) break;
        case LINE_EXP: EACH(EXP) break;
#endif
        default: break;
        }
        if (n < UNIT && to == (char *)buffer) memcpy(s->at[0] + done * s->by[0], buffer, (size_t)n * sizeof(T));
    }
}

static void LINE_NAME(line)(int64_t n, const EwLineStep *steps, int count)
{
    int64_t done = 0;
    for (; n - done >= UNIT; done += UNIT) LINE_NAME(unit)(done, UNIT, steps, steps + count);
    if (done < n) LINE_NAME(unit)(done, (int)(n - done), steps, steps + count);
}
#undef V
#undef M
#undef LANES
#undef UNIT
#undef AT
#undef GET
#undef EACH
#undef LOAD
#undef STORE
#undef STREAM
#undef BOTH
#undef CHOOSE
#undef ADD_Y
#undef ADD_K
#undef FIRST
#undef TO_Y
#undef TO_K
#undef MULTIPLY_INTO_Y
#undef MULTIPLY_INTO_K
#undef SUBTRACT_Y
#undef SUBTRACT_K
#undef FROM_Y
#undef FROM_K
#undef MULTIPLY_Y
#undef MULTIPLY_K
#undef DIVIDE_Y
#undef DIVIDE_K
#undef INTO_Y
#undef INTO_K
#undef MAXIMUM
#undef MAXIMUM_Y
#undef MAXIMUM_K
#undef MINIMUM
#undef SLOPE_Y
#undef SLOPE_K
#undef MINIMUM_Y
#undef MINIMUM_K
#undef SQUARE
#undef NEGATE
#undef RELU
#undef SIGMOID
#undef SILU
#undef TANH
#undef EXP
