"""The common parts of the adapters: cases, boosters of one tree, Java, R, Node, and Weka."""
