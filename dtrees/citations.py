"""The books, papers and notes that docstrings cite, by key: ``[KEY place]``."""

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
    "MITCHELL97": "T. M. Mitchell: Machine Learning. McGraw-Hill, 1997.",
    "WITTEN11": "I. H. Witten, E. Frank, M. A. Hall: Data Mining: Practical Machine Learning Tools and Techniques, "
    "3rd edition. Morgan Kaufmann, 2011.",
    "HAN11": "J. Han, M. Kamber, J. Pei: Data Mining: Concepts and Techniques, 3rd edition. Morgan Kaufmann, 2011.",
    "TAN05": "P.-N. Tan, M. Steinbach, V. Kumar: Introduction to Data Mining. Addison-Wesley, 2005.",
    "RUSSELL09": "S. Russell, P. Norvig: Artificial Intelligence: A Modern Approach, 3rd edition. Prentice Hall, 2009.",
    "KELLEHER15": "J. D. Kelleher, B. Mac Namee, A. D'Arcy: Fundamentals of Machine Learning for Predictive Data "
    "Analytics. MIT Press, 2015.",
    "SHALEV14": "S. Shalev-Shwartz, S. Ben-David: Understanding Machine Learning: From Theory to Algorithms. "
    "Cambridge University Press, 2014.",
    "ISLR21": "G. James, D. Witten, T. Hastie, R. Tibshirani: An Introduction to Statistical Learning, 2nd edition. "
    "Springer, 2021.",
    "NIBLETT86": "T. Niblett, I. Bratko: Learning decision rules in noisy domains. Proceedings of Expert Systems '86. "
    "Cambridge University Press, 1986.",
    "CESTNIK91": "B. Cestnik, I. Bratko: On estimating probabilities in tree pruning. "
    "Proceedings of the European Working Session on Learning, 1991.",
    "MINGERS89": "J. Mingers: An empirical comparison of pruning methods for decision tree induction. "
    "Machine Learning 4, 227-243, 1989.",
    "ESPOSITO97": "F. Esposito, D. Malerba, G. Semeraro: A comparative analysis of methods for pruning decision trees. "
    "IEEE Transactions on Pattern Analysis and Machine Intelligence 19, 1997.",
    "CHEN16": "T. Chen, C. Guestrin: XGBoost: A scalable tree boosting system. Proceedings of the 22nd ACM SIGKDD "
    "International Conference on Knowledge Discovery and Data Mining, 2016.",
    "DEATH02": "G. De'ath: Multivariate regression trees: a new technique for modeling species-environment "
    "relationships. Ecology 83, 2002.",
    "SHI07": "H. Shi: Best-first decision tree learning. Master's thesis, University of Waikato, 2007.",
    "AUGUSTE20": "C. Auguste, S. Malory, I. Smirnov: A better method to enforce monotonic constraints in regression "
    "and classification trees. HAL 02862802, 2020.",
    "RELEASE8": "J. R. Quinlan: C4.5, release 8, the program of QUINLAN96: its files prune.c and stats.c, 1996.",
    "FISHER36": "R. A. Fisher: The use of multiple measurements in taxonomic problems. Annals of Eugenics 7, 1936.",
    "BAKER75": "A. Baker: Transcendental Number Theory. Cambridge University Press, 1975.",
    "MCCULLAGH89": "P. McCullagh, J. A. Nelder: Generalized Linear Models, 2nd edition. Chapman and Hall, 1989.",
    "RPART26": "T. M. Therneau, E. J. Atkinson: An introduction to recursive partitioning using the RPART routines. "
    "The vignette longintro of R's package rpart, 2026.",
    "BERNSTEIN05": "D. J. Bernstein: Factoring into coprimes in essentially linear time. "
    "Journal of Algorithms 54, 2005.",
    "SHEWCHUK97": "J. R. Shewchuk: Adaptive precision floating-point arithmetic and fast robust geometric predicates. "
    "Discrete & Computational Geometry 18, 1997.",
    "JEANNEROD13": "C.-P. Jeannerod, S. M. Rump: Improved error bounds for inner products in floating-point "
    "arithmetic. SIAM Journal on Matrix Analysis and Applications 34, 2013.",
    "NOTE_A": "对CART决策树剪枝过程的理解 (Understanding how CART prunes its trees). "
    "A note in Chinese, author not named.",
    "NOTE_B": "ESL 9.2: Tree-Based Methods. A note in Chinese on ESL2 §9.2 with the spam data, author not named.",
    "NOTE_C": "剪枝決策樹原理與Python實現 (Pruned decision trees, their principle and an implementation in Python). "
    "A note in Chinese on gain, gain ratio, Gini and validation pruning, author not named.",
    "NOTE_D": "决策树 (Decision trees). A note in Chinese on ID3, C4.5 and CART with their pruning, author not named.",
    "NOTE_E": "统计学习方法: 决策树 (Statistical learning methods: decision trees). A note in Chinese on LIHANG2 ch. 5 "
    "with a ten-point example, author not named.",
}
