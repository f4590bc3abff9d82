"""Rotation: turnings of space as quaternions, matrices, axes with angles and Euler's angles, one or many at once; Slerp between them."""
import re
import warnings

import numpy as np

_AXES = {'x': 0, 'y': 1, 'z': 2}


def _rows(values, width, what):
    """(an array of rows, whether one alone was given)."""
    values = np.asarray(values, dtype=float)
    if values.ndim not in (1, 2) or values.shape[-1] != width:
        raise ValueError(f'Expected `{what}` to have shape ({width},) or (N x {width}), got {values.shape}.' if what == 'quat' else
                         f'Expected `{what}` to have shape ({width},) or (N, {width}), got {values.shape}')
    return np.atleast_2d(values), values.ndim == 1


def _product(p, q):
    """Quaternions one after the other: first q, then p."""
    out = np.empty(np.broadcast(p, q).shape)
    out[:, :3] = p[:, 3:] * q[:, :3] + q[:, 3:] * p[:, :3] + np.cross(p[:, :3], q[:, :3])
    out[:, 3] = p[:, 3] * q[:, 3] - (p[:, :3] * q[:, :3]).sum(1)
    return out


def _about(axis, angles):
    made = np.zeros((len(angles), 4))
    made[:, 3], made[:, axis] = np.cos(angles / 2), np.sin(angles / 2)
    return made


def _sequence(seq):
    """(axes by number, whether they turn with what is turned)."""
    if not 1 <= len(seq) <= 3:
        raise ValueError(f'Expected axis specification to be a non-empty string of upto 3 characters, got {seq}')
    inner = re.match(r'^[XYZ]{1,3}$', seq) is not None
    if not inner and re.match(r'^[xyz]{1,3}$', seq) is None:
        raise ValueError(f"Expected axes from `seq` to be from ['x', 'y', 'z'] or ['X', 'Y', 'Z'], got {seq}")
    if any(a == b for a, b in zip(seq, seq[1:])):
        raise ValueError(f'Expected consecutive axes to be different, got {seq}')
    return [_AXES[a] for a in seq.lower()], inner


