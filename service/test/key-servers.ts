import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  randomBytes,
  sign,
} from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { secp256k1 } from "@noble/curves/secp256k1.js";

/** A double of a key provider on loopback: real encryption behind the documented requests and responses. */
export interface KeyServer {
  readonly url: string;
  /** What the server does with its next requests; afterwards it works again. */
  fail(failure: "deny" | "throttle", requests: number): void;
  /** Every request body so far. */
  readonly bodies: readonly string[];
  [Symbol.asyncDispose](): Promise<void>;
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

interface Received {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

interface Double {
  respond(request: Received): Reply;
  readonly failures: Readonly<Record<"deny" | "throttle", Reply>>;
  /** Whether a failure applies to this request; a login may succeed while the key is denied. */
  readonly isKeyRequest?: (request: Received) => boolean;
}

async function startKeyServer({ respond, failures, isKeyRequest = () => true }: Double): Promise<KeyServer> {
  const planned: Reply[] = [];
  const bodies: string[] = [];
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const request = { path: incoming.url ?? "", headers: incoming.headers, body: await text(incoming) };
    bodies.push(request.body);
    const { status, body } = (isKeyRequest(request) ? planned.shift() : undefined) ?? respond(request);
    outgoing.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    fail: (failure, requests) => planned.push(...Array.from({ length: requests }, () => failures[failure])),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const secret = randomBytes(32);

/** AES-GCM with a key for each name; undefined for a ciphertext of another key, or one that was modified. */
function cipherOf(keyName: string, authenticated: string) {
  const key = createHash("sha256").update(secret).update(keyName).digest();
  return {
    encrypt: (plaintext: Buffer): Buffer => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(authenticated));
      return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt: (sealed: Buffer): Buffer | undefined => {
      const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, 12), { authTagLength: 16 });
      decipher.setAAD(Buffer.from(authenticated)).setAuthTag(sealed.subarray(-16));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}

const fromBase64 = (value: unknown): Buffer => Buffer.from(String(value), "base64");

export const awsKeys = {
  first: "alias/florin",
  second: "alias/other",
  secp256k1: "alias/minter",
  ed25519: "alias/sol",
};

/** AWS KMS: JSON 1.1, the operation in `X-Amz-Target`, errors by `__type`. */
export function startAwsKms(options: { readonly forges?: boolean } = {}): Promise<KeyServer> {
  const refuse = (type: string, message: string): Reply => ({ status: 400, body: { __type: type, message } });
  return startKeyServer({
    failures: {
      deny: refuse(
        "AccessDeniedException",
        "User: arn:aws:iam::111122223333:user/florin is not authorized to perform: kms:Decrypt",
      ),
      throttle: refuse("ThrottlingException", "Rate exceeded"),
    },
    respond: ({ headers, body }) => {
      const request = JSON.parse(body) as Record<string, unknown>;
      const keyName = String(request["KeyId"]);
      if (!Object.values(awsKeys).includes(keyName)) {
        return refuse(
          "NotFoundException",
          `Alias arn:aws:kms:us-east-1:111122223333:${keyName} is not found.`,
        );
      }
      const KeyId = `arn:aws:kms:us-east-1:111122223333:key/${keyName.length}`;
      const cipher = cipherOf(keyName, JSON.stringify(request["EncryptionContext"]));
      const target = String(headers["x-amz-target"]);
      const EncryptionAlgorithm = "SYMMETRIC_DEFAULT";
      if (target === "TrentService.Encrypt") {
        const CiphertextBlob = cipher.encrypt(fromBase64(request["Plaintext"])).toString("base64");
        return { status: 200, body: { CiphertextBlob, KeyId, EncryptionAlgorithm } };
      }
      if (target === "TrentService.Decrypt") {
        const plaintext = cipher.decrypt(fromBase64(request["CiphertextBlob"]));
        if (plaintext === undefined) return { status: 400, body: { __type: "InvalidCiphertextException" } };
        return { status: 200, body: { Plaintext: plaintext.toString("base64"), KeyId, EncryptionAlgorithm } };
      }
      return (
        signingReply(target, request, options.forges === true) ??
        refuse("ValidationException", "1 validation error detected")
      );
    },
  });
}

const signingSecret = createHash("sha256").update("secp256k1").digest();
// RFC 8410: the PKCS #8 prefix of a 32-byte Ed25519 private key.
const ed25519Key = createPrivateKey({
  key: Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), signingSecret]),
  format: "der",
  type: "pkcs8",
});
const secp256k1Header = Buffer.from("3056301006072a8648ce3d020106052b8104000a034200", "hex");

function signingReply(target: string, request: Record<string, unknown>, forges: boolean): Reply | undefined {
  const { KeyId, MessageType, SigningAlgorithm } = request;
  const curve = KeyId === awsKeys.secp256k1 ? "secp256k1" : "ed25519";
  if (target === "TrentService.GetPublicKey") {
    const spki =
      curve === "secp256k1"
        ? Buffer.concat([secp256k1Header, secp256k1.getPublicKey(signingSecret, false)])
        : createPublicKey(ed25519Key).export({ type: "spki", format: "der" });
    const KeySpec = curve === "secp256k1" ? "ECC_SECG_P256K1" : "ECC_NIST_EDWARDS25519";
    return {
      status: 200,
      body: { KeyId, PublicKey: spki.toString("base64"), KeySpec, KeyUsage: "SIGN_VERIFY" },
    };
  }
  const algorithm = `${String(MessageType)}/${String(SigningAlgorithm)}`;
  const message = fromBase64(request["Message"]);
  // A faulty provider signs something else.
  if (forges) message.fill(1, 0, 1);
  if (target !== "TrentService.Sign") return undefined;
  if (curve === "secp256k1" && algorithm === "DIGEST/ECDSA_SHA_256") {
    return { status: 200, body: { KeyId, Signature: derSignature(message), SigningAlgorithm } };
  }
  if (curve === "ed25519" && algorithm === "RAW/ED25519_SHA_512") {
    return {
      status: 200,
      body: { KeyId, Signature: sign(null, message, ed25519Key).toString("base64"), SigningAlgorithm },
    };
  }
  return undefined;
}

