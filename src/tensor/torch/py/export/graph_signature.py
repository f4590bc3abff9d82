"""What goes into an exported graph and comes out of it, and what each of them is."""
import enum
from dataclasses import dataclass, field
from typing import Optional


class InputKind(enum.Enum):
    USER_INPUT = enum.auto()
    PARAMETER = enum.auto()
    BUFFER = enum.auto()
    CONSTANT_TENSOR = enum.auto()


class OutputKind(enum.Enum):
    USER_OUTPUT = enum.auto()
    BUFFER_MUTATION = enum.auto()


@dataclass
class TensorArgument:
    name: str


@dataclass
class ConstantArgument:
    name: str
    value: object


@dataclass
class InputSpec:
    kind: InputKind
    arg: object
    target: Optional[str] = None
    persistent: Optional[bool] = None

    def __str__(self):
        return self.arg.name + ': ' + self.kind.name + ('' if self.target is None else ' target=%r' % self.target) + ('' if self.persistent is None else ' persistent=%s' % self.persistent)


@dataclass
class OutputSpec:
    kind: OutputKind
    arg: object
    target: Optional[str] = None

    def __str__(self):
        return self.arg.name + ': ' + self.kind.name + ('' if self.target is None else ' target=%r' % self.target)


@dataclass
class ExportGraphSignature:
    input_specs: list = field(default_factory=list)
    output_specs: list = field(default_factory=list)

    def _of(self, kind, what):
        return tuple(getattr(spec, 'target') if what == 'target' else spec.arg.name for spec in self.input_specs if spec.kind is kind)

    def _named(self, kind):
        return {spec.arg.name: spec.target for spec in self.input_specs if spec.kind is kind}

    parameters = property(lambda self: self._of(InputKind.PARAMETER, 'target'))
    buffers = property(lambda self: self._of(InputKind.BUFFER, 'target'))
    user_inputs = property(lambda self: self._of(InputKind.USER_INPUT, 'name'))
    lifted_tensor_constants = property(lambda self: self._of(InputKind.CONSTANT_TENSOR, 'target'))
    non_persistent_buffers = property(lambda self: [spec.target for spec in self.input_specs if spec.kind is InputKind.BUFFER and not spec.persistent])
    inputs_to_parameters = property(lambda self: self._named(InputKind.PARAMETER))
    inputs_to_buffers = property(lambda self: self._named(InputKind.BUFFER))
    inputs_to_lifted_tensor_constants = property(lambda self: self._named(InputKind.CONSTANT_TENSOR))
    user_outputs = property(lambda self: tuple(spec.arg.name for spec in self.output_specs if spec.kind is OutputKind.USER_OUTPUT))
    buffers_to_mutate = property(lambda self: {spec.arg.name: spec.target for spec in self.output_specs if spec.kind is OutputKind.BUFFER_MUTATION})

    def __str__(self):
        lines = ['', '# inputs', *map(str, self.input_specs), '', '# outputs', *map(str, self.output_specs)]
        return '\n'.join(lines) + '\n'
