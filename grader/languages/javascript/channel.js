// Two descriptors -> requests, line by line, and replies: what the student prints is in its pipe before the reply is.

"use strict";

const { readSync, writeSync } = require("fs");
const { allocUnsafe, concat, from } = Buffer;

const NEWLINE = 10;
const CHUNK = 65_536;

class Channel {
  constructor(requests, replies) {
    this.requests = requests;
    this.replies = replies;
    this.unread = allocUnsafe(0);
  }

  /** The next line, or null when the channel has ended. */
  read() {
    const pieces = [this.unread];
    let end;
    while ((end = pieces.at(-1).indexOf(NEWLINE)) < 0) {
      const piece = allocUnsafe(CHUNK);
      const count = readSync(this.requests, piece, 0, CHUNK, null);
      if (count === 0) return null;
      pieces.push(piece.subarray(0, count));
    }
    const last = pieces.pop();
    this.unread = last.subarray(end + 1);
    return concat([...pieces, last.subarray(0, end)]).toString();
  }

  write(line) {
    writeAll(this.replies, from(`${line}\n`));
  }
}

function writeAll(descriptor, bytes) {
  let done = 0;
  while (done < bytes.length) {
    try {
      done += writeSync(descriptor, bytes, done);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

module.exports = { Channel, writeAll };
