"""Lists and dicts that a node keeps: who changes one must tell the node, so they refuse."""


def _refuse(self, *args, **kwargs):
    kind = type(self).__name__
    raise NotImplementedError("'%s' object does not support mutation. If you are attempting to modify the kwargs or args of a torch.fx.Node object, instead create a new copy of it "
                              "and assign the copy to the node:\n    new_args = ... # copy and mutate args\n    node.args = new_args" % kind)


def _frozen(base, name, changing):
    made = type(name, (base,), dict.fromkeys(changing, _refuse))
    made.__hash__ = lambda self: hash(tuple(self.items() if base is dict else self))
    made.__reduce__ = lambda self: (made, (base(self),))
    made.__module__ = __name__
    return made


immutable_list = _frozen(list, 'immutable_list', ('__delitem__', '__iadd__', '__imul__', '__setitem__', 'append', 'clear', 'extend', 'insert', 'pop', 'remove', 'reverse', 'sort'))
immutable_dict = _frozen(dict, 'immutable_dict', ('__delitem__', '__ior__', '__setitem__', 'clear', 'pop', 'popitem', 'setdefault', 'update'))
