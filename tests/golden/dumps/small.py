"""A little of everything that a dump must show."""
import math as m


def area(shape, *rest, scale=1.0, **more):
    match shape:
        case {"r": r}:
            return m.pi * r ** 2 * scale
        case [w, h] if w > 0:
            return w * h
        case _:
            raise ValueError(f"{shape!r} has {len(rest):>3} more")


class Box(list):
    size: int = 3

    def __len__(self):
        try:
            return super().__len__() + self.size
        except (TypeError, AttributeError) as error:
            print(error)
        finally:
            self.size -= 1


total = sum(x * x for x in range(10) if x % 2) or [y for y in "ab"][0]
with open(__file__) as f, f:
    a, *b = f.readline().split()
    while (n := len(b)) and not a:
        del b[0]