class Rotation:
    """One turning, or several of which each has a number."""
    __module__ = 'scipy.spatial.transform._rotation'

    def __init__(self, quat, normalize=True, copy=True):
        rows, self._single = _rows(quat, 4, 'quat')
        if normalize:
            size = np.linalg.norm(rows, axis=1)
            if (size == 0).any():
                raise ValueError('Found zero norm quaternions in `quat`.')
            rows = rows / size[:, None]
        self._quat = rows.copy() if copy else rows

    @classmethod
    def _made(cls, rows, single):
        return cls(rows[0] if single else rows, normalize=False)

    def _one(self, rows):
        return rows[0] if self._single else rows

    @property
    def single(self):
        """Whether it is one alone."""
        return self._single

    def __bool__(self):
        return True

    def __len__(self):
        if self._single:
            raise TypeError('Single rotation has no len().')
        return len(self._quat)

    def __getitem__(self, at):
        if self._single:
            raise TypeError('Single rotation is not subscriptable.')
        return type(self)(self._quat[at], normalize=False)

    def __setitem__(self, at, value):
        if self._single:
            raise TypeError('Single rotation is not subscriptable.')
        if not isinstance(value, Rotation):
            raise TypeError('value must be a Rotation object')
        self._quat[at] = value.as_quat()

    # ---- from what ----
    @classmethod
    def from_quat(cls, quat):
        return cls(quat, normalize=True)

    @classmethod
    def from_matrix(cls, matrix):
        """Of matrices, that need not be quite orthogonal."""
        matrix = np.asarray(matrix, dtype=float)
        if matrix.ndim not in (2, 3) or matrix.shape[-2:] != (3, 3):
            raise ValueError(f'Expected `matrix` to have shape (3, 3) or (N, 3, 3), got {matrix.shape}')
        single, m = matrix.ndim == 2, matrix.reshape(-1, 3, 3)
        rows = np.empty((len(m), 4))
        for n, a in enumerate(m):
            trace, best = a.trace(), int(np.argmax([a[0, 0], a[1, 1], a[2, 2], a.trace()]))
            if best == 3:
                rows[n] = a[2, 1] - a[1, 2], a[0, 2] - a[2, 0], a[1, 0] - a[0, 1], 1 + trace
            else:
                i, j, k = best, (best + 1) % 3, (best + 2) % 3
                rows[n, [i, j, k, 3]] = 1 - trace + 2 * a[i, i], a[j, i] + a[i, j], a[k, i] + a[i, k], a[k, j] - a[j, k]
        return cls(rows[0] if single else rows)

    @classmethod
    def from_rotvec(cls, rotvec, degrees=False):
        """Of axes as long as the angle about them."""
        rows, single = _rows(rotvec, 3, 'rot_vec')
        rows = np.deg2rad(rows) if degrees else rows
        angle = np.linalg.norm(rows, axis=1)
        small, square = angle <= 1e-3, angle * angle
        scale = np.where(small, 0.5 - square / 48 + square * square / 3840, np.sin(angle / 2) / np.where(small, 1, angle))
        return cls._made(np.column_stack([rows * scale[:, None], np.cos(angle / 2)]), single)

    @classmethod
    def from_euler(cls, seq, angles, degrees=False):
        """Of angles about axes, one after the other: of the space that stays (small letters) or of what is turned (capitals)."""
        axes, inner = _sequence(seq)
        angles = np.asarray(angles, dtype=float)
        angles = np.deg2rad(angles) if degrees else angles
        many = len(axes)
        if many == 1:
            if angles.ndim > 2 or angles.ndim == 2 and angles.shape[1] != 1:
                raise ValueError('Expected `angles` parameter to have shape (N, 1), got ' + str(angles.shape) + '.' if angles.ndim == 2 else f'Expected `angles` parameter to be at most 2-dimensional, got {angles.ndim}.')
            single, rows = angles.ndim == 0, angles.reshape(-1, 1)
        else:
            if angles.ndim not in (1, 2) or angles.shape[-1] != many:
                raise ValueError('Expected `angles` to be at most 2-dimensional with width equal to number of axes specified, got ' + f'{angles.shape} for shape')
            single, rows = angles.ndim == 1, np.atleast_2d(angles)
        made = _about(axes[0], rows[:, 0])
        for axis, column in zip(axes[1:], rows.T[1:]):
            turn = _about(axis, column)
            made = _product(made, turn) if inner else _product(turn, made)
        return cls._made(made, single)

    @classmethod
    def from_mrp(cls, mrp):
        """Of modified Rodrigues parameters: axes as long as the tangent of a quarter of the angle."""
        rows, single = _rows(mrp, 3, 'mrp')
        square = (rows * rows).sum(1)
        return cls._made(np.column_stack([2 * rows, 1 - square]) / (1 + square)[:, None], single)

    @classmethod
    def identity(cls, num=None):
        rows = np.zeros((1 if num is None else num, 4))
        rows[:, 3] = 1
        return cls._made(rows, num is None)

    @classmethod
    def random(cls, num=None, random_state=None):
        from scipy.stats._distribution import generator
        rng = generator(random_state)
        return cls(rng.normal(size=4) if num is None else rng.normal(size=(num, 4)))

    @classmethod
    def concatenate(cls, rotations):
        if not all(isinstance(x, Rotation) for x in rotations):
            raise TypeError('input must contain Rotation objects only')
        return cls(np.concatenate([np.atleast_2d(x.as_quat()) for x in rotations]), normalize=False)

    @classmethod
    def create_group(cls, group, axis='Z'):
        """The turnings of a cyclic or dihedral group, of a tetrahedron (T), a cube (O) or an icosahedron (I)."""
        return cls(_group(group, axis))

    @classmethod
    def align_vectors(cls, a, b, weights=None, return_sensitivity=False):
        """(what turns the vectors b best upon a, how far off they stay)."""
        a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
        for given, name in ((a, 'a'), (b, 'b')):
            if given.ndim != 2 or given.shape[-1] != 3:
                raise ValueError(f'Expected input `{name}` to have shape (N, 3), got {given.shape}')
        if a.shape != b.shape:
            raise ValueError(f'Expected inputs `a` and `b` to have same shapes, got {a.shape} and {b.shape} respectively.')
        weights = np.ones(len(b)) if weights is None else np.asarray(weights, dtype=float)
        if weights.ndim != 1:
            raise ValueError(f'Expected `weights` to be 1 dimensional, got shape {weights.shape}.')
        if len(weights) != len(b):
            raise ValueError(f'Expected `weights` to have number of values equal to number of input vectors, got {len(weights)} values and {len(b)} vectors.')
        if (weights < 0).any():
            raise ValueError('`weights` may not contain negative values')
        B = np.einsum('ji,jk->ik', weights[:, None] * a, b)
        u, s, vh = np.linalg.svd(B)
        if np.linalg.det(u @ vh) < 0:
            s[-1], u[:, -1] = -s[-1], -u[:, -1]
        if s[1] + s[2] < 1e-16 * s[0]:
            warnings.warn('Optimal rotation is not uniquely or poorly defined for the given sets of vectors.')
        off = np.sqrt(max(np.sum(weights * np.sum(b ** 2 + a ** 2, axis=1)) - 2 * np.sum(s), 0))
        made = cls.from_matrix(u @ vh)
        if not return_sensitivity:
            return made, off
        zeta, kappa = (s[0] + s[1]) * (s[1] + s[2]) * (s[2] + s[0]), s[0] * s[1] + s[1] * s[2] + s[2] * s[0]
        return made, off, np.mean(weights) / zeta * (kappa * np.eye(3) + B @ B.T)

    # ---- as what ----
    def as_quat(self):
        return self._one(self._quat.copy())

    def as_matrix(self):
        x, y, z, w = self._quat.T
        rows = [[x * x - y * y - z * z + w * w, 2 * (x * y - z * w), 2 * (x * z + y * w)], [2 * (x * y + z * w), -x * x + y * y - z * z + w * w, 2 * (y * z - x * w)],
                [2 * (x * z - y * w), 2 * (y * z + x * w), -x * x - y * y + z * z + w * w]]
        return self._one(np.moveaxis(np.array(rows), -1, 0).copy())

    def as_rotvec(self, degrees=False):
        quat = np.where(self._quat[:, 3:] < 0, -self._quat, self._quat)
        angle = 2 * np.arctan2(np.linalg.norm(quat[:, :3], axis=1), quat[:, 3])
        small, square = angle <= 1e-3, angle * angle
        scale = np.where(small, 2 + square / 12 + 7 * square * square / 2880, angle / np.where(small, 1, np.sin(angle / 2)))
        found = scale[:, None] * quat[:, :3]
        return self._one(np.rad2deg(found) if degrees else found)

    def as_mrp(self):
        sign = np.where(self._quat[:, 3:] < 0, -1.0, 1.0)
        return self._one(sign * self._quat[:, :3] / (1 + sign * self._quat[:, 3:]))

    def as_euler(self, seq, degrees=False):
        """The angles about three axes; where they cannot all be told the third is zero, with a warning."""
        if len(seq) != 3:
            raise ValueError(f'Expected 3 axes, got {seq}.')
        axes, inner = _sequence(seq)
        i, j, k = axes[::-1] if inner else axes
        first, third = (2, 0) if inner else (0, 2)
        same = i == k
        k = 3 - i - j if same else k
        sign = (i - j) * (j - k) * (k - i) // 2
        q = self._quat.T
        a, b, c, d = (q[3], q[i], q[j], q[k] * sign) if same else (q[3] - q[j], q[i] + q[k] * sign, q[j] + q[3], q[k] * sign - q[i])
        angles = np.empty((len(self._quat), 3))
        angles[:, 1] = 2 * np.arctan2(np.hypot(c, d), np.hypot(a, b))
        flat, turned = np.abs(angles[:, 1]) <= 1e-7, np.abs(angles[:, 1] - np.pi) <= 1e-7
        both, apart = np.arctan2(b, a), np.arctan2(d, c)
        locked = flat | turned
        angles[:, first], angles[:, third] = both - apart, both + apart
        angles[:, 2] = np.where(locked, 0.0, angles[:, 2])
        angles[:, 0] = np.where(flat, 2 * both, np.where(turned, 2 * apart * (1 if inner else -1), angles[:, 0]))
        if not same:
            angles[:, third] *= sign
            angles[:, 1] -= np.pi / 2
        angles = np.where(angles < -np.pi, angles + 2 * np.pi, np.where(angles > np.pi, angles - 2 * np.pi, angles))
        if locked.any():
            warnings.warn('Gimbal lock detected. Setting third angle to zero since it is not possible to uniquely determine all angles.')
        return self._one((np.rad2deg(angles) if degrees else angles) + 0.0)

    # ---- what is done with it ----
    def apply(self, vectors, inverse=False):
        """Vectors turned, or turned back."""
        vectors = np.asarray(vectors)
        if vectors.ndim > 2 or vectors.shape[-1] != 3:
            raise ValueError(f'Expected input of shape (3,) or (P, 3), got {vectors.shape}.')
        alone, rows = vectors.ndim == 1, np.atleast_2d(vectors)
        matrices = self.as_matrix().reshape(-1, 3, 3)
        if len(matrices) != 1 and len(rows) != 1 and len(matrices) != len(rows):
            raise ValueError(f'Expected equal numbers of rotations and vectors , or a single rotation, or a single vector, got {len(matrices)} rotations and {len(rows)} vectors.')
        found = ((matrices.swapaxes(1, 2) if inverse else matrices) @ rows[:, :, None])[:, :, 0]
        return found[0] if self._single and alone else found

    def __mul__(self, other):
        if not isinstance(other, Rotation):
            return NotImplemented
        if len(self._quat) != 1 and len(other._quat) != 1 and len(self._quat) != len(other._quat):
            raise ValueError(f'Expected equal number of rotations in both or a single rotation in either object, got {len(self._quat)} rotations in first and {len(other._quat)} rotations in second object.')
        p, q = np.broadcast_arrays(self._quat, other._quat)
        return Rotation(_product(p, q)[0] if self._single and other._single else _product(p, q))

    def inv(self):
        return self._made(self._quat * [1, 1, 1, -1], self._single)

    def magnitude(self):
        """The angle, from 0 to π."""
        found = 2 * np.arctan2(np.linalg.norm(self._quat[:, :3], axis=1), np.abs(self._quat[:, 3]))
        return found[0] if self._single else found

    def mean(self, weights=None):
        """What is nearest to all."""
        weights = np.ones(len(self._quat)) if weights is None else np.asarray(weights, dtype=float)
        if weights.ndim != 1:
            raise ValueError(f'Expected `weights` to be 1 dimensional, got shape {weights.shape}.')
        if len(weights) != len(self._quat):
            raise ValueError(f'Expected `weights` to have number of values equal to number of rotations, got {len(weights)} values and {len(self._quat)} rotations.')
        if (weights < 0).any():
            raise ValueError('`weights` must be non-negative.')
        return type(self).from_quat(np.linalg.eigh((weights * self._quat.T) @ self._quat)[1][:, -1])

    def reduce(self, left=None, right=None, return_indices=False):
        """The smallest of what it is equal to, with a turning of a group on either side."""
        if left is None and right is None:
            made = self._made(self._quat.copy(), False)
            return (made, None, None) if return_indices else made
        sides = [x if x is not None else type(self).identity(1) for x in (left, right)]
        l, r = (np.atleast_2d(x.as_quat()) for x in sides)
        size = np.abs(np.array([[_product(_product(a[None], self._quat), b[None])[:, 3] for b in r] for a in l]))
        best = size.reshape(-1, len(self._quat)).argmax(0)
        at = best // len(r), best % len(r)
        made = type(self)(_product(_product(l[at[0]], self._quat), r[at[1]]))
        return (made, at[0] if left is not None else None, at[1] if right is not None else None) if return_indices else made


