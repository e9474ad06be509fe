const shownCharacters = 4;
const mask = "*****";

/** What may be shown of a number that identifies somebody: its last four characters, and nothing when it is too short. */
export function maskedLastFour(text: string): string {
  const characters = text.replaceAll(/[^0-9A-Za-z]/g, "");
  return characters.length <= shownCharacters ? mask : `${mask}${characters.slice(-shownCharacters)}`;
}
