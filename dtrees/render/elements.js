"use strict";
const facts = JSON.parse(document.getElementById("facts").textContent);
const byId = (id) => document.getElementById(id);

/** The Chinese names of the measures. */
const IMPURITIES = {
  gini: "基尼指数", entropy: "信息熵", misclassification: "误分类率", squared_error: "平方误差", "expected cost": "期望代价",
};

/** Append an element and return it; text is only ever text. */
function put(parent, name, attributes = {}, text = "") {
  const space = parent.namespaceURI === "http://www.w3.org/2000/svg" || name === "svg"
    ? "http://www.w3.org/2000/svg" : "http://www.w3.org/1999/xhtml";
  const element = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== "") element.textContent = text;
  parent.append(element);
  return element;
}

/** Write the words of the page's language into the elements that name them, and the title. */
function write(words) {
  document.querySelectorAll("[data-words]").forEach((element) => { element.textContent = words[element.dataset.words]; });
  document.querySelectorAll("[data-label]").forEach((element) => { element.ariaLabel = words[element.dataset.label]; });
  document.querySelectorAll("[data-title]").forEach((element) => { element.title = words[element.dataset.title]; });
  byId("title").textContent = document.title = facts.title ?? words.title;
}
