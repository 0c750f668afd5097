// The types that the compiler can't do without. To translate it needs to know nothing of what is in them, and the
// real ones would take it ten times as long to read.

interface Array<T> {}
interface Boolean {}
interface CallableFunction {}
interface Function {}
interface IArguments {}
interface NewableFunction {}
interface Number {}
interface Object {}
interface RegExp {}
interface String {}
