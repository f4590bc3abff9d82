# Matrices: product, transpose, determinant, inverse by elimination.
class Matrix:
    def __init__(self, rows):
        self.rows = [list(r) for r in rows]
        if len({len(r) for r in self.rows}) > 1:
            raise ValueError("rows of unequal length")

    @classmethod
    def identity(cls, n):
        return cls([[int(i == j) for j in range(n)] for i in range(n)])

    @property
    def shape(self):
        return len(self.rows), len(self.rows[0])

    @property
    def T(self):
        return Matrix(zip(*self.rows))

    def __matmul__(self, other):
        if self.shape[1] != other.shape[0]:
            raise ValueError(f"shapes {self.shape} and {other.shape} do not fit")
        return Matrix([[sum(a * b for a, b in zip(r, c)) for c in other.T.rows] for r in self.rows])

    def __add__(self, other):
        return Matrix([[a + b for a, b in zip(r, s)] for r, s in zip(self.rows, other.rows)])

    def __mul__(self, k):
        return Matrix([[x * k for x in r] for r in self.rows])

    __rmul__ = __mul__

    def __pow__(self, n):
        result, base = Matrix.identity(self.shape[0]), self
        while n:
            if n & 1:
                result = result @ base
            base = base @ base
            n >>= 1
        return result

    def __eq__(self, other):
        return isinstance(other, Matrix) and self.rows == other.rows

    def __getitem__(self, ij):
        i, j = ij
        return self.rows[i][j]

    def det(self):
        if self.shape == (1, 1):
            return self.rows[0][0]
        return sum((-1) ** j * self[0, j] * self.minor(0, j).det() for j in range(self.shape[1]))

    def minor(self, i, j):
        return Matrix([r[:j] + r[j + 1:] for k, r in enumerate(self.rows) if k != i])

    def inverse(self):
        n = self.shape[0]
        m = [list(map(float, r)) + [float(i == j) for j in range(n)] for i, r in enumerate(self.rows)]
        for c in range(n):
            p = max(range(c, n), key=lambda r: abs(m[r][c]))
            if m[p][c] == 0:
                raise ZeroDivisionError("singular matrix")
            m[c], m[p] = m[p], m[c]
            m[c] = [x / m[c][c] for x in m[c]]
            for r in range(n):
                if r != c:
                    f = m[r][c]
                    m[r] = [x - f * y for x, y in zip(m[r], m[c])]
        return Matrix([r[n:] for r in m])

    def __repr__(self):
        return "\n".join(" ".join(f"{x:7.3f}" if isinstance(x, float) else f"{x:5d}" for x in r) for r in self.rows)


a = Matrix([[2, 1], [5, 3]])
b = Matrix([[1, 2], [3, 4]])
print(a @ b)
print(a + 2 * b)
print(a.inverse())
print(b.det(), Matrix([[2, 0, 1], [1, 3, 2], [1, 1, 4]]).det())
print(Matrix([[1, 1], [1, 0]]) ** 50)
for bad in (lambda: a @ Matrix([[1]]), lambda: Matrix([[1], [1, 2]]), lambda: Matrix([[1, 2], [2, 4]]).inverse()):
    try:
        bad()
    except (ValueError, ZeroDivisionError) as e:
        print(type(e).__name__, e)
