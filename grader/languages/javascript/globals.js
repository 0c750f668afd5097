// Node's globals -> the student's context, which by itself has only what belongs to the language.

"use strict";

const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis;
const { defineProperty, defineProperties, getOwnPropertyDescriptors } = Object;

/** What Node itself adds to `Symbol` as long as the engine has not got it. */
const SYMBOLS = ["dispose", "asyncDispose"];

/** How the timers are stopped that the student's code has started: they must not disturb a later state. */
let stops = [];

/** Starts timers as `start` does, `promisify` included. */
function noted(start, stop) {
  const begin = (...given) => {
    const timer = start(...given);
    stops.push(() => stop(timer));
    return timer;
  };
  return defineProperties(begin, getOwnPropertyDescriptors(start));
}

function stopTimers() {
  for (const stop of stops) stop();
  stops = [];
}

const ours = { setTimeout: noted(setTimeout, clearTimeout), setInterval: noted(setInterval, clearInterval) };

/** How often the student's code has put something else in the place of one of Node's globals. */
let replaced = 0;

/** Looked up when it is first used, since some of it takes Node long to load; the student's code may replace it. */
function lent(name) {
  return {
    configurable: true,
    get: () => ours[name] ?? globalThis[name],
    set(value) {
      replaced++;
      defineProperty(this, name, { value, configurable: true, enumerable: true, writable: true });
    },
  };
}

let properties = null;

function lendGlobals(global) {
  if (properties === null) {
    const names = Object.getOwnPropertyNames(globalThis).filter((name) => !(name in global));
    properties = Object.fromEntries(names.map((name) => [name, lent(name)]));
  }
  defineProperties(global, properties);
  for (const name of SYMBOLS) if (!(name in global.Symbol)) defineProperty(global.Symbol, name, { value: Symbol[name] });
  global.global = global;
  global.console = { ...console };
}

module.exports = { lendGlobals, replacements: () => replaced, stopTimers };
