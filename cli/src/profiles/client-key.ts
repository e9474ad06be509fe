import { createHash, createPrivateKey, type JsonWebKey } from "node:crypto";
import { stat } from "node:fs/promises";
import type { ClientKey } from "@florin/sdk";
import { CommandError } from "../failure.ts";
import { parseJson, textOf } from "../json-fields.ts";
import { readSmallFile } from "../small-file.ts";

/** A private key for client authentication (`private_key_jwt`, RFC 7523). The file stays where it is. */
export interface ClientKeyFile {
  readonly path: string;
  /** `kid` of the public key that the application has at the service. */
  readonly keyId: string;
}

const othersMask = 0o077;
const maxFileBytes = 64 * 1024;

/** The `kid` in a JWK, or else the thumbprint of the key (RFC 7638), which the service uses, too. */
export async function keyIdOf(path: string): Promise<string> {
  const jwk = await readKey(path);
  return textOf(jwk, "kid") ?? thumbprintOf(jwk);
}

export async function readClientKey(
  clientId: string,
  { path, keyId }: ClientKeyFile,
): Promise<Pick<ClientKey, "clientId" | "keyId" | "privateKey">> {
  const { kty = "", crv, ...members } = await readKey(path);
  const curve = crv === undefined ? {} : { crv };
  // Without it, an RSA key could be for two algorithms.
  const alg = kty === "RSA" ? { alg: textOf(members, "alg") ?? "PS256" } : {};
  return { clientId, keyId, privateKey: { ...members, kty, ...curve, ...alg } };
}

async function readKey(path: string): Promise<JsonWebKey> {
  const text = await readSmallFile(path, maxFileBytes);
  if (((await stat(path)).mode & othersMask) !== 0)
    throw new CommandError(`${path} is a private key, and other users can read it. Run: chmod 600 ${path}`);
  const jwk = parseJson(text);
  try {
    const isJwk = textOf(jwk, "kty") !== undefined;
    const key = isJwk ? createPrivateKey({ key: jwk as JsonWebKey, format: "jwk" }) : createPrivateKey(text);
    const kept = { kid: textOf(jwk, "kid"), alg: textOf(jwk, "alg") };
    const named = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
    return { ...key.export({ format: "jwk" }), ...named };
  } catch (cause) {
    throw new CommandError(`${path} is not a private key: PEM without a passphrase, or a JWK`, { cause });
  }
}

/** The required members of each key type, in lexicographic order. */
const thumbprintMembers: Readonly<Record<string, readonly string[]>> = {
  EC: ["crv", "kty", "x", "y"],
  OKP: ["crv", "kty", "x"],
  RSA: ["e", "kty", "n"],
};

function thumbprintOf(jwk: JsonWebKey): string {
  const members = (thumbprintMembers[jwk.kty ?? ""] ?? []).map((name) => [name, textOf(jwk, name)] as const);
  return createHash("sha256")
    .update(JSON.stringify(Object.fromEntries(members)))
    .digest("base64url");
}
