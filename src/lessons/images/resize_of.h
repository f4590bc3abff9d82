/* resize_of.h: changing a picture's size for one type of pixels, included once a type by resize.c. PIXEL: a channel's value; SUM: what weighted ones add up to; WEIGHT; NAME(x).
 * Rows are weighed across first, each once, and kept so long as rows below ask for them; then `taps` of them are weighed down. */

/* One row across: to[i] = the sum of the taps around each place. Taps beyond the edge are the edge's. */
static void NAME(across)(const Plan *p, const PIXEL *from, SUM *to)
{
    int64_t channels = p->size.channels, n = p->width, last = p->size.width - 1;
    int taps = p->taps, before = taps / 2 - 1;
    const WEIGHT *w = p->x_weights;
    for (int64_t x = 0; x < n; x++, w += taps, to += channels) {
        int64_t first = p->x_places[x] - before;
        if (taps == 2 && first >= 0 && first < last) {
            const PIXEL *a = from + first * channels, *b = a + channels;
            for (int64_t c = 0; c < channels; c++) to[c] = (SUM)a[c] * w[0] + (SUM)b[c] * w[1];
            continue;
        }
        bool inside = first >= 0 && first + taps - 1 <= last;
        for (int64_t c = 0; c < channels; c++) {
            SUM sum = 0;
            for (int k = 0; k < taps; k++) {
                int64_t at = first + k;
                if (!inside) at = at < 0 ? 0 : at > last ? last
                                                         : at;
                sum += (SUM)from[at * channels + c] * w[k];
            }
            to[c] = sum;
        }
    }
}

static bool NAME(weighed)(const Plan *p, const PIXEL *from, PIXEL *to)
{
    int taps = p->taps;
    int64_t line = p->size.width * p->size.channels, n = p->width * p->size.channels, last = p->size.height - 1, held[MOST_TAPS];
    SUM *rows[MOST_TAPS], *room = malloc((size_t)(taps * n) * sizeof *room);
    if (!room) return false;
    for (int k = 0; k < taps; k++) rows[k] = room + k * n, held[k] = -1;
    for (int64_t y = 0; y < p->height; y++) {
        for (int k = 0; k < taps; k++) {
            int64_t at = p->y_places[y] - (taps / 2 - 1) + k;
            at = at < 0 ? 0 : at > last ? last
                                        : at;
            int j = k; /* the row may be there: then it stands here or behind */
            while (j < taps && held[j] != at) j++;
            int other = j < taps ? j : k;
            SUM *row = rows[other];
            int64_t was = held[other];
            rows[other] = rows[k], held[other] = held[k];
            rows[k] = row, held[k] = was;
            if (was == at) continue;
            if (k && held[k - 1] == at) memcpy(row, rows[k - 1], (size_t)n * sizeof *row);
            else NAME(across)
            (p, from + at * line, row);
            held[k] = at;
        }
        NAME(down)
        (p, rows, (const WEIGHT *)p->y_weights + y * taps, to + y * n, n);
    }
    free(room);
    return true;
}

/* Whole blocks of pixels become one: what is left of a block at the right edge or the lower counts alone. */
static void NAME(blocks)(const Plan *p, const PIXEL *from, PIXEL *to)
{
    int64_t channels = p->size.channels, line = p->size.width * channels, wide = p->block_width, high = p->block_height;
    float share = 1.f / (float)(wide * high);
    bool halves = sizeof(PIXEL) == 1 && wide == 2 && high == 2 && (channels == 1 || channels == 3 || channels == 4);
    for (int64_t y = 0; y < p->height; y++) {
        for (int64_t x = 0; x < p->width; x++, to += channels) {
            const PIXEL *corner = from + y * high * line + x * wide * channels;
            int64_t across = p->size.width - x * wide, below = p->size.height - y * high;
            across = across < wide ? across : wide;
            below = below < high ? below : high;
            for (int64_t c = 0; c < channels; c++) {
                if (across <= 0 || below <= 0) {
                    to[c] = 0;
                    continue;
                }
                SUM sum = 0, four[4];
                int64_t n = 0, all = across * below, fours = across == wide && below == high ? all & ~(int64_t)3 : 0; /* (floats: four at a time, as they are summed there) */
                for (int64_t j = 0; j < below; j++)
                    for (int64_t i = 0; i < across; i++, n++) {
                        four[n & 3] = corner[j * line + i * channels + c];
                        if (n >= fours) sum += four[n & 3];
                        else if ((n & 3) == 3) sum += four[0] + four[1] + four[2] + four[3];
                    }
                if (halves && across == 2 && below == 2) to[c] = (PIXEL)(((int64_t)sum + 2) >> 2);
                else to[c] = across == wide && below == high ? NAME(rounded)((float)sum * share) : NAME(rounded)((float)sum / (float)(across * below));
            }
        }
    }
}

/* Each pixel is the mean of the area that it covers, parts of pixels counting as such. */
static bool NAME(areas)(const Plan *p, const PIXEL *from, PIXEL *to)
{
    int64_t channels = p->size.channels, n = p->width * channels, line = p->size.width * channels;
    float *row = malloc((size_t)(2 * n) * sizeof *row), *sum = row + n;
    if (!row) return false;
    for (int64_t j = 0; j < p->y_count; j++) {
        Share down = p->y_shares[j];
        const PIXEL *line_at = from + down.from * line;
        memset(row, 0, (size_t)n * sizeof *row);
        for (int64_t k = 0; k < p->x_count; k++) {
            Share s = p->x_shares[k];
            const PIXEL *at = line_at + s.from * channels;
            float *out = row + s.to * channels;
            for (int64_t c = 0; c < channels; c++) out[c] += (float)at[c] * s.part;
        }
        bool first = !j || p->y_shares[j - 1].to != down.to, last = j + 1 == p->y_count || p->y_shares[j + 1].to != down.to;
        for (int64_t i = 0; i < n; i++) sum[i] = first ? down.part * row[i] : sum[i] + down.part * row[i];
        if (!last) continue;
        for (int64_t i = 0; i < n; i++) to[down.to * n + i] = NAME(rounded)(sum[i]);
    }
    free(row);
    return true;
}

static void NAME(nearest)(const Plan *p, const PIXEL *from, PIXEL *to)
{
    int64_t channels = p->size.channels, line = p->size.width * channels;
    for (int64_t y = 0; y < p->height; y++) {
        const PIXEL *row = from + p->y_places[y] * line;
        for (int64_t x = 0; x < p->width; x++, to += channels)
            for (int64_t c = 0; c < channels; c++) to[c] = row[p->x_places[x] * channels + c];
    }
}

bool NAME(resize)(const PIXEL *from, Size size, PIXEL *to, int64_t width, int64_t height, int between)
{
    if (size.width == width && size.height == height) {
        memcpy(to, from, (size_t)(width * height * size.channels) * sizeof *to);
        return true;
    }
    Plan p;
    bool ok = plan_make(&p, size, width, height, between, sizeof(PIXEL) == 1);
    if (ok) {
        if (p.way == BLOCKS) NAME(blocks)
        (&p, from, to);
        else if (p.way == AREAS) ok = NAME(areas)(&p, from, to);
        else if (p.way == NEAREST) NAME(nearest)(&p, from, to);
        else ok = NAME(weighed)(&p, from, to);
    }
    plan_free(&p);
    return ok;
}
