// decision-tree, of npm, speaking the protocol:  dtrees verify decision-tree
//
// Needs Node and the package, in the folder that NODE_PATH names or in ./node_modules:
//   npm install --ignore-scripts decision-tree
import { load, refuse, refuseLimits, serve } from "../shared/npm.mjs";

await serve("decision-tree", async (data, learner) => {
  refuse(data.target.kind !== "classes" || learner.impurity !== "entropy", "trees of classes are grown by entropy");
  refuse(data.features.some(({ kind }) => kind === "numeric"), "features are categories only");
  refuseLimits(learner, []);
  refuse(learner.stopping.max_depth !== null, "there is no max_depth");
  const { default: DecisionTree } = await load("decision-tree/lib/decision-tree.js");
  const row = (features, place) => Object.fromEntries(features.map(({ name, categories, codes }) => [`x ${name}`, categories[codes[place]]]));
  const rows = data.weights.map((_, place) => ({ ...row(data.features, place), y: data.target.classes[data.target.codes[place]] }));
  const tree = new DecisionTree("y", data.features.map(({ name }) => `x ${name}`));
  tree.train(rows);
  const told = (node) => (node.type === "result" ? [{ prediction: node.val }]
    : [{ question: { ask: "each_category", feature: node.name.slice(2), categories: node.vals.map((child) => child.name) } },
      ...node.vals.flatMap((child) => told(child.child))]);
  const predict = (features) => features[0].codes.map((_, place) => tree.predict(row(features, place)));
  return { nodes: told(tree.toJSON().model), predict };
});
