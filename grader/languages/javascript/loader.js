// The main file and a context -> the file run in it, with all that it requires or imports, as Node would do it.

"use strict";

const { readFileSync } = require("fs");
const path = require("path");
const { pathToFileURL } = require("url");
const vm = require("vm");
const { settled } = require("./promises.js");
const { FINDER, fileOf, pathOf, requiredBy, sourceOf } = require("./sources.js");
const { isObject } = require("./values.js");

/** Whether it is a module of Node's own. Most files need none, and it takes Node a millisecond to load the list. */
const isBuiltin = (specifier) => require("module").isBuiltin(specifier);

class Loader {
  constructor(main, context, global, newModule) {
    this.main = main;
    this.context = context;
    this.global = global;
    this.newModule = newModule;
    this.commonJs = new Map();
    this.esModules = new Map();
    this.scope = null;
    // What would be the program that requires the main file: the file itself is then no program.
    this.program = Object.assign(newModule(), { id: ".", filename: pathOf("."), loaded: true });
  }

  async run() {
    if (this.main.isModule) {
      this.lendModule();
      await settled(this.evaluated(this.esModule(this.main.name)));
    } else {
      await this.prepare(this.main);
      this.required(this.main.name);
    }
  }

  /** What a name stands for inside the main file; throws when that is nothing. */
  find(name) {
    return this.main.isModule ? this.esModule(this.main.name).namespace[FINDER](name) : this.scope.find(name);
  }

  /** `module.exports`, or the namespace of an ES module. */
  get exports() {
    return this.main.isModule ? this.esModule(this.main.name).namespace : this.commonJs.get(this.main.name).exports;
  }

  /** The default export of an ES module, compiled or not, if there is one; else all that is exported. */
  get whole() {
    const { exports } = this;
    return (this.main.isModule || exports.__esModule === true) && "default" in exports ? exports.default : exports;
  }

  /** Objects that may have what is asked for as a property, best first. */
  get exporting() {
    return [this.whole, this.exports, this.commonJs.get(this.main.name)?.exports].filter(isObject);
  }

  // --- CommonJS

  /** Runs the ES modules that CommonJS files require. Node can do it at that moment, but the module `vm` can't. */
  async prepare(source, seen = new Set()) {
    for (const name of requiredBy(source)) {
      if (seen.has(name) || name.endsWith(".json")) continue;
      seen.add(name);
      try {
        const required = sourceOf(name);
        if (required.isModule) await settled(this.evaluated(this.esModule(name)));
        else await this.prepare(required, seen);
      } catch {
        // It is told when the file is required, if it ever is.
      }
    }
  }

  /** What only CommonJS files have, also for ES modules, since other tools than Node let students mix them. */
  lendModule() {
    const { name } = this.main;
    const module = this.newCommonJs(name);
    this.commonJs.set(name, module);
    const lent = {
      module, exports: module.exports, require: this.requireIn(name), __filename: module.filename, __dirname: module.path,
    };
    for (const each in lent) {
      const value = lent[each];
      Object.defineProperty(this.global, each, { value, configurable: true, enumerable: false, writable: true });
    }
  }

  newCommonJs(name) {
    const filename = pathOf(name);
    return Object.assign(this.newModule(), { id: name, filename, path: path.dirname(filename), parent: this.program });
  }

  /** The exports of a file, which is run if it was not yet. */
  required(name) {
    if (!this.commonJs.has(name)) {
      const isJson = name.endsWith(".json");
      if (!isJson && sourceOf(name).isModule) return this.namespaceOf(name);
      const module = this.newCommonJs(name);
      this.commonJs.set(name, module);
      if (isJson) module.exports = JSON.parse(readFileSync(module.filename, "utf8"));
      else this.runInside(sourceOf(name), module);
      module.loaded = true;
    }
    return this.commonJs.get(name).exports;
  }

  namespaceOf(name) {
    const module = this.esModule(name);
    if (module.status === "errored") throw module.error;
    if (module.status !== "evaluated") throw new Error(`${name} is an ES module: import it, as require() can't load it`);
    return module.namespace;
  }

  runInside(source, module) {
    const body = source.script.runInContext(this.context, { displayErrors: false });
    const scope = {};
    this.scope ??= scope; // of the main file, which is the first to run
    const { exports, filename } = module;
    Reflect.apply(body, exports, [exports, this.requireIn(source.name), module, filename, module.path, scope]);
  }

  requireIn(from) {
    const given = (specifier) =>
      isBuiltin(specifier) ? require(specifier) : this.required(fileOf(specifier, from));
    return Object.assign(given, {
      cache: {},
      main: this.program,
      resolve: (specifier) => (isBuiltin(specifier) ? specifier : pathOf(fileOf(specifier, from))),
    });
  }

  // --- ES modules

  esModule(name) {
    if (!this.esModules.has(name)) this.esModules.set(name, this.newEsModule(name));
    return this.esModules.get(name);
  }

  newEsModule(name) {
    if (name.endsWith(".json") || !sourceOf(name).isModule) return this.synthetic(name, this.required(name));
    const filename = pathOf(name);
    const about = { url: pathToFileURL(filename).href, filename, dirname: path.dirname(filename) };
    return sourceOf(name).esModule({
      context: this.context,
      initializeImportMeta: (meta) => Object.assign(meta, about),
      importModuleDynamically: (specifier) => this.evaluated(this.imported(specifier, name)),
    });
  }

  imported(specifier, from) {
    if (isBuiltin(specifier)) return this.synthetic(specifier, require(specifier));
    return this.esModule(fileOf(specifier, from));
  }

  /** A module that hands on what was made otherwise. */
  synthetic(identifier, exported) {
    const all = { ...exported, default: exported };
    const fill = () => {
      for (const name in all) module.setExport(name, all[name]);
    };
    const module = new vm.SyntheticModule(Object.keys(all), fill, { identifier, context: this.context });
    return module;
  }

  async evaluated(module) {
    if (module.status === "unlinked") {
      await module.link((specifier, referrer) => this.imported(specifier, referrer.identifier));
    }
    await module.evaluate();
    return module;
  }
}

module.exports = { Loader };
