"""Archives whose bytes depend on what is in them alone: gzip, zip and tar without times and owners; IDX files, PNG files, rows of CSV."""
import gzip
import io
import struct
import tarfile
import zipfile
import zlib


def gz(data):
    out = io.BytesIO()
    with gzip.GzipFile(filename='', mode='wb', fileobj=out, mtime=0, compresslevel=6) as file:
        file.write(data)
    return out.getvalue()


def zipped(members):
    """[(name, bytes)] as a zip; folders get entries of their own, as archives made by hand have them."""
    out, folders = io.BytesIO(), set()
    with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as file:
        for name, data in members:
            parts = name.split('/')[:-1]
            for depth in range(1, len(parts) + 1):
                folder = '/'.join(parts[:depth]) + '/'
                if folder not in folders:
                    folders.add(folder)
                    file.writestr(zipfile.ZipInfo(folder, (2000, 1, 1, 0, 0, 0)), b'')
            info = zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_STORED if name.endswith(('.jpg', '.png', '.zip', '.gz')) else zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            file.writestr(info, data)
    return out.getvalue()


def tarred(members, compressed=True):
    out, folders = io.BytesIO(), set()
    with tarfile.open(fileobj=out, mode='w', format=tarfile.USTAR_FORMAT) as file:
        for name, data in members:
            parts = name.split('/')[:-1]
            for depth in range(1, len(parts) + 1):
                folder = '/'.join(parts[:depth])
                if folder not in folders:
                    folders.add(folder)
                    info = tarfile.TarInfo(folder)
                    info.type, info.mode = tarfile.DIRTYPE, 0o755
                    file.addfile(info)
            info = tarfile.TarInfo(name)
            info.size, info.mode = len(data), 0o644
            file.addfile(info, io.BytesIO(data))
    return gz(out.getvalue()) if compressed else out.getvalue()


def idx(array):
    """A uint8 array as an IDX file, MNIST's form."""
    return struct.pack(f'>BBBB{array.ndim}I', 0, 0, 8, array.ndim, *array.shape) + array.tobytes()


def _chunk(kind, data):
    return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))


def png(array, palette=None):
    """A uint8 picture, (h, w) grey or palette's indices or (h, w, 3), as a PNG file."""
    height, width = array.shape[:2]
    colour = 2 if array.ndim == 3 else 3 if palette is not None else 0
    rows = array.reshape(height, -1)
    lines = b''.join(b'\0' + row.tobytes() for row in rows)
    parts = [_chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, colour, 0, 0, 0))]
    if palette is not None:
        parts.append(_chunk(b'PLTE', bytes(value for entry in palette for value in entry)))
    return b'\x89PNG\r\n\x1a\n' + b''.join(parts) + _chunk(b'IDAT', zlib.compress(lines, 6)) + _chunk(b'IEND', b'')


def csv_text(rows):
    """Rows of plain values as CSV; None is an empty field."""
    import csv
    out = io.StringIO(newline='')
    csv.writer(out, lineterminator='\n').writerows([['' if value is None else value for value in row] for row in rows])
    return out.getvalue().encode()
