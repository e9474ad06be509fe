import { Keypair, xdr } from "@stellar/stellar-base";
import { chunks } from "../../db/settle-or-split.ts";
import { ChainUnavailableError } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import { askMany } from "./ask-nodes.ts";
import { ledgerEntriesResponse } from "./node-responses.ts";
import { assetOf } from "./stellar-asset.ts";

/** Accounts and trustlines as of the oldest of the results. */
export interface LedgerEntries {
  readonly latestLedger: number;
  account(address: string): AccountEntry | undefined;
  trustline(holder: string, contract: string): TrustlineEntry | undefined;
}

export interface AccountEntry {
  readonly balance: bigint;
  readonly sequence: bigint;
}

export interface TrustlineEntry {
  readonly balance: bigint;
  readonly limit: bigint;
  readonly isAuthorized: boolean;
}

export interface RequestedEntries {
  readonly accounts: readonly string[];
  readonly trustlines: readonly { readonly holder: string; readonly contract: string }[];
}

const maxKeysInQuestion = 200;
const authorizedFlag = 1;

export async function readEntries(nodes: NodePool, query: RequestedEntries): Promise<LedgerEntries> {
  const keys = new Set([
    ...query.accounts.map(accountKey),
    ...query.trustlines.map(({ holder, contract }) => trustlineKey(holder, contract)),
  ]);
  const questions = chunks([...keys], maxKeysInQuestion).map((group) => ({
    method: "getLedgerEntries",
    params: { keys: group },
  }));
  const results = await askMany(nodes, questions, ledgerEntriesResponse);
  const byKey = new Map(results.flatMap(({ entries }) => (entries ?? []).map(({ key, xdr }) => [key, xdr])));
  return {
    latestLedger: Math.min(...results.map(({ latestLedger }) => latestLedger)),
    account: (address) => decode(byKey.get(accountKey(address)), readAccount),
    trustline: (holder, contract) => decode(byKey.get(trustlineKey(holder, contract)), readTrustline),
  };
}

function accountKey(address: string): string {
  const accountId = Keypair.fromPublicKey(address).xdrAccountId();
  return xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId })).toXDR("base64");
}

function trustlineKey(holder: string, contract: string): string {
  const accountId = Keypair.fromPublicKey(holder).xdrAccountId();
  const asset = assetOf(contract).toTrustLineXDRObject();
  return xdr.LedgerKey.trustline(new xdr.LedgerKeyTrustLine({ accountId, asset })).toXDR("base64");
}

function decode<T>(entry: string | undefined, read: (data: xdr.LedgerEntryData) => T): T | undefined {
  if (entry === undefined) return undefined;
  try {
    return read(xdr.LedgerEntryData.fromXDR(entry, "base64"));
  } catch (cause) {
    throw new ChainUnavailableError("RPC node returned an invalid ledger entry", { cause });
  }
}

function readAccount(data: xdr.LedgerEntryData): AccountEntry {
  const account = data.account();
  return { balance: BigInt(account.balance().toString()), sequence: BigInt(account.seqNum().toString()) };
}

function readTrustline(data: xdr.LedgerEntryData): TrustlineEntry {
  const line = data.trustLine();
  return {
    balance: BigInt(line.balance().toString()),
    limit: BigInt(line.limit().toString()),
    isAuthorized: (line.flags() & authorizedFlag) !== 0,
  };
}
