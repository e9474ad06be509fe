import { createPublicKey } from "node:crypto";
import type { KMSClient } from "@aws-sdk/client-kms";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import type { SigningCurve, SigningKey } from "../../kernel/signing-key.ts";
import { KeyProviderError, type KeyWrapper, wrapContext } from "../key-wrapper.ts";

export interface AwsKmsSettings {
  /** Undefined to use the region of the SDK's configuration. */
  readonly region: string | undefined;
  /** Of a VPC endpoint. */
  readonly endpoint: string | undefined;
}

/** AWS KMS. A key is named by its id, ARN, alias or alias ARN. Credentials come from the SDK's default chain. */
export interface AwsKms extends KeyWrapper {
  signingKey(keyName: string, curve: SigningCurve): SigningKey;
}

const name = "AWS KMS";
const timeoutMs = 10_000;
const context = { EncryptionContext: { purpose: wrapContext } };

export function createAwsKms(settings: AwsKmsSettings): AwsKms {
  let opening: Promise<Kms> | undefined;
  const call = async <Result>(work: (kms: Kms) => Promise<Result>): Promise<Result> => {
    opening ??= openClient(settings);
    const kms = await opening;
    return work(kms).catch((error: unknown) => {
      throw explain(error);
    });
  };
  return {
    wrap: (keyName, masterKey) =>
      call(async ({ client, sdk }) => {
        const command = new sdk.EncryptCommand({ KeyId: keyName, Plaintext: masterKey, ...context });
        return bytesOf((await client.send(command)).CiphertextBlob);
      }),
    unwrap: (keyName, wrapped) =>
      call(async ({ client, sdk }) => {
        const command = new sdk.DecryptCommand({ KeyId: keyName, CiphertextBlob: wrapped, ...context });
        return bytesOf((await client.send(command)).Plaintext);
      }),
    signingKey: (keyName, curve) => ({
      publicKey: () =>
        call(async ({ client, sdk }) => {
          const response = await client.send(new sdk.GetPublicKeyCommand({ KeyId: keyName }));
          return readPublicKey(keyName, curve, bytesOf(response.PublicKey));
        }),
      sign: (payload) =>
        call(async ({ client, sdk }) => {
          const request = { KeyId: keyName, Message: payload, ...algorithms[curve] };
          const signature = bytesOf((await client.send(new sdk.SignCommand(request))).Signature);
          return curve === "ed25519"
            ? signature
            : secp256k1.Signature.fromBytes(signature, "der").toBytes("compact");
        }),
    }),
  };
}

const algorithms = {
  secp256k1: { MessageType: "DIGEST", SigningAlgorithm: "ECDSA_SHA_256" },
  ed25519: { MessageType: "RAW", SigningAlgorithm: "ED25519_SHA_512" },
} as const;

interface Kms {
  readonly client: KMSClient;
  readonly sdk: typeof import("@aws-sdk/client-kms");
}

/** Loaded on first use: the SDK is large, and most deployments do without. */
async function openClient({ region, endpoint }: AwsKmsSettings): Promise<Kms> {
  const sdk = await import("@aws-sdk/client-kms");
  const client = new sdk.KMSClient({
    // Callers retry.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: timeoutMs, requestTimeout: timeoutMs, throwOnRequestTimeout: true },
    ...(region === undefined ? {} : { region }),
    ...(endpoint === undefined ? {} : { endpoint }),
  });
  return { client, sdk };
}

function bytesOf(bytes: Uint8Array | undefined): Buffer {
  if (bytes !== undefined) return Buffer.from(bytes);
  throw new KeyProviderError("rejected", `${name} responded without the expected bytes`);
}

function readPublicKey(keyName: string, curve: SigningCurve, spki: Buffer): Uint8Array {
  const {
    crv,
    x = "",
    y = "",
  } = createPublicKey({ key: spki, format: "der", type: "spki" }).export({ format: "jwk" });
  if (crv?.toLowerCase() !== curve) {
    throw new KeyProviderError("rejected", `${keyName} is no ${curve} key: its curve is ${crv ?? "unknown"}`);
  }
  const point = [x, y].map((part) => Buffer.from(part, "base64url"));
  return Uint8Array.from(
    curve === "ed25519" ? Buffer.concat(point) : Buffer.concat([Buffer.of(4), ...point]),
  );
}

const denials = new Set([
  "AccessDeniedException",
  "ExpiredTokenException",
  "IncompleteSignature",
  "InvalidClientTokenId",
  "InvalidSignatureException",
  "UnrecognizedClientException",
  "CredentialsProviderError",
]);
const rejections = new Set([
  "DisabledException",
  "IncorrectKeyException",
  "InvalidArnException",
  "InvalidCiphertextException",
  "InvalidKeyUsageException",
  "KMSInvalidSignatureException",
  "KMSInvalidStateException",
  "NotFoundException",
  "ValidationException",
]);

function explain(error: unknown): Error {
  if (error instanceof KeyProviderError || !(error instanceof Error)) return error as Error;
  const message = `${name} failed with ${error.name}: ${error.message || "no reason given"}`;
  if (denials.has(error.name)) return new KeyProviderError("denied", message, { cause: error });
  const failure = rejections.has(error.name) ? "rejected" : "unreachable";
  return new KeyProviderError(failure, message, { cause: error });
}
