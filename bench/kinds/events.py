"""A simulation of a queue: events with their own order on a heap, random arrivals."""
import heapq, random
class Event:
    def __init__(self, time, kind, who):
        self.time, self.kind, self.who = time, kind, who
    def __lt__(self, other):
        return self.time < other.time
class Server:
    def __init__(self, n):
        self.free = n
        self.queue = []
        self.waits = []
    def arrive(self, now, who, schedule):
        if self.free > 0:
            self.free -= 1
            self.waits.append(0.0)
            schedule(Event(now + 1.0 + (who % 7) * 0.25, 'leave', who))
        else:
            self.queue.append((now, who))
    def leave(self, now, who, schedule):
        if self.queue:
            since, nxt = self.queue.pop(0)
            self.waits.append(now - since)
            schedule(Event(now + 1.0 + (nxt % 5) * 0.3, 'leave', nxt))
        else:
            self.free += 1
def simulate(seed, customers):
    rng = random.Random(seed)
    heap = []
    schedule = lambda e: heapq.heappush(heap, e)
    t = 0.0
    for i in range(customers):
        t += rng.expovariate(2.0)
        schedule(Event(t, 'arrive', i))
    server = Server(4)
    n = 0
    while heap:
        e = heapq.heappop(heap)
        n += 1
        getattr(server, e.kind)(e.time, e.who, schedule)
    return n, sum(server.waits) / len(server.waits), max(server.waits)
for seed in range(6):
    print(simulate(seed, 6000))
