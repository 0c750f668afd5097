// Requests on one descriptor -> replies on another, with the student's JavaScript in between (see PROTOCOL.md).
//
// Started as `node --experimental-vm-modules driver.js REQUESTS REPLIES` in the folder of the student's files, with
// `maps` as a third argument where a compiler made these files. It runs code that nobody has looked at, so it knows
// nothing that would have to be kept from it. Each fresh state is a new context, or as good as one (`realm.js`), but
// Node's own modules are shared: where the student's code breaks those, its own replies go wrong.

"use strict";

const leave = process.reallyExit.bind(process);
const { closeSync, existsSync, openSync, writeSync } = require("fs");

if (!existsSync("../.inside")) {
  writeSync(2, "this is meant for the inside of a sandbox\n");
  leave(125);
}

const path = require("path");
const { isPromise } = require("util").types;
const { Channel } = require("./channel.js");
const { describe } = require("./faults.js");
const { stopTimers } = require("./globals.js");
const { Lookup } = require("./lookup.js");
const { expectMaps } = require("./maps.js");
const { settled } = require("./promises.js");
const { Realm } = require("./realm.js");
const { refusals, sourceOf } = require("./sources.js");
const { Missing, State } = require("./state.js");
const { printAtOnce, readNothing } = require("./streams.js");
const { encode } = require("./values.js");

const { apply, construct } = Reflect;
const { parse, stringify: quote } = JSON;

const MOST_FILES_LEFT = 100;
let lowestAtFirst = null;

/** Whether earlier states have left many files open: a new one gets the lowest number that is free. */
function hasManyFiles() {
  try {
    const lowest = openSync("/dev/null", "r");
    closeSync(lowest);
    lowestAtFirst ??= lowest;
    return lowest > lowestAtFirst + MOST_FILES_LEFT;
  } catch {
    return lowestAtFirst !== null;
  }
}

class Driver {
  constructor(channel) {
    this.channel = channel;
    this.lookup = null;
    this.main = null;
    this.state = null;
    this.untouched = false;
  }

  async converse() {
    for (let line = this.channel.read(); line !== null; line = this.channel.read()) {
      const request = parse(line);
      const head = `{"id":${quote(request.id)},`;
      const reply = (text) => this.channel.write(`${head}${text}}`);
      if (request.do === "load") reply(await this.load(request));
      else await this.run(request, reply);
    }
  }

  async load(request) {
    let raised = "";
    try {
      this.lookup = new Lookup(request);
      this.main = sourceOf(path.normalize(request.main), this.lookup.names);
      await this.renew();
      this.untouched = true;
    } catch (error) {
      const refused = refusals.get(error);
      if (refused !== undefined) return `"refused":${quote(refused)}`;
      raised = `"raised":${describe(error)},`;
    }
    return `${raised}"loaded":${quote(this.lookup.in(this.state))}`;
  }

  async run({ state, steps }, reply) {
    for (let n = 0; n < steps.length; n++) {
      const fresh = state === "each" || (state === "new" && n === 0);
      if (fresh && n > 0 && hasManyFiles()) return reply(`"n":${n},"worn":true`);
      reply(`"n":${n},${await this.answer(steps[n], fresh, n > 0)}`);
    }
  }

  async answer(step, fresh, again) {
    const variable = step.at(-1);
    try {
      if (fresh) await this.renew(again);
      this.untouched = false;
      let value = this.perform(step);
      if (isPromise(value)) ({ value } = await settled(value));
      if (variable !== null) this.state.objects.set(variable, value);
      const types = this.lookup.enumsReturnedBy(step);
      return `"value":${encode(value, (each) => this.state.memberOf(each, types))}`;
    } catch (error) {
      this.state.objects.delete(variable);
      return error instanceof Missing ? `"missing":${quote(error.name)}` : `"raised":${describe(error)}`;
    }
  }

  /** A fresh state; the one that `load` made is fresh until it is used. `again` for one of many, which must be fast. */
  async renew(again = false) {
    if (this.untouched) return;
    stopTimers();
    readNothing();
    const last = again ? this.state?.realm : undefined;
    this.state = new State(this.main, this.lookup, last?.isLikeNewFor(this.main) ? last : new Realm());
    await this.state.load();
  }

  perform([kind, name, ...rest]) {
    const { state } = this;
    if (kind === "call") {
      const { target, self } = state.functionFor(name);
      return apply(target, self, this.build(rest[0]));
    }
    if (kind === "new") {
      const type = state.classFor(name);
      const values = this.build(rest[0]);
      // Arrow functions can't be constructed: one that makes objects is called.
      return Object.hasOwn(type, "prototype") ? construct(type, values) : apply(type, undefined, values);
    }
    const object = state.object(name);
    const method = this.lookup.methodOf(object, rest[0]);
    if (method === undefined) throw new Missing(rest[0]);
    return apply(object[method], object, this.build(rest[1]));
  }

  build(values) {
    return values.map((value) => this.state.build(value));
  }
}

printAtOnce("stdout", 1);
printAtOnce("stderr", 2);
const [requests, replies, maps] = process.argv.splice(2);
if (maps === "maps") expectMaps();
new Driver(new Channel(Number(requests), Number(replies))).converse().then(() => leave(0), () => leave(1));
