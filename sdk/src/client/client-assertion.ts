import { toBase64Url, utf8 } from "../bytes.ts";
import type { Clock } from "../system-clock.ts";
import type { ClientKey } from "./options.ts";
import type { CryptoKeyLike, JsonWebKeyLike, PrivateKey } from "./private-key.ts";

interface Signer {
  readonly alg: string;
  readonly sign: (data: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>;
}

/** At most five minutes are accepted; less is enough, as an assertion is used at once. */
const lifetimeSeconds = 60;

/** A new assertion for each token request: the service accepts each `jti` once. */
export function createAssertions(
  { clientId, keyId, privateKey }: ClientKey,
  audience: string,
  clock: Clock,
): () => Promise<string> {
  let loaded: Promise<Signer> | undefined;
  return async () => {
    loaded ??= loadSigner(privateKey);
    const { alg, sign } = await loaded;
    const iat = Math.floor(clock.now() / 1000);
    const claims = { iss: clientId, sub: clientId, aud: audience, iat, exp: iat + lifetimeSeconds };
    const signed = `${encode({ alg, kid: keyId, typ: "JWT" })}.${encode({ ...claims, jti: crypto.randomUUID() })}`;
    return `${signed}.${toBase64Url(new Uint8Array(await sign(utf8(signed))))}`;
  };
}

function encode(value: object): string {
  return toBase64Url(utf8(JSON.stringify(value)));
}

type SubtleKey = Parameters<typeof crypto.subtle.sign>[1];

function isKey(key: PrivateKey): key is CryptoKeyLike {
  return "algorithm" in key;
}

async function loadSigner(privateKey: PrivateKey): Promise<Signer> {
  const alg = isKey(privateKey) ? algOfKey(privateKey.algorithm) : algOfJwk(privateKey);
  const parameters = alg === undefined ? undefined : algorithms[alg];
  if (alg === undefined || parameters === undefined) {
    throw new TypeError("the private key is not for EdDSA, ES256, PS256 or RS256; does its JWK have no alg?");
  }
  const key = isKey(privateKey)
    ? (privateKey as SubtleKey)
    : await crypto.subtle.importKey("jwk", privateKey as object, parameters, false, ["sign"]);
  return { alg, sign: (data) => crypto.subtle.sign(parameters, key, data) };
}

/** WebCrypto's parameters, both to import a key and to sign. */
const algorithms: Readonly<Record<string, { readonly name: string } & Record<string, unknown>>> = {
  EdDSA: { name: "Ed25519" },
  ES256: { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
  PS256: { name: "RSA-PSS", hash: "SHA-256", saltLength: 32 },
  RS256: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
};

function algOfKey(algorithm: { readonly name: string }): string | undefined {
  return Object.keys(algorithms).find((alg) => algorithms[alg]?.name === algorithm.name);
}

function algOfJwk({ kty, crv, alg }: JsonWebKeyLike): string | undefined {
  if (kty === "OKP") return crv === "Ed25519" ? "EdDSA" : undefined;
  if (kty === "EC") return crv === "P-256" ? "ES256" : undefined;
  return alg;
}
