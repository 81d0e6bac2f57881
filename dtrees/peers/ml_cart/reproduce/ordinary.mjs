// How often ordinary data show an entry, asked of ml-cart alone:  node ordinary.mjs  (NODE_PATH is the folder of the packages)
const load = (path) => import(`${process.env.NODE_PATH || `${process.cwd()}/node_modules`}/${path}`);
const { DecisionTreeClassifier } = await load("ml-cart/cart.js");
let state = 1;
const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
const tables = Array.from({ length: 4000 }, () => ({
  xs: Array.from({ length: 50 }, () => [random()]),
  ys: Array.from({ length: 50 }, () => (random() < 0.5 ? 1 : 0)),
}));

// Whether a node could be split with a gain above the threshold, but is a leaf, since the gain equals its parent's.
const stops = (node, threshold, parent) => (node.left
  ? stops(node.left, threshold, node.gain) || stops(node.right, threshold, node.gain)
  : node.gain > threshold && node.gain === parent);
const stopped = tables.filter(({ xs, ys }) => {
  const tree = new DecisionTreeClassifier();
  tree.train(xs, ys);
  return stops(tree.root, tree.options.gainThreshold);
}).length;
console.log(`M3: 4,000 tables of 50 rows of noise, by default: ${stopped}`);

const whole = Array.from({ length: 100 }, (_, k) => k + 1);
const tenths = Array(5).fill(whole.flatMap((k) => [k * 0.1, k / 10])).flat();
const values = [...new Set(tenths)].sort((a, b) => a - b);
const between = whole.filter((k) => k * 0.1 !== k / 10).map((k) => k / 10);
const wrong = (x) => between.filter((t) => {
  const tree = new DecisionTreeClassifier();
  tree.train(x.map((one) => [one]), tenths.map((one) => (one > t ? 1 : 0)));
  return tree.predict(x.map((one) => [one])).some((said, row) => said !== (tenths[row] > t ? 1 : 0));
}).length;
console.log(`M4: 1,000 tenths, computed in two ways, classes x > t: for ${wrong(tenths)} of ${between.length} thresholds rows are predicted wrong, by ranks ${wrong(tenths.map((one) => values.indexOf(one)))}`);
const few = tenths.slice(0, 200);
const said = (x, ys) => {
  const tree = new DecisionTreeClassifier();
  tree.train(x.map((one) => [one]), ys);
  return tree.predict(x.map((one) => [one]));
};
const otherwise = Array.from({ length: 100 }, () => few.map((one) => (Math.sin(one) + random() > 0.5 ? 1 : 0))).filter((ys) => {
  const ranked = said(few.map((one) => values.indexOf(one)), ys);
  return said(few, ys).some((one, row) => one !== ranked[row]);
}).length;
console.log(`M4: 200 tenths, computed in two ways, noisy classes: ${otherwise} of 100 trees predict otherwise than by ranks`);
