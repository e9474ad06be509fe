import { Operation } from "@stellar/stellar-base";
import { assert } from "../../kernel/assert.ts";
import type { ChainOperation, FeeOffer, Prepared, SenderQueue } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import type { KeyRole, Signer } from "../signer.ts";
import { ask } from "./ask-nodes.ts";
import { entriesFor } from "./check-operation.ts";
import { type LedgerEntries, type RequestedEntries, readEntries } from "./ledger-entries.ts";
import { feeStatsResponse } from "./node-responses.ts";
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
  senderQueue: SenderQueue,
  replaces: FeeOffer | undefined,
): Promise<Prepared> {
  const issuer = await issuerToBe(preparing.signer, operation);
  const entries = await entriesBefore(preparing.nodes, senderQueue, entriesFor(operation, issuer));
  const authorities = await readAuthorities(preparing.signer);
  const plan = planOperation(operation, entries, authorities, issuer ?? "");
  return sign(preparing, { plan, senderQueue, entries, replaces, reference: operation.reference });
}

/** Uses a sequence number without other effect: bumps the channel's sequence number to where it is. */
export async function prepareCancelTransaction(
  preparing: Preparing,
  senderQueue: SenderQueue,
  replaces: FeeOffer | undefined,
): Promise<Prepared> {
  const entries = await entriesBefore(preparing.nodes, senderQueue, { accounts: [], trustlines: [] });
  const plan = { operations: [Operation.bumpSequence({ bumpTo: "0" })], signers: [] };
  return sign(preparing, { plan, senderQueue, entries, replaces, reference: undefined });
}

/** The account that a deployment would create. */
export async function issuerToBe(signer: Signer, operation: ChainOperation): Promise<string | undefined> {
  return operation.kind === "deploy" ? stellarAddressOf(await signer.publicKey(operation.issuer)) : undefined;
}

/** Includes the channel, so that the query is never empty. */
function entriesBefore(
  nodes: NodePool,
  senderQueue: SenderQueue,
  query: RequestedEntries,
): Promise<LedgerEntries> {
  return readEntries(nodes, { ...query, accounts: [senderQueue.address, ...query.accounts] });
}

async function readAuthorities(signer: Signer): Promise<Authorities> {
  const addressOf = async (role: KeyRole): Promise<string> =>
    stellarAddressOf(await signer.publicKey({ role, index: 0 }));
  return {
    gas: await addressOf("gas"),
    deployer: await addressOf("deployer"),
    minter: await addressOf("minter"),
    freezer: await addressOf("freezer"),
    externalIssuer: await addressOf("external_issuer"),
  };
}

interface Unsigned {
  readonly plan: OperationPlan;
  readonly senderQueue: SenderQueue;
  readonly entries: LedgerEntries;
  readonly replaces: FeeOffer | undefined;
  readonly reference: string | undefined;
}

async function sign(preparing: Preparing, unsigned: Unsigned): Promise<Prepared> {
  const { nodes, signer, passphrase, validityLedgers, maxBaseFee } = preparing;
  const { plan, senderQueue, entries, replaces, reference } = unsigned;
  assert(senderQueue.sequence !== undefined, "a channel has sequence numbers");
  const fees = await ask(nodes, { method: "getFeeStats", params: {} }, feeStatsResponse);
  return signTransaction(
    { plan, senderQueue, sequence: senderQueue.sequence, reference },
    {
      signer,
      passphrase,
      gas: stellarAddressOf(await signer.publicKey({ role: "gas", index: 0 })),
      baseFee: chooseBaseFee(BigInt(fees.inclusionFee.p90), replaces, maxBaseFee),
      maxLedger: entries.latestLedger + validityLedgers,
    },
  );
}

const minimum = 100n;
/** stellar-core replaces a pending transaction with the same sequence number only for ten times its fee. */
const replacementFactor = 10n;

/** Fee to offer per operation: the recent usual fee, or enough to replace the previous offer. */
export function chooseBaseFee(usual: bigint, replaces: FeeOffer | undefined, maximum: bigint): bigint {
  const former = replaces?.["baseFee"];
  const needed = former === undefined ? usual : BigInt(former) * replacementFactor;
  const uncapped = needed > usual ? needed : usual;
  const bounded = uncapped > maximum ? maximum : uncapped;
  return bounded < minimum ? minimum : bounded;
}
