"""A text adventure as a class hierarchy: rooms, things with properties, a state machine, commands dispatched by name; and memoised DP for scores."""
import abc
from contextlib import contextmanager


class Thing(abc.ABC):
    count = 0

    def __init__(self, name, weight=1):
        self.name, self._weight = name, weight
        Thing.count += 1

    @property
    def weight(self):
        return self._weight

    @weight.setter
    def weight(self, value):
        if value < 0:
            raise ValueError(f"weight of {self.name} must not be negative")
        self._weight = value

    @abc.abstractmethod
    def use(self, player):
        ...

    def __repr__(self):
        return f"{type(self).__name__}({self.name!r}, {self.weight})"

    def __eq__(self, other):
        return isinstance(other, Thing) and self.name == other.name

    def __hash__(self):
        return hash(self.name)


class Food(Thing):
    def use(self, player):
        player.health = min(100, player.health + 5)
        return f"you eat {self.name}"


class Lamp(Thing):
    def __init__(self, name):
        super().__init__(name, 3)
        self.lit = False

    def use(self, player):
        self.lit = not self.lit
        return "{} is {}".format(self.name, "lit" if self.lit else "dark")


class Bag(Thing):
    def __init__(self, name, *things):
        super().__init__(name, 0)
        self.things = list(things)

    @property
    def weight(self):
        return sum(t.weight for t in self.things)

    def use(self, player):
        return "in it: " + ", ".join(sorted(t.name for t in self.things))

    def __contains__(self, thing):
        return thing in self.things

    def __iter__(self):
        return iter(self.things)

    def __len__(self):
        return len(self.things)


class Player:
    def __init__(self):
        self._health, self.bag, self.room, self.log = 50, Bag("bag"), "hall", []

    @property
    def health(self):
        return self._health

    @health.setter
    def health(self, value):
        self._health = max(0, value)


class Game:
    MAP = {"hall": {"north": "attic", "east": "kitchen"}, "attic": {"south": "hall"}, "kitchen": {"west": "hall", "down": "cellar"}, "cellar": {"up": "kitchen"}}

    def __init__(self):
        self.player = Player()
        self.things = {"hall": [Lamp("lamp")], "kitchen": [Food("apple"), Food("bread", 2)], "cellar": [Bag("sack", Food("nut"), Lamp("torch"))]}
        self.turns, self.state = 0, "awake"

    @contextmanager
    def turn(self):
        self.turns += 1
        try:
            yield self.player
        finally:
            self.player.health -= self.turns % 4 == 0

    def do(self, line):
        verb, *rest = line.split()
        method = getattr(self, "do_" + verb, None)
        if method is None:
            return f"I don't know how to {verb}"
        with self.turn() as player:
            try:
                return method(player, *rest)
            except (KeyError, StopIteration, TypeError) as error:
                return f"no: {type(error).__name__}"

    def find(self, name, things):
        return next(t for t in things if t.name == name)

    def do_go(self, player, way):
        player.room = self.MAP[player.room][way]
        return f"you are in the {player.room}"

    def do_take(self, player, name):
        here = self.things.setdefault(player.room, [])
        thing = self.find(name, here)
        here.remove(thing)
        player.bag.things.append(thing)
        return f"taken: {thing!r}"

    def do_drop(self, player, name):
        thing = self.find(name, player.bag)
        player.bag.things.remove(thing)
        self.things.setdefault(player.room, []).append(thing)
        return f"dropped {thing.name}, the bag weighs {player.bag.weight}"

    def do_use(self, player, name):
        return self.find(name, player.bag).use(player)

    def do_sleep(self, player):
        self.state = {"awake": "tired", "tired": "asleep", "asleep": "awake"}[self.state]
        return f"now you are {self.state}"


SCRIPT = ["go north", "go south", "take lamp", "use lamp", "go east", "take apple", "take bread", "use apple", "fly away", "go down", "take sack", "use sack", "sleep", "drop apple",
          "go up", "drop lamp", "go west", "go west", "drop sack", "use bread", "drop bread", "sleep now"]
said = {}
game = Game()
for round in range(1200):
    for line in SCRIPT:
        answer = game.do(line)
        said[answer] = said.get(answer, 0) + 1
    for room in list(game.things):
        for thing in sorted(game.things[room], key=lambda t: t.name):
            if thing.name in ("lamp", "apple", "bread", "sack"):
                game.things[room].remove(thing)
                home = {"lamp": "hall", "apple": "kitchen", "bread": "kitchen", "sack": "cellar"}[thing.name]
                game.things[home].append(thing)
for answer, times in sorted(said.items(), key=lambda item: (-item[1], item[0]))[:12]:
    print(f"{times:>5} {answer}")
print(game.turns, game.player.health, Thing.count, game.state, len(said))
