"""Who writes events: a folder's file, and what a program says to it."""
import atexit
import os
import socket
import time
import weakref

from . import _events, summary

_files = [0]
_open = weakref.WeakSet()


@atexit.register
def _close_all():
    for writer in list(_open):
        writer.close()


class FileWriter:
    """The file of events in a folder."""

    def __init__(self, log_dir, max_queue=10, flush_secs=120, filename_suffix=''):
        self._logdir, self._waiting, self._most, self._seconds, self._flushed = str(log_dir), 0, max_queue, flush_secs, time.time()
        os.makedirs(self._logdir, exist_ok=True)
        name = 'events.out.tfevents.%010d.%s.%s.%s' % (time.time(), socket.gethostname(), os.getpid(), _files[0])
        _files[0] += 1
        self._suffix = filename_suffix
        self._path = os.path.join(self._logdir, name + filename_suffix)
        self._records = _events.RecordWriter(self._path)
        self.add_event(_events.version())
        self.flush()
        _open.add(self)

    def get_logdir(self):
        return self._logdir

    def add_event(self, event, step=None, walltime=None):
        """One event; the file is brought up to date after so many of them, or so many seconds."""
        self.reopen()
        self._records.write(_events.event(time.time() if walltime is None else walltime, step, event))
        self._waiting += 1
        if self._waiting > self._most and time.time() - self._flushed > self._seconds:
            self.flush()

    def add_summary(self, value, global_step=None, walltime=None):
        self.add_event(_events.summary(value), global_step, walltime)

    def flush(self):
        if not self._records.closed:
            self._records.flush()
        self._waiting, self._flushed = 0, time.time()

    def close(self):
        self._records.close()

    def reopen(self):
        """Goes on in a new file, if this one was closed."""
        if self._records.closed:
            self.__init__(self._logdir, self._most, self._seconds, self._suffix)


def _default_folder(comment):
    from datetime import datetime
    return os.path.join('runs', datetime.now().strftime('%b%d_%H-%M-%S') + '_' + socket.gethostname() + comment)


class SummaryWriter:
    """Says to TensorBoard how a program gets on."""

    def __init__(self, log_dir=None, comment='', purge_step=None, max_queue=10, flush_secs=120, filename_suffix=''):
        self.log_dir = str(log_dir or _default_folder(comment))
        self.purge_step, self.max_queue, self.flush_secs, self.filename_suffix = purge_step, max_queue, flush_secs, filename_suffix
        self.file_writer = self.all_writers = None
        self._get_file_writer()

    def _new(self, folder):
        made = self.all_writers[folder] = FileWriter(folder, self.max_queue, self.flush_secs, self.filename_suffix)
        return made

    def _get_file_writer(self):
        if self.all_writers is None or self.file_writer is None:
            self.all_writers = {}
            self.file_writer = self._new(self.log_dir)
            if self.purge_step is not None:
                self.file_writer.add_event(_events.version(), self.purge_step)
                self.file_writer.add_event(_events.data(7, _events.whole(1, 1)), self.purge_step)
                self.purge_step = None
        return self.file_writer

    def _add(self, value, step, walltime):
        self._get_file_writer().add_summary(value, step, walltime)

    def get_logdir(self):
        """The folder of the events."""
        return self.log_dir

    # ---- what it is told ----
    def add_scalar(self, tag, scalar_value, global_step=None, walltime=None, new_style=False, double_precision=False):
        self._add(summary.scalar(tag, scalar_value, new_style, double_precision), global_step, walltime)

    def add_scalars(self, main_tag, tag_scalar_dict, global_step=None, walltime=None):
        """Curves of one drawing: a file for each."""
        self._get_file_writer()
        for tag, value in tag_scalar_dict.items():
            folder = '%s/%s_%s' % (self.log_dir, main_tag.replace('/', '_'), tag)
            writer = self.all_writers.get(folder) or self._new(folder)
            writer.add_summary(summary.scalar(main_tag, value), global_step, walltime)

    def add_histogram(self, tag, values, global_step=None, bins='tensorflow', walltime=None, max_bins=None):
        self._add(summary.histogram(tag, values, bins, max_bins), global_step, walltime)

    def add_histogram_raw(self, tag, min, max, num, sum, sum_squares, bucket_limits, bucket_counts, global_step=None, walltime=None):
        if len(bucket_limits) != len(bucket_counts):
            raise ValueError('len(bucket_limits) != len(bucket_counts), see the document.')
        self._add(summary.raw_histogram(tag, min, max, num, sum, sum_squares, bucket_limits, bucket_counts), global_step, walltime)

    def add_image(self, tag, img_tensor, global_step=None, walltime=None, dataformats='CHW'):
        self._add(summary.image(tag, img_tensor, dataformats), global_step, walltime)

    def add_images(self, tag, img_tensor, global_step=None, walltime=None, dataformats='NCHW'):
        self._add(summary.image(tag, img_tensor, dataformats), global_step, walltime)

    def add_figure(self, tag, figure, global_step=None, close=True, walltime=None):
        """matplotlib's figures, as pictures."""
        import numpy
        pages = []
        for each in figure if isinstance(figure, list) else [figure]:
            from matplotlib.backends.backend_agg import FigureCanvasAgg
            canvas = FigureCanvasAgg(each)
            canvas.draw()
            pages.append(numpy.asarray(canvas.buffer_rgba())[:, :, :3].transpose(2, 0, 1))
            if close:
                import matplotlib.pyplot
                matplotlib.pyplot.close(each)
        if isinstance(figure, list):
            self.add_image(tag, numpy.stack(pages), global_step, walltime, dataformats='NCHW')
        else:
            self.add_image(tag, pages[0], global_step, walltime)

    def add_audio(self, tag, snd_tensor, global_step=None, sample_rate=44100, walltime=None):
        self._add(summary.audio(tag, snd_tensor, sample_rate), global_step, walltime)

    def add_text(self, tag, text_string, global_step=None, walltime=None):
        self._add(summary.text(tag, text_string), global_step, walltime)

    def add_pr_curve(self, tag, labels, predictions, global_step=None, num_thresholds=127, weights=None, walltime=None):
        self._add(summary.pr_curve(tag, labels, predictions, num_thresholds, weights), global_step, walltime)

    # ---- what is absent ----
    def __getattr__(self, name):
        if name in ('add_graph', 'add_onnx_graph', 'add_mesh', 'add_embedding', 'add_video', 'add_hparams', 'add_custom_scalars', 'add_custom_scalars_multilinechart',
                    'add_custom_scalars_marginchart', 'add_image_with_boxes', 'add_pr_curve_raw'):
            raise AttributeError('SummaryWriter.%s is not in perch; the nearest is %s' % (name, 'print(model)' if 'graph' in name else 'add_scalar, add_image or add_text'), name=name, obj=self)
        raise AttributeError("'SummaryWriter' object has no attribute %r" % name, name=name, obj=self)

    # ---- its end ----
    def flush(self):
        for writer in (self.all_writers or {}).values():
            writer.flush()

    def close(self):
        for writer in (self.all_writers or {}).values():
            writer.flush()
            writer.close()
        self.file_writer = self.all_writers = None

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()
