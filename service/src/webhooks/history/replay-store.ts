import type { Session } from "../../db/database.ts";
import { type SqlValue, statement } from "../../db/statement.ts";
import type { Event } from "../../events/index.ts";
import { type AccountId, lowestIdAt } from "../../kernel/id.ts";
import { addMs, type Instant, instantFromMs } from "../../kernel/instant.ts";
import type { SubscriptionKey } from "../subscriptions/subscription.ts";

/** Selects events to replay to a subscription. */
export interface Selection {
  readonly subscription: Pick<SubscriptionKey, "tenantId" | "network" | "id">;
  /** The account of the events; undefined for all of the tenant. */
  readonly accountId: AccountId | undefined;
  /** Start (inclusive) and end (exclusive). */
  readonly since: Instant;
  readonly until: Instant;
  /** Both must match: types, and wildcards such as `transfer.*`. */
  readonly requested: readonly string[];
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
  return session.rows(found, [...valuesOf(selection), limit]);
}

/** How many there are, counted up to a limit. */
export async function countToReplay(session: Session, selection: Selection, limit: number): Promise<number> {
  const found = selection.onlyFailed ? countFailedStatement : countAllStatement;
  const row = await session.first(found, [...valuesOf(selection), limit]);
  return row?.count ?? 0;
}

/**
 * An id begins with its creation time, which is about that of the event: so the ids narrow the range, and the time
 * decides. Events that already wait for the subscription are left out; in this form, each event is looked up
 * individually, however long the queue has become since the table was last analyzed. Indexes: events_tenant_id_id_key,
 * webhook_queue_by_event, webhook_attempts_by_event.
 */
const select = (columns: string, suffix: string): string => `
  SELECT ${columns} FROM events AS event
   WHERE tenant_id = $1 AND network = $2 AND id >= $4 AND id < $5
     AND created_at >= to_timestamp($6::double precision / 1000)
     AND created_at < to_timestamp($7::double precision / 1000)
     AND ($8::text IS NULL OR account_id = $8)
     AND (type = ANY ($9::text[]) OR type ^@ ANY ($10::text[]))
     AND (type = ANY ($11::text[]) OR type ^@ ANY ($12::text[]))
     AND $3 NOT IN (SELECT subscription_id FROM webhook_queue WHERE tenant_id = $1 AND event_id = event.id)
     ${suffix}`;

const notSucceeded = `
     AND $3 NOT IN (SELECT subscription_id FROM webhook_attempts
                     WHERE tenant_id = $1 AND event_id = event.id AND status = 'succeeded')`;

const columns = `id, type, account_id, sequence`;
const inOrder = "ORDER BY id LIMIT $13";
const allStatement = statement<SelectedEvent>(select(columns, inOrder));
const failedStatement = statement<SelectedEvent>(select(columns, `${notSucceeded} ${inOrder}`));
const counted = (suffix: string): string =>
  `SELECT count(*)::integer AS count FROM (${select("id", `${suffix} LIMIT $13`)}) AS found`;
const countAllStatement = statement<{ readonly count: number }>(counted(""));
const countFailedStatement = statement<{ readonly count: number }>(counted(notSucceeded));

/** An id may have been created slightly before or after the event was dated, by a clock that was adjusted. */
const slackMs = 60_000;

function valuesOf(selection: Selection): readonly SqlValue[] {
  const { subscription, since, until, accountId, requested, types } = selection;
  return [
    subscription.tenantId,
    subscription.network,
    subscription.id,
    lowestIdAt(instantFromMs(Math.max(0, since - slackMs))),
    lowestIdAt(addMs(until, slackMs)),
    since,
    until,
    accountId ?? null,
    ...exactAndPrefixes(requested),
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
