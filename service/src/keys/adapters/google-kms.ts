import { importPKCS8, SignJWT } from "jose";
import { KeyProviderError, type KeyWrapper, wrapContext } from "../key-wrapper.ts";
import { requestJson, requireText, textAt } from "./post-json.ts";

export interface GoogleKmsSettings {
  /** The JSON key of a service account; undefined to use the service account of the machine. */
  readonly credentials: string | undefined;
  readonly endpoint: string;
  readonly metadataUrl?: string;
}

const name = "Google Cloud KMS";
const scope = "https://www.googleapis.com/auth/cloudkms";
const defaultMetadataUrl = "http://metadata.google.internal";
const tokenLifetime = "10m";
const authenticated = Buffer.from(wrapContext).toString("base64");
const keyShape = /^projects\/[^/]+\/locations\/[^/]+\/keyRings\/[^/]+\/cryptoKeys\/[^/]+$/;

/** Google Cloud KMS over REST. The key name is the resource name of a symmetric key. */
export function createGoogleKms(settings: GoogleKmsSettings): KeyWrapper {
  const call = async (verb: "encrypt" | "decrypt", keyName: string, body: object): Promise<unknown> => {
    if (!keyShape.test(keyName)) {
      throw new KeyProviderError(
        "rejected",
        `${keyName} is no key of ${name}; name it as projects/…/locations/…/keyRings/…/cryptoKeys/…`,
      );
    }
    return requestJson({
      provider: name,
      url: `${settings.endpoint.replace(/\/$/, "")}/v1/${keyName}:${verb}`,
      headers: { authorization: `Bearer ${await accessToken(settings)}`, "content-type": "application/json" },
      body: JSON.stringify({ ...body, additionalAuthenticatedData: authenticated }),
      explain: (response) => textAt(response, "error", "message"),
    });
  };
  return {
    wrap: async (keyName, masterKey) => {
      const response = await call("encrypt", keyName, { plaintext: masterKey.toString("base64") });
      return Buffer.from(requireText(name, textAt(response, "ciphertext"), "a ciphertext"), "base64");
    },
    unwrap: async (keyName, wrapped) => {
      const response = await call("decrypt", keyName, { ciphertext: wrapped.toString("base64") });
      return Buffer.from(requireText(name, textAt(response, "plaintext"), "a plaintext"), "base64");
    },
  };
}

async function accessToken({
  credentials,
  metadataUrl = defaultMetadataUrl,
}: GoogleKmsSettings): Promise<string> {
  const response =
    credentials === undefined
      ? await requestJson({
          provider: "Google's metadata server",
          url: `${metadataUrl}/computeMetadata/v1/instance/service-accounts/default/token`,
          method: "GET",
          headers: { "metadata-flavor": "Google" },
          explain: () => undefined,
        })
      : await exchangeAssertion(credentials);
  return requireText(name, textAt(response, "access_token"), "an access token");
}

/** RFC 7523: a signed assertion of the service account for an access token. */
async function exchangeAssertion(credentials: string): Promise<unknown> {
  const account = parseCredentials(credentials);
  const key = await importPKCS8(account.privateKey, "RS256").catch(() => {
    throw new KeyProviderError("rejected", "GOOGLE_KMS_CREDENTIALS has an invalid private_key");
  });
  const assertion = await new SignJWT({ scope })
    .setProtectedHeader({ alg: "RS256", typ: "JWT" })
    .setIssuer(account.email)
    .setAudience(account.tokenUrl)
    .setIssuedAt()
    .setExpirationTime(tokenLifetime)
    .sign(key);
  return requestJson({
    provider: "Google's token endpoint",
    url: account.tokenUrl,
    body: new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion }),
    explain: (response) => textAt(response, "error_description") ?? textAt(response, "error"),
  });
}

interface ServiceAccount {
  readonly email: string;
  readonly privateKey: string;
  readonly tokenUrl: string;
}

function parseCredentials(text: string): ServiceAccount {
  const account = readServiceAccount(text);
  if (account !== undefined) return account;
  throw new KeyProviderError("rejected", "GOOGLE_KMS_CREDENTIALS is no JSON key of a service account");
}

/** Undefined unless the text is the JSON key of a service account. */
function readServiceAccount(text: string): ServiceAccount | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const email = textAt(json, "client_email");
  const privateKey = textAt(json, "private_key");
  const tokenUrl = textAt(json, "token_uri");
  if (email === undefined || privateKey === undefined || tokenUrl === undefined) return undefined;
  return { email, privateKey, tokenUrl };
}
