// The wire form of an argument -> a value that is native to the context this runs in, the student's, as no other is.

"use strict";

({
  global: globalThis,

  newModule: () => ({ exports: {}, loaded: false, children: [], paths: [] }),

  /** Makes `instanceof` true also of what `isOther` knows, objects of a type of this name of another context. */
  alsoOf(name, isOther) {
    const type = globalThis[name];
    const isOwn = Function.prototype[Symbol.hasInstance];
    const value = function (object) {
      return isOwn.call(this, object) || (this === type && isOther(object));
    };
    Object.defineProperty(type, Symbol.hasInstance, { value, configurable: true });
  },

  /** `object` gives what a step has left, `member` a member of an enumeration, `bytes` what base64 stands for. */
  builder({ object, member, bytes }) {
    const { BigInt, Error, Map, Object, Set, Uint8Array } = globalThis;
    const special = { nan: NaN, inf: Infinity, "-inf": -Infinity, "-0.0": -0 };
    const list = (items) => {
      const made = [];
      for (let index = 0; index < items.length; index++) made[index] = build(items[index]);
      return made;
    };
    const build = (wire) => {
      if (typeof wire !== "object" || wire === null) return wire;
      if (typeof wire.length === "number") return list(wire);
      if (wire.map) return dictionary(wire.map.map(list));
      if (wire.tuple) return list(wire.tuple);
      if (wire.set) return new Set(list(wire.set));
      if (wire.enum) return member(...wire.enum);
      if (wire.int) return BigInt(wire.int);
      if (wire.float) return special[wire.float];
      return wire.ref === undefined ? Uint8Array.from(bytes(wire.bytes)) : object(wire.ref);
    };
    const dictionary = (pairs) =>
      pairs.every(([key]) => typeof key === "string") ? Object.fromEntries(pairs) : new Map(pairs);
    Error.stackTraceLimit = 40; // of which at most 20 are the student's
    return build;
  },
});
