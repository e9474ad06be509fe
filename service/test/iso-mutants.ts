/** Reproducible random integers from 0 to below the limit (mulberry32). */
export type Chance = (limit: number) => number;

export function chanceOf(seed: number): Chance {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** The file, changed in one to three places as a disk error, a faulty bank or an attacker would change it. */
export function mutantOf(file: Buffer, chance: Chance): Buffer {
  let mutant = file;
  for (let left = 1 + chance(3); left > 0; left -= 1) {
    mutant = pick(mutations, chance)(mutant, chance);
  }
  return mutant;
}

type Mutation = (file: Buffer, chance: Chance) => Buffer;

const mutations: readonly Mutation[] = [
  flippedBit,
  withoutSlice,
  withSliceTwice,
  withToken,
  withOtherDigit,
  withOtherValue,
  withOtherValue,
  withoutElement,
  withElementTwice,
  withElementElsewhere,
  withOtherVersion,
];

function flippedBit(file: Buffer, chance: Chance): Buffer {
  const mutant = Buffer.from(file);
  const index = chance(Math.max(mutant.length, 1));
  mutant[index] = (mutant[index] ?? 0) ^ (1 << chance(8));
  return mutant;
}

function withoutSlice(file: Buffer, chance: Chance): Buffer {
  const from = chance(file.length + 1);
  return Buffer.concat([file.subarray(0, from), file.subarray(from + 1 + chance(40))]);
}

function withSliceTwice(file: Buffer, chance: Chance): Buffer {
  const from = chance(file.length + 1);
  const until = from + 1 + chance(40);
  return Buffer.concat([file.subarray(0, until), file.subarray(from, until), file.subarray(until)]);
}

const tokens = [
  "<",
  ">",
  "&",
  "&#0;",
  "&#x1F600;",
  "<!--",
  "-->",
  "<![CDATA[",
  "]]>",
  "<?pi x?>",
  "</Nm>",
  "\u0000",
  "é",
];

function withToken(file: Buffer, chance: Chance): Buffer {
  const at = chance(file.length + 1);
  return Buffer.concat([file.subarray(0, at), Buffer.from(pick(tokens, chance)), file.subarray(at)]);
}

function withOtherDigit(file: Buffer, chance: Chance): Buffer {
  return replaced(file, /[0-9]/g, chance, () => String(chance(10)));
}

const values = [
  "",
  " ",
  "0",
  "-1",
  "1e3",
  "0.001",
  "0.10000",
  "99999999999999999999",
  "NaN",
  "true",
  "2026-02-30",
  "2026-11-16",
  "2026-11-16T10:00:00",
  "2026-11-16T25:00:00Z",
  "9999-12-31T23:59:59-14:00",
  "ABCD",
  "a b",
  "x".repeat(200),
  "Łukasz &amp; “Söhne” 漢字",
  "\n padded\t text \n",
  "&#13;",
];

function withOtherValue(file: Buffer, chance: Chance): Buffer {
  return replaced(file, /(?<=>)[^<>]+(?=<\/)/g, chance, () => pick(values, chance));
}

const smallElement = /<([\w:]+)[^<>]*>(?:[^<>]|<(?!\/?\1\b))*<\/\1>/g;

function withoutElement(file: Buffer, chance: Chance): Buffer {
  return replaced(file, smallElement, chance, () => "");
}

function withElementTwice(file: Buffer, chance: Chance): Buffer {
  return replaced(file, smallElement, chance, (element) => element + element);
}

function withElementElsewhere(file: Buffer, chance: Chance): Buffer {
  const [element = ""] = pick([...file.toString().matchAll(smallElement)], chance) ?? [];
  return replaced(file, smallElement, chance, (other) => (chance(2) === 0 ? other + element : element));
}

function withOtherVersion(file: Buffer, chance: Chance): Buffer {
  return replaced(file, /(?<=\.001\.)\d\d(?=")/g, chance, () => String(2 + chance(14)).padStart(2, "0"));
}

function replaced(file: Buffer, what: RegExp, chance: Chance, by: (found: string) => string): Buffer {
  const text = file.toString();
  const found = pick([...text.matchAll(what)], chance);
  if (found === undefined) return file;
  const { 0: old, index } = found;
  return Buffer.from(text.slice(0, index) + by(old) + text.slice(index + old.length));
}

function pick<T>(choices: readonly T[], chance: Chance): T {
  return choices[chance(Math.max(choices.length, 1))] as T;
}
