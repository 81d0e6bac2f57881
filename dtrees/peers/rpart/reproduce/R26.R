# A factor that answers as a split does is no surrogate of it: rpart asks that two rows disagree.
library(rpart)
fit <- rpart(Petal.Width ~ ., iris, xval = 0)
codes <- rpart(Petal.Width ~ ., transform(iris, Species = as.integer(Species)), xval = 0)
print(table(iris$Species, below = iris$Petal.Length < fit$splits[1, "index"]))
cat("importance of Species: got", fit$variable.importance["Species"], "; right is", codes$variable.importance["Species"], "\n")
row <- data.frame(Sepal.Length = NA_real_, Sepal.Width = NA_real_, Petal.Length = NA_real_, Species = iris$Species[1])
cat("a setosa of which no more is known: got", predict(fit, row), "; right is", predict(codes, transform(row, Species = 1)), "\n")
