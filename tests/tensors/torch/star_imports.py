# What a star brings: the names of the original's lists, and none of Python's own hidden by a dtype.
import builtins


def brought(module):
    space = {}
    exec(f'from {module} import *', space)
    space.pop('__builtins__')
    return space


WANTED = {
    'torch': 'tensor zeros ones cat stack nn optim float int bool double float32 manual_seed save load no_grad Tensor FloatTensor LongTensor Generator device dtype Size finfo set_printoptions '
             'abs sum max min range compile autocast sparse_coo_tensor quantize_per_tensor fits bmm3 linear silu one_hot unique svd_lowrank long half strided version random',
    'torch.nn': 'Linear Module Sequential Parameter functional init utils parallel RNNBase BatchNorm2d',
    'torch.nn.functional': 'relu conv2d cross_entropy linear softmax one_hot fits plain_conv check_pool need_tensor Tensor math',
    'torch.optim': 'SGD Adam AdamW lr_scheduler swa_utils Optimizer adam sgd',
    'torch.autograd': 'Variable Function grad_mode backward profiler put',
    'torch.nn.init': 'xavier_uniform_ kaiming_normal_ constant_ fits',
    'torch.linalg': 'norm svd solve inv only same_places',
    'torch.nn.utils.rnn': 'pad_sequence pack_padded_sequence PackedSequence drawn',
    'torchvision.transforms': 'Compose ToTensor Normalize functional InterpolationMode',
}
for module, names in WANTED.items():
    space = brought(module)
    print(module, [name for name in names.split() if name in space])
    print('   hidden:', sorted(name for name in space if hasattr(builtins, name)))

from torch import *
print(float, int, bool, tensor([1.5]))
