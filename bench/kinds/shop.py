"""A shop's stock and orders: classes, properties, exceptions of its own, dataclasses, sorting by attributes."""
from dataclasses import dataclass, field


class ShopError(Exception):
    pass


class OutOfStock(ShopError):
    def __init__(self, name, wanted, left):
        super().__init__(f"{name}: wanted {wanted}, {left} left")
        self.name, self.wanted, self.left = name, wanted, left


class Unknown(ShopError, KeyError):
    pass


@dataclass
class Item:
    name: str
    price: float
    count: int = 0

    @property
    def value(self):
        return self.price * self.count


@dataclass(order=True)
class Order:
    number: int
    lines: list = field(default_factory=list, compare=False)
    customer: str = field(default="", compare=False)

    def total(self, shop):
        return sum(shop.find(name).price * n for name, n in self.lines)


class Shop:
    def __init__(self):
        self._items = {}
        self.log = []
        self.refused = 0

    def find(self, name):
        try:
            return self._items[name]
        except KeyError:
            raise Unknown(name) from None

    def add(self, name, price, count):
        if name in self._items:
            self._items[name].count += count
        else:
            self._items[name] = Item(name, price, count)

    def take(self, name, wanted):
        item = self.find(name)
        if item.count < wanted:
            raise OutOfStock(name, wanted, item.count)
        item.count -= wanted
        return item.price * wanted

    def place(self, order):
        done = []
        total = 0.0
        try:
            for name, n in order.lines:
                total += self.take(name, n)
                done.append((name, n))
        except OutOfStock as e:
            for name, n in done:
                self._items[name].count += n
            self.refused += 1
            self.log.append(("short", order.number, e.left))
            return 0.0
        except Unknown as e:
            for name, n in done:
                self._items[name].count += n
            self.log.append(("unknown", order.number, e.args[0]))
            return 0.0
        else:
            self.log.append(("sold", order.number, round(total, 2)))
            return total
        finally:
            order.lines = done


def numbers(seed):
    while True:
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        yield seed >> 8


def main():
    shop = Shop()
    names = [f"item{i:03d}" for i in range(150)]
    rnd = numbers(42)
    for name in names:
        shop.add(name, next(rnd) % 1000 / 100 + 1, 60)
    sold = 0.0
    orders = []
    for number in range(25000):
        order = Order(number, customer=f"customer {number % 97}")
        for _ in range(1 + next(rnd) % 4):
            k = next(rnd) % 151
            order.lines.append((names[k] if k < 150 else "nothing", 1 + next(rnd) % 3))
        sold += shop.place(order)
        orders.append(order)
        if number % 40 == 0:
            for name in names:
                if shop.find(name).count < 10:
                    shop.add(name, 0, 5)
    kinds = {}
    for kind, _, _ in shop.log:
        kinds[kind] = kinds.get(kind, 0) + 1
    print(round(sold, 2), shop.refused, sorted(kinds.items()))
    best = sorted(shop._items.values(), key=lambda i: (-i.value, i.name))[:5]
    for item in best:
        print(f"{item.name:<10}{item.price:>8.2f}{item.count:>5d}{item.value:>10.2f}")
    print(max(orders).number, min(orders).number, sum(o.total(shop) for o in orders[:2000]) > 0)


main()
