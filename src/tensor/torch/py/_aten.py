"""torch.ops.aten: PyTorch's own operators by their names, their forms and the order of their arguments; what each does is a function or method of torch's.

A row: name and form, then its parameters in order; [n] after one: a list of n numbers, where one number stands for all (no n: as many as come); = what it is when it is left out; behind * by name."""
import torch
import torch.nn.functional as F

_ROWS = '''add.Tensor self other * alpha=1|sub.Tensor self other * alpha=1|mul.Tensor self other|div.Tensor self other|div.Tensor_mode self other * rounding_mode|rsub.Scalar self other
pow.Tensor_Scalar self exponent|pow.Tensor_Tensor self exponent|remainder.Scalar self other|remainder.Tensor self other|floor_divide.default self other|matmul.default self other|mm.default self mat2
bmm.default self mat2|addmm.default self mat1 mat2 * beta=1 alpha=1|baddbmm.default self batch1 batch2 * beta=1 alpha=1|mv.default self vec|dot.default self tensor|outer.default self vec2|einsum.default equation tensors
neg.default self|abs.default self|exp.default self|log.default self|sqrt.default self|rsqrt.default self|sin.default self|cos.default self|tan.default self|tanh.default self|sigmoid.default self|relu.default self
silu.default self|erf.default self|reciprocal.default self|floor.default self|ceil.default self|round.default self|sign.default self|log1p.default self|expm1.default self|square.default self|mish.default self
relu6.default self|hardswish.default self|hardsigmoid.default self|gelu.default self * approximate='none'|leaky_relu.default self negative_slope=0.01|elu.default self alpha=1.0|softplus.default self beta=1 threshold=20
sum.default self * dtype=None|sum.dim_IntList self dim[] keepdim=False * dtype=None|mean.default self * dtype=None|mean.dim self dim[] keepdim=False * dtype=None|prod.default self|cumsum.default self dim
max.default self|max.dim self dim keepdim=False|max.other self other|min.default self|min.dim self dim keepdim=False|min.other self other|maximum.default self other|minimum.default self other
amax.default self dim[]=[] keepdim=False|amin.default self dim[]=[] keepdim=False|argmax.default self dim=None keepdim=False|argmin.default self dim=None keepdim=False|logsumexp.default self dim[] keepdim=False
any.default self|all.default self|topk.default self k dim=-1 largest=True sorted=True|sort.default self dim=-1 descending=False|argsort.default self dim=-1 descending=False
softmax.int self dim dtype=None|log_softmax.int self dim dtype=None|view.default self size[]|reshape.default self shape[]|transpose.int self dim0 dim1|t.default self|numpy_T.default self|mT.default self|permute.default self dims[]
flatten.using_ints self start_dim=0 end_dim=-1|unsqueeze.default self dim|squeeze.default self|squeeze.dim self dim|expand.default self size[]|repeat.default self repeats[]|contiguous.default self|clone.default self
detach.default self|detach_.default self|lift_fresh_copy.default self|_assert_tensor_metadata.default self * dtype=None device=None layout=None|chunk.default self chunks dim=0|split.Tensor self split_size dim=0|split_with_sizes.default self split_sizes[] dim=0|unbind.int self dim=0|cat.default tensors dim=0|stack.default tensors dim=0
select.int self dim index|slice.Tensor self dim=0 start=None end=None step=1|index.Tensor self indices|index_select.default self dim index|gather.default self dim index|where.self condition self other
masked_fill.Scalar self mask value|tril.default self diagonal=0|triu.default self diagonal=0|clamp.default self min=None max=None|flip.default self dims[]|roll.default self shifts[] dims[]=[]|to.dtype self dtype
eq.Scalar self other|eq.Tensor self other|ne.Scalar self other|ne.Tensor self other|lt.Scalar self other|lt.Tensor self other|le.Scalar self other|le.Tensor self other|gt.Scalar self other|gt.Tensor self other|ge.Scalar self other
ge.Tensor self other|logical_and.default self other|logical_or.default self other|logical_not.default self|bitwise_and.Tensor self other|bitwise_or.Tensor self other|linear.default input weight bias=None
conv1d.default input weight bias=None stride[1]=1 padding[1]=0 dilation[1]=1 groups=1|conv2d.default input weight bias=None stride[2]=1 padding[2]=0 dilation[2]=1 groups=1|conv2d.padding input weight bias=None stride[2]=1 padding='valid' dilation[2]=1 groups=1
max_pool1d.default self kernel_size[1] stride[1]=[] padding[1]=0 dilation[1]=1 ceil_mode=False|max_pool2d.default self kernel_size[2] stride[2]=[] padding[2]=0 dilation[2]=1 ceil_mode=False
avg_pool2d.default self kernel_size[2] stride[2]=[] padding[2]=0 ceil_mode=False count_include_pad=True divisor_override=None|adaptive_avg_pool2d.default self output_size[2]|adaptive_avg_pool1d.default self output_size[1]
batch_norm.default input weight bias running_mean running_var training momentum eps cudnn_enabled|layer_norm.default input normalized_shape[] weight=None bias=None eps=1e-05 cudnn_enable=True
group_norm.default input num_groups weight=None bias=None eps=1e-05 cudnn_enabled=True|rms_norm.default input normalized_shape[] weight=None eps=None|embedding.default weight indices padding_idx=-1|dropout.default input p train
scaled_dot_product_attention.default query key value attn_mask=None dropout_p=0.0 is_causal=False * scale=None enable_gqa=False|mse_loss.default self target|one_hot.default self num_classes=-1
convolution.default input weight bias stride[] padding[] dilation[] transposed output_padding[] groups|convolution_backward.default grad_output input weight
_scaled_dot_product_flash_attention_for_cpu.default query key value|_scaled_dot_product_flash_attention_for_cpu_backward.default grad_out query key value
add_.Tensor self other * alpha=1|sub_.Tensor self other * alpha=1|mul_.Tensor self other|div_.Tensor self other|relu_.default self|silu_.default self|zero_.default self|fill_.Scalar self value|copy_.default self src|clamp_.default self min=None max=None'''
_AWAY = {'numpy_T': lambda self: self.T, 'mT': lambda self: self.mT, 'rsub': lambda self, other: other - self, 'embedding': lambda weight, indices, padding_idx=-1: F.embedding(indices, weight, None if padding_idx < 0 else padding_idx),
         'batch_norm': lambda input, weight, bias, mean, var, training, momentum, eps, cudnn: F.batch_norm(input, mean, var, weight, bias, training, momentum, eps),
         'layer_norm': lambda input, shape, weight=None, bias=None, eps=1e-5, cudnn=True: F.layer_norm(input, shape, weight, bias, eps), 'lift_fresh_copy': torch.clone, '_assert_tensor_metadata': lambda self, dtype=None, device=None, layout=None: None,
         'group_norm': lambda input, groups, weight=None, bias=None, eps=1e-5, cudnn=True: F.group_norm(input, groups, weight, bias, eps),
         'slice': lambda self, dim=0, start=None, end=None, step=1: self[(slice(None),) * (dim % self.ndim) + (slice(start, end, step),)], 'select': torch.select,
         'index': lambda self, indices: self[tuple(slice(None) if each is None else each for each in indices)], 'split_with_sizes': torch.split, 'masked_fill': torch.Tensor.masked_fill}


