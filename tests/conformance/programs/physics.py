# Bouncing balls and orbits in floats: the same digits everywhere.
import math


class Vec:
    __slots__ = ("x", "y")

    def __init__(self, x, y):
        self.x, self.y = x, y

    def __add__(self, o): return Vec(self.x + o.x, self.y + o.y)
    def __sub__(self, o): return Vec(self.x - o.x, self.y - o.y)
    def __mul__(self, k): return Vec(self.x * k, self.y * k)
    def __abs__(self): return math.hypot(self.x, self.y)
    def __repr__(self): return f"({self.x:.6f}, {self.y:.6f})"


class Body:
    def __init__(self, name, mass, pos, vel):
        self.name, self.mass, self.pos, self.vel = name, mass, Vec(*pos), Vec(*vel)


def step(bodies, dt):
    for b in bodies:
        force = Vec(0.0, 0.0)
        for o in bodies:
            if o is not b:
                d = o.pos - b.pos
                r = abs(d)
                force = force + d * (o.mass / r ** 3)
        b.vel = b.vel + force * dt
    for b in bodies:
        b.pos = b.pos + b.vel * dt


def energy(bodies):
    e = 0.0
    for i, b in enumerate(bodies):
        e += b.mass * abs(b.vel) ** 2 / 2
        for o in bodies[:i]:
            e -= b.mass * o.mass / abs(b.pos - o.pos)
    return e


bodies = [Body("sun", 1.0, (0, 0), (0, 0)), Body("planet", 1e-3, (1, 0), (0, 1)), Body("moon", 1e-6, (1.05, 0), (0, 1.14))]
start = energy(bodies)
for i in range(300):
    step(bodies, 0.01)
    if i % 100 == 99:
        print(i + 1, *[f"{b.name}{b.pos}" for b in bodies])
print(f"{start:.9f} {energy(bodies):.9f}")
y, v, bounces, t = 10.0, 0.0, 0, 0.0
while bounces < 5:
    v -= 9.81 * 0.01
    y += v * 0.01
    t += 0.01
    if y < 0:
        y, v, bounces = -y, -v * 0.8, bounces + 1
        print(f"bounce {bounces} at {t:.2f} s, speed {v:.4f}")
