"""Behind torchvision: what the version of today has at its top."""


def disable_beta_transforms_warning():
    """transforms.v2 was warned of when it was new; nothing warns here."""
