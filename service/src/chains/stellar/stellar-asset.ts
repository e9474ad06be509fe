import { Asset, StrKey } from "@stellar/stellar-sdk";
import { assert } from "../../kernel/assert.ts";

const assetCode = /^[A-Z0-9]{1,12}$/;

/** The code of an asset is the symbol in capitals; undefined for a symbol that no code can be made of. */
export function codeOf(symbol: string): string | undefined {
  const code = symbol.toUpperCase();
  return assetCode.test(code) ? code : undefined;
}

/** A contract on Stellar is an asset: `CODE:ISSUER` (SEP-11). */
export function assetOf(contract: string): Asset {
  const [code = "", issuer = "", ...rest] = contract.split(":");
  const isAsset = rest.length === 0 && assetCode.test(code) && StrKey.isValidEd25519PublicKey(issuer);
  assert(isAsset, "a Stellar token is named CODE:ISSUER");
  return new Asset(code, issuer);
}
