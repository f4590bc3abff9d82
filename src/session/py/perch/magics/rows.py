"""The table of magics: (name, kinds, module). Kinds: 'line', 'cell', and 'raw' for one that sees its line as it was typed: in others
{expression} and $name are replaced. The function is perch.magics.MODULE.magic_NAME(shell, line[, cell]). Keep each block sorted."""

ROWS = [
    # inputs: what was typed, and running it again
    ('hist', 'line', 'inputs'),
    ('history', 'line', 'inputs'),
    ('load', 'line', 'inputs'),
    ('loadpy', 'line', 'inputs'),
    ('macro', 'line', 'inputs'),
    ('notebook', 'line', 'inputs'),
    ('recall', 'line', 'inputs'),
    ('rep', 'line', 'inputs'),
    ('rerun', 'line', 'inputs'),
    ('save', 'line', 'inputs'),
    # names: those of the session
    ('reset', 'line', 'names'),
    ('reset_selective', 'line', 'names'),
    ('xdel', 'line', 'names'),
    # errors
    ('tb', 'line', 'errors'),
]

# alias: (magic, what stands in front of its line)
ALIASES = {}
