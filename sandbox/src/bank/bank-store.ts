import {
  assert,
  type Network,
  type Session,
  type SimulatedClock,
  statement,
  type Transaction,
} from "@florin/service/sandbox-ports";

/** State of the bank of a network. */
export interface BankRow {
  readonly network: Network;
  /** Undefined until a mode is chosen. */
  readonly clockMode: SimulatedClock["mode"] | undefined;
  readonly aheadMs: number;
  readonly nextNumber: bigint;
  /** The last banking day with a statement. */
  readonly statedUntil: string;
  /** Closing balance of that day. */
  readonly balanceCents: bigint;
}

const columns =
  "network, clock_mode, ahead_ms::double precision AS ahead_ms, next_number, stated_until, balance_cents";
const select = statement<BankRow>(`SELECT ${columns} FROM sandbox_banks WHERE network = $1`);

/** Undefined for a bank that was never used. */
export function selectBank(session: Session, network: Network): Promise<BankRow | undefined> {
  return session.first(select, [network]);
}

const createBank = statement(`
  INSERT INTO sandbox_banks (network, clock_mode, ahead_ms, next_number, stated_until, balance_cents)
  VALUES ($1, NULL, 0, 1, $2, 0) ON CONFLICT (network) DO NOTHING`);
const lock = statement<BankRow>(`SELECT ${columns} FROM sandbox_banks WHERE network = $1 FOR UPDATE`);

/** Locks the bank for this transaction, and creates it if needed. */
export async function lockBank(tx: Transaction, network: Network, statedUntil: string): Promise<BankRow> {
  const known = await tx.first(lock, [network]);
  if (known !== undefined) return known;
  await tx.run(createBank, [network, statedUntil]);
  const row = await tx.first(lock, [network]);
  assert(row !== undefined, "a created bank exists");
  return row;
}

const update = statement(`
  UPDATE sandbox_banks SET clock_mode = $2, ahead_ms = $3, next_number = $4, stated_until = $5, balance_cents = $6
  WHERE network = $1`);

export async function updateBank(tx: Transaction, bank: BankRow): Promise<void> {
  await tx.run(update, [
    bank.network,
    bank.clockMode ?? null,
    bank.aheadMs,
    bank.nextNumber,
    bank.statedUntil,
    bank.balanceCents,
  ]);
}
