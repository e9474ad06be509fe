/** A count that was not counted further than its limit: "1,000+". */
export function countWords(count: number, isMore: boolean): string {
  return `${count.toLocaleString()}${isMore ? "+" : ""}`;
}
