// A small CART that speaks the protocol; Node alone is needed:  dtrees verify --command "node cart.js"
//
// A node is {summary, question, children}; a summary is {counts, classes}, or {weight, total, squares} of numbers, or
// {parts}, one of these for each of several outputs.
"use strict";

class Unsupported extends Error {}

const sum = (values) => values.reduce((total, value) => total + value, 0);

function number(told) { // a JSON number, or an exact text like "3/7"
  const [above, below = 1] = String(told).split("/").map(Number);
  return above / below;
}

// --- impurity ---------------------------------------------------------------------------------------------------

const weight = ({ counts, parts, weight: said }) => (parts ? weight(parts[0]) : counts ? sum(counts) : said);
const shares = (summary) => summary.counts.map((count) => count / weight(summary));

const impurities = {
  gini: (summary) => 1 - sum(shares(summary).map((p) => p * p)),
  entropy: (summary) => 0 - sum(shares(summary).map((p) => (p > 0 ? p * Math.log2(p) : 0))),
  misclassification: (summary) => 1 - Math.max(...shares(summary)),
  squared_error: ({ weight, total, squares }) => {
    const variance = squares / weight - (total / weight) ** 2;
    return variance > 1e-12 * (squares / weight) ? variance : 0; // a difference of sums: less is rounding
  },
};
const usual = (summary) => impurities[summary.counts ? "gini" : "squared_error"](summary);
const mean = (parts, impurity) => sum(parts.map(impurity)) / parts.length;
const ofOutputs = {
  mean_impurity: ({ parts }) => mean(parts, usual),
  mean_entropy: ({ parts }) => mean(parts, impurities.entropy),
};

function measure(name) {
  const found = impurities[name] ?? ofOutputs[name];
  if (!found) throw new Unsupported(`it has no ${name}`);
  return found;
}

// --- growing ----------------------------------------------------------------------------------------------------

function summarize(rows, { target, weights }) {
  if (target.kind === "outputs") return { parts: target.targets.map((one) => summarize(rows, { target: one, weights })) };
  if (target.kind === "classes") {
    const counts = target.classes.map(() => 0);
    for (const row of rows) counts[target.codes[row]] += weights[row];
    return { counts, classes: target.classes };
  }
  const each = (f) => sum(rows.map((row) => weights[row] * f(target.values[row])));
  return { weight: each(() => 1), total: each((y) => y), squares: each((y) => y * y) };
}

const value = (feature, row) =>
  feature.kind === "numeric" ? feature.values[row] : feature.categories[feature.codes[row]];

function answer(question, told) {
  switch (question.ask) {
    case "threshold": return told <= number(question.threshold) ? 0 : 1;
    case "equals": return told === question.category ? 0 : 1;
    case "one_of": return question.categories.includes(told) ? 0 : 1;
    case "each_category": return question.categories.indexOf(told);
  }
}

function midpoint(below, above) {
  const middle = Number.isFinite(below + above) ? (below + above) / 2 : below / 2 + above / 2;
  return middle === above ? below : middle;
}

function* questions(rows, feature, { numbers, categories }) {
  const present = new Set(rows.map((row) => value(feature, row)));
  if (feature.kind === "numeric") {
    if (numbers === "each") throw new Unsupported("numbers are asked by thresholds only");
    const sorted = [...present].sort((a, b) => a - b);
    for (let i = 0; i + 1 < sorted.length; i++) {
      const threshold = numbers === "midpoint" ? midpoint(sorted[i], sorted[i + 1]) : sorted[i];
      yield { ask: "threshold", feature: feature.name, threshold };
    }
  } else {
    if (categories !== "equals") throw new Unsupported("categories are asked by equality only");
    if (present.size > 1)
      for (const category of feature.categories.filter((c) => present.has(c)))
        yield { ask: "equals", feature: feature.name, category };
  }
}

const ANY = [-Infinity, Infinity];
const own = (summary) => (summary.counts ? shares(summary)[1] : summary.total / summary.weight); // of two classes the second's
const nearest = (value, [low, high]) => Math.min(Math.max(value, low), high);

function keeps(question, summaries, constraints, [low, high]) { // the children's values are in order and within the bounds
  const values = summaries.map(own);
  const sign = constraints[question.feature] ?? 0;
  return sign === 0 || (sign * (values[1] - values[0]) >= 0 && values.every((value) => low <= value && value <= high));
}

function boundsBelow(question, summaries, constraints, bounds) {
  const sign = constraints[question.feature] ?? 0;
  if (sign === 0) return summaries.map(() => bounds);
  const middle = mean(summaries, (summary) => nearest(own(summary), bounds));
  const sides = [[bounds[0], middle], [middle, bounds[1]]];
  return sign > 0 ? sides : sides.reverse();
}

