// ml-cart, of npm, speaking the protocol:  dtrees verify ml-cart
//
// Needs Node and the package, in the folder that NODE_PATH names or in ./node_modules:
//   npm install --ignore-scripts ml-cart
import { load, limit, refuse, rowsOf, threshold, numbersOf, refuseLimits, serve } from "../shared/npm.mjs";

await serve("ml-cart", async (data, learner) => {
  refuse(data.target.kind === "classes" && learner.impurity !== "gini", "trees are grown by the gain of gini");
  refuseLimits(learner, ["min_split"]);
  const { DecisionTreeClassifier, DecisionTreeRegression } = await load("ml-cart/cart.js");
  const classes = data.target.kind === "classes";
  const tree = new (classes ? DecisionTreeClassifier : DecisionTreeRegression)({
    gainThreshold: 0, minNumSamples: Math.max(1, limit(learner, "min_split") - 1), maxDepth: learner.stopping.max_depth ?? Infinity });
  tree.train(rowsOf(data.features), numbersOf(data.target));
  const told = (node) => (node.left
    ? [threshold(data, node.splitColumn, node.splitValue), ...told(node.left), ...told(node.right)]
    : [classes ? { value: data.target.classes.map((_, code) => (code < node.distribution.columns ? node.distribution.get(0, code) : 0)) }
      : { value: node.distribution }]);
  return { nodes: told(tree.root), predict: (features) => tree.predict(rowsOf(features)) };
});
