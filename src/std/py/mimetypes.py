"""Types of files by their names, as the web says them: guess_type('a.png') is ('image/png', None)."""
import os

_KNOWN = """
application/javascript js mjs
application/json json
application/manifest+json webmanifest
application/msword doc dot wiz
application/n-quads nq
application/n-triples nt
application/octet-stream bin a dll exe o obj so
application/oda oda
application/pdf pdf
application/pkcs7-mime p7c
application/postscript ps ai eps
application/trig trig
application/vnd.apple.mpegurl m3u m3u8
application/vnd.ms-excel xls xlb
application/vnd.ms-powerpoint ppt pot ppa pps pwz
application/wasm wasm
application/x-bcpio bcpio
application/x-cpio cpio
application/x-csh csh
application/x-dvi dvi
application/x-gtar gtar
application/x-hdf hdf
application/x-hdf5 h5
application/x-latex latex
application/x-mif mif
application/x-netcdf cdf nc
application/x-pkcs12 p12 pfx
application/x-pn-realaudio ram
application/x-python-code pyc pyo
application/x-sh sh
application/x-shar shar
application/x-shockwave-flash swf
application/x-sv4cpio sv4cpio
application/x-sv4crc sv4crc
application/x-tar tar
application/x-tcl tcl
application/x-tex tex
application/x-texinfo texi texinfo
application/x-troff roff t tr
application/x-troff-man man
application/x-troff-me me
application/x-troff-ms ms
application/x-ustar ustar
application/x-wais-source src
application/xml xsl rdf wsdl xpdl
application/zip zip
audio/3gpp 3gp 3gpp
audio/3gpp2 3g2 3gpp2
audio/aac aac adts loas ass
audio/basic au snd
audio/mpeg mp3 mp2
audio/opus opus
audio/x-aiff aif aifc aiff
audio/x-pn-realaudio ra
audio/x-wav wav
image/avif avif
image/bmp bmp
image/gif gif
image/ief ief
image/jpeg jpg jpe jpeg
image/heic heic
image/heif heif
image/png png
image/svg+xml svg
image/tiff tiff tif
image/vnd.microsoft.icon ico
image/x-cmu-raster ras
image/x-portable-anymap pnm
image/x-portable-bitmap pbm
image/x-portable-graymap pgm
image/x-portable-pixmap ppm
image/x-rgb rgb
image/x-xbitmap xbm
image/x-xpixmap xpm
image/x-xwindowdump xwd
message/rfc822 eml mht mhtml nws
text/css css
text/csv csv
text/html html htm
text/n3 n3
text/plain txt bat c h ksh pl srt
text/richtext rtx
text/tab-separated-values tsv
text/vtt vtt
text/x-python py
text/x-setext etx
text/x-sgml sgm sgml
text/x-vcard vcf
text/xml xml
video/mp4 mp4
video/mpeg mpeg m1v mpa mpe mpg
video/quicktime mov qt
video/webm webm
video/x-msvideo avi
video/x-sgi-movie movie
"""

knownfiles = ['/etc/mime.types', '/etc/httpd/mime.types', '/etc/httpd/conf/mime.types', '/etc/apache/mime.types', '/etc/apache2/mime.types',
              '/usr/local/etc/httpd/conf/mime.types', '/usr/local/lib/netscape/mime.types', '/usr/local/etc/httpd/conf/mime.types', '/usr/local/etc/mime.types']
inited = False
suffix_map = {'.svgz': '.svg.gz', '.tgz': '.tar.gz', '.taz': '.tar.gz', '.tz': '.tar.gz', '.tbz2': '.tar.bz2', '.txz': '.tar.xz'}
encodings_map = {'.gz': 'gzip', '.Z': 'compress', '.bz2': 'bzip2', '.xz': 'xz', '.br': 'br'}
types_map = {'.' + suffix: line.split()[0] for line in _KNOWN.split('\n') for suffix in line.split()[1:]}
common_types = {'.rtf': 'application/rtf', '.midi': 'audio/midi', '.mid': 'audio/midi', '.jpg': 'image/jpg', '.pict': 'image/pict', '.pct': 'image/pict',
                '.pic': 'image/pict', '.webp': 'image/webp', '.xul': 'text/xul'}
_defaults = dict(suffix_map), dict(encodings_map), dict(types_map), dict(common_types)
_db = None


