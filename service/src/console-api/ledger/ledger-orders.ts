import { instantFromMs, parseInstant } from "../../kernel/instant.ts";
import { cellOf } from "../lists/listable.ts";
import type { ListOrder } from "../lists/ordered-route.ts";
import { maxSequence } from "./record-slice.ts";
import { positionOfEntry } from "./statement-place.ts";

const epoch = instantFromMs(0);

/** Records of a journal: the endpoint finds the sequences of the range. */
export const recordOrder: ListOrder = {
  first: "newest",
  hasRange: true,
  positionOf: (item) => cellOf(item, ["sequence"]),
  positionAt: (instant) => (instant > epoch ? maxSequence : 0n).toString(),
};

/** Entries of a statement, which has a period. */
export const entryOrder: ListOrder = {
  first: "oldest",
  hasRange: true,
  positionOf: (item) =>
    positionOfEntry({
      at: parseInstant(cellOf(item, ["at"])) ?? epoch,
      sequence: BigInt(cellOf(item, ["sequence"])),
      position: Number(cellOf(item, ["position"])),
    }),
  positionAt: (at) => positionOfEntry({ at, sequence: 0n, position: 0 }),
};
