"""What torch.jit of perch's cannot say, by its name."""


def refused(what, name):
    return NotImplementedError('torch.jit: %s is not in perch here: %s has no operator that it knows; the call itself runs' % (what, name))
