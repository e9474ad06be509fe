import type { Random } from "../src/kernel/random.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * The name with so many random edits (Damerau: a letter inserted, deleted, replaced, or exchanged with the next one),
 * anywhere in its words of two letters or more. An edit that changes nothing is drawn again.
 */
export function misspell(name: string, edits: number, random: Random): string {
  let changed = name.toUpperCase();
  for (let done = 0; done < edits; done += 1) {
    const before = changed;
    for (let tries = 0; changed === before && tries < maxTries; tries += 1) changed = edit(before, random);
  }
  return changed;
}

const maxTries = 50;

function edit(name: string, random: Random): string {
  const places = [...name.matchAll(/[A-Z]{2,}/g)].flatMap(({ 0: word, index }) =>
    Array.from(word, (_, at) => ({ at: index + at, isLast: at === word.length - 1 })),
  );
  const place = places[Math.floor(random() * places.length)];
  if (place === undefined) return name;
  const { at, isLast } = place;
  const letter = alphabet[Math.floor(random() * alphabet.length)] ?? "";
  const [before, here, after] = [name.slice(0, at), name[at] ?? "", name.slice(at + 1)];
  const variants = [
    `${before}${letter}${here}${after}`,
    `${before}${after}`,
    `${before}${letter}${after}`,
    isLast ? name : `${before}${after[0]}${here}${after.slice(1)}`,
  ];
  return variants[Math.floor(random() * variants.length)] ?? name;
}
