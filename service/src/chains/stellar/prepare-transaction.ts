import { Operation } from "@stellar/stellar-sdk";
import { assert } from "../../kernel/assert.ts";
import type { ChainOperation, FeeOffer, Lane, Prepared } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import type { KeyDuty, Signer } from "../signer.ts";
import { ask } from "./ask-nodes.ts";
import { chooseBaseFee } from "./base-fee.ts";
import { entriesFor } from "./check-operation.ts";
import { type LedgerEntries, readEntries, type WantedEntries } from "./ledger-entries.ts";
import { feeStatsAnswer } from "./node-answers.ts";
import { type Authorities, type OperationPlan, planOperation } from "./operation-plan.ts";
import { signTransaction } from "./sign-transaction.ts";
import { stellarAddressOf } from "./stellar-address.ts";

export interface Preparing {
  readonly nodes: NodePool;
  readonly passphrase: string;
  readonly signer: Signer;
  readonly validityLedgers: number;
  readonly maxBaseFee: bigint;
}

export async function prepareOperation(
  preparing: Preparing,
  operation: ChainOperation,
  lane: Lane,
  replaces: FeeOffer | undefined,
): Promise<Prepared> {
  const issuer = await issuerToBe(preparing.signer, operation);
  const entries = await entriesBefore(preparing.nodes, lane, entriesFor(operation, issuer));
  const authorities = await readAuthorities(preparing.signer);
  const plan = planOperation(operation, entries, authorities, issuer ?? "");
  return sign(preparing, { plan, lane, entries, replaces, reference: operation.reference });
}

/** Uses a sequence and does nothing else: a channel's sequence is moved to where it is. */
export async function prepareFiller(
  preparing: Preparing,
  lane: Lane,
  replaces: FeeOffer | undefined,
): Promise<Prepared> {
  const entries = await entriesBefore(preparing.nodes, lane, { accounts: [], trustlines: [] });
  const plan = { operations: [Operation.bumpSequence({ bumpTo: "0" })], signers: [] };
  return sign(preparing, { plan, lane, entries, replaces, reference: undefined });
}

/** The account that a deployment would create. */
export async function issuerToBe(signer: Signer, operation: ChainOperation): Promise<string | undefined> {
  return operation.kind === "deploy" ? stellarAddressOf(await signer.publicKey(operation.issuer)) : undefined;
}

/** The channel is asked for as well, so that there is always something to ask for. */
function entriesBefore(nodes: NodePool, lane: Lane, wanted: WantedEntries): Promise<LedgerEntries> {
  return readEntries(nodes, { ...wanted, accounts: [lane.address, ...wanted.accounts] });
}

async function readAuthorities(signer: Signer): Promise<Authorities> {
  const addressOf = async (duty: KeyDuty): Promise<string> =>
    stellarAddressOf(await signer.publicKey({ duty, index: 0 }));
  return {
    gas: await addressOf("gas"),
    deployer: await addressOf("deployer"),
    minter: await addressOf("minter"),
    freezer: await addressOf("freezer"),
    outsider: await addressOf("outsider"),
  };
}

interface Unsigned {
  readonly plan: OperationPlan;
  readonly lane: Lane;
  readonly entries: LedgerEntries;
  readonly replaces: FeeOffer | undefined;
  readonly reference: string | undefined;
}

async function sign(preparing: Preparing, unsigned: Unsigned): Promise<Prepared> {
  const { nodes, signer, passphrase, validityLedgers, maxBaseFee } = preparing;
  const { plan, lane, entries, replaces, reference } = unsigned;
  assert(lane.sequence !== undefined, "a channel has sequences");
  const fees = await ask(nodes, { method: "getFeeStats", params: {} }, feeStatsAnswer);
  return signTransaction(
    { plan, lane, sequence: lane.sequence, reference },
    {
      signer,
      passphrase,
      gas: stellarAddressOf(await signer.publicKey({ duty: "gas", index: 0 })),
      baseFee: chooseBaseFee(BigInt(fees.inclusionFee.p90), replaces, maxBaseFee),
      maxLedger: entries.latestLedger + validityLedgers,
    },
  );
}
