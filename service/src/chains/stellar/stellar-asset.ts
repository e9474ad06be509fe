import { Asset, StrKey } from "@stellar/stellar-sdk";
import { assert } from "../../kernel/assert.ts";

const ownCode = /^[A-Z0-9]{1,12}$/;
const assetCode = /^[A-Za-z0-9]{1,12}$/;

/** The code of an asset of ours is the symbol in capitals; undefined for a symbol that no code can be made of. */
export function codeOf(symbol: string): string | undefined {
  const code = symbol.toUpperCase();
  return ownCode.test(code) ? code : undefined;
}

/** For a contract that was checked before. */
export function assetOf(contract: string): Asset {
  const asset = readAsset(contract);
  assert(asset !== undefined, "a Stellar token is named CODE:ISSUER");
  return asset;
}

/** A contract on Stellar is an asset: `CODE:ISSUER` (SEP-11). Codes of others may have small letters, which are others. */
export function readAsset(contract: string): Asset | undefined {
  const [code = "", issuer = "", ...rest] = contract.split(":");
  const isAsset = rest.length === 0 && assetCode.test(code) && StrKey.isValidEd25519PublicKey(issuer);
  return isAsset ? new Asset(code, issuer) : undefined;
}