class Form:
    """One form of an operator: how arguments are put in its order."""

    def __init__(self, row):
        self.full, *words = row.split()
        self.name, self.overload = self.full.split('.')
        self.first = [_parameter(word) for word in words[:words.index('*') if '*' in words else None]]
        self.named = [_parameter(word) for word in (words[words.index('*') + 1:] if '*' in words else ())]

    def call(self, *args, **kwargs):
        """Does it."""
        return _function(self.name)(*args, **kwargs)

    def bound(self, args, kwargs):
        """(args, kwargs) in its order, those at the end that are as when left out away; None where they do not fit."""
        given, named, args = [], dict(kwargs), list(args)
        if 'input' in named and self.first[0][0] == 'self':
            named['self'] = named.pop('input')
        if args and len(self.first) > 1 and self.first[1][1] == 0 and len(args) > len(self.first):
            args = [args[0], list(args[1:])]                    # sizes one by one
        if len(args) > len(self.first):
            return None
        for i, (name, many, default) in enumerate(self.first):
            value = args[i] if i < len(args) else named.pop(name, default)
            if value is _MISSING:
                return None
            given.append(_listed(value, many))
        while given and self.first[len(given) - 1][2] is not _MISSING and given[-1] == _listed(*self.first[len(given) - 1][2:0:-1]):
            given.pop()
        known = {name: default for name, _, default in self.named}
        if any(name not in known for name in named):
            return None
        return tuple(given), {name: value for name, value in named.items() if value != known[name]}


_MISSING = object()


def _parameter(word):
    """(name, how many numbers or None, default)"""
    name, _, default = word.partition('=')
    value = eval(default, {}) if default else _MISSING
    if name.endswith(']'):
        name, _, many = name[:-1].partition('[')
        return name, int(many or 0), value
    return name, None, value


def _listed(value, many):
    if many is None or isinstance(value, str):
        return list(value) if isinstance(value, tuple) else value
    if isinstance(value, (tuple, list)):
        return list(value)
    return [value] * (many or 1)



def _function(name):
    for place in (torch, torch.Tensor, F):
        if name in _AWAY:
            return _AWAY[name]
        if hasattr(place, name):
            return getattr(place, name)
    raise AttributeError(name)


FORMS = {}          # name: {overload: Form}
for _row in _ROWS.replace('\n', '|').split('|'):
    _form = Form(_row)
    FORMS.setdefault(_form.name, {})[_form.overload] = _form


class Operator:
    """What torch.ops makes an operator of (_ops.OpOverloadPacket)."""

    namespace = 'aten'

    def __init__(self, name):
        from torch._dispatch.rows import ALL
        self.name, self.forms = name, ALL[name]
        self.schema = 'aten::' + name

    def kernel_for(self, args, kwargs):
        return self.form_for(args, kwargs).call

    def form_for(self, args, kwargs):
        """The first form that the arguments fit."""
        for form in self.forms.values():
            if form.bound(args, kwargs) is not None:
                return form
        raise RuntimeError('aten::%s: the arguments fit none of the forms that perch has of it: %s' % (self.name, ', '.join(self.forms)))


def operator(name):
    from torch._dispatch.rows import ALL
    return Operator(name) if name in ALL else None
