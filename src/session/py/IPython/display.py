"""Values that fronts show as more than text."""
import warnings

from perch.display import DisplayHandle, clear_output, display, publish, update_display

__all__ = ['display', 'DisplayHandle', 'clear_output', 'update_display', 'publish_display_data', 'DisplayObject', 'TextDisplayObject', 'Pretty', 'HTML',
           'Markdown', 'Math', 'Latex', 'SVG', 'JSON', 'GeoJSON', 'Javascript', 'Image', 'Audio', 'Video', 'IFrame', 'YouTubeVideo', 'Code', 'FileLink', 'FileLinks',
           'ProgressBar', 'display_pretty', 'display_html', 'display_markdown', 'display_svg', 'display_png', 'display_jpeg', 'display_latex', 'display_json',
           'display_javascript', 'set_matplotlib_formats', 'set_matplotlib_close']


def publish_display_data(data, metadata=None, source=None, *, transient=None, **kwargs):
    """Data in several formats to the front."""
    publish(data, metadata, display_id=(transient or {}).get('display_id'), update=kwargs.get('update', False))


def _display_as(kind):
    def show(*objs, **kwargs):
        if kwargs.pop('raw', False):
            for obj in objs:
                publish({kind: obj}, kwargs.get('metadata'))
        else:
            display(*objs, include=[kind], **kwargs)
    return show


display_pretty = _display_as('text/plain')
display_html = _display_as('text/html')
display_markdown = _display_as('text/markdown')
display_svg = _display_as('image/svg+xml')
display_png = _display_as('image/png')
display_jpeg = _display_as('image/jpeg')
display_latex = _display_as('text/latex')
display_json = _display_as('application/json')
display_javascript = _display_as('application/javascript')


def _fetch(url, binary):
    from urllib.request import urlopen
    with urlopen(url) as answer:
        data = answer.read()
    return data if binary else data.decode('utf-8', 'replace')


def _is_address(text):
    return isinstance(text, str) and text.startswith(('http://', 'https://'))


class DisplayObject:
    """Data of one format: given, or read from a file or an address."""
    _read_flags = 'r'
    _show_mem_addr = False
    metadata = None

    def __init__(self, data=None, url=None, filename=None, metadata=None):
        if data is not None and not isinstance(data, str) and hasattr(data, '__fspath__'):
            data = str(data)
        if data is not None and isinstance(data, str):
            if _is_address(data) and url is None:
                data, url = None, data
                filename = None
            elif self._is_file(data) and filename is None:
                data, filename = None, data
        self.url, self.filename, self.data = url, filename, data
        if metadata is not None:
            self.metadata = metadata
        elif self.metadata is None:
            self.metadata = {}
        self.reload()
        self._check_data()

    def _is_file(self, text):
        return False

    def _check_data(self):
        pass

    def __repr__(self):
        return '<%s.%s object>' % (type(self).__module__.replace('IPython.display', 'IPython.core.display'), type(self).__name__)

    def _data_and_metadata(self):
        return (self.data, self.metadata) if self.metadata else self.data

    def reload(self):
        """Read the file or the address anew."""
        if self.filename is not None:
            binary = 'b' in self._read_flags
            with open(self.filename, self._read_flags, **({} if binary else {'encoding': 'utf-8'})) as f:
                self.data = f.read()
        elif self.url is not None:
            self.data = _fetch(self.url, 'b' in self._read_flags)


class TextDisplayObject(DisplayObject):
    def _check_data(self):
        if self.data is not None and not isinstance(self.data, str):
            raise TypeError('%s expects text, not %r' % (type(self).__name__, self.data))


class Pretty(TextDisplayObject):
    """Text as it is."""

    def _repr_pretty_(self, p, cycle):
        p.text(self.data)


class HTML(TextDisplayObject):
    """HTML."""

    def _repr_html_(self):
        return self._data_and_metadata()

    def __html__(self):
        return self._repr_html_()


class Markdown(TextDisplayObject):
    """Markdown."""

    def _repr_markdown_(self):
        return self._data_and_metadata()


class Latex(TextDisplayObject):
    """LaTeX."""

    def _repr_latex_(self):
        return self._data_and_metadata()


class Math(TextDisplayObject):
    """A formula in LaTeX."""

    def _repr_latex_(self):
        text = '$\\displaystyle %s$' % self.data.strip('$')
        return (text, self.metadata) if self.metadata else text


