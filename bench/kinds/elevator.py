"""A simulation with dataclasses, an Enum and properties: lifts in a house carry people, statistics are printed."""
from dataclasses import dataclass, field
from enum import Enum
from typing import List, Optional


class Way(Enum):
    UP = 1
    DOWN = -1
    STAY = 0


@dataclass(order=True)
class Person:
    came: int
    start: int = field(compare=False)
    goal: int = field(compare=False)
    left: Optional[int] = field(default=None, compare=False)

    @property
    def waited(self):
        return self.left - self.came

    @property
    def way(self):
        return Way.UP if self.goal > self.start else Way.DOWN


@dataclass
class Lift:
    floors: int
    room: int = 6
    floor: int = 0
    way: Way = Way.STAY
    inside: List[Person] = field(default_factory=list)
    moved: int = 0

    @property
    def full(self):
        return len(self.inside) >= self.room

    def choose(self, waiting):
        if self.inside:
            goals = [p.goal for p in self.inside]
        else:
            goals = [floor for floor, queue in enumerate(waiting) if queue]
        if not goals:
            return Way.STAY
        if self.way is Way.UP and max(goals) > self.floor:
            return Way.UP
        if self.way is Way.DOWN and min(goals) < self.floor:
            return Way.DOWN
        nearest = min(goals, key=lambda g: (abs(g - self.floor), g))
        if nearest == self.floor:
            return Way.STAY
        return Way.UP if nearest > self.floor else Way.DOWN

    def step(self, clock, waiting, done):
        out = [p for p in self.inside if p.goal == self.floor]
        for person in out:
            person.left = clock
            self.inside.remove(person)
            done.append(person)
        queue = waiting[self.floor]
        while queue and not self.full:
            self.inside.append(queue.pop(0))
        self.way = self.choose(waiting)
        self.floor += self.way.value
        self.moved += abs(self.way.value)


class House:
    def __init__(self, floors, lifts):
        self.waiting = [[] for _ in range(floors)]
        self.lifts = [Lift(floors, floor=i * 3) for i in range(lifts)]
        self.done, self.clock, self._state = [], 0, 42

    def random(self, n):
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        return (self._state >> 33) % n

    def arrive(self):
        floors = len(self.waiting)
        if self.random(3) < 2:
            start, goal = self.random(floors), self.random(floors)
            if start != goal:
                self.waiting[start].append(Person(self.clock, start, goal))

    def run(self, steps):
        for _ in range(steps):
            self.arrive()
            for lift in self.lifts:
                lift.step(self.clock, self.waiting, self.done)
            self.clock += 1
        return self


house = House(12, 3).run(12000)
times = sorted(p.waited for p in house.done)
print(len(house.done), sum(times) / len(times), times[len(times) // 2], times[-1])
print([lift.moved for lift in house.lifts], house.lifts[0].way)
print(min(house.done), sum(p.way is Way.UP for p in house.done))
