// The entries of ml-cart, decision-tree and scikitjs, asked of the packages alone:  node npm.mjs  (NODE_PATH is their folder)
const load = (path) => import(`${process.env.NODE_PATH || `${process.cwd()}/node_modules`}/${path}`);
const { DecisionTreeClassifier, DecisionTreeRegression } = await load("ml-cart/cart.js");
const { default: DecisionTree } = await load("decision-tree/lib/decision-tree.js");
console.warn = () => {}; // a greeting of TensorFlow.js
const sk = await load("scikitjs/dist/node/index.js");
sk.setBackend((await load("@tensorflow/tfjs/dist/tf.node.js")).default);

const told = (entry, ask, exact) => {
  let answer;
  try { answer = JSON.stringify(ask()); } catch (error) { answer = `${error.name}: ${error.message}`; }
  console.log(`${entry} ${answer}, exactly ${exact}`);
};
const columns = (xs) => xs.map((x) => [x].flat());
const answers = (tree, xs, ys) => { tree.train(columns(xs), ys); return tree.predict(columns(xs)); };
const classified = (xs, ys, options = {}) => answers(new DecisionTreeClassifier({ gainThreshold: 0, minNumSamples: 1, ...options }), xs, ys);
const fitted = (tree, xs, ys) => [...tree.fit(columns(xs), ys).predict(columns(xs))];

// ml-cart
told("M1", () => answers(new DecisionTreeRegression(), [1, 2, 3, 4], [0, 0, 1, 1]), "[0,0,1,1]: its one question leaves no error");
told("M2", () => [classified([1, 1, 2], [0, 1, 1]), classified([1, 1, 2], [1, 0, 1])], "1.5 gains 1/9, whatever the order of the rows");
told("M3", () => classified([1, 2, 3, 4, 5, 6, 7, 8], [1, 0, 1, 1, 0, 0, 1, 0]), "[1,0,1,1,0,0,1,0]");
told("M4", () => [classified([1, 1 + 2 ** -52], [0, 1]), classified([1e308, 1.7e308], [0, 1])], "[0,1] twice");

// decision-tree
const grown = (rows) => new DecisionTree(rows, "y", Object.keys(rows[0]).filter((name) => name !== "y"));
told("N1", () => grown([{ x: "p", y: "a" }, { x: "p", y: "b" }, { x: "p", y: "b" }]).predict({ x: "p" }), "b, of two rows in three");
const mixed = [{ x: 0, y: "a" }, { x: "0", y: "b" }];
told("N2", () => mixed.map((row) => grown(mixed).predict(row)), '["a","b"], as its gain of 1 presumes');
told("N3", () => grown([{ x: "p", y: "a" }, { x: "p", y: "b" }]).toJSON().model.vals.length, "no question: one that all rows answer alike parts none");

// scikitjs
told("SJ1", () => fitted(new sk.DecisionTreeRegressor({ maxDepth: 1 }), [0, 1, 2, 3], [100000001, 100000000, 100000003, 100000002]),
  "[100000000.5,100000000.5,100000002.5,100000002.5]");
const twice = () => fitted(new sk.DecisionTreeClassifier().fit([[0], [1]], [0, 1]), [0, 1], [1, 0]);
told("SJ2", twice, "[1,0], of the second fit");
told("SJ3", () => fitted(new sk.DecisionTreeClassifier({ minImpurityDecrease: 0.5 }), [0, 1], [0, 1]), "[0,1]: it decreases the impurity by 0.5, which is no less");
told("SJ4", () => fitted(new sk.DecisionTreeClassifier(), [1, 1e39], [0, 1]), "[0,1]");
