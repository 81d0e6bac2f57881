// What ml-cart gets wrong, asked of it alone:  node all.mjs  (NODE_PATH is the folder of the packages)
const load = (path) => import(`${process.env.NODE_PATH || `${process.cwd()}/node_modules`}/${path}`);
const { DecisionTreeClassifier, DecisionTreeRegression } = await load("ml-cart/cart.js");
const told = (entry, ask, exact) => {
  let answer;
  try { answer = JSON.stringify(ask()); } catch (error) { answer = `${error.name}: ${error.message}`; }
  console.log(`${entry}: got ${answer}; right is ${exact}`);
};
const columns = (xs) => xs.map((x) => [x].flat());
const answers = (tree, xs, ys) => { tree.train(columns(xs), ys); return tree.predict(columns(xs)); };
const classified = (xs, ys, options) => answers(new DecisionTreeClassifier(options), xs, ys);

told("M1", () => answers(new DecisionTreeRegression(), [1, 2, 3, 4], [0, 0, 1, 1]), "[0,0,1,1]: its one question leaves no error");
told("M2", () => [classified([1, 1, 1, 2], [1, 1, 0, 0]), classified([1, 1, 1, 2], [0, 1, 1, 0])], "1.5 gains 1/6, whatever the order of the rows");
told("M3", () => classified([1, 2, 3, 4, 5, 6, 7, 8], [1, 0, 1, 1, 0, 0, 1, 0], { gainThreshold: 0, minNumSamples: 1 }), "[1,0,1,1,0,0,1,0]");
told("M4", () => [[1, 1 + 2 ** -52], [1e308, 1.7e308]].map(([low, high]) => classified([low, low, high, high], [0, 0, 1, 1])), "[0,0,1,1] twice");
