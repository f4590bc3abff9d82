/* mod_multibyte.c: the modules _codecs_cn, _codecs_jp, _codecs_kr and _codecs_tw with _codecs_hk and _codecs_iso2022: encodings of several bytes a character, over tables
 * (mod_multibyte_table.c) that are the C library's. What is not on the machine is a LookupError. The classes of _multibytecodec are Python (py/_multibytecodec.py). */
#include "mod_multibyte.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

enum { TABLES = 3 };
typedef struct Row {
    const char *name, *module;
    int plain[2]; /* tables, the second for what the first lacks; or */
    const Sets *sets;
    bool hz;
} Row;
enum { NONE = -1 };

static const Sets jp = {"\xC2J\xC0", false, {EUC_JP}, 1}, jp_1 = {"\xC2\xC4J\xC0", false, {EUC_JP}, 1}, jp_2 = {"\xC2\xC4\xC3\xC1J\xC0" "AF", false, {EUC_JP, EUC_KR, GB2312}, 3},
    jp_2004 = {"\xC2\xD1\xD0", false, {EUC_JP, EUC_2004}, 2}, jp_3 = {"\xC2\xCF\xD0", false, {EUC_JP, EUC_2000}, 2}, jp_ext = {"\xC2\xC4JI\xC0", false, {EUC_JP}, 1},
    kr = {"\xC3", true, {EUC_KR}, 1};

#define PLAIN(name, module, kind) {name, "_codecs_" module, {kind, NONE}, NULL, false}
#define SETS(name, sets) {name, "_codecs_iso2022", {NONE, NONE}, &sets, false}
static const Row rows[] = {
    PLAIN("gb2312", "cn", GB2312), PLAIN("gbk", "cn", GBK), PLAIN("gb18030", "cn", GB18030), {"hz", "_codecs_cn", {GB2312, NONE}, NULL, true},
    PLAIN("big5", "tw", BIG5), PLAIN("cp950", "tw", CP950), PLAIN("big5hkscs", "hk", HKSCS),
    PLAIN("shift_jis", "jp", SHIFT_JIS), PLAIN("cp932", "jp", CP932), PLAIN("euc_jp", "jp", EUC_JP), PLAIN("shift_jis_2004", "jp", SJIS_2004), PLAIN("shift_jisx0213", "jp", SJIS_2000),
    {"euc_jis_2004", "_codecs_jp", {EUC_2004, EUC_JP}, NULL, false}, {"euc_jisx0213", "_codecs_jp", {EUC_2000, EUC_JP}, NULL, false},
    PLAIN("cp949", "kr", CP949), PLAIN("euc_kr", "kr", EUC_KR), PLAIN("johab", "kr", JOHAB),
    SETS("iso2022_jp", jp), SETS("iso2022_jp_1", jp_1), SETS("iso2022_jp_2", jp_2), SETS("iso2022_jp_2004", jp_2004), SETS("iso2022_jp_3", jp_3), SETS("iso2022_jp_ext", jp_ext), SETS("iso2022_kr", kr),
};

typedef struct MultibyteState { Type *codec; } MultibyteState;
extern const ModuleDef multibyte_module;

typedef struct MbCodec {
    Obj head;
    const Row *row;
    Table tables[TABLES];
    int n_tables; /* open */
} MbCodec;

typedef struct Job { const MbCodec *codec; int64_t state; } Job; /* state, of those that shift: the set that is on */

/* ---- codecs without a state ---- */

static int decode_plain(const MbCodec *c, const unsigned char *p, int64_t n, uint32_t u[2])
{
    int k = plain_read(&c->tables[0], p, n, u);
    return k < 0 && c->n_tables > 1 && p[0] == 0x8F ? plain_read(&c->tables[1], p, n, u) : k;
}

static int encode_plain(const MbCodec *c, const uint32_t u[2], unsigned char *out, int *used)
{
    int k = pair_put(&c->tables[0], u[0], u[1], out);
    if (k) return *used = 2, k;
    k = plain_put(&c->tables[0], u[0], out);
    if (k || c->n_tables < 2 || table_knows(&c->tables[0], u[0])) return k;
    k = plain_put(&c->tables[1], u[0], out);
    return k == 3 ? k : 0;
}

/* ---- HZ: ~{ and ~} around pairs of GB 2312 ---- */

