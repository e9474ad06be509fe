const shownCharacters = 4;
const mask = "*****";

/** What may be shown of a number that identifies somebody: its last four characters, and nothing when it is too short. */
export function maskedLastFour(text: string): string {
  const characters = text.replaceAll(/[^0-9A-Za-z]/g, "");
  return characters.length <= shownCharacters ? mask : `${mask}${characters.slice(-shownCharacters)}`;
}

const maxWords = 4;

/** What may be shown of a name where somebody need only be told apart: the first letter of each word. */
export function maskedName(text: string): string {
  const words = text.split(/\s+/).filter((word) => word !== "");
  return words
    .slice(0, maxWords)
    .map((word) => `${Array.from(word)[0] ?? ""}…`)
    .join(" ");
}
