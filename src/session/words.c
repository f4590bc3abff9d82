/* words.c: the session's own sentences in the person's language (messages.def), and the banner made of them. */
#include <stdarg.h>
#include <stdlib.h>

#include "core/device.h"
#include "tensor/object/tensor_lib.h"
#include "session_impl.h"

static const struct { const char *key, *english, *chinese; } messages[] = {
#define MESSAGE(key, english, chinese) {key, english, chinese},
#include "messages.def"
#undef MESSAGE
};

/* "zh", or "en" for all others: as asked for, else as the system's settings of texts say. */
const char *words_language(const char *asked)
{
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; !asked && i < sizeof variables / sizeof *variables; i++) {
        const char *v = getenv(variables[i]);
        if (v && *v) asked = v;
    }
    return asked && !strncmp(asked, "zh", 2) ? "zh" : "en";
}

const char *session_text(Session *s, const char *key)
{
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++)
        if (!strcmp(messages[i].key, key)) return s->config.language[0] == 'z' ? messages[i].chinese : messages[i].english;
    return key;
}

/* The sentence with %1, %2 … replaced by args[0], args[1] … */
void words_put(Session *s, Text *t, const char *key, const char *const *args, int n)
{
    const char *p = session_text(s, key);
    for (const char *mark; (mark = strchr(p, '%')); p = mark + 2) {
        int i = mark[1] - '1';
        text_add(t, p, (size_t)(mark - p));
        if (i >= 0 && i < n) text_put(t, args[i]);
        else text_add(t, mark, mark[1] ? 2 : 1);
        if (!mark[1]) return;
    }
    text_put(t, p);
}

/* Why it is this device: devices tell it in English. */
static const char *reason(Session *s, const char *why)
{
    char key[160];
    snprintf(key, sizeof key, "why.%s", why);
    const char *text = session_text(s, key);
    return text == key ? why : text;
}

static void put_devices(Session *s, Text *t)
{
    TensorLib *lib = tensor_lib(s->vm);
    err_clear(s->vm);
    bool known = !lib || core_gpus_known(lib->core);
    int n = lib ? device_gpu_count(lib->core) : 0;
    Text names = {0};
    const DeviceInfo *first = NULL;
    for (int i = 0; i < n; i++) {
        const DeviceInfo *info = &device_gpu(lib->core, i)->info;
        char name[32];
        if (!first) first = info;
        snprintf(name, sizeof name, "gpu(%d)", i);
        if (i) text_put(&names, session_text(s, "banner.comma"));
        text_put(&names, name);
        bool last_of_kind = i + 1 == n || strcmp(device_gpu(lib->core, i + 1)->info.name, info->name);
        if (last_of_kind) {
            text_put(&names, " ");
            text_add(&names, info->name, strcspn(info->name, "("));
            while (names.n && names.s[names.n - 1] == ' ') names.s[--names.n] = 0;
        }
    }
    const char *args[2] = {names.s ? names.s : "", first ? reason(s, first->why) : ""};
    words_put(s, t, !first ? "banner.none" : first->simulated ? "banner.simulated" : "banner.real", args, 2);
    text_drop(&names);
    if (!known) core_forget_gpus(lib->core); /* a first cell that sets CUDA_VISIBLE_DEVICES is in time */
}

const char *session_banner(Session *s)
{
    const char *version = PERCH_VERSION;
    text_set(&s->banner, "", 0);
    words_put(s, &s->banner, "banner.title", &version, 1);
    text_put(&s->banner, "\n");
    put_devices(s, &s->banner);
    text_put(&s->banner, "\n");
    words_put(s, &s->banner, "banner.help", NULL, 0);
    return s->banner.s && !s->banner.failed ? s->banner.s : "";
}

/* ---- prompts ---- */

/* What sys.ps1 and sys.ps2 are until a program sets them: as IPython has it. That they are there tells libraries of a prompt. */
static const char *const prompts[2][2] = {{"ps1", "In : "}, {"ps2", "...: "}};

bool words_open(Session *s)
{
    VM *vm = s->vm;
    bool ok = true;
    for (int i = 0; ok && i < 2; i++) {
        Value text = str_from_c(vm, prompts[i][1]);
        ok = text && dict_set_c(vm, vm->sys_dict, prompts[i][0], text);
        release(vm, text);
    }
    return ok;
}

const char *session_prompt(Session *s, bool more)
{
    VM *vm = s->vm;
    Ref set = dict_get_c(vm, vm->sys_dict, prompts[more][0]);
    if (!set) return NULL;
    Value text = op_str(vm, set); /* asked each time: an object's __str__ may count */
    size_t n;
    const char *p = text ? str_utf8(vm, text, &n) : NULL;
    bool given = p && (n != strlen(prompts[more][1]) || memcmp(p, prompts[more][1], n)) && text_set(&s->prompt[more], p, n);
    err_clear(vm);
    release(vm, text);
    if (!given) return NULL;
    return s->prompt[more].s ? s->prompt[more].s : "";
}
