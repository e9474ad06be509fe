import { strict as assert } from "node:assert";
import { availableParallelism, cpus } from "node:os";
import type { NameKind } from "../../service/src/accounts/screening/name-kind.ts";
import {
  inSpokenOrder,
  type NormalisedName,
  normaliseName,
} from "../../service/src/accounts/screening/normalise-name.ts";
import { type PreparedList, prepareList } from "../../service/src/accounts/screening/prepared-list.ts";
import type { ListEntry, SanctionedName } from "../../service/src/accounts/screening/sanctions-list.ts";
import { scoreNames } from "../../service/src/accounts/screening/score-names.ts";
import { createRandom, generateList } from "../../service/test/generated-list.ts";

const entries = 20_000;
const subjectsOfKind = 35;
// The first ones only warm up.
const warmUps = 5;
const minScore = 850;
const seed = 17;

/** Screens names against a list of realistic size, by the index and by full comparison, and compares the results. */
export async function measureSpeed(): Promise<readonly string[]> {
  const list = generateList({ entries, seed });
  const preparing = performance.now();
  const prepared = await prepareList(list);
  const preparedMs = performance.now() - preparing;
  const everyName = list.entries.flatMap(normalise);
  const rows = (["individual", "business"] as const).map((kind) => {
    const times = drawSubjects(list, kind).map((subject) => compareBoth(subject, kind, prepared, everyName));
    const counted = times.slice(warmUps);
    return {
      kind,
      index: summary(counted.map(({ indexMs }) => indexMs)),
      all: summary(counted.map(({ allMs }) => allMs)),
    };
  });
  return report({ names: everyName.length, preparedMs, rows });
}

interface Sanctioned {
  readonly kind: NameKind;
  readonly name: NormalisedName;
}

function normalise({ type, names }: ListEntry): readonly Sanctioned[] {
  const kind: NameKind = type === "individual" ? "individual" : "business";
  const spoken = ({ text }: SanctionedName): string => (kind === "individual" ? inSpokenOrder(text) : text);
  return names.map((items) => ({ kind, name: normaliseName(spoken(items), kind) }));
}

function compareBoth(
  subject: string,
  kind: NameKind,
  prepared: PreparedList,
  everyName: readonly Sanctioned[],
) {
  const name = normaliseName(subject, kind);
  const isHit = (other: Sanctioned): boolean => scoreNames(name, other.name, other.kind).score >= minScore;
  const began = performance.now();
  const found = prepared.candidates(name, kind, minScore).filter(isHit);
  const between = performance.now();
  const expected = everyName.filter(
    (other) => (kind === "business" || other.kind === "individual") && isHit(other),
  );
  const ended = performance.now();
  assert.equal(found.length, expected.length, "the index and the comparison with every name disagree");
  return { indexMs: between - began, allMs: ended - between };
}

/** Half of them are on the sanctions list, with a wrong letter; the others are not. */
function drawSubjects(list: ReturnType<typeof generateList>, kind: NameKind): readonly string[] {
  const random = createRandom(seed + 1);
  const type = kind === "individual" ? "individual" : "entity";
  const items = list.entries.filter((entry) => entry.type === type);
  const others = generateList({ entries: subjectsOfKind * 4, seed: seed + 2 }).entries.filter(
    (entry) => entry.type === type,
  );
  return Array.from({ length: subjectsOfKind }, (_, at) => {
    const from = at % 2 === 0 ? items : others;
    const text = from[Math.floor(random() * from.length)]?.names[0]?.text ?? "";
    const name = kind === "individual" ? inSpokenOrder(text) : text;
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

function report({ names, preparedMs, rows }: Report): readonly string[] {
  const model = cpus()[0]?.model ?? "unknown";
  return [
    `${availableParallelism()} cores (${model}, ${process.arch}), Node ${process.versions.node}`,
    `${entries} entries with ${names} names, loaded in ${Math.round(preparedMs)} ms`,
    "",
    "| Subject    | Index, median ms | maximum ms | Full comparison, median ms | maximum ms | Speedup |",
    "| ---------- | ---------------: | ---------: | -------------------------: | ---------: | ------: |",
    ...rows.map(({ kind, index, all }) => {
      const cells = [
        index.medianMs.toFixed(1).padStart(16),
        index.worstMs.toFixed(1).padStart(10),
        all.medianMs.toFixed(0).padStart(26),
        all.worstMs.toFixed(0).padStart(10),
        (all.medianMs / index.medianMs).toFixed(0).padStart(7),
      ];
      return `| ${kind.padEnd(10)} | ${cells.join(" | ")} |`;
    }),
  ];
}
