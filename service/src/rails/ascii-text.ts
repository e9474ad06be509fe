/** A text for bank files: accents are dropped, characters without an ASCII equivalent become question marks. */
export function toAsciiText(text: string): string {
  return Array.from(text.normalize("NFKD"), toAscii).join("");
}

function toAscii(character: string): string {
  if (/^[ -~]$/.test(character)) return character;
  if (/^\p{M}$/u.test(character)) return "";
  if (/^[\s\p{C}]$/u.test(character)) return " ";
  return equivalents.get(character) ?? "?";
}

/** Characters that Unicode decomposition leaves unchanged. */
const equivalents = new Map([
  ["ß", "ss"],
  ["ẞ", "SS"],
  ["Æ", "AE"],
  ["æ", "ae"],
  ["Œ", "OE"],
  ["œ", "oe"],
  ["Ø", "O"],
  ["ø", "o"],
  ["Ł", "L"],
  ["ł", "l"],
  ["Đ", "D"],
  ["đ", "d"],
  ["Ð", "D"],
  ["ð", "d"],
  ["Þ", "Th"],
  ["þ", "th"],
  ["Ħ", "H"],
  ["ħ", "h"],
  ["ı", "i"],
  ["‘", "'"],
  ["’", "'"],
  ["‚", "'"],
  ["“", '"'],
  ["”", '"'],
  ["„", '"'],
  ["«", '"'],
  ["»", '"'],
  ["‐", "-"],
  ["‑", "-"],
  ["–", "-"],
  ["—", "-"],
  ["−", "-"],
  ["⁄", "/"],
  ["·", "."],
  ["€", "EUR"],
  ["£", "GBP"],
]);
