import {
  formatInstant,
  type Instant,
  type Network,
  type Session,
  statement,
  type Transaction,
} from "@florin/service/sandbox-ports";

/** A file received from Florin. */
export interface Delivery {
  readonly network: Network;
  readonly sha256: string;
  readonly name: string;
  /** Of an accepted ISO 20022 message. */
  readonly messageId: string | undefined;
  /** Undefined if it was accepted. */
  readonly refusedFor: string | undefined;
  readonly deliveredAt: Instant;
  /** The sender's entries: `id trace`, one per line. */
  readonly entries: string;
}

const repeat = statement(`
  UPDATE sandbox_bank_deliveries SET repeats = repeats + 1 WHERE network = $1 AND sha256 = $2`);

/** True if the same bytes were received before, which is counted. */
export async function noteRepeat(tx: Transaction, network: Network, sha256: string): Promise<boolean> {
  return (await tx.run(repeat, [network, sha256])) > 0;
}

const taken = statement(`
  SELECT name FROM sandbox_bank_deliveries WHERE network = $1 AND message_id = $2`);

export async function wasMessageTaken(
  session: Session,
  network: Network,
  messageId: string,
): Promise<boolean> {
  return (await session.first(taken, [network, messageId])) !== undefined;
}

const insert = statement(`
  INSERT INTO sandbox_bank_deliveries (network, sha256, name, message_id, outcome, refused_for, delivered_at, entries)
  VALUES ($1, $2, $3, $4, CASE WHEN $5::text IS NULL THEN 'taken' ELSE 'refused' END, $5::text, $6::timestamptz, $7)`);

export async function insertDelivery(tx: Transaction, delivery: Delivery): Promise<void> {
  await tx.run(insert, [
    delivery.network,
    delivery.sha256,
    delivery.name,
    delivery.messageId ?? null,
    delivery.refusedFor ?? null,
    formatInstant(delivery.deliveredAt),
    delivery.entries,
  ]);
}

const all = statement<Pick<Delivery, "name" | "sha256" | "entries">>(`
  SELECT name, sha256, entries FROM sandbox_bank_deliveries WHERE network = $1 ORDER BY delivered_at, sha256`);

export function selectDeliveries(
  session: Session,
  network: Network,
): Promise<readonly Pick<Delivery, "name" | "sha256" | "entries">[]> {
  return session.rows(all, [network]);
}
