import fc from "fast-check";
import { expect, test } from "vitest";
import { type Instant, instantFromMs } from "../kernel/instant.ts";
import {
  chooseSigningKey,
  isRetired,
  publishedBeforeSigningMs,
  retirementOf,
  type SigningKey,
} from "./signing-key.ts";
import { tokenLifetimeMs } from "./token-claims.ts";

function key(kid: string, times: { signsFrom: number; retiresAt?: number }): SigningKey {
  return {
    kid,
    publicJwk: {},
    createdAt: instantFromMs(0),
    signsFrom: instantFromMs(times.signsFrom),
    retiresAt: times.retiresAt === undefined ? undefined : instantFromMs(times.retiresAt),
  };
}

test("the newest key whose start time has passed signs", () => {
  const keys = [
    key("old", { signsFrom: 0, retiresAt: 9_000 }),
    key("new", { signsFrom: 100 }),
    key("next", { signsFrom: 200 }),
  ];
  const kidAt = (now: number) => chooseSigningKey(keys, instantFromMs(now))?.kid;
  expect([kidAt(99), kidAt(100), kidAt(199), kidAt(200)]).toEqual(["old", "new", "new", "next"]);
});

test("every node chooses the same of two keys with the same start time", () => {
  const [a, b] = [key("a", { signsFrom: 0 }), key("b", { signsFrom: 0 })];
  const now = instantFromMs(1);
  expect(chooseSigningKey([a, b], now)).toBe(chooseSigningKey([b, a], now));
});

/** The keys as a node that has just loaded them knows them. */
function rotate(keys: readonly SigningKey[], kid: string, now: Instant): readonly SigningKey[] {
  const signsFrom = keys.length === 0 ? now : now + publishedBeforeSigningMs;
  const retiresAt = instantFromMs(retirementOf(instantFromMs(signsFrom)));
  const ended = keys.map((old) => ({ ...old, retiresAt: old.retiresAt ?? retiresAt }));
  return [...ended, key(kid, { signsFrom })];
}

test("however often keys rotate, one always signs, and its tokens never outlive it", () => {
  const waits = fc.array(fc.integer({ min: 0, max: 2 * tokenLifetimeMs }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(waits, (pauses) => {
      let now = 1_000_000;
      let keys = rotate([], "first", instantFromMs(now));
      const issued: { kid: string; expiresAt: number }[] = [];
      for (const [index, pause] of pauses.entries()) {
        now += pause;
        const signing = chooseSigningKey(keys, instantFromMs(now));
        expect(signing).toBeDefined();
        issued.push({ kid: signing?.kid ?? "", expiresAt: now + tokenLifetimeMs });
        keys = rotate(keys, `key ${index}`, instantFromMs(now));
      }
      for (const { kid, expiresAt } of issued) {
        const signer = keys.find((candidate) => candidate.kid === kid);
        expect(signer !== undefined && !isRetired(signer, instantFromMs(expiresAt))).toBe(true);
      }
    }),
    // Twelve keys with the same start time: the chosen one must be the one that is kept.
    { examples: [[[...Array.from({ length: 11 }, () => 0), 360_000]]] },
  );
});
