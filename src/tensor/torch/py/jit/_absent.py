"""What torch.jit of perch's cannot say, by its name."""


def refused(what, name):
    return NotImplementedError('torch.jit: %s is not in perch here, whose graphs have nothing for this: %s; the call itself runs' % (what, name))
