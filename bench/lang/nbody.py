"""Floats: five bodies under gravity, on attributes of lists and plain locals."""
import math

PI4 = 4 * math.pi * math.pi
DAY = 365.24
BODIES = [
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, PI4],
    [4.84, -1.16, -0.10, 0.00166 * DAY, 0.00769 * DAY, -0.0000690 * DAY, 0.000954 * PI4],
    [8.34, 4.12, -0.40, -0.00276 * DAY, 0.00499 * DAY, 0.0000230 * DAY, 0.000285 * PI4],
    [12.89, -15.11, -0.22, 0.00296 * DAY, 0.00237 * DAY, -0.0000296 * DAY, 0.0000436 * PI4],
    [15.37, -25.9, 0.179, 0.00268 * DAY, 0.00162 * DAY, -0.0000951 * DAY, 0.0000515 * PI4],
]
PAIRS = [(a, b) for i, a in enumerate(BODIES) for b in BODIES[i + 1:]]


def advance(dt, steps):
    for _ in range(steps):
        for a, b in PAIRS:
            dx = a[0] - b[0]
            dy = a[1] - b[1]
            dz = a[2] - b[2]
            r2 = dx * dx + dy * dy + dz * dz
            f = dt / (r2 * math.sqrt(r2))
            fa, fb = a[6] * f, b[6] * f
            a[3] -= dx * fb
            a[4] -= dy * fb
            a[5] -= dz * fb
            b[3] += dx * fa
            b[4] += dy * fa
            b[5] += dz * fa
        for body in BODIES:
            body[0] += dt * body[3]
            body[1] += dt * body[4]
            body[2] += dt * body[5]


def energy():
    e = sum(m * (vx * vx + vy * vy + vz * vz) / 2 for _, _, _, vx, vy, vz, m in BODIES)
    for a, b in PAIRS:
        e -= a[6] * b[6] / math.sqrt(sum((a[k] - b[k]) ** 2 for k in range(3)))
    return e


print(f"{energy():.9f}")
advance(0.001, 60000)
print(f"{energy():.9f}")
