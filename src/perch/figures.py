"""How a notebook shows figures: settings, which can be made before matplotlib is imported (perch.plots.inline shows them)."""


class InlineBackend:
    """Its settings (%config InlineBackend.NAME = VALUE)."""

    _one = None
    _formats, _options, close_figures, rc, shell = {'png'}, {'bbox_inches': 'tight'}, True, {}, None

    @classmethod
    def instance(cls, *args, **kwargs):
        if InlineBackend._one is None:
            InlineBackend._one = cls()
        return InlineBackend._one

    def _changed(self):
        if self.shell is not None:
            from perch.plots.formats import select_formats
            select_formats(self.shell, self._formats, self._options)

    @property
    def figure_formats(self):
        return self._formats

    @figure_formats.setter
    def figure_formats(self, formats):
        formats = {formats} if isinstance(formats, str) else set(formats)
        before, self._formats = self._formats, formats
        try:
            self._changed()
        except ValueError:
            self._formats = before
            raise

    @property
    def figure_format(self):
        return next(iter(self._formats)) if len(self._formats) == 1 else ''

    @figure_format.setter
    def figure_format(self, fmt):
        if fmt:
            self.figure_formats = {fmt}

    @property
    def print_figure_kwargs(self):
        return self._options

    @print_figure_kwargs.setter
    def print_figure_kwargs(self, options):
        self._options = dict(options)
        self._changed()
