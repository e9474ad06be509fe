/** Index of the selected option after a key press; undefined if the key does not change it. Wraps around. */
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
