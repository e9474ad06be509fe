import type { Json, Part } from "./part.ts";

export interface Difference {
  /** Its part and group. */
  readonly group: string;
  /** Where: part, group, key and JSON pointer, such as `tables transfers transfers#12 /step`. */
  readonly name: string;
  readonly detail: string;
}

/** Everything in which a part differs from the stored one. */
export function compareParts(name: string, stored: Part, found: Part): readonly Difference[] {
  const none: ReadonlyMap<string, Json> = new Map();
  return union(stored.keys(), found.keys()).flatMap((group) => {
    const [before, after] = [stored.get(group) ?? none, found.get(group) ?? none];
    return union(before.keys(), after.keys()).flatMap((key) =>
      leavesOf("", before.get(key), after.get(key)).map(({ pointer, detail }) => ({
        group: `${name} ${group}`,
        name: `${name} ${group} ${key}${pointer === "" ? "" : ` ${pointer}`}`,
        detail,
      })),
    );
  });
}

interface Leaf {
  readonly pointer: string;
  readonly detail: string;
}

function leavesOf(pointer: string, before: Json | undefined, after: Json | undefined): readonly Leaf[] {
  if (isBranch(before) && isBranch(after)) {
    const [left, right] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
    return union(left.keys(), right.keys()).flatMap((key) =>
      leavesOf(`${pointer}/${key}`, left.get(key), right.get(key)),
    );
  }
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  return [{ pointer, detail: detailOf(before, after) }];
}

function isBranch(value: Json | undefined): value is readonly Json[] | { readonly [name: string]: Json } {
  return typeof value === "object" && value !== null;
}

const shownLength = 120;

function detailOf(before: Json | undefined, after: Json | undefined): string {
  if (before === undefined) return `is new: ${cut(JSON.stringify(after) ?? "")}`;
  if (after === undefined) return `is missing: ${cut(JSON.stringify(before))}`;
  const [left, right] = [JSON.stringify(before), JSON.stringify(after)];
  let same = 0;
  while (left[same] === right[same]) same += 1;
  const start = Math.max(0, same - shownLength / 2);
  return `was ${cut(left.slice(start))}, is ${cut(right.slice(start))}`;
}

function cut(text: string): string {
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}

function union(left: Iterable<string>, right: Iterable<string>): readonly string[] {
  return [...new Set([...left, ...right])];
}

/** An intended difference. */
export interface Expectation {
  /** Name of a difference; `*` matches any text. */
  readonly pattern: string;
  readonly reason: string;
}

/** Reads lines such as `tables transfers * /step: the step has a new name`. Lines with # are comments. */
export function readExpectations(text: string): readonly Expectation[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, pattern = "", reason = ""] = /^(.+?): (.+)$/.exec(line) ?? [];
      if (reason === "") throw new Error(`an expected difference needs a reason: ${line}`);
      return { pattern, reason };
    });
}

export interface Outcome {
  readonly unexpected: readonly Difference[];
  /** Matched by no difference: they may hide the next one. */
  readonly unused: readonly Expectation[];
}

export function evaluate(differences: readonly Difference[], expectations: readonly Expectation[]): Outcome {
  const matchers = expectations.map((expectation) => ({
    expectation,
    matches: matcherOf(expectation.pattern),
  }));
  const used = new Set<Expectation>();
  const unexpected = differences.filter(({ name }) => {
    const matching = matchers.filter(({ matches }) => matches.test(name));
    for (const { expectation } of matching) used.add(expectation);
    return matching.length === 0;
  });
  return { unexpected, unused: expectations.filter((expectation) => !used.has(expectation)) };
}

function matcherOf(pattern: string): RegExp {
  const parts = pattern.split("*").map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s");
}
