import { toBase64Url, utf8 } from "../bytes.ts";
import type { CryptoKeyLike, JsonWebKeyLike, PrivateKey } from "./private-key.ts";

/** Signs a JWT; `alg` of its header comes from the key. */
export type SignJwt = (header: object, claims: object) => Promise<string>;

interface Signer {
  readonly alg: string;
  readonly sign: (data: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>;
}

export function createJwtSigner(privateKey: PrivateKey): SignJwt {
  let loaded: Promise<Signer> | undefined;
  return async (header, claims) => {
    loaded ??= loadSigner(privateKey);
    const { alg, sign } = await loaded;
    const signed = `${encode({ alg, ...header })}.${encode(claims)}`;
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
