# perch: --gpus=none
# What a build of PyTorch without CUDA says of a GPU's memory, of its peaks and of the device that would be set.
import torch

for name, *args in (['reset_peak_memory_stats'], ['reset_max_memory_allocated'], ['reset_max_memory_cached'], ['memory_stats'], ['memory_summary'], ['is_bf16_supported'], ['synchronize'],
                    ['empty_cache'], ['mem_get_info'], ['memory_allocated', 0], ['max_memory_reserved', 'cuda:0'], ['set_device', 0], ['set_device', -1]):
    try:
        print(name, getattr(torch.cuda, name)(*args))
    except Exception as e:
        print(name, type(e).__name__, '|', e)
