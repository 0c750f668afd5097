// Requests on one descriptor -> replies on another, with the student's JavaScript in between.
//
// Started as `node --experimental-vm-modules --no-warnings javascript_driver.js REQUESTS REPLIES` in the folder of the
// student's files; PROTOCOL.md says what goes over the wire. Meant for the inside of a sandbox: it runs code that
// nobody has looked at, and knows nothing that would have to be kept from it.
//
// Each fresh state is a new context in which the main file runs as a plain script, as an ES module, or, where it has a
// `return` outside of functions, as the body of one. All goes on without the event loop, until a promise has to be
// waited for. What the student's code patches in its own context is not used here. By way of `process` it can reach the
// objects of this file, too, and break the conversation: then the grader sees an invalid reply.

"use strict";

const fs = require("fs");
const path = require("path");
const vm = require("vm");
const { types } = require("util");
const { isBuiltin } = require("module");

const DEEPEST = 50;
const MOST_ELEMENTS = 100_000;
const MOST_CHARACTERS = 1_000_000;
const MOST_DIGITS = 4_000;
const LONGEST_TEXT = 2_000;
const MOST_FRAMES = 20;
const MOST_OFFERS = 20;
const MOST_NAMES = 300;
const EXACT = 2 ** 53;

const { readSync, writeSync, readFileSync, existsSync, statSync } = fs;
const { apply, construct, ownKeys, getPrototypeOf, getOwnPropertyDescriptor, defineProperty } = Reflect;
const { isArray } = Array;
const { isInteger } = Number;
const { parse, stringify: quote } = JSON;
const { isProxy, isPromise, isMap, isSet, isNativeError, isTypedArray, isUint8Array } = types;
const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate } = globalThis;
const { from: bufferFrom, allocUnsafe, concat } = Buffer;
const leave = process.reallyExit.bind(process);
const folder = process.cwd();

/** A method that takes its `this` as the first argument, and stays what it was. */
const taken = (method) => (self, ...rest) => apply(method, self, rest);
const writeText = taken(Buffer.prototype.write);
const toText = taken(Buffer.prototype.toString);
const indexInBytes = taken(Buffer.prototype.indexOf);
const partOfBytes = taken(Buffer.prototype.subarray);
const then = taken(Promise.prototype.then);
const mapEntries = taken(Map.prototype.entries);
const setValues = taken(Set.prototype.values);
const nextOfMap = taken(getPrototypeOf(new Map().entries()).next);
const nextOfSet = taken(getPrototypeOf(new Set().values()).next);
const textOfFunction = taken(Function.prototype.toString);
const cut = taken(String.prototype.slice);
const lower = taken(String.prototype.toLowerCase);

// --- channel ------------------------------------------------------------------------------------------------------

const sleeper = new Int32Array(new SharedArrayBuffer(4));
const { wait: sleep } = Atomics;
const scratch = allocUnsafe(4096);
let unread = allocUnsafe(0);

/** Repeats a read or a write that has to wait. */
function patiently(action) {
  for (;;) {
    try {
      return action();
    } catch (error) {
      if (error.code !== "EAGAIN" && error.code !== "EINTR") throw error;
      sleep(sleeper, 0, 0, 1);
    }
  }
}

/** The next line, or null when the channel has ended. */
function readLine(descriptor) {
  let pieces = [unread];
  let last = unread;
  let end;
  while ((end = indexInBytes(last, 10)) < 0) {
    last = allocUnsafe(65536);
    const got = patiently(() => readSync(descriptor, last, 0, 65536, null));
    if (got === 0) return null;
    last = partOfBytes(last, 0, got);
    pieces[pieces.length] = last;
  }
  unread = partOfBytes(last, end + 1);
  pieces[pieces.length - 1] = partOfBytes(last, 0, end);
  return toText(concat(pieces), "utf8");
}

function writeAll(descriptor, bytes, length = bytes.length) {
  let done = 0;
  while (done < length) {
    done += patiently(() => writeSync(descriptor, bytes, done, length - done));
  }
}

/** Standard streams that write at once, so that nothing printed is still on its way when a reply goes out. */
function printAtOnce(name, descriptor) {
  let stream;
  const make = () => {
    const { Writable } = require("stream");
    stream = new Writable({
      decodeStrings: true,
      write(chunk, _encoding, done) {
        writeAll(descriptor, chunk);
        done();
      },
    });
    stream.fd = descriptor;
    return stream;
  };
  defineProperty(process, name, { configurable: true, enumerable: true, get: () => stream || make() });
}

// --- values: what goes out ----------------------------------------------------------------------------------------

/** Writes one value as JSON, within the bounds of a reply; of the student's it calls only getters and text forms. */
class Encoder {
  constructor(state) {
    this.state = state;
    this.elements = 0;
    this.characters = 0;
    this.path = [];
  }

  write(value) {
    switch (typeof value) {
      case "number":
        return number(value);
      case "string":
        return this.text(value);
      case "boolean":
        return value ? "true" : "false";
      case "undefined":
        return other("undefined", "undefined");
      case "bigint":
        return bigInteger(value);
      case "symbol":
        return this.state.memberOf(value) || other("symbol", `${symbolText(value)}`);
      case "function":
        return isProxy(value) ? other("proxy", "") : other("function", nameOfFunction(value));
      default:
        return value === null ? "null" : this.object(value);
    }
  }

  text(value) {
    if (this.characters + value.length > MOST_CHARACTERS) {
      return other("too large", `a string of ${value.length} characters`);
    }
    this.characters += value.length;
    return quote(value);
  }

  object(value) {
    if (isProxy(value)) return other("proxy", "");
    for (let index = 0; index < this.path.length; index++) {
      if (this.path[index] === value) return other("cycle", "a value that contains itself");
    }
    if (this.path.length === DEEPEST) return other("too deep", "");
    this.path[this.path.length] = value;
    try {
      return this.contents(value);
    } catch {
      return other(kindOf(value), "");
    } finally {
      this.path.length--;
    }
  }

  contents(value) {
    if (isArray(value)) return this.list(value, value.length);
    if (isMap(value)) return this.map(value);
    if (isSet(value)) return `{"set":${this.values(setValues(value), nextOfSet)}}`;
    if (isUint8Array(value)) return this.bytes(value);
    if (isTypedArray(value)) return this.list(value, value.length);
    if (isPromise(value)) return other("promise", "");
    if (types.isGeneratorObject(value)) return other("generator", "");
    const member = this.state.memberOf(value);
    if (member) return member;
    const prototype = getPrototypeOf(value);
    if (isNativeError(value)) return this.described(value);
    if (prototype === null || getPrototypeOf(prototype) === null) {
      return isOfTheLanguage(value) ? other(kindOf(value), textForm(value)) : this.plain(value);
    }
    return isOfTheLanguage(value) ? other(kindOf(value), textForm(value)) : this.described(value);
  }

