/* test_base.c: dtypes, shapes, tensors and views, memory and its limits, places. */
#include "check.h"

CASE(half_precision_rounds_to_even)
{
    CHECK(half_from_float(65504.f) == 0x7BFF);
    CHECK(half_from_float(65520.f) == 0x7C00);
    CHECK(half_from_float(65519.f) == 0x7BFF);
    CHECK(half_from_float(-0.f) == 0x8000);
    CHECK(half_from_float(1.f + 1.f / 2048) == 0x3C00);
    CHECK(half_from_float(1.f + 3.f / 2048) == 0x3C02);
    CHECK(half_from_float(5.9604645e-8f) == 1);
    CHECK(half_from_float(2.9802322e-8f) == 0);
    for (int h = 0; h < 0x10000; h++) {
        float f = half_to_float((uint16_t)h);
        if (isnan(f)) CHECK((h & 0x7FFF) > 0x7C00);
        else CHECK(half_from_float(f) == h);
    }
    for (int h = 0; h < 0x10000; h++)
        if (!isnan(bfloat_to_float((uint16_t)h))) CHECK(bfloat_from_float(bfloat_to_float((uint16_t)h)) == h);
}

static DType promoted(Accent a, DType x, bool weak, DType y)
{
    bool same;
    Operand o[2] = {{x, weak, false}, {y, false, false}};
    return dtype_promote(a, o, 2, &same);
}

CASE(promotion_by_accent)
{
    CHECK(promoted(ACCENT_NUMPY, DT_INT32, false, DT_FLOAT32) == DT_FLOAT64);
    CHECK(promoted(ACCENT_TORCH, DT_INT32, false, DT_FLOAT32) == DT_FLOAT32);
    CHECK(promoted(ACCENT_NUMPY, DT_UINT8, false, DT_INT8) == DT_INT16);
    CHECK(promoted(ACCENT_TORCH, DT_FLOAT64, true, DT_INT64) == DT_FLOAT32);
    CHECK(promoted(ACCENT_TORCH, DT_INT64, true, DT_FLOAT16) == DT_FLOAT16);
    CHECK(promoted(ACCENT_NUMPY, DT_FLOAT64, true, DT_INT32) == DT_FLOAT64);
    CHECK(promoted(ACCENT_NUMPY, DT_FLOAT64, true, DT_FLOAT32) == DT_FLOAT32);
    CHECK(promoted(ACCENT_MXNET, DT_FLOAT64, true, DT_INT32) == DT_INT32);
    CHECK(promoted(ACCENT_TORCH, DT_FLOAT16, false, DT_BFLOAT16) == DT_FLOAT32);
}

CASE(views_without_copying)
{
    int64_t out[4];
    int64_t shape[3] = {2, 3, 4}, strides[3] = {12, 4, 1}, flipped[3] = {1, 4, 12};
    CHECK(shape_view(shape, strides, 3, (int64_t[]){6, 4}, 2, out) && out[0] == 4 && out[1] == 1);
    CHECK(shape_view(shape, strides, 3, (int64_t[]){24}, 1, out) && out[0] == 1);
    CHECK(shape_view(shape, strides, 3, (int64_t[]){2, 1, 12}, 3, out) && out[2] == 1);
    CHECK(!shape_view((int64_t[]){4, 3, 2}, flipped, 3, (int64_t[]){24}, 1, out));
    Dims d;
    CHECK(shape_broadcast((int64_t[]){4, 1, 3}, 3, (int64_t[]){2, 1}, 2, &d) && d.n == 3 && d.d[0] == 4 && d.d[1] == 2 && d.d[2] == 3);
    CHECK(!shape_broadcast((int64_t[]){2, 3}, 2, (int64_t[]){4, 3}, 2, &d));
    int64_t size;
    CHECK(!shape_size((int64_t[]){1000000000000, 1000000000000}, 2, &size));
    CHECK(shape_size((int64_t[]){0, INT64_MAX, INT64_MAX}, 3, &size) && size == 0);
    CHECK(!shape_size((int64_t[]){-1}, 1, &size));
}

