// What the packages of npm share: reading and writing the protocol.
//
// A package's function returns its nodes, parents first, and a function that predicts rows.
import { createInterface } from "node:readline";
import { readFileSync } from "node:fs";

class Unsupported extends Error {}

const folder = process.env.NODE_PATH || `${process.cwd()}/node_modules`;
export const load = (path) => import(`${folder}/${path}`);
export const limit = (learner, which) => Number(learner.stopping[which]);
export const refuse = (when, why) => { if (when) throw new Unsupported(why); };

const values = (features, row) => features.map((feature) => Number(feature.values[row]));
export const rowsOf = (features) => {
  refuse(features.some(({ kind }) => kind !== "numeric"), "features are numbers only");
  return features[0].values.map((_, row) => values(features, row));
};
export const threshold = (data, place, cut) => ({ question: { ask: "threshold", feature: data.features[place].name, threshold: cut } });
export const numbersOf = ({ kind, values, codes }) => (kind === "classes" ? codes : values.map(Number));

export function refuseLimits(learner, taken) {
  const known = ["min_split", "min_leaf", "min_gain", "min_impurity", "min_risk"];
  refuse(known.some((which) => !taken.includes(which) && limit(learner, which)), `the only limits are ${taken} and max_depth`);
  refuse(taken.some((which) => limit(learner, which) % 1), "limits are numbers of rows");
}

/** Refuse data of another kind by its name: it would be read as one of those that are known. */
function refuseUnknown({ features, target: { kind, centre = kind } }) {
  const known = ["numeric", "categorical", "classes", "numbers"];
  const other = [kind, centre, ...features.map((one) => one.kind)].find((one) => !known.includes(one));
  refuse(other, `it takes no data of the kind ${other}`);
}

async function run(grown, { id, operation, input: { data, learner, rows } }) {
  try {
    refuse(!learner, "it predicts by what it grew itself");
    refuseUnknown(data);
    refuse(data.weights.some((weight) => Number(weight) !== 1), "rows have no weights");
    refuse(learner.score !== "gain", "questions are scored by their gain only");
    refuse(learner.missing, "no value may be missing");
    const fitted = await grown(data, learner);
    if (operation === "grow") return { id, result: { nodes: fitted.nodes } };
    const answers = fitted.predict(rows);
    return { id, result: answers.map((one) => (typeof one === "number" && data.target.classes ? data.target.classes[one] : one)) };
  } catch (error) {
    return { id, [error instanceof Unsupported ? "unsupported" : "error"]: error.message };
  }
}

export async function serve(name, grown) {
  const { version } = JSON.parse(readFileSync(`${folder}/${name}/package.json`, "utf8"));
  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    if (message.cmd === "stop") process.exit(0);
    const answer = message.cmd === "start"
      ? { version: 1, capabilities: ["grow", "predict"], implementation: { name, language: "JavaScript", version } }
      : await run(grown, message);
    console.log(JSON.stringify(answer));
  }
}
