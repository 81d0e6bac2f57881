// What decision-tree gets wrong, asked of it alone:  node all.mjs  (NODE_PATH is the folder of the packages)
const load = (path) => import(`${process.env.NODE_PATH || `${process.cwd()}/node_modules`}/${path}`);
const { default: DecisionTree } = await load("decision-tree/lib/decision-tree.js");
const told = (entry, ask, exact) => {
  let answer;
  try { answer = JSON.stringify(ask()); } catch (error) { answer = `${error.name}: ${error.message}`; }
  console.log(`${entry}: got ${answer}; right is ${exact}`);
};

const grown = (rows) => new DecisionTree(rows, "y", Object.keys(rows[0]).filter((name) => name !== "y"));
told("N1", () => grown([{ x: "p", y: "a" }, { x: "p", y: "b" }, { x: "p", y: "b" }]).predict({ x: "p" }), "b, of two rows in three");
const mixed = [{ x: 0, y: "a" }, { x: "0", y: "b" }];
told("N2", () => mixed.map((row) => grown(mixed).predict(row)), '["a","b"], as its gain of 1 presumes');
told("N3", () => grown([{ x: "p", y: "a" }, { x: "p", y: "b" }]).toJSON().model.vals.length, "no split: one that all rows answer alike separates none");
