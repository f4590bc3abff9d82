"""tqdm: an iterator that shows how far it is."""
import sys
import time

_PARTS = ' ▏▎▍▌▋▊▉█'
_ASCII = ' 123456789#'
_shown = []                             # the bars that are drawn now, by position
_numbers = [0]


def _interval(seconds):
    minutes, s = divmod(int(seconds), 60)
    h, m = divmod(minutes, 60)
    return '%d:%02d:%02d' % (h, m, s) if h else '%02d:%02d' % (m, s)


def _scaled(number, suffix='', divisor=1000):
    for unit in ('', 'k', 'M', 'G', 'T', 'P', 'E', 'Z'):
        if abs(number) < 999.5:
            if abs(number) < 99.95:
                if abs(number) < 9.995:
                    return '%1.2f%s%s' % (number, unit, suffix)
                return '%2.1f%s%s' % (number, unit, suffix)
            return '%3.0f%s%s' % (number, unit, suffix)
        number /= divisor
    return '%3.1fY%s' % (number, suffix)


def _number(number):
    text = '%.3g' % number
    text = text.replace('e+0', 'e+').replace('e-0', 'e-')
    plain = str(number)
    return text if len(text) < len(plain) else plain


def _bar(share, width, ascii):
    """A bar of so many columns, filled in steps smaller than one."""
    parts = ascii if isinstance(ascii, str) else _ASCII if ascii else _PARTS
    steps = len(parts) - 1
    whole, part = divmod(int(share * width * steps), steps)
    if whole >= width:
        return parts[-1] * width
    return parts[-1] * whole + parts[part] + parts[0] * (width - whole - 1)


def _columns():
    try:
        import _session
        return _session.width()
    except ImportError:
        import shutil
        return shutil.get_terminal_size((80, 24)).columns


def _wide(text):
    """Columns of a text."""
    from unicodedata import east_asian_width
    return len(text) if text.isascii() else sum(2 if east_asian_width(c) in 'FW' else 1 for c in text)


