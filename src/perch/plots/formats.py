"""Figures as results: which formats a figure of matplotlib's is shown in, and the bytes in these formats."""
from functools import partial
from io import BytesIO

KINDS = {'png': 'image/png', 'retina': 'image/png', 'png2x': 'image/png', 'jpg': 'image/jpeg', 'jpeg': 'image/jpeg', 'svg': 'image/svg+xml', 'pdf': 'application/pdf'}


def figure_data(figure, fmt='png', bbox_inches='tight', base64=False, **kwargs):
    """The figure's page in a format: bytes, a str for svg; None: nothing was drawn on it."""
    if not figure.axes and not figure.lines:
        return None
    double = fmt in ('retina', 'png2x')
    options = {'format': 'png' if double else fmt, 'facecolor': figure.get_facecolor(), 'edgecolor': figure.get_edgecolor(), 'dpi': figure.dpi * (2 if double else 1),
               'bbox_inches': bbox_inches, **kwargs}
    if figure.canvas is None:
        from matplotlib.backend_bases import FigureCanvasBase
        FigureCanvasBase(figure)
    page = BytesIO()
    figure.canvas.print_figure(page, **options)
    data = page.getvalue()
    if fmt == 'svg':
        return data.decode('utf-8')
    if base64:
        from binascii import b2a_base64
        return b2a_base64(data, newline=False).decode('ascii')
    return data


def retina_data(figure, base64=False, **kwargs):
    """(a PNG of twice as many dots, {width, height} in which it is shown)"""
    data = figure_data(figure, 'retina', **kwargs)
    if data is None:
        return None
    width, height = (int.from_bytes(data[at:at + 4], 'big') for at in (16, 20))
    if base64:
        from binascii import b2a_base64
        data = b2a_base64(data, newline=False).decode('ascii')
    return data, {'width': width // 2, 'height': height // 2}


def select_formats(shell, formats, options):
    """From now on figures are shown in these formats, each by print_figure(**options)."""
    from matplotlib.figure import Figure
    formats = {formats} if isinstance(formats, str) else set(formats)
    unknown = formats - set(KINDS)
    if unknown:
        raise ValueError('supported formats are: %s not %s' % (','.join(map(repr, KINDS)), ','.join(map(repr, sorted(unknown)))))
    if shell is None:           # a program has no page that shows figures
        return
    formatters = shell.display_formatter.formatters
    for kind in set(KINDS.values()):
        formatters[kind].pop(Figure, None)
    for fmt in sorted(formats):
        double = fmt in ('retina', 'png2x')
        formatters[KINDS[fmt]].for_type(Figure, partial(retina_data, **options) if double else partial(figure_data, fmt=fmt, **options))
