// The student's code -> one fresh state of it: a context in which it is loaded, its names, and what steps have left.

"use strict";

const { loaded } = require("./leaving.js");
const { Loader } = require("./loader.js");
const { WHOLE } = require("./lookup.js");
const { turn } = require("./promises.js");
const { FINDER } = require("./sources.js");
const { dataOf, nameOf } = require("./values.js");

const { stringify: quote } = JSON;

/** Says that there is nothing under a name; thrown by us, never by the student's code. */
class Missing {
  constructor(name) {
    this.name = name;
  }
}

class State {
  /** In a realm that is new, or can be taken for new. */
  constructor(main, lookup, realm) {
    this.main = main;
    this.realm = realm;
    this.lookup = lookup;
    this.objects = new Map();
    this.instances = new Map();
    this.functions = new Map();
    const { context, global, newModule, builder } = realm;
    this.build = builder({
      object: (name) => this.object(name),
      member: (type, name) => this.member(type, name),
      bytes: (text) => Buffer.from(text, "base64"),
    });
    this.before = new Map(lookup.names.map((name) => [name, global[name]]));
    this.loader = new Loader(main, context, global, newModule);
  }

  /** Runs the main file; what it begins in the background gets its first turn before anything is asked. */
  async load() {
    await loaded(async () => {
      await this.loader.run();
      await turn();
    });
  }

  // --- names

  /** What a name stands for in the main file, else in its exports; undefined when in neither. */
  named(name) {
    return this.inScope(name) ?? this.exported(name);
  }

  inScope(name) {
    try {
      const found = this.loader.find(name);
      return found === this.before.get(name) ? undefined : found;
    } catch {
      return undefined; // nothing declares it, or an error came before its declaration
    }
  }

  exported(name) {
    try {
      const { whole, exporting } = this.loader;
      if (name === WHOLE || (typeof whole === "function" && nameOf(whole) === name)) return whole;
      return exporting.find((each) => Object.hasOwn(each, name))?.[name];
    } catch {
      return undefined; // an error came before it was exported
    }
  }

  exportedNames() {
    try {
      const names = this.loader.exporting.flatMap((each) => Object.keys(each));
      return names.filter((name) => name !== FINDER && name !== "default");
    } catch {
      return [];
    }
  }

  // --- what was looked up

  /** What a step has left under this name. */
  object(name) {
    if (!this.objects.has(name)) throw new Missing(name);
    return this.objects.get(name);
  }

  classFor(asked) {
    const type = this.named(this.lookup.classes.get(asked));
    if (typeof type !== "function") throw new Missing(asked);
    return type;
  }

  /** The function, with the object it belongs to: `{ target, self }`. */
  functionFor(asked) {
    let found = this.functions.get(asked);
    if (found === undefined) {
      const place = this.lookup.functions.get(asked);
      found = place === undefined ? {} : this.at(place);
      if (typeof found.target !== "function") throw new Missing(asked);
      this.functions.set(asked, found);
    }
    return found;
  }

  at({ name, owner, ofInstance }) {
    if (owner !== undefined) {
      const self = ofInstance ? this.instanceOf(owner) : this.named(owner);
      return { target: self[name], self };
    }
    const target = this.inScope(name);
    return target === undefined ? { target: this.exported(name), self: this.exported(WHOLE) } : { target };
  }

  instanceOf(owner) {
    if (!this.instances.has(owner)) this.instances.set(owner, Reflect.construct(this.named(owner), []));
    return this.instances.get(owner);
  }

  /** The member of an enumeration of the student's; its bare name where there is none. */
  member(type, name) {
    const found = this.lookup.enums.get(type);
    return found === undefined ? name : dataOf(this.named(found.name), name);
  }

  /** The JSON of a member of an enumeration. A bare number or text is one only where one of `types` is declared. */
  memberOf(value, types) {
    this.members ??= this.allMembers();
    const isBare = typeof value === "number" || typeof value === "string";
    for (const type of isBare ? types : this.members.keys()) {
      const found = this.members.get(type)?.get(value);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** By name of the enumeration: its members and their JSON. */
  allMembers() {
    const all = new Map();
    for (const [type, { name, members }] of this.lookup.enums) {
      const found = this.named(name);
      const pair = (member) => [dataOf(found, member), `{"enum":[${quote(type)},${quote(member)}]}`];
      all.set(type, new Map(members.map(pair)));
    }
    return all;
  }
}

module.exports = { Missing, State };
