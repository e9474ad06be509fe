import { Keypair, StrKey, xdr } from "@stellar/stellar-base";
import { chunks } from "../../db/settle-or-split.ts";
import { ChainUnavailableError } from "../chain.ts";
import type { NodePool, NodeQuestion } from "../node-pool.ts";
import { ledgerEntriesResponse, readResponse } from "./node-responses.ts";
import { assetOf } from "./stellar-asset.ts";

/** Accounts and trustlines as of the oldest of the results. */
export interface LedgerEntries {
  readonly latestLedger: number;
  account(address: string): AccountEntry | undefined;
  signers(address: string): readonly AccountSigner[];
  trustline(holder: string, contract: string): TrustlineEntry | undefined;
  /** Whether the account demands a memo of every payment (SEP-29). */
  requiresMemo(address: string): boolean;
}

export interface AccountEntry {
  readonly balance: bigint;
  readonly sequence: bigint;
}

/** A key that can sign for an account, besides the account's own. */
export interface AccountSigner {
  readonly address: string;
  readonly weight: number;
}

export interface TrustlineEntry {
  readonly balance: bigint;
  readonly limit: bigint;
  readonly isAuthorized: boolean;
}

export interface RequestedEntries {
  readonly accounts: readonly string[];
  readonly trustlines: readonly { readonly holder: string; readonly contract: string }[];
  /** Accounts whose demand for a memo is read. */
  readonly memoRules?: readonly string[];
}

const maxKeysInQuestion = 200;
const authorizedFlag = 1;

export async function readEntries(nodes: NodePool, query: RequestedEntries): Promise<LedgerEntries> {
  return entriesOf(await nodes.callMany(entryQuestions(keysOf(query))));
}

export function keysOf({ accounts, trustlines, memoRules = [] }: RequestedEntries): readonly string[] {
  return [
    ...accounts.map(accountKey),
    ...trustlines.map(({ holder, contract }) => trustlineKey(holder, contract)),
    ...memoRules.map(memoRuleKey),
  ];
}

/** The calls that read these entries, to be sent in one batch with others. */
export function entryQuestions(requested: readonly string[]): readonly NodeQuestion[] {
  return chunks([...new Set(requested)], maxKeysInQuestion).map((group) => ({
    method: "getLedgerEntries",
    params: { keys: group },
  }));
}

/** Reads the results of `entryQuestions`. Many operations may share an entry, so each is decoded once. */
export function entriesOf(results: readonly unknown[]): LedgerEntries {
  const pages = results.map((result) => readResponse(ledgerEntriesResponse, result));
  const xdrByKey = new Map(pages.flatMap(({ entries }) => (entries ?? []).map(({ key, xdr }) => [key, xdr])));
  const entries = new Map<string, xdr.LedgerEntryData>();
  const entryAt = (key: string): xdr.LedgerEntryData | undefined => {
    const text = xdrByKey.get(key);
    const entry = entries.get(key) ?? (text === undefined ? undefined : decode(text));
    if (entry !== undefined) entries.set(key, entry);
    return entry;
  };
  return {
    latestLedger: Math.min(...pages.map(({ latestLedger }) => latestLedger)),
    account: (address) => read(entryAt(accountKey(address)), readAccount),
    signers: (address) => read(entryAt(accountKey(address)), readSigners) ?? [],
    trustline: (holder, contract) => read(entryAt(trustlineKey(holder, contract)), readTrustline),
    requiresMemo: (address) => read(entryAt(memoRuleKey(address)), readMemoRule) ?? false,
  };
}

const maxRemembered = 10_000;
const keys = new Map<string, string>();

/** Keys never change. */
function remember(name: string, encode: () => string): string {
  const known = keys.get(name);
  if (known !== undefined) return known;
  const key = encode();
  if (keys.size >= maxRemembered) keys.clear();
  keys.set(name, key);
  return key;
}

function accountKey(address: string): string {
  return remember(address, () => {
    const accountId = Keypair.fromPublicKey(address).xdrAccountId();
    return xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId })).toXDR("base64");
  });
}

function trustlineKey(holder: string, contract: string): string {
  return remember(`${holder} ${contract}`, () => {
    const accountId = Keypair.fromPublicKey(holder).xdrAccountId();
    const asset = assetOf(contract).toTrustLineXDRObject();
    return xdr.LedgerKey.trustline(new xdr.LedgerKeyTrustLine({ accountId, asset })).toXDR("base64");
  });
}

/** SEP-29: a data entry with this name and value. */
const memoRule = { name: "config.memo_required", value: "1" };

function memoRuleKey(address: string): string {
  return remember(`${address} ${memoRule.name}`, () => {
    const accountId = Keypair.fromPublicKey(address).xdrAccountId();
    return xdr.LedgerKey.data(new xdr.LedgerKeyData({ accountId, dataName: memoRule.name })).toXDR("base64");
  });
}

function readMemoRule(data: xdr.LedgerEntryData): boolean {
  return data.data().dataValue().toString("utf8") === memoRule.value;
}

function decode(entry: string): xdr.LedgerEntryData {
  return valid(() => xdr.LedgerEntryData.fromXDR(entry, "base64"));
}

function read<T>(
  entry: xdr.LedgerEntryData | undefined,
  readEntry: (data: xdr.LedgerEntryData) => T,
): T | undefined {
  return entry === undefined ? undefined : valid(() => readEntry(entry));
}

function valid<T>(readEntry: () => T): T {
  try {
    return readEntry();
  } catch (cause) {
    throw new ChainUnavailableError("RPC node returned an invalid ledger entry", { cause });
  }
}

function readAccount(data: xdr.LedgerEntryData): AccountEntry {
  const account = data.account();
  return { balance: BigInt(account.balance().toString()), sequence: BigInt(account.seqNum().toString()) };
}

/** Other kinds of signers, such as hashes, hold no key role. */
function readSigners(data: xdr.LedgerEntryData): readonly AccountSigner[] {
  const keys = data.account().signers();
  return keys
    .filter((signer) => signer.key().switch() === xdr.SignerKeyType.signerKeyTypeEd25519())
    .map((signer) => ({
      address: StrKey.encodeEd25519PublicKey(signer.key().ed25519()),
      weight: signer.weight(),
    }));
}

function readTrustline(data: xdr.LedgerEntryData): TrustlineEntry {
  const line = data.trustLine();
  return {
    balance: BigInt(line.balance().toString()),
    limit: BigInt(line.limit().toString()),
    isAuthorized: (line.flags() & authorizedFlag) !== 0,
  };
}
