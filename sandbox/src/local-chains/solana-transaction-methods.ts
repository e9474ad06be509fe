import { isAddress } from "@solana/kit";
import { RpcFailure } from "./rpc-server.ts";
import { assertHealthy, inContext, slotFor } from "./solana-context.ts";
import type { LandedTransaction } from "./solana-landed.ts";
import {
  invalidParams,
  type Params,
  readAddress,
  readParams,
  readSettledCommitment,
  readText,
  readTexts,
  readWhole,
  type SolanaMethod,
} from "./solana-params.ts";
import type { SolanaRuntime } from "./solana-runtime.ts";
import { blockhashLifetime } from "./solana-slots.ts";
import { type IncomingTransaction, isFullySigned, readTransaction } from "./solana-transaction.ts";
import { errorOf, metadataOf, type TransactionErrorJson } from "./solana-transaction-error.ts";
import { renderTransaction } from "./solana-transaction-view.ts";

const maxSignatures = 256;
const maxPage = 1000;

/** RPC methods that read and submit transactions. */
export function transactionMethods(runtime: SolanaRuntime): Readonly<Record<string, SolanaMethod>> {
  const { bank } = runtime;
  return {
    sendTransaction: (params) => {
      const read = readParams(params, 1);
      const transaction = decodeTransaction(read);
      assertHealthy(runtime);
      if (read.config["skipPreflight"] !== true) preflight(runtime, transaction);
      runtime.submit(transaction);
      return transaction.signature;
    },
    simulateTransaction: (params) => {
      const read = readParams(params, 1);
      const { error, logs, units } = simulate(runtime, decodeTransaction(read));
      return inContext(slotFor(bank, read), { err: error ?? null, logs, unitsConsumed: units });
    },
    requestAirdrop: async (params) => {
      const read = readParams(params, 2);
      const { blockhash } = bank.slots.head();
      const gift = { to: readAddress(read, 0), lamports: readWhole(read, 1), blockhash };
      const transaction = readTransaction(await runtime.faucet.give(gift));
      runtime.submit(transaction);
      return transaction.signature;
    },
    getSignatureStatuses: (params) => {
      const read = readParams(params, 1);
      const withHistory = read.config["searchTransactionHistory"] === true;
      const recent = withHistory ? bank.slots.first.slot : bank.slots.head().slot - blockhashLifetime;
      const statuses = readTexts(read, 0, maxSignatures).map((signature) => {
        const landed = bank.landed(signature);
        return landed === undefined || landed.slot < recent ? null : statusOf(runtime, landed);
      });
      return inContext(bank.slots.head().slot, statuses);
    },
    getTransaction: (params) => {
      const read = readParams(params, 1);
      readSettledCommitment(read);
      const landed = bank.landed(readText(read, 0));
      if (landed === undefined || landed.slot > slotFor(bank, read)) return null;
      return renderTransaction(landed, read.config);
    },
    getSignaturesForAddress: (params) => signaturesForAddress(runtime, readParams(params, 1)),
  };
}

function decodeTransaction(params: Params): IncomingTransaction {
  if (params.config["encoding"] !== "base64")
    throw invalidParams("this local node supports only base64 encoding");
  const bytes = Uint8Array.from(Buffer.from(readText(params, 0), "base64"));
  try {
    return readTransaction(bytes);
  } catch (error) {
    throw new RpcFailure(
      -32602,
      `invalid transaction: ${error instanceof Error ? error.message : "unreadable"}`,
    );
  }
}

function preflight(runtime: SolanaRuntime, transaction: IncomingTransaction): void {
  const { error, logs, units } = simulate(runtime, transaction);
  if (error === undefined) return;
  if (error === "SignatureFailure")
    throw new RpcFailure(-32003, "Transaction signature verification failure");
  throw new RpcFailure(-32002, `Transaction simulation failed: ${describe(error)}`, {
    accounts: null,
    err: error,
    logs,
    unitsConsumed: units,
  });
}

interface Simulation {
  readonly error: TransactionErrorJson | undefined;
  readonly logs: readonly string[];
  readonly units: number;
}

function simulate({ bank }: SolanaRuntime, transaction: IncomingTransaction): Simulation {
  if (!isFullySigned(transaction)) return { error: "SignatureFailure", logs: [], units: 0 };
  const refusal = bank.refusalOf(transaction, bank.slots.head().slot + 1n);
  if (refusal !== undefined) return { error: refusal, logs: [], units: 0 };
  const execution = bank.simulate(transaction);
  const meta = metadataOf(execution);
  return { error: errorOf(execution), logs: meta.logs(), units: Number(meta.computeUnitsConsumed()) };
}

function describe(error: TransactionErrorJson): string {
  if (error === "AlreadyProcessed") return "This transaction has already been processed";
  if (error === "BlockhashNotFound") return "Blockhash not found";
  return typeof error === "string" ? error : `Error processing ${JSON.stringify(error)}`;
}

function statusOf({ bank }: SolanaRuntime, { slot, error }: LandedTransaction): unknown {
  const isFinal = slot <= bank.finalizedSlot();
  const confirmationStatus = isFinal ? "finalized" : slot <= bank.confirmedSlot() ? "confirmed" : "processed";
  return {
    slot: Number(slot),
    confirmations: isFinal ? null : Number(bank.slots.head().slot - slot),
    err: error ?? null,
    status: error === undefined ? { Ok: null } : { Err: error },
    confirmationStatus,
  };
}

function signaturesForAddress({ bank }: SolanaRuntime, params: Params): unknown {
  readSettledCommitment(params);
  const known = slotFor(bank, params);
  const { before, until, limit = maxPage } = params.config;
  if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 1 || limit > maxPage)
    throw new RpcFailure(-32602, `Invalid limit; max ${maxPage}`);
  const account = readText(params, 0);
  if (!isAddress(account)) throw new RpcFailure(-32602, "Invalid param: Invalid");
  const all = bank.landedOf(account).filter(({ slot }) => slot <= known);
  const from = before === undefined ? 0 : placeOf(all, before) + 1;
  const end = until === undefined ? -1 : placeOf(all, until);
  return all
    .slice(from, end < 0 ? undefined : end)
    .slice(0, limit)
    .map((landed) => ({
      signature: landed.transaction.signature,
      slot: Number(landed.slot),
      err: landed.error ?? null,
      memo: null,
      blockTime: landed.timeSeconds,
      confirmationStatus: landed.slot <= bank.finalizedSlot() ? "finalized" : "confirmed",
    }));
}

function placeOf(list: readonly LandedTransaction[], signature: unknown): number {
  return list.findIndex(({ transaction }) => transaction.signature === signature);
}
