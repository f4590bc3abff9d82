"""PyTorch's operators as its graphs know them: names and forms, then their parameters (types, names, what they are when they are left out; ~: layout, device, pin_memory), then what they give
(a Tensor where nothing is said). The first form that arguments fit is the one that is meant. Made by tools/jit_schemas.py."""

ROWS = '''Bool.Tensor: Tensor a -> bool
Float.Tensor: Tensor a -> float
Int.Tensor: Tensor a -> int
_convolution: Tensor input, Tensor weight, Tensor? bias, int[] stride, int[] padding, int[] dilation, bool transposed, int[] output_padding, int groups, bool benchmark, bool deterministic, bool cudnn_enabled, bool allow_tf32
abs abs_ absolute absolute_ acos acos_ acosh acosh_ all angle any arccos arccos_ arccosh arccosh_ arcsin arcsin_ arcsinh arcsinh_ arctan arctan_ arctanh arctanh_ argwhere asin asin_ asinh asinh_: Tensor self
atan atan_ atanh atanh_ atleast_1d atleast_2d atleast_3d bitwise_not bitwise_not_ ceil ceil_ conj conj_physical conj_physical_ corrcoef cos cos_ cosh cosh_ cpu cuda deg2rad deg2rad_ det detach: Tensor self
detach_ digamma digamma_ erf erf_ erfc erfc_ erfinv erfinv_ exp exp2 exp2_ exp_ expm1 expm1_ fix fix_ fliplr flipud floor floor_ frac frac_ frobenius_norm hardsigmoid hardsigmoid_ hardswish: Tensor self
hardswish_ i0 i0_ imag inverse isfinite isinf isnan isneginf isposinf isreal lgamma lgamma_ lift_fresh linalg_eigvals linalg_matrix_exp log log10 log10_ log1p log1p_ log2 log2_ log_ log_sigmoid: Tensor self
logdet logical_not logical_not_ mH mH.a mT mT.a matrix_H matrix_H.a matrix_exp max median min mish mish_ msort nanmedian neg neg_ negative negative_ nonzero numpy_T numpy_T.a positive rad2deg: Tensor self
rad2deg_ ravel real reciprocal reciprocal_ relu relu6 relu6_ relu_ resolve_conj resolve_neg round round_ rsqrt rsqrt_ selu selu_ set set_ sgn sgn_ sigmoid sigmoid_ sign sign_ signbit silu silu_: Tensor self
sin sin_ sinc sinc_ sinh sinh_ sqrt sqrt_ square square_ squeeze squeeze_ t t_ tan tan_ tanh tanh_ trace trunc trunc_ view_as_complex view_as_real zero zero_: Tensor self
adaptive_avg_pool1d: Tensor self, int[1] output_size
adaptive_avg_pool2d: Tensor self, int[2] output_size
adaptive_avg_pool3d: Tensor self, int[3] output_size
adaptive_max_pool1d: Tensor self, int[1] output_size -> (Tensor, Tensor)
adaptive_max_pool2d: Tensor self, int[2] output_size -> (Tensor, Tensor)
adaptive_max_pool3d: Tensor self, int[3] output_size -> (Tensor, Tensor)
add.Scalar add_.Scalar rsub.Scalar sub.Scalar sub_.Scalar subtract.Scalar subtract_.Scalar: Tensor self, Scalar other, Scalar alpha=1
add.Tensor add_.Tensor rsub.Tensor sub.Tensor sub_.Tensor subtract.Tensor subtract_.Tensor: Tensor self, Tensor other, *, Scalar alpha=1
addbmm addbmm_ baddbmm baddbmm_: Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1
addcdiv addcdiv_ addcmul addcmul_: Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1
addmm addmm_: Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1
addmv addmv_: Tensor self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1
addr addr_: Tensor self, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1
align_as arctan2 arctan2_ atan2 atan2_ bitwise_and.Tensor bitwise_and_.Tensor bitwise_left_shift.Tensor bitwise_left_shift_.Tensor bitwise_or.Tensor bitwise_or_.Tensor bitwise_right_shift.Tensor: Tensor self, Tensor other
bitwise_right_shift_.Tensor bitwise_xor.Tensor bitwise_xor_.Tensor copy_.Tensor copysign.Tensor copysign_.Tensor div.Tensor div_.Tensor divide.Tensor divide_.Tensor eq.Tensor eq_.Tensor expand_as: Tensor self, Tensor other
floor_divide floor_divide_.Tensor fmax fmin fmod.Tensor fmod_.Tensor gcd gcd_ ge.Tensor ge_.Tensor greater.Tensor greater_.Tensor greater_equal.Tensor greater_equal_.Tensor gt.Tensor gt_.Tensor: Tensor self, Tensor other
hypot hypot_ igamma igamma_ igammac igammac_ inner kron lcm lcm_ ldexp.Tensor ldexp_ le.Tensor le_.Tensor less.Tensor less_.Tensor less_equal.Tensor less_equal_.Tensor linalg_matmul logaddexp: Tensor self, Tensor other
logaddexp2 logical_and logical_and_ logical_or logical_or_ logical_xor logical_xor_ lt.Tensor lt_.Tensor matmul max.other maximum min.other minimum mul.Tensor mul_.Tensor multiply.Tensor: Tensor self, Tensor other
multiply_.Tensor ne.Tensor ne_.Tensor nextafter nextafter_ not_equal.Tensor not_equal_.Tensor remainder.Tensor remainder_.Tensor reshape_as true_divide.Tensor true_divide_.Tensor type_as vdot: Tensor self, Tensor other
view_as xlogy.Tensor xlogy_.Tensor: Tensor self, Tensor other
align_tensors atleast_1d.Sequence atleast_2d.Sequence atleast_3d.Sequence broadcast_tensors meshgrid: Tensor[] tensors -> Tensor[]
all.dim any.dim: Tensor self, int dim, bool keepdim=False
allclose: Tensor self, Tensor other, float rtol=1.0000000000000001e-05, float atol=1e-08, bool equal_nan=False -> bool
alpha_dropout dropout feature_alpha_dropout feature_dropout: Tensor input, float p, bool train
alpha_dropout_ dropout_ feature_alpha_dropout_ feature_dropout_: Tensor self, float p, bool train
amax amin: Tensor self, int[1] dim=[], bool keepdim=False
aminmax: Tensor self, *, int? dim=None, bool keepdim=False -> (Tensor, Tensor)
arange: Scalar end, *, ScalarType? dtype=None, ~
arange.start range: Scalar start, Scalar end, *, ScalarType? dtype=None, ~
arange.start_step range.step: Scalar start, Scalar end, Scalar step=1, *, ScalarType? dtype=None, ~
argmax argmin: Tensor self, int? dim=None, bool keepdim=False
argsort: Tensor self, int dim=-1, bool descending=False
argsort.stable: Tensor self, *, bool stable, int dim=-1, bool descending=False
as_strided as_strided_: Tensor self, int[] size, int[] stride, int? storage_offset=None
as_tensor: Tensor data, *, ScalarType? dtype=None, Device? device=None
as_tensor.bool: bool t, *, ScalarType? dtype=None, Device? device=None
as_tensor.float: float t, *, ScalarType? dtype=None, Device? device=None
as_tensor.int: int t, *, ScalarType? dtype=None, Device? device=None
avg_pool1d: Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=[0], bool ceil_mode=False, bool count_include_pad=True
avg_pool2d: Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, bool ceil_mode=False, bool count_include_pad=True, int? divisor_override=None
avg_pool3d: Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, bool ceil_mode=False, bool count_include_pad=True, int? divisor_override=None
bartlett_window blackman_window hamming_window hann_window kaiser_window: int window_length, *, ScalarType? dtype=None, ~
bartlett_window.periodic blackman_window.periodic hamming_window.periodic hann_window.periodic kaiser_window.periodic: int window_length, bool periodic, *, ScalarType? dtype=None, ~
batch_norm: Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool training, float momentum, float eps, bool cudnn_enabled
bernoulli random random_: Tensor self, *, Generator? generator=None
bernoulli.Tensor bernoulli_.Tensor: Tensor self, Tensor p, *, Generator? generator=None
bernoulli.p geometric geometric_: Tensor self, float p, *, Generator? generator=None
bernoulli_.float: Tensor self, float p=0.5, *, Generator? generator=None
bilinear: Tensor input1, Tensor input2, Tensor weight, Tensor? bias=None
binary_cross_entropy: Tensor self, Tensor target, Tensor? weight=None, int reduction=1
binary_cross_entropy_with_logits: Tensor self, Tensor target, Tensor? weight=None, Tensor? pos_weight=None, int reduction=1
bincount: Tensor self, Tensor? weights=None, int minlength=0
binomial: Tensor count, Tensor prob, Generator? generator=None
bitwise_and.Scalar bitwise_and_.Scalar bitwise_left_shift.Tensor_Scalar bitwise_left_shift_.Tensor_Scalar bitwise_or.Scalar bitwise_or_.Scalar bitwise_right_shift.Tensor_Scalar: Tensor self, Scalar other
bitwise_right_shift_.Tensor_Scalar bitwise_xor.Scalar bitwise_xor_.Scalar copysign.Scalar copysign_.Scalar div.Scalar div_.Scalar divide.Scalar divide_.Scalar eq.Scalar eq_.Scalar: Tensor self, Scalar other
floor_divide.Scalar floor_divide_.Scalar fmod.Scalar fmod_.Scalar ge.Scalar ge_.Scalar greater.Scalar greater_.Scalar greater_equal.Scalar greater_equal_.Scalar gt.Scalar gt_.Scalar le.Scalar: Tensor self, Scalar other
le_.Scalar less.Scalar less_.Scalar less_equal.Scalar less_equal_.Scalar lt.Scalar lt_.Scalar mul.Scalar mul_.Scalar multiply.Scalar multiply_.Scalar ne.Scalar ne_.Scalar not_equal.Scalar: Tensor self, Scalar other
not_equal_.Scalar remainder.Scalar remainder_.Scalar true_divide.Scalar true_divide_.Scalar xlogy.Scalar_Other xlogy_.Scalar_Other: Tensor self, Scalar other
bitwise_and.Scalar_Tensor bitwise_left_shift.Scalar_Tensor bitwise_or.Scalar_Tensor bitwise_right_shift.Scalar_Tensor bitwise_xor.Scalar_Tensor remainder.Scalar_Tensor xlogy.Scalar_Self: Scalar self, Tensor other
block_diag cartesian_prod column_stack dstack hstack linalg_multi_dot row_stack vstack: Tensor[] tensors
bmm mm: Tensor self, Tensor mat2
broadcast_to sum_to_size view: Tensor self, int[] size
bucketize.Scalar: Scalar self, Tensor boundaries, *, bool out_int32=False, bool right=False
bucketize.Tensor: Tensor self, Tensor boundaries, *, bool out_int32=False, bool right=False
cat concat concatenate stack: Tensor[] tensors, int dim=0
cauchy cauchy_: Tensor self, float median=0., float sigma=1., *, Generator? generator=None
cdist: Tensor x1, Tensor x2, float p=2., int? compute_mode=None
celu celu_: Tensor self, Scalar alpha=1.
chain_matmul: Tensor[] matrices
channel_shuffle native_channel_shuffle: Tensor self, int groups
cholesky cholesky_inverse: Tensor self, bool upper=False
cholesky_solve: Tensor self, Tensor input2, bool upper=False
chunk unsafe_chunk: Tensor self, int chunks, int dim=0 -> Tensor[]
clamp clamp_ clip clip_: Tensor self, Scalar? min=None, Scalar? max=None
clamp.Tensor clamp_.Tensor clip.Tensor clip_.Tensor: Tensor self, Tensor? min=None, Tensor? max=None
clamp_max clamp_max_: Tensor self, Scalar max
clamp_max.Tensor clamp_max_.Tensor: Tensor self, Tensor max
clamp_min clamp_min_: Tensor self, Scalar min
clamp_min.Tensor clamp_min_.Tensor: Tensor self, Tensor min
clone: Tensor self, *, MemoryFormat? memory_format=None
combinations: Tensor self, int r=2, bool with_replacement=False
complex: Tensor real, Tensor imag
constant_pad_nd: Tensor self, int[] pad, Scalar value=0
contiguous: Tensor self, *, MemoryFormat memory_format=0
conv1d: Tensor input, Tensor weight, Tensor? bias=None, int[1] stride=[1], int[1] padding=[0], int[1] dilation=[1], int groups=1
conv1d.padding: Tensor input, Tensor weight, Tensor? bias=None, int[1] stride=[1], str padding="valid", int[1] dilation=[1], int groups=1
conv2d: Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, int[2] padding=0, int[2] dilation=1, int groups=1
conv2d.padding: Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, str padding="valid", int[2] dilation=1, int groups=1
conv3d: Tensor input, Tensor weight, Tensor? bias=None, int[3] stride=1, int[3] padding=0, int[3] dilation=1, int groups=1
conv3d.padding: Tensor input, Tensor weight, Tensor? bias=None, int[3] stride=1, str padding="valid", int[3] dilation=1, int groups=1
conv_tbc: Tensor self, Tensor weight, Tensor bias, int pad=0
conv_transpose1d: Tensor input, Tensor weight, Tensor? bias=None, int[1] stride=[1], int[1] padding=[0], int[1] output_padding=[0], int groups=1, int[1] dilation=[1]
conv_transpose2d.input: Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, int[2] padding=0, int[2] output_padding=0, int groups=1, int[2] dilation=1
conv_transpose3d.input: Tensor input, Tensor weight, Tensor? bias=None, int[3] stride=1, int[3] padding=0, int[3] output_padding=0, int groups=1, int[3] dilation=1
convolution: Tensor input, Tensor weight, Tensor? bias, int[] stride, int[] padding, int[] dilation, bool transposed, int[] output_padding, int groups
copy copy_: Tensor self, Tensor src, bool non_blocking=False
copy_.float: Tensor self, float other
copy_.int: Tensor self, int other
cosine_embedding_loss margin_ranking_loss: Tensor input1, Tensor input2, Tensor target, float margin=0., int reduction=1
cosine_similarity: Tensor x1, Tensor x2, int dim=1, float eps=1e-08
count.Tensor index.list_Tensor: Tensor[] self, Tensor el -> int
count_nonzero: Tensor self, int? dim=None
count_nonzero.dim_IntList: Tensor self, int[] dim
cross: Tensor self, Tensor other, int? dim=None
cross_entropy_loss: Tensor self, Tensor target, Tensor? weight=None, int reduction=1, int ignore_index=-100, float label_smoothing=0.
ctc_loss.IntList: Tensor log_probs, Tensor targets, int[] input_lengths, int[] target_lengths, int blank=0, int reduction=1, bool zero_infinity=False
ctc_loss.Tensor: Tensor log_probs, Tensor targets, Tensor input_lengths, Tensor target_lengths, int blank=0, int reduction=1, bool zero_infinity=False
cummax cummin: Tensor self, int dim -> (Tensor, Tensor)
cumprod cumprod_ cumsum cumsum_: Tensor self, int dim, *, ScalarType? dtype=None
cumulative_trapezoid.dx trapezoid.dx: Tensor y, *, Scalar dx=1, int dim=-1
cumulative_trapezoid.x trapezoid.x trapz.x: Tensor y, Tensor x, *, int dim=-1
diag tril tril_ triu triu_: Tensor self, int diagonal=0
diag_embed: Tensor self, int offset=0, int dim1=-2, int dim2=-1
diagflat: Tensor self, int offset=0
diagonal: Tensor self, int offset=0, int dim1=0, int dim2=1
dict:  -> Dict
dict.Tensor: (Tensor, tVal)[] inputs -> Dict(Tensor, tVal)
diff: Tensor self, int n=1, int dim=-1, Tensor? prepend=None, Tensor? append=None
dim element_size get_device numel storage_offset: Tensor self -> int
dist: Tensor self, Tensor other, Scalar p=2
div.Scalar_mode div_.Scalar_mode divide.Scalar_mode divide_.Scalar_mode: Tensor self, Scalar other, *, str? rounding_mode
div.Tensor_mode div_.Tensor_mode divide.Tensor_mode divide_.Tensor_mode: Tensor self, Tensor other, *, str? rounding_mode
dot: Tensor self, Tensor tensor
dsplit.array hsplit.array vsplit.array: Tensor self, int[] indices -> Tensor[]
dsplit.int hsplit.int vsplit.int: Tensor self, int sections -> Tensor[]
einsum: str equation, Tensor[] tensors, *, int[]? path=None
einsum.sublist: Tensor a, ...
elu elu_: Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1
embedding: Tensor weight, Tensor indices, int padding_idx=-1, bool scale_grad_by_freq=False, bool sparse=False
embedding_bag: Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq=False, int mode=0, bool sparse=False, Tensor? per_sample_weights=None, bool include_last_offset=False -> (Tensor, Tensor, Tensor, Tensor)
embedding_bag.padding_idx: Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq, int mode, bool sparse, Tensor? per_sample_weights, bool include_last_offset, int? padding_idx -> (Tensor, Tensor, Tensor, Tensor)
empty.memory_format: int[] size, *, ScalarType? dtype=None, ~, MemoryFormat? memory_format=None
empty_like ones_like rand_like randn_like zeros_like: Tensor self, *, ScalarType? dtype=None, ~, MemoryFormat? memory_format=None
empty_strided: int[] size, int[] stride, *, ScalarType? dtype=None, ~
eq.Tensor_list ne.Tensor_list: Tensor[] a, Tensor[] b -> bool
equal is_same_size: Tensor self, Tensor other -> bool
expand: Tensor self, int[] size, *, bool implicit=False
exponential exponential_: Tensor self, float lambd=1., *, Generator? generator=None
eye: int n, *, ScalarType? dtype=None, ~
eye.m: int n, int m, *, ScalarType? dtype=None, ~
fft_fft fft_hfft fft_ifft fft_ihfft fft_irfft fft_rfft: Tensor self, int? n=None, int dim=-1, str? norm=None
fft_fft2 fft_hfft2 fft_ifft2 fft_ihfft2 fft_irfft2 fft_rfft2: Tensor self, int[1]? s=None, int[1] dim=[-2, -1], str? norm=None
fft_fftfreq fft_rfftfreq: int n, float d=1., *, ScalarType? dtype=None, ~
fft_fftn fft_hfftn fft_ifftn fft_ihfftn fft_irfftn fft_rfftn: Tensor self, int[1]? s=None, int[1]? dim=None, str? norm=None
fft_fftshift fft_ifftshift: Tensor self, int[1]? dim=None
fill.Scalar fill_.Scalar: Tensor self, Scalar value
fill.Tensor fill_.Tensor: Tensor self, Tensor value
fill_diagonal_: Tensor self, Scalar fill_value, bool wrap=False
flatten.using_ints: Tensor self, int start_dim=0, int end_dim=-1
flip permute tile: Tensor self, int[] dims
float_power.Scalar pow.Scalar: Scalar self, Tensor exponent
float_power.Tensor_Scalar float_power_.Scalar pow.Tensor_Scalar pow_.Scalar: Tensor self, Scalar exponent
float_power.Tensor_Tensor float_power_.Tensor pow.Tensor_Tensor pow_.Tensor: Tensor self, Tensor exponent
frexp.Tensor linalg_eig slogdet: Tensor self -> (Tensor, Tensor)
frobenius_norm.dim logsumexp: Tensor self, int[1] dim, bool keepdim=False
full: int[] size, Scalar fill_value, *, ScalarType? dtype=None, ~
full_like: Tensor self, Scalar fill_value, *, ScalarType? dtype=None, ~, MemoryFormat? memory_format=None
gather: Tensor self, int dim, Tensor index, *, bool sparse_grad=False
gelu gelu_: Tensor self, *, str approximate="none"
ger outer: Tensor self, Tensor vec2
glu: Tensor self, int dim=-1
glu_jvp: Tensor glu, Tensor x, Tensor dx, int dim
gradient.array: Tensor self, *, int[] dim, int edge_order=1 -> Tensor[]
gradient.scalararray: Tensor self, *, Scalar spacing, int[] dim, int edge_order=1 -> Tensor[]
gradient.scalarint: Tensor self, *, Scalar? spacing=None, int? dim=None, int edge_order=1 -> Tensor[]
gradient.scalarrayarray: Tensor self, *, Scalar[] spacing, int[] dim, int edge_order=1 -> Tensor[]
gradient.scalarrayint: Tensor self, *, Scalar[] spacing, int? dim=None, int edge_order=1 -> Tensor[]
grid_sampler: Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners
group_norm: Tensor input, int num_groups, Tensor? weight=None, Tensor? bias=None, float eps=1.0000000000000001e-05, bool cudnn_enabled=True
gru.data rnn_relu.data rnn_tanh.data: Tensor data, Tensor batch_sizes, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional -> (Tensor, Tensor)
gru.input rnn_relu.input rnn_tanh.input: Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional, bool batch_first -> (Tensor, Tensor)
gru_cell rnn_relu_cell rnn_tanh_cell: Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None
hamming_window.periodic_alpha: int window_length, bool periodic, float alpha, *, ScalarType? dtype=None, ~
hamming_window.periodic_alpha_beta: int window_length, bool periodic, float alpha, float beta, *, ScalarType? dtype=None, ~
hardshrink softshrink: Tensor self, Scalar lambd=0.5
hardtanh hardtanh_: Tensor self, Scalar min_val=-1, Scalar max_val=1
heaviside heaviside_: Tensor self, Tensor values
hinge_embedding_loss: Tensor self, Tensor target, float margin=1., int reduction=1
histc: Tensor self, int bins=100, Scalar min=0, Scalar max=0
huber_loss: Tensor self, Tensor target, int reduction=1, float delta=1.
index.Tensor: Tensor self, Tensor?[] indices
index.Tensor_hacked_twin: Tensor self, Tensor[] indices
index_add index_add_: Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1
index_copy_: Tensor self, int dim, Tensor index, Tensor source
index_fill.int_Scalar index_fill_.int_Scalar scatter.value scatter_.value: Tensor self, int dim, Tensor index, Scalar value
index_fill.int_Tensor index_fill_.int_Tensor: Tensor self, int dim, Tensor index, Tensor value
index_put index_put_: Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False
index_put.hacked_twin index_put_.hacked_twin: Tensor self, Tensor[] indices, Tensor values, bool accumulate=False
index_reduce index_reduce_: Tensor self, int dim, Tensor index, Tensor source, str reduce, *, bool include_self=True
index_select: Tensor self, int dim, Tensor index
instance_norm: Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool use_input_stats, float momentum, float eps, bool cudnn_enabled
is_coalesced is_complex is_conj is_contiguous is_floating_point is_inference is_neg is_nonzero is_signed: Tensor self -> bool
is_contiguous.memory_format: Tensor self, MemoryFormat memory_format -> bool
is_pinned: Tensor self, Device? device=None -> bool
is_set_to: Tensor self, Tensor tensor -> bool
isclose: Tensor self, Tensor other, float rtol=1.0000000000000001e-05, float atol=1e-08, bool equal_nan=False
isin.Scalar_Tensor: Scalar element, Tensor test_elements, *, bool assume_unique=False, bool invert=False
isin.Tensor_Scalar: Tensor elements, Scalar test_element, *, bool assume_unique=False, bool invert=False
isin.Tensor_Tensor: Tensor elements, Tensor test_elements, *, bool assume_unique=False, bool invert=False
istft: Tensor self, int n_fft, int? hop_length=None, int? win_length=None, Tensor? window=None, bool center=True, bool normalized=False, bool? onesided=None, int? length=None, bool return_complex=False
item: Tensor self -> Scalar
kaiser_window.beta: int window_length, bool periodic, float beta, *, ScalarType? dtype=None, ~
kl_div: Tensor self, Tensor target, int reduction=1, *, bool log_target=False
kthvalue: Tensor self, int k, int dim=-1, bool keepdim=False -> (Tensor, Tensor)
l1_loss mse_loss multilabel_margin_loss soft_margin_loss: Tensor self, Tensor target, int reduction=1
layer_norm: Tensor input, int[] normalized_shape, Tensor? weight=None, Tensor? bias=None, float eps=1.0000000000000001e-05, bool cudnn_enable=True
leaky_relu leaky_relu_: Tensor self, Scalar negative_slope=0.01
len.Tensor: Tensor t -> int
lerp.Scalar lerp_.Scalar: Tensor self, Tensor end, Scalar weight
lerp.Tensor lerp_.Tensor: Tensor self, Tensor end, Tensor weight
linalg_cholesky: Tensor self, *, bool upper=False
linalg_cond: Tensor self, Scalar? p=None
linalg_cond.p_str: Tensor self, str p
linalg_cross: Tensor self, Tensor other, *, int dim=-1
linalg_det linalg_inv: Tensor A
linalg_diagonal: Tensor A, *, int offset=0, int dim1=-2, int dim2=-1
linalg_eigh: Tensor self, str UPLO="L" -> (Tensor, Tensor)
linalg_eigvalsh: Tensor self, str UPLO="L"
linalg_householder_product: Tensor input, Tensor tau
linalg_lstsq: Tensor self, Tensor b, float? rcond=None, *, str? driver=None -> (Tensor, Tensor, Tensor, Tensor)
linalg_lu: Tensor A, *, bool pivot=True -> (Tensor, Tensor, Tensor)
linalg_lu_factor: Tensor A, *, bool pivot=True -> (Tensor, Tensor)
linalg_lu_solve: Tensor LU, Tensor pivots, Tensor B, *, bool left=True, bool adjoint=False
linalg_matrix_norm: Tensor self, Scalar ord, int[] dim=[-2, -1], bool keepdim=False, *, ScalarType? dtype=None
linalg_matrix_norm.str_ord: Tensor self, str ord="fro", int[] dim=[-2, -1], bool keepdim=False, *, ScalarType? dtype=None
linalg_matrix_power matrix_power polygamma_: Tensor self, int n
linalg_matrix_rank: Tensor self, float tol, bool hermitian=False
linalg_matrix_rank.atol_rtol_float linalg_pinv.atol_rtol_float: Tensor self, *, float? atol=None, float? rtol=None, bool hermitian=False
linalg_matrix_rank.tol_tensor: Tensor input, Tensor tol, bool hermitian=False
linalg_norm: Tensor self, Scalar? ord=None, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None
linalg_norm.ord_str: Tensor self, str ord, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None
linalg_pinv: Tensor self, float rcond, bool hermitian=False
linalg_pinv.rcond_tensor: Tensor self, Tensor rcond, bool hermitian=False
linalg_qr: Tensor A, str mode="reduced" -> (Tensor, Tensor)
linalg_slogdet: Tensor A -> (Tensor, Tensor)
linalg_solve: Tensor A, Tensor B, *, bool left=True
linalg_solve_triangular: Tensor self, Tensor B, *, bool upper, bool left=True, bool unitriangular=False
linalg_svd: Tensor A, bool full_matrices=True, *, str? driver=None -> (Tensor, Tensor, Tensor)
linalg_svdvals: Tensor A, *, str? driver=None
linalg_tensorinv: Tensor self, int ind=2
linalg_tensorsolve: Tensor self, Tensor other, int[]? dims=None
linalg_vander: Tensor x, *, int? N=None
linalg_vecdot: Tensor x, Tensor y, *, int dim=-1
linalg_vector_norm: Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None
linear: Tensor input, Tensor weight, Tensor? bias=None
linspace: Scalar start, Scalar end, int steps, *, ScalarType? dtype=None, ~
log_normal log_normal_: Tensor self, float mean=1., float std=2., *, Generator? generator=None
log_softmax.int softmax.int: Tensor self, int dim, ScalarType? dtype=None
logcumsumexp squeeze.dim squeeze_.dim unsqueeze unsqueeze_: Tensor self, int dim
logit logit_: Tensor self, float? eps=None
logspace: Scalar start, Scalar end, int steps, float base=10., *, ScalarType? dtype=None, ~
lstm.data: Tensor data, Tensor batch_sizes, Tensor[] hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional -> (Tensor, Tensor, Tensor)
lstm.input: Tensor input, Tensor[] hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional, bool batch_first -> (Tensor, Tensor, Tensor)
lstm_cell: Tensor input, Tensor[] hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None -> (Tensor, Tensor)
lu_solve: Tensor self, Tensor LU_data, Tensor LU_pivots
lu_unpack: Tensor LU_data, Tensor LU_pivots, bool unpack_data=True, bool unpack_pivots=True -> (Tensor, Tensor, Tensor)
masked_fill.Scalar masked_fill_.Scalar: Tensor self, Tensor mask, Scalar value
masked_fill.Tensor masked_fill_.Tensor: Tensor self, Tensor mask, Tensor value
masked_scatter_: Tensor self, Tensor mask, Tensor source
masked_select: Tensor self, Tensor mask
max.dim median.dim min.dim nanmedian.dim: Tensor self, int dim, bool keepdim=False -> (Tensor, Tensor)
max_pool1d: Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=[0], int[1] dilation=[1], bool ceil_mode=False
max_pool1d_with_indices: Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=[0], int[1] dilation=[1], bool ceil_mode=False -> (Tensor, Tensor)
max_pool2d: Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] dilation=1, bool ceil_mode=False
max_pool2d_with_indices: Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] dilation=1, bool ceil_mode=False -> (Tensor, Tensor)
max_pool3d: Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] dilation=1, bool ceil_mode=False
max_pool3d_with_indices: Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] dilation=1, bool ceil_mode=False -> (Tensor, Tensor)
mean prod sum: Tensor self, *, ScalarType? dtype=None
mean.dim sum.dim_IntList: Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None
meshgrid.indexing: Tensor[] tensors, *, str indexing -> Tensor[]
mode: Tensor self, int dim=-1, bool keepdim=False -> (Tensor, Tensor)
moveaxis.int movedim.int: Tensor self, int source, int destination
moveaxis.intlist movedim.intlist: Tensor self, int[] source, int[] destination
multi_margin_loss: Tensor self, Tensor target, Scalar p=1, Scalar margin=1, Tensor? weight=None, int reduction=1
multinomial: Tensor self, int num_samples, bool replacement=False, *, Generator? generator=None
mv: Tensor self, Tensor vec
mvlgamma mvlgamma_: Tensor self, int p
nan_to_num nan_to_num_: Tensor self, float? nan=None, float? posinf=None, float? neginf=None
nanmean nansum: Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None
nanquantile quantile: Tensor self, Tensor q, int? dim=None, bool keepdim=False, *, str interpolation="linear"
nanquantile.scalar quantile.scalar: Tensor self, float q, int? dim=None, bool keepdim=False, *, str interpolation="linear"
narrow: Tensor self, int dim, int start, int length
narrow.Tensor: Tensor self, int dim, Tensor start, int length
native_batch_norm: Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool training, float momentum, float eps -> (Tensor, Tensor, Tensor)
native_dropout: Tensor input, float p, bool? train -> (Tensor, Tensor)
native_group_norm: Tensor input, Tensor? weight, Tensor? bias, int N, int C, int HxW, int group, float eps -> (Tensor, Tensor, Tensor)
native_layer_norm: Tensor input, int[] normalized_shape, Tensor? weight, Tensor? bias, float eps -> (Tensor, Tensor, Tensor)
new_empty new_ones new_zeros: Tensor self, int[] size, *, ScalarType? dtype=None, ~
new_empty_strided: Tensor self, int[] size, int[] stride, *, ScalarType? dtype=None, ~
new_full: Tensor self, int[] size, Scalar fill_value, *, ScalarType? dtype=None, ~
nll_loss nll_loss2d nll_loss_nd: Tensor self, Tensor target, Tensor? weight=None, int reduction=1, int ignore_index=-100
nll_loss2d_forward nll_loss_forward: Tensor self, Tensor target, Tensor? weight, int reduction, int ignore_index -> (Tensor, Tensor)
nonzero_numpy: Tensor self -> Tensor[]
norm.Scalar: Tensor self, Scalar p=2
norm.ScalarOpt_dim: Tensor self, Scalar? p, int[1] dim, bool keepdim=False
norm.ScalarOpt_dim_dtype: Tensor self, Scalar? p, int[1] dim, bool keepdim, *, ScalarType dtype
norm.ScalarOpt_dtype: Tensor self, Scalar? p, *, ScalarType dtype
normal.Tensor_Tensor: Tensor mean, Tensor std, *, Generator? generator=None
normal.Tensor_float: Tensor mean, float std=1., *, Generator? generator=None
normal.float_Tensor: float mean, Tensor std, *, Generator? generator=None
normal.float_float: float mean, float std, int[] size, *, Generator? generator=None, ScalarType? dtype=None, ~
normal_ normal_functional: Tensor self, float mean=0., float std=1., *, Generator? generator=None
nuclear_norm: Tensor self, bool keepdim=False
nuclear_norm.dim: Tensor self, int[2] dim, bool keepdim=False
one_hot: Tensor self, int num_classes=-1
ones rand randn zeros: int[] size, *, ScalarType? dtype=None, ~
pad: Tensor self, int[] pad, str mode="constant", float? value=None
pad_sequence: Tensor[] sequences, bool batch_first=False, float padding_value=0.
pairwise_distance: Tensor x1, Tensor x2, float p=2., float eps=9.9999999999999995e-07, bool keepdim=False
pdist: Tensor self, float p=2.
pin_memory: Tensor self, Device? device=None
pinverse: Tensor self, float rcond=1.0000000000000001e-15
pixel_shuffle: Tensor self, int upscale_factor
pixel_unshuffle: Tensor self, int downscale_factor
poisson: Tensor self, Generator? generator=None
poisson_nll_loss: Tensor input, Tensor target, bool log_input, bool full, float eps, int reduction
polar: Tensor abs, Tensor angle
polygamma: int n, Tensor self
prelu: Tensor self, Tensor weight
prod.dim_int: Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None
put put_: Tensor self, Tensor index, Tensor source, bool accumulate=False
qr: Tensor self, bool some=True -> (Tensor, Tensor)
randint: int high, int[] size, *, ScalarType? dtype=4, ~
randint.low: int low, int high, int[] size, *, ScalarType? dtype=4, ~
randint_like: Tensor self, int high, *, ScalarType? dtype=None, ~, MemoryFormat? memory_format=None
randint_like.low_dtype: Tensor self, int low, int high, *, ScalarType? dtype=None, ~, MemoryFormat? memory_format=None
random.from random_.from: Tensor self, int from, int? to, *, Generator? generator=None
random.to random_.to: Tensor self, int to, *, Generator? generator=None
randperm: int n, *, ScalarType? dtype=4, ~
reflection_pad1d replication_pad1d: Tensor self, int[2] padding
reflection_pad2d replication_pad2d: Tensor self, int[4] padding
reflection_pad3d replication_pad3d: Tensor self, int[6] padding
renorm renorm_: Tensor self, Scalar p, int dim, Scalar maxnorm
repeat: Tensor self, int[] repeats
repeat_interleave.Tensor: Tensor repeats, *, int? output_size=None
repeat_interleave.self_Tensor: Tensor self, Tensor repeats, int? dim=None, *, int? output_size=None
repeat_interleave.self_int: Tensor self, int repeats, int? dim=None, *, int? output_size=None
requires_grad_: Tensor self, bool requires_grad=True
reshape: Tensor self, int[] shape
resize resize_: Tensor self, int[] size, *, MemoryFormat? memory_format=None
resize_as resize_as_: Tensor self, Tensor the_template, *, MemoryFormat? memory_format=None
result_type.Scalar: Tensor tensor, Scalar other -> ScalarType
result_type.Scalar_Tensor: Scalar scalar, Tensor tensor -> ScalarType
result_type.Tensor: Tensor tensor, Tensor other -> ScalarType
roll: Tensor self, int[1] shifts, int[1] dims=[]
rot90: Tensor self, int k=1, int[] dims=[0, 1]
round.decimals round_.decimals: Tensor self, *, int decimals
rrelu rrelu_: Tensor self, Scalar lower=0.125, Scalar upper=0.33333333333333331, bool training=False, Generator? generator=None
scalar_tensor: Scalar s, *, ScalarType? dtype=None, ~
scatter.reduce scatter_.reduce: Tensor self, int dim, Tensor index, Tensor src, *, str reduce
scatter.src scatter_.src scatter_add scatter_add_: Tensor self, int dim, Tensor index, Tensor src
scatter.value_reduce scatter_.value_reduce: Tensor self, int dim, Tensor index, Scalar value, *, str reduce
scatter_reduce.two scatter_reduce_.two: Tensor self, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True
select.int: Tensor self, int dim, int index
set.source_Tensor set_.source_Tensor: Tensor self, Tensor source
set_.source_Tensor_storage_offset: Tensor self, Tensor source, int storage_offset, int[] size, int[] stride=[]
size stride: Tensor self -> int[]
size.int stride.int: Tensor self, int dim -> int
slice.Tensor: Tensor self, int dim=0, int? start=None, int? end=None, int step=1
smooth_l1_loss: Tensor self, Tensor target, int reduction=1, float beta=1.
softplus: Tensor self, Scalar beta=1, Scalar threshold=20
sort: Tensor self, int dim=-1, bool descending=False -> (Tensor, Tensor)
sort.stable: Tensor self, *, bool? stable, int dim=-1, bool descending=False -> (Tensor, Tensor)
sorted.Tensor: Tensor[] input -> Tensor[]
split split_with_sizes unsafe_split_with_sizes: Tensor self, int[] split_sizes, int dim=0 -> Tensor[]
split.Tensor unsafe_split.Tensor: Tensor self, int split_size, int dim=0 -> Tensor[]
split.sizes: Tensor self, int[] split_size, int dim=0 -> Tensor[]
std var: Tensor self, bool unbiased=True
std.correction var.correction: Tensor self, int[1]? dim, *, int? correction, bool keepdim=False
std.dim var.dim: Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False
std_mean var_mean: Tensor self, bool unbiased=True -> (Tensor, Tensor)
std_mean.correction var_mean.correction: Tensor self, int[1]? dim, *, int? correction, bool keepdim=False -> (Tensor, Tensor)
std_mean.dim var_mean.dim: Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False -> (Tensor, Tensor)
stft: Tensor self, int n_fft, int? hop_length=None, int? win_length=None, Tensor? window=None, bool normalized=False, bool? onesided=None, bool? return_complex=None
stft.center: Tensor self, int n_fft, int? hop_length=None, int? win_length=None, Tensor? window=None, bool center=True, str pad_mode="reflect", bool normalized=False, bool? onesided=None, bool? return_complex=None
svd: Tensor self, bool some=True, bool compute_uv=True -> (Tensor, Tensor, Tensor)
swapaxes swapaxes_: Tensor self, int axis0, int axis1
swapdims swapdims_ transpose.int transpose_: Tensor self, int dim0, int dim1
take: Tensor self, Tensor index
take_along_dim: Tensor self, Tensor indices, int? dim=None
tensor.bool: bool t, *, ScalarType? dtype=None, Device? device=None, bool requires_grad=False
tensor.float: float t, *, ScalarType? dtype=None, Device? device=None, bool requires_grad=False
tensor.int: int t, *, ScalarType? dtype=None, Device? device=None, bool requires_grad=False
tensor_split.indices: Tensor self, int[] indices, int dim=0 -> Tensor[]
tensor_split.sections: Tensor self, int sections, int dim=0 -> Tensor[]
tensor_split.tensor_indices_or_sections: Tensor self, Tensor tensor_indices_or_sections, int dim=0 -> Tensor[]
tensordot: Tensor self, Tensor other, int[] dims_self, int[] dims_other
threshold threshold_: Tensor self, Scalar threshold, Scalar value
to.device: Tensor self, Device device, ScalarType dtype, bool non_blocking=False, bool copy=False, MemoryFormat? memory_format=None
to.dtype: Tensor self, ScalarType dtype, bool non_blocking=False, bool copy=False, MemoryFormat? memory_format=None
to.dtype_layout: Tensor self, *, ScalarType? dtype=None, ~, bool non_blocking=False, bool copy=False, MemoryFormat? memory_format=None
to.other: Tensor self, Tensor other, bool non_blocking=False, bool copy=False, MemoryFormat? memory_format=None
to.prim_Device: Tensor self, Device? device, int? dtype=None, bool non_blocking=False, bool copy=False
to.prim_dtype: Tensor self, int? dtype=None, bool non_blocking=False, bool copy=False
to.prim_other: Tensor self, bool non_blocking=False, bool copy=False
to_dense: Tensor self, ScalarType? dtype=None
to_padded_tensor: Tensor self, float padding, int[]? output_size=None
topk: Tensor self, int k, int dim=-1, bool largest=True, bool sorted=True -> (Tensor, Tensor)
trapz.dx: Tensor y, *, float dx=1., int dim=-1
tril_indices triu_indices: int row, int col, int offset=0, *, ScalarType? dtype=4, ~
triplet_margin_loss: Tensor anchor, Tensor positive, Tensor negative, float margin=1., float p=2., float eps=9.9999999999999995e-07, bool swap=False, int reduction=1
unbind.int: Tensor self, int dim=0 -> Tensor[]
unflatten.int: Tensor self, int dim, int[] sizes
unfold: Tensor self, int dimension, int size, int step
uniform uniform_: Tensor self, float from=0., float to=1., *, Generator? generator=None
unique_consecutive: Tensor self, bool return_inverse=False, bool return_counts=False, int? dim=None -> (Tensor, Tensor, Tensor)
unique_dim: Tensor self, int dim, bool sorted=True, bool return_inverse=False, bool return_counts=False -> (Tensor, Tensor, Tensor)
unique_dim_consecutive: Tensor self, int dim, bool return_inverse=False, bool return_counts=False -> (Tensor, Tensor, Tensor)
vander: Tensor x, int? N=None, bool increasing=False
view.dtype: Tensor self, ScalarType dtype
where: Tensor condition -> Tensor[]
where.Scalar: Tensor condition, Scalar self, Scalar other
where.ScalarOther: Tensor condition, Tensor self, Scalar other
where.ScalarSelf: Tensor condition, Scalar self, Tensor other
where.self: Tensor condition, Tensor self, Tensor other'''
