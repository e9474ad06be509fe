import { Asset, StrKey } from "@stellar/stellar-base";
import { assert } from "../../kernel/assert.ts";

const ownCode = /^[A-Z0-9]{1,12}$/;
const assetCode = /^[A-Za-z0-9]{1,12}$/;

/** Asset code for a token issued on this instance: the upper-case symbol; undefined if that is not a valid code. */
export function codeOf(symbol: string): string | undefined {
  const code = symbol.toUpperCase();
  return ownCode.test(code) ? code : undefined;
}

/** For a contract that has been validated. */
export function assetOf(contract: string): Asset {
  const asset = readAsset(contract);
  assert(asset !== undefined, "a Stellar token has the form CODE:ISSUER");
  return asset;
}

/**
 * A contract on Stellar is an asset: `CODE:ISSUER` (SEP-11). Third-party codes may be lower case; codes are
 * case-sensitive.
 */
export function readAsset(contract: string): Asset | undefined {
  const [code = "", issuer = "", ...rest] = contract.split(":");
  const isAsset = rest.length === 0 && assetCode.test(code) && StrKey.isValidEd25519PublicKey(issuer);
  return isAsset ? new Asset(code, issuer) : undefined;
}
