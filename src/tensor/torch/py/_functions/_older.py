"""Functions of linear algebra that torch.linalg replaces: what PyTorch warns of, once each, where they are called."""
import warnings

_FAVORED = 'torch.%s is deprecated in favor of torch.linalg.%s'
_GOES = ' and will be removed in a future PyTorch release.'
_TEXTS = {
    'qr': (_FAVORED % ('qr', 'qr')) + _GOES + "\nThe boolean parameter 'some' has been replaced with a string parameter 'mode'.\nQ, R = torch.qr(A, some)\nshould be replaced with\n"
          "Q, R = torch.linalg.qr(A, 'reduced' if some else 'complete')",
    'lu': (_FAVORED % ('lu', 'lu_factor / torch.linalg.lu_factor_ex')) + _GOES + '\nLU, pivots = torch.lu(A, compute_pivots)\nshould be replaced with\n'
          'LU, pivots = torch.linalg.lu_factor(A, compute_pivots)\nand\nLU, pivots, info = torch.lu(A, compute_pivots, get_infos=True)\nshould be replaced with\n'
          'LU, pivots, info = torch.linalg.lu_factor_ex(A, compute_pivots)',
    'cholesky': (_FAVORED % ('cholesky', 'cholesky')) + _GOES + '\nL = torch.cholesky(A)\nshould be replaced with\nL = torch.linalg.cholesky(A)\nand\nU = torch.cholesky(A, upper=True)\n'
                'should be replaced with\nU = torch.linalg.cholesky(A).mH().\nThis transform will produce equivalent results for all valid (symmetric positive definite) inputs.',
    'symeig': (_FAVORED % ('symeig', 'eigh')) + _GOES + '\nThe default behavior has changed from using the upper triangular portion of the matrix by default to using the lower triangular '
              "portion.\nL, _ = torch.symeig(A, upper=upper)\nshould be replaced with\nL = torch.linalg.eigvalsh(A, UPLO='U' if upper else 'L')\nand\n"
              "L, V = torch.symeig(A, eigenvectors=True)\nshould be replaced with\nL, V = torch.linalg.eigh(A, UPLO='U' if upper else 'L')",
    'chain_matmul': 'torch.chain_matmul is deprecated' + _GOES + ' Use torch.linalg.multi_dot instead, which accepts a list of two or more tensors rather than multiple parameters.',
    'triangular_solve': (_FAVORED % ('triangular_solve', 'solve_triangular')) + _GOES[1:] + '\ntorch.linalg.solve_triangular has its arguments reversed and does not return a copy of one of the '
                        'inputs.\nX = torch.triangular_solve(B, A).solution\nshould be replaced with\nX = torch.linalg.solve_triangular(A, B).',
    'lu_solve': (_FAVORED % ('lu_solve', 'lu_solve')) + _GOES[1:] + '\nNote that torch.linalg.lu_solve has its arguments reversed.\nX = torch.lu_solve(B, LU, pivots)\nshould be replaced with\n'
                'X = torch.linalg.lu_solve(LU, pivots, B)',
}


def warn_of_older(name):
    text = _TEXTS.pop(name, None)
    if text is not None:
        warnings.warn(text, stacklevel=3)