  described(value) {
    return `{"object":${quote(kindOf(value))},"text":${this.text(textForm(value))}}`;
  }

  /** True when there is room for one more element. */
  room() {
    return ++this.elements <= MOST_ELEMENTS;
  }

  list(value, length) {
    let text = "[";
    for (let index = 0; index < length; index++) {
      if (index > 0) text += ",";
      if (!this.room()) return `${text}${other("too large", `more than ${MOST_ELEMENTS} elements`)}]`;
      text += this.write(value[index]);
    }
    return `${text}]`;
  }

  values(iterator, next) {
    let text = "[";
    let index = 0;
    for (let step = next(iterator); !step.done; step = next(iterator)) {
      if (index++ > 0) text += ",";
      if (!this.room()) return `${text}${other("too large", `more than ${MOST_ELEMENTS} elements`)}]`;
      text += this.write(step.value);
    }
    return `${text}]`;
  }

  map(value) {
    const iterator = mapEntries(value);
    let text = '{"map":[';
    let index = 0;
    for (let step = nextOfMap(iterator); !step.done; step = nextOfMap(iterator)) {
      if (index++ > 0) text += ",";
      if (!this.room()) return `${text}[${other("too large", `more than ${MOST_ELEMENTS} elements`)},null]]}`;
      text += `[${this.write(step.value[0])},${this.write(step.value[1])}]`;
    }
    return `${text}]}`;
  }

  plain(value) {
    const keys = ownKeys(value);
    let text = '{"map":[';
    let index = 0;
    for (let place = 0; place < keys.length; place++) {
      const key = keys[place];
      const property = typeof key === "string" ? getOwnPropertyDescriptor(value, key) : undefined;
      if (property === undefined || !property.enumerable) continue;
      if (index++ > 0) text += ",";
      if (!this.room()) return `${text}[${other("too large", `more than ${MOST_ELEMENTS} elements`)},null]]}`;
      text += `[${this.text(key)},${this.property(value, property)}]`;
    }
    return `${text}]}`;
  }

  property(owner, property) {
    if (property.get === undefined) return this.write(property.value);
    try {
      return this.write(apply(property.get, owner, []));
    } catch {
      return other("getter", "");
    }
  }

  bytes(value) {
    const bytes = bufferFrom(value.buffer, value.byteOffset, value.byteLength);
    if (this.characters + bytes.length > MOST_CHARACTERS) return other("too large", `${bytes.length} bytes`);
    this.characters += bytes.length;
    return `{"bytes":"${toText(bytes, "base64")}"}`;
  }
}

function other(kind, text) {
  return `{"other":${quote(kind)},"text":${quote(shortened(text))}}`;
}

function number(value) {
  if (isInteger(value)) {
    if (value === 0) return 1 / value < 0 ? '{"float":"-0.0"}' : "0";
    return value <= EXACT && value >= -EXACT ? `${value}` : `{"int":"${BigInt(value)}"}`;
  }
  if (value !== value) return '{"float":"nan"}';
  if (value === Infinity) return '{"float":"inf"}';
  return value === -Infinity ? '{"float":"-inf"}' : `${value}`;
}

function bigInteger(value) {
  if (value <= EXACT && value >= -EXACT) return `${value}`;
  const bound = 10n ** BigInt(MOST_DIGITS);
  if (value >= bound || value <= -bound) return other("too large", "an integer of too many digits");
  return `{"int":"${value}"}`;
}

const symbolDescription = taken(getOwnPropertyDescriptor(Symbol.prototype, "description").get);

function symbolText(value) {
  return symbolDescription(value) || "";
}

function shortened(text) {
  return text.length > LONGEST_TEXT ? cut(text, 0, LONGEST_TEXT) : text;
}

function nameOfFunction(value) {
  const property = getOwnPropertyDescriptor(value, "name");
  return property && typeof property.value === "string" ? shortened(property.value) : "";
}

/** The name of the class of an object, read without calling anything. */
function kindOf(value) {
  try {
    for (let each = value, steps = 0; each !== null && !isProxy(each) && steps < 100; each = getPrototypeOf(each)) {
      const property = getOwnPropertyDescriptor(each, "constructor");
      if (property && typeof property.value === "function" && !isProxy(property.value)) {
        return nameOfFunction(property.value) || "object";
      }
      steps++;
    }
  } catch {
    // A name is not worth a failure.
  }
  return "object";
}

/** Objects with a life of their own that the language made: dates, generators, boxed numbers and so on. */
function isOfTheLanguage(value) {
  return (
    types.isDate(value) || types.isRegExp(value) || types.isBoxedPrimitive(value) ||
    types.isAnyArrayBuffer(value) || types.isDataView(value) || types.isWeakMap(value) || types.isWeakSet(value) ||
    types.isMapIterator(value) || types.isSetIterator(value) || types.isModuleNamespaceObject(value)
  );
}

function textForm(value) {
  try {
    const text = `${value.toString()}`;
    return shortened(text);
  } catch {
    return "";
  }
}

// --- values: what comes in ----------------------------------------------------------------------------------------

/**
 * Runs in each new context before the student's code: gives back a function that builds arguments from what is native
 * there, and whatever else has to come from there.
 */
