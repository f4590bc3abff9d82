"""Constants of physics and what units are in those of the SI."""
import math as _math

from scipy.constants._codata import ConstantWarning, convert_temperature, find, lambda2nu, nu2lambda, physical_constants, precision, unit, value

pi = _math.pi
golden = golden_ratio = (1 + _math.sqrt(5)) / 2
# tens and twos
yotta, zetta, exa, peta, tera, giga, mega, kilo, hecto, deka = 1e24, 1e21, 1e18, 1e15, 1e12, 1e9, 1e6, 1e3, 1e2, 1e1
deci, centi, milli, micro, nano, pico, femto, atto, zepto, yocto = 1e-1, 1e-2, 1e-3, 1e-6, 1e-9, 1e-12, 1e-15, 1e-18, 1e-21, 1e-24
kibi, mebi, gibi, tebi, pebi, exbi, zebi, yobi = (2 ** (10 * _k) for _k in range(1, 9))
# of physics
c = speed_of_light = value('speed of light in vacuum')
mu_0, epsilon_0 = value('vacuum mag. permeability'), value('vacuum electric permittivity')
h = Planck = value('Planck constant')
hbar = h / (2 * pi)
G = gravitational_constant = value('Newtonian constant of gravitation')
g = value('standard acceleration of gravity')
e = elementary_charge = value('elementary charge')
R = gas_constant = value('molar gas constant')
alpha = fine_structure = value('fine-structure constant')
N_A = Avogadro = value('Avogadro constant')
k = Boltzmann = value('Boltzmann constant')
sigma = Stefan_Boltzmann = value('Stefan-Boltzmann constant')
Wien = value('Wien wavelength displacement law constant')
Rydberg = value('Rydberg constant')
# masses, in kilograms
gram, metric_ton, grain = 1e-3, 1e3, 64.79891e-6
lb = pound = 7000 * grain
blob = slinch = pound * g / 0.0254
slug = blob / 12
oz = ounce = pound / 16
stone, long_ton, short_ton = 14 * pound, 2240 * pound, 2000 * pound
troy_ounce = 480 * grain
troy_pound = 12 * troy_ounce
carat = 200e-6
m_e = electron_mass = value('electron mass')
m_p = proton_mass = value('proton mass')
m_n = neutron_mass = value('neutron mass')
m_u = u = atomic_mass = value('atomic mass constant')
# angles, in radians
degree = pi / 180
arcmin = arcminute = degree / 60
arcsec = arcsecond = arcmin / 60
# times, in seconds
minute = 60.0
hour = 60 * minute
day = 24 * hour
week, year, Julian_year = 7 * day, 365 * day, 365.25 * day
# lengths, in metres
inch = 0.0254
foot = 12 * inch
yard = 3 * foot
mile = 1760 * yard
mil = inch / 1000
pt = point = inch / 72
survey_foot = 1200.0 / 3937
survey_mile = 5280 * survey_foot
nautical_mile, fermi, angstrom, micron = 1852.0, 1e-15, 1e-10, 1e-6
au = astronomical_unit = 149597870700.0
light_year, parsec = Julian_year * c, au / arcsec
# pressures, in pascals
atm = atmosphere = value('standard atmosphere')
bar = 1e5
torr = mmHg = atm / 760
psi = pound * g / (inch * inch)
# areas and volumes
hectare, acre = 1e4, 43560 * foot ** 2
litre = liter = 1e-3
gallon = gallon_US = 231 * inch ** 3
fluid_ounce = fluid_ounce_US = gallon_US / 128
bbl = barrel = 42 * gallon_US
gallon_imp = 4.54609e-3
fluid_ounce_imp = gallon_imp / 160
# speeds, in metres a second
kmh, mph = 1e3 / hour, mile / hour
mach = speed_of_sound = 340.5
knot = nautical_mile / hour
# temperatures
zero_Celsius, degree_Fahrenheit = 273.15, 1 / 1.8
# energies, powers, forces
eV = electron_volt = elementary_charge
calorie = calorie_th = 4.184
calorie_IT, erg = 4.1868, 1e-7
Btu_th = pound * degree_Fahrenheit * calorie_th / gram
Btu = Btu_IT = pound * degree_Fahrenheit * calorie_IT / gram
ton_TNT = 1e9 * calorie_th
hp = horsepower = 550 * foot * pound * g
dyn = dyne = 1e-5
lbf = pound_force = pound * g
kgf = kilogram_force = g

__all__ = [name for name in globals() if not name.startswith('_')]
