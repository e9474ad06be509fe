import { inSpokenOrder } from "../src/accounts/screening/normalise-name.ts";
import { prepareList } from "../src/accounts/screening/prepared-list.ts";
import type { ListEntry, SanctionsList } from "../src/accounts/screening/sanctions-list.ts";
import { screenSubject } from "../src/accounts/screening/screen-subject.ts";
import type { Subject, SubjectKind } from "../src/accounts/screening/screening.ts";
import { createRandom } from "./generated-list.ts";
import { misspell } from "./misspell.ts";
import { usFamilyNames, usGivenNames } from "./name-tables.ts";

interface QualityOptions {
  readonly threshold: number;
  /** Names of each kind that are misspelled, drawn at random. */
  readonly samples: number;
  /** Common names that are screened, drawn at random. */
  readonly commonNames: number;
  readonly seed: number;
  /** Milliseconds, for the times of screenings. */
  readonly now: () => number;
}

export interface Quality {
  readonly recall: readonly RecallRow[];
  readonly commonNames: number;
  readonly commonHits: readonly string[];
  /** Time of one screening, all of the above. */
  readonly medianMs: number;
  readonly worst99Ms: number;
}

interface RecallRow {
  readonly kind: SubjectKind;
  readonly edits: number;
  readonly screened: number;
  readonly found: number;
  /** Misspelled name and primary name of the entries that were missed. */
  readonly missed: readonly (readonly [string, string])[];
}

/** Recall for misspelled primary names of the list, and how many common names of the United States are hits. */
export async function measureQuality(list: SanctionsList, options: QualityOptions): Promise<Quality> {
  const prepared = await prepareList(list);
  const times: number[] = [];
  const screen = (kind: SubjectKind, name: string): ReadonlySet<string> | "unreadable" => {
    const subject: Subject = { label: "subject", kind, names: [name] };
    const began = options.now();
    const result = screenSubject(subject, prepared, options.threshold);
    times.push(options.now() - began);
    if (result.unreadableNames > 0) return "unreadable";
    return new Set(result.hits.map(({ uid }) => uid));
  };
  const recall = ([1, 2] as const).flatMap((edits) =>
    (["individual", "business"] as const).map((kind) =>
      recallOf(draw(list, kind, options), { kind, edits, seed: options.seed + edits, screen }),
    ),
  );
  const random = createRandom(options.seed);
  const commonHits = Array.from({ length: options.commonNames }, () => commonName(random)).filter((name) => {
    const hits = screen("individual", name);
    return hits === "unreadable" || hits.size > 0;
  });
  const sorted = times.toSorted((left, right) => left - right);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { recall, commonNames: options.commonNames, commonHits, medianMs: at(0.5), worst99Ms: at(0.99) };
}

interface RecallOptions {
  readonly kind: SubjectKind;
  readonly edits: number;
  readonly seed: number;
  readonly screen: (kind: SubjectKind, name: string) => ReadonlySet<string> | "unreadable";
}

function recallOf(entries: readonly ListEntry[], { kind, edits, seed, screen }: RecallOptions): RecallRow {
  const random = createRandom(seed);
  const missed: (readonly [string, string])[] = [];
  for (const { uid, names } of entries) {
    const primary = names[0]?.text ?? "";
    const name = misspell(kind === "individual" ? inSpokenOrder(primary) : primary, edits, random);
    const hits = screen(kind, name);
    // A name that cannot be compared goes to manual review, so it is not missed.
    if (hits !== "unreadable" && !hits.has(uid)) missed.push([name, primary]);
  }
  return { kind, edits, screened: entries.length, found: entries.length - missed.length, missed };
}

function draw(
  list: SanctionsList,
  kind: SubjectKind,
  { samples, seed }: QualityOptions,
): readonly ListEntry[] {
  const type = kind === "individual" ? "individual" : "entity";
  const random = createRandom(seed);
  const entries = list.entries.filter((entry) => entry.type === type);
  const shuffled = entries
    .map((entry) => ({ entry, at: random() }))
    .sort((left, right) => left.at - right.at);
  return shuffled.slice(0, samples).map(({ entry }) => entry);
}

/** Frequent names are drawn more often: the draw falls off with the rank, about as names do (Zipf). */
function commonName(random: () => number): string {
  const drawn = (names: readonly string[]): string =>
    names[Math.floor(names.length ** random()) - 1] ?? names[0] ?? "";
  return `${drawn(usGivenNames)} ${drawn(usFamilyNames)}`;
}