CASE(memory_is_given_back)
{
    Core *c = open_core();
    Device *gpu = device_gpu(c, 1);
    CHECK(gpu != NULL);
    Tensor *a = tensor_new(c, gpu, DT_FLOAT32, SHAPE(2, 3));
    CHECK(gpu->memory.allocated == 512 && gpu->memory.reserved == 2 << 20);
    tensor_release(c, a);
    CHECK(gpu->memory.allocated == 0 && gpu->memory.reserved == 2 << 20);
    device_cache_empty(gpu);
    CHECK(gpu->memory.reserved == 0);
    for (int i = 0; i < 1000; i++) {
        CHECK(tensor_new(c, gpu, DT_FLOAT32, SHAPE(1 << 20, 100)) == NULL);
        CHECK(raises(c, false, CE_OUT_OF_MEMORY));
    }
    CHECK(gpu->memory.allocated == 0);
    Tensor *many[40];
    for (int i = 0; i < 40; i++) many[i] = tensor_new(c, gpu, DT_FLOAT32, SHAPE(100 * i + 1, 7));
    for (int i = 0; i < 40; i += 2) tensor_release(c, many[i]);
    for (int i = 0; i < 40; i += 2) many[i] = tensor_new(c, gpu, DT_FLOAT32, SHAPE(90 * i + 1, 7));
    for (int i = 0; i < 40; i++) tensor_release(c, many[i]);
    CHECK(gpu->memory.allocated == 0);
    device_cache_empty(gpu);
    CHECK(gpu->memory.reserved == 0);
    close_core(c);
}

/* What a loop gives back and takes again at each step stays, as far as an eighth of the machine's memory goes; what is given back once goes. (Nothing is written: no pages are taken.) */
CASE(idle_memory_stays_where_a_loop_wants_it_again)
{
    Core *c = open_core();
    Device *cpu = device_cpu(c);
    int64_t size = 75 << 20;
    size_t most = cpu->info.memory / 8, all = (size_t)size * 4 * 3, before = cpu->memory.reserved;
    for (int step = 0; step < 4; step++) {
        Tensor *t[3];
        for (int i = 0; i < 3; i++) CHECK((t[i] = tensor_new(c, cpu, DT_FLOAT32, &size, 1)) != NULL);
        CHECK(cpu->memory.reserved >= before + all);
        for (int i = 0; i < 3; i++) tensor_release(c, t[i]);
        if (step == 0) CHECK(cpu->memory.reserved < before + all);
        else if (step > 1 && most > all) CHECK(cpu->memory.reserved >= before + all);
    }
    close_core(c);
}

CASE(devices_as_asked)
{
    char why[160];
    CHECK(core_check_spec("sim:8,mem=16G,model=a100,link=nvlink", why, sizeof why));
    CHECK(!core_check_spec("sim:999", why, sizeof why));
    CHECK(!core_check_spec("sim:2,mem=lots", why, sizeof why));
    CHECK(!core_check_spec("gpu", why, sizeof why));
    CHECK(core_check_spec("2", why, sizeof why));
    CHECK(core_check_spec("4x24G,model=a100", why, sizeof why) && strcmp(why, "4 simulated A100 GPUs of 24 GB") == 0);
    CHECK(core_check_spec("sim:mem=1.5G,1", why, sizeof why) && strcmp(why, "1 simulated GPU of 1.5 GB") == 0);
    CHECK(core_check_spec("none", why, sizeof why) && strcmp(why, "no GPU") == 0);
    CHECK(core_check_spec("auto", why, sizeof why) && !*why);
    CHECK(core_check_spec("sim:1x512M", why, sizeof why));
    CHECK(!core_check_spec("4x", why, sizeof why));
    CHECK(!core_check_spec("4xlots", why, sizeof why));
    CHECK(!core_check_spec("2 3", why, sizeof why));
    CHECK(!core_check_spec("-1", why, sizeof why));
    Core *c = open_core();
    CHECK(device_gpu_count(c) == 2);
    CHECK(raises(c, device_gpu(c, 2) != NULL, CE_NO_SUCH_DEVICE));
    CHECK(device_same_memory(device_find(c, DEVICE_CPU, 5), device_cpu(c)));
    close_core(c);
    CoreConfig config = {.gpus = "sim:4", .visible = "2,0,9,1"};
    c = core_open(&config);
    CHECK(device_gpu_count(c) == 2 && device_gpu(c, 0)->info.physical == 2);
    close_core(c);
}

CASE(bytes_there_and_back)
{
    Core *c = open_core();
    Tensor *a = tensor_of(c, DT_FLOAT32, SHAPE(2, 3), 1., 2., 3., 4., 5., 6.);
    Tensor *b = tensor_to(c, a, device_gpu(c, 0), DT_NONE, false, 7);
    CHECK(b && b != a && tensor_device(b) == device_gpu(c, 0) && b->moved == 7);
    CHECK_CLOSE(at(c, b, 5), 6, 0);
    Tensor *same = tensor_to(c, b, device_gpu(c, 0), DT_NONE, false, 8);
    CHECK(same == b);
    CHECK(tensor_map(c, b) == NULL);
    CHECK(raises(c, false, CE_HOST_READ));
    Scalar s;
    CHECK(raises(c, tensor_read_item(c, b, &s), CE_NOT_ONE_ELEMENT));
    tensor_release(c, same);
    tensor_release(c, b);
    tensor_release(c, a);
    close_core(c);
}
