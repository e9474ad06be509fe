import type { RowOf } from "../../db/table.ts";
import type { Id } from "../../kernel/id.ts";
import { consoleConfirmations } from "../tables.ts";

export type ConfirmationId = Id<"confirmation">;

export type ConfirmationKey = Pick<RowOf<typeof consoleConfirmations>, "id" | "sessionId" | "userId">;

export const insertConfirmation = consoleConfirmations.insert();

const pending = {
  by: ["id", "sessionId", "userId", "expiresAt >"],
  where: "confirmed_at IS NULL",
} as const;

export const selectPending = consoleConfirmations.one({ ...pending, columns: ["digest"] });

/** None if it does not exist, has expired, or was confirmed before. */
export const updateConfirmed = consoleConfirmations.update({
  ...pending,
  set: ["confirmedAt"],
  returning: ["operation", "digest"],
});

/**
 * A confirmation is valid once, for the request with this digest. Of concurrent uses, the second waits for the first and
 * then finds the row used.
 */
export const updateUsed = consoleConfirmations.update({
  by: ["id", "sessionId", "userId", "digest", "expiresAt >"],
  where: "confirmed_at IS NOT NULL AND used_at IS NULL",
  set: ["usedAt"],
});
