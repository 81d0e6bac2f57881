"""The table of citation keys: each docstring names a place as ``[KEY place]``."""

CITATIONS = {
    "CART84": "L. Breiman, J. H. Friedman, R. A. Olshen, C. J. Stone: Classification and Regression Trees. "
    "Wadsworth, 1984.",
    "ESL2": "T. Hastie, R. Tibshirani, J. Friedman: The Elements of Statistical Learning, 2nd edition. Springer, 2009.",
    "C45": "J. R. Quinlan: C4.5: Programs for Machine Learning. Morgan Kaufmann, 1993.",
    "QUINLAN86": "J. R. Quinlan: Induction of decision trees. Machine Learning 1, 81-106, 1986.",
    "QUINLAN87": "J. R. Quinlan: Simplifying decision trees. International Journal of Man-Machine Studies 27, 1987.",
    "QUINLAN96": "J. R. Quinlan: Improved use of continuous attributes in C4.5. "
    "Journal of Artificial Intelligence Research 4, 77-90, 1996.",
    "LIHANG2": "李航 (Li Hang): 统计学习方法 (Statistical Learning Methods), 2nd edition. "
    "Tsinghua University Press, 2019.",
    "ZHOU16": "周志华 (Zhou Zhihua): 机器学习 (Machine Learning). Tsinghua University Press, 2016.",
    "FISHER36": "R. A. Fisher: The use of multiple measurements in taxonomic problems. Annals of Eugenics 7, 1936.",
    "BERNSTEIN05": "D. J. Bernstein: Factoring into coprimes in essentially linear time. "
    "Journal of Algorithms 54, 2005.",
    "000_907ba323aa175968.txt": "Note A, on CART's pruning (in Chinese).",
    "001_79f3fa437de779e3.txt": "Note B, on ESL 9.2, with the spam example (in Chinese).",
    "002_0317ae250c83653d.txt": "Note C, on gain, gain ratio, Gini and validation pruning (in Chinese).",
    "003_1474d60552728db3.txt": "Note D, on ID3, C4.5 and CART with their pruning (in Chinese).",
    "004_e1b6bc24678204b3.txt": "Note E, on information gain with a ten-point example (in Chinese).",
}