function bestSplit(rows, inside, data, learner, rootRisk, constraints, bounds) {
  const impurity = measure(learner.impurity);
  const total = weight(summarize(rows, data));
  const limit = (name) => number(learner.stopping[name] ?? 0);
  let best = null;
  for (const feature of data.features)
    for (const question of questions(rows, feature, learner.questions)) {
      const parts = [[], []];
      for (const row of rows) parts[answer(question, value(feature, row))].push(row);
      const summaries = parts.map((part) => summarize(part, data));
      if (summaries.some((part) => weight(part) < limit("min_leaf"))) continue;
      if (!keeps(question, summaries, constraints, bounds)) continue;
      let gain = inside - sum(summaries.map((part) => (weight(part) / total) * impurity(part)));
      if (Math.abs(gain) < 1e-12 * inside) gain = 0; // rounding
      if (gain * total < limit("min_saving") * rootRisk || gain < limit("min_gain") || (gain === 0 && learner.stopping.zero_gain === "stop")) continue;
      if (best === null || gain > best.gain * (1 + 1e-12)) best = { gain, question, parts };
    }
  return best;
}

function grow(rows, data, learner, constraints = {}, depth = 0, rootRisk = null, bounds = ANY) {
  const summary = summarize(rows, data);
  const inside = measure(learner.impurity)(summary);
  rootRisk ??= inside * weight(summary);
  const { max_depth, ...limits } = learner.stopping;
  const stops = (max_depth !== null && depth >= max_depth) || weight(summary) < number(limits.min_split) ||
    inside <= number(limits.min_impurity) || inside * weight(summary) < number(limits.min_risk);
  const best = stops ? null : bestSplit(rows, inside, data, learner, rootRisk, constraints, bounds);
  if (best === null) return { summary, bounds, children: [] };
  const { question, parts } = best;
  const below = boundsBelow(question, parts.map((part) => summarize(part, data)), constraints, bounds);
  const children = parts.map((part, child) => grow(part, data, learner, constraints, depth + 1, rootRisk, below[child]));
  return { summary, bounds, question, children };
}

function bestFirst(tree, most, impurity) { // the leaf is split next whose question lowers the risk most
  const lowers = (node) => risk(node, impurity) - sum(node.children.map((child) => risk(child, impurity)));
  const split = new Set();
  let ends = [tree];
  for (;;) {
    const ready = ends.filter(({ children }) => children.length && ends.length + children.length - 1 <= most);
    if (!ready.length) break;
    const next = ready.reduce((best, node) => (lowers(node) > lowers(best) ? node : best));
    split.add(next);
    ends = ends.flatMap((node) => (node === next ? node.children : [node]));
  }
  const cut = (node) => (split.has(node) ? { ...node, children: node.children.map(cut) } : { summary: node.summary, children: [] });
  return cut(tree);
}

// --- pruning ----------------------------------------------------------------------------------------------------

const leaves = (node) => (node.children.length ? node.children.flatMap(leaves) : [node]);
const risk = (node, impurity) => weight(node.summary) * measure(impurity)(node.summary);

function alphaOf(node, impurity) {
  const ends = leaves(node);
  return (risk(node, impurity) - sum(ends.map((leaf) => risk(leaf, impurity)))) / (ends.length - 1);
}

function optimal(tree, alpha, impurity) {
  const enough = alpha + 1e-12 * risk(tree, impurity); // links whose alphas differ by rounding are tied
  const prune = (node) => {
    if (!node.children.length) return node;
    const branch = { ...node, children: node.children.map(prune) };
    return alphaOf(branch, impurity) <= enough ? { summary: node.summary, children: [] } : branch;
  };
  return prune(tree);
}

const branches = (node) => (node.children.length ? [node, ...node.children.flatMap(branches)] : []);

function sequence(tree, impurity, unit) {
  let current = optimal(tree, 0, impurity);
  const rows = [{ alpha: 0, tree: current }];
  while (current.children.length) {
    const alpha = Math.min(...branches(current).map((node) => alphaOf(node, impurity)));
    current = optimal(current, alpha, impurity);
    rows.push({ alpha: alpha / unit, tree: current });
  }
  return rows;
}

function unitOf(tree, { impurity, scale }) {
  switch (scale) {
    case "count": return 1;
    case "proportion": return weight(tree.summary);
    case "root": return risk(tree, impurity);
    default: throw new Unsupported("alpha is not normalised node by node");
  }
}

// --- the protocol -----------------------------------------------------------------------------------------------

const everyRow = (data) => data.weights.map((_, row) => row);

function said({ counts, classes, parts, total, weight }) { // the class first in class order, or the mean, or each output's
  if (parts) return parts.map(said);
  return counts ? classes[counts.indexOf(Math.max(...counts))] : total / weight;
}

