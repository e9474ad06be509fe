import type { Database } from "../../db/database.ts";
import type { FencedLease } from "../../db/fenced-lease.ts";
import type { Clock } from "../../kernel/instant.ts";
import type { ChainKey } from "../chain-name.ts";
import { countVotes, type Outcome, type Witness } from "./count-votes.ts";
import { confirmDeposits, deleteDenied, noteDisagreement, selectUnconfirmed } from "./quorum-store.ts";

/** The RPC nodes of a chain, and when their majority must confirm a deposit. */
export interface DepositQuorum {
  /** Every configured node. With a single one, no deposit needs a quorum. */
  readonly witnesses: readonly Witness[];
  /** Units that are credited within a day on the word of one node. */
  readonly aboveUnits: bigint;
  /** Called for a node that contradicts the others; it is set aside if a majority has decided. */
  onDisagreement(disagreement: Disagreement): void;
}

export interface Disagreement {
  readonly witness: Witness;
  readonly decision: Outcome["decision"];
  readonly transactionId: string;
  readonly units: bigint;
}

export interface ConfirmDeps {
  readonly chain: { readonly key: ChainKey };
  readonly database: Database;
  readonly clock: Clock;
  readonly lease: FencedLease;
}

const depositsAtOnce = 200;

/** Queries the nodes for final deposits that await a quorum; returns how many were confirmed and denied. */
export async function confirmByQuorum(
  { chain: { key }, database, clock, lease }: ConfirmDeps,
  quorum: DepositQuorum,
): Promise<{ readonly confirmed: number; readonly denied: number }> {
  const deposits = await selectUnconfirmed(database, key, depositsAtOnce);
  const outcomes = await countVotes(quorum.witnesses, deposits);
  const having = (decision: Outcome["decision"]) =>
    outcomes
      .filter((outcome) => outcome.decision === decision)
      .map(({ deposit: { transactionId, index: transferIndex } }) => ({ transactionId, transferIndex }));
  const disagreements = outcomes.flatMap(({ deposit: { transactionId, units }, decision, disagreeing }) =>
    disagreeing.map((witness): Disagreement => ({ witness, decision, transactionId, units })),
  );
  for (const disagreement of disagreements) quorum.onDisagreement(disagreement);
  return database.transaction(async (tx) => {
    await lease.fence(tx);
    for (const host of new Set(disagreements.map(({ witness }) => witness.host)))
      await noteDisagreement(tx, { ...key, host, count: 1n, disagreedAt: clock.now() });
    return {
      confirmed: await confirmDeposits(tx, key, having("confirmed")),
      denied: await deleteDenied(tx, key, having("denied")),
    };
  });
}
