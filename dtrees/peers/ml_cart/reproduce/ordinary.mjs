// How often ordinary data show an entry, asked of ml-cart alone:  node ordinary.mjs  (NODE_PATH is the folder of the packages)
const load = (path) => import(`${process.env.NODE_PATH || `${process.cwd()}/node_modules`}/${path}`);
const { DecisionTreeClassifier } = await load("ml-cart/cart.js");
let state = 1;
const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
const tables = Array.from({ length: 700 }, () => ({
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
console.log(`M3: 700 tables of 50 rows of noise, by default: ${stopped}`);
