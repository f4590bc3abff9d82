/* step_loops.h: step.h's loops for one type: the includer defines T, S (F or D) and STEP(name); they are undefined here. Sums and products are rounded one by one, in the order of the plain operations that they stand for. */
#define FM_PASTE2(name, s) fm_##name##_##s
#define FM_PASTE(name, s) FM_PASTE2(name, s)

INLINE void STEP(sgd_of)(int64_t n, T *restrict p, const T *restrict given, T *restrict v, const StepNumbers *k, bool decays, bool moves, bool ahead)
{
    const T rate = (T)k->rate, momentum = (T)k->first, part = (T)k->second, decay = (T)k->decay, sign = k->maximize ? -1 : 1;
    ISA_LOOP for (int64_t i = 0; i < n; i++) {
        T g = sign * given[i];
        if (decays) g = g + decay * p[i];
        if (moves) {
            T velocity = momentum * v[i] + part * g;
            v[i] = velocity;
            g = ahead ? g + momentum * velocity : velocity;
        }
        p[i] = p[i] + rate * g;
    }
}

static void STEP(sgd)(int64_t n, void *p, const void *g, void *v, const StepNumbers *k)
{
    bool decays = k->decay != 0;
#define SGD(d, m, ahead) STEP(sgd_of)(n, p, g, v, k, d, m, ahead)
    if (!v && decays) SGD(true, false, false);
    else if (!v) SGD(false, false, false);
    else if (k->ahead && decays) SGD(true, true, true);
    else if (k->ahead) SGD(false, true, true);
    else if (decays) SGD(true, true, false);
    else SGD(false, true, false);
#undef SGD
}

INLINE void STEP(adam_of)(int64_t n, T *restrict p, const T *restrict given, T *restrict mean, T *restrict square, const StepNumbers *k, bool decays, bool shrinks)
{
    const T rate = (T)k->rate, stays = (T)k->first, comes = (T)(1 - k->first), stays2 = (T)k->second, comes2 = (T)(1 - k->second), eps = (T)k->eps, decay = (T)k->decay, root = (T)k->root, sign = k->maximize ? -1 : 1;
    ISA_LOOP for (int64_t i = 0; i < n; i++) {
        T g = sign * given[i], x = p[i];
        if (shrinks) x = x * decay;
        if (decays) g = g + decay * x;
        T m = stays * mean[i] + comes * g, s = stays2 * square[i] + comes2 * g * g;
        mean[i] = m;
        square[i] = s;
        p[i] = x + rate * m / (FM_PASTE(sqrt, S)(s) / root + eps);
    }
}

static void STEP(adam)(int64_t n, void *p, const void *g, void *mean, void *square, const StepNumbers *k)
{
    if (k->decoupled) STEP(adam_of)(n, p, g, mean, square, k, false, true);
    else if (k->decay != 0) STEP(adam_of)(n, p, g, mean, square, k, true, false);
    else STEP(adam_of)(n, p, g, mean, square, k, false, false);
}

#undef FM_PASTE2
#undef FM_PASTE
#undef T
#undef S
#undef STEP
