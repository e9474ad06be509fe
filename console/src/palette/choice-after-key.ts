/** Which of so many is chosen after a key; undefined for a key that chooses nothing. The ends meet. */
export function choiceAfterKey(key: string, chosen: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case "ArrowDown":
      return (chosen + 1) % count;
    case "ArrowUp":
      return (chosen + count - 1) % count;
    case "PageDown":
      return count - 1;
    case "PageUp":
      return 0;
    default:
      return undefined;
  }
}
