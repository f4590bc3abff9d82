# A discrete simulation of a bank with clerks, from seeded random numbers.
import heapq
import random
from collections import deque


class Simulation:
    def __init__(self, clerks, seed):
        self.random = random.Random(seed)
        self.now = 0.0
        self.events = []
        self.free = clerks
        self.queue = deque()
        self.waits = []
        self.serial = 0

    def at(self, delay, action, *args):
        self.serial += 1
        heapq.heappush(self.events, (self.now + delay, self.serial, action, args))

    def arrive(self, customer):
        if customer < 20:
            self.at(self.random.expovariate(1 / 3), self.arrive, customer + 1)
        self.queue.append((customer, self.now))
        self.serve()

    def serve(self):
        while self.free and self.queue:
            customer, since = self.queue.popleft()
            self.free -= 1
            self.waits.append(self.now - since)
            self.at(self.random.uniform(2, 8), self.leave, customer)

    def leave(self, customer):
        self.free += 1
        self.serve()

    def run(self):
        self.at(0, self.arrive, 1)
        while self.events:
            self.now, _, action, args = heapq.heappop(self.events)
            action(*args)
        return self


for clerks in (1, 2, 3):
    sim = Simulation(clerks, 42).run()
    print(clerks, len(sim.waits), f"{sim.now:.3f} {sum(sim.waits) / len(sim.waits):.3f} {max(sim.waits):.3f}")
