import type { Session } from "../../db/database.ts";
import { type SqlValue, statement } from "../../db/statement.ts";
import type { Event } from "../../events/index.ts";
import { type AccountId, lowestIdAt } from "../../kernel/id.ts";
import { addMs, type Instant, instantFromMs } from "../../kernel/instant.ts";
import type { SubscriptionKey } from "../subscriptions/subscription.ts";

/** Which events go to a subscription again. */
export interface Selection {
  readonly subscription: Pick<SubscriptionKey, "tenantId" | "network" | "id">;
  /** Whose events; undefined for all of the tenant. */
  readonly accountId: AccountId | undefined;
  /** Not before, and before. */
  readonly since: Instant;
  readonly until: Instant;
  /** Both must match: types, and families such as `transfer.*`. */
  readonly wanted: readonly string[];
  readonly types: readonly string[] | undefined;
  readonly onlyFailed: boolean;
}

export type SelectedEvent = Pick<Event, "id" | "type" | "accountId" | "sequence">;

/** The oldest first. */
export async function selectToReplay(
  session: Session,
  selection: Selection,
  limit: number,
): Promise<readonly SelectedEvent[]> {
  const found = selection.onlyFailed ? failedStatement : allStatement;
  return session.rows<SelectedEvent>(found, [...valuesOf(selection), limit]);
}

/** How many there are, counted up to a limit. */
export async function countToReplay(session: Session, selection: Selection, limit: number): Promise<number> {
  const found = selection.onlyFailed ? countFailedStatement : countAllStatement;
  const row = await session.first<{ readonly count: number }>(found, [...valuesOf(selection), limit]);
  return row?.count ?? 0;
}

/**
 * An id begins with the time of its making, which is that of the event up to a moment: so the ids lead to the time, and
 * the time itself decides. What waits for the subscription comes to it anyway; written so, each event is looked up by
 * itself, however long the queue has become since it was last counted. Indexes: events_tenant_id_id_key,
 * webhook_queue_by_event, webhook_attempts_by_event.
 */
const select = (columns: string, more: string): string => `
  SELECT ${columns} FROM events AS event
   WHERE tenant_id = $1 AND network = $2 AND id >= $4 AND id < $5
     AND created_at >= to_timestamp($6::double precision / 1000)
     AND created_at < to_timestamp($7::double precision / 1000)
     AND ($8::text IS NULL OR account_id = $8)
     AND (type = ANY ($9::text[]) OR type ^@ ANY ($10::text[]))
     AND (type = ANY ($11::text[]) OR type ^@ ANY ($12::text[]))
     AND $3 NOT IN (SELECT subscription_id FROM webhook_queue WHERE tenant_id = $1 AND event_id = event.id)
     ${more}`;

const notSucceeded = `
     AND $3 NOT IN (SELECT subscription_id FROM webhook_attempts
                     WHERE tenant_id = $1 AND event_id = event.id AND status = 'succeeded')`;

const columns = `id, type, account_id AS "accountId", sequence`;
const inOrder = "ORDER BY id LIMIT $13";
const allStatement = statement(select(columns, inOrder));
const failedStatement = statement(select(columns, `${notSucceeded} ${inOrder}`));
const counted = (more: string): string =>
  `SELECT count(*)::integer AS count FROM (${select("id", `${more} LIMIT $13`)}) AS found`;
const countAllStatement = statement(counted(""));
const countFailedStatement = statement(counted(notSucceeded));

/** An id may have been made a moment before or after the event was dated, by a clock that was set meanwhile. */
const slackMs = 60_000;

function valuesOf(selection: Selection): readonly SqlValue[] {
  const { subscription, since, until, accountId, wanted, types } = selection;
  return [
    subscription.tenantId,
    subscription.network,
    subscription.id,
    lowestIdAt(instantFromMs(Math.max(0, since - slackMs))),
    lowestIdAt(addMs(until, slackMs)),
    since,
    until,
    accountId ?? null,
    ...exactAndPrefixes(wanted),
    ...(types === undefined ? everything : exactAndPrefixes(types)),
  ];
}

const everything = [[], [""]] as const;

function exactAndPrefixes(patterns: readonly string[]): readonly [readonly string[], readonly string[]] {
  const families = patterns.filter((pattern) => pattern.endsWith(".*"));
  return [
    patterns.filter((pattern) => !pattern.endsWith(".*")),
    families.map((family) => family.slice(0, -"*".length)),
  ];
}
