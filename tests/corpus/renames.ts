/**
 * Names of the stored corpus for tables and columns that have new ones since: `{ movements: "transfers",
 * "movements.phase": "transfers.step" }`.
 */
export const renames: Readonly<Record<string, string>> = {};
