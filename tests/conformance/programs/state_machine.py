# A vending machine as a state machine with a table and with a metaclass registry.
class StateMeta(type):
    states = {}

    def __new__(meta, name, bases, body):
        cls = super().__new__(meta, name, bases, body)
        if bases:
            meta.states[name.lower()] = cls()
        return cls


class State(metaclass=StateMeta):
    def handle(self, machine, event, value):
        method = getattr(self, "on_" + event, None)
        if method is None:
            machine.log.append(f"{event} ignored in {type(self).__name__}")
            return self
        return StateMeta.states[method(machine, value) or type(self).__name__.lower()]


class Idle(State):
    def on_coin(self, machine, value):
        machine.credit += value
        return "paying"


class Paying(State):
    def on_coin(self, machine, value):
        machine.credit += value

    def on_select(self, machine, value):
        price = machine.prices.get(value)
        if price is None:
            machine.log.append(f"no {value}")
            return
        if price > machine.credit:
            machine.log.append(f"{value} needs {price - machine.credit} more")
            return "paying"
        machine.credit -= price
        machine.log.append(f"here is your {value}")
        return "change" if machine.credit else "idle"

    def on_cancel(self, machine, value):
        return "change"


class Change(State):
    def on_take(self, machine, value):
        machine.log.append(f"returned {machine.credit}")
        machine.credit = 0
        return "idle"


class Machine:
    prices = {"tea": 3, "soup": 5}

    def __init__(self):
        self.state, self.credit, self.log = StateMeta.states["idle"], 0, []

    def send(self, event, value=None):
        self.state = self.state.handle(self, event, value)
        return type(self.state).__name__


m = Machine()
for event in ["select:tea", "coin:2", "select:tea", "coin:2", "select:cake", "select:tea", "coin:1", "take", "coin:5", "cancel", "take"]:
    name, _, value = event.partition(":")
    print(f"{event:<12} -> {m.send(name, int(value) if value.isdigit() else value or None)}")
print(*m.log, sep="\n")
