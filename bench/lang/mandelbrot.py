"""Floats and complex numbers: the Mandelbrot set in both."""


def floats(width, height, limit):
    total = 0
    for py in range(height):
        cy = 2.4 * py / height - 1.2
        for px in range(width):
            cx = 3.2 * px / width - 2.2
            x = y = 0.0
            n = 0
            while n < limit and x * x + y * y < 4.0:
                x, y = x * x - y * y + cx, 2.0 * x * y + cy
                n += 1
            total += n
    return total


def complexes(width, height, limit):
    rows = []
    for py in range(height):
        row = ""
        for px in range(width):
            z, c = 0j, complex(3.2 * px / width - 2.2, 2.4 * py / height - 1.2)
            for n in range(limit):
                if abs(z) > 2:
                    break
                z = z * z + c
            row += " .:-=+*#%@"[n * 9 // limit]
        rows.append(row)
    return "\n".join(rows)


print(floats(330, 240, 100))
print(complexes(140, 50, 60))
