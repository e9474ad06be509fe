import type { ListEntry, SanctionedName, SanctionsList } from "../src/accounts/screening/sanctions-list.ts";
import type { Random } from "../src/kernel/random.ts";
import { createRandom } from "./generated-list.ts";
import { businessKinds, businessWords, type Origin, origins } from "./name-tables.ts";

/**
 * A list with the names of real regions in about the shares of OFAC's list, so that it is close to common names as a
 * real list is. Every name is a random combination. The same for the same seed.
 */
export function generateNamedList(entries: number, seed: number): SanctionsList {
  const random = createRandom(seed);
  const all = Array.from({ length: entries }, (_, at) => generateEntry(random, at));
  const version = { name: "Combined names", version: `seed-${seed}`, sha256: "0".repeat(64), entries };
  return { version, entries: all };
}

const shareOfIndividuals = 0.55;
const legalForms = ["LLC", "LTD", "CO., LTD.", "FZE", "JSC", "OOO", "S.A.", "S.A. DE C.V.", "GMBH", ""];

function generateEntry(random: Random, at: number): ListEntry {
  const isIndividual = random() < shareOfIndividuals;
  const makeName = isIndividual ? individualName : businessName;
  const names: SanctionedName[] = [{ type: "primary", text: makeName(random) }];
  for (let aliases = Math.floor(random() * 3); aliases > 0; aliases -= 1) {
    names.push({ type: "aka", text: makeName(random) });
  }
  const type = isIndividual ? "individual" : "entity";
  return { uid: String(at + 1), type, program: "GENERATED", names, birthDates: [], chainAddresses: [] };
}

function individualName(random: Random): string {
  const origin = originFor(random());
  const given = [pick(random, origin.given)];
  const family = [pick(random, origin.family)];
  if (random() < 0.7) addSecond(random, origin, { given, family });
  const particle = origin.particles.length > 0 && random() < 0.4 ? pick(random, origin.particles) : "";
  return `${particle}${family.join(" ").toUpperCase()}, ${given.join(" ")}`;
}

function originFor(drawn: number): Origin {
  let sum = 0;
  for (const origin of origins) {
    sum += origin.share;
    if (drawn < sum) return origin;
  }
  return origins[0] as Origin;
}

function addSecond(
  random: Random,
  origin: Origin,
  { given, family }: { readonly given: string[]; readonly family: string[] },
): void {
  if (origin.second === "family") family.push(pick(random, origin.family));
  else if (origin.second === "given") given.push(pick(random, origin.given));
  else given.push(`${pick(random, origin.given)}ovich`);
}

function businessName(random: Random): string {
  const words = [pick(random, businessWords)];
  if (random() < 0.75) words.push(pick(random, businessWords));
  if (random() < 0.8) words.push(pick(random, businessKinds));
  words.push(pick(random, legalForms));
  return words.join(" ").trim().toUpperCase();
}

function pick(random: Random, choices: readonly string[]): string {
  return choices[Math.floor(random() * choices.length)] ?? "";
}
