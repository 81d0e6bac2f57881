// Decision trees of npm, speaking the protocol:  dtrees verify ml-cart, or dtrees verify --command "node npm.mjs ml-cart"
//
// Needs Node and the packages, in the folder that NODE_PATH names or in ./node_modules:
//   npm install --ignore-scripts ml-cart decision-tree scikitjs @tensorflow/tfjs
// A package's `fitted` returns its nodes, parents first, and a function that predicts rows.
import { createInterface } from "node:readline";
import { readFileSync } from "node:fs";

class Unsupported extends Error {}

const name = process.argv[2];
const folder = process.env.NODE_PATH || `${process.cwd()}/node_modules`;
const load = (path) => import(`${folder}/${path}`);
const limit = (learner, which) => Number(learner.stopping[which]);
const refuse = (when, why) => { if (when) throw new Unsupported(why); };

const values = (features, row) => features.map((feature) => Number(feature.values[row]));
const rowsOf = (features) => {
  refuse(features.some(({ kind }) => kind !== "numeric"), "features are numbers only");
  return features[0].values.map((_, row) => values(features, row));
};
const threshold = (data, place, cut) => ({ question: { ask: "threshold", feature: data.features[place].name, threshold: cut } });
const numbersOf = ({ kind, values, codes }) => (kind === "classes" ? codes : values.map(Number));

function refuseLimits(learner, taken) {
  const known = ["min_split", "min_leaf", "min_gain", "min_impurity", "min_risk"];
  refuse(known.some((which) => !taken.includes(which) && limit(learner, which)), `the only limits are ${taken} and max_depth`);
  refuse(taken.some((which) => limit(learner, which) % 1), "limits are numbers of rows");
}

const packages = {
  "ml-cart": async (data, learner) => {
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
  },

  "decision-tree": async (data, learner) => {
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
  },

  scikitjs: async (data, learner) => {
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
  },
};

async function run({ id, operation, input: { data, learner, rows } }) {
  try {
    refuse(!learner, "it predicts by what it grew itself");
    refuse(data.weights.some((weight) => Number(weight) !== 1), "rows have no weights");
    refuse(learner.score !== "gain", "questions are scored by their gain only");
    refuse(learner.missing, "no value may be missing");
    const fitted = await packages[name](data, learner);
    if (operation === "grow") return { id, result: { nodes: fitted.nodes } };
    const answers = fitted.predict(rows);
    return { id, result: answers.map((one) => (typeof one === "number" && data.target.classes ? data.target.classes[one] : one)) };
  } catch (error) {
    return { id, [error instanceof Unsupported ? "unsupported" : "error"]: error.message };
  }
}

const { version } = JSON.parse(readFileSync(`${folder}/${name}/package.json`, "utf8"));
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.cmd === "stop") process.exit(0);
  const answer = message.cmd === "start"
    ? { version: 1, capabilities: ["grow", "predict"], implementation: { name, language: "JavaScript", version } }
    : await run(message);
  console.log(JSON.stringify(answer));
}
