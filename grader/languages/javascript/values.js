// A value of the student's -> JSON, within the bounds of a reply; only getters and text forms of the student's run.

"use strict";

const { isMap, isNativeError, isPromise, isProxy, isSet, isTypedArray, isUint8Array } = require("util").types;

const { getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
const { isArray } = Array;
const { stringify: quote } = JSON;
const { entries } = Map.prototype;
const { values } = Set.prototype;

const DEEPEST = 50;
const MOST_ELEMENTS = 100_000;
const MOST_CHARACTERS = 1_000_000;
const LONGEST_TEXT = 2_000;
const EXACT = 2 ** 53;
const TOO_MANY_DIGITS = 10n ** 4_000n;
const TOO_MANY_ELEMENTS = other("too large", `more than ${MOST_ELEMENTS} elements`);

/** `memberOf` gives the JSON of what is a member of an enumeration. */
function encode(value, memberOf) {
  return new Encoder(memberOf).write(value);
}

/** Writes one value, and counts what it writes. */
class Encoder {
  constructor(memberOf) {
    this.memberOf = memberOf;
    this.elements = 0;
    this.characters = 0;
    this.path = [];
  }

  write(value) {
    if (value === null) return "null";
    switch (typeof value) {
      case "number":
        return this.memberOf(value) ?? number(value);
      case "string":
        return this.memberOf(value) ?? this.text(value);
      case "boolean":
        return `${value}`;
      case "bigint":
        return integer(value);
      case "undefined":
        return other("undefined", "undefined");
      case "symbol":
        return this.memberOf(value) ?? other("symbol", value.description ?? "");
      case "function":
        return this.memberOf(value) ?? other("function", nameOf(value));
      default:
        return this.object(value);
    }
  }

  text(value) {
    this.characters += value.length;
    if (this.characters > MOST_CHARACTERS) return other("too large", `a string of ${value.length} characters`);
    return quote(value);
  }

  object(value) {
    if (isProxy(value)) return other("proxy", "");
    if (this.path.includes(value)) return other("cycle", "a value that contains itself");
    if (this.path.length === DEEPEST) return other("too deep", "");
    this.path.push(value);
    try {
      return this.memberOf(value) ?? this.contents(value);
    } catch {
      return other(kindOf(value), "");
    } finally {
      this.path.pop();
    }
  }

  contents(value) {
    if (isArray(value)) return this.list(value);
    if (isMap(value)) return this.map([...entries.call(value)]);
    if (isSet(value)) return `{"set":${this.list([...values.call(value)])}}`;
    if (isUint8Array(value)) return this.bytes(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
    if (isTypedArray(value)) return this.list(value);
    if (isPromise(value)) return other("promise", "");
    if (isPlain(value)) return this.map(Object.keys(value).map((key) => [key, value[key]]));
    return `{"object":${quote(kindOf(value))},"text":${this.text(textForm(value))}}`;
  }

  list(items) {
    return `[${this.each(items, (item) => this.write(item), TOO_MANY_ELEMENTS)}]`;
  }

  map(pairs) {
    const pair = ([key, value]) => `[${this.write(key)},${this.write(value)}]`;
    return `{"map":[${this.each(pairs, pair, `[${TOO_MANY_ELEMENTS},null]`)}]}`;
  }

  /** The items with commas between them; `rest` stands for those beyond the bound. */
  each(items, write, rest) {
    const parts = [];
    for (let index = 0; index < items.length; index++) {
      if (++this.elements > MOST_ELEMENTS) {
        parts.push(rest);
        break;
      }
      parts.push(write(items[index]));
    }
    return parts.join(",");
  }

  bytes(value) {
    this.characters += value.length;
    if (this.characters > MOST_CHARACTERS) return other("too large", `${value.length} bytes`);
    return `{"bytes":"${value.toString("base64")}"}`;
  }
}

function other(kind, text) {
  return `{"other":${quote(kind)},"text":${quote(shortened(text))}}`;
}

function number(value) {
  if (Object.is(value, -0)) return '{"float":"-0.0"}';
  if (Number.isInteger(value)) return Math.abs(value) <= EXACT ? `${value}` : integer(BigInt(value));
  if (Number.isFinite(value)) return `${value}`;
  return `{"float":"${Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf"}"}`;
}

function integer(value) {
  if (value <= EXACT && value >= -EXACT) return `${value}`;
  if (value >= TOO_MANY_DIGITS || value <= -TOO_MANY_DIGITS) return other("too large", "an integer of too many digits");
  return `{"int":"${value}"}`;
}

/** Written as `{...}`, most likely: no class stands between it and what every object has. */
function isPlain(value) {
  const prototype = getPrototypeOf(value);
  return !isNativeError(value) && (prototype === null || getPrototypeOf(prototype) === null);
}

function shortened(text) {
  return text.slice(0, LONGEST_TEXT);
}

/** What a property holds, read without calling anything; undefined for a getter, or where there is none. */
function dataOf(owner, name) {
  try {
    return isProxy(owner) ? undefined : getOwnPropertyDescriptor(owner, name)?.value;
  } catch {
    return undefined;
  }
}

/** The name of a function or class. */
function nameOf(value) {
  const name = dataOf(value, "name");
  return typeof name === "string" ? shortened(name) : "";
}

/** The name of the class of an object. */
function kindOf(value) {
  for (let each = value; each !== null && !isProxy(each); each = getPrototypeOf(each)) {
    const type = dataOf(each, "constructor");
    if (typeof type === "function" && nameOf(type) !== "") return nameOf(type);
  }
  return "object";
}

function textForm(value) {
  try {
    return shortened(String(value));
  } catch {
    return "";
  }
}

function isObject(value) {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

module.exports = { dataOf, encode, isObject, kindOf, nameOf, shortened, textForm };
