// The name of one of the student's files -> its text, compiled once for all states; or a refusal with its place.

"use strict";

const { readFileSync, statSync } = require("fs");
const path = require("path");
const vm = require("vm");
const { compiled, original } = require("./maps.js");
const { shortened } = require("./values.js");

const MODULE_SIGNS = [
  "Cannot use import statement outside a module",
  "Unexpected token 'export'",
  "Cannot use 'import.meta' outside a module",
];
const AWAIT_SIGN = "await is only valid in async functions and the top level bodies of modules";
const PARAMETERS = ["exports", "require", "module", "__filename", "__dirname", "__scope"];
/** What we add to a file, so that it can be asked for what its names stand for. */
const FINDER = "__findInThisFile";
/** Near enough to a name: classes of letters in a regular expression would cost 3 ms. */
const WORD = String.raw`(?<![\w$\x80-\uffff])([\w$\x80-\uffff]+)`;
/** Words that are declared, or that a function, a class or an object is assigned to. */
const DECLARED = new RegExp(
  String.raw`\b(?:function\s*\*?|class|const|let|var)\s+${WORD}|${WORD}\s*=\s*(?:async|function|class|[({]|\w+\s*=>)`,
  "g",
);
const MOST_NAMES = 300;
const ENDINGS = ["", ".js", ".cjs", ".mjs", ".json", "/index.js"];

const folder = process.cwd();
const sources = new Map();
/** Syntax errors of the student's files -> what the grader is told about them. */
const refusals = new WeakMap();

function pathOf(name) {
  return path.join(folder, name);
}

/** The file; `asked` are names that it may be asked for, besides those that it seems to declare. */
function sourceOf(name, asked = []) {
  if (!sources.has(name)) sources.set(name, new Source(name, asked));
  return sources.get(name);
}

/** One file: a CommonJS script (`script`), unless its name or what stands in it makes it an ES module. */
class Source {
  constructor(name, asked) {
    this.name = name;
    this.text = readFileSync(pathOf(name), "utf8").replace(/^#!/, "//");
    const declared = Array.from(this.text.matchAll(DECLARED), (match) => match[1] ?? match[2]);
    this.names = [...new Set([...asked, ...declared])].slice(0, MOST_NAMES).filter(isName);
    this.importsLater = /\bimport\s*\(/.test(this.text); // the engine forgets how, with what it kept of a module
    this.isModule = name.endsWith(".mjs");
    if (!this.isModule) this.compile();
  }

  compile() {
    try {
      const body = this.asFunction(this.text);
      const strict = Object.hasOwn(body, "caller") ? "" : '"use strict";';
      const head = `(function (${PARAMETERS}) {${strict}__scope.find = function ${this.finder()};`;
      this.script = new vm.Script(`${head}\n${this.text}\n})`, {
        filename: this.name,
        lineOffset: -1,
        importModuleDynamically: vm.constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
    } catch (error) {
      this.isModule =
        !this.name.endsWith(".cjs") &&
        (MODULE_SIGNS.includes(error.message) || (error.message === AWAIT_SIGN && this.compilesAsModule()));
      if (!this.isModule) throw this.refused(error);
    }
  }

  /** A function that gives what a name stands for in the file. It throws for one that nothing declares. */
  finder() {
    const cases = this.names.map((name) => `case "${name}": return ${name};`);
    return `${FINDER}() { switch (arguments[0]) { ${cases.join(" ")} } }`;
  }

  /** The text as the body of a function, only to see whether it is one. */
  asFunction(text, lineOffset = 0) {
    return vm.compileFunction(text, PARAMETERS, { filename: this.name, lineOffset });
  }

  compilesAsModule() {
    try {
      return new vm.SourceTextModule(this.text) !== null;
    } catch {
      return false;
    }
  }

  /** The ES module in a context: compiled each time, but with what the engine kept from the first time. */
  esModule(settings) {
    const text = `${this.text}\n;export function ${this.finder()}`;
    try {
      const module = new vm.SourceTextModule(text, { identifier: this.name, cachedData: this.cached, ...settings });
      if (!this.importsLater) this.cached ??= module.createCachedData();
      return module;
    } catch (error) {
      throw this.refused(error, this.placedAs(error));
    }
  }

  /**
   * The engine keeps the place of an error in a module to itself. So the text is compiled once more, without what
   * only modules may contain; the same error is then in the same place.
   */
  placedAs(error) {
    const blank = (part) => part.replace(/[^\n]/g, " ");
    const text = this.text
      .replace(/^[ \t]*import\b(?!\s*\()[^'"(;]*(['"])[^'"\n]*\1/gm, blank)
      .replace(/^[ \t]*export\s*(?:\*[^'"\n]*|\{[^}]*\}(?:\s*from)?)(?:\s*(['"])[^'"\n]*\1)?/gm, blank)
      .replace(/^[ \t]*export\s+default\b/gm, (part) => `${blank(part).slice(4)}void`)
      .replace(/^[ \t]*export\b/gm, blank);
    try {
      this.asFunction(`"use strict";\n${text}`, -1);
    } catch (found) {
      if (found.message === error.message) return found;
    }
    return error;
  }

  /** The error, noted as a refusal; its place is at the head of the stack of `placed`, if anywhere. */
  refused(error, placed = error) {
    const [head, , mark] = placed.stack.split("\n");
    const line = /:(\d+)$/.exec(head);
    const place = line && this.shown(Number(line[1]), Math.max(1, mark.indexOf("^") + 1));
    refusals.set(error, { message: shortened(error.message), file: this.name, line: null, ...place });
    return error;
  }

  /** A place with its line, as the student knows it. */
  shown(line, column) {
    const place = original(this.name, line, column);
    const text = place.file === this.name ? this.text : readFileSync(pathOf(place.file), "utf8");
    return { ...place, source: shortened(text.split("\n")[place.line - 1] ?? "") };
  }
}

/** Whether a word can be a name in any kind of code. */
function isName(word) {
  try {
    return vm.compileFunction(`"use strict"; (async function* () { ({ ${word} }); })`) !== null;
  } catch {
    return false;
  }
}

/** The files that a file seems to require, by name. */
function requiredBy(source) {
  const found = Array.from(source.text.matchAll(/\brequire\s*\(\s*(['"])(\.[^'"\n]*)\1/g), (match) => match[2]);
  return found.flatMap((specifier) => {
    try {
      return [fileOf(specifier, source.name)];
    } catch {
      return [];
    }
  });
}

/** The student's file that `specifier` means in the file `from`. */
function fileOf(specifier, from) {
  if (/^(\/|\.\.?(\/|$))/.test(specifier)) {
    const wanted = path.resolve(folder, path.dirname(from), compiled(specifier));
    const isFile = (ending) => statSync(wanted + ending, { throwIfNoEntry: false })?.isFile();
    const ending = ENDINGS.find(isFile);
    if (ending !== undefined) return path.relative(folder, wanted + ending);
  }
  throw Object.assign(new Error(`Cannot find module '${specifier}'`), { code: "MODULE_NOT_FOUND" });
}

module.exports = { FINDER, fileOf, pathOf, refusals, requiredBy, sourceOf, sources };
