"""Command lines: say which options and arguments a program takes; get their values, help and error messages.

    parser = argparse.ArgumentParser(description='Add numbers.')
    parser.add_argument('numbers', nargs='+', type=int)
    parser.add_argument('-v', '--verbose', action='store_true')
    args = parser.parse_args()          # args.numbers, args.verbose

ArgumentParser collects Actions (one per argument); parsing walks along the command line as a string of letters, O for
what looks like an option and A for what does not, in which each action finds its share by a pattern. HelpFormatter
writes usage and help.
"""
import re
import sys

__all__ = ['ArgumentParser', 'ArgumentError', 'ArgumentTypeError', 'BooleanOptionalAction', 'FileType',
           'HelpFormatter', 'ArgumentDefaultsHelpFormatter', 'RawDescriptionHelpFormatter', 'RawTextHelpFormatter',
           'MetavarTypeHelpFormatter', 'Namespace', 'Action', 'ONE_OR_MORE', 'OPTIONAL', 'PARSER', 'REMAINDER',
           'SUPPRESS', 'ZERO_OR_MORE']

SUPPRESS = '==SUPPRESS=='
OPTIONAL = '?'
ZERO_OR_MORE = '*'
ONE_OR_MORE = '+'
PARSER = 'A...'
REMAINDER = '...'
_UNRECOGNIZED_ARGS_ATTR = '_unrecognized_args'


class _AttributeHolder:
    """repr from the arguments that make it."""

    def __repr__(self):
        parts, rest = [], {}
        for arg in self._get_args():
            parts.append(repr(arg))
        for name, value in self._get_kwargs():
            if name.isidentifier():
                parts.append(f'{name}={value!r}')
            else:
                rest[name] = value
        if rest:
            parts.append(f'**{rest!r}')
        return f'{type(self).__name__}({", ".join(parts)})'

    def _get_kwargs(self):
        return list(self.__dict__.items())

    def _get_args(self):
        return []


class Namespace(_AttributeHolder):
    """The values: attributes; == compares them, `in` asks for one."""

    def __init__(self, **kwargs):
        for name, value in kwargs.items():
            setattr(self, name, value)

    def __eq__(self, other):
        if not isinstance(other, Namespace):
            return NotImplemented
        return vars(self) == vars(other)

    def __contains__(self, key):
        return key in self.__dict__


# ---- help ----

