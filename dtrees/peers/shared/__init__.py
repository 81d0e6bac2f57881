"""What the adapters of several programs share: cases, the boosters' one tree, Java, R, Node, and Weka."""
