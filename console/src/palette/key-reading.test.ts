import { expect, test } from "vitest";
import { type Keystroke, readKey } from "./key-reading.ts";

const keys = new Set(["t", "/"]);
const palette = { action: { type: "open", what: "palette" }, pending: undefined };
const nothing = { action: undefined, pending: undefined };

test("Ctrl/Cmd+K opens the palette, even while typing; a slash opens it outside text fields", () => {
  expect(readKey(pressed("k", { hasCommand: true, isTyping: true }), undefined, keys)).toEqual(palette);
  expect(readKey(pressed("/"), undefined, keys)).toEqual(palette);
  expect(readKey(pressed("/", { isTyping: true }), undefined, keys)).toEqual(nothing);
});

test("g followed by a letter opens a page", () => {
  const { pending } = readKey(pressed("g", { atMs: 1000 }), undefined, keys);
  expect(readKey(pressed("t", { atMs: 1900 }), pending, keys).action).toEqual({ type: "go", key: "t" });
});

test("a letter alone or after the timeout has no effect", () => {
  expect(readKey(pressed("t"), undefined, keys)).toEqual(nothing);
  expect(readKey(pressed("t", { atMs: 9000 }), { sinceMs: 1000 }, keys)).toEqual(nothing);
});

test("an unassigned letter resets a pending g", () => {
  expect(readKey(pressed("x", { atMs: 10 }), { sinceMs: 0 }, keys)).toEqual(nothing);
});

test("shortcuts are ignored in dialogs, while typing and with Alt", () => {
  expect(readKey(pressed("k", { hasCommand: true, isInDialog: true }), undefined, keys)).toEqual(nothing);
  expect(readKey(pressed("?", { isTyping: true }), undefined, keys)).toEqual(nothing);
  expect(readKey(pressed("g", { hasAlt: true }), undefined, keys)).toEqual(nothing);
  expect(readKey(pressed("t", { hasCommand: true }), { sinceMs: 0 }, keys)).toEqual(nothing);
});

function pressed(key: string, overrides: Partial<Keystroke> = {}): Keystroke {
  return { key, hasCommand: false, hasAlt: false, isTyping: false, isInDialog: false, atMs: 0, ...overrides };
}