class HelpFormatter:
    """Writes usage and help, in sections."""

    def __init__(self, prog, indent_increment=2, max_help_position=24, width=None):
        if width is None:
            import shutil
            width = shutil.get_terminal_size().columns - 2
        self._prog = prog
        self._indent_increment = indent_increment
        self._max_help_position = min(max_help_position, max(width - 20, indent_increment * 2))
        self._width = width
        self._current_indent = 0
        self._level = 0
        self._action_max_length = 0
        self._root_section = self._Section(self, None)
        self._current_section = self._root_section
        self._whitespace_matcher = re.compile(r'\s+', re.ASCII)
        self._long_break_matcher = re.compile(r'\n\n\n+')

    def _indent(self):
        self._current_indent += self._indent_increment
        self._level += 1

    def _dedent(self):
        self._current_indent -= self._indent_increment
        self._level -= 1

    class _Section:
        def __init__(self, formatter, parent, heading=None):
            self.formatter, self.parent, self.heading = formatter, parent, heading
            self.items = []

        def format_help(self):
            nested = self.parent is not None
            if nested:
                self.formatter._indent()
            body = self.formatter._join_parts([function(*args) for function, args in self.items])
            if nested:
                self.formatter._dedent()
            if not body:
                return ''
            heading = ''
            if self.heading is not SUPPRESS and self.heading is not None:
                heading = f'{" " * self.formatter._current_indent}{self.heading}:\n'
            return self.formatter._join_parts(['\n', heading, body, '\n'])

    def _add_item(self, function, args):
        self._current_section.items.append((function, args))

    def start_section(self, heading):
        self._indent()
        section = self._Section(self, self._current_section, heading)
        self._add_item(section.format_help, [])
        self._current_section = section

    def end_section(self):
        self._current_section = self._current_section.parent
        self._dedent()

    def add_text(self, text):
        if text is not SUPPRESS and text is not None:
            self._add_item(self._format_text, [text])

    def add_usage(self, usage, actions, groups, prefix=None):
        if usage is not SUPPRESS:
            self._add_item(self._format_usage, (usage, actions, groups, prefix))

    def add_argument(self, action):
        if action.help is SUPPRESS:
            return
        lengths = [len(self._format_action_invocation(action)) + self._current_indent]
        for sub in self._iter_indented_subactions(action):
            lengths.append(len(self._format_action_invocation(sub)) + self._current_indent)
        self._action_max_length = max(self._action_max_length, *lengths)
        self._add_item(self._format_action, [action])

    def add_arguments(self, actions):
        for action in actions:
            self.add_argument(action)

    def format_help(self):
        text = self._root_section.format_help()
        if text:
            text = self._long_break_matcher.sub('\n\n', text).strip('\n') + '\n'
        return text

    def _join_parts(self, parts):
        return ''.join(part for part in parts if part and part is not SUPPRESS)

    def _format_usage(self, usage, actions, groups, prefix):
        if prefix is None:
            prefix = 'usage: '
        if usage is not None:
            usage = usage % dict(prog=self._prog)
        elif not actions:
            usage = '%(prog)s' % dict(prog=self._prog)
        else:
            prog = '%(prog)s' % dict(prog=self._prog)
            optionals = [a for a in actions if a.option_strings]
            positionals = [a for a in actions if not a.option_strings]
            opt_parts = self._usage_parts(optionals, groups)
            pos_parts = self._usage_parts(positionals, groups)
            usage = ' '.join([prog] + opt_parts + pos_parts)
            width = self._width - self._current_indent
            if len(prefix) + len(usage) > width:
                usage = '\n'.join(self._wrapped_usage(prog, prefix, opt_parts, pos_parts, width))
        return f'{prefix}{usage}\n\n'

    def _wrapped_usage(self, prog, prefix, opt_parts, pos_parts, width):
        def lines_of(parts, indent, first=None):
            lines, line = [], []
            used = (len(first) if first is not None else len(indent)) - 1
            for part in parts:
                if used + 1 + len(part) > width and line:
                    lines.append(indent + ' '.join(line))
                    line, used = [], len(indent) - 1
                line.append(part)
                used += len(part) + 1
            if line:
                lines.append(indent + ' '.join(line))
            if first is not None:
                lines[0] = lines[0][len(indent):]
            return lines

        if len(prefix) + len(prog) <= 0.75 * width:
            indent = ' ' * (len(prefix) + len(prog) + 1)
            if opt_parts:
                return lines_of([prog] + opt_parts, indent, prefix) + lines_of(pos_parts, indent)
            if pos_parts:
                return lines_of([prog] + pos_parts, indent, prefix)
            return [prog]
        indent = ' ' * len(prefix)
        lines = lines_of(opt_parts + pos_parts, indent)
        if len(lines) > 1:
            lines = lines_of(opt_parts, indent) + lines_of(pos_parts, indent)
        return [prog] + lines

    def _usage_part(self, action, grouped):
        """One action in the usage line; grouped: among others that exclude it, without brackets of its own."""
        if not action.option_strings:
            part = self._format_args(action, self._get_default_metavar_for_positional(action))
            if grouped and part[:1] == '[' and part[-1:] == ']':
                part = part[1:-1]
            return part
        option = action.option_strings[0]
        if action.nargs == 0:
            part = action.format_usage()
        else:
            part = f'{option} {self._format_args(action, self._get_default_metavar_for_optional(action))}'
        return part if action.required or grouped else f'[{part}]'

    def _usage_parts(self, actions, groups):
        starts = {}
        for group in groups:
            members = group._group_actions
            if not members:
                continue
            for i in range(len(actions)):
                if actions[i:i + len(members)] == members:
                    starts[i] = group
                    break
        parts, i = [], 0
        while i < len(actions):
            group = starts.get(i)
            members = group._group_actions if group else actions[i:i + 1]
            shown = [self._usage_part(a, group is not None) for a in members if a.help is not SUPPRESS]
            if group is None:
                parts += shown
            elif shown:
                if group.required:
                    shown = [' | '.join(shown)] if len(shown) == 1 else [f'({shown[0]}'] + shown[1:]
                    joined = ' | '.join(shown)
                    if len(shown) > 1:
                        joined += ')'
                else:
                    joined = f'[{" | ".join(shown)}]'
                parts += re.findall(r'\(.*?\)+(?=\s|$)|\[.*?\]+(?=\s|$)|\S+', joined)
            i += len(members)
        return parts

    def _format_actions_usage(self, actions, groups):
        return ' '.join(self._usage_parts(actions, groups))

    def _format_text(self, text):
        if '%(prog)' in text:
            text = text % dict(prog=self._prog)
        width = max(self._width - self._current_indent, 11)
        return self._fill_text(text, width, ' ' * self._current_indent) + '\n\n'

    def _format_action(self, action):
        help_position = min(self._action_max_length + 2, self._max_help_position)
        help_width = max(self._width - help_position, 11)
        room = help_position - self._current_indent - 2
        header = self._format_action_invocation(action)
        indent = ' ' * self._current_indent
        first_indent = help_position
        if not action.help:
            parts = [f'{indent}{header}\n']
        elif len(header) <= room:
            parts = [f'{indent}{header:<{room}}  ']
            first_indent = 0
        else:
            parts = [f'{indent}{header}\n']
        if action.help and action.help.strip():
            text = self._expand_help(action)
            if text:
                lines = self._split_lines(text, help_width)
                parts.append(f'{"":{first_indent}}{lines[0]}\n' if lines else '\n')
                for line in lines[1:]:
                    parts.append(f'{"":{help_position}}{line}\n')
        elif not parts[-1].endswith('\n'):
            parts.append('\n')
        for sub in self._iter_indented_subactions(action):
            parts.append(self._format_action(sub))
        return self._join_parts(parts)

    def _format_action_invocation(self, action):
        if not action.option_strings:
            default = self._get_default_metavar_for_positional(action)
            return self._metavar_formatter(action, default)(1)[0]
        if action.nargs == 0:
            return ', '.join(action.option_strings)
        args = self._format_args(action, self._get_default_metavar_for_optional(action))
        return ', '.join(f'{option} {args}' for option in action.option_strings)

    def _metavar_formatter(self, action, default_metavar):
        if action.metavar is not None:
            result = action.metavar
        elif action.choices is not None:
            result = '{%s}' % ','.join(map(str, action.choices))
        else:
            result = default_metavar
        return lambda n: result if isinstance(result, tuple) else (result,) * n

    def _format_args(self, action, default_metavar):
        names = self._metavar_formatter(action, default_metavar)
        nargs = action.nargs
        if nargs is None:
            return '%s' % names(1)
        if nargs == OPTIONAL:
            return '[%s]' % names(1)
        if nargs == ZERO_OR_MORE:
            metavar = names(1)
            return '[%s [%s ...]]' % metavar if len(metavar) == 2 else '[%s ...]' % metavar
        if nargs == ONE_OR_MORE:
            return '%s [%s ...]' % names(2)
        if nargs == REMAINDER:
            return '...'
        if nargs == PARSER:
            return '%s ...' % names(1)
        if nargs == SUPPRESS:
            return ''
        try:
            pattern = ' '.join(['%s' for _ in range(nargs)])
        except TypeError:
            raise ValueError('invalid nargs value') from None
        return pattern % names(nargs)

    def _expand_help(self, action):
        params = dict(vars(action), prog=self._prog)
        for name in list(params):
            if params[name] is SUPPRESS:
                del params[name]
            elif hasattr(params[name], '__name__'):
                params[name] = params[name].__name__
        if params.get('choices') is not None:
            params['choices'] = ', '.join(map(str, params['choices']))
        return self._get_help_string(action) % params

    def _iter_indented_subactions(self, action):
        get = getattr(action, '_get_subactions', None)
        if get is not None:
            self._indent()
            yield from get()
            self._dedent()

    def _split_lines(self, text, width):
        import textwrap
        return textwrap.wrap(self._whitespace_matcher.sub(' ', text).strip(), width)

    def _fill_text(self, text, width, indent):
        import textwrap
        return textwrap.fill(self._whitespace_matcher.sub(' ', text).strip(), width,
                             initial_indent=indent, subsequent_indent=indent)

    def _get_help_string(self, action):
        return action.help

    def _get_default_metavar_for_optional(self, action):
        return action.dest.upper()

    def _get_default_metavar_for_positional(self, action):
        return action.dest


