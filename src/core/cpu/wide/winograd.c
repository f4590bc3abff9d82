/* winograd.c: the loops of 3 x 3 convolutions by 16 products instead of 36 (winograd.h). */
#include "winograd.h"

#include <string.h>

#include "turn.h"

enum { VECTORS = 2, PANEL = VECTORS * LANES };
#if defined(__AVX512F__)
enum { ROWS = 12 }; /* 24 sums of 32 registers */
#else
enum { ROWS = 4 };
#endif

/* ---- tiles ---- */

/* A tile's column or row of four, and of the two of a gradient. */
#define SOURCE(d0, d1, d2, d3, to) (to)[0] = d0 - d2, (to)[1] = d1 + d2, (to)[2] = d2 - d1, (to)[3] = d1 - d3
#define GRADIENT(y0, y1, to) (to)[0] = y0, (to)[1] = y0 + y1, (to)[2] = y0 - y1, (to)[3] = -y1

ALWAYS void places_out(WinoTiles to, V m[4][4])
{
    WIDE_UNROLL
    for (int i = 0; i < 4; i++)
        WIDE_UNROLL
        for (int j = 0; j < 4; j++) *(V *)(to.at + (4 * j + i) * to.place) = m[i][j];
}

static void picture(const float *x, const Picture *p, float *to, int64_t rows) { picture_in(x, p, to, rows); }

static void source_tiles(const float *pixels, const WinoBand *b, WinoTiles to)
{
    for (int64_t i = 0; i < b->tile_rows; i++)
        for (int64_t j = 0; j < b->tile_columns; j++, to.at += to.tile) {
            const V *d = (const V *)pixels + TILE * (i * b->picture.row + j);
            V half[4][4], m[4][4]; /* half[column][place down]; m[place down][place across] */
            WIDE_UNROLL
            for (int k = 0; k < 4; k++) SOURCE(d[k], d[b->picture.row + k], d[2 * b->picture.row + k], d[3 * b->picture.row + k], half[k]);
            WIDE_UNROLL
            for (int k = 0; k < 4; k++) SOURCE(half[0][k], half[1][k], half[2][k], half[3][k], m[k]);
            places_out(to, m);
        }
}

static void gradient_tiles(const float *pixels, const WinoBand *b, WinoTiles to)
{
    for (int64_t i = 0; i < b->tile_rows; i++)
        for (int64_t j = 0; j < b->tile_columns; j++, to.at += to.tile) {
            const V *y = (const V *)pixels + TILE * (i * b->picture.row + j);
            V half[2][4], m[4][4];
            WIDE_UNROLL
            for (int k = 0; k < 2; k++) GRADIENT(y[k], y[b->picture.row + k], half[k]);
            WIDE_UNROLL
            for (int k = 0; k < 4; k++) GRADIENT(half[0][k], half[1][k], m[k]);
            places_out(to, m);
        }
}

#define RESULT(m0, m1, m2, m3, to) (to)[0] = m0 + m1 + m2, (to)[1] = m1 - m2 - m3

static bool zeros_only(V v)
{
    bool zeros = true;
    for (int i = 0; i < LANES; i++) zeros = zeros && v[i] == 0;
    return zeros;
}

static bool result_tiles(WinoTiles from, const WinoBand *b, const float *bias, float *pixels, float *y)
{
    V add = bias ? *(const V *)bias : (V){0}, odd = {0};
    int64_t rows = b->picture.high - b->picture.first < TILE * b->tile_rows ? b->picture.high - b->picture.first : TILE * b->tile_rows;
    for (int64_t i = 0; i < b->tile_rows; i++)
        for (int64_t j = 0; j < b->tile_columns; j++, from.at += from.tile) {
            V half[4][2], out[2][2]; /* half[place across][row]; out[row][column] */
            V *to = (V *)pixels + TILE * (i * b->picture.wide + j);
            WIDE_UNROLL
            for (int k = 0; k < 4; k++) {
                const float *m = from.at + 4 * k * from.place;
                RESULT(*(const V *)m, *(const V *)(m + from.place), *(const V *)(m + 2 * from.place), *(const V *)(m + 3 * from.place), half[k]);
            }
            WIDE_UNROLL
            for (int k = 0; k < 2; k++) RESULT(half[0][k], half[1][k], half[2][k], half[3][k], out[k]);
            odd += out[0][0] - out[0][0] + (out[0][1] - out[0][1]) + (out[1][0] - out[1][0]) + (out[1][1] - out[1][1]); /* zeros but for what is no finite number */
            bool right = TILE * j + 1 < b->picture.wide, below = TILE * i + 1 < rows;
            to[0] = out[0][0] + add;
            if (right) to[1] = out[0][1] + add;
            if (below) to[b->picture.wide] = out[1][0] + add;
            if (right && below) to[b->picture.wide + 1] = out[1][1] + add;
        }
    pixels_out((const V *)pixels, rows * b->picture.wide, y + b->picture.first * b->picture.wide, b->picture.plane, 0);
    return zeros_only(odd);
}

/* ---- filters ---- */

#define FILTER(g0, g1, g2, to) (to)[0] = g0, (to)[1] = (g0 + g2 + g1) * .5f, (to)[2] = (g0 + g2 - g1) * .5f, (to)[3] = g2
#define FILTER_BACK(u0, u1, u2, u3, to) (to)[0] = u0 + (u1 + u2) * .5f, (to)[1] = (u1 - u2) * .5f, (to)[2] = (u1 + u2) * .5f + u3

