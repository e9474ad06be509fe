import Type, { type Static } from "typebox";
import { named, nullableString } from "../../http/schemas.ts";
import type { ConsoleDeps } from "../console-deps.ts";

export const ListedHitSchema = named(
  "ListedHit",
  Type.Object(
    {
      entry: Type.String({ description: "The list's own number of the entry." }),
      name: nullableString({
        description: "As the list in use writes it; null where it has no such entry any more.",
      }),
      program: nullableString(),
    },
    { description: "An entry of the sanctions list. Told to those who run the service alone." },
  ),
);

/** Whoever reads what the list found. */
export type ListReader = Pick<ConsoleDeps, "screener">;

/** Entries by their numbers, with who they are by the list in use. */
export function presentHits(
  { screener }: ListReader,
  uids: readonly string[] | undefined,
): Static<typeof ListedHitSchema>[] {
  return (uids ?? []).map((entry) => {
    const listed = screener.findEntry(entry);
    return { entry, name: listed?.name ?? null, program: listed?.program ?? null };
  });
}
