import { strict as assert } from "node:assert";
import { availableParallelism, cpus } from "node:os";
import type { NameKind } from "../../service/src/accounts/screening/name-kind.ts";
import {
  inSpokenOrder,
  type NormalisedName,
  normaliseName,
} from "../../service/src/accounts/screening/normalise-name.ts";
import { type PreparedList, prepareList } from "../../service/src/accounts/screening/prepared-list.ts";
import type { ListEntry, ListedName } from "../../service/src/accounts/screening/sanctions-list.ts";
import { scoreNames } from "../../service/src/accounts/screening/score-names.ts";
import { createRandom, generateList } from "../../service/test/generated-list.ts";

const entries = 20_000;
const subjectsOfKind = 35;
// The first ones only warm up.
const warmUps = 5;
const minScore = 850;
const seed = 17;

/** Finds names in a list of the real one's size, by the index and by comparing with every name, and compares both. */
async function main(): Promise<void> {
  const list = generateList({ entries, seed });
  const preparing = performance.now();
  const prepared = await prepareList(list);
  const preparedMs = performance.now() - preparing;
  const everyName = list.entries.flatMap(normalise);
  const rows = (["person", "business"] as const).map((kind) => {
    const times = drawSubjects(list, kind).map((subject) => compareBoth(subject, kind, prepared, everyName));
    const counted = times.slice(warmUps);
    return {
      kind,
      index: summary(counted.map(({ indexMs }) => indexMs)),
      all: summary(counted.map(({ allMs }) => allMs)),
    };
  });
  report({ names: everyName.length, preparedMs, rows });
}

interface Listed {
  readonly kind: NameKind;
  readonly name: NormalisedName;
}

function normalise({ type, names }: ListEntry): readonly Listed[] {
  const kind: NameKind = type === "individual" ? "person" : "business";
  const spoken = ({ text }: ListedName): string => (kind === "person" ? inSpokenOrder(text) : text);
  return names.map((listed) => ({ kind, name: normaliseName(spoken(listed), kind) }));
}

function compareBoth(subject: string, kind: NameKind, prepared: PreparedList, everyName: readonly Listed[]) {
  const name = normaliseName(subject, kind);
  const isHit = (other: Listed): boolean => scoreNames(name, other.name, other.kind).score >= minScore;
  const began = performance.now();
  const found = prepared.candidates(name, kind, minScore).filter(isHit);
  const between = performance.now();
  const wanted = everyName.filter(
    (other) => (kind === "business" || other.kind === "person") && isHit(other),
  );
  const ended = performance.now();
  assert.equal(found.length, wanted.length, "the index and the comparison with every name disagree");
  return { indexMs: between - began, allMs: ended - between };
}

/** Half of them are listed, with a letter wrong; the others are not. */
function drawSubjects(list: ReturnType<typeof generateList>, kind: NameKind): readonly string[] {
  const random = createRandom(seed + 1);
  const type = kind === "person" ? "individual" : "entity";
  const listed = list.entries.filter((entry) => entry.type === type);
  const others = generateList({ entries: subjectsOfKind * 4, seed: seed + 2 }).entries.filter(
    (entry) => entry.type === type,
  );
  return Array.from({ length: subjectsOfKind }, (_, at) => {
    const from = at % 2 === 0 ? listed : others;
    const text = from[Math.floor(random() * from.length)]?.names[0]?.text ?? "";
    const name = kind === "person" ? inSpokenOrder(text) : text;
    return at % 2 === 0 ? `${name.slice(0, 4)}E${name.slice(5)}` : name;
  });
}

interface Summary {
  readonly medianMs: number;
  readonly worstMs: number;
}

function summary(timesMs: readonly number[]): Summary {
  const sorted = timesMs.toSorted((left, right) => left - right);
  return { medianMs: sorted[Math.floor(sorted.length / 2)] ?? 0, worstMs: sorted.at(-1) ?? 0 };
}

interface Report {
  readonly names: number;
  readonly preparedMs: number;
  readonly rows: readonly { readonly kind: NameKind; readonly index: Summary; readonly all: Summary }[];
}

function report({ names, preparedMs, rows }: Report): void {
  const model = cpus()[0]?.model ?? "unknown";
  const lines = [
    `${availableParallelism()} cores (${model}, ${process.arch}), Node ${process.versions.node}`,
    `${entries} entries with ${names} names, taken in within ${Math.round(preparedMs)} ms`,
    "",
    "| Subject  | Index, median ms | worst ms | Every name, median ms | worst ms | Times as fast |",
    "| -------- | ---------------: | -------: | --------------------: | -------: | ------------: |",
    ...rows.map(({ kind, index, all }) => {
      const cells = [
        index.medianMs.toFixed(1).padStart(16),
        index.worstMs.toFixed(1).padStart(8),
        all.medianMs.toFixed(0).padStart(21),
        all.worstMs.toFixed(0).padStart(8),
        (all.medianMs / index.medianMs).toFixed(0).padStart(13),
      ];
      return `| ${kind.padEnd(8)} | ${cells.join(" | ")} |`;
    }),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

await main();