class RawDescriptionHelpFormatter(HelpFormatter):
    """Descriptions stay as they are written."""

    def _fill_text(self, text, width, indent):
        return ''.join(indent + line for line in text.splitlines(keepends=True))


class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    """All help texts stay as they are written."""

    def _split_lines(self, text, width):
        return text.splitlines()


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    """Adds (default: ...) to the help of each argument."""

    def _get_help_string(self, action):
        text = action.help
        if text is None:
            text = ''
        if '%(default)' not in text and action.default is not SUPPRESS:
            if action.option_strings or action.nargs in (OPTIONAL, ZERO_OR_MORE):
                text += ' (default: %(default)s)'
        return text


class MetavarTypeHelpFormatter(HelpFormatter):
    """Arguments are shown by the name of their type."""

    def _get_default_metavar_for_optional(self, action):
        return action.type.__name__

    def _get_default_metavar_for_positional(self, action):
        return action.type.__name__


# ---- errors ----

def _get_action_name(argument):
    if argument is None:
        return None
    if argument.option_strings:
        return '/'.join(argument.option_strings)
    if argument.metavar not in (None, SUPPRESS):
        return argument.metavar
    if argument.dest not in (None, SUPPRESS):
        return argument.dest
    if argument.choices:
        return '{' + ','.join(argument.choices) + '}'
    return None


class ArgumentError(Exception):
    """An argument cannot be used or made; its text begins with the argument's name."""

    def __init__(self, argument, message):
        self.argument_name = _get_action_name(argument)
        self.message = message

    def __str__(self):
        if self.argument_name is None:
            return f'{self.message}'
        return f'argument {self.argument_name}: {self.message}'


class ArgumentTypeError(Exception):
    """What a type function may raise: its text is shown as it is."""


# ---- actions ----

class Action(_AttributeHolder):
    """One argument: its names, how many words it takes, and what becomes of them (__call__)."""

    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None,
                 required=False, help=None, metavar=None):
        self.option_strings = option_strings
        self.dest = dest
        self.nargs = nargs
        self.const = const
        self.default = default
        self.type = type
        self.choices = choices
        self.required = required
        self.help = help
        self.metavar = metavar

    def _get_kwargs(self):
        return [(name, getattr(self, name)) for name in (
            'option_strings', 'dest', 'nargs', 'const', 'default', 'type', 'choices', 'required', 'help', 'metavar')]

    def format_usage(self):
        return self.option_strings[0]

    def __call__(self, parser, namespace, values, option_string=None):
        raise NotImplementedError('.__call__() not defined')


class BooleanOptionalAction(Action):
    """--flag and --no-flag."""

    def __init__(self, option_strings, dest, default=None, type=None, choices=None, required=False, help=None,
                 metavar=None):
        names = []
        for option in option_strings:
            names.append(option)
            if option.startswith('--'):
                names.append('--no-' + option[2:])
        super().__init__(option_strings=names, dest=dest, nargs=0, default=default, type=type, choices=choices,
                         required=required, help=help, metavar=metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        if option_string in self.option_strings:
            setattr(namespace, self.dest, not option_string.startswith('--no-'))

    def format_usage(self):
        return ' | '.join(self.option_strings)


class _StoreAction(Action):
    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None,
                 required=False, help=None, metavar=None):
        if nargs == 0:
            raise ValueError('nargs for store actions must be != 0; if you have nothing to store, actions such as '
                             'store true or store const may be more appropriate')
        if const is not None and nargs != OPTIONAL:
            raise ValueError(f'nargs must be {OPTIONAL!r} to supply const')
        super().__init__(option_strings, dest, nargs, const, default, type, choices, required, help, metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values)


class _StoreConstAction(Action):
    def __init__(self, option_strings, dest, const=None, default=None, required=False, help=None, metavar=None):
        super().__init__(option_strings, dest, nargs=0, const=const, default=default, required=required, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, self.const)


class _StoreTrueAction(_StoreConstAction):
    def __init__(self, option_strings, dest, default=False, required=False, help=None):
        super().__init__(option_strings, dest, const=True, default=default, required=required, help=help)


class _StoreFalseAction(_StoreConstAction):
    def __init__(self, option_strings, dest, default=True, required=False, help=None):
        super().__init__(option_strings, dest, const=False, default=default, required=required, help=help)


def _copy_items(items):
    if items is None:
        return []
    if type(items) is list:
        return items[:]
    import copy
    return copy.copy(items)


