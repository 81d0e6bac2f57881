# With three classes another subset of the categories is used than was found.
import cv2
import numpy as np

tree = cv2.ml.DTrees_create()
tree.setCVFolds(0), tree.setMaxDepth(1), tree.setMinSampleCount(1)
x, y = np.array([[0], [0], [1], [1], [2]], np.float32), np.array([0, 1, 0, 1, 2], np.int32)
kinds = np.array([cv2.ml.VAR_CATEGORICAL] * 2, np.uint8)
tree.train(cv2.ml.TrainData_create(x, cv2.ml.ROW_SAMPLE, y, varType=kinds))
print(f"got {tree.predict(x)[1].ravel()}; right is [0. 0. 0. 0. 2.], which separates category 2")
