"""MXNet's operators: names | inputs | parameters (`name:type`: required). Made by tools/mxnet_operators.py from MXNet 1.9.1; not edited."""
ROWS = """\
Activation | data | act_type
BatchNorm | data gamma beta moving_mean moving_var | eps momentum fix_gamma use_global_stats output_mean_var axis cudnn_off min_calib_range max_calib_range
BatchNorm_v1 | data gamma beta | eps momentum fix_gamma use_global_stats output_mean_var
BilinearSampler | data grid | cudnn_off
BlockGrad stop_gradient | data |
CTCLoss _contrib_CTCLoss _contrib_ctc_loss ctc_loss | data label data_lengths label_lengths | use_data_lengths use_label_lengths blank_label
Cast cast | data | dtype
Concat concat | data* @num_args | dim
Convolution | data weight bias | kernel:Shape(tuple) stride dilate pad num_filter:int_(non-negative) num_group workspace no_bias cudnn_tune cudnn_off layout
Convolution_v1 | data weight bias | kernel:Shape(tuple) stride dilate pad num_filter:int_(non-negative) num_group workspace no_bias cudnn_tune cudnn_off layout
Correlation | data1 data2 | kernel_size max_displacement stride1 stride2 pad_size is_multiply
Crop | data* @num_args | offset h_w center_crop
Custom | data* | op_type
Deconvolution | data weight bias | kernel:Shape(tuple) stride dilate pad adj target_shape num_filter:int_(non-negative) num_group workspace no_bias cudnn_tune cudnn_off layout
Dropout | data | p mode axes cudnn_off
Embedding | data weight | input_dim:int output_dim:int dtype sparse_grad
Flatten flatten | data |
FullyConnected | data weight bias | num_hidden:int no_bias flatten
GridGenerator | data | transform_type target_shape
GroupNorm | data gamma beta | num_groups eps output_mean_var
IdentityAttachKLSparseReg | data | sparseness_target penalty momentum
InstanceNorm | data gamma beta | eps
L2Normalization | data | eps mode
LRN | data | alpha beta knorm nsize:int_(non-negative)
LayerNorm | data gamma beta | axis eps output_mean_var
LeakyReLU | data gamma | act_type slope lower_bound upper_bound
LinearRegressionOutput | data label | grad_scale
LogisticRegressionOutput | data label | grad_scale
MAERegressionOutput | data label | grad_scale
MakeLoss | data | grad_scale valid_thresh normalization
Pad pad | data | mode pad_width:Shape(tuple) constant_value
Pooling | data | kernel pool_type global_pool cudnn_off pooling_convention stride pad p_value count_include_pad layout
Pooling_v1 | data | kernel pool_type global_pool pooling_convention stride pad
RNN | data parameters state state_cell sequence_length | state_size:int_(non-negative) num_layers:int_(non-negative) bidirectional mode p state_outputs projection_size lstm_state_clip_min lstm_state_clip_max lstm_state_clip_nan use_sequence_length
ROIPooling | data rois | pooled_size:Shape(tuple) spatial_scale:float
Reshape reshape | data | shape reverse target_shape keep_highest
SVMOutput | data label | margin regularization_coefficient use_linear
SequenceLast | data sequence_length | use_sequence_length axis
SequenceMask | data sequence_length | use_sequence_length value axis
SequenceReverse | data sequence_length | use_sequence_length axis
SliceChannel split | data | num_outputs:int axis squeeze_axis
SoftmaxActivation | data | mode
SoftmaxOutput Softmax | data label | grad_scale ignore_label multi_output use_ignore preserve_shape normalization out_grad smooth_alpha
SpatialTransformer | data loc | target_shape transform_type sampler_type cudnn_off
SwapAxis swapaxes | data | dim1 dim2
UpSampling | data* @num_args | scale:int num_filter sample_type multi_input_mode workspace
_CrossDeviceCopy | |
_NoGradient | |
_adamw_update | weight grad mean var rescale_grad | lr:float beta1 beta2 epsilon wd eta:float clip_gradient
_arange | | start:double stop step repeat infer_range ctx dtype
_broadcast_backward | |
_cond | cond then_branch else_branch data* @num_args | num_outputs:int cond_input_locs:tuple_of_<long> then_input_locs:tuple_of_<long> else_input_locs:tuple_of_<long>
_contrib_AdaptiveAvgPooling2D | data | output_size
_contrib_BatchNormWithReLU | data gamma beta moving_mean moving_var | eps momentum fix_gamma use_global_stats output_mean_var axis cudnn_off min_calib_range max_calib_range
_contrib_BilinearResize2D | data like | height width scale_height scale_width mode align_corners
_contrib_DeformableConvolution | data offset weight bias | kernel:Shape(tuple) stride dilate pad num_filter:int num_group num_deformable_group workspace no_bias layout
_contrib_DeformablePSROIPooling | data rois trans | spatial_scale:float output_dim:int group_size:int pooled_size:int part_size sample_per_part trans_std no_trans
_contrib_ModulatedDeformableConvolution | data offset mask weight bias | kernel:Shape(tuple) stride dilate pad num_filter:int_(non-negative) num_group num_deformable_group workspace no_bias im2col_step layout
_contrib_MultiBoxDetection | cls_prob loc_pred anchor | clip threshold background_id nms_threshold force_suppress variances nms_topk
_contrib_MultiBoxPrior | data | sizes ratios clip steps offsets
_contrib_MultiBoxTarget | anchor label cls_pred | overlap_threshold ignore_label negative_mining_ratio negative_mining_thresh minimum_negative_samples variances
_contrib_MultiProposal | cls_prob bbox_pred im_info | rpn_pre_nms_top_n rpn_post_nms_top_n threshold rpn_min_size scales ratios feature_stride output_score iou_loss
_contrib_PSROIPooling | data rois | spatial_scale:float output_dim:int pooled_size:int group_size
_contrib_Proposal | cls_prob bbox_pred im_info | rpn_pre_nms_top_n rpn_post_nms_top_n threshold rpn_min_size scales ratios feature_stride output_score iou_loss
_contrib_ROIAlign | data rois | pooled_size:Shape(tuple) spatial_scale:float sample_ratio position_sensitive aligned
_contrib_RROIAlign | data rois | pooled_size:Shape(tuple) spatial_scale:float sampling_ratio
_contrib_SparseEmbedding | data weight | input_dim:int output_dim:int dtype sparse_grad
_contrib_SyncBatchNorm | data gamma beta moving_mean moving_var | eps momentum fix_gamma use_global_stats output_mean_var ndev key:string
_contrib_allclose | a b | rtol atol equal_nan
_contrib_arange_like | data | start step repeat ctx axis
_contrib_bipartite_matching | data | is_ascend threshold:float topk
_contrib_boolean_mask | data index | axis
_contrib_box_decode | data anchors | std0 std1 std2 std3 clip format
_contrib_box_encode | samples matches anchors refs means stds |
_contrib_box_iou | lhs rhs | format
_contrib_box_nms _contrib_box_non_maximum_suppression | data | overlap_thresh valid_thresh topk coord_start score_index id_index background_id force_suppress in_format out_format
_contrib_calibrate_entropy | hist hist_edges | num_quantized_bins
_contrib_count_sketch | data h s | out_dim:int processing_batch_size
_contrib_dequantize | data min_range max_range | out_type
_contrib_div_sqrt_dim | data |
_contrib_edge_id | data u v |
_contrib_fft | data | compute_size
_contrib_getnnz | data | axis
_contrib_gradientmultiplier | data | scalar is_int
_contrib_group_adagrad_update | weight grad history | lr:float rescale_grad clip_gradient epsilon
_contrib_ifft | data | compute_size
_contrib_index_array | data | axes
_contrib_index_copy | old_tensor index_vector new_tensor |
_contrib_interleaved_matmul_encdec_qk | queries keys_values | heads:int
_contrib_interleaved_matmul_encdec_valatt | keys_values attention | heads:int
_contrib_interleaved_matmul_selfatt_qk | queries_keys_values | heads:int
_contrib_interleaved_matmul_selfatt_valatt | queries_keys_values attention | heads:int
_contrib_quadratic | data | a b c
_contrib_quantize | data min_range max_range | out_type
_contrib_quantize_asym | data | min_calib_range max_calib_range
_contrib_quantize_v2 | data | out_type min_calib_range max_calib_range
_contrib_quantized_act | data min_data max_data | act_type
_contrib_quantized_batch_norm | data gamma beta moving_mean moving_var min_data max_data | eps momentum fix_gamma use_global_stats output_mean_var axis cudnn_off min_calib_range max_calib_range
_contrib_quantized_concat | data* @num_args | dim
_contrib_quantized_conv | data weight bias min_data max_data min_weight max_weight min_bias max_bias | kernel:Shape(tuple) stride dilate pad num_filter:int_(non-negative) num_group workspace no_bias cudnn_tune cudnn_off layout
_contrib_quantized_elemwise_add | lhs rhs lhs_min lhs_max rhs_min rhs_max | min_calib_range max_calib_range
_contrib_quantized_elemwise_mul | lhs rhs lhs_min lhs_max rhs_min rhs_max | min_calib_range max_calib_range enable_float_output
_contrib_quantized_embedding | data weight min_weight max_weight | input_dim:int output_dim:int dtype sparse_grad
_contrib_quantized_flatten | data min_data max_data |
_contrib_quantized_fully_connected | data weight bias min_data max_data min_weight max_weight min_bias max_bias | num_hidden:int no_bias flatten
_contrib_quantized_pooling | data min_data max_data | kernel pool_type global_pool cudnn_off pooling_convention stride pad p_value count_include_pad layout
_contrib_quantized_rnn | data parameters state state_cell data_scale data_shift | state_size:int_(non-negative) num_layers:int_(non-negative) bidirectional mode p state_outputs projection_size lstm_state_clip_min lstm_state_clip_max lstm_state_clip_nan use_sequence_length
_contrib_requantize | data min_range max_range | out_type min_calib_range max_calib_range
_contrib_round_ste | data |
_contrib_sign_ste | data |
_copy identity | data |
_copyto | data |
_cvcopyMakeBorder | src | top:int bot:int left:int right:int type value values
_cvimdecode | buf | flag to_rgb
_cvimread | | filename:string flag to_rgb
_cvimresize | src | w:int h:int interp
_div_scalar _DivScalar | data | scalar is_int
_equal _Equal | lhs rhs |
_equal_scalar _EqualScalar | data | scalar is_int
_eye | | N:long M k ctx dtype
_foreach | fn data* @num_args | num_outputs:int num_out_data:int in_state_locs:tuple_of_<long> in_data_locs:tuple_of_<long> remain_locs:tuple_of_<long>
_full | | shape ctx dtype value:double
_grad_add | lhs rhs |
_greater _Greater | lhs rhs |
_greater_equal _Greater_Equal | lhs rhs |
_greater_equal_scalar _GreaterEqualScalar | data | scalar is_int
_greater_scalar _GreaterScalar | data | scalar is_int
_histogram | data bins | bin_cnt range
_hypot _Hypot | lhs rhs |
_hypot_scalar _HypotScalar | data | scalar is_int
_identity_with_attr_like_rhs | lhs rhs |
_image_adjust_lighting | data | alpha:tuple_of_<float>
_image_crop | data | x:int y:int width:int height:int
_image_flip_left_right | data |
_image_flip_top_bottom | data |
_image_normalize | data | mean std
_image_random_brightness | data | min_factor:float max_factor:float
_image_random_color_jitter | data | brightness:float contrast:float saturation:float hue:float
_image_random_contrast | data | min_factor:float max_factor:float
_image_random_flip_left_right | data |
_image_random_flip_top_bottom | data |
_image_random_hue | data | min_factor:float max_factor:float
_image_random_lighting | data | alpha_std
_image_random_saturation | data | min_factor:float max_factor:float
_image_resize | data | size keep_ratio interp
_image_to_tensor | data |
_imdecode | mean | index x0 y0 x1 y1 c size
_lesser _Lesser | lhs rhs |
_lesser_equal _Lesser_Equal | lhs rhs |
_lesser_equal_scalar _LesserEqualScalar | data | scalar is_int
_lesser_scalar _LesserScalar | data | scalar is_int
_linalg_det linalg_det | A |
_linalg_extractdiag linalg_extractdiag | A | offset
_linalg_extracttrian linalg_extracttrian | A | offset lower
_linalg_gelqf linalg_gelqf | A |
_linalg_gemm linalg_gemm | A B C | transpose_a transpose_b alpha beta axis
_linalg_gemm2 linalg_gemm2 | A B | transpose_a transpose_b alpha axis
_linalg_inverse linalg_inverse | A |
_linalg_makediag linalg_makediag | A | offset
_linalg_maketrian linalg_maketrian | A | offset lower
_linalg_potrf linalg_potrf | A |
_linalg_potri linalg_potri | A |
_linalg_slogdet linalg_slogdet | A |
_linalg_sumlogdiag linalg_sumlogdiag | A |
_linalg_syevd | A |
_linalg_syrk linalg_syrk | A | transpose alpha
_linalg_trmm linalg_trmm | A B | transpose rightside lower alpha
_linalg_trsm linalg_trsm | A B | transpose rightside lower alpha
_linspace | | start:double stop step repeat infer_range ctx dtype
_logical_and _Logical_And | lhs rhs |
_logical_and_scalar _LogicalAndScalar | data | scalar is_int
_logical_or _Logical_Or | lhs rhs |
_logical_or_scalar _LogicalOrScalar | data | scalar is_int
_logical_xor _Logical_Xor | lhs rhs |
_logical_xor_scalar _LogicalXorScalar | data | scalar is_int
_maximum _Maximum | lhs rhs |
_maximum_scalar _MaximumScalar | data | scalar is_int
_minimum _Minimum | lhs rhs |
_minimum_scalar _MinimumScalar | data | scalar is_int
_minus_scalar _MinusScalar | data | scalar is_int
_mod _Mod | lhs rhs |
_mod_scalar _ModScalar | data | scalar is_int
_mp_adamw_update | weight grad mean var weight32 rescale_grad | lr:float beta1 beta2 epsilon wd eta:float clip_gradient
_mul_scalar _MulScalar | data | scalar is_int
_multi_adamw_update | data* | lrs:tuple_of_<float> beta1 beta2 epsilon wds:tuple_of_<float> etas:tuple_of_<float> clip_gradient num_weights
_multi_lamb_update | data* | learning_rates:tuple_of_<float> beta1 beta2 epsilon wds:tuple_of_<float> rescale_grad lower_bound upper_bound clip_gradient bias_correction step_count:Shape(tuple) num_tensors
_multi_mp_adamw_update | data* | lrs:tuple_of_<float> beta1 beta2 epsilon wds:tuple_of_<float> etas:tuple_of_<float> clip_gradient num_weights
_multi_mp_lamb_update | data* | learning_rates:tuple_of_<float> beta1 beta2 epsilon wds:tuple_of_<float> rescale_grad lower_bound upper_bound clip_gradient bias_correction step_count:Shape(tuple) num_tensors
_not_equal _Not_Equal | lhs rhs |
_not_equal_scalar _NotEqualScalar | data | scalar is_int
_np_cumsum cumsum | a | axis dtype
_onehot_encode | lhs rhs |
_ones | | shape ctx dtype
_plus_scalar _PlusScalar | data | scalar is_int
_power _Power | lhs rhs |
_power_scalar _PowerScalar | data | scalar is_int
_random_exponential random_exponential | | lam shape ctx dtype
_random_exponential_like | data | lam
_random_gamma random_gamma | | alpha beta shape ctx dtype
_random_gamma_like | data | alpha beta
_random_generalized_negative_binomial random_generalized_negative_binomial | | mu alpha shape ctx dtype
_random_generalized_negative_binomial_like | data | mu alpha
_random_negative_binomial random_negative_binomial | | k p shape ctx dtype
_random_negative_binomial_like | data | k p
_random_normal normal random_normal | | loc scale shape ctx dtype
_random_normal_like | data | loc scale
_random_pdf_dirichlet random_pdf_dirichlet | sample alpha | is_log
_random_pdf_exponential random_pdf_exponential | sample lam | is_log
_random_pdf_gamma random_pdf_gamma | sample alpha beta | is_log
_random_pdf_generalized_negative_binomial random_pdf_generalized_negative_binomial | sample mu alpha | is_log
_random_pdf_negative_binomial random_pdf_negative_binomial | sample k p | is_log
_random_pdf_normal random_pdf_normal | sample mu sigma | is_log
_random_pdf_poisson random_pdf_poisson | sample lam | is_log
_random_pdf_uniform random_pdf_uniform | sample low high | is_log
_random_poisson random_poisson | | lam shape ctx dtype
_random_poisson_like | data | lam
_random_randint random_randint | | low:long high:long shape ctx dtype
_random_uniform random_uniform uniform | | low high shape ctx dtype
_random_uniform_like | data | low high
_ravel_multi_index ravel_multi_index | data | shape
_rdiv_scalar _RDivScalar | data | scalar is_int
_rminus_scalar _RMinusScalar | data | scalar is_int
_rmod_scalar _RModScalar | data | scalar is_int
_rnn_param_concat | data* @num_args | dim
_rpower_scalar _RPowerScalar | data | scalar is_int
_sample_exponential sample_exponential | lam | shape dtype
_sample_gamma sample_gamma | alpha beta | shape dtype
_sample_generalized_negative_binomial sample_generalized_negative_binomial | mu alpha | shape dtype
_sample_multinomial sample_multinomial | data | shape get_prob dtype
_sample_negative_binomial sample_negative_binomial | k p | shape dtype
_sample_normal sample_normal | mu sigma | shape dtype
_sample_poisson sample_poisson | lam | shape dtype
_sample_uniform sample_uniform | low high | shape dtype
_sample_unique_zipfian | | range_max:int shape
_scatter_elemwise_div | lhs rhs |
_scatter_minus_scalar | data | scalar is_int
_scatter_plus_scalar | data | scalar is_int
_scatter_set_nd | lhs rhs indices | shape:Shape(tuple)
_set_value | | src
_sg_mkldnn_conv | @num_args |
_sg_mkldnn_fully_connected | @num_args |
_sg_mkldnn_selfatt_qk | queries_keys_values | heads:int quantized enable_float_output min_calib_range max_calib_range
_sg_mkldnn_selfatt_valatt | queries_keys_values attention | heads:int quantized enable_float_output min_calib_range max_calib_range
_shuffle shuffle | data |
_slice_assign _crop_assign | lhs rhs | begin:Shape(tuple) end:Shape(tuple) step
_slice_assign_scalar _crop_assign_scalar | data | scalar begin:Shape(tuple) end:Shape(tuple) step
_sparse_retain | data indices |
_split_v2 | data | indices:Shape(tuple) axis squeeze_axis sections
_split_v2_backward | |
_square_sum | data | axis keepdims exclude
_unravel_index unravel_index | data | shape
_while_loop | cond func data* @num_args | num_outputs:int num_out_data:int max_iterations:int cond_input_locs:tuple_of_<long> func_input_locs:tuple_of_<long> func_var_locs:tuple_of_<long>
_zeros | | shape ctx dtype
_zeros_without_dtype | | shape ctx dtype
abs | data |
adam_update | weight grad mean var | lr:float beta1 beta2 epsilon wd rescale_grad clip_gradient lazy_update
add_n ElementWiseSum | args* @num_args |
all_finite | data | init_output
amp_cast | data | dtype
amp_multicast | data* | num_outputs:int cast_narrow
arccos | data |
arccosh | data |
arcsin | data |
arcsinh | data |
arctan | data |
arctanh | data |
argmax | data | axis keepdims
argmax_channel | data |
argmin | data | axis keepdims
argsort | data | axis is_ascend dtype
batch_dot | lhs rhs | transpose_a transpose_b forward_stype
batch_take | a indices |
broadcast_add broadcast_plus | lhs rhs |
broadcast_axis broadcast_axes | data | axis size
broadcast_div | lhs rhs |
broadcast_equal | lhs rhs |
broadcast_greater | lhs rhs |
broadcast_greater_equal | lhs rhs |
broadcast_hypot | lhs rhs |
broadcast_lesser | lhs rhs |
broadcast_lesser_equal | lhs rhs |
broadcast_like | lhs rhs | lhs_axes rhs_axes
broadcast_logical_and | lhs rhs |
broadcast_logical_or | lhs rhs |
broadcast_logical_xor | lhs rhs |
broadcast_maximum | lhs rhs |
broadcast_minimum | lhs rhs |
broadcast_mod | lhs rhs |
broadcast_mul | lhs rhs |
broadcast_not_equal | lhs rhs |
broadcast_power | lhs rhs |
broadcast_sub broadcast_minus | lhs rhs |
broadcast_to | data | shape
cast_storage | data | stype
cbrt | data |
ceil | data |
clip | data | a_min:float a_max:float
col2im | data | output_size:Shape(tuple) kernel:Shape(tuple) stride dilate pad
cos | data |
cosh | data |
degrees | data |
depth_to_space | data | block_size:int
diag | data | k axis1 axis2
dot | lhs rhs | transpose_a transpose_b forward_stype
elemwise_add _Plus _add _plus | lhs rhs |
elemwise_div _Div _div | lhs rhs |
elemwise_mul _Mul _mul | lhs rhs |
elemwise_sub _Minus _minus _sub | lhs rhs |
erf | data |
erfinv | data |
exp | data |
expand_dims | data | axis:int
expm1 | data |
fill_element_0index | lhs mhs rhs |
fix | data |
floor | data |
ftml_update | weight grad d v z | lr:float beta1 beta2 epsilon t:int wd rescale_grad clip_grad
ftrl_update | weight grad z n | lr:float lamda1 beta wd rescale_grad clip_gradient
gamma | data |
gammaln | data |
gather_nd | data indices |
hard_sigmoid | data | alpha beta
im2col | data | kernel:Shape(tuple) stride dilate pad
khatri_rao | args* @num_args |
lamb_update_phase1 | weight grad mean var | beta1 beta2 epsilon t:int bias_correction wd:float rescale_grad clip_gradient
lamb_update_phase2 | weight g r1 r2 | lr:float lower_bound upper_bound
log | data |
log10 | data |
log1p | data |
log2 | data |
log_softmax | data | axis temperature dtype use_length
logical_not | data |
make_loss | data |
max max_axis | data | axis keepdims exclude
mean | data | axis keepdims exclude
min min_axis | data | axis keepdims exclude
moments | data | axes keepdims
mp_lamb_update_phase1 | weight grad mean var weight32 | beta1 beta2 epsilon t:int bias_correction wd:float rescale_grad clip_gradient
mp_lamb_update_phase2 | weight g r1 r2 weight32 | lr:float lower_bound upper_bound
mp_nag_mom_update | weight grad mom weight32 | lr:float momentum wd rescale_grad clip_gradient
mp_sgd_mom_update | weight grad mom weight32 | lr:float momentum wd rescale_grad clip_gradient lazy_update
mp_sgd_update | weight grad weight32 | lr:float wd rescale_grad clip_gradient lazy_update
multi_all_finite | data* | num_arrays init_output
multi_lars | lrs weights_sum_sq grads_sum_sq wds | eta:float eps:float rescale_grad
multi_mp_sgd_mom_update | data* | lrs:tuple_of_<float> wds:tuple_of_<float> momentum rescale_grad clip_gradient num_weights
multi_mp_sgd_update | data* | lrs:tuple_of_<float> wds:tuple_of_<float> rescale_grad clip_gradient num_weights
multi_sgd_mom_update | data* | lrs:tuple_of_<float> wds:tuple_of_<float> momentum rescale_grad clip_gradient num_weights
multi_sgd_update | data* | lrs:tuple_of_<float> wds:tuple_of_<float> rescale_grad clip_gradient num_weights
multi_sum_sq | data* | num_arrays:int
nag_mom_update | weight grad mom | lr:float momentum wd rescale_grad clip_gradient
nanprod | data | axis keepdims exclude
nansum | data | axis keepdims exclude
negative | data |
norm | data | ord axis out_dtype keepdims
one_hot | indices | depth:int on_value off_value dtype
ones_like | data |
pick choose_element_0index | data index | axis keepdims mode
preloaded_multi_mp_sgd_mom_update | data* | momentum rescale_grad clip_gradient num_weights
preloaded_multi_mp_sgd_update | data* | rescale_grad clip_gradient num_weights
preloaded_multi_sgd_mom_update | data* | momentum rescale_grad clip_gradient num_weights
preloaded_multi_sgd_update | data* | rescale_grad clip_gradient num_weights
prod | data | axis keepdims exclude
radians | data |
rcbrt | data |
reciprocal | data |
relu | data |
repeat | data | repeats:int axis
reset_arrays | data* | num_arrays:int
reshape_like | lhs rhs | lhs_begin lhs_end rhs_begin rhs_end
reverse flip | data | axis:Shape(tuple)
rint | data |
rmsprop_update | weight grad n | lr:float gamma1 epsilon wd rescale_grad clip_gradient clip_weights
rmspropalex_update | weight grad n g delta | lr:float gamma1 gamma2 epsilon wd rescale_grad clip_gradient clip_weights
round | data |
rsqrt | data |
scatter_nd | data indices | shape:Shape(tuple)
sgd_mom_update | weight grad mom | lr:float momentum wd rescale_grad clip_gradient lazy_update
sgd_update | weight grad | lr:float wd rescale_grad clip_gradient lazy_update
shape_array | data |
sigmoid | data |
sign | data |
signsgd_update | weight grad | lr:float wd rescale_grad clip_gradient
signum_update | weight grad mom | lr:float momentum wd rescale_grad clip_gradient wd_lh
sin | data |
sinh | data |
size_array | data |
slice crop | data | begin:Shape(tuple) end:Shape(tuple) step
slice_axis | data | axis:int begin:int end:int_or_None
slice_like | data shape_like | axes
smooth_l1 | data | scalar
softmax | data length | axis temperature dtype use_length
softmax_cross_entropy | data label |
softmin | data | axis temperature dtype use_length
softsign | data |
sort | data | axis is_ascend
space_to_depth | data | block_size:int
sqrt | data |
square | data |
squeeze | data | axis
stack | data* @num_args | axis
sum sum_axis | data | axis keepdims exclude
take | a indices | axis mode
tan | data |
tanh | data |
tile | data | reps:Shape(tuple)
topk | data | axis k ret_typ is_ascend dtype
transpose | data | axes
trunc | data |
where | condition x y |
zeros_like | data |
"""
