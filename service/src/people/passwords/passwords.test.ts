import { describe, expect, test } from "vitest";
import { isRefusal } from "../../kernel/refusal.ts";
import { createPasswordHasher } from "./password-hasher.ts";
import { checkPassword } from "./password-policy.ts";

const who = { email: "ada.lovelace@example.com", name: "Ada Byron Lovelace" };

describe("hashes", () => {
  const hasher = createPasswordHasher();

  test("are argon2id with the cost that OWASP advises, and each has a salt of its own", async () => {
    const [one, two] = await Promise.all([hasher.hash("a long password"), hasher.hash("a long password")]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await hasher.verify(one, "a long password")).toBe(true);
    expect(await hasher.verify(one, "a long passworD")).toBe(false);
  });

  test("nobody's password is right, whatever it is", async () => {
    expect(await hasher.verify(undefined, "a long password")).toBe(false);
    expect(await hasher.verify(undefined, "")).toBe(false);
  });

  test("the same characters written in another way are the same password", async () => {
    const composed = await hasher.hash("caf\u00e9 au lait noir");
    expect(await hasher.verify(composed, "cafe\u0301 au lait noir")).toBe(true);
  });

  test("many at once wait in line, and too many are told to come back", async () => {
    const narrow = createPasswordHasher({ maxAtOnce: 1, maxWaiting: 2 });
    const asked = Array.from({ length: 5 }, () => narrow.verify(undefined, "x"));
    const outcomes = await Promise.allSettled(asked);
    const turnedAway = outcomes.filter(({ status }) => status === "rejected");
    expect(turnedAway).toHaveLength(2);
    for (const outcome of turnedAway) {
      expect(outcome).toMatchObject({ reason: { refusal: { code: "overloaded" } } });
    }
    expect(await narrow.verify(undefined, "x")).toBe(false);
  });
});

describe("what is taken as a password", () => {
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
    ["Ada.Lovelace@Example.com", "your e-mail or your name"],
    ["ada.lovelace", "your e-mail or your name"],
    ["adabyronlovelace", "your e-mail or your name"],
    ["PASSWORD1234", "guessed first"],
    ["Correct Horse Battery Staple", "guessed first"],
    ["121212121212", "same few characters"],
    ["zzzzzzzzzzzzzzz", "same few characters"],
  ])("%s is not", (password, detail) => {
    const refusal = checkPassword(password, who);
    expect(isRefusal(refusal) && refusal.errors?.[0]?.detail).toContain(detail);
    expect(JSON.stringify(refusal)).not.toContain(password);
  });
});
