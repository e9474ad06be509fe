import type { Session, Transaction } from "../db/database.ts";
import { type Statement, statement } from "../db/statement.ts";
import type { WakeUp } from "../db/wake-up.ts";
import { assert } from "../kernel/assert.ts";
import type { NewId } from "../kernel/id.ts";
import type { Clock, Instant } from "../kernel/instant.ts";
import type { Event, EventId, EventOwner, NewEvent } from "./event.ts";

export interface EventLog {
  /**
   * Appends events in the caller's transaction and returns them with their sequence numbers. The accounts' counters
   * stay locked until the commit, so call it once and late, with all events of the transaction.
   */
  append(tx: Transaction, owner: EventOwner, events: readonly NewEvent[]): Promise<readonly Event[]>;
}

export interface EventLogOptions {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly wakeUp: Pick<WakeUp, "nudge">;
}

/** The wake-up topic of the dispatcher. */
export const eventsTopic = "events";

export function createEventLog({ clock, newId, wakeUp }: EventLogOptions): EventLog {
  return {
    append: async (tx, owner, events) => {
      if (events.length === 0) return [];
      const createdAt = clock.now();
      const identified = events.map((event) => ({ ...event, id: newId<"event">() }));
      const inserting = insertEvents(tx, owner, identified, createdAt);
      // After the events, so under the accounts' locks: this keeps outbox positions in the order of the sequence.
      if (!tx.isOnCitus) tx.later(copyToOutboxStatement, [owner.tenantId, identified.map(({ id }) => id)]);
      tx.afterCommit(() => wakeUp.nudge(eventsTopic));
      const sequences = await inserting;
      const appended = identified.map((event) => {
        const sequence = sequences.get(event.id);
        assert(sequence !== undefined, `event ${event.id} was written without a number`);
        return { ...owner, ...event, sequence, createdAt };
      });
      if (tx.isOnCitus) insertIntoOutbox(tx, owner, appended);
      return appended;
    },
  };
}

export type EventToInsert = NewEvent & { readonly id: EventId };

/** Returns the sequence number of each event. */
export async function insertEvents(
  tx: Session,
  owner: EventOwner,
  events: readonly EventToInsert[],
  createdAt: Instant,
): Promise<ReadonlyMap<EventId, bigint>> {
  const rows = await tx.rows(insertStatement, [
    owner.tenantId,
    owner.network,
    events.map(({ accountId }) => accountId),
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ data }) => JSON.stringify(data)),
    createdAt,
  ]);
  return new Map(rows.map(({ id, sequence }) => [id, sequence]));
}

interface NumberedRow {
  readonly id: EventId;
  readonly sequence: bigint;
}

/**
 * Counters are locked in the order of the account ids, so two transactions that write for the same accounts wait for
 * each other without deadlock. A counter moves with the transaction, so a rollback leaves no gap.
 */
const insertStatement: Statement<NumberedRow> = {
  ...statement<NumberedRow>(`
  WITH new_event AS (
    SELECT *, row_number() OVER (PARTITION BY account_id ORDER BY place) AS place_in_account
      FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) WITH ORDINALITY
        AS given (account_id, id, type, data, place)
  ), counted AS (
    SELECT account_id, count(*) AS events FROM new_event GROUP BY account_id
  ), counter AS (
    INSERT INTO event_sequences AS counter (tenant_id, network, account_id, last_sequence)
    SELECT $1, $2, account_id, events FROM counted ORDER BY account_id COLLATE "C"
    ON CONFLICT (tenant_id, network, account_id)
    DO UPDATE SET last_sequence = counter.last_sequence + excluded.last_sequence
    RETURNING account_id, last_sequence
  )
  INSERT INTO events (tenant_id, network, account_id, sequence, id, type, data, created_at)
  SELECT $1, $2, account_id, last_sequence - events + place_in_account, id, type, data::jsonb,
         to_timestamp($7::double precision / 1000)
    FROM new_event JOIN counted USING (account_id) JOIN counter USING (account_id)
  RETURNING id, sequence`),
  onCitus: statement<NumberedRow>(`SELECT id, sequence FROM append_events($1, $2, $3, $4, $5, $6, $7)`),
};

/** Index: events_tenant_id_id_key. */
const copyToOutboxStatement = statement(`
  INSERT INTO event_outbox (tenant_id, network, account_id, sequence, id, type, data, created_at)
  SELECT tenant_id, network, account_id, sequence, id, type, data, created_at
    FROM events JOIN unnest($2::text[]) WITH ORDINALITY AS appended (id, place) USING (id)
   WHERE tenant_id = $1 AND id = ANY ($2::text[]) ORDER BY place`);

/** On Citus the outbox is on another node than the events, which are not read from there again. */
function insertIntoOutbox(tx: Transaction, owner: EventOwner, events: readonly Event[]): void {
  tx.later(insertOutboxStatement, [
    owner.tenantId,
    owner.network,
    events.map(({ accountId }) => accountId),
    events.map(({ sequence }) => sequence),
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ data }) => JSON.stringify(data)),
    events[0]?.createdAt,
  ]);
}

const insertOutboxStatement = statement(`
  INSERT INTO event_outbox (tenant_id, network, account_id, sequence, id, type, data, created_at)
  SELECT $1, $2, account_id, sequence, id, type, data::jsonb, to_timestamp($8::double precision / 1000)
    FROM unnest($3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[]) WITH ORDINALITY
      AS appended (account_id, sequence, id, type, data, place)
   ORDER BY place`);
