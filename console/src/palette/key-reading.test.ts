import { expect, test } from "vitest";
import { type Keystroke, readKey } from "./key-reading.ts";

const keys = new Set(["t", "/"]);
const palette = { action: { type: "open", what: "palette" }, pending: undefined };
const nothing = { action: undefined, pending: undefined };

test("the palette opens with Ctrl or Cmd and K, even while typing, and with a slash while not", () => {
  expect(readKey(pressed("k", { hasCommand: true, isTyping: true }), undefined, keys)).toEqual(palette);
  expect(readKey(pressed("/"), undefined, keys)).toEqual(palette);
  expect(readKey(pressed("/", { isTyping: true }), undefined, keys)).toEqual(nothing);
});

test("g and then a letter goes to a page", () => {
  const { pending } = readKey(pressed("g", { atMs: 1000 }), undefined, keys);
  expect(readKey(pressed("t", { atMs: 1900 }), pending, keys).action).toEqual({ type: "go", key: "t" });
});

test("a letter alone, or one that comes too late, goes nowhere", () => {
  expect(readKey(pressed("t"), undefined, keys)).toEqual(nothing);
  expect(readKey(pressed("t", { atMs: 9000 }), { sinceMs: 1000 }, keys)).toEqual(nothing);
});

test("g and a letter without a page forgets the g", () => {
  expect(readKey(pressed("x", { atMs: 10 }), { sinceMs: 0 }, keys)).toEqual(nothing);
});

test("in a dialog, while typing, and with Alt, keys mean what they always mean", () => {
  expect(readKey(pressed("k", { hasCommand: true, isInDialog: true }), undefined, keys)).toEqual(nothing);
  expect(readKey(pressed("?", { isTyping: true }), undefined, keys)).toEqual(nothing);
  expect(readKey(pressed("g", { hasAlt: true }), undefined, keys)).toEqual(nothing);
  expect(readKey(pressed("t", { hasCommand: true }), { sinceMs: 0 }, keys)).toEqual(nothing);
});

function pressed(key: string, more: Partial<Keystroke> = {}): Keystroke {
  return { key, hasCommand: false, hasAlt: false, isTyping: false, isInDialog: false, atMs: 0, ...more };
}
