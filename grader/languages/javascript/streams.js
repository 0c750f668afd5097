// Node's standard streams -> streams that keep nothing back, and an input that is at its end in each state.

"use strict";

const { writeAll } = require("./channel.js");

const { defineProperty } = Object;

/** Replaces `process.stdout` or `process.stderr`: Node's own may still hold something back when a reply goes out. */
function printAtOnce(name, descriptor) {
  let stream;
  const make = () => {
    const { Writable } = require("stream");
    const write = (chunk, _encoding, done) => {
      writeAll(descriptor, chunk);
      done();
    };
    return Object.assign(new Writable({ write }), { fd: descriptor });
  };
  defineProperty(process, name, { configurable: true, enumerable: true, get: () => (stream ??= make()) });
}

/** Replaces `process.stdin`: Node's own would be at its end only for the first state that reads it, and later. */
function readNothing() {
  let stream;
  const make = () => {
    const { Readable } = require("stream");
    const read = () => made.push(null);
    const itself = () => made;
    const made = Object.assign(new Readable({ read }), { fd: 0, ref: itself, unref: itself });
    return made;
  };
  defineProperty(process, "stdin", { configurable: true, enumerable: true, get: () => (stream ??= make()) });
}

module.exports = { printAtOnce, readNothing };
