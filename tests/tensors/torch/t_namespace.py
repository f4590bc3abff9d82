"""What torch has in its own namespace besides: losses with numbers for reductions, functions in place, cells, incomplete gamma functions, a window."""
import torch
import torch.nn.functional as F

torch.set_printoptions(precision=4, sci_mode=False)
torch.manual_seed(0)
x, y, z = torch.rand(3, 4), torch.rand(3, 4), torch.rand(3, 4)
sign = torch.tensor([1., -1, 1])


def tell(text):
    try:
        print(text, '->', eval(text))
    except Exception as error:
        print(text, '!!', type(error).__name__, str(error).split('\n')[0])


for reduction in (0, 1, 2):
    r = reduction
    for text in ('torch.poisson_nll_loss(x, y, True, False, 1e-8, r)', 'torch.poisson_nll_loss(x, y, False, True, 1e-8, r)', 'torch.kl_div(x, y, r)', 'torch.kl_div(x, y, r, log_target=True)',
                 'torch.hinge_embedding_loss(x, sign[:, None], 0.5, r)', 'torch.margin_ranking_loss(x[:, 0], y[:, 0], sign, 0.1, r)', 'torch.cosine_embedding_loss(x, y, sign, 0.2, r)',
                 'torch.triplet_margin_loss(x, y, z, 1.0, 2, 1e-6, False, r)', 'torch.triplet_margin_loss(x, y, z, swap=True, reduction=r)',
                 'torch.ctc_loss(x.log_softmax(1)[:, None], torch.tensor([[1, 2]]), (3,), (2,), 0, r)'):
        tell(text)
for text in ('torch.kl_div(x, y)', 'torch.celu(x - 0.5, 0.3)', 'torch.celu_(x.clone() - 0.5)', 'torch.selu_(x.clone() - 0.5)', 'torch.threshold_(x.clone(), 0.5, 9)', 'torch.rrelu_(x.clone() - 0.5)',
             'torch.constant_pad_nd(x, (1, 1), 7)', 'torch.constant_pad_nd(x, (0, 1, 1, 0))', 'torch.affine_grid_generator(torch.eye(2, 3)[None], (1, 1, 2, 2), False)',
             'torch.grid_sampler(x[None, None], torch.rand(1, 2, 2, 2) - 0.5, 0, 0, True)', 'torch.grid_sampler(x[None, None], torch.rand(1, 2, 2, 2) - 0.5, 1, 1, False)',
             'torch.adaptive_max_pool1d(x[None], 2)', 'torch.max_pool1d_with_indices(x[None], 2)', 'torch.convolution(x[None], torch.ones(2, 3, 2), None, [1], [0], [1], False, [0], 1)',
             'torch.convolution(x[None], torch.ones(3, 2, 2), None, [2], [0], [1], True, [1], 1)', 'torch.norm_except_dim(x, 2, 0)', 'torch.norm_except_dim(x, 2, 1)', 'torch.norm_except_dim(x, 2, -1)',
             'torch.frobenius_norm(x, (0, 1))', 'torch.frobenius_norm(x, 1)', 'torch.nuclear_norm(x)', 'torch.as_strided_scatter(x, torch.zeros(2, 2), (2, 2), (1, 2))', 'torch.is_conj(x)', 'torch.is_neg(x)',
             'torch.unsafe_chunk(x, 2)', 'torch.unsafe_split(x, 2, 1)', 'torch.unsafe_split_with_sizes(x, [1, 3], 1)', 'torch.fill_(x.clone(), 3)', 'torch.zero_(x.clone())', 'torch.logit_(x.clone())',
             'torch.nan_to_num_(torch.tensor([torch.nan, 1]), 7)', 'torch.xlogy_(x.clone(), y)', 'torch.gcd_(torch.tensor([12, 9]), torch.tensor([8, 6]))', 'torch.lcm_(torch.tensor([12, 9]), torch.tensor([8, 6]))',
             'torch.sinc_(x.clone())', 'torch.i0_(x.clone())', 'torch.ldexp_(x.clone(), torch.tensor(2))', 'torch.resize_as_(x.clone(), torch.ones(2, 2))', 'torch.dropout_(x.clone(), 0.5, False)',
             'torch.kaiser_window(5)', 'torch.kaiser_window(6, False)', 'torch.kaiser_window(6, True, 3.0, dtype=torch.float64)', 'torch.kaiser_window(1)', 'torch.kaiser_window(0)', 'torch.kaiser_window(-1)',
             'torch.kaiser_window(4, beta=8.6, periodic=True)', 'torch.hann_window(4, device="cpu", requires_grad=True)', 'torch.hamming_window(4, True, 0.5, 0.5, dtype=torch.float64)',
             'torch.blackman_window(1)', 'torch.bartlett_window(5, False)', 'torch.hann_window(-1)', 'torch.hann_window(4, dtype=torch.int32)', 'torch.hann_window(0, dtype=torch.int64)',
             'torch.hann_window(4, layout=torch.sparse_coo)', 'torch.hann_window(3, dtype=torch.float16)', 'x.polygamma(1)' if False else 'torch.polygamma(1, x)'):
    tell(text)

h = torch.rand(2, 5)
w, u, bias = torch.rand(20, 4), torch.rand(20, 5), torch.rand(20)
given = torch.rand(2, 4)
print(torch.lstm_cell(given, (h, h + 1), w, u, bias, bias))
print(torch.lstm_cell(given, (h, h), w, u)[1])
print(torch.gru_cell(given, h, w[:15], u[:15], bias[:15], bias[:15]))
print(torch.rnn_tanh_cell(given, h, w[:5], u[:5], bias[:5], bias[:5]), torch.rnn_relu_cell(given, h, w[:5], u[:5]))

print('incomplete gamma functions')
a = torch.tensor([0.5, 1, 2, 5, 20, 100, 0.01, 300], dtype=torch.float64)
for points in (a, a / 2, a * 1.5, a + 10, torch.full_like(a, 0.1)):
    print([f'{v:.8g}' for v in torch.igamma(a, points).tolist()])
    print([f'{v:.8g}' for v in torch.igammac(a, points).tolist()])
inf = torch.inf
ends = torch.tensor([0., 0, 1, -1, 1, inf, 1, inf]), torch.tensor([0., 1, 0, 1, -1, 1, inf, inf])
print(torch.igamma(*ends), torch.igammac(*ends), torch.special.gammainc(*ends))
for text in ('torch.igamma(torch.ones(2), torch.ones(2).double())', 'torch.igamma(torch.ones(2).half(), torch.ones(2).half())', 'torch.igamma(torch.tensor([1, 2]), torch.tensor([1, 2]))',
             'torch.special.gammaincc(torch.ones(2), 2.)', 'torch.ones(2).igamma(torch.ones(2))', 'torch.ones(2).igammac_(torch.ones(2))'):
    tell(text)
p = torch.tensor([0.5, 1.5, 3.0], requires_grad=True)
torch.igamma(torch.tensor([1.0, 2.0, 3.0]), p).sum().backward()
print(p.grad, torch.igammac(torch.tensor(2.0), p))
