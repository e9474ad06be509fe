import { compactVerify, decodeProtectedHeader } from "jose";
import { signingAlgorithm } from "./signing-key.ts";
import type { SigningKeySet } from "./signing-key-set.ts";
import { readClaims, type TokenClaims, type TokenParties } from "./token-claims.ts";
import { tokenType } from "./token-issuer.ts";

export interface OpenedToken {
  readonly kid: string;
  readonly claims: TokenClaims;
}

/** Claims of a token that one of our keys signed for our audience. Expiry and revocation are checked by the caller. */
export async function openToken(
  { keys, parties }: { readonly keys: SigningKeySet; readonly parties: TokenParties },
  token: string,
): Promise<OpenedToken | undefined> {
  const kid = readKid(token);
  const key = kid === undefined ? undefined : await keys.find(kid);
  if (key === undefined) return undefined;
  const payload = await verify(token, key.publicKey);
  const claims = readClaims(payload, parties);
  return claims === undefined ? undefined : { kid: key.kid, claims };
}

function readKid(token: string): string | undefined {
  try {
    const { alg, typ, kid } = decodeProtectedHeader(token);
    return alg === signingAlgorithm && typ === tokenType ? kid : undefined;
  } catch {
    return undefined;
  }
}

async function verify(token: string, key: Parameters<typeof compactVerify>[1]): Promise<unknown> {
  try {
    const { payload } = await compactVerify(token, key, { algorithms: [signingAlgorithm] });
    return JSON.parse(new TextDecoder().decode(payload)) as unknown;
  } catch {
    return undefined;
  }
}
