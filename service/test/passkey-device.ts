import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";

/* An authenticator, as far as WebAuthn level 3 is deterministic: ES256, no attestation. */

export interface PasskeyDevice {
  readonly credentialId: string;
  /** The response to the creation options. */
  make(options: { readonly challenge: string }): object;
  /** The response to the request options. */
  show(options: { readonly challenge: string }, how?: Showing): object;
}

export interface Showing {
  /** Whether the device has verified the user. */
  readonly isUserVerified?: boolean;
  /** Signature counter that the device reports. */
  readonly counter?: number;
}

const present = 0x01;
const verified = 0x04;
const withKey = 0x40;

/** With one key, for the given relying party. */
export function createPasskeyDevice({
  id,
  origin,
}: {
  readonly id: string;
  readonly origin: string;
}): PasskeyDevice {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const rawId = randomBytes(32);
  const credentialId = rawId.toString("base64url");
  let used = 0;
  const clientData = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const dataOf = (flags: number, counter: number): Buffer => {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(id), head]);
  };
  const assertion = (response: object) => ({
    id: credentialId,
    rawId: credentialId,
    type: "public-key",
    clientExtensionResults: {},
    response,
  });
  return {
    credentialId,
    make: ({ challenge }) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(rawId.length);
      const data = Buffer.concat([
        dataOf(present | verified | withKey, 0),
        Buffer.alloc(16),
        length,
        rawId,
        coseKey(publicKey),
      ]);
      return assertion({
        clientDataJSON: clientData("webauthn.create", challenge).toString("base64url"),
        attestationObject: attestation(data).toString("base64url"),
      });
    },
    show: ({ challenge }, { isUserVerified = true, counter = used + 1 } = {}) => {
      used = Math.max(used, counter);
      const data = dataOf(isUserVerified ? present | verified : present, counter);
      const client = clientData("webauthn.get", challenge);
      const signature = createSign("sha256")
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return assertion({
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: signature.toString("base64url"),
      });
    },
  };
}

function sha256(bytes: string | Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}

/** RFC 9053: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}, in CBOR. */
function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const coordinate = (text: string) =>
    Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, "base64url")]);
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    coordinate(x),
    Buffer.from([0x22]),
    coordinate(y),
  ]);
}

/** {"fmt": "none", "attStmt": {}, "authData": data}, in CBOR. */
function attestation(data: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length);
  const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)]);
  return Buffer.concat([
    Buffer.from([0xa3]),
    text("fmt"),
    text("none"),
    text("attStmt"),
    Buffer.from([0xa0]),
    text("authData"),
    Buffer.from([0x59]),
    length,
    data,
  ]);
}
