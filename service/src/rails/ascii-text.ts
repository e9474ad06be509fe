/** A text as files of banks can hold it: accents are dropped, letters without a likeness in ASCII become a question mark. */
export function toAsciiText(text: string): string {
  return Array.from(text.normalize("NFKD"), toAscii).join("");
}

function toAscii(character: string): string {
  if (/^[ -~]$/.test(character)) return character;
  if (/^\p{M}$/u.test(character)) return "";
  if (/^[\s\p{C}]$/u.test(character)) return " ";
  return likenesses.get(character) ?? "?";
}

/** What decomposition leaves as it is. */
const likenesses = new Map([
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
