"""freeze(): a module whose values are constants of its graph."""
import torch
from ._archive import _class
from ._inlining import inlined
from ._ir import drop_dead
from ._methods import Method
from ._running import function_of
from ._script import RecursiveScriptModule, ScriptModule
from ._types import ClassType


def frozen(module, preserved):
    if not isinstance(module, ScriptModule):
        raise RuntimeError("Freezing expects a ScriptModule as input. Please use torch.jit.script or torch.jit.trace to script your 'nn.Module'.")
    if module.training:
        raise RuntimeError('Freezing is currently only implemented for modules in eval mode. Please call .eval() on your module before freezing.')
    made = RecursiveScriptModule.__new__(RecursiveScriptModule)
    type_ = ClassType(str(module._type))
    own = _class(module.original_name)()
    made._set(own, {}, type_)
    made.__dict__['training'] = False
    for name in preserved:
        setattr(own, name, getattr(module, name))
    method = module._methods.get('forward')
    if method is None:
        made.__dict__['_uncompiled'] = module.__dict__.get('_uncompiled')
        own.__dict__['forward'] = module.forward
        return made
    graph = inlined(method.graph, module)
    own_value = next(graph.inputs())
    _constants(graph.block, {own_value: module})
    drop_dead(graph.block)
    made._methods['forward'] = Method('forward', graph, True, method.defaults, method.arguments, method.returns)
    made._methods['forward']._run = function_of(graph, 'forward')
    graph.absent = 'what freeze() folds'
    return made


def _constants(block, modules):
    for node in list(block.nodes):
        for part in node.parts:
            _constants(part, modules)
        if node.kind_of != 'prim::GetAttr' or node.takes[0] not in modules:
            continue
        value = getattr(modules[node.takes[0]], node.facts['name'])
        if isinstance(value, RecursiveScriptModule):
            modules[node.gives[0]] = value
            continue
        node.kind_of, node.facts = 'prim::Constant', {'value': value.detach() if isinstance(value, torch.Tensor) else value}
        node.drop_takes()
