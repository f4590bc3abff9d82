"""What an Estimator does with one batch: split among its devices, forward, and while it trains backward."""
from .... import autograd
from ...utils import split_and_load

__all__ = ['BatchProcessor']


class BatchProcessor:
    """Its two methods may be written anew in a class of one's own."""

    def _get_data_and_label(self, batch, ctx, batch_axis=0):
        return tuple(split_and_load(batch[i], ctx_list=ctx, batch_axis=batch_axis) for i in (0, 1))

    def evaluate_batch(self, estimator, val_batch, batch_axis=0):
        """Data, labels, predictions and losses, a list with one for each device."""
        data, labels = self._get_data_and_label(val_batch, estimator.context, batch_axis)
        made = list(map(estimator.val_net, data))
        return data, labels, made, list(map(estimator.val_loss, made, labels))

    def fit_batch(self, estimator, train_batch, batch_axis=0):
        """The same, with gradients."""
        data, labels = self._get_data_and_label(train_batch, estimator.context, batch_axis)
        with autograd.record():
            made = list(map(estimator.net, data))
            losses = list(map(estimator.loss, made, labels))
        for loss in losses:
            loss.backward()
        return data, labels, made, losses
