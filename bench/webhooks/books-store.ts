import type { Session } from "../../service/src/db/database.ts";
import { statement } from "../../service/src/db/statement.ts";

/** True while an event waits for fan-out or a delivery for its attempt. */
export async function isAnythingLeft(session: Session): Promise<boolean> {
  const row = await session.first(leftStatement);
  return row?.left === true;
}

const leftStatement = statement<{ readonly left: boolean }>(
  `SELECT EXISTS (SELECT FROM event_outbox) OR EXISTS (SELECT FROM webhook_queue) AS left`,
);

export interface Attempts {
  readonly succeeded: number;
  readonly other: number;
}

export async function countAttempts(session: Session): Promise<Attempts> {
  const row = await session.first(countStatement);
  return row ?? { succeeded: 0, other: 0 };
}

const countStatement = statement<Attempts>(`
  SELECT (count(*) FILTER (WHERE status = 'succeeded'))::integer AS succeeded,
         (count(*) FILTER (WHERE status <> 'succeeded'))::integer AS other
    FROM webhook_attempts`);
