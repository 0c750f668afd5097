// A place in a file that a compiler made -> the place in the file that the student wrote.

"use strict";

const { readFileSync } = require("fs");
const path = require("path");

const { parse } = JSON;
const folder = process.cwd();
const maps = new Map();
let areThere = false;

/** Each file `a.js` of the student's was made from `a.ts`, and `a.js.map` beside it is the compiler's map. */
function expectMaps() {
  areThere = true;
}

/** The name of what was made of a file: `a.js` for `a.ts`. */
function compiled(file) {
  return areThere ? file.replace(/(\.[cm]?)ts$/, "$1js") : file;
}

/** `{ file, line, column }` as the student knows it, counted from 1; NaN in what the compiler added. */
function original(file, line, column) {
  const map = areThere && mapOf(file);
  if (!map) return { file, line, column };
  const { originalLine, originalColumn } = map.findEntry(line - 1, column - 1);
  return { file: file.replace(/js$/, "ts"), line: originalLine + 1, column: originalColumn + 1 };
}

/** The map of the file; null for one that the student wrote as JavaScript. */
function mapOf(file) {
  if (!maps.has(file)) maps.set(file, readMap(file));
  return maps.get(file);
}

function readMap(file) {
  try {
    const { SourceMap } = require("module");
    return new SourceMap(parse(readFileSync(path.join(folder, `${file}.map`), "utf8")));
  } catch {
    return null;
  }
}

module.exports = { compiled, expectMaps, original };
