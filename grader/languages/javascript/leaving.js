// A file that ends the program while it loads, as console programs do -> a file that is loaded as far as it came.

"use strict";

const leave = process.exit.bind(process);

const LEFT = new Error("it left while it was loading");
let isLoading = false;

process.exit = (code) => {
  if (!isLoading) leave(code);
  throw LEFT;
};

/** What `load` does, in which leaving only ends the loading. */
async function loaded(load) {
  isLoading = true;
  try {
    await load();
  } catch (error) {
    if (error !== LEFT) throw error;
  } finally {
    isLoading = false;
  }
}

module.exports = { loaded };
