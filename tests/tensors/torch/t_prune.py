# Masks on parameters: every method, one after the other, over several parameters, of one's own, and what is refused.
import torch
import torch.nn as nn
import torch.nn.utils.prune as prune

torch.manual_seed(4)


def tried(function):
    try:
        return function()
    except Exception as error:
        return type(error).__name__ + ': ' + str(error)


def show(module):
    print([(n, tuple(p.shape)) for n, p in module.named_parameters()], [n for n, _ in module.named_buffers()], [type(h).__name__ for h in module._forward_pre_hooks.values()])


layer = nn.Linear(4, 3)
print(prune.random_unstructured(layer, name='weight', amount=0.3) is layer, prune.is_pruned(layer))
show(layer)
print(layer.weight, layer.weight_mask)
prune.l1_unstructured(layer, 'bias', amount=1)
print(layer.bias)
prune.ln_structured(layer, name='weight', amount=0.34, n=2, dim=0)
print(layer.weight_mask)
hook = [h for h in layer._forward_pre_hooks.values() if h._tensor_name == 'weight'][0]
print(len(hook), [type(h).__name__ for h in hook], type(hook[0]).__name__)
prune.random_structured(layer, 'weight', amount=1, dim=1)
print(layer.weight_mask, list(layer.state_dict()))
out = layer(torch.ones(1, 4))
out.sum().backward()
print(out, layer.weight_orig.grad, layer.weight_orig.is_leaf, layer.weight.grad_fn.name())
layer.weight_orig.data.fill_(2)
print(layer(torch.ones(1, 4)), layer.weight)
prune.remove(layer, 'weight')
show(layer)
print(layer.weight, isinstance(layer.weight, nn.Parameter))
print(tried(lambda: prune.remove(layer, 'weight')))
prune.remove(layer, 'bias')
print(prune.is_pruned(layer))

conv = nn.Conv2d(2, 3, 2)
prune.ln_structured(conv, 'weight', amount=2, n=1, dim=-1 + 1)
print(conv.weight_mask.sum((1, 2, 3)))
prune.identity(conv, 'bias')
prune.custom_from_mask(conv, 'weight', mask=torch.ones_like(conv.weight).triu())
print(conv.weight_mask, conv.bias_mask)
scores = nn.Linear(2, 2)
prune.l1_unstructured(scores, 'weight', amount=2, importance_scores=torch.tensor([[4., 3], [2, 1]]))
print(scores.weight_mask)

net = nn.Sequential(nn.Linear(4, 5), nn.ReLU(), nn.Linear(5, 2))
prune.global_unstructured([(net[0], 'weight'), (net[2], 'weight'), (net[2], 'bias')], pruning_method=prune.L1Unstructured, amount=0.4)
print([int(t.sum()) for n, t in net.named_buffers()], net[0].weight_mask)
prune.global_unstructured(((net[0], 'weight'), (net[2], 'weight')), pruning_method=prune.RandomUnstructured, amount=3)
print([int(t.sum()) for n, t in net.named_buffers()])


class EveryOther(prune.BasePruningMethod):
    PRUNING_TYPE = 'unstructured'

    def compute_mask(self, t, default_mask):
        mask = default_mask.clone()
        mask.view(-1)[::2] = 0
        return mask


class Odd(EveryOther):
    PRUNING_TYPE = 'odd'


last = nn.Linear(3, 2)
EveryOther.apply(last, 'weight')
EveryOther.apply(last, 'weight')
print(last.weight_mask, EveryOther().prune(torch.arange(1., 6)))
for wrong in (lambda: prune.l1_unstructured(last, 'bias', amount=5), lambda: prune.l1_unstructured(last, 'bias', amount=1.5), lambda: prune.l1_unstructured(last, 'bias', amount=-1),
              lambda: prune.l1_unstructured(last, 'bias', amount='all'), lambda: prune.ln_structured(last, 'bias', amount=1, n=2, dim=0), lambda: prune.random_structured(nn.Linear(2, 3), 'weight', amount=1, dim=4),
              lambda: type(Odd.apply(last, 'bias')), lambda: prune.global_unstructured(3, prune.L1Unstructured, amount=1), lambda: prune.remove(nn.Linear(1, 1), 'weight'),
              lambda: prune.global_unstructured([(last, 'bias')], prune.LnStructured, amount=1, n=2), lambda: prune.l1_unstructured(last, 'nothing', amount=1),
              lambda: prune.PruningContainer(3), lambda: prune.BasePruningMethod()):
    print(tried(wrong))
show(last)
print(tried(lambda: last.bias))
