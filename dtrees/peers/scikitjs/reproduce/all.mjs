// What scikitjs gets wrong, asked of it alone:  node all.mjs  (NODE_PATH is the folder of the packages)
const load = (path) => import(`${process.env.NODE_PATH || `${process.cwd()}/node_modules`}/${path}`);
console.warn = () => {}; // a greeting of TensorFlow.js
const sk = await load("scikitjs/dist/node/index.js");
sk.setBackend((await load("@tensorflow/tfjs/dist/tf.node.js")).default);
const told = async (entry, ask, exact) => {
  let answer;
  try { answer = JSON.stringify(await ask()); } catch (error) { answer = `${error.name}: ${error.message}`; }
  console.log(`${entry}: got ${answer}; right is ${exact}`);
};
const columns = (xs) => xs.map((x) => [x].flat());
const fitted = (tree, xs, ys) => [...tree.fit(columns(xs), ys).predict(columns(xs))];

await told("SJ1", () => fitted(new sk.DecisionTreeRegressor({ maxDepth: 1 }), [0, 1, 2, 3], [100000001, 100000000, 100000003, 100000002]),
  "[100000000.5,100000000.5,100000002.5,100000002.5]");
const twice = () => fitted(new sk.DecisionTreeClassifier().fit([[0], [1]], [0, 1]), [0, 1], [1, 0]);
await told("SJ2", twice, "[1,0], of the second fit");
await told("SJ2", async () => `${await sk.crossValScore(new sk.DecisionTreeClassifier(), columns([0, 1, 2, 3, 4]), [0, 1, 0, 1, 0])}`, "a score for each fold");
await told("SJ3", () => fitted(new sk.DecisionTreeClassifier({ minImpurityDecrease: 0.3 }), [0, 1, 2, 3], [0, 1, 0, 1]), "[0,0,0,0]: no split decreases the impurity by more than 1/6");
await told("SJ4", () => fitted(new sk.DecisionTreeClassifier(), [16777218, 16777219], [0, 1]), "[0,1]: the threshold lies between 16777218 and 16777220");
await told("SJ4", () => fitted(new sk.DecisionTreeClassifier(), [1, 1e39], [0, 1]), "[0,1]");