class SVG(DisplayObject):
    """A drawing in SVG."""
    _read_flags = 'rb'

    def _is_file(self, text):
        return not text.lstrip().startswith('<')

    def _check_data(self):
        if isinstance(self.data, bytes):
            self.data = self.data.decode('utf-8')
        text = self.data or ''
        start = text.find('<svg')
        if start > 0:
            self.data = text[start:]

    def _repr_svg_(self):
        return self._data_and_metadata()


class JSON(DisplayObject):
    """JSON: a dict or a list."""

    def __init__(self, data=None, url=None, filename=None, expanded=False, metadata=None, root='root', **kwargs):
        self.metadata = {'expanded': expanded, 'root': root}
        if metadata:
            self.metadata.update(metadata)
        self.metadata.update(kwargs)
        super().__init__(data, url, filename)

    def _check_data(self):
        if isinstance(self.data, str):
            import json
            self.data = json.loads(self.data)
        if self.data is not None and not isinstance(self.data, (dict, list)):
            raise TypeError('%s expects JSONable dict or list, not %r' % (type(self).__name__, self.data))

    def _repr_json_(self):
        return self.data, self.metadata


class GeoJSON(JSON):
    """A map in GeoJSON."""

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {'application/geo+json': self.data, 'text/plain': '<IPython.display.GeoJSON object>'}, {'application/geo+json': self.metadata}


class Javascript(TextDisplayObject):
    """A script for the page."""

    def __init__(self, data=None, url=None, filename=None, lib=None, css=None):
        self.lib = [lib] if isinstance(lib, str) else lib or []
        self.css = [css] if isinstance(css, str) else css or []
        super().__init__(data, url, filename)

    def _repr_javascript_(self):
        return ''.join("$.getScript('%s');\n" % each for each in self.lib) + self.data


_SIGNATURES = [(b'\x89PNG\r\n\x1a\n', 'png'), (b'\xff\xd8', 'jpeg'), (b'GIF8', 'gif'), (b'RIFF', 'webp')]


def _kind_of(data):
    for start, kind in _SIGNATURES:
        if data.startswith(start):
            return kind
    return None


def _size(data, kind):
    """(width, height) in the image's own bytes; (None, None)."""
    import struct
    if kind == 'png' and len(data) >= 24:
        return struct.unpack('>II', data[16:24])
    if kind == 'gif' and len(data) >= 10:
        return struct.unpack('<HH', data[6:10])
    at = 2
    while kind == 'jpeg' and at + 9 < len(data):
        marker, length = struct.unpack('>HH', data[at:at + 4])
        if 0xFFC0 <= marker <= 0xFFCF and marker not in (0xFFC4, 0xFFC8, 0xFFCC):
            height, width = struct.unpack('>HH', data[at + 5:at + 9])
            return width, height
        at += 2 + length
    return None, None


class Image(DisplayObject):
    """A picture: its bytes, a file, or an address (kept as a link unless embed)."""
    _read_flags = 'rb'
    _FORMATS = ('png', 'jpeg', 'gif', 'webp')
    _MIME = {'png': 'image/png', 'jpeg': 'image/jpeg', 'gif': 'image/gif', 'webp': 'image/webp'}

    def __init__(self, data=None, url=None, filename=None, format=None, embed=None, width=None, height=None, retina=False, unconfined=False, metadata=None, alt=None):
        name = filename or url or (data if isinstance(data, str) else str(data) if hasattr(data, '__fspath__') else None)
        if _is_address(data):
            url, data = data, None
        ending = name.rsplit('.', 1)[-1].lower() if name and '.' in name else None
        if format is None:
            format = 'jpeg' if ending in ('jpg', 'jpeg') else ending if ending in self._FORMATS else _kind_of(data) if isinstance(data, bytes) else None
        self.format = 'jpeg' if format and format.lower() == 'jpg' else (format or 'png').lower()
        self.embed = embed if embed is not None else url is None
        if self.embed and self.format not in self._FORMATS:
            raise ValueError('Cannot embed the \'%s\' image format' % self.format)
        self.width, self.height, self.retina, self.unconfined, self.alt = width, height, retina, unconfined, alt
        super().__init__(data, url, filename, metadata)
        if self.width is None and (self.metadata or {}).get('width'):
            self.width = metadata['width']
        if retina and self.data:
            w, h = _size(self.data, self.format)
            if w:
                self.width, self.height = w // 2, h // 2

    def _is_file(self, text):
        return True

    def reload(self):
        if self.embed or self.filename:
            super().reload()

    def _about(self):
        about = {name: value for name, value in (('width', self.width), ('height', self.height)) if value}
        if self.unconfined:
            about['unconfined'] = True
        if self.alt:
            about['alt'] = self.alt
        about.update(self.metadata or {})
        return about

    def _repr_mimebundle_(self, include=None, exclude=None):
        if not self.embed:
            return {'text/html': self._repr_html_(), 'text/plain': repr(self)}
        if self.data is None:
            raise FileNotFoundError("No such file or directory: '%s'" % self.data)
        kind = self._MIME[self.format]
        about = self._about()
        return {kind: self.data, 'text/plain': repr(self)}, ({kind: about} if about else {})

    def _repr_html_(self):
        if self.embed:
            return None
        words = ''.join(' %s="%s"' % pair for pair in (('width', self.width), ('height', self.height)) if pair[1])
        words += ' class="unconfined"' if self.unconfined else ''
        words += ' alt="%s"' % self.alt if self.alt else ''
        return '<img src="%s"%s/>' % (self.url, words)


