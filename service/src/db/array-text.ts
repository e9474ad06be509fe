/**
 * An array in PostgreSQL's text format. Use it only for numbers and texts that need no escaping: the driver would quote
 * and escape each member, which is most of the cost of a large batch.
 */
export function arrayText<Item>(
  items: readonly Item[],
  pick: (item: Item) => bigint | number | string | undefined,
): string {
  let text = "";
  for (const item of items) text += `${text === "" ? "{" : ","}${pick(item) ?? "NULL"}`;
  return text === "" ? "{}" : `${text}}`;
}
