import { expect, test } from "vitest";
import { generateList } from "../../../test/generated-list.ts";
import { type PreparedList, prepareList } from "./prepared-list.ts";
import { maxCandidates, screenSubject } from "./screen-subject.ts";
import type { Subject } from "./screening.ts";

const threshold = 850;
const prepared = await prepareList(generateList({ entries: 6_000, seed: 23 }));
const frequent = "Muhammad Ali Jose Juan Hasan Sergey";

/** Counts the names that are actually compared: each comparison reads the candidate's name. */
function counting(list: PreparedList) {
  let compared = 0;
  const candidates: PreparedList["candidates"] = (...question) =>
    list.candidates(...question).map((candidate) => ({
      ...candidate,
      get name() {
        compared += 1;
        return candidate.name;
      },
    }));
  return { list: { ...list, candidates }, compared: () => compared };
}

function screen(name: string, list: PreparedList = prepared, more: Partial<Subject> = {}) {
  const counted = counting(list);
  const subject: Subject = { label: "owner_1", kind: "individual", names: [name], ...more };
  const result = screenSubject(subject, counted.list, threshold);
  return { result, compared: counted.compared() };
}

test.each([
  ["many initials", `${frequent} ${Array.from("BCDEFGHIKLMNOPQRSTUVWXYZABCDEFGH").join(" ")}`],
  ["four initials", "J. R. R. T. Zarnovsky"],
  ["many words", Array.from({ length: 11 }, (_, at) => `Zarnov${"aeiou"[at % 5]}${"klm"[at % 3]}`).join(" ")],
])("an individual with %s is a hit without a comparison", (_, name) => {
  const { result, compared } = screen(name);
  expect(compared).toBe(0);
  expect(result).toMatchObject({ outcome: "hit", hits: [], unreadableNames: 1 });
});

test("the maximum number of initials and words reaches few names of a large list", () => {
  const { compared } = screen(`${frequent} K. M. S. Zarnovsky`);
  expect(compared).toBeLessThan(300);
});

test("a name close to very many names is compared with the closest, and never clear", async () => {
  const syllables = ["ba", "de", "fi", "go", "ku", "la", "me", "ni", "po", "ru", "sa", "te", "vi", "zo"];
  const surnames = syllables.flatMap((one) =>
    syllables.flatMap((two) => syllables.map((three) => `${one}${two}${three}`)),
  );
  const entries = surnames.map((surname, at) => ({
    uid: String(at),
    type: "individual" as const,
    program: "TEST",
    names: [{ type: "primary" as const, text: `${surname}, Bartholomew Cornelius` }],
    birthDates: [],
    chainAddresses: [],
  }));
  const version = { name: "Alike", version: "1", sha256: "0", entries: entries.length };
  const list = await prepareList({ version, entries });
  const { result, compared } = screen("Bartholomew Cornelius Zoteni", list);
  expect(entries.length).toBeGreaterThan(2 * maxCandidates);
  expect(compared).toBe(maxCandidates);
  expect(result).toMatchObject({ outcome: "hit", unreadableNames: 1 });
  expect(result.hits[0]).toMatchObject({ sanctionedName: "zoteni, Bartholomew Cornelius", score: 1000 });
});