const equip = new vm.Script(
  `(() => {
    "use strict";
    const [List, Dictionary, Collection, Bytes, Big, Failure, define] =
      [Array, Map, Set, Uint8Array, BigInt, Error, Object.defineProperty];
    const special = { nan: NaN, inf: Infinity, "-inf": -Infinity, "-0.0": -0 };
    const add = Function.prototype.call.bind(Set.prototype.add);
    const put = Function.prototype.call.bind(Map.prototype.set);
    Error.stackTraceLimit = 40;
    function list(values, help) {
      const made = [];
      for (let index = 0; index < values.length; index++) made[index] = build(values[index], help);
      return made;
    }
    function dictionary(pairs, help) {
      let plain = true;
      for (let index = 0; index < pairs.length; index++) plain = plain && typeof pairs[index][0] === "string";
      const made = plain ? {} : new Dictionary();
      for (let index = 0; index < pairs.length; index++) {
        const key = build(pairs[index][0], help);
        const value = build(pairs[index][1], help);
        if (plain) define(made, key, { value, writable: true, enumerable: true, configurable: true });
        else put(made, key, value);
      }
      return made;
    }
    function build(value, help) {
      if (typeof value !== "object" || value === null) return value;
      if (help.isArray(value)) return list(value, help);
      if (value.ref !== undefined) return help.object(value.ref);
      if (value.enum !== undefined) return help.member(value.enum[0], value.enum[1]);
      if (value.tuple !== undefined) return list(value.tuple, help);
      if (value.map !== undefined) return dictionary(value.map, help);
      if (value.int !== undefined) return Big(value.int);
      if (value.float !== undefined) return special[value.float];
      if (value.bytes !== undefined) {
        const bytes = help.bytes(value.bytes);
        const made = new Bytes(bytes.length);
        for (let index = 0; index < bytes.length; index++) made[index] = bytes[index];
        return made;
      }
      const made = new Collection();
      for (let index = 0; index < value.set.length; index++) add(made, build(value.set[index], help));
      return made;
    }
    function fail(message, code) {
      const failure = new Failure(message);
      if (code) failure.code = code;
      return failure;
    }
    return { build, fail, globals: Object.getOwnPropertyNames(globalThis) };
  })()`,
  { filename: "grader:equip" },
);

/** Stands for a name under which no step has left anything; told from what students throw without touching that. */
class Missing {
  #name;

  constructor(name) {
    this.#name = name;
  }

