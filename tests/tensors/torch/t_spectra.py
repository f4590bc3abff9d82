"""stft and istft: every option, shapes and strides, windows, lengths, what does not fit; gradients; a spectrogram as lessons make it."""
import math
import warnings

import torch

torch.set_printoptions(precision=3, sci_mode=False)
x, w = torch.arange(20.).sin(), torch.hann_window(8)
S = torch.stft(x, 8, 2, window=w, return_complex=True)
pair = torch.stack([x, x.flip(0)])
g = x.clone().requires_grad_()


def tell(text):
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter('always')
        try:
            found = eval(text)
            if isinstance(found, torch.Tensor):
                found = found.resolve_conj()
                found = torch.view_as_real(found) if found.is_complex() else found
                found = [round(v, 3) + 0.0 for v in found.detach().double().flatten().tolist()][:40], tuple(found.shape), str(found.dtype)
            print(text, '->', found)
        except Exception as error:
            print(text, '!!', type(error).__name__, str(error).split('\n')[0])
        for each in warned:
            print('   warned:', str(each.message)[:60])


for text in """torch.stft(x, 8, return_complex=True)
torch.stft(x, 8)
torch.stft(x, 8, return_complex=False)
torch.stft(x, 8, 2, 4, return_complex=True)
torch.stft(x, 8, 2, win_length=4, window=w[:4], return_complex=True)
torch.stft(x, 8, 2, win_length=5, window=torch.ones(5), return_complex=True)
torch.stft(x, 8, 2, None, w, return_complex=True)
torch.stft(x, 8, return_complex=True, pad_mode='constant')
torch.stft(x, 8, return_complex=True, pad_mode='replicate')
torch.stft(x, 8, return_complex=True, pad_mode='circular')
torch.stft(x, 8, return_complex=True, pad_mode='foo')
torch.stft(x, 8, return_complex=True, normalized=True)
torch.stft(x, 8, return_complex=True, onesided=False)
torch.stft(x, 7, return_complex=True, onesided=True)
torch.stft(x, 8, center=False, return_complex=True)
torch.stft(pair, 8, 3, return_complex=True)
torch.stft(x.double(), 8, window=w, return_complex=True)
torch.stft(x, 8, window=w.double(), return_complex=True).dtype
torch.stft(x.to(torch.complex64), 8)
torch.stft(x.to(torch.complex64), 8, return_complex=False).shape
torch.stft(x, 8, window=w.to(torch.complex64))
x.stft(8, return_complex=True).shape
torch.functional.stft(x, 8, return_complex=True).stride()
torch.stft(x, 8, return_complex=True).is_contiguous()
torch.stft(x, 8, 2, 4, w, return_complex=True)
torch.stft(x, 8, 2, window=w[:4], return_complex=True)
torch.stft(x, 8, 2, win_length=9, return_complex=True)
torch.stft(x, 8, 0, return_complex=True)
torch.stft(x, 0, 1, return_complex=True)
torch.stft(x, 40, center=False, return_complex=True)
torch.stft(x, 40, return_complex=True)
torch.stft(torch.ones(2, 2, 20), 8, return_complex=True)
torch.stft(x.int(), 8, return_complex=True)
torch.stft(x.int(), 8, center=False, return_complex=True)
torch.stft(x > 0, 8, center=False, return_complex=True)
torch.stft(x.to(torch.complex64), 8, onesided=True)
torch.stft(x, 8, window=w[None], return_complex=True)
torch.stft(x)
torch.stft(3, 8)
torch.stft(x, 'a')
torch.stft(x, 8., return_complex=True)
torch.stft(x, 8, window=3, return_complex=True)
torch.stft(torch.ones(0), 8, return_complex=True)
torch.istft(S, 8, 2, window=w)
torch.istft(S, 8, 2, window=w, length=18)
torch.istft(S, 8, 2, window=w, length=24)
torch.istft(S, 8, 2, window=w, length=30)
torch.istft(S, 8, 2)
torch.istft(S, 9, 2)
torch.istft(S, 8, 4, window=w)
torch.istft(S, 8, 2, 5, window=w[:5])
torch.istft(S, 8, 2, win_length=4)
torch.istft(S, 8, win_length=2)
torch.istft(S, 8, 2, window=w, center=False)
torch.istft(S, 8, 2, window=torch.ones(8), center=False)
torch.istft(torch.view_as_real(S), 8, 2, window=w)
torch.istft(S, 8, 2, window=w, normalized=True)
torch.istft(torch.stft(x, 8, 2, window=w, onesided=False, return_complex=True), 8, 2, window=w, onesided=False)
torch.istft(torch.stft(x, 8, 2, window=w, onesided=False, return_complex=True), 8, 2, window=w, onesided=False, return_complex=True)
torch.istft(torch.stft(pair, 8, 2, window=w, return_complex=True), 8, 2, window=w)
torch.istft(S.to(torch.complex128), 8, 2, window=w).dtype
torch.istft(S, 8, 2, window=w.double()).dtype
S.istft(8, 2, window=w).sum()
torch.istft(S[:, :1], 8, 2, window=w, length=3)
torch.istft(S[:, :1], 8, 2, window=w)
torch.istft(S.real, 8, 2)
torch.istft(S, 8, 2, window=w[:4])
torch.istft(S, 8, 2, 9, window=w)
torch.istft(S, 8, 0)
torch.istft(S, 8, 9)
torch.istft(S, 8, 2, window=w, onesided=False)
torch.istft(S, 8, 2, window=w, return_complex=True)
torch.istft(S, 8, 2, window=w.to(torch.complex64))
torch.istft(torch.ones(5, 0).to(torch.complex64), 8)
torch.istft(torch.ones(5).to(torch.complex64), 8)
torch.istft(torch.ones(4, 4).to(torch.complex64), 8, 2)
torch.istft(torch.ones(2, 2, 5, 4).to(torch.complex64), 8)
torch.istft(S)
torch.istft(S, 8., 2)
type(torch.stft(g, 8, return_complex=False).grad_fn).__name__
type(torch.istft(torch.stft(g, 8, 2, window=w, return_complex=False), 8, 2, window=w).grad_fn).__name__""".split('\n'):
    tell(text)

