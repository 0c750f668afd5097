// What the task asks for and the student's code, loaded -> the names under which every later state has it.

"use strict";

const { isProxy } = require("util").types;
const { dataOf, isObject, nameOf } = require("./values.js");

const { getOwnPropertyNames } = Object;
const { getPrototypeOf } = Reflect;
const textOfFunction = (value) => Function.prototype.toString.call(value);

const MOST_OFFERS = 20;
/** Stands among the names for what was exported as a whole. */
const WHOLE = "what is exported";
/** Words in the text of a class that may be methods which its constructor makes. */
const MADE = /(?<![\w$\x80-\uffff])[\w$\x80-\uffff]+(?=\s*[=:(])/g;

/** A function that a constructor gives to the object which it makes, and one that is a field of a class. */
const GIVEN = /\bthis\.([\w$\x80-\uffff]+)\s*=\s*(?:async\b|function\b|\(|[\w$]+\s*=>)/g;
const FIELD = /[{};\s]([\w$\x80-\uffff]+)\s*=\s*(?:async\b|function\b|\(|[\w$]+\s*=>)/g;

class Lookup {
  constructor(request) {
    this.request = request;
    this.functions = new Map();
    this.classes = new Map();
    this.enums = new Map();
    this.spellings = new Map();
    const { functions, classes, enums } = request;
    this.names = [...functions, ...classes, ...enums].flatMap(({ name, names }) => [name, ...names]);
    const methods = classes.flatMap((each) => each.methods);
    for (const { name, names } of methods) {
      this.spellings.set(name, [...(this.spellings.get(name) ?? []), ...names]);
    }
    const enumsIn = (type) => enums.map(({ name }) => name).filter((name) => type?.split(/\W+/).includes(name));
    const returned = (asked) => new Map(asked.map(({ name, returns }) => [name, enumsIn(returns)]));
    this.returned = { call: returned(functions), method: returned(methods) };
  }

  /** The enumerations that what a step gives back may have members of, as far as it is declared. */
  enumsReturnedBy([kind, name, method]) {
    return (kind === "method" ? this.returned.method.get(method) : this.returned[kind]?.get(name)) ?? [];
  }

  /** Looks everything up; gives what `loaded` stands for in the protocol. */
  in(state) {
    this.notes = [];
    this.roots = this.rootsIn(state);
    this.candidates = this.candidatesOf();
    const all = (asked, find) => Object.fromEntries(asked.map((wanted) => [wanted.name, find.call(this, wanted)]));
    return {
      functions: all(this.request.functions, this.findFunction),
      classes: all(this.request.classes, this.findClass),
      enums: all(this.request.enums, this.findEnum),
      offers: this.rootsThat((value, name) => typeof value === "function" && name !== WHOLE).slice(0, MOST_OFFERS),
      notes: this.notes,
    };
  }

  /** The name under which an object has the method that was asked for as `asked`. */
  methodOf(object, asked) {
    const names = this.spellings.get(asked) ?? [asked];
    return names.find((name) => typeof object?.[name] === "function") ?? spelled(names, methodNames(object));
  }

  /** Objects and functions of the main file, most likely all that are not inside of another. */
  rootsIn(state) {
    const names = new Set([...state.main.names, ...state.exportedNames(), WHOLE]);
    const roots = [...names].map((name) => [name, state.named(name)]);
    return new Map(roots.filter(([, value]) => isObject(value)));
  }

  rootsThat(fits) {
    return [...this.roots.keys()].filter((name) => fits(this.roots.get(name), name));
  }

  /** Everything that can be called as a function, by name: functions first, then methods of classes and objects. */
  candidatesOf() {
    const found = new Map();
    const add = (place) => found.has(place.name) || found.set(place.name, place);
    this.rootsThat((value, name) => isPlainFunction(value) && name !== WHOLE).forEach((name) => add({ name }));
    for (const [owner, value] of this.roots) {
      if (isProxy(value) || value instanceof Object) continue; // what Node made is an Object of this realm
      ownMethods(value).forEach((name) => add({ name, owner, ofInstance: false }));
      methodNames(prototypeOf(value)).forEach((name) => add({ name, owner, ofInstance: true }));
    }
    for (const [owner, value] of this.roots) {
      givenMethods(value).forEach((name) => add({ name, owner, ofInstance: true }));
    }
    return found;
  }

  findFunction(wanted) {
    const name = spelled(wanted.names, [...this.candidates.keys()]);
    let place = this.candidates.get(name);
    if (place === undefined) {
      if (!isPlainFunction(this.roots.get(WHOLE)) || this.request.functions.length > 1) return null;
      place = { name: WHOLE };
    }
    if (place.owner === undefined) {
      this.note(place.name, wanted);
    } else {
      const owner = this.shown(place.owner);
      this.notes.push(`Used the method ${name} of ${owner}, as ${wanted.names[0]} was asked for.`);
    }
    this.functions.set(wanted.name, place);
    return this.shown(place.name);
  }

  findClass(wanted) {
    const methodsOf = (type) => [...methodNames(prototypeOf(type)), ...givenMethods(type)];
    const has = (type, method) => spelled(method.names, methodsOf(type)) !== undefined;
    const hasAll = (value) => wanted.methods.length > 0 && wanted.methods.every((method) => has(value, method));
    const name = spelled(wanted.names, this.rootsThat((value) => typeof value === "function")) ?? this.only(hasAll);
    if (name === undefined) return null;
    this.classes.set(wanted.name, name);
    this.note(name, wanted);
    const type = this.roots.get(name);
    const methods = {};
    for (const method of wanted.methods) {
      const found =
        spelled(method.names, methodNames(prototypeOf(type))) ??
        spelled(method.names, textOfFunction(type).match(MADE) ?? []);
      if (found !== undefined) this.note(found, method);
      methods[method.name] = found ?? null;
    }
    return { name: this.shown(name), methods };
  }

  findEnum(wanted) {
    const hasAll = (value) => wanted.members.every((member) => dataOf(value, member) !== undefined);
    const name = spelled(wanted.names, this.rootsThat(hasAll)) ?? this.only(hasAll);
    if (name === undefined) return null;
    this.enums.set(wanted.name, { name, members: wanted.members });
    this.note(name, wanted);
    return this.shown(name);
  }

  /** The name of the one root that fits, which may have several names. */
  only(fits) {
    const names = this.rootsThat(fits);
    return new Set(names.map((name) => this.roots.get(name))).size === 1 ? names[0] : undefined;
  }

  shown(name) {
    return name === WHOLE ? nameOf(this.roots.get(WHOLE)) || WHOLE : name;
  }

  note(name, wanted) {
    const shown = this.shown(name);
    if (!wanted.names.includes(shown)) this.notes.push(`Used ${shown}, as ${wanted.names[0]} was asked for.`);
  }
}

/** The first of the wanted names that is there as it stands, else one that differs only in case and underscores. */
function spelled(wanted, there) {
  const loose = (name) => name.toLowerCase().replaceAll("_", "");
  const exact = wanted.find((name) => there.includes(name));
  if (exact !== undefined) return exact;
  const similar = wanted.map(loose);
  return there.find((name) => similar.includes(loose(name)));
}

/** A function that can be called without `new`. */
function isPlainFunction(value) {
  return typeof value === "function" && !/^class\b/.test(textOfFunction(value));
}

/** The names of functions that seem to be made for each object of a class. */
function givenMethods(type) {
  if (typeof type !== "function") return [];
  const text = textOfFunction(type);
  const found = [...text.matchAll(GIVEN), ...(isPlainFunction(type) ? [] : text.matchAll(FIELD))];
  return found.map((match) => match[1]);
}

function prototypeOf(type) {
  return typeof type === "function" ? dataOf(type, "prototype") : undefined;
}

function ownMethods(object) {
  const isMethod = (name) => name !== "constructor" && typeof dataOf(object, name) === "function";
  return getOwnPropertyNames(object).filter(isMethod);
}

/** The methods that an object has or inherits, but for those that every object has. */
function methodNames(object) {
  const names = [];
  for (let each = object; isObject(each) && !isProxy(each); each = getPrototypeOf(each)) {
    if (getPrototypeOf(each) !== null) names.push(...ownMethods(each));
  }
  return names;
}

module.exports = { Lookup, WHOLE };
