import { shapeOf } from "@florin/service/sandbox-ports";
import { xdr } from "@stellar/stellar-base";
import Type from "typebox";
import { RpcFailure } from "../rpc-server.ts";
import { strictObject } from "../strict-object.ts";
import type { LedgerChain } from "./ledger-chain.ts";
import {
  type AccountState,
  type DataState,
  dataKey,
  type TrustlineState,
  trustlineKey,
} from "./ledger-state.ts";
import { assetOf, readAccountId, readTrustlineAsset, writeAccountId, writeInt64 } from "./xdr-reading.ts";

const maxKeys = 200;

const paramsShape = shapeOf(
  strictObject({
    keys: Type.Array(Type.String(), { minItems: 1, maxItems: maxKeys }),
    xdrFormat: Type.Optional(Type.Literal("base64")),
  }),
);

interface FoundEntry {
  readonly key: string;
  readonly xdr: string;
  readonly lastModifiedLedgerSeq: number;
}

/** The method getLedgerEntries: accounts, trustlines and data entries by key; missing ones are left out. */
export function findEntries(chain: LedgerChain, params: unknown): readonly FoundEntry[] {
  const { keys } = paramsShape.read(params);
  return keys.flatMap((key) => {
    const found = findEntry(chain, readKey(key));
    return found === undefined ? [] : [{ key, ...found }];
  });
}

function readKey(key: string): xdr.LedgerKey {
  try {
    return xdr.LedgerKey.fromXDR(key, "base64");
  } catch {
    throw new RpcFailure(-32602, "cannot unmarshal key value");
  }
}

function findEntry(chain: LedgerChain, key: xdr.LedgerKey): Omit<FoundEntry, "key"> | undefined {
  const kind = key.switch().name;
  if (kind === "account") {
    const account = chain.state.accounts.get(readAccountId(key.account().accountId()));
    return account === undefined ? undefined : entry(encodeAccount(account), account.modifiedAt);
  }
  if (kind === "data") {
    const id = readAccountId(key.data().accountId());
    const data = chain.state.data.get(dataKey(id, key.data().dataName().toString()));
    return data === undefined ? undefined : entry(encodeData(data), data.modifiedAt);
  }
  if (kind !== "trustline")
    throw new RpcFailure(-32602, "the Stellar simulator has accounts, trustlines and data entries only");
  const asset = readTrustlineAsset(key.trustLine().asset());
  if (asset === undefined) return undefined;
  const holder = readAccountId(key.trustLine().accountId());
  const line = chain.state.trustlines.get(trustlineKey(holder, asset));
  return line === undefined ? undefined : entry(encodeTrustline(line), line.modifiedAt);
}

function entry(data: xdr.LedgerEntryData, lastModifiedLedgerSeq: number): Omit<FoundEntry, "key"> {
  return { xdr: data.toXDR("base64"), lastModifiedLedgerSeq };
}

function encodeAccount(account: AccountState): xdr.LedgerEntryData {
  const { master, low, medium, high } = account.thresholds;
  return xdr.LedgerEntryData.account(
    new xdr.AccountEntry({
      accountId: writeAccountId(account.id),
      balance: writeInt64(account.balance),
      seqNum: writeInt64(account.sequence),
      numSubEntries: account.subentries,
      inflationDest: null,
      flags: account.flags,
      homeDomain: account.homeDomain,
      thresholds: Buffer.from([master, low, medium, high]),
      signers: account.signers.map(
        ({ key, weight }) =>
          new xdr.Signer({ key: xdr.SignerKey.signerKeyTypeEd25519(writeAccountId(key).ed25519()), weight }),
      ),
      ext: new xdr.AccountEntryExt(1, encodeSponsorships(account)),
    }),
  );
}

function encodeSponsorships(account: AccountState): xdr.AccountEntryExtensionV1 {
  const sponsorships = new xdr.AccountEntryExtensionV2({
    numSponsored: account.sponsored,
    numSponsoring: account.sponsoring,
    signerSponsoringIDs: account.signers.map(({ sponsor }) =>
      sponsor === undefined ? undefined : writeAccountId(sponsor),
    ),
    ext: new xdr.AccountEntryExtensionV2Ext(0),
  });
  return new xdr.AccountEntryExtensionV1({
    liabilities: new xdr.Liabilities({ buying: writeInt64(0n), selling: writeInt64(0n) }),
    ext: new xdr.AccountEntryExtensionV1Ext(2, sponsorships),
  });
}

function encodeData({ account, name, value }: DataState): xdr.LedgerEntryData {
  return xdr.LedgerEntryData.data(
    new xdr.DataEntry({
      accountId: writeAccountId(account),
      dataName: name,
      dataValue: value,
      ext: new xdr.DataEntryExt(0),
    }),
  );
}

function encodeTrustline(line: TrustlineState): xdr.LedgerEntryData {
  return xdr.LedgerEntryData.trustline(
    new xdr.TrustLineEntry({
      accountId: writeAccountId(line.account),
      asset: assetOf(line.asset).toTrustLineXDRObject(),
      balance: writeInt64(line.balance),
      limit: writeInt64(line.limit),
      flags: line.flags,
      ext: new xdr.TrustLineEntryExt(0),
    }),
  );
}