def _group(group, axis):
    """The quaternions of a group of turnings."""
    if not isinstance(group, str):
        raise ValueError('`group` argument must be a string')
    if axis.lower() not in _AXES:
        raise ValueError("`axis` must be one of ['x', 'y', 'z', 'X', 'Y', 'Z']")
    if group in ('I', 'O', 'T'):
        return _solids(group)
    if group[:1] not in ('C', 'D') or not group[1:].isdigit() or int(group[1:]) < 1:
        raise ValueError("Group must be one of 'I', 'O', 'T', 'Dn', 'Cn'" if group[:1] not in ('C', 'D') else 'Group order must be positive')
    n, k = int(group[1:]), _AXES[axis.lower()]
    around = _about(k, np.linspace(0, 2 * np.pi, n, endpoint=False))
    if group[0] == 'C':
        return around
    half = np.zeros((n, 4))
    angles = np.linspace(0, np.pi, n, endpoint=False)
    half[:, (k + 1) % 3], half[:, (k + 2) % 3] = np.cos(angles), np.sin(angles)
    return np.concatenate([around, half])


def _solids(group):
    from itertools import product
    unit = np.eye(4)
    halves = np.array(list(product([1, -1], repeat=3))) / 2
    tetra = np.concatenate([unit, np.column_stack([np.full(8, 0.5), halves])])          # (scalar first)
    if group == 'T':
        rows = tetra
    elif group == 'O':
        edges = [(unit[i] + s * unit[j]) / np.sqrt(2) for i in range(4) for j in range(i + 1, 4) for s in (1, -1)]
        rows = np.concatenate([tetra, edges])
    else:
        golden = 0.5 * (1 + np.sqrt(5))
        even = [(0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2), (1, 0, 3, 2), (1, 2, 0, 3), (1, 3, 2, 0), (2, 0, 1, 3), (2, 1, 3, 0), (2, 3, 0, 1), (3, 0, 2, 1), (3, 1, 0, 2), (3, 2, 1, 0)]
        parts = [np.array([a * golden, b, c / golden, 0]) / 2 for a, b, c in product([1, -1], repeat=3)]
        more = [part[list(p)] for p in even for part in parts]
        rows = np.concatenate([tetra, more])
        keep = [k for k, row in enumerate(rows) if not any(np.allclose(row, -other) for other in rows[:k])]     # (q and -q turn alike)
        rows = rows[keep]
    return np.roll(rows, -1, axis=1)