  /** The name, or undefined when this is something else. */
  static nameIn(thrown) {
    return (typeof thrown === "object" && thrown !== null && #name in thrown) ? thrown.#name : undefined;
  }
}

// --- the student's files ------------------------------------------------------------------------------------------

const MODULE_SIGNS = [
  "Cannot use import statement outside a module",
  "Unexpected token 'export'",
  "Cannot use 'import.meta' outside a module",
];
const AWAIT_SIGN = "await is only valid in async functions and the top level bodies of modules";
const STRICT = /^(?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*(["'])use strict\1/;
const LOOK = "__findInThisFile";
const WRAPPER = "(function (exports, require, module, __filename, __dirname) {";

/** One file: its text, and how it is compiled; kept for all states. */
class Source {
  constructor(name) {
    this.name = name;
    this.path = path.join(folder, name);
    const text = readFileSync(this.path, "utf8");
    this.text = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
    this.scripts = {};
  }

  /** The compiled script: as it stands, or wrapped in a function. */
  script(kind) {
    if (!this.scripts[kind]) {
      this.scripts[kind] = kind === "script" ? this.compile(this.text, 0) : this.wrapped(kind === "searched");
    }
    return this.scripts[kind];
  }

  wrapped(searched) {
    const strict = STRICT.test(this.text) ? '"use strict";' : "";
    const head = WRAPPER + strict + (searched ? `module.${LOOK} = (n) => eval(n);` : "");
    return this.compile(`${head}${this.text.replace(/^#!/, "//")}\n})`, head.length);
  }

  compile(text, headLength) {
    try {
      return new vm.Script(text, {
        filename: this.name,
        columnOffset: -headLength,
        importModuleDynamically: (specifier) => importNow(specifier, this.name),
      });
    } catch (error) {
      refusals.set(error, placeOf(error, this.name) || noPlace(error, this.name));
      throw error;
    }
  }

  /** The compiled ES module, in a context; compiled anew each time, with what V8 kept from the first time. */
  esModule(settings) {
    const text = `${this.text}\n;export function ${LOOK}(n) { return eval(n); }`;
    try {
      const module = new vm.SourceTextModule(text, { identifier: this.name, cachedData: this.cached, ...settings });
      this.cached = this.cached || module.createCachedData();
      return module;
    } catch (error) {
      if (isNativeError(error)) refusals.set(error, this.placeInModule(error));
      throw error;
    }
  }

  /** The engine keeps the place of a syntax error in a module to itself: a script that is like it, but for imports
   * and exports, has its error in the same place. */
  placeInModule(error) {
    const blank = (part) => part.replace(/[^\n]/g, " ");
    const text = this.text
      .replace(/^#!/, "//")
      .replace(/^[ \t]*import\b(?!\s*\()[^'"(;]*['"][^'"\n]*['"]/gm, blank)
      .replace(/^[ \t]*export\s*(?:\*|\{)[^}'"]*(?:\}\s*from\b\s*|\}|(?<=from\s*))(?:['"][^'"\n]*['"])?/gm, blank)
      .replace(/^([ \t]*)export\s+default\b/gm, (part) => `${blank(part).slice(0, -4)}void`)
      .replace(/^[ \t]*export\b/gm, blank);
    const lines = this.text.split("\n");
    for (const [head, tail] of [['"use strict";', ""], ['"use strict";(async function () {', "\n})"]]) {
      try {
        new vm.Script(head + text + tail, { filename: this.name, columnOffset: -head.length });
      } catch (found) {
        const place = found.message === error.message ? placeOf(found, this.name) : null;
        const line = place && Math.min(place.line, lines.length);
        if (place !== null) return { ...place, line, source: shortened(lines[line - 1]) };
      }
    }
    return noPlace(error, this.name);
  }

  /** "script", "searched" (a function's body that can be asked for its names) or "module". */
  get kind() {
    this.known = this.known || this.findKind();
    return this.known;
  }

  compiles(kind) {
    try {
      this.script(kind);
      return true;
    } catch {
      return false;
    }
  }

  findKind() {
    if (this.name.endsWith(".mjs") || (!this.name.endsWith(".cjs") && isModuleFolder(path.dirname(this.path)))) {
      return "module";
    }
    try {
      this.script("script");
      return "script";
    } catch (error) {
      if (error.message === "Illegal return statement" && this.compiles("searched")) return "searched";
      if (!vm.SourceTextModule) throw error;
      if (MODULE_SIGNS.includes(error.message)) return "module";
      if (error.message === AWAIT_SIGN && this.compilesAsModule()) return "module";
      throw error;
    }
  }

  compilesAsModule() {
    try {
      return new vm.SourceTextModule(this.text, { identifier: this.name }) !== null;
    } catch {
      return false;
    }
  }
}

/** Syntax errors of the student's files, and where they are. */
const refusals = new WeakMap();

function noPlace(error, file) {
  return { message: shortened(error.message), file, line: null, column: null, source: null };
}

/** The place that the engine put at the head of the stack of a syntax error; or null. */
function placeOf(error, file) {
  const lines = typeof error.stack === "string" ? error.stack.split("\n") : [""];
  const head = /:(\d+)$/.exec(lines[0]);
  if (head === null) return null;
  const column = Math.max(1, (lines[2] || "").indexOf("^") + 1);
  return { message: shortened(error.message), file, line: Number(head[1]), column, source: shortened(lines[1] || "") };
}

function isModuleFolder(start) {
  for (let place = start; place.startsWith(folder); place = path.dirname(place)) {
    const file = path.join(place, "package.json");
    if (existsSync(file)) {
      try {
        return parse(readFileSync(file, "utf8")).type === "module";
      } catch {
        return false;
      }
    }
  }
  return false;
}

const sources = new Map();

function sourceOf(name) {
  if (!sources.has(name)) sources.set(name, new Source(name));
  return sources.get(name);
}

/** The file that `specifier` means in the file `from`, relative to the student's folder; or null. */
function resolve(specifier, from) {
  const wanted = specifier.startsWith("file:")
    ? require("url").fileURLToPath(specifier)
    : path.resolve(path.dirname(path.join(folder, from)), specifier);
  const endings = ["", ".js", ".cjs", ".mjs", ".json", "/index.js"];
  for (const ending of endings) {
    const file = wanted + ending;
    if (existsSync(file) && statSync(file).isFile()) return path.relative(folder, file);
  }
  return null;
}

function isPathLike(specifier) {
  return /^(\.{0,2}\/|\.{1,2}$|file:)/.test(specifier);
}

// --- one state ----------------------------------------------------------------------------------------------------

/** Timers that have not fired; those of an earlier state must not disturb a later one. */
const timers = new Map();

function timer(start, stop, once) {
  return (callback, ...rest) => {
    if (typeof callback !== "function") return start(callback, ...rest);
    const handle = start((...values) => {
      if (once) timers.delete(handle);
      return apply(callback, undefined, values);
    }, ...rest);
    timers.set(handle, stop);
    return handle;
  };
}

const ownGlobals = {
  process,
  Buffer,
  setTimeout: timer(setTimeout, clearTimeout, true),
  setInterval: timer(setInterval, clearInterval, false),
  setImmediate: timer(setImmediate, clearImmediate, true),
  clearTimeout,
  clearInterval,
  clearImmediate,
  queueMicrotask,
};
const LATE_GLOBALS = [
  "structuredClone", "URL", "URLSearchParams", "TextEncoder", "TextDecoder", "performance", "AbortController",
  "AbortSignal", "Event", "EventTarget", "MessageChannel", "atob", "btoa", "crypto", "Blob", "fetch",
];
const globalProperties = {};
for (const name of Object.keys(ownGlobals)) {
  globalProperties[name] = { value: ownGlobals[name], writable: true, configurable: true };
}
for (const name of LATE_GLOBALS) {
  globalProperties[name] = {
    configurable: true,
    get: () => globalThis[name],
    set(value) {
      defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
    },
  };
}
const newContext =
  vm.constants && vm.constants.DONT_CONTEXTIFY
    ? () => vm.createContext(vm.constants.DONT_CONTEXTIFY)
    : () => vm.createContext({});
const globalOf = new vm.Script("globalThis", { filename: "grader:global" });
const finders = new Map();

function question(name) {
  return `typeof ${name} === "undefined" ? undefined : ${name}`;
}

/** A script that gives what a name stands for among the globals of a context. */
function finder(name) {
  if (!finders.has(name)) {
    finders.set(name, new vm.Script(question(name), { filename: "grader:find" }));
  }
  return finders.get(name);
}

/** Near enough to a name: classes of letters in a regular expression would cost 3 ms. */
const NAME = /^[A-Za-z_$\x80-\uffff][\w$\x80-\uffff]*$/;

/** The student's code, loaded afresh: its context, its modules, and what the steps have left. */
class State {
  constructor(main, plan) {
    this.main = main;
    this.plan = plan;
    this.objects = new Map();
    this.instances = new Map();
    this.functions = new Map();
    this.modules = new Map();
    this.linked = new Map();
    this.context = newContext();
    this.global = globalOf.runInContext(this.context);
    const { build, fail, globals } = equip.runInContext(this.context);
    Object.assign(this, { build, fail });
    this.help = {
      isArray,
      object: (name) => {
        if (!this.objects.has(name)) throw new Missing(name);
        return this.objects.get(name);
      },
      member: (type, name) => this.member(type, name),
      bytes: (text) => bufferFrom(text, "base64"),
    };
    this.module = this.newModule(main.name);
    this.defineGlobals();
    this.before = new Map();
    for (const name of plan.names) {
      if (globals.includes(name) || name in globalProperties) this.before.set(name, this.global[name]);
    }
  }

  defineGlobals() {
    const { global } = this;
    for (const name in globalProperties) defineProperty(global, name, globalProperties[name]);
    const perState = {
      global,
      console: { ...console },
      module: this.module,
      exports: this.module.exports,
      require: this.requireFor(this.main.name),
      __filename: this.main.path,
      __dirname: path.dirname(this.main.path),
    };
    for (const name in perState) {
      defineProperty(global, name, { value: perState[name], writable: true, configurable: true });
    }
  }

  newModule(name) {
    const exports = this.build({ map: [] }, this.help);
    const module = { id: name, filename: path.join(folder, name), loaded: false, exports, children: [] };
    this.modules.set(name, module);
    return module;
  }

  /** Runs the main file; yields what has to be waited for. */
  *load() {
    const { kind } = this.main;
    if (kind === "module") {
      yield* this.loadModule();
    } else if (kind === "searched") {
      this.runWrapped(this.main, this.module, "searched");
    } else {
      this.main.script("script").runInContext(this.context, { displayErrors: false });
      this.module.loaded = true;
    }
    // What the file began in the background gets one turn, as it would before anybody could call it.
    if (this.main.startsLater === undefined) {
      this.main.startsLater = /\b(async|await|Promise|then|setTimeout|setImmediate|nextTick)\b/.test(this.main.text);
    }
    if (this.main.startsLater) yield new Promise((resolve) => setImmediate(resolve));
  }

  *loadModule() {
    const outcome = yield (async () => {
      this.namespaceModule = await this.linkedModule(this.main.name);
      await this.namespaceModule.evaluate();
    })();
    if (outcome.never) throw this.fail("The file waits for something that never happens.");
    if ("threw" in outcome) throw outcome.threw;
  }

  runWrapped(source, module, kind) {
    const body = source.script(kind).runInContext(this.context, { displayErrors: false });
    const { exports } = module;
    apply(body, exports, [exports, this.requireFor(source.name), module, source.path, path.dirname(source.path)]);
    module.loaded = true;
  }

  requireFor(from) {
    const require = (specifier) => this.require(`${specifier}`, from);
    require.cache = {};
    require.resolve = (specifier) => path.join(folder, resolve(specifier, from) || specifier);
    return require;
  }

  require(specifier, from) {
    if (isBuiltin(specifier)) return require(specifier);
    const name = isPathLike(specifier) ? resolve(specifier, from) : null;
    if (name === null) throw this.fail(`Cannot find module '${specifier}'`, "MODULE_NOT_FOUND");
    if (this.modules.has(name)) return this.modules.get(name).exports;
    const module = this.newModule(name);
    try {
      if (name.endsWith(".json")) {
        module.exports = this.fromJson(name);
      } else {
        this.runWrapped(sourceOf(name), module, "wrapped");
      }
    } catch (error) {
      this.modules.delete(name);
      throw error;
    }
    return module.exports;
  }

  fromJson(name) {
    const script = new vm.Script("JSON.parse");
    return script.runInContext(this.context)(sourceOf(name).text);
  }

  // ES modules

  async linkedModule(name) {
    const module = this.moduleOf(name);
    if (module.status === "unlinked") {
      await module.link((specifier, referrer) => this.imported(specifier, referrer.identifier));
    }
    return module;
  }

  moduleOf(name) {
    if (!this.linked.has(name)) this.linked.set(name, this.newEsModule(name));
    return this.linked.get(name);
  }

  newEsModule(name) {
    if (name.endsWith(".json")) return this.synthetic(name, this.fromJson(name), []);
    const source = sourceOf(name);
    if (source.kind !== "module") {
      const exported = this.require(`./${name}`, "main");
      return this.synthetic(name, exported, propertyNames(exported));
    }
    return source.esModule({
      context: this.context,
      initializeImportMeta: (meta) => {
        meta.url = require("url").pathToFileURL(source.path).href;
        meta.filename = source.path;
        meta.dirname = path.dirname(source.path);
      },
      importModuleDynamically: (specifier) => this.importedNow(specifier, name),
    });
  }

  imported(specifier, from) {
    if (isBuiltin(specifier)) {
      const exported = require(specifier);
      return this.synthetic(specifier, exported, Object.keys(exported));
    }
    const name = isPathLike(specifier) ? resolve(specifier, from) : null;
    if (name === null) throw this.fail(`Cannot find module '${specifier}'`, "ERR_MODULE_NOT_FOUND");
    return this.moduleOf(name);
  }

  async importedNow(specifier, from) {
    const module = this.imported(specifier, from);
    if (module.status === "unlinked") {
      await module.link((each, referrer) => this.imported(each, referrer.identifier));
    }
    await module.evaluate();
    return module;
  }

  synthetic(identifier, exported, names) {
    const named = names.filter((name) => name !== "default");
    const module = new vm.SyntheticModule(
      ["default", ...named],
      () => {
        module.setExport("default", exported);
        for (const name of named) module.setExport(name, exported[name]);
      },
      { identifier, context: this.context },
    );
    return module;
  }

  // Names

  /** What a name stands for in the student's main file, else in its exports; undefined when in neither. */
  named(name) {
    if (!NAME.test(name)) return undefined;
    const found = this.inScope(name);
    return found === undefined ? this.exported(name) : found;
  }

  inScope(name) {
    try {
      const look = this.look();
      const found = look ? look(question(name)) : finder(name).runInContext(this.context);
      return this.before.has(name) && this.before.get(name) === found ? undefined : found;
    } catch {
      return undefined;
    }
  }

  /** The way to ask a main file that is not a plain script for its names. */
  look() {
    return this.main.kind === "module"
      ? this.namespaceModule && this.namespaceModule.namespace[LOOK]
      : this.module[LOOK];
  }

  /** All that was exported as a whole: `module.exports`, or the default export. */
  whole() {
    try {
      if (this.main.kind === "module") return this.namespaceModule.namespace.default;
      return this.module.exports;
    } catch {
      return undefined;
    }
  }

  exported(name) {
    try {
      if (this.main.kind === "module" && name in this.namespaceModule.namespace) {
        return this.namespaceModule.namespace[name];
      }
      const whole = this.whole();
      if (whole === null || (typeof whole !== "object" && typeof whole !== "function")) return undefined;
      if (typeof whole === "function" && nameOfFunction(whole) === name) return whole;
      return getOwnPropertyDescriptor(whole, name) === undefined ? undefined : whole[name];
    } catch {
      return undefined;
    }
  }

  /** The property of an enumeration-like object of the student's; the bare name where there is none. */
  member(type, name) {
    const found = this.named(this.plan.enums.get(type) || type);
    if ((typeof found === "object" && found !== null) || typeof found === "function") {
      const property = getOwnPropertyDescriptor(found, name);
      if (property !== undefined) return found[name];
    }
    return name;
  }

  /** The enumeration member that a symbol or an object is, as JSON; or null. */
  memberOf(value) {
    for (const [type, foundName] of this.plan.enums) {
      const found = this.named(foundName);
      const names = propertyNames(found);
      for (let index = 0; index < names.length; index++) {
        const property = getOwnPropertyDescriptor(found, names[index]);
        if (property && property.value === value) return `{"enum":[${quote(type)},${quote(names[index])}]}`;
      }
    }
    return null;
  }

  /** The class at a place that `Plan` found. */
  classAt(place) {
    return place.whole ? this.whole() : this.named(place.name);
  }

  /** The function at a place that `Plan` found, with the object it belongs to. */
  functionAt(place) {
    if (place.whole) return { target: this.whole(), self: undefined };
    if (place.owner === null) {
      const target = this.inScope(place.name);
      if (target !== undefined) return { target, self: undefined };
      return { target: this.exported(place.name), self: this.whole() };
    }
    const owner = place.ownerWhole ? this.whole() : this.named(place.owner);
    if (!place.ofInstance) return { target: owner[place.name], self: owner };
    if (!this.instances.has(place.owner)) this.instances.set(place.owner, construct(owner, []));
    const self = this.instances.get(place.owner);
    return { target: self[place.name], self };
  }
}

async function importNow(specifier, from) {
  return driver.state.importedNow(specifier, from);
}

/** Own names of an object or function, without those that every function has. */
function propertyNames(value) {
  if ((typeof value !== "object" && typeof value !== "function") || value === null || isProxy(value)) return [];
  const names = ownKeys(value);
  const kept = [];
  for (let index = 0; index < names.length; index++) {
    const name = names[index];
    const usual = typeof value === "function" && ["length", "name", "prototype", "arguments", "caller"].includes(name);
    if (typeof name === "string" && !usual) kept[kept.length] = name;
  }
  return kept;
}

// --- finding what was asked for -----------------------------------------------------------------------------------

const DECLARED = /\b(?:function\s*\*?|class|const|let|var)\s+([\w$\x80-\uffff]+)/;
const ASSIGNED = /([\w$\x80-\uffff]+)\s*=\s*(?:async|function|class|\(|\{|[\w$\x80-\uffff]+\s*=>)/;

function loose(name) {
  return lower(name).replaceAll("_", "");
}

/** Where everything is that the task asks for; found once, in the state made by `load`. */
class Plan {
  constructor(request) {
    this.request = request;
    this.functions = new Map();
    this.classes = new Map();
    this.enums = new Map();
    this.spellings = new Map();
    this.notes = [];
    this.names = new Set();
    for (const wanted of [...request.functions, ...request.classes, ...request.enums]) {
      for (const name of [wanted.name, ...wanted.names]) this.names.add(name);
    }
    for (const wanted of request.classes) {
      for (const method of wanted.methods) {
        this.spellings.set(method.name, [...(this.spellings.get(method.name) || []), ...method.names]);
      }
    }
  }

  /** Looks everything up and gives the object that `loaded` stands for, as JSON. */
  answer(state) {
    this.state = state;
    this.known = this.knownNames();
    const functions = {};
    const classes = {};
    const enums = {};
    for (const wanted of this.request.classes) classes[wanted.name] = this.findClass(wanted);
    for (const wanted of this.request.functions) functions[wanted.name] = this.findFunction(wanted);
    for (const wanted of this.request.enums) enums[wanted.name] = this.findEnum(wanted);
    const offers = this.known.filter((name) => typeof state.named(name) === "function").slice(0, MOST_OFFERS);
    const { notes } = this;
    this.state = null;
    return quote({ functions, classes, enums, offers, notes });
  }

  /** Names in the main file that stand for something; most likely they are declared outside of any function. */
  knownNames() {
    const names = new Set();
    const declared = new RegExp(`${DECLARED.source}|${ASSIGNED.source}`, "g");
    for (const match of this.state.main.text.matchAll(declared)) {
      if (names.size < MOST_NAMES) names.add(match[1] || match[2]);
    }
    const whole = this.state.whole();
    const exported = this.state.main.kind === "module" && this.state.namespaceModule
      ? propertyNames(this.state.namespaceModule.namespace)
      : [];
    for (const name of [...propertyNames(whole), ...exported]) {
      if (names.size < MOST_NAMES && name !== LOOK && name !== "default") names.add(name);
    }
    const usable = ["object", "function"];
    return [...names].filter((name) => {
      const value = this.state.named(name);
      return usable.includes(typeof value) && value !== null && !isProxy(value);
    });
  }

  findFunction(wanted) {
    const isFunction = (name) => isPlainFunction(this.state.named(name));
    const exact = wanted.names.find(isFunction);
    if (exact !== undefined) return this.keepFunction(wanted, { owner: null, name: exact });
    const exactMethod = this.method(wanted.names, false);
    const near = exactMethod ? undefined : this.looselyKnown(wanted.names, isFunction);
    if (near !== undefined) {
      this.note(near, wanted);
      return this.keepFunction(wanted, { owner: null, name: near });
    }
    const place = exactMethod || this.method(wanted.names, true);
    if (place !== undefined) {
      this.notes.push(`Used ${place.name} of ${place.owner}, as ${wanted.names[0]} was asked for.`);
      return this.keepFunction(wanted, place);
    }
    if (isPlainFunction(this.state.whole()) && this.request.functions.length === 1) {
      const name = nameOfFunction(this.state.whole()) || "the exported function";
      this.note(name, wanted);
      return this.keepFunction(wanted, { owner: null, whole: true, name });
    }
    return null;
  }

  keepFunction(wanted, place) {
    this.functions.set(wanted.name, place);
    return place.name;
  }

  looselyKnown(names, fits) {
    for (const name of names) {
      const found = this.known.find((each) => loose(each) === loose(name) && fits(each));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** A method of that name in a class or an object of the student's. */
  method(names, loosely) {
    const owners = this.known.map((name) => ({ name, value: this.state.named(name) }));
    owners.push({ name: nameOfWhole(this.state), value: this.state.whole(), whole: true });
    for (const name of names) {
      const same = (each) => (loosely ? loose(each) === loose(name) : each === name);
      for (const owner of owners) {
        const found = methodIn(owner.value, same);
        if (found) return { owner: owner.name, ownerWhole: owner.whole, ...found };
      }
    }
    return undefined;
  }

  findClass(wanted) {
    const isClass = (name) => typeof this.state.named(name) === "function";
    let place = { name: wanted.names.find(isClass) };
    if (place.name === undefined) {
      const near = this.looselyKnown(wanted.names, isClass);
      place = near === undefined ? this.onlyClassWith(wanted.methods) : { name: near };
      if (place === undefined) return null;
      this.note(place.name, wanted);
    }
    this.classes.set(wanted.name, place);
    const type = this.state.classAt(place);
    const methods = {};
    for (const method of wanted.methods) {
      const name = spelledMethod(type, method.names);
      if (name !== null && !method.names.includes(name)) this.note(name, method);
      methods[method.name] = name;
    }
    return { name: place.name, methods };
  }

  /** The one class of the student's whose objects have all the methods; undefined where it is not one. */
  onlyClassWith(methods) {
    const whole = { name: nameOfFunction(this.state.whole() || {}) || "the exported class", whole: true };
    const found = new Map();
    for (const place of [whole, ...this.known.map((name) => ({ name }))]) {
      const type = this.state.classAt(place);
      const fits =
        methods.length > 0 && typeof type === "function" && !isProxy(type) &&
        methods.every((method) => prototypeMethod(type, method.names) !== null);
      if (fits) found.set(type, place);
    }
    return found.size === 1 ? [...found.values()][0] : undefined;
  }

  findEnum(wanted) {
    const holds = (name) => {
      const names = propertyNames(this.state.named(name));
      return wanted.members.length > 0 && wanted.members.every((member) => names.includes(member));
    };
    let found = wanted.names.find((name) => propertyNames(this.state.named(name)).length > 0);
    if (found === undefined) {
      const all = this.known.filter(holds);
      found = this.looselyKnown(wanted.names, holds) || (all.length === 1 ? all[0] : undefined);
      if (found === undefined) return null;
      this.note(found, wanted);
    }
    this.enums.set(wanted.name, found);
    return found;
  }

  note(used, wanted) {
    this.notes.push(`Used ${used}, as ${wanted.names[0]} was asked for.`);
  }
}

/** A function that can be called without `new`. */
function isPlainFunction(value) {
  return typeof value === "function" && (isProxy(value) || !/^class\b/.test(textOfFunction(value)));
}

function nameOfWhole(state) {
  const whole = state.whole();
  return (typeof whole === "function" && nameOfFunction(whole)) || "the exports";
}

/** A static method, a method of instances, or a function in an object; the test says which name will do. */
function methodIn(owner, same) {
  if ((typeof owner !== "object" && typeof owner !== "function") || owner === null || isProxy(owner)) return undefined;
  const direct = propertyNames(owner).find((name) => same(name) && isMethod(owner, name));
  if (direct !== undefined) return { name: direct, ofInstance: false };
  const prototype = typeof owner === "function" ? dataOf(owner, "prototype") : undefined;
  for (const each of chainOf(prototype)) {
    const found = ownKeys(each).find((name) => typeof name === "string" && same(name) && isMethod(each, name));
    if (found !== undefined && found !== "constructor") return { name: found, ofInstance: true };
  }
  return undefined;
}

function dataOf(owner, name) {
  const property = getOwnPropertyDescriptor(owner, name);
  return property === undefined ? undefined : property.value;
}

function isMethod(owner, name) {
  return typeof dataOf(owner, name) === "function";
}

/** An object and those that it inherits from, but for the last, which every object has. */
function chainOf(start) {
  const chain = [];
  let each = start;
  while (typeof each === "object" && each !== null && !isProxy(each) && chain.length < 50) {
    const next = getPrototypeOf(each);
    if (next === null) break;
    chain.push(each);
    each = next;
  }
  return chain;
}

/** The name of a method that all objects of the class have, spelled in one of these ways; or null. */
function prototypeMethod(type, names) {
  const prototype = dataOf(type, "prototype");
  for (const same of spellingTests(names)) {
    for (const each of chainOf(prototype)) {
      const found = ownKeys(each).find((name) => typeof name === "string" && same(name) && isMethod(each, name));
      if (found !== undefined) return found;
    }
  }
  return null;
}

/** Also methods that a constructor, or a function that gives objects back, makes for each object: seen in its text. */
function spelledMethod(type, names) {
  const found = prototypeMethod(type, names);
  if (found !== null) return found;
  const words = [];
  for (const match of textOfFunction(type).matchAll(/([\w$\x80-\uffff]+)\s*[=:(]/g)) words.push(match[1]);
  for (const same of spellingTests(names)) {
    const word = words.find(same);
    if (word !== undefined) return word;
  }
  return null;
}

function spellingTests(names) {
  return [
    ...names.map((name) => (each) => each === name),
    ...names.map((name) => (each) => loose(each) === loose(name)),
  ];
}

/** The name under which this very object has the method; or null. */
function methodOf(object, names) {
  if ((typeof object !== "object" && typeof object !== "function") || object === null) return null;
  for (let index = 0; index < names.length; index++) {
    if (typeof object[names[index]] === "function") return names[index];
  }
  for (const same of spellingTests(names)) {
    for (let each = object; each !== null; each = getPrototypeOf(each)) {
      const found = ownKeys(each).find((name) => typeof name === "string" && same(name) && isMethod(each, name));
      if (found !== undefined) return found;
    }
  }
  return null;
}

// --- what was thrown ----------------------------------------------------------------------------------------------

const FRAME = /^ {4}at (?:async )?(.*):(\d+):\d+\)?$/;

/** What the student's code threw, as JSON; each of its properties may be a trap. */
function describe(thrown) {
  let type = thrown === null ? "null" : typeof thrown;
  let message = "";
  let trace = [];
  try {
    if (type === "object" || type === "function") {
      type = isProxy(thrown) ? "proxy" : nameOfError(thrown);
      message = messageOf(thrown);
      trace = traceOf(thrown);
    } else {
      message = type === "symbol" ? symbolText(thrown) : `${thrown}`;
    }
  } catch {
    // What could be read until here is what there is to tell.
  }
  const memory = type === "RangeError" && message === "Array buffer allocation failed";
  return quote({ type: shortened(type), message: shortened(message), trace, memory });
}

/** The name that the error carries; that of its class where the class only inherits one. */
function nameOfError(thrown) {
  const kind = kindOf(thrown);
  try {
    const { name } = thrown;
    return typeof name === "string" && name !== "" && name !== "Error" ? name : kind;
  } catch {
    return kind;
  }
}

function messageOf(thrown) {
  if (isProxy(thrown)) return "";
  try {
    const { message } = thrown;
    if (typeof message === "string") return message;
  } catch {
    return "";
  }
  return isNativeError(thrown) ? "" : textForm(thrown);
}

function traceOf(thrown) {
  const frames = [];
  const { stack } = thrown;
  if (typeof stack !== "string") return frames;
  for (const line of cut(stack, 0, 20_000).split("\n")) {
    const match = FRAME.exec(line);
    const file = match === null ? undefined : fileAtEnd(match[1]);
    if (file === undefined) continue;
    const name = match[1].slice(0, -file.length - 2);
    frames.unshift({ file, line: Number(match[2]), function: functionName(name) });
    if (frames.length === MOST_FRAMES) break;
  }
  return frames;
}

/** The file of the student's that a frame ends with: alone, or after a name and a parenthesis. */
function fileAtEnd(text) {
  for (const name of sources.keys()) {
    if (text === name || text.endsWith(` (${name}`)) return name;
  }
  return undefined;
}

/** `Object.move [as go]`, `new Board`, `async Board.move` -> `move`, `Board`, `move`. */
function functionName(text) {
  const word = text.replace(/ \[as .*\]$/, "").replace(/^new /, "");
  const name = word.slice(word.lastIndexOf(".") + 1);
  return name === "<anonymous>" || name === "eval" ? "" : name;
}

// --- the conversation ---------------------------------------------------------------------------------------------

const NOTHING_FOUND = '{"functions":{},"classes":{},"enums":{},"offers":[],"notes":[]}';

/** Answers requests; each `*method` yields the promises that have to be waited for. */
class Driver {
  constructor(requests, replies) {
    this.requests = requests;
    this.replies = replies;
    this.state = null;
    this.work = null;
    this.waiting = null;
    this.untouched = false;
  }

  /** Goes on until something has to be waited for; `outcome` is how the last waiting ended. */
  go(outcome) {
    let result = outcome;
    for (;;) {
      if (this.work === null) {
        const line = readLine(this.requests);
        if (line === null) leave(0);
        const request = parse(line);
        this.work = request.do === "load" ? this.load(request) : this.run(request);
        result = undefined;
      }
      const step = this.work.next(result);
      if (step.done) {
        this.work = null;
      } else {
        this.wait(step.value);
        return;
      }
    }
  }

  wait(promise) {
    const waiting = {};
    this.waiting = waiting;
    const end = (outcome) => {
      if (this.waiting !== waiting) return;
      this.waiting = null;
      this.go(outcome);
    };
    waiting.end = end;
    try {
      then(promise, (value) => end({ value }), (error) => end({ threw: error }));
    } catch (error) {
      setImmediate(() => end({ threw: error }));
    }
  }

  /** Nothing is left to happen: a promise that was not settled by now never will be. */
  nothingLeft() {
    if (this.waiting !== null) {
      const { end } = this.waiting;
      setImmediate(() => end({ never: true }));
    }
  }

  /** An error that nobody caught: the step that is being waited for ends with it; later ones are nobody's. */
  late(error) {
    if (this.waiting !== null) this.waiting.end({ threw: error });
  }

  reply(text) {
    const line = `${text}\n`;
    if (line.length > scratch.length / 3) {
      writeAll(this.replies, bufferFrom(line, "utf8"));
    } else {
      writeAll(this.replies, scratch, writeText(scratch, line));
    }
  }

  *load(request) {
    const head = `{"id":${quote(request.id)}`;
    let failure = "";
    this.plan = new Plan(request);
    sources.clear();
    this.untouched = false;
    this.state = null;
    try {
      this.main = sourceOf(path.normalize(request.main));
      process.argv[1] = this.main.path;
      this.main.kind;
      yield* this.renew();
      this.untouched = true;
    } catch (error) {
      const refused = refusals.get(error);
      if (refused !== undefined) {
        this.reply(`${head},"refused":${quote(refused)}}`);
        return;
      }
      failure = `"raised":${describe(error)},`;
    }
    this.reply(`${head},${failure}"loaded":${this.state ? this.plan.answer(this.state) : NOTHING_FOUND}}`);
  }

  /** A fresh state; what the last one still had running is stopped. That of `load` is fresh until it is used. */
  *renew() {
    if (this.untouched) {
      this.untouched = false;
      return;
    }
    for (const [handle, stop] of timers) stop(handle);
    timers.clear();
    this.state = new State(this.main, this.plan);
    yield* this.state.load();
  }

  *run(request) {
    const { state: kind, steps } = request;
    const head = `{"id":${quote(request.id)},"n":`;
    if (kind === "new") yield* this.renewInSpite();
    for (let index = 0; index < steps.length; index++) {
      if (kind === "each") yield* this.renewInSpite();
      this.untouched = false;
      this.reply(`${head}${index},${yield* this.step(steps[index])}}`);
    }
  }

  /** A fresh state also where the file raises an error when it is loaded: what exists until then can be called. */
  *renewInSpite() {
    try {
      yield* this.renew();
    } catch {
      // The reply to `load` has told it.
    }
  }

  /** The reply to one step, without its head. */
  *step(step) {
    const variable = step[step.length - 1];
    const { state } = this;
    if (variable !== null) state.objects.delete(variable);
    let value;
    try {
      value = this.perform(step);
    } catch (error) {
      const missing = Missing.nameIn(error);
      return missing === undefined ? `"raised":${describe(error)}` : `"missing":${quote(missing)}`;
    }
    if (isPromise(value)) {
      const outcome = yield value;
      if (outcome.never) return `"value":${other("promise", "a promise that never settles")}`;
      if ("threw" in outcome) return `"raised":${describe(outcome.threw)}`;
      value = outcome.value;
    }
    if (variable !== null) state.objects.set(variable, value);
    return `"value":${new Encoder(state).write(value)}`;
  }

  perform(step) {
    const { state, plan } = this;
    if (step[0] === "call") {
      const target = this.targetOf(step[1]);
      return apply(target.target, target.self, this.build(step[2]));
    }
    if (step[0] === "new") {
      const place = plan.classes.get(step[1]);
      const type = place === undefined ? undefined : state.classAt(place);
      if (typeof type !== "function") throw new Missing(step[1]);
      const values = this.build(step[2]);
      return isConstructor(type) ? construct(type, values) : apply(type, undefined, values);
    }
    const [, variable, name, given] = step;
    if (!state.objects.has(variable)) throw new Missing(variable);
    const object = state.objects.get(variable);
    const found = methodOf(object, plan.spellings.get(name) || [name]);
    if (found === null) throw new Missing(name);
    return apply(object[found], object, this.build(given));
  }

  targetOf(name) {
    const { state, plan } = this;
    let target = state.functions.get(name);
    if (target === undefined) {
      const place = plan.functions.get(name);
      if (place === undefined) throw new Missing(name);
      target = state.functionAt(place);
      if (typeof target.target !== "function") throw new Missing(name);
      state.functions.set(name, target);
    }
    return target;
  }

  build(values) {
    const { build, help } = this.state;
    const built = [];
    for (let index = 0; index < values.length; index++) built[index] = build(values[index], help);
    return built;
  }
}

function isConstructor(type) {
  try {
    construct(Object, [], type);
    return true;
  } catch {
    return false;
  }
}

// --- start --------------------------------------------------------------------------------------------------------

if (!existsSync("../.inside")) {
  writeSync(2, "this is meant for the inside of a sandbox\n");
  leave(125);
}
printAtOnce("stdout", 1);
printAtOnce("stderr", 2);
const driver = new Driver(Number(process.argv[2]), Number(process.argv[3]));
process.argv.splice(1);
process.on("beforeExit", () => driver.nothingLeft());
process.on("unhandledRejection", () => {});
process.setUncaughtExceptionCaptureCallback((error) => driver.late(error));
driver.go();