const valueOf = (summary) => (summary.parts ? summary.parts.flatMap(valueOf) : summary.counts ? shares(summary) : said(summary));

function boundedValue(summary, bounds) {
  const value = nearest(own(summary), bounds);
  return summary.counts ? [1 - value, value] : value;
}

function told(node, input) { // the nodes, parents first
  const state = { weight: weight(node.summary), value: valueOf(node.summary) };
  if (input.constraints) state.value = boundedValue(node.summary, node.bounds);
  else if (node.summary.counts) state.prediction = said(node.summary);
  if (input.learner) state.impurity = measure(input.learner.impurity)(node.summary);
  if (node.question) state.question = node.question;
  return [state, ...node.children.flatMap((child) => told(child, input))];
}

function readSummary({ counts, classes, parts, ...moments }) {
  if (parts) return { parts: parts.map(readSummary) };
  if (counts) return { counts: counts.map(number), classes };
  return Object.fromEntries(Object.entries(moments).map(([name, text]) => [name, number(text)]));
}

function readNode(nodes, classes) { // the reverse, of a tree that dtrees sends
  const { question, ...summed } = nodes.shift();
  const summary = readSummary({ classes, ...summed });
  if (!question) return { summary, children: [] };
  const arity = question.ask === "each_category" ? question.categories.length : 2;
  return { summary, question, children: Array.from({ length: arity }, () => readNode(nodes, classes)) };
}

const treeOf = ({ tree, data, learner, constraints }) =>
  tree ? readNode([...tree.nodes], tree.classes) : grow(everyRow(data), data, learner, constraints);

function refuse(input) {
  const { features = [], target = { kind: "classes" } } = input.data ?? {};
  const known = ["numeric", "categorical", "classes", "numbers", "outputs"];
  const other = [target.kind, target.centre ?? target.kind, ...features.map(({ kind }) => kind)].find((kind) => !known.includes(kind));
  if (other) throw new Unsupported(`it takes no data of the kind ${other}`);
  if (input.learner && input.learner.score !== "gain") throw new Unsupported("questions are scored by their gain only");
  if (input.ties === "one_at_a_time") throw new Unsupported("tied links are cut together");
  if (input.constraints && (target.targets || (target.classes?.length ?? 2) !== 2))
    throw new Unsupported("constraints are on a number, or on two classes");
}

function ending({ summary, question, children }, input, row, bounds = ANY) { // the summary where the row ends, its bounds
  if (!question) return { summary, bounds };
  const place = answer(question, value(input.rows.find(({ name }) => name === question.feature), row));
  if (!children[place]) return { summary, bounds };
  const below = boundsBelow(question, children.map((child) => child.summary), input.constraints ?? {}, bounds);
  return ending(children[place], input, row, below[place]);
}

function endings(input) {
  const tree = treeOf(input);
  return (input.rows[0].values ?? input.rows[0].codes).map((_, row) => ending(tree, input, row));
}

function saidWithin({ summary, bounds }) {
  const value = nearest(own(summary), bounds);
  return summary.counts ? summary.classes[value > 1 / 2 ? 1 : 0] : value;
}

const measured = (name) => ({ summary }) => measure(name)(readSummary(summary));

const operations = {
  grow: (input) => ({ nodes: told(treeOf(input), input) }),
  predict: (input) => endings(input).map(({ summary }) => said(summary)),
  grow_monotone: (input) => ({ nodes: told(treeOf(input), input) }),
  predict_monotone: (input) => endings(input).map(saidWithin),
  best_first: (input) => ({ nodes: told(bestFirst(treeOf(input), input.max_leaf_nodes, input.impurity), input) }),
  pruning_sequence: (input) => {
    const tree = treeOf(input);
    const rows = sequence(tree, input.impurity, unitOf(tree, input));
    return rows.map(({ alpha, tree: member }) => ({ alpha, nodes: told(member, input) }));
  },
  optimal_subtree: (input) => {
    const tree = treeOf(input);
    return { nodes: told(optimal(tree, number(input.alpha) * unitOf(tree, input), input.impurity), input) };
  },
  ...Object.fromEntries(Object.keys(impurities).map((name) => [name, measured(name)])),
};

function run({ id, operation, input }) {
  try {
    refuse(input);
    return { id, result: operations[operation](input) };
  } catch (error) {
    return { id, [error instanceof Unsupported ? "unsupported" : "error"]: error.message };
  }
}

require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  const implementation = { name: "a small CART", language: "JavaScript", version: "1" };
  const conventions = { comparison: "<=", cut: "asked", arithmetic: "float64" };
  if (message.cmd === "stop") process.exit(0);
  const answer = message.cmd === "start"
    ? { version: 1, implementation, capabilities: Object.keys(operations), conventions }
    : run(message);
  console.log(JSON.stringify(answer));
});
