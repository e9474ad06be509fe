import { describe, expect, test } from "vitest";
import { isRefusal } from "../../kernel/refusal.ts";
import { createPasswordHasher } from "./password-hasher.ts";
import { checkPassword } from "./password-policy.ts";

const who = { email: "ada.lovelace@example.com", name: "Ada Byron Lovelace" };

describe("hashes", () => {
  const hasher = createPasswordHasher();

  test("use argon2id with OWASP parameters and unique salts", async () => {
    const [one, two] = await Promise.all([hasher.hash("a long password"), hasher.hash("a long password")]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await hasher.verify(one, "a long password")).toBe(true);
    expect(await hasher.verify(one, "a long passworD")).toBe(false);
  });

  test("no password matches an unknown user", async () => {
    expect(await hasher.verify(undefined, "a long password")).toBe(false);
    expect(await hasher.verify(undefined, "")).toBe(false);
  });

  test("passwords are compared after Unicode normalization", async () => {
    const composed = await hasher.hash("caf\u00e9 au lait noir");
    expect(await hasher.verify(composed, "cafe\u0301 au lait noir")).toBe(true);
  });

  test("concurrent hashes are queued, and too many are rejected with a retry delay", async () => {
    const narrow = createPasswordHasher({ maxAtOnce: 1, maxWaiting: 2 });
    const requested = Array.from({ length: 5 }, () => narrow.verify(undefined, "x"));
    const outcomes = await Promise.allSettled(requested);
    const turnedAway = outcomes.filter(({ status }) => status === "rejected");
    expect(turnedAway).toHaveLength(2);
    for (const outcome of turnedAway) {
      expect(outcome).toMatchObject({ reason: { refusal: { code: "overloaded" } } });
    }
    expect(await narrow.verify(undefined, "x")).toBe(false);
  });
});

describe("password policy", () => {
  test.each([
    "correct horse battery",
    "日本語のパスワードは長い方がいい",
    "x1".repeat(5).concat("different"),
    "      spaces      ",
  ])("%s", (password) => {
    expect(checkPassword(password, who)).toBeUndefined();
  });

  test.each([
    ["elevenchars", "at least 12"],
    ["👩🏽‍🚀👩🏽‍🚀", "at least 12"],
    ["y".repeat(201), "at most 200"],
    ["Ada.Lovelace@Example.com", "your email or name"],
    ["ada.lovelace", "your email or name"],
    ["adabyronlovelace", "your email or name"],
    ["PASSWORD1234", "too common"],
    ["Correct Horse Battery Staple", "too common"],
    ["121212121212", "short sequence"],
    ["zzzzzzzzzzzzzzz", "short sequence"],
  ])("%s is rejected", (password, detail) => {
    const refusal = checkPassword(password, who);
    expect(isRefusal(refusal) && refusal.errors?.[0]?.detail).toContain(detail);
    expect(JSON.stringify(refusal)).not.toContain(password);
  });
});
