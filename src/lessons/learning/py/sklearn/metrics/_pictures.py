"""A table of which label was taken for which, as a picture; and curves."""
import numpy as np


class ConfusionMatrixDisplay:
    """The table's cells as colours, with their numbers."""

    def __init__(self, confusion_matrix, *, display_labels=None):
        self.confusion_matrix, self.display_labels = confusion_matrix, display_labels

    def plot(self, *, include_values=True, cmap='viridis', xticks_rotation='horizontal', values_format=None, ax=None, colorbar=True, im_kw=None, text_kw=None):
        import matplotlib.pyplot as plt
        figure, ax = plt.subplots() if ax is None else (ax.figure, ax)
        table = self.confusion_matrix
        n = table.shape[0]
        self.im_ = ax.imshow(table, **{'interpolation': 'nearest', 'cmap': cmap, **(im_kw or {})})
        self.text_ = None
        if include_values:
            self.text_ = np.empty_like(table, dtype=object)
            low, high, middle = self.im_.cmap(0), self.im_.cmap(1.0), (table.max() + table.min()) / 2.0
            for i, j in np.ndindex(n, n):
                style = {'ha': 'center', 'va': 'center', 'color': high if table[i, j] < middle else low, **(text_kw or {})}
                self.text_[i, j] = ax.text(j, i, self._number(table[i, j], values_format), **style)
        names = np.arange(n) if self.display_labels is None else self.display_labels
        if colorbar:
            figure.colorbar(self.im_, ax=ax)
        ax.set(xticks=np.arange(n), yticks=np.arange(n), xticklabels=names, yticklabels=names, ylabel='True label', xlabel='Predicted label')
        ax.set_ylim((n - 0.5, -0.5))
        plt.setp(ax.get_xticklabels(), rotation=xticks_rotation)
        self.figure_, self.ax_ = figure, ax
        return self

    @staticmethod
    def _number(value, style):
        if style is not None:
            return format(value, style)
        short = format(value, '.2g')
        if np.asarray(value).dtype.kind != 'f':
            whole = format(value, 'd')
            return whole if len(whole) < len(short) else short
        return short

    @classmethod
    def from_estimator(cls, estimator, X, y, *, labels=None, sample_weight=None, normalize=None, display_labels=None, include_values=True, xticks_rotation='horizontal', values_format=None, cmap='viridis',
                       ax=None, colorbar=True, im_kw=None, text_kw=None):
        return cls.from_predictions(y, estimator.predict(X), labels=labels, sample_weight=sample_weight, normalize=normalize,
                                    display_labels=estimator.classes_ if display_labels is None and labels is None else display_labels, include_values=include_values, xticks_rotation=xticks_rotation,
                                    values_format=values_format, cmap=cmap, ax=ax, colorbar=colorbar, im_kw=im_kw, text_kw=text_kw)

    @classmethod
    def from_predictions(cls, y_true, y_pred, *, labels=None, sample_weight=None, normalize=None, display_labels=None, include_values=True, xticks_rotation='horizontal', values_format=None,
                         cmap='viridis', ax=None, colorbar=True, im_kw=None, text_kw=None):
        from sklearn.metrics._labels import confusion_matrix
        from sklearn.utils.multiclass import unique_labels
        if display_labels is None:
            display_labels = unique_labels(y_true, y_pred) if labels is None else labels
        table = confusion_matrix(y_true, y_pred, sample_weight=sample_weight, labels=labels, normalize=normalize)
        return cls(confusion_matrix=table, display_labels=display_labels).plot(include_values=include_values, cmap=cmap, ax=ax, xticks_rotation=xticks_rotation, values_format=values_format,
                                                                               colorbar=colorbar, im_kw=im_kw, text_kw=text_kw)
