"""What an estimator says of a parameter that cannot be."""


class InvalidParameterError(ValueError, TypeError):
    """A parameter is of a wrong kind or out of its range."""
