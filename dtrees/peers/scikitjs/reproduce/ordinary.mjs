// How often ordinary data show an entry, asked of scikitjs alone:  node ordinary.mjs  (NODE_PATH is the folder of the packages)
const load = (path) => import(`${process.env.NODE_PATH || `${process.cwd()}/node_modules`}/${path}`);
console.warn = () => {}; // a greeting of TensorFlow.js
const sk = await load("scikitjs/dist/node/index.js");
sk.setBackend((await load("@tensorflow/tfjs/dist/tf.node.js")).default);
let state = 1;
const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
const fitted = (tree, xs, ys) => [...tree.fit(xs.map((x) => [x]), ys).predict(xs.map((x) => [x]))];

const first = (xs, ys) => new sk.DecisionTreeRegressor().fit(xs.map((x) => [x]), ys).tree.nodes[0].threshold;
let elsewhere = 0;
for (let table = 0; table < 20; table++) {
  const xs = Array.from({ length: 200 }, (_, row) => row);
  const times = xs.map(() => Math.floor(45 * random()));
  elsewhere += first(xs, times) !== first(xs, times.map((time) => 1.7e9 + time));
}
console.log(`SJ1: 20 tables of 200 times within 45 seconds of 1.7e9: ${elsewhere} start with another threshold`);

let wrong = 0;
let must = 0;   // be wrong, for they cannot be told apart in float32
for (let table = 0; table < 20; table++) {
  const keys = Array.from({ length: 200 }, (_, row) => 2 ** 24 + 200 + Math.floor(3 * row + 3 * random()));
  const classes = keys.map(() => (random() < 0.5 ? 1 : 0));
  const ones = {};
  keys.forEach((key, row) => { (ones[Math.fround(key)] ??= []).push(classes[row]); });
  fitted(new sk.DecisionTreeClassifier(), keys, classes).forEach((one, row) => { wrong += one !== classes[row]; });
  Object.values(ones).forEach((group) => { const one = group.filter(Boolean).length; must += Math.min(one, group.length - one); });
}
console.log(`SJ4: 20 tables of 200 whole keys above 2^24: ${wrong} rows are wrong, where ${must} must be`);
