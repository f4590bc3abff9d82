"""DeformableConvolution and ModulatedDeformableConvolution: a convolution says where a second one reads (and how strongly)."""
from ...block import HybridBlock
from ...nn.activations import Activation
from ...nn.conv_layers import _each

__all__ = ['DeformableConvolution', 'ModulatedDeformableConvolution']


class _Deformable(HybridBlock):
    _numbers = 2        # that the first convolution gives for each point of the kernel

    def __init__(self, channels, kernel_size=(1, 1), strides=(1, 1), padding=(0, 0), dilation=(1, 1), groups=1, num_deformable_group=1, layout='NCHW', use_bias=True, in_channels=0,
                 activation=None, weight_initializer=None, bias_initializer='zeros', offset_weight_initializer='zeros', offset_bias_initializer='zeros', offset_use_bias=True,
                 op_name=None, adj=None, prefix=None, params=None):
        super().__init__(prefix=prefix, params=params)
        if layout not in ('NCHW', 'NHWC'):
            raise AssertionError("Only supports 'NCHW' and 'NHWC' layout for now")
        if layout != 'NCHW' or adj:
            raise NotImplementedError(f"{type(self).__name__}: perch has layout='NCHW' and no adj")
        with self.name_scope():
            self._channels, self._in_channels, self._op_name = channels, in_channels, op_name or type(self).__name__
            kernel = _each(kernel_size, 2)
            places = {'kernel': kernel, 'stride': _each(strides, 2), 'dilate': _each(dilation, 2), 'pad': _each(padding, 2)}
            self._moved = num_deformable_group * 2 * kernel[0] * kernel[1]
            moves = self._moved // 2 * self._numbers
            self._kwargs_offset = {**places, 'num_filter': moves, 'num_group': groups, 'no_bias': not offset_use_bias}
            self._kwargs_deformable_conv = {**places, 'num_filter': channels, 'num_group': groups, 'num_deformable_group': num_deformable_group, 'no_bias': not use_bias}

            def parameter(name, shape, init):
                return self.params.get(name, shape=shape, init=init, allow_deferred_init=True)
            if self._numbers == 2:
                self._offset_parameters(parameter, moves, offset_weight_initializer, offset_bias_initializer, offset_use_bias)
            self.deformable_conv_weight = parameter('deformable_conv_weight', (channels, 0, *kernel), weight_initializer) # (known with the first data)
            self.deformable_conv_bias = parameter('deformable_conv_bias', (channels,), bias_initializer) if use_bias else None
            if self._numbers == 3:
                self._offset_parameters(parameter, moves, offset_weight_initializer, offset_bias_initializer, offset_use_bias)
            self.act = Activation(activation, prefix=activation + '_') if activation else None

    def _offset_parameters(self, parameter, moves, weight, bias, use_bias):
        self.offset_weight = parameter('offset_weight', (moves, self._in_channels // self._kwargs_offset['num_group'], *self._kwargs_offset['kernel']), weight)
        self.offset_bias = parameter('offset_bias', (moves,), bias) if use_bias else None

    def infer_shape(self, x, *args):
        each = x.shape[1] // self._kwargs_offset['num_group']
        for weight in self.offset_weight, self.deformable_conv_weight:
            weight.shape = (weight.shape[0], each, *self._kwargs_offset['kernel'])

    def _read(self, F, offset):
        """What DeformableConvolution takes for what the first convolution gave."""
        return {'offset': offset}

    def hybrid_forward(self, F, x, offset_weight, deformable_conv_weight, offset_bias=None, deformable_conv_bias=None):
        offset = F.Convolution(x, offset_weight, offset_bias, **self._kwargs_offset)
        made = getattr(F.contrib, self._op_name)(data=x, weight=deformable_conv_weight, bias=deformable_conv_bias, **self._read(F, offset), **self._kwargs_deformable_conv)
        return made if self.act is None else self.act(made)

    def _alias(self):
        return 'deformable_conv'


class DeformableConvolution(_Deformable):
    """Each point of the kernel reads where an offset moves it."""

    def __repr__(self):
        k, shape = self._kwargs_deformable_conv, self.deformable_conv_weight.shape
        parts = [f'kernel_size={k["kernel"]}', f'stride={k["stride"]}']
        parts += [f'padding={k["pad"]}'] * (k['pad'] != (0, 0)) + [f'dilation={k["dilate"]}'] * (k['dilate'] != (1, 1)) + [f'groups={k["num_group"]}'] * (k['num_group'] != 1)
        parts += ['bias=False'] * (self.deformable_conv_bias is None) + [str(self.act)] * bool(self.act)
        return f'{type(self).__name__}({shape[1] or None} -> {shape[0]}, {", ".join(parts)})'


class ModulatedDeformableConvolution(_Deformable):
    """And what it reads counts from 0 to 2 times."""
    _numbers = 3

    def _read(self, F, offset):
        return {'offset': F.slice_axis(offset, axis=1, begin=0, end=self._moved), 'mask': F.sigmoid(F.slice_axis(offset, axis=1, begin=self._moved, end=None)) * 2}

    def _alias(self):
        return 'modulated_deformable_conv'
