"""The table of constants of physics, and what is asked of it; temperatures from one scale to another."""
import numpy as np

from scipy.constants._codata_2018 import TABLE

physical_constants = {name: (float(number), unit_of, float(off)) for name, number, unit_of, off in (line.split('|') for line in TABLE.splitlines())}


class ConstantWarning(DeprecationWarning):
    """A constant that is no longer in the table."""


def value(key):
    return physical_constants[key][0]


def unit(key):
    return physical_constants[key][1]


def precision(key):
    """How far off the value may be, as a part of it."""
    return physical_constants[key][2] / physical_constants[key][0]


def find(sub=None, disp=False):
    """The names that hold a text."""
    found = sorted(name for name in physical_constants if sub is None or sub.lower() in name.lower())
    if not disp:
        return found
    for name in found:
        print(name)
    return None


# of each scale: its zero in kelvins, its step
_SCALES = {'celsius': (273.15, 1.0), 'c': (273.15, 1.0), 'kelvin': (0.0, 1.0), 'k': (0.0, 1.0)}
_FIVE_NINTHS = ('fahrenheit', 'f', 'rankine', 'r')


def convert_temperature(val, old_scale, new_scale):
    """A temperature in another scale."""
    val, old, new = np.asanyarray(val), old_scale.lower(), new_scale.lower()
    for given, scale in ((old_scale, old), (new_scale, new)):
        if scale not in _SCALES and scale not in _FIVE_NINTHS:
            raise NotImplementedError(f'{given} scale is unsupported: supported scales are Celsius, Kelvin, Fahrenheit, and Rankine' if given is old_scale else
                                      f"'{given}' scale is unsupported: supported scales are 'Celsius', 'Kelvin', 'Fahrenheit', and 'Rankine'")
    kelvins = val + _SCALES[old][0] if old in _SCALES else (val - 32) * 5 / 9 + 273.15 if old[0] == 'f' else val * 5 / 9
    return kelvins - _SCALES[new][0] if new in _SCALES else (kelvins - 273.15) * 9 / 5 + 32 if new[0] == 'f' else kelvins * 9 / 5


def lambda2nu(lambda_):
    """The frequency of a wavelength."""
    return value('speed of light in vacuum') / np.asanyarray(lambda_)


def nu2lambda(nu):
    """The wavelength of a frequency."""
    return value('speed of light in vacuum') / np.asanyarray(nu)
