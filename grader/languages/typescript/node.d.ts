// What Node has besides the language itself, all of it of any type: only the student's own types are to be checked.

declare var __dirname: string, __filename: string;
declare var exports: any, module: any, require: any, global: any, process: any;
declare var console: any, performance: any, navigator: any, crypto: any;
declare var setTimeout: any, setInterval: any, setImmediate: any;
declare var clearTimeout: any, clearInterval: any, clearImmediate: any;
declare var queueMicrotask: any, structuredClone: any, fetch: any, atob: any, btoa: any;
declare var AbortController: any, AbortSignal: any, Blob: any, BroadcastChannel: any, Buffer: any, CustomEvent: any;
declare var DOMException: any, Event: any, EventTarget: any, FormData: any, Headers: any, Request: any, Response: any;
declare var MessageChannel: any, MessagePort: any, ReadableStream: any, WritableStream: any, TransformStream: any;
declare var TextDecoder: any, TextEncoder: any, URL: any, URLSearchParams: any, WebAssembly: any, WebSocket: any;

type AbortController = any;
type AbortSignal = any;
type Blob = any;
type Buffer = any;
type Event = any;
type EventTarget = any;
type FormData = any;
type Headers = any;
type Request = any;
type Response = any;
type ReadableStream<T = any> = any;
type WritableStream<T = any> = any;
type TextDecoder = any;
type TextEncoder = any;
type URL = any;
type URLSearchParams = any;
type BufferEncoding = any;
type NodeRequire = any;
type NodeModule = any;

declare namespace NodeJS {
  type ErrnoException = any;
  type Immediate = any;
  type Process = any;
  type ProcessEnv = any;
  type ReadStream = any;
  type ReadableStream = any;
  type Signals = any;
  type Timeout = any;
  type Timer = any;
  type WriteStream = any;
  type WritableStream = any;
}

interface ImportMeta {
  [name: string]: any;
}

// Of these modules students extend classes; what is imported from others is of any type by itself.

declare module "events" {
  export class EventEmitter {
    constructor(...given: any[]);
    [name: string]: any;
    static [name: string]: any;
  }
  export default EventEmitter;
}

declare module "stream" {
  import { EventEmitter } from "events";
  export { EventEmitter as Duplex, EventEmitter as Readable, EventEmitter as Transform, EventEmitter as Writable };
}

declare module "node:events" {
  export * from "events";
  export { default } from "events";
}

declare module "node:stream" {
  export * from "stream";
}