class MimeTypes:
    """A table of types: .types_map is (loose, strict), .types_map_inv its other direction."""

    def __init__(self, filenames=(), strict=True):
        if not inited:
            init()
        self.suffix_map, self.encodings_map = dict(_defaults[0]), dict(_defaults[1])
        self.types_map, self.types_map_inv = ({}, {}), ({}, {})
        for strict_too, table in ((True, _defaults[2]), (False, _defaults[3])):
            for suffix, kind in table.items():
                self.add_type(kind, suffix, strict_too)
        for name in filenames:
            self.read(name, strict)

    def add_type(self, type, ext, strict=True):
        self.types_map[strict][ext] = type
        suffixes = self.types_map_inv[strict].setdefault(type, [])
        if ext not in suffixes:
            suffixes.append(ext)

    def guess_type(self, url, strict=True):
        """(type, encoding) by the end of a name or an address."""
        url = os.fspath(url)
        scheme, colon, rest = url.partition(':')
        if colon and scheme and '/' not in scheme:
            url = rest
        else:
            scheme = ''
        if scheme.lower() == 'data':            # data:TYPE;…,…
            comma = url.find(',')
            if comma < 0:
                return None, None
            semicolon = url.find(';', 0, comma)
            kind = url[:semicolon] if semicolon >= 0 else url[:comma]
            return ('text/plain' if '=' in kind or '/' not in kind else kind), None
        base, ext = os.path.splitext(url)
        while ext.lower() in self.suffix_map:
            base, ext = os.path.splitext(base + self.suffix_map[ext.lower()])
        encoding = None
        if ext in self.encodings_map:   # (case matters: .Z)
            encoding = self.encodings_map[ext]
            base, ext = os.path.splitext(base)
        ext = ext.lower()
        if ext in self.types_map[True]:
            return self.types_map[True][ext], encoding
        if not strict and ext in self.types_map[False]:
            return self.types_map[False][ext], encoding
        return None, encoding

    def guess_all_extensions(self, type, strict=True):
        """The ends of names that files of a type have."""
        type = type.lower()
        found = list(self.types_map_inv[True].get(type, []))
        if not strict:
            found += [ext for ext in self.types_map_inv[False].get(type, []) if ext not in found]
        return found

    def guess_extension(self, type, strict=True):
        found = self.guess_all_extensions(type, strict)
        return found[0] if found else None

    def read(self, filename, strict=True):
        with open(filename, encoding='utf-8') as f:
            self.readfp(f, strict)

    def readfp(self, fp, strict=True):
        """Lines of a mime.types: a type, then the ends of names."""
        for line in fp:
            words = line.split()
            for i, word in enumerate(words):
                if word[0] == '#':
                    del words[i:]
                    break
            for suffix in words[1:]:
                self.add_type(words[0], '.' + suffix, strict)


def init(files=None):
    """The tables anew: perch's own and the system's (files: those instead of the ones found so far)."""
    global suffix_map, types_map, encodings_map, common_types, inited, _db
    inited = True
    if files is None or _db is None:
        db = MimeTypes()
        files = knownfiles + list(files or ())
    else:
        db = _db
    for name in files:
        if os.path.isfile(name):
            db.read(name)
    encodings_map, suffix_map, types_map, common_types = db.encodings_map, db.suffix_map, db.types_map[True], db.types_map[False]
    _db = db


def _table():
    if _db is None:
        init()
    return _db


def guess_type(url, strict=True):
    """(type, encoding) by the end of a name or an address: ('text/html', None), ('application/x-tar', 'gzip')."""
    return _table().guess_type(url, strict)


def guess_all_extensions(type, strict=True):
    """The ends of names that files of a type have: ['.jpg', '.jpe', '.jpeg']."""
    return _table().guess_all_extensions(type, strict)


def guess_extension(type, strict=True):
    """The end of a name for a type, or None."""
    return _table().guess_extension(type, strict)


def add_type(type, ext, strict=True):
    """Files whose names end in ext are of this type."""
    return _table().add_type(type, ext, strict)


def read_mime_types(file):
    """{end of a name: type} of a file, or None."""
    try:
        f = open(file, encoding='utf-8')
    except OSError:
        return None
    with f:
        db = MimeTypes()
        db.readfp(f, True)
        return db.types_map[True]
