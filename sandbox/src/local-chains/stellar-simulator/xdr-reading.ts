import { Asset, StrKey, xdr } from "@stellar/stellar-base";

/** The largest amount of the protocol: an Int64. */
export const maxInt64 = 2n ** 63n - 1n;

export interface ReadAccount {
  readonly account: string;
  /** The id of a muxed account (CAP-27), if given. */
  readonly muxedId: bigint | undefined;
}

export function readMuxed(account: xdr.MuxedAccount): ReadAccount {
  if (account.switch().value === xdr.CryptoKeyType.keyTypeEd25519().value)
    return { account: StrKey.encodeEd25519PublicKey(account.ed25519()), muxedId: undefined };
  const muxed = account.med25519();
  return {
    account: StrKey.encodeEd25519PublicKey(muxed.ed25519()),
    muxedId: readHyper(muxed.id()),
  };
}

export function readAccountId(id: xdr.AccountId): string {
  return StrKey.encodeEd25519PublicKey(id.ed25519());
}

export function writeAccountId(account: string): xdr.AccountId {
  return xdr.PublicKey.publicKeyTypeEd25519(StrKey.decodeEd25519PublicKey(account));
}

export function readHyper(value: { toString(): string }): bigint {
  return BigInt(value.toString());
}

export function writeInt64(value: bigint): xdr.Int64 {
  return new xdr.Int64(value);
}

/** `native`, or `CODE:ISSUER` (SEP-11). */
export function readAsset(asset: xdr.Asset): string {
  return Asset.fromOperation(asset).toString();
}

/** The same for a trustline; undefined for liquidity pool shares, which are not supported. */
export function readTrustlineAsset(asset: xdr.TrustLineAsset | xdr.ChangeTrustAsset): string | undefined {
  switch (asset.switch().name) {
    case "assetTypeCreditAlphanum4":
      return readAsset(xdr.Asset.assetTypeCreditAlphanum4(asset.alphaNum4()));
    case "assetTypeCreditAlphanum12":
      return readAsset(xdr.Asset.assetTypeCreditAlphanum12(asset.alphaNum12()));
    case "assetTypeNative":
      return "native";
    case "assetTypePoolShare":
      return undefined;
  }
}

export function assetOf(text: string): Asset {
  if (text === "native") return Asset.native();
  const [code = "", issuer] = text.split(":");
  return new Asset(code, issuer);
}

export function issuerOf(asset: string): string {
  return asset.split(":")[1] ?? "";
}
