import { getBase58Decoder } from "@solana/kit";
import { RpcFailure } from "./rpc-server.ts";
import type { LandedTransaction } from "./solana-landed.ts";
import { invalidParams } from "./solana-params.ts";
import type { IncomingTransaction } from "./solana-transaction.ts";

/** A transaction as returned by `getTransaction`, in `json` or `base64`. */
export function renderTransaction(
  landed: LandedTransaction,
  config: Readonly<Record<string, unknown>>,
): unknown {
  const { transaction } = landed;
  if (transaction.version === 0 && config["maxSupportedTransactionVersion"] === undefined)
    throw new RpcFailure(
      -32015,
      "Transaction version (0) is not supported by the requesting client. Please try the request again with the " +
        'following configuration parameter: "maxSupportedTransactionVersion": 0',
    );
  return {
    slot: Number(landed.slot),
    blockTime: landed.timeSeconds,
    version: transaction.version,
    transaction: renderEncoded(transaction, config["encoding"] ?? "json"),
    meta: renderMeta(landed),
  };
}

function renderEncoded(transaction: IncomingTransaction, encoding: unknown): unknown {
  if (encoding === "base64") return [Buffer.from(transaction.bytes).toString("base64"), "base64"];
  if (encoding !== "json") throw invalidParams("this local node supports json and base64 encoding");
  return {
    signatures: transaction.signatures,
    message: {
      header: transaction.header,
      accountKeys: transaction.accounts,
      recentBlockhash: transaction.blockhash,
      instructions: transaction.instructions.map(({ programIdIndex, accounts, data }) => ({
        programIdIndex,
        accounts,
        data: getBase58Decoder().decode(data),
        stackHeight: 1,
      })),
      ...(transaction.version === 0 ? { addressTableLookups: [] } : {}),
    },
  };
}

function renderMeta(landed: LandedTransaction): unknown {
  const { error } = landed;
  return {
    err: error ?? null,
    status: error === undefined ? { Ok: null } : { Err: error },
    fee: Number(landed.transaction.fee),
    preBalances: landed.preBalances.map(Number),
    postBalances: landed.postBalances.map(Number),
    preTokenBalances: landed.preTokenBalances,
    postTokenBalances: landed.postTokenBalances,
    logMessages: landed.logs,
    computeUnitsConsumed: Number(landed.computed),
    loadedAddresses: { writable: [], readonly: [] },
    rewards: [],
  };
}