class tqdm:
    """The items of an iterable, with a bar that grows."""
    monitor_interval = 0

    def __init__(self, iterable=None, desc=None, total=None, leave=True, file=None, ncols=None, mininterval=0.1, maxinterval=10.0, miniters=None, ascii=None,
                 disable=False, unit='it', unit_scale=False, dynamic_ncols=False, smoothing=0.3, bar_format=None, initial=0, position=None, postfix=None,
                 unit_divisor=1000, write_bytes=False, lock_args=None, nrows=None, colour=None, delay=0, gui=False, **kwargs):
        if total is None and iterable is not None:
            try:
                total = len(iterable)
            except (TypeError, AttributeError):
                total = None
        if total == float('inf'):
            total = None
        self.iterable, self.desc, self.total, self.leave, self.ncols = iterable, desc or '', total, leave, ncols
        self.fp = file
        if disable is None:
            disable = not (file or sys.stderr).isatty()
        self.mininterval, self.miniters, self.disable, self.unit, self.unit_scale = mininterval, miniters or 0, disable, unit, unit_scale
        self.smoothing, self.bar_format, self.initial, self.unit_divisor, self.ascii = smoothing, bar_format, initial, unit_divisor, ascii
        self.delay, self.colour, self.dynamic_ncols = delay, colour, dynamic_ncols
        self.n = self.last_print_n = initial
        self.postfix = ''
        self._rate = self._told = None
        self._closed = disable
        self._width = 0
        if disable:
            return
        if postfix:
            self.set_postfix(postfix, refresh=False)
        self.pos = position if position is not None else len(_shown)
        _shown.append(self)
        _numbers[0] += 1
        self._id = _numbers[0]
        self.start_t = self.last_print_t = time.time()
        if delay <= 0:
            self.refresh()

    # ---- going on ----

    def __iter__(self):
        if self.disable:
            yield from self.iterable
            return
        n, last, pause, clock = self.n, self.last_print_t, self.mininterval, time.time
        try:
            for item in self.iterable:
                yield item
                n += 1
                now = clock()
                if now - last >= pause:
                    self.n = n
                    self._draw(now)
                    last = self.last_print_t
            self.n = n
        finally:
            self.n = n
            self.close()

    def update(self, n=1):
        if self.disable:
            return None
        self.n += n
        now = time.time()
        if now - self.last_print_t < self.mininterval or self.n - self.last_print_n < self.miniters:
            return None
        self._draw(now)
        return True

    def _draw(self, now):
        passed, done = now - self.last_print_t, self.n - self.last_print_n
        if passed > 0 and done:
            rate = done / passed
            self._rate = rate if self._rate is None else self.smoothing * rate + (1 - self.smoothing) * self._rate
        self.last_print_t, self.last_print_n = now, self.n
        if now - self.start_t >= self.delay:
            self.refresh()

    # ---- the line ----

    @property
    def format_dict(self):
        return {'n': self.n, 'total': self.total, 'elapsed': time.time() - self.start_t if not self.disable else 0, 'ncols': self.ncols, 'prefix': self.desc,
                'ascii': self.ascii, 'unit': self.unit, 'unit_scale': self.unit_scale, 'rate': self._rate, 'bar_format': self.bar_format, 'postfix': self.postfix,
                'unit_divisor': self.unit_divisor, 'initial': self.initial, 'colour': self.colour}

    @staticmethod
    def format_interval(t):
        return _interval(t)

    @staticmethod
    def format_sizeof(num, suffix='', divisor=1000):
        return _scaled(num, suffix, divisor)

    @staticmethod
    def format_num(n):
        return _number(n)

    @staticmethod
    def format_meter(n, total, elapsed, ncols=None, prefix='', ascii=False, unit='it', unit_scale=False, rate=None, bar_format=None, postfix=None,
                     unit_divisor=1000, initial=0, colour=None, **extra):
        if total and n >= total + 0.5:
            total = None
        if unit_scale and unit_scale not in (True, 1):
            total, n = total and total * unit_scale, n * unit_scale
            rate = rate and rate * unit_scale
            unit_scale = False
        if rate is None and elapsed:
            rate = (n - initial) / elapsed
        inverse = 1 / rate if rate else None
        rate_text = ((_scaled(rate, divisor=unit_divisor) if unit_scale else '%5.2f' % rate) if rate else '?') + unit + '/s'
        inverse_text = ((_scaled(inverse, divisor=unit_divisor) if unit_scale else '%5.2f' % inverse) if inverse else '?') + 's/' + unit
        speed = inverse_text if inverse and inverse > 1 else rate_text
        n_text = _scaled(n, divisor=unit_divisor) if unit_scale else str(n)
        total_text = (_scaled(total, divisor=unit_divisor) if unit_scale else str(total)) if total is not None else '?'
        postfix = ', ' + postfix if postfix else ''
        left = (total - n) / rate if rate and total else 0
        left_text = _interval(left) if rate and total else '?'
        elapsed_text = _interval(elapsed)
        if prefix:
            prefix = prefix if prefix.endswith(': ') or not prefix else prefix + ': '
        right = '| %s/%s [%s<%s, %s%s]' % (n_text, total_text, elapsed_text, left_text, speed, postfix)
        words = {'n': n, 'n_fmt': n_text, 'total': total, 'total_fmt': total_text, 'elapsed': elapsed_text, 'elapsed_s': elapsed, 'ncols': ncols,
                 'desc': prefix, 'unit': unit, 'rate': inverse if inverse and inverse > 1 else rate, 'rate_fmt': speed, 'rate_noinv': rate,
                 'rate_noinv_fmt': rate_text, 'rate_inv': inverse, 'rate_inv_fmt': inverse_text, 'postfix': postfix, 'remaining': left_text,
                 'remaining_s': left, 'colour': colour, 'unit_divisor': unit_divisor, 'l_bar': '', 'r_bar': right, 'bar': ''}
        if not total:
            if bar_format:
                return bar_format.format(**dict(words, l_bar=prefix, percentage=0))
            return '%s%s%s [%s, %s%s]' % (prefix, n_text, unit, elapsed_text, speed, postfix)
        share = n / total
        head = '%s%3.0f%%|' % (prefix, share * 100)
        words.update(l_bar=head, percentage=share * 100)
        if ncols == 0:
            return head[:-1] + right[1:]
        if bar_format:
            mark = '\0'
            if '{bar}' not in bar_format and '{bar:' not in bar_format:
                return bar_format.format(**words)
            start = bar_format.index('{bar')
            stop = bar_format.index('}', start)
            line = bar_format[:start] + mark + bar_format[stop + 1:]
            line = line.format(**words)
            before, after = line.split(mark, 1)
            size = bar_format[start + 5:stop]
            width = int(size) if size.isdigit() else None
        else:
            before, after, width = head, right, None
        if width is None:
            width = max(1, ncols - _wide(before) - _wide(after)) if ncols else 10
        return before + _bar(share, width, ascii) + after

    def __str__(self):
        about = self.format_dict
        if not about['ncols']:
            about['ncols'] = _columns() - 1
        return self.format_meter(**about)

    __repr__ = __str__

    def refresh(self, nolock=False, lock_args=None):
        """Draw it now."""
        if not self.disable and not self._closed:
            self.display()
        return True

    def display(self, msg=None, pos=None, over=False):
        line = str(self) if msg is None else msg
        if self.fp is None and self._tell(line, over):
            return
        out = self.fp or sys.stderr
        width = _wide(line)
        up = self.pos if self.pos > 0 else 0
        out.write('\n' * up + '\r' + line + ' ' * max(0, self._width - width) + '\x1b[A' * up)
        self._width = width
        out.flush()

    def _tell(self, line, over):
        """To a front that draws bars itself; False: it does not."""
        if self._told is False:
            return False
        try:
            import _session
            self._told = _session.progress(self._id, self.n, -1 if self.total is None else self.total, line, self.desc.rstrip(': '), self.unit, over)
        except ImportError:
            self._told = False
        return self._told

    def set_description(self, desc=None, refresh=True):
        self.desc = desc + ': ' if desc else ''
        if refresh:
            self.refresh()

    def set_description_str(self, desc=None, refresh=True):
        self.desc = desc or ''
        if refresh:
            self.refresh()

    def set_postfix(self, ordered_dict=None, refresh=True, **kwargs):
        values = dict(ordered_dict or {})
        values.update(kwargs)
        parts = []
        for key, value in values.items():
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                value = _number(value)
            elif not isinstance(value, str):
                value = str(value)
            parts.append('%s=%s' % (key, value.strip()))
        self.postfix = ', '.join(parts)
        if refresh:
            self.refresh()

    def set_postfix_str(self, s='', refresh=True):
        self.postfix = str(s)
        if refresh:
            self.refresh()

    def reset(self, total=None):
        self.n = self.last_print_n = 0
        if total is not None:
            self.total = total
        if not self.disable:
            self.start_t = self.last_print_t = time.time()
            self._rate = None
            self.refresh()

    def unpause(self):
        self.last_print_t = time.time()

    def clear(self, nolock=False):
        if not self.disable and not self._told:
            out = self.fp or sys.stderr
            out.write('\r' + ' ' * self._width + '\r')
            out.flush()

    def close(self):
        """The last state; the line stays (leave) or goes."""
        if self._closed:
            return
        self._closed = True
        if self in _shown:
            _shown.remove(self)
        if self.n != self.initial and time.time() > self.start_t:
            self._rate = None
        stays = self.leave if self.leave is not None else self.pos == 0
        if self._told and self._tell(str(self) if stays else '', True):
            return
        if time.time() - self.start_t < self.delay:
            return
        if stays:
            self.display()
            if self.pos == 0:
                (self.fp or sys.stderr).write('\n')
        else:
            self.clear()

    # ---- its surroundings ----

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()

    def __del__(self):
        try:
            self.close()
        except Exception:
            pass

    def __len__(self):
        return self.total if self.iterable is None else len(self.iterable)

    def __bool__(self):
        if self.total is not None:
            return self.total > 0
        if self.iterable is None:
            raise TypeError('bool() undefined when iterable == total == None')
        return bool(self.iterable)

    def __contains__(self, item):
        return item in self.iterable

    @classmethod
    def write(cls, s, file=None, end='\n', nolock=False):
        """Print a line above the bars."""
        for bar in _shown:
            bar.clear()
        out = file or sys.stdout
        out.write(s)
        out.write(end)
        out.flush()
        for bar in _shown:
            bar.refresh()

    @classmethod
    def wrapattr(cls, stream, method, total=None, bytes=True, **kwargs):
        raise NotImplementedError('tqdm.wrapattr is absent in perch: call update() where bytes are read')

    @classmethod
    def pandas(cls, *args, **kwargs):
        raise NotImplementedError('tqdm.pandas is absent in perch: there is no pandas')


def trange(*args, **kwargs):
    """tqdm(range(*args), **kwargs)"""
    return tqdm(range(*args), **kwargs)