/** In DER, and with the upper s in half of the cases, as AWS KMS returns them. */
function derSignature(digest: Buffer): string {
  const lower = secp256k1.Signature.fromBytes(secp256k1.sign(digest, signingSecret, { prehash: false }));
  const order = secp256k1.Point.Fn.ORDER;
  const given = (digest[31] ?? 0) % 2 === 0 ? lower : new secp256k1.Signature(lower.r, order - lower.s);
  return Buffer.from(given.toBytes("der")).toString("base64");
}

const ring = "projects/acme/locations/global/keyRings/florin/cryptoKeys";
export const googleKeys = { first: `${ring}/master`, second: `${ring}/other` };

/** Google Cloud KMS over REST, Google's token endpoint and the metadata server. */
export function startGoogleKms(): Promise<KeyServer> {
  const refuse = (code: number, status: string, message: string): Reply => ({
    status: code,
    body: { error: { code, message, status } },
  });
  return startKeyServer({
    isKeyRequest: ({ path }) => path.startsWith("/v1/"),
    failures: {
      deny: refuse(403, "PERMISSION_DENIED", "Permission 'cloudkms.cryptoKeyVersions.useToDecrypt' denied"),
      throttle: refuse(429, "RESOURCE_EXHAUSTED", "Quota exceeded for quota metric 'Cryptographic requests'"),
    },
    respond: ({ path, headers, body }) => {
      if (path === "/token" || path.startsWith("/computeMetadata/"))
        return tokenReply({ path, headers, body });
      if (headers.authorization !== "Bearer ya29.florin") {
        return refuse(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.");
      }
      const [, keyName = "", verb] = /^\/v1\/(.+):(encrypt|decrypt)$/.exec(path) ?? [];
      if (!Object.values(googleKeys).includes(keyName))
        return refuse(404, "NOT_FOUND", `${keyName} not found.`);
      const request = JSON.parse(body) as Record<string, unknown>;
      const cipher = cipherOf(keyName, String(request["additionalAuthenticatedData"]));
      if (verb === "encrypt") {
        const ciphertext = cipher.encrypt(fromBase64(request["plaintext"])).toString("base64");
        const name = `${keyName}/cryptoKeyVersions/1`;
        return { status: 200, body: { name, ciphertext, protectionLevel: "SOFTWARE" } };
      }
      const plaintext = cipher.decrypt(fromBase64(request["ciphertext"]));
      return plaintext === undefined
        ? refuse(400, "INVALID_ARGUMENT", "Decryption failed: the ciphertext is invalid.")
        : { status: 200, body: { plaintext: plaintext.toString("base64"), usedPrimary: true } };
    },
  });
}

function tokenReply({ path, headers, body }: Received): Reply {
  const grant = new URLSearchParams(body);
  const isGranted =
    path === "/token"
      ? grant.get("grant_type") === "urn:ietf:params:oauth:grant-type:jwt-bearer" &&
        (grant.get("assertion") ?? "").split(".").length === 3
      : headers["metadata-flavor"] === "Google";
  return isGranted
    ? { status: 200, body: { access_token: "ya29.florin", expires_in: 3599, token_type: "Bearer" } }
    : { status: 400, body: { error: "invalid_grant", error_description: "Invalid JWT Signature." } };
}

export const vaultKeys = { first: "transit/florin", second: "transit/other" };
export const vaultToken = "hvs.florin";

/** Vault's transit engine, and logins by AppRole and Kubernetes. */
export function startVault(): Promise<KeyServer> {
  const refuse = (status: number, ...errors: readonly string[]): Reply => ({ status, body: { errors } });
  const denied = refuse(403, "permission denied");
  return startKeyServer({
    isKeyRequest: ({ path }) => path.startsWith("/v1/transit/"),
    failures: { deny: denied, throttle: refuse(429, 'request path "transit": rate limit quota exceeded') },
    respond: ({ path, headers, body }) => {
      const request = JSON.parse(body) as Record<string, unknown>;
      if (path.startsWith("/v1/auth/")) {
        const isKnown = request["secret_id"] === "secret" || request["jwt"] === "service-account-token";
        return isKnown
          ? {
              status: 200,
              body: { auth: { client_token: vaultToken, lease_duration: 3600, renewable: true } },
            }
          : refuse(400, "invalid role or secret ID");
      }
      if (headers["x-vault-token"] !== vaultToken) return denied;
      const [, verb, name = ""] = /^\/v1\/transit\/(encrypt|decrypt)\/(\w+)$/.exec(path) ?? [];
      // Without permission to create keys, Vault denies an unknown key.
      if (!Object.values(vaultKeys).includes(`transit/${name}`)) return denied;
      const cipher = cipherOf(name, String(request["associated_data"]));
      if (verb === "encrypt") {
        const sealed = cipher.encrypt(fromBase64(request["plaintext"])).toString("base64");
        return { status: 200, body: { data: { ciphertext: `vault:v1:${sealed}`, key_version: 1 } } };
      }
      const sealed = /^vault:v1:(.+)$/.exec(String(request["ciphertext"]))?.[1];
      const plaintext = sealed === undefined ? undefined : cipher.decrypt(fromBase64(sealed));
      return plaintext === undefined
        ? refuse(400, "cipher: message authentication failed")
        : { status: 200, body: { data: { plaintext: plaintext.toString("base64") } } };
    },
  });
}
