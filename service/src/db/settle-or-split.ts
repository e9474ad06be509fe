import { LeaseLostError } from "./fenced-lease.ts";

/**
 * Settles a batch at once. If that fails, settles its items one by one, so that a failing item cannot block the others.
 * Returns how many were settled. `onFailure` gets the error of a single item; what it throws ends the batch, and so does
 * a lost lease.
 */
export async function settleOrSplit<Item>(
  items: readonly Item[],
  settle: (items: readonly Item[]) => Promise<void>,
  onFailure: (error: unknown, item: Item) => Promise<void> | void,
): Promise<number> {
  try {
    await settle(items);
    return items.length;
  } catch (error) {
    if (error instanceof LeaseLostError) throw error;
    const [only] = items;
    if (items.length === 1 && only !== undefined) {
      await onFailure(error, only);
      return 0;
    }
  }
  let settled = 0;
  for (const item of items) settled += await settleOrSplit([item], settle, onFailure);
  return settled;
}

/** Consecutive parts of a list, at most `size` items each. */
export function chunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
