# The documentation's loop over the pruning path ends in an error: an alpha of 0 rounds below 0.
from sklearn.tree import DecisionTreeRegressor

x, y = [[0], [1], [1]], [0.2, 0.4, 0]
for alpha in DecisionTreeRegressor(random_state=0).cost_complexity_pruning_path(x, y).ccp_alphas:
    try:
        print(alpha, DecisionTreeRegressor(random_state=0, ccp_alpha=alpha).fit(x, y).get_n_leaves(), "leaves")
    except ValueError as error:
        print(f"got {alpha} and {type(error).__name__}; right is 0 and 1 leaf")
