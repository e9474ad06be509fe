import type { Clock } from "../system-clock.ts";
import { createJwtSigner } from "./jwt-signer.ts";
import type { ClientKey } from "./options.ts";

/** At most five minutes are accepted; less is enough, as an assertion is used at once. */
const lifetimeSeconds = 60;

/** A new assertion for each token request: the service accepts each `jti` once. */
export function createAssertions(
  { clientId, keyId, privateKey }: ClientKey,
  audience: string,
  clock: Clock,
): () => Promise<string> {
  const sign = createJwtSigner(privateKey);
  return () => {
    const iat = Math.floor(clock.now() / 1000);
    const claims = { iss: clientId, sub: clientId, aud: audience, iat, exp: iat + lifetimeSeconds };
    return sign({ kid: keyId, typ: "JWT" }, { ...claims, jti: crypto.randomUUID() });
  };
}
