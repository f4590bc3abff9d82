"""LBFGS: quasi-Newton steps from the last gradients; its step needs a closure that computes the loss anew."""
import torch
from perch.only import only
from .optimizer import Optimizer


class LBFGS(Optimizer):
    _newer = dict(maximize=False)

    def __init__(self, params, lr=1, max_iter=20, max_eval=None, tolerance_grad=1e-07, tolerance_change=1e-09, history_size=100, line_search_fn=None, *,
                 maximize=False):
        only('torch.optim.LBFGS', maximize=(maximize, False))
        max_eval = max_iter * 5 // 4 if max_eval is None else max_eval
        super().__init__(params, dict(lr=lr, max_iter=max_iter, max_eval=max_eval, tolerance_grad=tolerance_grad, tolerance_change=tolerance_change,
                                      history_size=history_size, line_search_fn=line_search_fn, maximize=maximize))
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")
        self._params = self.param_groups[0]['params']

    def _flat_grad(self):
        return torch.cat([torch.zeros(p.numel(), dtype=p.dtype) if p.grad is None else p.grad.reshape(-1) for p in self._params])

    def _move(self, step, direction):
        at = 0
        for p in self._params:
            p.add_(direction[at:at + p.numel()].view_as(p), alpha=step)
            at += p.numel()

    def _at(self, closure, start, step, direction):
        """(loss, gradient) a step away from start, where the parameters are put back to."""
        self._move(step, direction)
        with torch.enable_grad():
            loss = float(closure())
        grad = self._flat_grad()
        for p, kept in zip(self._params, start):
            p.copy_(kept)
        return loss, grad

    def _direction(self, pairs, weights, grad):
        """Two loops over the pairs of moves and gradient changes; weights is what the first leaves for the second."""
        q = grad.neg()
        moves, changes, inverses = pairs['old_stps'], pairs['old_dirs'], pairs['ro']
        for i in reversed(range(len(moves))):
            weights[i] = moves[i].dot(q) * inverses[i]
            q = q.add(changes[i], alpha=-weights[i].item())
        d = q * pairs['H_diag']
        for i in range(len(moves)):
            back = changes[i].dot(d) * inverses[i]
            d = d.add(moves[i], alpha=(weights[i] - back).item())
        return d

    @torch.no_grad()
    def step(self, closure):
        group = self.param_groups[0]
        state = self.state[self._params[0]]
        state.setdefault('func_evals', 0)
        state.setdefault('n_iter', 0)
        with torch.enable_grad():
            first = closure()
        loss, evaluations = float(first), 1
        state['func_evals'] += 1
        grad = self._flat_grad()
        if grad.abs().max() <= group['tolerance_grad']:
            return first
        d, t = state.get('d'), state.get('t')
        pairs = {key: state.get(key) for key in ('old_dirs', 'old_stps', 'ro', 'H_diag')}
        before, loss_before = state.get('prev_flat_grad'), state.get('prev_loss')
        for n in range(1, group['max_iter'] + 1):
            state['n_iter'] += 1
            if state['n_iter'] == 1:
                d = grad.neg()
                pairs = dict(old_dirs=[], old_stps=[], ro=[], H_diag=1)
            else:
                change, move = grad.sub(before), d.mul(t)
                product = change.dot(move)
                if product > 1e-10:
                    for key, value in (('old_dirs', change), ('old_stps', move), ('ro', 1.0 / product)):
                        if len(pairs[key]) == group['history_size']:
                            pairs[key].pop(0)
                        pairs[key].append(value)
                    pairs['H_diag'] = product / change.dot(change)
                d = self._direction(pairs, state.setdefault('al', [None] * group['history_size']), grad)
            before = grad.clone()
            loss_before = loss
            t = min(1.0, 1.0 / grad.abs().sum().item()) * group['lr'] if state['n_iter'] == 1 else group['lr']
            slope = grad.dot(d)
            if slope > -group['tolerance_change']:
                break
            used = 0
            if group['line_search_fn'] is not None:
                if group['line_search_fn'] != 'strong_wolfe':
                    raise RuntimeError("only 'strong_wolfe' is supported")
                from ._line_search import strong_wolfe
                start = [p.clone() for p in self._params]
                loss, grad, t, used = strong_wolfe(lambda step: self._at(closure, start, step, d), t, d, loss, grad, slope)
                self._move(t, d)
            else:
                self._move(t, d)
                if n != group['max_iter']:
                    with torch.enable_grad():
                        loss = float(closure())
                    grad = self._flat_grad()
                    used = 1
            evaluations += used
            state['func_evals'] += used
            if (evaluations >= group['max_eval'] or grad.abs().max() <= group['tolerance_grad'] or d.mul(t).abs().max() <= group['tolerance_change']
                    or abs(loss - loss_before) < group['tolerance_change']):
                break
        state.update(d=d, t=t, **pairs, prev_flat_grad=before, prev_loss=loss_before)
        return first