static int decode_hz(Job *j, const unsigned char *p, int64_t n, uint32_t *u)
{
    if (p[0] >= 128) return -1;
    if (p[0] == '~') {
        if (n < 2) return 0;
        if (p[1] == '~' && !j->state) return *u = '~', 2;
        if (p[1] == '{' && !j->state) return j->state = 1, 2;
        if (p[1] == '}' && j->state) return j->state = 0, 2;
        return p[1] == '\n' && !j->state ? 2 : -1;
    }
    if (p[0] == '\n') j->state = 0;
    if (!j->state) return *u = p[0], 1;
    if (n < 2) return 0;
    const unsigned char pair[2] = {p[0] | 0x80, p[1] | 0x80};
    return p[0] >= 0x21 && p[1] >= 0x21 && table_read(&j->codec->tables[0], pair, 2, u) == 2 ? 2 : -1;
}

static int encode_hz(Job *j, uint32_t u, unsigned char *out)
{
    int n = 0;
    if (u < 128 || u == CODEC_NOTHING) {
        if (j->state) out[n++] = '~', out[n++] = '}';
        j->state = 0;
        if (u == '~') out[n++] = '~';
        if (u != CODEC_NOTHING) out[n++] = (unsigned char)u;
        return n;
    }
    unsigned char bytes[CODEC_STEP_MAX];
    if (plain_put(&j->codec->tables[0], u, bytes) != 2) return 0;
    if (!j->state) out[n++] = '~', out[n++] = '{';
    j->state = 1;
    out[n++] = bytes[0] & 0x7F;
    out[n++] = bytes[1] & 0x7F;
    return n;
}

/* ---- the codec as an object ---- */

static int decode_step(void *context, const unsigned char *p, int64_t n, uint32_t u[2])
{
    Job *j = context;
    const Row *row = j->codec->row;
    if (row->sets) return sets_decode(row->sets, j->codec->tables, &j->state, p, n, u);
    return row->hz ? decode_hz(j, p, n, u) : decode_plain(j->codec, p, n, u);
}
static int encode_step(void *context, const uint32_t u[2], unsigned char *out, int *used)
{
    Job *j = context;
    const Row *row = j->codec->row;
    if (row->sets) return sets_encode(row->sets, j->codec->tables, &j->state, u, out);
    if (row->hz) return encode_hz(j, u[0], out);
    return u[0] == CODEC_NOTHING ? 0 : encode_plain(j->codec, u, out, used);
}

static int64_t start_of(const MbCodec *c) { return c->row->sets ? sets_start() : 0; }

static bool errors_arg(VM *vm, Ref v, const char **out)
{
    size_t n;
    *out = NULL;
    if (!v || is_none(v)) return true;
    if (!is_str(v)) return err_false(vm, EXC_TypeError, "errors must be str, not %T", v);
    return (*out = str_utf8(vm, v, &n)) != NULL;
}

/* text, errors, state, final: (bytes, state, characters used) */
FN(m_encode_part)
{
    Job job = {(MbCodec *)as_obj(args[0]), 0};
    CodecSteps steps = {job.codec->row->name, &job, decode_step, encode_step};
    const char *errors;
    if (!errors_arg(vm, args[2], &errors) || !num_index_i64(vm, args[3], &job.state)) return NULL;
    int final = op_truth(vm, args[4]);
    int64_t used;
    Value text = final < 0 ? NO_VALUE : op_str(vm, args[1]), b = text ? steps_encode(vm, &steps, text, errors, final, &used) : NO_VALUE; /* (whatever it is) */
    release(vm, text);
    Value state = b ? int_from_i64(vm, job.state) : NO_VALUE, r = state ? tuple_of(vm, 3, (Ref)b, (Ref)state, (Ref)make_small(used)) : NO_VALUE;
    release(vm, state);
    release(vm, b);
    return r;
}

/* data, errors, state, final: (text, bytes used, state) */
FN(m_decode_part)
{
    Job job = {(MbCodec *)as_obj(args[0]), 0};
    CodecSteps steps = {job.codec->row->name, &job, decode_step, encode_step};
    const char *errors;
    BufferView view;
    int64_t used;
    Value text, r = NO_VALUE;
    if (!errors_arg(vm, args[2], &errors) || !num_index_i64(vm, args[3], &job.state)) return NULL;
    int final = op_truth(vm, args[4]);
    if (final < 0 || !buffer_get(vm, args[1], &view)) return NULL;
    if (steps_decode(vm, &steps, view.data, view.len, errors, final, &text, &used)) {
        Value state = int_from_i64(vm, job.state);
        if (state) r = tuple_of(vm, 3, (Ref)text, (Ref)make_small(used), (Ref)state);
        release(vm, state);
    }
    buffer_release(vm, &view);
    release(vm, text);
    return r;
}

