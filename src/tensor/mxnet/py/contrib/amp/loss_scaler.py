"""What a loss is multiplied by, so that gradients of 16 bits do not vanish: halved when they overflow, doubled after many steps in which none did."""
import logging

from ...ndarray import multi_all_finite


class LossScaler:
    """loss_scale now; has_overflow looks at the gradients of a step and says what the next one takes."""

    def __init__(self):
        self._loss_scale = self._next_loss_scale = 2.0 ** 16
        self._max_loss_scale = 2.0 ** 24
        self._scale_seq_len = 2000      # steps without an overflow before it grows
        self._unskipped = 0

    @property
    def loss_scale(self):
        return self._loss_scale

    def has_overflow(self, params):
        """Is a gradient infinite or no number? Then the step is left out."""
        self._loss_scale = self._next_loss_scale
        finite = True
        for param in params:
            if param.grad_req != 'null':
                finite = finite and all(multi_all_finite(grad, num_arrays=1).asscalar() for grad in param.list_grad())
        if not finite:
            self._next_loss_scale = self._loss_scale / 2.0
            self._unskipped = 0
            logging.info('AMP: decreasing loss scale to %f', self._next_loss_scale)
        else:
            self._unskipped += 1
        if self._unskipped == self._scale_seq_len:
            self._unskipped = 0
            self._next_loss_scale = min(self._max_loss_scale, self._loss_scale * 2.0)
            logging.info('AMP: increasing loss scale to %f', self._next_loss_scale)
        return not finite