def _base64(data):
    import base64
    return base64.b64encode(data).decode('ascii')


class Audio(DisplayObject):
    """Sound: samples with their rate, the bytes of a file, a file or an address."""
    _read_flags = 'rb'

    def __init__(self, data=None, filename=None, url=None, embed=None, rate=None, autoplay=False, normalize=True, *, element_id=None):
        self.autoplay, self.element_id, self.mimetype = autoplay, element_id, 'audio/wav'
        if data is not None and not isinstance(data, (str, bytes)):
            if rate is None:
                raise ValueError('rate must be specified when data is a numpy array or list of audio samples.')
            data = _wave(data, rate, normalize)
        super().__init__(data, url, filename)
        self.embed = embed if embed is not None else self.url is None

    def _is_file(self, text):
        return True

    def _src(self):
        return self.url if not self.embed else 'data:%s;base64,%s' % (self.mimetype, _base64(self.data))

    def _repr_html_(self):
        return '\n                <audio %s controls="controls" %s>\n                    <source src="%s" type="%s" />\n' \
               '                    Your browser does not support the audio element.\n                </audio>\n              ' % (
                   'id="%s"' % self.element_id if self.element_id else '', 'autoplay="autoplay"' if self.autoplay else '', self._src(), self.mimetype)


def _wave(samples, rate, normalize):
    """Samples (of one channel, or a list of channels) as a WAV file of 16 bits."""
    import struct
    rows = [list(map(float, row)) for row in samples] if hasattr(samples[0], '__len__') else [list(map(float, samples))]
    peak = max((abs(v) for row in rows for v in row), default=0) or 1
    if not normalize and peak > 1:
        raise ValueError('Audio data must be between -1 and 1 when normalize=False.')
    scale = 32767 / (peak if normalize else 1)
    frames = b''.join(struct.pack('<h', int(row[i] * scale)) for i in range(len(rows[0])) for row in rows)
    head = struct.pack('<4sI4s4sIHHIIHH4sI', b'RIFF', 36 + len(frames), b'WAVE', b'fmt ', 16, 1, len(rows), rate, rate * 2 * len(rows), 2 * len(rows), 16, b'data', len(frames))
    return head + frames


class Video(DisplayObject):
    """A film: a file or an address, in the page where embed."""
    _read_flags = 'rb'

    def __init__(self, data=None, url=None, filename=None, embed=False, mimetype=None, width=None, height=None, html_attributes='controls'):
        self.embed, self.mimetype, self.width, self.height, self.html_attributes = embed, mimetype or 'video/mp4', width, height, html_attributes
        if isinstance(data, str) and not _is_address(data) and not embed:
            url, data = data, None
        super().__init__(data, url, filename)

    def _is_file(self, text):
        return True

    def reload(self):
        if self.embed:
            super().reload()

    def _repr_html_(self):
        size = ''.join(' %s="%s"' % pair for pair in (('width', self.width), ('height', self.height)) if pair[1])
        if not self.embed:
            return '<video src="%s" %s %s>\n      Your browser does not support the <code>video</code> element.\n    </video>' % (self.url or self.filename, self.html_attributes, size)
        return '<video %s%s>\n <source src="data:%s;base64,%s" type="%s">\n Your browser does not support the video tag.\n </video>' % (
            self.html_attributes, size, self.mimetype, _base64(self.data), self.mimetype)


