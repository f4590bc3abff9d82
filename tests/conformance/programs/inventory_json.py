# An inventory: JSON in and out, sorting, grouping, totals.
import json
from collections import defaultdict
from dataclasses import asdict, dataclass, field


@dataclass(order=True)
class Item:
    name: str
    price: float
    quantity: int = 1
    tags: list = field(default_factory=list, compare=False)

    @property
    def total(self):
        return self.price * self.quantity

    def __post_init__(self):
        if self.price < 0:
            raise ValueError(f"{self.name}: negative price")


class Inventory:
    def __init__(self, items=()):
        self.items = {i.name: i for i in items}

    def add(self, item):
        if item.name in self.items:
            self.items[item.name].quantity += item.quantity
        else:
            self.items[item.name] = item

    def __iadd__(self, item):
        self.add(item)
        return self

    def by_tag(self):
        groups = defaultdict(list)
        for item in self.items.values():
            for tag in item.tags or ["none"]:
                groups[tag].append(item.name)
        return {k: sorted(v) for k, v in sorted(groups.items())}

    def to_json(self, **options):
        return json.dumps([asdict(i) for i in sorted(self.items.values())], **options)

    @classmethod
    def from_json(cls, text):
        return cls(Item(**d) for d in json.loads(text))


inv = Inventory([Item("pen", 1.25, 10, ["office"]), Item("cup", 4.5, tags=["kitchen", "gift"])])
inv += Item("pen", 1.25, 5)
inv += Item("rug", 99.99)
print(inv.to_json(indent=2))
again = Inventory.from_json(inv.to_json())
print(again.items == inv.items, again.by_tag(), f"{sum(i.total for i in again.items.values()):,.2f}")
for text in ('[{"name": "x"}]', '[{"name": "x", "price": -1}]', "[", '[{"nme": "x"}]'):
    try:
        Inventory.from_json(text)
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
