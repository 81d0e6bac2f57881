// scikitjs, of npm, speaking the protocol:  dtrees verify scikitjs
//
// Needs Node and the package, in the folder that NODE_PATH names or in ./node_modules:
//   npm install --ignore-scripts scikitjs @tensorflow/tfjs
import { load, limit, refuse, rowsOf, threshold, numbersOf, refuseLimits, serve } from "../shared/npm.mjs";

await serve("scikitjs", async (data, learner) => {
  const classes = data.target.kind === "classes";
  refuse(classes && !["gini", "entropy"].includes(learner.impurity), "trees are grown by gini and entropy");
  refuseLimits(learner, ["min_split", "min_leaf"]);
  const { DecisionTreeClassifier, DecisionTreeRegressor, setBackend } = await load("scikitjs/dist/node/index.js");
  setBackend((await load("@tensorflow/tfjs/dist/tf.node.js")).default);
  const tree = new (classes ? DecisionTreeClassifier : DecisionTreeRegressor)({
    criterion: learner.impurity, minSamplesSplit: Math.max(2, limit(learner, "min_split")),
    minSamplesLeaf: Math.max(1, limit(learner, "min_leaf")), maxDepth: learner.stopping.max_depth ?? undefined });
  tree.fit(rowsOf(data.features), numbersOf(data.target));
  const told = (place) => {
    const node = tree.tree.nodes[place];
    const stated = { weight: node.nSamples, impurity: node.impurity };
    if (node.isLeaf) return [stated];
    return [{ ...stated, ...threshold(data, node.splitFeature, node.threshold) }, ...told(node.leftChildId), ...told(node.rightChildId)];
  };
  return { nodes: told(0), predict: (features) => [...tree.predict(rowsOf(features))] };
});
