// A promise of the student's -> what it comes to, though it may never come to anything.

"use strict";

const { then } = Promise.prototype;
const { setImmediate } = globalThis;

let waiting = null;

/** `{ value }`: what the promise comes to, or the promise itself when nothing is left that could settle it. */
function settled(promise) {
  return new Promise((resolve, reject) => {
    waiting = { giveUp: () => resolve({ value: promise }), reject };
    then.call(promise, (value) => resolve({ value }), reject);
  }).finally(() => {
    waiting = null;
  });
}

/** One turn of the event loop: what was begun in the background gets its chance. */
function turn() {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

// Node ends when nothing is left to happen. Giving up in a turn of its own makes it ask again the next time.
process.on("beforeExit", () => {
  if (waiting !== null) setImmediate(waiting.giveUp);
});
// An error that nobody caught belongs to what is being waited for; at any other time it is nobody's.
process.setUncaughtExceptionCaptureCallback((error) => waiting?.reject(error));
process.on("unhandledRejection", () => {});

module.exports = { settled, turn };
