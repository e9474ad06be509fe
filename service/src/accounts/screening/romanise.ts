import { romaniseScripts } from "./romanise-scripts.ts";

/**
 * Converts a name to Latin capitals: strips accents, transliterates Cyrillic and Greek, and reads Arabic and frequent
 * Chinese characters. Other letters are unchanged; check with `isLatin`.
 */
export function romanise(text: string): string {
  if (plain.test(text)) return text.toUpperCase();
  const composed = mapLetters(romaniseScripts(text.normalize("NFKC")).toUpperCase(), composedLetters);
  const bare = composed.normalize("NFKD").replaceAll(/\p{M}/gu, "").toUpperCase();
  return mapLetters(withGreekPairs(bare), letters);
}

// Fast path: nearly every name is ASCII, and a list has a hundred thousand of them.
const plain = /^[ -~]*$/;

/** Whether all letters are Latin. */
export function isLatin(romanised: string): boolean {
  return !/[^\P{L}A-Z]/u.test(romanised);
}

/** Whether a word mixes scripts: a letter may have been replaced by a homoglyph. */
export function mixesScripts(text: string): boolean {
  return mixture.test(text.normalize("NFC"));
}

const [latinLetter, cyrillicLetter, greekLetter] = ["Latin", "Cyrillic", "Greek"].map(
  (name) => `\\p{Script=${name}}`,
);
const mixture = new RegExp(
  [
    `${latinLetter}[${cyrillicLetter}${greekLetter}]`,
    `${cyrillicLetter}[${latinLetter}${greekLetter}]`,
    `${greekLetter}[${latinLetter}${cyrillicLetter}]`,
  ].join("|"),
  "u",
);

function mapLetters(text: string, table: ReadonlyMap<string, string>): string {
  return Array.from(text, (letter) => table.get(letter) ?? letter).join("");
}

/** Greek digraphs (ELOT 743). */
function withGreekPairs(text: string): string {
  if (!/\p{Script=Greek}/u.test(text)) return text;
  return text
    .replaceAll(/(?<!\p{L})ΜΠ/gu, "B")
    .replaceAll("ΟΥ", "OU")
    .replaceAll("ΑΥ", "AV")
    .replaceAll("ΕΥ", "EV")
    .replaceAll("ΓΓ", "NG")
    .replaceAll("ΓΧ", "NCH");
}

// Letters that would decompose into another letter and an accent, with another meaning.
const composedLetters: ReadonlyMap<string, string> = new Map([
  ["Й", "Y"],
  ["Ё", "E"],
  ["Ї", "YI"],
  ["Ў", "U"],
  ["Ѓ", "G"],
  ["Ќ", "K"],
]);

const latin = "Æ=AE Œ=OE Ø=O Ł=L Đ=D Ð=D Þ=TH Ħ=H Ŋ=NG Ə=A Ŧ=T ẞ=SS Ɓ=B Ɗ=D Ƙ=K Ƴ=Y Ɛ=E Ɔ=O";

// As in passports and by the United States Board on Geographic Names, without apostrophes.
const cyrillic = [
  "А=A Б=B В=V Г=G Ґ=G Д=D Ђ=DJ Е=E Є=YE Ж=ZH З=Z Ѕ=DZ И=I І=I Ј=J К=K Л=L Љ=LJ М=M Н=N Њ=NJ О=O П=P Р=R",
  "С=S Т=T Ћ=C У=U Ф=F Х=KH Ц=TS Ч=CH Џ=DZH Ш=SH Щ=SHCH Ъ= Ы=Y Ь= Э=E Ю=YU Я=YA Қ=Q Ғ=G Ң=N Ө=O Ұ=U Ү=U Һ=H",
].join(" ");

const greek =
  "Α=A Β=V Γ=G Δ=D Ε=E Ζ=Z Η=I Θ=TH Ι=I Κ=K Λ=L Μ=M Ν=N Ξ=X Ο=O Π=P Ρ=R Σ=S Τ=T Υ=Y Φ=F Χ=CH Ψ=PS Ω=O";

const letters: ReadonlyMap<string, string> = new Map(
  [latin, cyrillic, greek]
    .flatMap((table) => table.split(" "))
    .map((pair): [string, string] => {
      const [letter = "", written = ""] = pair.split("=");
      return [letter, written];
    }),
);
