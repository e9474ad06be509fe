import { randomBytes } from "node:crypto";
import type { SigningCurve, SigningKey } from "../../../kernel/signing-key.ts";
import { KeyProviderError, type KeyWrapper, wrapContext } from "../../key-wrapper.ts";
import { createPkcs11Token, type Pkcs11Session, type Pkcs11Settings } from "./token.ts";

/** The keys of a PKCS #11 token, named by their labels. */
export interface Pkcs11Keys extends KeyWrapper {
  signingKey(label: string, curve: SigningCurve): SigningKey;
  close(): Promise<void>;
}

const nonceBytes = 12;
const tagBytes = 16;
const maxPlaintextBytes = 64;
const authenticated = Buffer.from(wrapContext);

const mechanisms = { aesGcm: 0x1087, secp256k1: 0x1041, ed25519: 0x1057 } as const;

/** AES-GCM, which most hardware has, wraps master keys; ECDSA and EdDSA sign. */
export function createPkcs11Keys(settings: Pkcs11Settings): Pkcs11Keys {
  const token = createPkcs11Token(settings);
  return {
    wrap: (label, masterKey) => token.use((session) => encrypt(session, label, masterKey)),
    unwrap: (label, wrapped) => token.use((session) => decrypt(session, label, wrapped)),
    signingKey: (label, curve) => ({
      publicKey: () => token.use((session) => readPublicKey(session, label, curve)),
      sign: (payload) =>
        token.use((session) => sign(session, { label, curve, payload: Buffer.from(payload) })),
    }),
    close: token.close,
  };
}

async function encrypt(session: Pkcs11Session, label: string, plaintext: Buffer): Promise<Buffer> {
  const { library, handle } = session;
  const key = await session.find("secret", label);
  const nonce = randomBytes(nonceBytes);
  await library.call("C_EncryptInit", handle, gcmMechanism(nonce), key);
  const ciphertext = Buffer.alloc(plaintext.length + tagBytes);
  const length = [ciphertext.length];
  await library.call("C_Encrypt", handle, plaintext, plaintext.length, ciphertext, length);
  // Some modules, such as that of AWS CloudHSM, replace the nonce by one of their own.
  return Buffer.concat([nonce, ciphertext.subarray(0, length[0])]);
}

async function decrypt(session: Pkcs11Session, label: string, wrapped: Buffer): Promise<Buffer> {
  const { library, handle } = session;
  const key = await session.find("secret", label);
  await library.call(
    "C_DecryptInit",
    handle,
    gcmMechanism(Buffer.from(wrapped.subarray(0, nonceBytes))),
    key,
  );
  const ciphertext = Buffer.from(wrapped.subarray(nonceBytes));
  const plaintext = Buffer.alloc(maxPlaintextBytes);
  const length = [plaintext.length];
  await library.call("C_Decrypt", handle, ciphertext, ciphertext.length, plaintext, length);
  return plaintext.subarray(0, length[0]);
}

/** CK_GCM_PARAMS has six words. */
function gcmMechanism(nonce: Buffer) {
  const pParameter = {
    pIv: nonce,
    ulIvLen: nonce.length,
    ulIvBits: nonce.length * 8,
    pAAD: authenticated,
    ulAADLen: authenticated.length,
    ulTagBits: tagBytes * 8,
  };
  return { mechanism: mechanisms.aesGcm, pParameter, ulParameterLen: 6 * 8 };
}

const signatureBytes = 64;

async function sign(
  session: Pkcs11Session,
  {
    label,
    curve,
    payload,
  }: { readonly label: string; readonly curve: SigningCurve; readonly payload: Buffer },
): Promise<Uint8Array> {
  const { library, handle } = session;
  const key = await session.find("private", label);
  const mechanism = { mechanism: mechanisms[curve], pParameter: null, ulParameterLen: 0 };
  await library.call("C_SignInit", handle, mechanism, key);
  const signature = Buffer.alloc(signatureBytes);
  const length = [signature.length];
  await library.call("C_Sign", handle, payload, payload.length, signature, length);
  return Uint8Array.from(signature.subarray(0, length[0]));
}

const attributes = { ecParams: 0x180, ecPoint: 0x181 } as const;
const maxAttributeBytes = 256;

/** The curve as an object identifier, or as a name: PKCS #11 v3.0, section 2.3. */
const curveParams: Readonly<Record<SigningCurve, readonly string[]>> = {
  secp256k1: ["06052b8104000a"],
  ed25519: ["06032b6570", "130c656477617264733235353139"],
};
const pointBytes: Readonly<Record<SigningCurve, number>> = { secp256k1: 65, ed25519: 32 };

async function readPublicKey(
  session: Pkcs11Session,
  label: string,
  curve: SigningCurve,
): Promise<Uint8Array> {
  const key = await session.find("public", label);
  const params = await readAttribute(session, key, attributes.ecParams);
  if (!curveParams[curve].includes(params.toString("hex"))) {
    throw new KeyProviderError("rejected", `the PKCS #11 key ${label} is no ${curve} key`);
  }
  const point = await readAttribute(session, key, attributes.ecPoint);
  // An OCTET STRING in DER has two bytes more; some modules return the point without them.
  const length = pointBytes[curve];
  if (point.length === length) return Uint8Array.from(point);
  if (point.length === length + 2 && point[0] === 0x04 && point[1] === length) {
    return Uint8Array.from(point.subarray(2));
  }
  throw new KeyProviderError("rejected", `the PKCS #11 key ${label} has a point that cannot be read`);
}

async function readAttribute(session: Pkcs11Session, key: bigint, type: number): Promise<Buffer> {
  const value = Buffer.alloc(maxAttributeBytes);
  const attribute = { type, pValue: value as unknown, ulValueLen: value.length };
  await session.library.call("C_GetAttributeValue", session.handle, key, attribute, 1);
  return value.subarray(0, attribute.ulValueLen);
}
