# Quantities with units: descriptors, operator overloading, conversion errors.
class UnitError(TypeError):
    pass


class Quantity:
    bases = {"m": ("length", 1), "km": ("length", 1000), "cm": ("length", 0.01), "s": ("time", 1), "h": ("time", 3600), "kg": ("mass", 1), "g": ("mass", 0.001)}

    def __init__(self, value, unit=None, *, dims=None):
        if dims is None:
            kind, factor = self.bases[unit]
            value, dims = value * factor, {kind: 1}
        self.value, self.dims = value, {k: v for k, v in dims.items() if v}

    def _same(self, other, verb):
        if not isinstance(other, Quantity):
            return False
        if self.dims != other.dims:
            raise UnitError(f"cannot {verb} {self.kind()} and {other.kind()}")
        return True

    def kind(self):
        return "*".join(f"{k}^{v}" if v != 1 else k for k, v in sorted(self.dims.items())) or "number"

    def __add__(self, o):
        return Quantity(self.value + o.value, dims=self.dims) if self._same(o, "add") else NotImplemented

    def __sub__(self, o):
        return Quantity(self.value - o.value, dims=self.dims) if self._same(o, "subtract") else NotImplemented

    def __mul__(self, o):
        if isinstance(o, (int, float)):
            return Quantity(self.value * o, dims=self.dims)
        return Quantity(self.value * o.value, dims={k: self.dims.get(k, 0) + o.dims.get(k, 0) for k in {**self.dims, **o.dims}})

    __rmul__ = __mul__

    def __truediv__(self, o):
        if isinstance(o, (int, float)):
            return self * (1 / o)
        return self * Quantity(1 / o.value, dims={k: -v for k, v in o.dims.items()})

    def __pow__(self, n):
        return Quantity(self.value ** n, dims={k: v * n for k, v in self.dims.items()})

    def __lt__(self, o):
        return self.value < o.value if self._same(o, "compare") else NotImplemented

    def __eq__(self, o):
        return isinstance(o, Quantity) and self.dims == o.dims and abs(self.value - o.value) < 1e-12

    def __repr__(self):
        return f"<{self.value:g} {self.kind()}>"


km, m, h, s, kg = (Quantity(1, u) for u in ("km", "m", "h", "s", "kg"))
speed = 90 * km / h
print(speed, 5 * km + 300 * m, (2 * m) ** 2, kg * m / s ** 2, 1 * km == 1000 * m, sorted([2 * km, 500 * m, 1 * km])[0], speed * (2 * h))
for f in (lambda: km + h, lambda: km < kg, lambda: km + 5, lambda: 5 - km, lambda: Quantity(1, "lightyear"), lambda: km @ km):
    try:
        print(f())
    except (UnitError, TypeError, KeyError) as e:
        print(type(e).__name__, e)