FN(m_encode)
{
    Value parts[5] = {retain(args[0]), op_str(vm, args[1]), args[2] ? retain(args[2]) : V_NONE, make_small(start_of((MbCodec *)as_obj(args[0]))), V_TRUE};
    Value done = parts[1] ? m_encode_part(vm, as_refs(parts), 5, NULL) : NO_VALUE, r = NO_VALUE;
    if (done) r = tuple_of(vm, 2, (Ref)as_tuple(done)->items[0], (Ref)make_small(as_str(parts[1])->len));
    release(vm, done);
    for (int i = 0; i < 5; i++) release(vm, parts[i]);
    return r;
}

FN(m_decode)
{
    Value parts[5] = {retain(args[0]), retain(args[1]), args[2] ? retain(args[2]) : V_NONE, make_small(start_of((MbCodec *)as_obj(args[0]))), V_TRUE};
    Value done = m_decode_part(vm, as_refs(parts), 5, NULL), r = NO_VALUE;
    if (done) r = tuple_of(vm, 2, (Ref)as_tuple(done)->items[0], (Ref)as_tuple(done)->items[1]);
    release(vm, done);
    for (int i = 0; i < 5; i++) release(vm, parts[i]);
    return r;
}

static void codec_dealloc(VM *vm, Obj *o)
{
    MbCodec *c = (MbCodec *)o;
    for (int i = 0; i < c->n_tables; i++) table_close(&c->tables[i]);
    obj_free(vm, o, sizeof *c);
}

FN(m_start) { return make_small(start_of((MbCodec *)as_obj(args[0]))); }

static const NativeDef codec_methods[] = {
    {"encode", m_encode, "self, input, errors=None", "(bytes, characters of the text)", NATIVE_KW},
    {"decode", m_decode, "self, input, errors=None", "(text, bytes used)", NATIVE_KW},
    {"_encode_part", m_encode_part, "self, input, errors, state, final, /", "A piece of a text: (bytes, state, characters used).", 0},
    {"_start", m_start, "self, /", "The state at the start.", 0},
    {"_decode_part", m_decode_part, "self, input, errors, state, final, /", "A piece of a stream: (text, bytes used, state).", 0},
    {0},
};
static const TypeDef codec_def = {.name = "_multibytecodec.MultibyteCodec", .doc = "An encoding of several bytes a character.", .kind = KIND_OPAQUE, .size = sizeof(MbCodec),
    .flags = TYPE_NO_NEW, .dealloc = codec_dealloc, .methods = codec_methods};

/* ---- the modules ---- */

static bool open_tables(MbCodec *c)
{
    const Sets *sets = c->row->sets;
    int kinds[TABLES] = {c->row->plain[0], c->row->plain[1], NONE}, n = sets ? sets->n_tables : kinds[1] == NONE ? 1 : 2;
    for (int i = 0; i < n; i++)
        if (!table_open(&c->tables[c->n_tables++], sets ? sets->tables[i] : (Kind)kinds[i])) return false;
    return true;
}

static Value codec_new(VM *vm, const char *module, Ref name)
{
    if (!is_str(name)) return err_raise(vm, EXC_TypeError, "encoding name must be a string.");
    MultibyteState *s = module_state(vm, &multibyte_module);
    const Row *row = NULL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].module, module) && str_equal_c(name, rows[i].name)) row = &rows[i];
    MbCodec *c = s && row ? (MbCodec *)obj_alloc(vm, s->codec, sizeof *c) : NULL;
    if (!c) return !s || row ? NO_VALUE : err_raise(vm, EXC_LookupError, "no such codec is supported.");
    c->row = row;
    c->n_tables = 0;
    if (open_tables(c)) return VAL(c);
    release(vm, VAL(c));
    return err_raise(vm, EXC_LookupError, "no such codec is supported."); /* (the C library's tables are not on this machine) */
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    MultibyteState *s = as_module(module)->state;
    return (s->codec = type_from_def(vm, &codec_def, NULL)) && module_add_type(vm, ns, s->codec);
}
static void done(VM *vm, void *state) { release(vm, VAL(((MultibyteState *)state)->codec)); }
const ModuleDef multibyte_module = {.name = "_multibyte", .doc = "Under _multibytecodec.", .init = init, .state_size = sizeof(MultibyteState), .done = done};

#define FAMILY(family) \
    FN(family##_getcodec) { return codec_new(vm, "_codecs_" #family, args[0]); } \
    static const NativeDef family##_functions[] = {{"getcodec", family##_getcodec, "encoding, /", "The codec of that name.", 0}, {0}}; \
    const ModuleDef codecs_##family##_module = {.name = "_codecs_" #family, .doc = "Encodings of several bytes a character.", .functions = family##_functions};
FAMILY(cn) FAMILY(hk) FAMILY(iso2022) FAMILY(jp) FAMILY(kr) FAMILY(tw)
