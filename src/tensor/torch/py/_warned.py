"""What PyTorch's compiled half warns of: a row for each text, by name.

A row has whether a process hears it once, the text ("%s": what the call fills in), and the places in PyTorch's sources that 1.13 and 2 name behind it; None: that version says nothing.
The line warned of is the program's own, however many functions of the library lie between. C asks for a row by torch_warn (judge.c)."""
import warnings

from _torch import _callers_level, _version

_TWO = _version('VERSION').startswith('2')
_NATIVE = 'aten/src/ATen/native/'
_GOES = ' is deprecated in favor of torch.linalg.%s and will be removed in a future PyTorch release.\n'
_BYTES = ' received a mask with dtype torch.uint8, this behavior is now deprecated,please use a mask with dtype torch.bool instead.'
_READ_ONLY = ' You may want to copy the %s to protect its data or make it writable before converting it to a tensor. This type of warning will be suppressed for the rest of this program.'
_SCATTERED = ('torch.searchsorted(): %s tensor is non-contiguous, this will lower the performance due to extra data copy when converting non-contiguous tensor to contiguous, please use '
              'contiguous %s tensor if possible. This message will only appear once per program.')


def _linalg(name, newer, text, before, now=None):
    return True, 'torch.' + name + (_GOES % newer if text[:1] != '|' else _GOES.replace('linalg.%s ', 'linalg.%s') % newer) + text.lstrip('|'), 'BatchLinearAlgebra.cpp:%d' % before, now and 'BatchLinearAlgebra.cpp:%d' % now


def _scattered(what, line):
    return True, _SCATTERED % (what, what), 'BucketizationUtils.h:%d' % line, 'BucketizationUtils.h:%d' % (line - 1)