class _AppendAction(Action):
    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None,
                 required=False, help=None, metavar=None):
        if nargs == 0:
            raise ValueError('nargs for append actions must be != 0; if arg strings are not supplying the value to '
                             'append, the append const action may be more appropriate')
        if const is not None and nargs != OPTIONAL:
            raise ValueError(f'nargs must be {OPTIONAL!r} to supply const')
        super().__init__(option_strings, dest, nargs, const, default, type, choices, required, help, metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        items = _copy_items(getattr(namespace, self.dest, None))
        items.append(values)
        setattr(namespace, self.dest, items)


class _AppendConstAction(Action):
    def __init__(self, option_strings, dest, const=None, default=None, required=False, help=None, metavar=None):
        super().__init__(option_strings, dest, nargs=0, const=const, default=default, required=required, help=help,
                         metavar=metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        items = _copy_items(getattr(namespace, self.dest, None))
        items.append(self.const)
        setattr(namespace, self.dest, items)


class _CountAction(Action):
    def __init__(self, option_strings, dest, default=None, required=False, help=None):
        super().__init__(option_strings, dest, nargs=0, default=default, required=required, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, (getattr(namespace, self.dest, None) or 0) + 1)


class _HelpAction(Action):
    def __init__(self, option_strings, dest=SUPPRESS, default=SUPPRESS, help=None):
        super().__init__(option_strings, dest, nargs=0, default=default, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        parser.print_help()
        parser.exit()


class _VersionAction(Action):
    def __init__(self, option_strings, version=None, dest=SUPPRESS, default=SUPPRESS,
                 help="show program's version number and exit"):
        super().__init__(option_strings, dest, nargs=0, default=default, help=help)
        self.version = version

    def __call__(self, parser, namespace, values, option_string=None):
        version = parser.version if self.version is None else self.version
        formatter = parser._get_formatter()
        formatter.add_text(version)
        parser._print_message(formatter.format_help(), sys.stdout)
        parser.exit()


class _SubParsersAction(Action):
    """A word that chooses a parser for the rest of the line."""

    class _ChoicesPseudoAction(Action):
        def __init__(self, name, aliases, help):
            metavar = name + (f' ({", ".join(aliases)})' if aliases else '')
            super().__init__([], name, help=help, metavar=metavar)

    def __init__(self, option_strings, prog, parser_class, dest=SUPPRESS, required=False, help=None, metavar=None):
        self._prog_prefix = prog
        self._parser_class = parser_class
        self._name_parser_map = {}
        self._choices_actions = []
        super().__init__(option_strings, dest, nargs=PARSER, choices=self._name_parser_map, required=required,
                         help=help, metavar=metavar)

    def add_parser(self, name, **kwargs):
        """A new parser, for when `name` (or one of aliases) is given."""
        if kwargs.get('prog') is None:
            kwargs['prog'] = f'{self._prog_prefix} {name}'
        aliases = kwargs.pop('aliases', ())
        if name in self._name_parser_map:
            raise ArgumentError(self, f'conflicting subparser: {name}')
        for alias in aliases:
            if alias in self._name_parser_map:
                raise ArgumentError(self, f'conflicting subparser alias: {alias}')
        if 'help' in kwargs:
            self._choices_actions.append(self._ChoicesPseudoAction(name, aliases, kwargs.pop('help')))
        parser = self._parser_class(**kwargs)
        for each in (name, *aliases):
            self._name_parser_map[each] = parser
        return parser

    def _get_subactions(self):
        return self._choices_actions

    def __call__(self, parser, namespace, values, option_string=None):
        name, rest = values[0], values[1:]
        if self.dest is not SUPPRESS:
            setattr(namespace, self.dest, name)
        try:
            chosen = self._name_parser_map[name]
        except KeyError:
            raise ArgumentError(self, f'unknown parser {name!r} (choices: {", ".join(self._name_parser_map)})') from None
        found, extra = chosen.parse_known_args(rest, None)
        for key, value in vars(found).items():
            setattr(namespace, key, value)
        if extra:
            vars(namespace).setdefault(_UNRECOGNIZED_ARGS_ATTR, [])
            getattr(namespace, _UNRECOGNIZED_ARGS_ATTR).extend(extra)


class _ExtendAction(_AppendAction):
    def __call__(self, parser, namespace, values, option_string=None):
        items = _copy_items(getattr(namespace, self.dest, None))
        items.extend(values)
        setattr(namespace, self.dest, items)


class FileType:
    """A type that opens the file; '-' is standard input or output."""

    def __init__(self, mode='r', bufsize=-1, encoding=None, errors=None):
        self._mode, self._bufsize, self._encoding, self._errors = mode, bufsize, encoding, errors

    def __call__(self, string):
        if string == '-':
            if 'r' in self._mode:
                return sys.stdin.buffer if 'b' in self._mode else sys.stdin
            if any(c in self._mode for c in 'wax'):
                return sys.stdout.buffer if 'b' in self._mode else sys.stdout
            raise ValueError(f'argument "-" with mode {self._mode!r}')
        try:
            return open(string, self._mode, self._bufsize, self._encoding, self._errors)
        except OSError as e:
            raise ArgumentTypeError(f"can't open '{string}': {e}") from None

    def __repr__(self):
        parts = [repr(arg) for arg in (self._mode, self._bufsize) if arg != -1]
        parts += [f'{name}={value!r}' for name, value in (('encoding', self._encoding), ('errors', self._errors))
                  if value is not None]
        return f'{type(self).__name__}({", ".join(parts)})'


# ---- containers of actions ----

class _ActionsContainer:
    """What parsers and groups share: adding arguments."""

    def __init__(self, description, prefix_chars, argument_default, conflict_handler):
        self.description = description
        self.argument_default = argument_default
        self.prefix_chars = prefix_chars
        self.conflict_handler = conflict_handler
        self._registries = {}
        for name, kind in ((None, _StoreAction), ('store', _StoreAction), ('store_const', _StoreConstAction),
                           ('store_true', _StoreTrueAction), ('store_false', _StoreFalseAction),
                           ('append', _AppendAction), ('append_const', _AppendConstAction), ('count', _CountAction),
                           ('help', _HelpAction), ('version', _VersionAction), ('parsers', _SubParsersAction),
                           ('extend', _ExtendAction)):
            self.register('action', name, kind)
        self._get_handler()
        self._actions = []
        self._option_string_actions = {}
        self._action_groups = []
        self._mutually_exclusive_groups = []
        self._defaults = {}
        self._negative_number_matcher = re.compile(r'^-\d+$|^-\d*\.\d+$')
        self._has_negative_number_optionals = []

    def register(self, registry_name, value, object):
        self._registries.setdefault(registry_name, {})[value] = object

    def _registry_get(self, registry_name, value, default=None):
        return self._registries[registry_name].get(value, default)

    def set_defaults(self, **kwargs):
        """Values for names, whether or not an argument has them."""
        self._defaults.update(kwargs)
        for action in self._actions:
            if action.dest in kwargs:
                action.default = kwargs[action.dest]

    def get_default(self, dest):
        for action in self._actions:
            if action.dest == dest and action.default is not None:
                return action.default
        return self._defaults.get(dest, None)

    def add_argument(self, *args, **kwargs):
        """add_argument(name or flags..., action, nargs, const, default, type, choices, required, help, metavar, dest)"""
        chars = self.prefix_chars
        if not args or len(args) == 1 and args[0][0] not in chars:
            if args and 'dest' in kwargs:
                raise ValueError('dest supplied twice for positional argument')
            kwargs = self._get_positional_kwargs(*args, **kwargs)
        else:
            kwargs = self._get_optional_kwargs(*args, **kwargs)
        if 'default' not in kwargs:
            dest = kwargs['dest']
            if dest in self._defaults:
                kwargs['default'] = self._defaults[dest]
            elif self.argument_default is not None:
                kwargs['default'] = self.argument_default
        action_class = self._pop_action_class(kwargs)
        if not callable(action_class):
            raise ValueError(f'unknown action "{action_class}"')
        action = action_class(**kwargs)
        type_func = self._registry_get('type', action.type, action.type)
        if not callable(type_func):
            raise ValueError(f'{type_func!r} is not callable')
        if type_func is FileType:
            raise ValueError(f'{type_func!r} is a FileType class object, instance of it must be passed')
        if hasattr(self, '_get_formatter'):
            try:
                self._get_formatter()._format_args(action, None)
            except TypeError:
                raise ValueError('length of metavar tuple does not match nargs') from None
        return self._add_action(action)

    def add_argument_group(self, *args, **kwargs):
        group = _ArgumentGroup(self, *args, **kwargs)
        self._action_groups.append(group)
        return group

    def add_mutually_exclusive_group(self, **kwargs):
        group = _MutuallyExclusiveGroup(self, **kwargs)
        self._mutually_exclusive_groups.append(group)
        return group

    def _add_action(self, action):
        self._check_conflict(action)
        self._actions.append(action)
        action.container = self
        for option in action.option_strings:
            self._option_string_actions[option] = action
            if self._negative_number_matcher.match(option) and not self._has_negative_number_optionals:
                self._has_negative_number_optionals.append(True)
        return action

    def _remove_action(self, action):
        self._actions.remove(action)

    def _add_container_actions(self, container):
        titles = {}
        for group in self._action_groups:
            if group.title in titles:
                raise ValueError(f'cannot merge actions - two groups are named {group.title!r}')
            titles[group.title] = group
        home = {}
        for group in container._action_groups:
            if group.title not in titles:
                titles[group.title] = self.add_argument_group(
                    title=group.title, description=group.description, conflict_handler=group.conflict_handler)
            for action in group._group_actions:
                home[action] = titles[group.title]
        for group in container._mutually_exclusive_groups:
            new = self.add_mutually_exclusive_group(required=group.required)
            for action in group._group_actions:
                home[action] = new
        for action in container._actions:
            home.get(action, self)._add_action(action)

    def _get_positional_kwargs(self, dest, **kwargs):
        if 'required' in kwargs:
            raise TypeError("'required' is an invalid argument for positionals")
        if kwargs.get('nargs') not in (OPTIONAL, ZERO_OR_MORE):
            kwargs['required'] = True
        if kwargs.get('nargs') == ZERO_OR_MORE and 'default' not in kwargs:
            kwargs['required'] = True
        return dict(kwargs, dest=dest, option_strings=[])

    def _get_optional_kwargs(self, *args, **kwargs):
        longs = []
        for option in args:
            if option[0] not in self.prefix_chars:
                raise ValueError(f'invalid option string {option!r}: must start with a character '
                                 f'{self.prefix_chars!r}')
            if len(option) > 1 and option[1] in self.prefix_chars:
                longs.append(option)
        dest = kwargs.pop('dest', None)
        if dest is None:
            dest = (longs or args)[0].lstrip(self.prefix_chars)
            if not dest:
                raise ValueError(f'dest= is required for options like {(longs or args)[0]!r}')
            dest = dest.replace('-', '_')
        return dict(kwargs, dest=dest, option_strings=list(args))

    def _pop_action_class(self, kwargs, default=None):
        action = kwargs.pop('action', default)
        return self._registry_get('action', action, action)

    def _get_handler(self):
        try:
            return getattr(self, f'_handle_conflict_{self.conflict_handler}')
        except AttributeError:
            raise ValueError(f'invalid conflict_resolution value: {self.conflict_handler!r}') from None

    def _check_conflict(self, action):
        conflicts = [(option, self._option_string_actions[option]) for option in action.option_strings
                     if option in self._option_string_actions]
        if conflicts:
            self._get_handler()(action, conflicts)

    def _handle_conflict_error(self, action, conflicts):
        word = 'string' if len(conflicts) == 1 else 'strings'
        raise ArgumentError(action, f'conflicting option {word}: {", ".join(option for option, _ in conflicts)}')

    def _handle_conflict_resolve(self, action, conflicts):
        for option, old in conflicts:
            old.option_strings.remove(option)
            self._option_string_actions.pop(option, None)
            if not old.option_strings:
                old.container._remove_action(old)


class _ArgumentGroup(_ActionsContainer):
    """Arguments shown together in the help."""

    def __init__(self, container, title=None, description=None, **kwargs):
        kwargs.setdefault('conflict_handler', container.conflict_handler)
        kwargs.setdefault('prefix_chars', container.prefix_chars)
        kwargs.setdefault('argument_default', container.argument_default)
        super().__init__(description=description, **kwargs)
        self.title = title
        self._group_actions = []
        for name in ('_registries', '_actions', '_option_string_actions', '_defaults',
                     '_has_negative_number_optionals', '_mutually_exclusive_groups'):
            setattr(self, name, getattr(container, name))

    def _add_action(self, action):
        action = super()._add_action(action)
        self._group_actions.append(action)
        return action

    def _remove_action(self, action):
        super()._remove_action(action)
        self._group_actions.remove(action)

    def add_argument_group(self, *args, **kwargs):
        import warnings
        warnings.warn('Nesting argument groups is deprecated.', category=DeprecationWarning, stacklevel=2)
        return super().add_argument_group(*args, **kwargs)


class _MutuallyExclusiveGroup(_ArgumentGroup):
    """Arguments of which at most one may be given."""

    def __init__(self, container, required=False):
        super().__init__(container)
        self.required = required
        self._container = container

    def _add_action(self, action):
        if action.required:
            raise ValueError('mutually exclusive arguments must be optional')
        action = self._container._add_action(action)
        self._group_actions.append(action)
        return action

    def _remove_action(self, action):
        self._container._remove_action(action)
        self._group_actions.remove(action)

    def add_mutually_exclusive_group(self, *args, **kwargs):
        import warnings
        warnings.warn('Nesting mutually exclusive groups is deprecated.', category=DeprecationWarning, stacklevel=2)
        return super().add_mutually_exclusive_group(*args, **kwargs)


# ---- the parser ----

class _Scan:
    """One walk along a command line."""

    def __init__(self, parser, args, namespace):
        self.parser, self.args, self.namespace = parser, args, namespace
        self.seen, self.seen_non_default = set(), set()
        self.conflicts = {}
        for group in parser._mutually_exclusive_groups:
            for i, action in enumerate(group._group_actions):
                others = self.conflicts.setdefault(action, [])
                others.extend(group._group_actions[:i])
                others.extend(group._group_actions[i + 1:])
        self.options, letters = {}, []       # index -> (action, option string, explicit argument)
        rest = iter(enumerate(args))
        for i, arg in rest:
            if arg == '--':
                letters.append('-')
                letters.extend('A' for _ in rest)
                break
            found = parser._parse_optional(arg)
            if found is not None:
                self.options[i] = found
            letters.append('A' if found is None else 'O')
        self.letters = ''.join(letters)
        self.extras = []

    def take(self, action, words, option_string=None):
        self.seen.add(action)
        values = self.parser._get_values(action, words)
        if values is not action.default:
            self.seen_non_default.add(action)
            for other in self.conflicts.get(action, ()):
                if other in self.seen_non_default:
                    raise ArgumentError(action, f'not allowed with argument {_get_action_name(other)}')
        if values is not SUPPRESS:
            action(self.parser, self.namespace, values, option_string)

    def option(self, start):
        """Consume the option at start with its words; where to go on."""
        parser = self.parser
        action, name, explicit = self.options[start]
        done = []
        while True:
            if action is None:
                self.extras.append(self.args[start])
                return start + 1
            if explicit is not None:
                count = parser._match_argument(action, 'A')
                chars = parser.prefix_chars
                if count == 0 and name[1] not in chars and explicit != '':
                    done.append((action, [], name))         # -xyz: -x, and then -yz
                    letter = name[0]
                    name = letter + explicit[0]
                    explicit = explicit[1:] or None
                    if name not in parser._option_string_actions:
                        raise ArgumentError(action, f'ignored explicit argument {name[1:] + (explicit or "")!r}')
                    action = parser._option_string_actions[name]
                    continue
                if count == 1:
                    done.append((action, [explicit], name))
                    stop = start + 1
                    break
                raise ArgumentError(action, f'ignored explicit argument {explicit!r}')
            begin = start + 1
            count = parser._match_argument(action, self.letters[begin:])
            stop = begin + count
            done.append((action, self.args[begin:stop], name))
            break
        for each in done:
            self.take(*each[:2], each[2])
        return stop

    def positionals(self, start):
        """Give the words from start to as many waiting positionals as match."""
        counts = self.parser._match_arguments_partial(self.waiting, self.letters[start:])
        for action, count in zip(self.waiting, counts):
            words = self.args[start:start + count]
            start += count
            self.take(action, words)
        self.waiting = self.waiting[len(counts):]
        return start

    def run(self):
        self.waiting = self.parser._get_positional_actions()
        start = 0
        last = max(self.options) if self.options else -1
        while start <= last:
            following = min(i for i in self.options if i >= start)
            if start != following:
                stop = self.positionals(start)
                if stop > start:
                    start = stop
                    continue
                start = stop
            if start not in self.options:
                self.extras.extend(self.args[start:following])
                start = following
            start = self.option(start)
        stop = self.positionals(start)
        self.extras.extend(self.args[stop:])
        self._check_required()
        return self.namespace, self.extras

    def _check_required(self):
        parser, namespace = self.parser, self.namespace
        missing = []
        for action in parser._actions:
            if action in self.seen:
                continue
            if action.required:
                missing.append(_get_action_name(action))
            elif (action.default is not None and isinstance(action.default, str)
                    and hasattr(namespace, action.dest) and action.default is getattr(namespace, action.dest)):
                setattr(namespace, action.dest, parser._get_value(action, action.default))
        if missing:
            parser.error(f'the following arguments are required: {", ".join(missing)}')
        for group in parser._mutually_exclusive_groups:
            if group.required and not any(a in self.seen_non_default for a in group._group_actions):
                names = [_get_action_name(a) for a in group._group_actions if a.help is not SUPPRESS]
                parser.error(f'one of the arguments {" ".join(names)} is required')


class ArgumentParser(_AttributeHolder, _ActionsContainer):
    """Parses command lines; parse_args() gives a Namespace, or prints usage and an error and exits with 2."""

    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=[],
                 formatter_class=HelpFormatter, prefix_chars='-', fromfile_prefix_chars=None, argument_default=None,
                 conflict_handler='error', add_help=True, allow_abbrev=True, exit_on_error=True):
        _ActionsContainer.__init__(self, description, prefix_chars, argument_default, conflict_handler)
        if prog is None:
            import os
            prog = os.path.basename(sys.argv[0])
        self.prog, self.usage, self.epilog = prog, usage, epilog
        self.formatter_class = formatter_class
        self.fromfile_prefix_chars = fromfile_prefix_chars
        self.add_help, self.allow_abbrev, self.exit_on_error = add_help, allow_abbrev, exit_on_error
        self._positionals = self.add_argument_group('positional arguments')
        self._optionals = self.add_argument_group('options')
        self._subparsers = None
        self.register('type', None, _same)
        if add_help:
            letter = '-' if '-' in prefix_chars else prefix_chars[0]
            self.add_argument(letter + 'h', letter * 2 + 'help', action='help', default=SUPPRESS,
                              help='show this help message and exit')
        for parent in parents:
            self._add_container_actions(parent)
            self._defaults.update(getattr(parent, '_defaults', {}))

    def _get_kwargs(self):
        return [(name, getattr(self, name)) for name in
                ('prog', 'usage', 'description', 'formatter_class', 'conflict_handler', 'add_help')]

    def add_subparsers(self, **kwargs):
        """An argument that chooses a parser: add_parser(name) of what is returned."""
        if self._subparsers is not None:
            self.error('cannot have multiple subparser arguments')
        kwargs.setdefault('parser_class', type(self))
        if 'title' in kwargs or 'description' in kwargs:
            self._subparsers = self.add_argument_group(kwargs.pop('title', 'subcommands'),
                                                       kwargs.pop('description', None))
        else:
            self._subparsers = self._positionals
        if kwargs.get('prog') is None:
            formatter = self._get_formatter()
            formatter.add_usage(self.usage, self._get_positional_actions(), self._mutually_exclusive_groups, '')
            kwargs['prog'] = formatter.format_help().strip()
        action = self._pop_action_class(kwargs, 'parsers')(option_strings=[], **kwargs)
        self._subparsers._add_action(action)
        return action

    def _add_action(self, action):
        (self._optionals if action.option_strings else self._positionals)._add_action(action)
        return action

    def _get_optional_actions(self):
        return [action for action in self._actions if action.option_strings]

    def _get_positional_actions(self):
        return [action for action in self._actions if not action.option_strings]

    def parse_args(self, args=None, namespace=None):
        args, extra = self.parse_known_args(args, namespace)
        if extra:
            self.error(f'unrecognized arguments: {" ".join(extra)}')
        return args

    def parse_known_args(self, args=None, namespace=None):
        """(namespace, the words that nothing took)"""
        args = sys.argv[1:] if args is None else list(args)
        if namespace is None:
            namespace = Namespace()
        for action in self._actions:
            if action.dest is not SUPPRESS and not hasattr(namespace, action.dest) and action.default is not SUPPRESS:
                setattr(namespace, action.dest, action.default)
        for dest, value in self._defaults.items():
            if not hasattr(namespace, dest):
                setattr(namespace, dest, value)
        if self.exit_on_error:
            try:
                namespace, args = self._parse_known_args(args, namespace)
            except ArgumentError as err:
                self.error(str(err))
        else:
            namespace, args = self._parse_known_args(args, namespace)
        if hasattr(namespace, _UNRECOGNIZED_ARGS_ATTR):
            args.extend(getattr(namespace, _UNRECOGNIZED_ARGS_ATTR))
            delattr(namespace, _UNRECOGNIZED_ARGS_ATTR)
        return namespace, args

    def _parse_known_args(self, args, namespace):
        if self.fromfile_prefix_chars is not None:
            args = self._read_args_from_files(args)
        return _Scan(self, args, namespace).run()

    def _read_args_from_files(self, args):
        new = []
        for arg in args:
            if not arg or arg[0] not in self.fromfile_prefix_chars:
                new.append(arg)
                continue
            try:
                with open(arg[1:]) as file:
                    inner = [word for line in file.read().splitlines() for word in self.convert_arg_line_to_args(line)]
            except OSError as err:
                self.error(str(err))
            new.extend(self._read_args_from_files(inner))
        return new

    def convert_arg_line_to_args(self, arg_line):
        """The words of a line of a file of arguments."""
        return [arg_line]

    def parse_intermixed_args(self, args=None, namespace=None):
        args, extra = self.parse_known_intermixed_args(args, namespace)
        if extra:
            self.error(f'unrecognized arguments: {" ".join(extra)}')
        return args

    def parse_known_intermixed_args(self, args=None, namespace=None):
        """Options first, wherever they stand; then the positionals from all that is left."""
        positionals = self._get_positional_actions()
        bad = [action for action in positionals if action.nargs in (PARSER, REMAINDER)]
        if bad:
            raise TypeError(f'parse_intermixed_args: positional arg with nargs={bad[0].nargs}')
        kept = [(action, action.nargs, action.default) for action in positionals]
        required = [(a, a.required) for a in self._actions]
        try:
            for action in positionals:
                action.nargs, action.default, action.required = SUPPRESS, SUPPRESS, False
            namespace, rest = self.parse_known_args(args, namespace)
            for action in positionals:
                if getattr(namespace, action.dest, None) == []:
                    delattr(namespace, action.dest)
        finally:
            for action, nargs, default in kept:
                action.nargs, action.default = nargs, default
            for action, flag in required:
                action.required = flag
        optionals = self._get_optional_actions()
        try:
            for action in optionals:
                action.required = False
            return self.parse_known_args(rest, namespace)
        finally:
            for action, flag in required:
                action.required = flag

    # which words belong to an action

    def _get_nargs_pattern(self, action):
        nargs = action.nargs
        if nargs is None:
            pattern = '(-*A-*)'
        elif nargs == OPTIONAL:
            pattern = '(-*A?-*)'
        elif nargs == ZERO_OR_MORE:
            pattern = '(-*[A-]*)'
        elif nargs == ONE_OR_MORE:
            pattern = '(-*A[A-]*)'
        elif nargs == REMAINDER:
            pattern = '([-AO]*)'
        elif nargs == PARSER:
            pattern = '(-*A[-AO]*)'
        elif nargs == SUPPRESS:
            pattern = '(-*-*)'
        else:
            pattern = f'(-*{"-*".join("A" * nargs)}-*)'
        if action.option_strings:           # a -- among an option's words ends them
            pattern = pattern.replace('-*', '').replace('-', '')
        return pattern

    def _match_argument(self, action, letters):
        match = re.match(self._get_nargs_pattern(action), letters)
        if match is None:
            words = {None: 'expected one argument', OPTIONAL: 'expected at most one argument',
                     ONE_OR_MORE: 'expected at least one argument'}.get(action.nargs)
            if words is None:
                words = f'expected {action.nargs} argument{"s" if action.nargs != 1 else ""}'
            raise ArgumentError(action, words)
        return len(match.group(1))

    def _match_arguments_partial(self, actions, letters):
        for n in range(len(actions), 0, -1):
            match = re.match(''.join(map(self._get_nargs_pattern, actions[:n])), letters)
            if match is not None:
                return [len(text) for text in match.groups()]
        return []

    def _parse_optional(self, arg):
        """(action, option string, explicit argument) if the word looks like an option, else None."""
        if not arg or arg[0] not in self.prefix_chars:
            return None
        if arg in self._option_string_actions:
            return self._option_string_actions[arg], arg, None
        if len(arg) == 1:
            return None
        if '=' in arg:
            option, explicit = arg.split('=', 1)
            if option in self._option_string_actions:
                return self._option_string_actions[option], option, explicit
        found = self._get_option_tuples(arg)
        if len(found) > 1:
            options = ', '.join(option for _, option, _ in found)
            self.error(f'ambiguous option: {arg} could match {options}')
        if len(found) == 1:
            return found[0]
        if self._negative_number_matcher.match(arg) and not self._has_negative_number_optionals:
            return None
        if ' ' in arg:
            return None
        return None, arg, None

    def _get_option_tuples(self, arg):
        """The options that the word may abbreviate, or begin with."""
        chars, found = self.prefix_chars, []
        if arg[0] in chars and arg[1] in chars:
            if self.allow_abbrev:
                prefix, eq, explicit = arg.partition('=')
                found = [(action, option, explicit if eq else None)
                         for option, action in self._option_string_actions.items() if option.startswith(prefix)]
        elif arg[0] in chars:
            short, rest = arg[:2], arg[2:]
            for option, action in self._option_string_actions.items():
                if option == short:
                    found.append((action, option, rest))
                elif option.startswith(arg):
                    found.append((action, option, None))
        else:
            self.error(f'unexpected option string: {arg}')
        return found

    # values

    def _get_values(self, action, words):
        if action.nargs not in (PARSER, REMAINDER) and '--' in words:
            words = list(words)
            words.remove('--')
        nargs = action.nargs
        if not words and nargs == OPTIONAL:
            value = action.const if action.option_strings else action.default
            if isinstance(value, str):
                value = self._get_value(action, value)
                self._check_value(action, value)
        elif not words and nargs == ZERO_OR_MORE and not action.option_strings:
            value = action.default if action.default is not None else words
            if action.default is not None:
                self._check_value(action, value)
        elif len(words) == 1 and nargs in (None, OPTIONAL):
            value = self._get_value(action, words[0])
            self._check_value(action, value)
        elif nargs == REMAINDER:
            value = [self._get_value(action, word) for word in words]
        elif nargs == PARSER:
            value = [self._get_value(action, word) for word in words]
            self._check_value(action, value[0])
        elif nargs == SUPPRESS:
            value = SUPPRESS
        else:
            value = [self._get_value(action, word) for word in words]
            for each in value:
                self._check_value(action, each)
        return value

    def _get_value(self, action, word):
        function = self._registry_get('type', action.type, action.type)
        if not callable(function):
            raise ArgumentError(action, f'{function!r} is not callable')
        try:
            return function(word)
        except ArgumentTypeError as err:
            raise ArgumentError(action, str(err)) from None
        except (TypeError, ValueError):
            name = getattr(action.type, '__name__', repr(action.type))
            raise ArgumentError(action, f'invalid {name} value: {word!r}') from None

    def _check_value(self, action, value):
        if action.choices is not None and value not in action.choices:
            raise ArgumentError(action, f'invalid choice: {value!r} (choose from '
                                        f'{", ".join(map(repr, action.choices))})')

    # help

    def format_usage(self):
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        return formatter.format_help()

    def format_help(self):
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        formatter.add_text(self.description)
        for group in self._action_groups:
            formatter.start_section(group.title)
            formatter.add_text(group.description)
            formatter.add_arguments(group._group_actions)
            formatter.end_section()
        formatter.add_text(self.epilog)
        return formatter.format_help()

    def _get_formatter(self):
        return self.formatter_class(prog=self.prog)

    def print_usage(self, file=None):
        self._print_message(self.format_usage(), sys.stdout if file is None else file)

    def print_help(self, file=None):
        self._print_message(self.format_help(), sys.stdout if file is None else file)

    def _print_message(self, message, file=None):
        if message:
            file = file or sys.stderr
            try:
                file.write(message)
            except (AttributeError, OSError):
                pass

    def exit(self, status=0, message=None):
        if message:
            self._print_message(message, sys.stderr)
        sys.exit(status)

    def error(self, message):
        """Print usage and the message to stderr and exit with 2."""
        self.print_usage(sys.stderr)
        self.exit(2, f'{self.prog}: error: {message}\n')


def _same(string):
    return string
