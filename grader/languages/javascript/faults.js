// What the student's code threw -> JSON: its type, its message, its place; any property of it may be a trap.

"use strict";

const { isProxy } = require("util").types;
const { original } = require("./maps.js");
const { sources } = require("./sources.js");
const { isObject, kindOf, shortened, textForm } = require("./values.js");

const { stringify: quote } = JSON;

const MOST_FRAMES = 20;
const LONGEST_STACK = 20_000;
const FRAME = /^ {4}at (?:async )?(.*):(\d+):(\d+)\)?$/;

function describe(thrown) {
  const fault = { type: thrown === null ? "null" : typeof thrown, message: "", trace: [], memory: false };
  try {
    if (!isObject(thrown)) {
      fault.message = shortened(String(thrown));
    } else if (!isProxy(thrown)) {
      const { name, message, stack } = thrown;
      const named = typeof name === "string" && name !== "" && name !== "Error";
      fault.type = shortened(named ? name : kindOf(thrown));
      fault.message = typeof message === "string" ? shortened(message) : textForm(thrown);
      if (typeof stack === "string") fault.trace = traceOf(stack.slice(0, LONGEST_STACK));
    }
  } catch {
    // What could be read until here is what there is to tell.
  }
  fault.memory = fault.type === "RangeError" && fault.message === "Array buffer allocation failed";
  return quote(fault);
}

/** The student's own frames, innermost last. */
function traceOf(stack) {
  const frames = [];
  for (const line of stack.split("\n")) {
    const [, place, number, column] = FRAME.exec(line) ?? [];
    const name = place && [...sources.keys()].find((each) => place === each || place.endsWith(` (${each}`));
    if (!name) continue;
    const { file, line: at } = original(name, Number(number), Number(column));
    if (Number.isNaN(at)) continue;
    frames.push({ file, line: at, function: functionName(place.slice(0, -name.length - 2)) });
    if (frames.length === MOST_FRAMES) break;
  }
  return frames.reverse();
}

/** `Object.move [as go]`, `new Board`, `Board.move` -> `move`, `Board`, `move`. */
function functionName(text) {
  const name = text.replace(/ \[as .*\]$/, "").replace(/^.*[. ]/, "");
  return name === "<anonymous>" || name === "eval" ? "" : name;
}

module.exports = { describe };
