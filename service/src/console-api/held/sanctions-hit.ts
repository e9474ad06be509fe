import Type from "typebox";
import { named, nullableString } from "../../http/schemas.ts";
import type { ConsoleDeps } from "../console-deps.ts";

export const SanctionsHitSchema = named(
  "SanctionsHit",
  Type.Object(
    {
      entry: Type.String({ description: "UID of the sanctions list entry." }),
      name: nullableString({
        description: "Name in the current list; null if the entry was removed.",
      }),
      program: nullableString(),
    },
    { description: "A sanctions list entry. Operators only." },
  ),
);

/** Reads sanctions list entries. */
export type ListReader = Pick<ConsoleDeps, "screener">;

/** Entries by UID, with their names in the current list. */
export function findHits({ screener }: ListReader, uids: readonly string[] | undefined) {
  return (uids ?? []).map((entry) => {
    const sanctioned = screener.findEntry(entry);
    return { entry, name: sanctioned?.name, program: sanctioned?.program };
  });
}