_ROWS = {
    'QR': _linalg('qr', 'qr', "The boolean parameter 'some' has been replaced with a string parameter 'mode'.\nQ, R = torch.qr(A, some)\nshould be replaced with\n"
                  "Q, R = torch.linalg.qr(A, 'reduced' if some else 'complete')", 2349),
    'LU': _linalg('lu', 'lu_factor / torch.linalg.lu_factor_ex', 'LU, pivots = torch.lu(A, compute_pivots)\nshould be replaced with\nLU, pivots = torch.linalg.lu_factor(A, compute_pivots)\nand\n'
                  'LU, pivots, info = torch.lu(A, compute_pivots, get_infos=True)\nshould be replaced with\nLU, pivots, info = torch.linalg.lu_factor_ex(A, compute_pivots)', 1915, 2052),
    'CHOLESKY': _linalg('cholesky', 'cholesky', 'L = torch.cholesky(A)\nshould be replaced with\nL = torch.linalg.cholesky(A)\nand\nU = torch.cholesky(A, upper=True)\nshould be replaced with\n'
                        'U = torch.linalg.cholesky(A).mH().\nThis transform will produce equivalent results for all valid (symmetric positive definite) inputs.', 1615),
    'SYMEIG': _linalg('symeig', 'eigh', 'The default behavior has changed from using the upper triangular portion of the matrix by default to using the lower triangular portion.\n'
                      "L, _ = torch.symeig(A, upper=upper)\nshould be replaced with\nL = torch.linalg.eigvalsh(A, UPLO='U' if upper else 'L')\nand\n"
                      "L, V = torch.symeig(A, eigenvectors=True)\nshould be replaced with\nL, V = torch.linalg.eigh(A, UPLO='U' if upper else 'L')", 2794),
    'TRIANGULAR_SOLVE': _linalg('triangular_solve', 'solve_triangular', '|torch.linalg.solve_triangular has its arguments reversed and does not return a copy of one of the inputs.\n'
                                'X = torch.triangular_solve(B, A).solution\nshould be replaced with\nX = torch.linalg.solve_triangular(A, B).', 2115, 2252),
    'LU_SOLVE': _linalg('lu_solve', 'lu_solve', '|Note that torch.linalg.lu_solve has its arguments reversed.\nX = torch.lu_solve(B, LU, pivots)\nshould be replaced with\n'
                        'X = torch.linalg.lu_solve(LU, pivots, B)', 2072, 2209),
    'CHAIN_MATMUL': (True, 'torch.chain_matmul is deprecated and will be removed in a future PyTorch release. Use torch.linalg.multi_dot instead, which accepts a list of two or more tensors '
                     'rather than multiple parameters.', 'LinearAlgebra.cpp:967', 'LinearAlgebra.cpp:1096'),
    'INDEX_BYTES': (False, 'indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead.', 'IndexingUtils.h:27', 'IndexingUtils.h:37'),
    'FILL_BYTES': (False, 'masked_fill_' + _BYTES, 'TensorAdvancedIndexing.cpp:1646', None),
    'SELECT_BYTES': (False, 'masked_select' + _BYTES, 'TensorAdvancedIndexing.cpp:1729', None),
    'SCATTER_BYTES': (False, 'masked_scatter_' + _BYTES, 'TensorAdvancedIndexing.cpp:2153', 'TensorAdvancedIndexing.cpp:3152'),
    'WHERE_BYTES': (True, 'where received a uint8 condition tensor. This behavior is deprecated and will be removed in a future version of PyTorch. Use a boolean condition instead.',
                    'TensorCompare.cpp:413', 'TensorCompare.cpp:714'),
    'TRANSPOSED': (True, 'The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated and it will throw an error in a future release. Consider `x.mT` to transpose '
                   'batches of matrices or `x.permute(*torch.arange(x.ndim - 1, -1, -1))` to reverse the dimensions of a tensor.', 'TensorShape.cpp:3277', 'TensorShape.cpp:4306'),
    'READ_ONLY': (True, 'The given NumPy array is not writable, and PyTorch does not support non-writable tensors. This means writing to this tensor will result in undefined behavior.'
                  + _READ_ONLY % 'array', './torch/csrc/utils/tensor_numpy.cpp:199', './torch/csrc/utils/tensor_numpy.cpp:208'),
    'READ_ONLY_BUFFER': (True, 'The given buffer is not writable, and PyTorch does not support non-writable tensors. This means you can write to the underlying (supposedly non-writable) buffer '
                         'using the tensor.' + _READ_ONLY % 'buffer', './torch/csrc/utils/tensor_new.cpp:1563', './torch/csrc/utils/tensor_new.cpp:1568'),
    'LIST_OF_ARRAYS': (True, 'Creating a tensor from a list of numpy.ndarrays is extremely slow. Please consider converting the list to a single numpy.ndarray with numpy.array() before converting '
                       'to a tensor.', './torch/csrc/utils/tensor_new.cpp:230', './torch/csrc/utils/tensor_new.cpp:249'),
    'RESIZED': (False, 'An output with one or more elements was resized since it had shape %s, which does not match the required output shape %s. This behavior is deprecated, and in a future '
                'PyTorch release outputs will not be resized unless they have zero elements. You can explicitly reuse an out tensor t by resizing it, inplace, to zero elements with '
                't.resize_(0).', 'Resize.cpp:17', 'Resize.cpp:30'),
    'IMAGINARY': (True, 'Casting complex values to real discards the imaginary part', 'Copy.cpp:250', 'Copy.cpp:308'),
    'FREEDOM': (False, 'cov(): degrees of freedom is <= 0' + ('. Correction should be strictly less than the number of observations.' if _TWO else ''), 'Correlation.cpp:100', 'Correlation.cpp:129'),
    'NO_LEAF': (False, "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute won't be populated during autograd.backward(). If you indeed want the "
                '.grad field to be populated for a non-leaf Tensor, use .retain_grad() on the non-leaf Tensor. If you access the non-leaf Tensor by mistake, make sure you access the leaf '
                'Tensor instead. See github.com/pytorch/pytorch/pull/30531 for more ' + ('information.' if _TWO else 'informations.'), './build/aten/src/ATen/core/TensorBody.h:480', './build/aten/src/ATen/core/TensorBody.h:488'),
    'CYCLE': (True, 'Using backward() with create_graph=True will create a reference cycle between the parameter and its gradient which can cause a memory leak. We recommend using autograd.grad '
              'when creating the graph to avoid this. If you have to use this function, make sure to reset the .grad fields of your parameters to None after use to break the cycle and avoid '
              'the leak.', './torch/csrc/autograd/engine.cpp:1059', './torch/csrc/autograd/engine.cpp:1445'),
    'MESHGRID': (True, 'torch.meshgrid: in an upcoming release, it will be required to pass the indexing argument.', 'TensorShape.cpp:3190', 'TensorShape.cpp:4207'),
    'TRANSPOSED_NUMBER': (True, 'Tensor.T is deprecated on 0-D tensors. This function is the identity in these cases.', None, 'TensorShape.cpp:4313'),
    'STFT_REAL': (True, 'stft will soon require the return_complex parameter be given for real inputs, and will further require that return_complex=True in a future PyTorch release.',
                  'SpectralOps.cpp:801', None),
    'ISTFT_REAL': (True, 'istft will require a complex-valued input tensor in a future PyTorch release. Matching the output from stft with return_complex=True. ', 'SpectralOps.cpp:978', None),
    'SAME_EVEN': (True, "Using padding='same' with even kernel lengths and odd dilation may require a zero-padded copy of the input be created", 'Convolution.cpp:895', 'Convolution.cpp:1135'),
    'COMPRESSED': (True, 'Sparse %s tensor support is in beta state. If you miss a functionality in the sparse tensor support, please submit a feature request to '
                   'https://github.com/pytorch/pytorch/issues.', './aten/src/ATen/SparseCsrTensorImpl.cpp:54', './aten/src/ATen/SparseCsrTensorImpl.cpp:49'),
    'SEARCHED_VALUES': _scattered('input value', 33),
    'SEARCHED_SEQUENCE': _scattered('boundary', 39),
    'SEARCHED_SORTER': _scattered('sorter', 45),
}
_heard = set()
each_time = False       # torch.set_warn_always


def warn(name, *filled):
    once, text, before, now = _ROWS[name]
    place = now if _TWO else before
    if place is None or once and name in _heard and not each_time:
        return
    _heard.add(name)
    if not place.startswith('./'):
        place = './' + _NATIVE + place
    place = ' (Triggered internally at %s.)' % ('/__w/pytorch/pytorch' + place[1:] if _TWO else ' ' + place)
    warnings.warn((text % filled if filled else text) + place, stacklevel=_callers_level())
