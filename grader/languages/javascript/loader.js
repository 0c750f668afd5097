// The main file and a context -> the file run in it, with all that it requires or imports, as Node would do it.

"use strict";

const { readFileSync } = require("fs");
const path = require("path");
const { pathToFileURL } = require("url");
const vm = require("vm");
const { settled } = require("./promises.js");
const { FINDER, fileOf, pathOf, sourceOf } = require("./sources.js");

/** Whether it is a module of Node's own. Most files need none, and it takes Node a millisecond to load the list. */
const isBuiltin = (specifier) => require("module").isBuiltin(specifier);

class Loader {
  constructor(main, context, newModule) {
    this.main = main;
    this.context = context;
    this.newModule = newModule;
    this.commonJs = new Map();
    this.esModules = new Map();
    this.scope = null;
  }

  async run() {
    if (this.main.isModule) {
      await settled(this.evaluated(this.esModule(this.main.name)));
    } else {
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

  // --- CommonJS

  /** The exports of a file, which is run if it was not yet. */
  required(name) {
    if (!this.commonJs.has(name)) {
      const file = pathOf(name);
      const module = Object.assign(this.newModule(), { id: name, filename: file });
      this.commonJs.set(name, module);
      if (name.endsWith(".json")) module.exports = JSON.parse(readFileSync(file, "utf8"));
      else this.runInside(sourceOf(name), module);
      module.loaded = true;
    }
    return this.commonJs.get(name).exports;
  }

  runInside(source, module) {
    if (source.isModule) throw new Error(`${source.name} is an ES module: import it, as require() can't load it`);
    const body = source.script.runInContext(this.context, { displayErrors: false });
    const scope = {};
    this.scope ??= scope; // of the main file, which is the first to run
    const { exports, filename } = module;
    Reflect.apply(body, exports, [
      exports, this.requireIn(source.name), module, filename, path.dirname(filename), scope,
    ]);
  }

  requireIn(from) {
    const given = (specifier) =>
      isBuiltin(specifier) ? require(specifier) : this.required(fileOf(specifier, from));
    return Object.assign(given, {
      cache: {},
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
