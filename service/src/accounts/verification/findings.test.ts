import { expect, test } from "vitest";
import type { BirthDateEffect } from "../screening/birth-date.ts";
import type { Hit, ScreeningResult } from "../screening/screening.ts";
import { type Finding, hasNewFinding } from "./findings.ts";

function result(
  uids: readonly string[],
  counts: { readonly furtherHits?: number; readonly unreadableNames?: number } = {},
  label = "controller",
): ScreeningResult {
  const { furtherHits = 0, unreadableNames = 0 } = counts;
  const isClear = uids.length + furtherHits + unreadableNames === 0;
  return {
    label,
    outcome: isClear ? "clear" : "hit",
    list: { name: "Written", version: "1", sha256: "00", entries: 1 },
    algorithm: 2,
    threshold: 900,
    hits: uids.map((uid) => hit(uid)),
    furtherHits,
    unreadableNames,
  };
}

function hit(uid: string, sanctionedName = "ZARN, Viktor", effect: BirthDateEffect["effect"] = "near"): Hit {
  return { uid, sanctionedName, explanation: { basis: "name", birthDate: { effect } } } as Hit;
}

function known(uid: string | undefined, rest: Partial<Finding> = {}): Finding {
  const entry =
    uid === undefined ? undefined : ({ uid, sanctionedName: "ZARN, Viktor", birthDate: "near" } as const);
  return { label: "controller", entry, furtherHits: 0, unreadableNames: 0, ...rest };
}

test.each<[string, readonly ScreeningResult[], readonly Finding[], boolean]>([
  ["nothing found", [result([])], [], false],
  ["a new entry", [result(["7"])], [], true],
  ["a known entry", [result(["7"])], [known("7")], false],
  [
    "another name of a known entry",
    [{ ...result(["7"]), hits: [hit("7", "ZARNOVSKY, Viktor")] }],
    [known("7")],
    true,
  ],
  [
    "another birth date of a known entry",
    [{ ...result(["7"]), hits: [hit("7", "ZARN, Viktor", "equal")] }],
    [known("7")],
    true,
  ],
  ["another entry in addition to a known one", [result(["7", "8"])], [known("7")], true],
  ["a known entry on another individual", [result(["7"], {}, "owner_1")], [known("7")], true],
  ["a name that cannot be compared", [result([], { unreadableNames: 1 })], [], true],
  [
    "an unreadable name again",
    [result([], { unreadableNames: 1 })],
    [known(undefined, { unreadableNames: 1 })],
    false,
  ],
  ["more hits than are stored", [result(["7"], { furtherHits: 3 })], [known("7")], true],
  ["as many as before", [result(["7"], { furtherHits: 3 })], [known("7", { furtherHits: 3 })], false],
])("%s", (_, results, before, isNew) => {
  expect(hasNewFinding(results, before)).toBe(isNew);
});
