# Categories are ordered by the count of the second class, so a small pure category is not split off.
from pyspark.ml.classification import DecisionTreeClassifier
from pyspark.ml.feature import VectorIndexer
from pyspark.ml.linalg import Vectors
from pyspark.sql import SparkSession

spark = SparkSession.builder.master("local[1]").config("spark.log.level", "OFF").getOrCreate()
counts = {0: (0, 10), 1: (80, 20), 2: (51, 9)}  # category: rows of class 0, rows of class 1
rows = [(Vectors.dense(c), float(y)) for c, both in counts.items() for y in (0, 1) for _ in range(both[y])]
df = spark.createDataFrame(rows, ["x", "label"])
tree = DecisionTreeClassifier(maxDepth=1).fit(VectorIndexer(inputCol="x", outputCol="features").fit(df).transform(df))
print(f"category 0, which has class 1 alone: got {tree.predict(Vectors.dense(0))}; right is 1.0")
