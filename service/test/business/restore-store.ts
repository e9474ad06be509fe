import type { Session } from "../../src/db/database.ts";
import { statement } from "../../src/db/statement.ts";

export interface EffectRow {
  readonly place: string;
  readonly mark: string;
  readonly reference: string;
  readonly state: string;
}

const effects = statement<EffectRow>(
  `SELECT place, mark, reference, state FROM recovered_effects ORDER BY place, reference, mark`,
);

export function selectEffectRows(session: Session): Promise<readonly EffectRow[]> {
  return session.rows(effects);
}

const works = statement<{ readonly id: string }>(
  `SELECT id FROM chain_work WHERE $1::text IS NULL OR state = $1`,
);

export async function selectWorkIds(session: Session, state?: string): Promise<readonly string[]> {
  return (await session.rows(works, [state ?? null])).map(({ id }) => id);
}

const entries = statement<{ readonly id: string; readonly state: string }>(
  `SELECT id, state FROM bank_entries`,
);

/** State of each entry. */
export async function selectEntryStates(session: Session): Promise<ReadonlyMap<string, string>> {
  return new Map((await session.rows(entries)).map(({ id, state }) => [id, state]));
}

const deliveries = statement<{ readonly entries: string }>(`
  SELECT entries FROM sandbox_bank_deliveries WHERE outcome = ANY ($1::text[])`);

/** Ids of the entries in files that the bank accepted or refused. */
export async function selectDelivered(
  session: Session,
  outcomes: readonly ("taken" | "refused")[],
): Promise<readonly string[]> {
  const rows = await session.rows(deliveries, [outcomes]);
  return rows.flatMap(({ entries }) => entries.split("\n").flatMap((line) => line.split(" ")[0] || []));
}

const owners = statement<{ readonly id: string; readonly subject: string }>(`
  SELECT id, owner_subject AS subject FROM payments WHERE direction = 'outbound' AND owner_subject IS NOT NULL`);

export async function selectPaymentOwners(session: Session): Promise<ReadonlyMap<string, string>> {
  return new Map((await session.rows(owners)).map(({ id, subject }) => [id, subject]));
}

const returns = statement<{ readonly id: string; readonly reference: string }>(`
  SELECT payments.id, bank_reference AS reference
  FROM payments JOIN incoming_payments ON incoming_payments.payment_id = payments.owner_subject
  WHERE owner_name = 'returns'`);

/** The incoming payment, by the bank's reference, of each return. */
export async function selectReturns(session: Session): Promise<ReadonlyMap<string, string>> {
  return new Map((await session.rows(returns)).map(({ id, reference }) => [id, reference]));
}

const transfers = statement<{ readonly id: string }>(`SELECT id FROM transfers`);

export async function selectTransferIds(session: Session): Promise<readonly string[]> {
  return (await session.rows(transfers)).map(({ id }) => id);
}
