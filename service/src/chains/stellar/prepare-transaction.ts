import { Operation } from "@stellar/stellar-base";
import { assert } from "../../kernel/assert.ts";
import type { Chain, ChainOperation, FeeOffer, Prepared, SenderQueue } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import type { KeyRole, Signer } from "../signer.ts";
import { entriesFor } from "./check-operation.ts";
import {
  entriesOf,
  entryQuestions,
  keysOf,
  type LedgerEntries,
  type RequestedEntries,
} from "./ledger-entries.ts";
import { mergeCalls } from "./merge-calls.ts";
import { feeStatsResponse, readResponse } from "./node-responses.ts";
import { type Authorities, type OperationPlan, planOperation } from "./operation-plan.ts";
import { signTransaction } from "./sign-transaction.ts";
import { stellarAddressOf } from "./stellar-address.ts";

export interface PreparerOptions {
  readonly nodes: NodePool;
  readonly passphrase: string;
  readonly signer: Signer;
  readonly validityLedgers: number;
  readonly maxBaseFee: bigint;
}

export type Preparer = Pick<Chain, "prepare" | "prepareCancelTransaction">;

/** Concurrent preparations share one batch of calls, which is larger then. */
export function createPreparer(options: PreparerOptions): Preparer {
  const { signer } = options;
  const readTerms = mergeCalls((keys: readonly (readonly string[])[]) =>
    fetchTerms(options.nodes, keys.flat()),
  );
  let known: Authorities | undefined;
  const authoritiesOf = async (): Promise<Authorities> => {
    known ??= await readAuthorities(signer);
    return known;
  };
  return {
    prepare: async (operation, senderQueue, replaces) => {
      const issuer = await issuerToBe(signer, operation);
      const authorities = await authoritiesOf();
      const terms = await readTerms(withChannel(senderQueue, entriesFor(operation, issuer)));
      const plan = planOperation(operation, terms.entries, authorities, issuer ?? "");
      const { reference } = operation;
      return sign(options, { plan, senderQueue, terms, gas: authorities.gas, replaces, reference });
    },
    // Uses a sequence number without other effect: bumps the channel's sequence number to where it is.
    prepareCancelTransaction: async (senderQueue, replaces) => {
      const { gas } = await authoritiesOf();
      const terms = await readTerms(withChannel(senderQueue, { accounts: [], trustlines: [] }));
      const plan = { operations: [Operation.bumpSequence({ bumpTo: "0" })], signers: [] };
      return sign(options, { plan, senderQueue, terms, gas, replaces, reference: undefined });
    },
  };
}

/** Includes the channel, so that the query is never empty. */
function withChannel({ address }: SenderQueue, query: RequestedEntries): readonly string[] {
  return keysOf({ ...query, accounts: [address, ...query.accounts] });
}

/** What a transaction depends on. */
interface Terms {
  readonly entries: LedgerEntries;
  /** The recent usual fee per operation, in stroops. */
  readonly usualFee: bigint;
}

async function fetchTerms(nodes: NodePool, keys: readonly string[]): Promise<Terms> {
  const [fees, ...entries] = await nodes.callMany([
    { method: "getFeeStats", params: {} },
    ...entryQuestions(keys),
  ]);
  const { inclusionFee } = readResponse(feeStatsResponse, fees);
  return { entries: entriesOf(entries), usualFee: BigInt(inclusionFee.p90) };
}

/** The account that a deployment would create. */
export async function issuerToBe(signer: Signer, operation: ChainOperation): Promise<string | undefined> {
  return operation.kind === "deploy" ? stellarAddressOf(await signer.publicKey(operation.issuer)) : undefined;
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
  readonly terms: Terms;
  readonly gas: string;
  readonly replaces: FeeOffer | undefined;
  readonly reference: string | undefined;
}

function sign(options: PreparerOptions, unsigned: Unsigned): Promise<Prepared> {
  const { signer, passphrase, validityLedgers, maxBaseFee } = options;
  const { plan, senderQueue, terms, gas, replaces, reference } = unsigned;
  assert(senderQueue.sequence !== undefined, "a channel has sequence numbers");
  return signTransaction(
    { plan, senderQueue, sequence: senderQueue.sequence, reference },
    {
      signer,
      passphrase,
      gas,
      baseFee: chooseBaseFee(terms.usualFee, replaces, maxBaseFee),
      maxLedger: terms.entries.latestLedger + validityLedgers,
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