class Slerp:
    """Turnings between turnings at times, with an even speed about one axis."""

    def __init__(self, times, rotations):
        if not isinstance(rotations, Rotation):
            raise TypeError('`rotations` must be a `Rotation` instance.')
        if rotations.single or len(rotations) == 1:
            raise ValueError('`rotations` must be a sequence of rotations.')
        times = np.asarray(times)
        if times.ndim != 1:
            raise ValueError(f'Expected times to be specified in a 1 dimensional array, got {times.ndim} dimensions.')
        if len(times) != len(rotations):
            raise ValueError(f'Expected number of rotations to be equal to number of timestamps given, got {len(rotations)} rotations and {len(times)} timestamps.')
        self.times, self.timedelta = times, np.diff(times)
        if (self.timedelta <= 0).any():
            raise ValueError('Times must be in strictly increasing order.')
        self.rotations = rotations[:-1]
        self.rotvecs = (self.rotations.inv() * rotations[1:]).as_rotvec()

    def __call__(self, times):
        given = np.asarray(times)
        if given.ndim > 1:
            raise ValueError('`times` must be at most 1-dimensional.')
        flat = np.atleast_1d(given)
        at = np.searchsorted(self.times, flat) - 1
        at[flat == self.times[0]] = 0
        if (at < 0).any() or (at > len(self.rotations) - 1).any():
            raise ValueError(f'Interpolation times must be within the range [{self.times[0]}, {self.times[-1]}], both inclusive.')
        part = (flat - self.times[at]) / self.timedelta[at]
        made = self.rotations[at] * Rotation.from_rotvec(self.rotvecs[at] * part[:, None])
        return made[0] if given.ndim == 0 else made
