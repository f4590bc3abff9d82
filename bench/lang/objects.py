"""Classes and attributes: a small scheduler of tasks that pass packets to one another."""


class Packet:
    def __init__(self, kind, number):
        self.kind, self.number, self.next = kind, number, None


class Task:
    def __init__(self, name, priority):
        self.name, self.priority = name, priority
        self.queue = None
        self.handled = 0
        self.waiting = False

    def put(self, packet):
        packet.next = None
        if self.queue is None:
            self.queue = packet
        else:
            last = self.queue
            while last.next is not None:
                last = last.next
            last.next = packet

    def take(self):
        packet = self.queue
        if packet is not None:
            self.queue = packet.next
        return packet

    def run(self, scheduler):
        packet = self.take()
        if packet is None:
            self.waiting = True
            return 0
        self.waiting = False
        self.handled += 1
        return self.work(packet, scheduler)

    def work(self, packet, scheduler):
        raise NotImplementedError


class Worker(Task):
    def __init__(self, name, priority, target):
        super().__init__(name, priority)
        self.target = target

    def work(self, packet, scheduler):
        packet.number = packet.number * 3 + self.priority & 0xFFF
        scheduler.send(self.target if packet.number & 1 else scheduler.sink, packet)
        return 1


class Sink(Task):
    def __init__(self, name):
        super().__init__(name, 0)
        self.total = 0

    @property
    def mean(self):
        return self.total / self.handled if self.handled else 0.0

    def work(self, packet, scheduler):
        self.total += packet.number
        scheduler.release(packet)
        return 2


class Scheduler:
    def __init__(self):
        self.tasks, self.by_name, self.free, self.sent = [], {}, [], 0

    def add(self, task):
        self.tasks.append(task)
        self.by_name[task.name] = task
        return task

    def send(self, task, packet):
        self.sent += 1
        task.put(packet)

    def release(self, packet):
        self.free.append(packet)

    def run(self, rounds):
        done = 0
        for r in range(rounds):
            packet = self.free.pop() if self.free else Packet("work", r)
            packet.number = r & 0xFFF
            self.send(self.tasks[r % (len(self.tasks) - 1) + 1], packet)
            for task in self.tasks:
                done += task.run(self)
        return done


class Point:
    __slots__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)

    def __eq__(self, other):
        return self.x == other.x and self.y == other.y


scheduler = Scheduler()
scheduler.sink = scheduler.add(Sink("sink"))
workers = [scheduler.add(Worker(f"w{i}", i + 1, None)) for i in range(5)]
for w, target in zip(workers, workers[1:] + workers[:1]):
    w.target = target
print(scheduler.run(70000), scheduler.sent, scheduler.sink.handled, f"{scheduler.sink.mean:.4f}")
p, step = Point(0, 0), Point(1, 2)
for _ in range(500000):
    p = p + step
print(p.x, p.y, p == Point(500000, 1000000), [w.handled for w in workers])