for n, hop, options in ((8, 2, {}), (8, 3, {'normalized': True}), (6, 2, {'onesided': False}), (8, 4, {'center': False})):
    leaf, window = torch.arange(16., dtype=torch.float64).cos().requires_grad_(), torch.hann_window(n, dtype=torch.float64).add(0.1).requires_grad_()
    spectrum = torch.stft(leaf, n, hop, window=window, return_complex=False, **options)
    (spectrum.square() * torch.arange(spectrum.numel()).reshape(spectrum.shape).cos()).sum().backward()
    print([round(v, 3) for v in leaf.grad.tolist()], [round(v, 3) for v in window.grad.tolist()])
    leaf.grad = window.grad = None
    back = torch.istft(torch.stft(leaf, n, hop, window=window, return_complex=False, **options) * 0.5, n, hop, window=window, **options)
    (back * torch.arange(back.numel()).cos()).sum().backward()
    print([round(v, 3) + 0.0 for v in leaf.grad.tolist()], [round(v, 3) + 0.0 for v in window.grad.tolist()])

# A chord's spectrogram.
rate = 2000
t = torch.arange(rate) / rate
sound = sum((2 * math.pi * f * t).sin() for f in (220, 330, 440)) / 3
power = torch.stft(sound, 256, hop_length=64, window=torch.hann_window(256), return_complex=True).abs().pow(2)
print(power.shape, power.mean(1).topk(3).indices.mul(rate / 256).sort().values, (10 * power.clamp(min=1e-10).log10()).max())
print((torch.istft(torch.stft(sound, 256, 64, window=torch.hann_window(256), return_complex=True), 256, 64, window=torch.hann_window(256), length=rate) - sound).abs().max() < 1e-5)
