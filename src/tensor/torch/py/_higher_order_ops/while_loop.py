"""torch.while_loop: a function again and again, while another says so."""
import torch


def while_loop(cond_fn, body_fn, carried_inputs):
    """carried_inputs go through body_fn while cond_fn(*carried_inputs) holds; what they are then, as a tuple."""
    carried = tuple(carried_inputs)
    while True:
        again = cond_fn(*carried)
        if isinstance(again, torch.Tensor) and again.numel() != 1:
            raise RuntimeError('cond_fn must return a boolean scalar tensor or a boolean but got %s' % again)
        if not again:
            return carried
        carried = body_fn(*carried)
        if not isinstance(carried, tuple):
            carried = tuple(carried) if isinstance(carried, list) else (carried,)
