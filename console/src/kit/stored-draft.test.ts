import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetDraft, storeDraft, storedDraft } from "./stored-draft.ts";

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test("a draft is kept for its user, workspace and form only", () => {
  storeDraft("ada/tenant/testnet/transfer", { amount: "5" });
  expect(storedDraft("ada/tenant/testnet/transfer")).toEqual({ amount: "5" });
  expect(storedDraft("bob/tenant/testnet/transfer")).toEqual({});
  forgetDraft();
  expect([...stored]).toEqual([]);
});

test("what was stored by something else is ignored", () => {
  for (const text of ["", "{", "[]", '{"scope":"s"}', '{"scope":"s","values":{"amount":5}}']) {
    stored.set("florin.draft", text);
    expect(storedDraft("s")).toEqual({});
  }
});
