/** A count that is capped at its limit: "1,000+". */
export function countWords(count: number, isCapped: boolean): string {
  return `${count.toLocaleString()}${isCapped ? "+" : ""}`;
}
