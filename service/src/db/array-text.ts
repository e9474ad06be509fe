/**
 * An array in PostgreSQL's own text form. The driver would quote and escape each member, which for numbers, and for texts
 * that need no escaping, is most of the work of a large batch; so this is for those alone.
 */
export function arrayText<Item>(
  items: readonly Item[],
  pick: (item: Item) => bigint | number | string | undefined,
): string {
  let text = "";
  for (const item of items) text += `${text === "" ? "{" : ","}${pick(item) ?? "NULL"}`;
  return text === "" ? "{}" : `${text}}`;
}
