# autograd.grad of many gradients at once: rows are gradients, each row of the answer is one's; what is no row is refused.
import torch

x = torch.arange(6.).reshape(2, 3).requires_grad_()


def said(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, '|', e)


grad = torch.autograd.grad
said(lambda: grad(x * x, x, torch.arange(12.).reshape(2, 2, 3), is_grads_batched=True))
said(lambda: grad([x * 2, (x * x * x).sum()], x, [torch.ones(3, 2, 3), torch.arange(3.)], is_grads_batched=True))
for outputs, given in ((x.sum(), None), (x * 2, None), (x * 2, torch.tensor(1.)), (x * 2, torch.ones(0, 2, 3)), ([x * 2, x * 3], [torch.ones(2, 2, 3), torch.ones(3, 2, 3)]),
                       ([x * 2, x.sum()], [torch.ones(2, 2, 3), None]), (x * 2, torch.ones(2, 3)), (x * 2, torch.ones(2, 5, 4)), (x * 2, 3)):
    said(lambda: grad(outputs, x, given, is_grads_batched=True))