/* The taps of LANES filters, a vector a tap. */
ALWAYS void taps_in(const WinoFilters *f, const float *w, V taps[TAPS])
{
    WIDE_UNROLL
    for (int first = 0; first < TAPS; first += LANES) {
        V rows[LANES];
        for (int i = 0; i < LANES; i++) {
            const float *at = w + i * f->to_step + first;
            rows[i] = some_of(at, f->end - at >= LANES ? LANES : TAPS - first);
        }
        transpose(rows);
        for (int i = 0; i < LANES && first + i < TAPS; i++) taps[f->turned ? TAPS - 1 - first - i : first + i] = rows[i];
    }
}

static void filters_in(const WinoFilters *f, float *u, int64_t place)
{
    for (int64_t from = 0; from < f->count; from++) {
        V g[TAPS], half[3][4], m[4][4];
        taps_in(f, f->at + from * f->from_step, g);
        WIDE_UNROLL
        for (int k = 0; k < 3; k++) FILTER(g[k], g[3 + k], g[6 + k], half[k]);
        WIDE_UNROLL
        for (int k = 0; k < 4; k++) FILTER(half[0][k], half[1][k], half[2][k], m[k]);
        places_out((WinoTiles){.at = u + from * PANEL, .place = place}, m);
    }
}

static bool filters_out(const WinoFilters *f, const float *u, int64_t place, int64_t from_step)
{
    V odd = {0};
    for (int64_t from = 0; from < f->count; from++) {
        V half[4][3], taps[LANES > 8 ? LANES : TAPS + LANES];
        WIDE_UNROLL
        for (int k = 0; k < 4; k++) {
            const float *at = u + from * from_step + 4 * k * place;
            FILTER_BACK(*(const V *)at, *(const V *)(at + place), *(const V *)(at + 2 * place), *(const V *)(at + 3 * place), half[k]);
        }
        WIDE_UNROLL
        for (int k = 0; k < 3; k++) FILTER_BACK(half[0][k], half[1][k], half[2][k], half[3][k], taps + 3 * k);
        WIDE_UNROLL
        for (int i = 0; i < TAPS; i++) odd += taps[i] - taps[i];
        WIDE_UNROLL
        for (int i = TAPS; i < (int)(sizeof taps / sizeof *taps); i++) taps[i] = (V){0};
        for (int first = 0; first < TAPS; first += LANES) {
            transpose(taps + first);
            for (int i = 0; i < LANES; i++) memcpy(f->at + i * f->to_step + from * f->from_step + first, &taps[first + i], (TAPS - first < LANES ? TAPS - first : LANES) * sizeof *u);
        }
    }
    return zeros_only(odd);
}

/* ---- products ---- */

/* R is a constant where these are called. */
ALWAYS void product_block(int R, int64_t k, const float *a, int64_t a_row, const float *b, float *c, int64_t c_row)
{
    V sum[ROWS][VECTORS];
    WIDE_UNROLL
    for (int r = 0; r < R; r++) sum[r][0] = sum[r][1] = (V){0};
    for (int64_t i = 0; i < k; i++, b += PANEL) {
        V b0 = *(const V *)b, b1 = *(const V *)(b + LANES);
        WIDE_UNROLL
        for (int r = 0; r < R; r++) {
            float x = a[r * a_row + i];
            sum[r][0] += b0 * x;
            sum[r][1] += b1 * x;
        }
    }
    WIDE_UNROLL
    for (int r = 0; r < R; r++) *(V *)(c + r * c_row) = sum[r][0], *(V *)(c + r * c_row + LANES) = sum[r][1];
}

ALWAYS void outer_block(int R, int64_t k, const float *a, int64_t a_row, const float *b, int64_t b_row, float *c, int64_t c_row, bool add)
{
    V sum[ROWS][VECTORS];
    WIDE_UNROLL
    for (int r = 0; r < R; r++) {
        sum[r][0] = add ? *(const V *)(c + r * c_row) : (V){0};
        sum[r][1] = add ? *(const V *)(c + r * c_row + LANES) : (V){0};
    }
    for (int64_t i = 0; i < k; i++, a += a_row, b += b_row) {
        V b0 = *(const V *)b, b1 = *(const V *)(b + LANES);
        WIDE_UNROLL
        for (int r = 0; r < R; r++) {
            sum[r][0] += b0 * a[r];
            sum[r][1] += b1 * a[r];
        }
    }
    WIDE_UNROLL
    for (int r = 0; r < R; r++) *(V *)(c + r * c_row) = sum[r][0], *(V *)(c + r * c_row + LANES) = sum[r][1];
}

static void product(int64_t m, int64_t k, const float *a, int64_t a_row, const float *b, float *c, int64_t c_row)
{
    int64_t i = 0;
    for (; i + ROWS <= m; i += ROWS) product_block(ROWS, k, a + i * a_row, a_row, b, c + i * c_row, c_row);
    for (; i + 4 <= m; i += 4) product_block(4, k, a + i * a_row, a_row, b, c + i * c_row, c_row);
    for (; i < m; i++) product_block(1, k, a + i * a_row, a_row, b, c + i * c_row, c_row);
}

static void outer(int64_t m, int64_t k, const float *a, int64_t a_row, const float *b, int64_t b_row, float *c, int64_t c_row, bool add)
{
    int64_t i = 0;
    for (; i + ROWS <= m; i += ROWS) outer_block(ROWS, k, a + i, a_row, b, b_row, c + i * c_row, c_row, add);
    for (; i + 4 <= m; i += 4) outer_block(4, k, a + i, a_row, b, b_row, c + i * c_row, c_row, add);
    for (; i < m; i++) outer_block(1, k, a + i, a_row, b, b_row, c + i * c_row, c_row, add);
}

const WideWinograd WIDE_NAME(wide_winograd) = {LANES, PANEL, picture, source_tiles, gradient_tiles, result_tiles, filters_in, filters_out, product, outer};
