"""Numbers with powers of a thousand: set_eng_float_format."""
import decimal
import math

PREFIXES = {-24: 'y', -21: 'z', -18: 'a', -15: 'f', -12: 'p', -9: 'n', -6: 'u', -3: 'm', 0: '', 3: 'k', 6: 'M', 9: 'G', 12: 'T', 15: 'P', 18: 'E', 21: 'Z', 24: 'Y'}


class EngFormatter:
    """Makes a number's text: a part below a thousand and the power of ten, as a number or by its prefix."""
    __module__ = 'pandas.io.formats.format'

    def __init__(self, accuracy=None, use_eng_prefix=False):
        self.accuracy, self.use_eng_prefix = accuracy, use_eng_prefix

    def __call__(self, num):
        exact = decimal.Decimal(str(num))
        if exact.is_nan():
            return 'NaN'
        if exact.is_infinite():
            return 'inf'
        power = int(math.floor(exact.copy_abs().log10() / 3) * 3) if exact else 0
        power = min(max(power, -24), 24)
        behind = PREFIXES[power] if self.use_eng_prefix else f'E{"-" if power < 0 else "+"}{abs(power):02d}'
        part = exact / decimal.Decimal(10) ** power
        return (f'{part: g}' if self.accuracy is None else f'{part: .{self.accuracy:d}f}') + behind


def set_eng_float_format(accuracy=3, use_eng_prefix=False):
    """All numbers from now on with powers of a thousand."""
    from pandas.core.options import set_option
    set_option('display.float_format', EngFormatter(accuracy, use_eng_prefix))
    set_option('display.column_space', max(12, accuracy + 9))
