# What made a tensor, as PyTorch calls it: the name that stands in grad_fn=<...> of what is printed.
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F

warnings.simplefilter('ignore')

torch.manual_seed(0)
v = torch.tensor([0.5, 1.5, 2.5], requires_grad=True)
w = torch.tensor([0.25, 0.75, 1.25], requires_grad=True)
m = torch.arange(1., 7).reshape(2, 3).requires_grad_()
n = torch.arange(1., 7).reshape(3, 2).requires_grad_()
b = torch.arange(1., 13).reshape(2, 2, 3).requires_grad_()
s = torch.tensor(2., requires_grad=True)
sq = torch.tensor([[2., 1], [1, 3]], requires_grad=True)
im = torch.arange(32.).reshape(1, 2, 4, 4).requires_grad_()
i1 = torch.tensor([0, 2])
expressions = '''
1 - v | v - 1 | v - w | v + 1 | 1 + v | v * 2 | 2 * v | v / 2 | 1 / v | v / w | v // 2 | v % 2 | v ** 2 | v ** w | 2 ** v | v ** 0.5 | -v | +v | abs(v) | v.abs()
s - v | s * v
v.add(1) | v.sub(1) | v.mul(2) | v.div(2) | v.sub(w) | torch.rsub(v, 1) | torch.true_divide(v, 2) | torch.div(v, w, rounding_mode='floor') | torch.pow(v, 3)
v.square() | v.sqrt() | v.rsqrt() | v.exp() | v.log() | v.log2() | v.log10() | v.log1p() | v.expm1() | v.sin() | v.cos() | v.tan() | v.asin() | v.acos() | v.atan()
v.sinh() | v.cosh() | v.tanh() | v.sigmoid()
v.asinh() | v.atanh() | (v + 1).acosh() | v.erf() | v.erfc() | (v / 4).erfinv() | v.lgamma() | v.digamma() | v.reciprocal() | v.sign() | v.floor() | v.ceil()
v.round() | v.trunc() | v.frac() | v.exp2() | v.logit(1e-3)
torch.atan2(v, w) | torch.hypot(v, w) | torch.fmod(v, 2) | torch.remainder(v, 2) | torch.remainder(v, w) | torch.fmod(v, w) | torch.lerp(v, w, 0.5)
torch.lerp(v, w, w) | torch.addcmul(v, v, w) | torch.addcdiv(v, v, w)
v.clamp(0, 1) | v.clamp(min=1) | v.clamp(max=1) | torch.clip(v, 0, 1) | v.clamp_min(1) | v.clamp_max(1) | torch.minimum(v, w) | torch.maximum(v, w) | torch.fmax(v, w)
torch.fmin(v, w) | torch.max(v, w) | torch.min(v, w)
v.sum() | v.mean() | m.sum(1) | m.mean(1) | m.sum((0, 1)) | m.mean((0, 1)) | m.sum(1, keepdim=True) | v.prod() | m.prod(1) | v.max() | v.min() | m.max(1)[0]
m.min(1)[0] | m.amax(1) | m.amin(1) | v.std() | v.var()
m.std(1) | m.var(1) | m.var(1, unbiased=False) | v.median() | m.median(1)[0] | v.norm() | m.norm(dim=1) | m.norm(1) | v.norm(1, 0) | v.logsumexp(0) | m.logsumexp(1)
v.cumsum(0) | v.cumprod(0) | m.cummax(1)[0] | m.cummin(1)[0]
m.kthvalue(2, 1)[0] | m.nansum() | m.nanmean() | torch.logcumsumexp(v, 0) | torch.var_mean(v)[0] | torch.std_mean(v)[0] | torch.linalg.norm(v) | torch.linalg.norm(m)
torch.linalg.vector_norm(v) | torch.dist(v, w) | torch.renorm(m, 2, 0, 1)
v @ w | m @ v | m @ n | b @ n | b @ v | torch.mm(m, n) | torch.mv(m, v) | torch.dot(v, w) | torch.matmul(b, b.transpose(1, 2)) | torch.bmm(b, b.transpose(1, 2))
torch.outer(v, w) | torch.ger(v, w) | torch.inner(v, w) | torch.inner(m, v)
torch.addmm(sq, m, n) | torch.addmv(v[:2], m, v) | torch.addbmm(sq, b, b.transpose(1, 2)) | torch.baddbmm(b @ n, b, b.transpose(1, 2))
torch.addr(torch.ones(3, 3), v, w) | torch.einsum('i,i->', v, w) | torch.einsum('ij,jk', m, n) | torch.einsum('ij,ij', m, m) | torch.einsum('ji', m) | torch.einsum('ij,jk->ik', m, n) | torch.einsum('i,j->ij', v, w) | torch.einsum('bij,jk->bik', b, n)
torch.einsum('ii->', sq) | torch.tensordot(m, n, 1) | torch.kron(v, w) | torch.cross(v, w, dim=0) | torch.trace(sq)
torch.det(sq) | torch.logdet(sq) | torch.inverse(sq) | torch.linalg.inv(sq) | torch.linalg.det(sq) | torch.linalg.solve(sq, n.t() @ n) | torch.linalg.cholesky(sq)
torch.linalg.qr(sq)[0] | torch.matrix_power(sq, 3) | torch.slogdet(sq)[1]
m.view(3, 2) | m.view(-1) | m.reshape(3, 2) | m.flatten() | m.t().flatten() | m.t() | m.T | m.mT | m.transpose(0, 1) | m.permute(1, 0) | m.swapaxes(0, 1)
m.unsqueeze(0) | m.unsqueeze(0).squeeze() | m.unsqueeze(0).squeeze(0) | m.expand(2, 2, 3) | m.expand_as(b) | m.view_as(n)
m[0] | m[:, 1] | m[0, 1] | m[..., 1:] | m[None] | m[i1 // 2] | m[m > 2] | m[:, i1] | v[1:] | v[::2] | m[[0, 1], [1, 2]] | m[0:1] | m.narrow(1, 0, 2) | m.select(0, 1)
m.index_select(1, i1) | m.gather(1, torch.tensor([[0], [1]])) | m.take(i1) | m.masked_select(m > 2) | m.diagonal() | v.diag() | sq.diag() | torch.diag_embed(v)
m.tril() | m.triu() | m.unfold(1, 2, 1) | m.movedim(0, 1) | torch.take_along_dim(m, torch.tensor([[0], [1]]), 1)
torch.cat([v, w]) | torch.stack([v, w]) | torch.vstack([v, w]) | torch.hstack([v, w]) | torch.column_stack([v, w]) | torch.dstack([v, w]) | v.split(2)[0]
v.split([1, 2])[1] | v.chunk(2)[0] | m.unbind()[0] | m.unbind(1)[1] | torch.tensor_split(v, 2)[0] | list(m)[0] | v.repeat(2) | v.tile(2) | v.repeat_interleave(2)
v.flip(0) | m.fliplr() | m.rot90() | v.roll(1) | torch.meshgrid(v, w, indexing='ij')[0] | torch.cartesian_prod(v, w) | torch.combinations(v)
torch.broadcast_to(v, (2, 3)) | torch.atleast_2d(v) | torch.ravel(m)
v.clone() | v.double() | v.to(torch.float64) | v.half() | v.type(torch.float64) | v.clone() | v.contiguous() | m.t().contiguous() | v.to('cpu') | v.float()
v.clone().add_(1) | v.clone().mul_(2) | v.clone().zero_() | v.clone().fill_(1) | v.clone().clamp_(0, 1) | v.exp().relu_() | v.clone().sub_(w) | v.clone().div_(2)
v.clone().pow_(2) | v.clone().neg_() | v.clone().sigmoid_() | v.clone().masked_fill_(v > 1, 0) | v.clone().index_fill_(0, i1, 0) | v.clone().scatter_(0, i1, 0.)
v.clone().index_add_(0, i1, w[:2])
v.masked_fill(v > 1, 0) | torch.where(v > 1, v, w) | torch.where(v > 1, v, torch.zeros(3)) | v.scatter(0, i1, 0.) | v.scatter(0, i1, w) | v.scatter_add(0, i1, w)
v.index_fill(0, i1, 0.) | v.index_add(0, i1, w[:2]) | v.index_copy(0, i1, w[:2]) | v.masked_scatter(v > 1, w) | v.sort()[0] | v.topk(2)[0] | m.sort(1)[0] | v.msort()
v.nan_to_num() | v.sgn() | v.cumsum(0) | torch.cdist(m, m) | v.diff() | torch.xlogy(v, w) | torch.logaddexp(v, w) | torch.logaddexp2(v, w) | torch.sinc(v)
torch.deg2rad(v) | torch.copysign(v, w)
F.relu(v) | torch.relu(v) | v.relu() | F.relu6(v) | F.leaky_relu(v) | F.prelu(v, s.view(1)) | F.elu(v) | F.selu(v) | F.celu(v) | F.gelu(v)
F.gelu(v, approximate='tanh') | F.silu(v) | F.mish(v) | F.softplus(v) | F.softsign(v) | F.tanhshrink(v) | F.hardtanh(v) | F.hardsigmoid(v) | F.hardswish(v)
F.hardshrink(v) | F.softshrink(v) | F.threshold(v, 1, 0) | F.logsigmoid(v) | F.sigmoid(v) | F.tanh(v) | F.glu(torch.cat([v, w[:1]])) | F.rrelu(v)
F.softmax(v, 0) | v.softmax(0) | torch.softmax(v, 0) | F.log_softmax(v, 0) | v.log_softmax(0) | F.softmin(v, 0) | F.gumbel_softmax(m) | F.normalize(m)
F.cosine_similarity(v, w, 0) | F.pairwise_distance(m, m + 1) | F.dropout(v) | F.dropout(v, 0.) | F.dropout(v, training=False) | F.alpha_dropout(v) | F.dropout2d(im)
F.feature_alpha_dropout(im)
F.linear(m, m) | F.linear(m, m, v[:2]) | F.linear(b, m) | F.linear(b, m, v[:2]) | F.linear(v, m) | F.linear(v, m, v[:2]) | F.embedding(i1, n)
F.embedding_bag(i1.view(1, 2), n) | F.one_hot(i1) * s | F.conv1d(b, b) | F.conv2d(im, im) | F.conv2d(im, im, padding=1) | F.conv3d(im[None], im[None])
F.conv_transpose1d(b, b) | F.conv_transpose2d(im, im.transpose(0, 1)) | F.unfold(im, 2) | F.fold(torch.ones(1, 8, 9) * s, (4, 4), 2)
F.max_pool1d(b, 2) | F.max_pool2d(im, 2) | F.max_pool3d(im[None], 2) | F.avg_pool1d(b, 2) | F.avg_pool2d(im, 2) | F.avg_pool3d(im[None], 2)
F.adaptive_avg_pool1d(b, 1) | F.adaptive_avg_pool1d(b, 2) | F.adaptive_avg_pool2d(im, 1) | F.adaptive_avg_pool2d(im, 2) | F.adaptive_avg_pool3d(im[None], 1)
F.adaptive_avg_pool3d(im[None], 2) | F.adaptive_max_pool1d(b, 2) | F.adaptive_max_pool2d(im, 2) | F.lp_pool2d(im, 2, 2) | F.max_pool2d(im, 2, return_indices=True)[0]
F.max_unpool2d(*F.max_pool2d(im, 2, return_indices=True), 2)
F.batch_norm(n, None, None, training=True) | F.batch_norm(im, torch.zeros(2), torch.ones(2)) | F.layer_norm(m, (3,)) | F.group_norm(im, 2) | F.instance_norm(im)
F.local_response_norm(im, 2) | F.pad(v, (1, 1)) | F.pad(im, (1, 1, 1, 1), mode='reflect')
F.pad(im, (1, 1, 1, 1), mode='replicate') | F.pad(im, (1, 1, 1, 1), mode='circular') | F.interpolate(im, scale_factor=2)
F.interpolate(im, scale_factor=2, mode='bilinear') | F.interpolate(im, scale_factor=2, mode='bicubic') | F.interpolate(im, scale_factor=2, mode='area')
F.interpolate(b, scale_factor=2) | F.interpolate(b, scale_factor=2, mode='linear') | F.pixel_shuffle(torch.cat([im, im], 1), 2) | F.pixel_unshuffle(im, 2)
F.grid_sample(im, torch.zeros(1, 2, 2, 2)) | F.affine_grid(torch.ones(1, 2, 3) * s, (1, 1, 2, 2))
F.mse_loss(v, w) | F.mse_loss(v, w, reduction='sum') | F.mse_loss(v, w, reduction='none') | F.l1_loss(v, w) | F.l1_loss(v, w, reduction='sum')
F.l1_loss(v, w, reduction='none') | F.smooth_l1_loss(v, w) | F.huber_loss(v, w) | F.cross_entropy(m, torch.tensor([0, 1]))
F.cross_entropy(m, torch.tensor([0, 1]), reduction='sum') | F.cross_entropy(m, torch.tensor([0, 1]), reduction='none') | F.cross_entropy(m, m.detach())
F.cross_entropy(m, torch.tensor([0, 1]), label_smoothing=0.1) | F.cross_entropy(im, torch.zeros(1, 4, 4).long()) | F.nll_loss(m, torch.tensor([0, 1]))
F.nll_loss(im, torch.zeros(1, 4, 4).long()) | F.binary_cross_entropy(v.sigmoid(), torch.ones(3)) | F.binary_cross_entropy_with_logits(v, torch.ones(3))
F.kl_div(v, w, reduction='sum') | F.kl_div(v, w, reduction='batchmean') | F.kl_div(v, w, reduction='none') | F.kl_div(v, w, reduction='sum', log_target=True)
F.poisson_nll_loss(v, w) | F.gaussian_nll_loss(v, w, v) | F.hinge_embedding_loss(v, torch.ones(3)) | F.margin_ranking_loss(v, w, torch.ones(3))
F.cosine_embedding_loss(m, m, torch.ones(2)) | F.triplet_margin_loss(m, m + 1, m + 2) | F.soft_margin_loss(v, torch.ones(3))
F.multi_margin_loss(m, torch.tensor([0, 1])) | F.multilabel_margin_loss(m, torch.zeros(2, 3).long()) | F.multilabel_soft_margin_loss(m, torch.ones(2, 3))
F.ctc_loss(F.log_softmax(torch.ones(4, 1, 3) * s, 2), torch.tensor([[1, 2]]), torch.tensor([4]), torch.tensor([2]))
nn.Linear(3, 2)(m) | nn.Linear(3, 2, bias=False)(m) | nn.Linear(3, 2)(b) | nn.Linear(3, 2)(v) | nn.Conv2d(2, 3, 2)(im) | nn.BatchNorm2d(2)(im) | nn.BatchNorm1d(3)(m)
nn.LayerNorm(3)(m) | nn.Dropout()(m) | nn.Embedding(3, 2)(i1) | nn.RNN(3, 2)(b)[0] | nn.RNN(3, 2)(b)[1] | nn.LSTM(3, 2)(b)[0] | nn.LSTM(3, 2)(b)[1][0]
nn.LSTM(3, 2)(b)[1][1] | nn.GRU(3, 2)(b)[0] | nn.GRU(3, 2)(b)[1] | nn.RNNCell(3, 2)(m) | nn.LSTMCell(3, 2)(m)[0] | nn.LSTMCell(3, 2)(m)[1] | nn.GRUCell(3, 2)(m)
nn.Flatten()(im) | nn.Softmax(1)(m) | nn.LSTM(3, 2, batch_first=True)(b)[0] | nn.LSTM(3, 2, 2)(b)[0] | nn.GRU(3, 2, bidirectional=True)(b)[0]
nn.MultiheadAttention(4, 2)(im[0], im[0], im[0])[0] | nn.MultiheadAttention(4, 2)(im[0], im[0], im[0])[1] | nn.TransformerEncoderLayer(4, 2, 8)(im[0])
nn.Sequential(nn.Linear(3, 2), nn.ReLU())(m) | nn.PReLU()(v) | nn.Upsample(scale_factor=2)(im) | nn.ZeroPad2d(1)(im) | nn.ReflectionPad2d(1)(im) | nn.MSELoss()(v, w)
nn.CrossEntropyLoss()(m, torch.tensor([0, 1])) | nn.L1Loss()(v, w) | nn.NLLLoss()(m, torch.tensor([0, 1])) | nn.BCELoss()(v.sigmoid(), torch.ones(3))
nn.CosineSimilarity()(m, m) | nn.Identity()(v * 1) | nn.AdaptiveAvgPool2d((1, 1))(im) | nn.AdaptiveAvgPool2d(1)(im).flatten(1)
v.sum().sqrt() | (v * 2).sum() + 1 | torch.nn.utils.parameters_to_vector([v, m]) | v.sum(dim=0) | torch.sum(m, dim=[0]) | torch.mean(m, dim=0, keepdim=True)
m.sum(0).mean() | m.std(dim=(0, 1)) | v.unsqueeze(-1) | v.unflatten(0, (1, 3)) | torch.block_diag(m, n) | v.type_as(v) | v.expand(2, -1) | v.sum(0, keepdim=True)
v.mean(0) | m.view(1, 2, 3).squeeze(0) | m.reshape(-1, 2) | m.reshape(2, 3) | torch.squeeze(m) | m.squeeze(1) | m.T.T | m.flatten(0)
'''


def name(text):
    t = eval(text)
    return t.grad_fn.name() if t.grad_fn else None


for text in expressions.replace('\n', '|').split('|'):
    if text.strip():
        print(text.strip(), '->', name(text.strip()))
