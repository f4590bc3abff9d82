"""The forward of layers, as scripted code has it: in terms of functions and operators."""
import torch

_ONE = 'def forward(self, input: torch.Tensor) -> torch.Tensor:\n    return %s\n'
_SOURCES = {
    'Linear': 'F.linear(input, self.weight, self.bias)', 'Identity': 'input', 'ReLU': 'F.relu(input, self.inplace)', 'ReLU6': 'F.hardtanh(input, self.min_val, self.max_val, self.inplace)',
    'Dropout': 'F.dropout(input, self.p, self.training, self.inplace)', 'Sigmoid': 'torch.sigmoid(input)', 'Tanh': 'torch.tanh(input)', 'GELU': 'F.gelu(input, approximate=self.approximate)',
    'LeakyReLU': 'F.leaky_relu(input, self.negative_slope, self.inplace)', 'ELU': 'F.elu(input, self.alpha, self.inplace)', 'Softmax': 'F.softmax(input, self.dim, _stacklevel=5)', 'LogSoftmax': 'F.log_softmax(input, self.dim, _stacklevel=5)',
    'Flatten': 'input.flatten(self.start_dim, self.end_dim)', 'MaxPool2d': 'F.max_pool2d(input, self.kernel_size, self.stride, self.padding, self.dilation, self.ceil_mode, self.return_indices)',
    'AvgPool2d': 'F.avg_pool2d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad, self.divisor_override)', 'AdaptiveAvgPool2d': 'F.adaptive_avg_pool2d(input, self.output_size)',
    'LayerNorm': 'F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)', 'Embedding': 'F.embedding(input, self.weight, self.padding_idx, self.max_norm, self.norm_type, self.scale_grad_by_freq, self.sparse)',
    'SiLU': 'F.silu(input, self.inplace)', 'Softplus': 'F.softplus(input, self.beta, self.threshold)',
}


# Functions of torch.nn.functional that call no more than operators.
FUNCTIONS = {
    'relu': """def relu(input: torch.Tensor, inplace: bool = False) -> torch.Tensor:
    if inplace:
        result = torch.relu_(input)
    else:
        result = torch.relu(input)
    return result
""",
    'dropout': """def dropout(input: torch.Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> torch.Tensor:
    if inplace:
        result = torch.dropout_(input, p, training)
    else:
        result = torch.dropout(input, p, training)
    return result
""",
    'leaky_relu': """def leaky_relu(input: torch.Tensor, negative_slope: float = 0.01, inplace: bool = False) -> torch.Tensor:
    if inplace:
        result = input.leaky_relu_(negative_slope)
    else:
        result = input.leaky_relu(negative_slope)
    return result
""",
    'softmax': """def softmax(input: torch.Tensor, dim: Optional[int] = None, _stacklevel: int = 3, dtype: Optional[int] = None) -> torch.Tensor:
    at = 1
    if dim is not None:
        at = dim
    if dtype is None:
        result = input.softmax(at)
    else:
        result = input.softmax(at, dtype)
    return result
""",
    'log_softmax': """def log_softmax(input: torch.Tensor, dim: Optional[int] = None, _stacklevel: int = 3, dtype: Optional[int] = None) -> torch.Tensor:
    at = 1
    if dim is not None:
        at = dim
    if dtype is None:
        result = input.log_softmax(at)
    else:
        result = input.log_softmax(at, dtype)
    return result
""",
    'layer_norm': """def layer_norm(input: torch.Tensor, normalized_shape: List[int], weight: Optional[torch.Tensor] = None, bias: Optional[torch.Tensor] = None, eps: float = 1e-05) -> torch.Tensor:
    return torch.layer_norm(input, normalized_shape, weight, bias, eps)
""",
}


def sources(module):
    """A layer's forward; None where there is none of it."""
    if isinstance(module, torch.nn.Sequential):
        return 'def forward(self, input):\n    for module in self:\n        input = module(input)\n    return input\n'
    kind = type(module)
    text = _SOURCES.get(kind.__name__) if kind.__module__.startswith('torch.nn.modules.') else None
    return None if text is None else _ONE % text
