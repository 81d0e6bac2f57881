"""A prediction oracle for exported models: what a model predicts of rows at each leaf and threshold of its tree.

ONNX, generated C or Python, printed rules and dumps state a tree again, often with fewer digits or in a smaller float
type.  A tree that is read from such a statement can be held against the program's own predictions, too.
"""

from dtrees.oracle.exported.judge import judge_exported

__all__ = ["judge_exported"]
