"""What dir(torch) lists is PyTorch's: none of the names that its functions are made of in perch, nor those that PyTorch has in torch.nn.functional or as methods alone."""
import torch

listed = dir(torch)
for name in '''absolute_ add bmm3 broadcast_sizes conj_of contracts elu eq_ fits floor_divide_ gelu_exact given hardswish index_add_ lengths linear log_softmax2 logsigmoid lying masked_fill_ met_as mish mul mul_ one_hot
plain_conv pow_ product2 relu relu6 relu_ repeat scatter_add_ silu softmax softmax2 softplus stream_state sum_to_size tril_ where where3 quantize_per_tensor quint8 fake_quantize_per_tensor_affine'''.split():
    print(name, name in listed)