class IFrame:
    """A page inside the page."""

    def __init__(self, src, width, height, extras=None, **params):
        self.src, self.width, self.height, self.extras, self.params = src, width, height, extras or [], params

    def _repr_html_(self):
        from urllib.parse import urlencode
        query = '?' + urlencode(self.params) if self.params else ''
        return '\n        <iframe\n            width="%s"\n            height="%s"\n            src="%s%s"\n            frameborder="0"\n            allowfullscreen\n            %s\n        ></iframe>\n        ' % (
            self.width, self.height, self.src, query, ' '.join(self.extras))


class YouTubeVideo(IFrame):
    """A film of YouTube's by its id."""

    def __init__(self, id, width=400, height=300, allow_autoplay=False, **kwargs):
        self.id = id
        super().__init__('https://www.youtube.com/embed/%s' % id, width, height, **kwargs)


for _each in (IFrame, YouTubeVideo):
    _each.__module__ = 'IPython.lib.display'


class Code(TextDisplayObject):
    """Source text."""

    def __init__(self, data=None, url=None, filename=None, language=None):
        self.language = language
        super().__init__(data, url, filename)

    def _is_file(self, text):
        return False

    def __repr__(self):
        return self.data

    def _repr_html_(self):
        from html import escape
        return '<pre>%s</pre>' % escape(self.data)


class FileLink:
    """A link to a file."""

    def __init__(self, path, url_prefix='', result_html_prefix='', result_html_suffix='<br>'):
        import os
        if os.path.isdir(path):
            raise ValueError("Cannot display a directory using FileLink. Use FileLinks to display '%s'." % path)
        self.path, self.url_prefix, self.prefix, self.suffix = str(path), url_prefix, result_html_prefix, result_html_suffix

    def _repr_html_(self):
        import os
        from html import escape
        if not os.path.exists(self.path):
            return 'Path (<tt>%s</tt>) doesn\'t exist. It may still be in the process of being generated, or you may have the incorrect path.' % self.path
        return "%s<a href='%s' target='_blank'>%s</a>%s" % (self.prefix, escape(self.url_prefix + self.path), escape(self.path), self.suffix)

    def __repr__(self):
        import os
        return os.path.abspath(self.path)


class FileLinks(FileLink):
    """Links to the files of a folder."""

    def __init__(self, path, url_prefix='', **kwargs):
        self.path, self.url_prefix, self.prefix, self.suffix = str(path), url_prefix, '', '<br>'

    def _files(self):
        import os
        return [os.path.join(folder, name) for folder, _, names in sorted(os.walk(self.path)) for name in sorted(names)]

    def _repr_html_(self):
        return '\n'.join(FileLink(path, self.url_prefix)._repr_html_() for path in self._files())

    def __repr__(self):
        return '\n'.join(self._files())


class ProgressBar(DisplayObject):
    """A bar that is drawn anew as `progress` is set, or as it is walked over."""

    def __init__(self, total):
        self.total, self._progress, self.html_width, self.text_width = total, 0, '60ex', 60
        self._id = None

    def __repr__(self):
        filled = '=' * int(self._progress / self.total * self.text_width)
        return '[%s%s] %s/%s' % (filled, ' ' * (self.text_width - len(filled)), self._progress, self.total)

    def _repr_html_(self):
        return "<progress style='width:%s' max='%s' value='%s'></progress>" % (self.html_width, self.total, self._progress)

    def display(self):
        self._id = display(self, display_id=True)

    def update(self):
        if self._id:
            self._id.update(self)

    @property
    def progress(self):
        return self._progress

    @progress.setter
    def progress(self, value):
        self._progress = value
        self.update()

    def __iter__(self):
        self.display()
        self._progress = -1
        return self

    def __next__(self):
        self.progress += 1
        if self._progress < self.total:
            return self._progress
        raise StopIteration()


def _moved(name):
    """Old names of matplotlib_inline's functions: they work, and say where they went."""
    warnings.warn('`%s` is deprecated since IPython 7.23, directly use `matplotlib_inline.backend_inline.%s()`' % (name, name), DeprecationWarning, stacklevel=3)


def set_matplotlib_formats(*formats, **kwargs):
    """Figures are shown in these formats: 'png', 'retina', 'jpeg', 'svg', 'pdf'; more words go to savefig()."""
    from perch.plots import inline
    _moved('set_matplotlib_formats')
    inline.set_matplotlib_formats(*formats, **kwargs)


def set_matplotlib_close(close=True):
    """Are figures closed after their cell?"""
    from perch.plots import inline
    _moved('set_matplotlib_close')
    inline.set_matplotlib_close(close)
