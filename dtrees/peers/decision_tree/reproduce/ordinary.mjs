// How often ordinary data show an entry, asked of decision-tree alone:  node ordinary.mjs  (NODE_PATH is the folder of the packages)
const load = (path) => import(`${process.env.NODE_PATH || `${process.cwd()}/node_modules`}/${path}`);
const { default: DecisionTree } = await load("decision-tree/lib/decision-tree.js");
const values = [["", "a"], [0, "b"], [1, "a"], [2, "b"]];   // as csv-parse reads them with `cast: true`
const rows = Array.from({ length: 300 }, (_, row) => ({ x: values[row % 4][0], y: values[row % 4][1] }));
const tree = new DecisionTree(rows, "y", ["x"]);
const wrong = rows.filter((row) => tree.predict(row) !== row.y).length;
console.log(`N2: 300 rows, a quarter each of 0, 1, 2 and an empty text: ${wrong} are predicted wrong`);
