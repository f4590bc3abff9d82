"""sklearn.metrics: how well labels, scores and numbers were told, how partings agree, distances, scorers."""
from sklearn.metrics._labels import (accuracy_score, balanced_accuracy_score, brier_score_loss, classification_report, cohen_kappa_score, confusion_matrix, f1_score, fbeta_score, hamming_loss,
                                     jaccard_score, log_loss, matthews_corrcoef, multilabel_confusion_matrix, precision_recall_fscore_support, precision_score, recall_score, zero_one_loss)
from sklearn.metrics._scores import auc, average_precision_score, precision_recall_curve, roc_auc_score, roc_curve, top_k_accuracy_score
from sklearn.metrics._numbers import (explained_variance_score, max_error, mean_absolute_error, mean_absolute_percentage_error, mean_squared_error, mean_squared_log_error, median_absolute_error, r2_score)
from sklearn.metrics.pairwise import euclidean_distances, pairwise_distances
from sklearn.metrics._clusters import (adjusted_rand_score, completeness_score, homogeneity_completeness_v_measure, homogeneity_score, mutual_info_score, normalized_mutual_info_score,
                                       pair_confusion_matrix, rand_score, silhouette_samples, silhouette_score, v_measure_score)
from sklearn.metrics._asked import check_scoring, get_scorer, get_scorer_names, make_scorer
from sklearn.metrics._pictures import ConfusionMatrixDisplay

__all__ = ['ConfusionMatrixDisplay', 'accuracy_score', 'adjusted_rand_score', 'auc', 'average_precision_score', 'balanced_accuracy_score', 'brier_score_loss', 'check_scoring', 'classification_report',
           'cohen_kappa_score', 'completeness_score', 'confusion_matrix', 'euclidean_distances', 'explained_variance_score', 'f1_score', 'fbeta_score', 'get_scorer', 'get_scorer_names', 'hamming_loss',
           'homogeneity_completeness_v_measure', 'homogeneity_score', 'jaccard_score', 'log_loss', 'make_scorer', 'matthews_corrcoef', 'max_error', 'mean_absolute_error',
           'mean_absolute_percentage_error', 'mean_squared_error', 'mean_squared_log_error', 'median_absolute_error', 'multilabel_confusion_matrix', 'mutual_info_score',
           'normalized_mutual_info_score', 'pair_confusion_matrix', 'pairwise_distances', 'precision_recall_curve', 'precision_recall_fscore_support', 'precision_score', 'r2_score', 'rand_score',
           'recall_score', 'roc_auc_score', 'roc_curve', 'silhouette_samples', 'silhouette_score', 'top_k_accuracy_score', 'v_measure_score', 'zero_one_loss']
