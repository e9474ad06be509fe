import type { Session } from "../../db/database.ts";
import { type SqlValue, statement } from "../../db/statement.ts";
import { type Event, eventView } from "../../events/index.ts";
import { type AccountId, lowestIdAt } from "../../kernel/id.ts";
import { addMs, formatInstant, type Instant, instantFromMs } from "../../kernel/instant.ts";
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

/** The oldest first, without those that already wait for the subscription. */
export async function selectToReplay(
  session: Session,
  selection: Selection,
  limit: number,
): Promise<readonly SelectedEvent[]> {
  const found: SelectedEvent[] = [];
  let page: readonly SelectedEvent[];
  let from = lowestIdAt(instantFromMs(Math.max(0, selection.since - slackMs)));
  do {
    page = await session.rows(eventsStatement, [...valuesOf(selection), from, pageSize]);
    const leftOut = await selectLeftOut(session, selection, page);
    found.push(...page.filter(({ id }) => !leftOut.has(id)).slice(0, limit - found.length));
    from = page.at(-1)?.id ?? from;
  } while (page.length === pageSize && found.length < limit);
  return found;
}

const pageSize = 10_000;

async function selectLeftOut(
  session: Session,
  { subscription: { tenantId, id }, onlyFailed }: Selection,
  events: readonly SelectedEvent[],
): Promise<ReadonlySet<string>> {
  const text = onlyFailed ? waitingOrSucceededStatement : waitingStatement;
  const rows = await session.rows(text, [tenantId, id, events.map((event) => event.id)]);
  return new Set(rows.map(({ eventId }) => eventId));
}

/**
 * An id begins with its creation time, which is about that of the event: so the ids narrow the range, and the time
 * decides. Index: events_tenant_id_id_key.
 */
const eventsStatement = statement<SelectedEvent>(`
  SELECT id, type, account_id, sequence FROM ${eventView} AS event
   WHERE tenant_id = $1 AND network = $2 AND id < $3
     AND created_at >= $4::timestamptz AND created_at < $5::timestamptz
     AND ($6::text IS NULL OR account_id = $6)
     AND (type = ANY ($7::text[]) OR type ^@ ANY ($8::text[]))
     AND (type = ANY ($9::text[]) OR type ^@ ANY ($10::text[]))
     AND id > $11
   ORDER BY id LIMIT $12`);

/**
 * Each event is looked up individually, however long the queue has become since the table was last analyzed. Indexes:
 * webhook_queue_by_event, webhook_attempts_by_event.
 */
const waiting = (table: string, condition: string): string => `
  SELECT given.id AS event_id FROM unnest($3::text[]) AS given (id)
   WHERE $2 IN (SELECT subscription_id FROM ${table} WHERE tenant_id = $1 AND event_id = given.id ${condition})`;

const waitingStatement = statement<{ readonly eventId: string }>(waiting("webhook_queue", ""));
const waitingOrSucceededStatement = statement<{ readonly eventId: string }>(`
  ${waiting("webhook_queue", "")} UNION ALL ${waiting("webhook_attempts", "AND status = 'succeeded'")}`);

/** An id may have been created slightly before or after the event was dated, by a clock that was adjusted. */
const slackMs = 60_000;

function valuesOf(selection: Selection): readonly SqlValue[] {
  const { subscription, since, until, accountId, requested, types } = selection;
  return [
    subscription.tenantId,
    subscription.network,
    lowestIdAt(addMs(until, slackMs)),
    formatInstant(since),
    formatInstant(until),
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
