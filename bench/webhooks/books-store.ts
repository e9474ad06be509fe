import type { Session } from "../../service/src/db/database.ts";
import { statement } from "../../service/src/db/statement.ts";

/** True while an event waits for fan-out or a delivery for its attempt. */
export async function isAnythingLeft(session: Session): Promise<boolean> {
  const row = await session.first<{ readonly left: boolean }>(leftStatement);
  return row?.left === true;
}

const leftStatement = statement(
  `SELECT EXISTS (SELECT FROM event_outbox) OR EXISTS (SELECT FROM webhook_queue) AS left`,
);

export interface Attempts {
  readonly succeeded: number;
  readonly other: number;
}

export async function countAttempts(session: Session): Promise<Attempts> {
  const row = await session.first<Attempts>(countStatement);
  return row ?? { succeeded: 0, other: 0 };
}

const countStatement = statement(`
  SELECT (count(*) FILTER (WHERE status = 'succeeded'))::integer AS succeeded,
         (count(*) FILTER (WHERE status <> 'succeeded'))::integer AS other
    FROM webhook_attempts`);
