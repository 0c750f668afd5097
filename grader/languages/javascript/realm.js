// A new context -> what a state needs of it, and whether another state can begin in it as if it were new.
//
// To make a context costs 50 times what it costs to load a solution. So where each of many steps has a fresh state, a
// context serves many of them, as long as no code in it can have changed what belongs to the language: it must not
// even mention what that would take, and must leave the global object as it was. What is in doubt gets a new context.

"use strict";

const { readFileSync } = require("fs");
const path = require("path");
const vm = require("vm");
const { lendGlobals, replacements } = require("./globals.js");

const { ownKeys } = Reflect;

const inside = new vm.Script(readFileSync(path.join(__dirname, "inside.js"), "utf8"), { filename: "grader:inside" });

/** What Node's own modules give is of these types, but not of those of the same name in the student's context. */
const SHARED = Object.entries({ Array, Error, Object, Promise, Uint8Array });

/** Words that lead from any value to what it inherits, to the global object, or to code that nobody has looked at. */
const REACHING = new RegExp(
  String.raw`\b(?:prototype|__\w+__|[gs]etPrototypeOf|definePropert(?:y|ies)|Reflect|Proxy|eval|Function|import|require)\b` +
    String.raw`|\bglobal|[.'"\x60]\s*constructor\b|\\u`,
);
/** Comments that begin a line; the same may be code where a text goes over several lines. */
const COMMENTS = /^[ \t]*(?:\/\/.*|\/\*[^]*?\*\/)/gm;
/** What a compiler of TypeScript begins a file with. */
const COMPILED = 'Object.defineProperty(exports, "__esModule", { value: true });';
const CONSTANT = new Set(["undefined", "NaN", "Infinity"]);

/** What may stand before and behind the name of a global that is only used. */
const USED_BEFORE = /\b(?:new|instanceof|typeof)\s+$/;
const USED_BEHIND = /^\s*\(|^(?:\s*\.\s*[\w$]+)+(?![\w$]|\s*(?:[.[]|\+\+|--|=(?![=>])|(?:[-+/%^]|\*\*?|&&?|\|\|?|\?\?|<<|>>>?)=(?!=)))/;
const CHANGED_BEFORE = /(?:\+\+|--|\bdelete)\s*$/;
const CONVERTS = /^(?:Number|String|Boolean)$/;

class Realm {
  constructor() {
    this.context = vm.createContext(vm.constants?.DONT_CONTEXTIFY ?? {});
    const { global, newModule, builder, alsoOf } = inside.runInContext(this.context);
    for (const [name, type] of SHARED) alsoOf(name, (value) => value instanceof type);
    lendGlobals(global);
    Object.assign(this, { global, newModule, builder, size: ownKeys(global).length, replaced: replacements() });
  }

  /** Whether a state of this file can begin here, after others of it. */
  isLikeNewFor(source) {
    const same = ownKeys(this.global).length === this.size && replacements() === this.replaced;
    return same && (source.changesNothing ??= changesNothing(source, ownKeys(this.global)));
  }
}

/** Whether the text can't change what all code in a context shares, as far as anybody would write it. */
function changesNothing(source, globals) {
  const whole = source.text.replace(COMPILED, "");
  const text = whole.includes("\x60") ? whole : whole.replace(COMMENTS, "");
  if (source.isModule || REACHING.test(text)) return false;
  const names = globals.filter((name) => typeof name === "string" && !CONSTANT.has(name));
  const mentioned = text.matchAll(new RegExp(String.raw`(?<![\w$.]|\.\s)(?:${names.join("|")})(?![\w$])`, "g"));
  for (const { 0: name, index } of mentioned) {
    const before = text.slice(Math.max(0, index - 20), index);
    const behind = text.slice(index + name.length, index + name.length + 200);
    if (CHANGED_BEFORE.test(before)) return false;
    const converts = CONVERTS.test(name) && /\($/.test(before) && /^\)/.test(behind);
    if (!converts && !USED_BEFORE.test(before) && !USED_BEHIND.test(behind)) return false;
  }
  return true;
}

module.exports = { Realm };
