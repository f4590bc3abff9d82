"""pytz, where it is not installed: its names over the zones that perch's pandas reads from the machine's zone files."""
import zoneinfo

from pandas.core import zones as _zones
from pandas.core.zones import AmbiguousTimeError, NonExistentTimeError, UTC, UnknownTimeZoneError, fixed

utc = UTC
__version__ = '2022.7.1'


def timezone(zone):
    """The zone of a name."""
    if zone is None:
        raise UnknownTimeZoneError(None)
    return _zones.zone_of(zone)


def FixedOffset(offset, _tzinfos={}):
    """The zone so many minutes from UTC."""
    return fixed(offset)


def __getattr__(name):
    if name in ('all_timezones', 'common_timezones'):
        return sorted(zoneinfo.available_timezones())
    if name in ('all_timezones_set', 'common_timezones_set'):
        return set(zoneinfo.available_timezones())
    raise AttributeError(f"module 'pytz' has no attribute '{name}'")


class exceptions:
    """What goes wrong."""
    UnknownTimeZoneError, AmbiguousTimeError, NonExistentTimeError = UnknownTimeZoneError, AmbiguousTimeError, NonExistentTimeError
