const shownCharacters = 4;
const mask = "*****";

/** Masks an identifying number to its last four characters, or completely when it is too short. */
export function maskedLastFour(text: string): string {
  const characters = text.replaceAll(/[^0-9A-Za-z]/g, "");
  return characters.length <= shownCharacters ? mask : `${mask}${characters.slice(-shownCharacters)}`;
}

const maxWords = 4;

/** Masks a name to the first letter of each word: enough to distinguish two names. */
export function maskedName(text: string): string {
  const words = text.split(/\s+/).filter((word) => word !== "");
  return words
    .slice(0, maxWords)
    .map((word) => `${Array.from(word)[0] ?? ""}…`)
    .join(" ");
}
