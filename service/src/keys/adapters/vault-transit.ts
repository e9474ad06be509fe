import { readFile } from "node:fs/promises";
import { KeyProviderError, type KeyWrapper, wrapContext } from "../key-wrapper.ts";
import { requestJson, requireText, textAt } from "./post-json.ts";

export interface VaultSettings {
  readonly address: string | undefined;
  readonly namespace: string | undefined;
  readonly token: string | undefined;
  readonly roleId: string | undefined;
  readonly secretId: string | undefined;
  readonly kubernetesRole: string | undefined;
  /** The service account token that Kubernetes mounts. */
  readonly kubernetesTokenPath?: string;
}

const defaultKubernetesTokenPath = "/var/run/secrets/kubernetes.io/serviceaccount/token";
const name = "Vault";
const associatedData = Buffer.from(wrapContext).toString("base64");

/** HashiCorp Vault's transit engine. The key name is `<mount>/<key>`, such as `transit/florin`. */
export function createVaultTransit(settings: VaultSettings): KeyWrapper {
  const call = async (path: string, body: object, token?: string): Promise<unknown> => {
    if (settings.address === undefined) throw new KeyProviderError("rejected", "VAULT_ADDR is missing");
    return requestJson({
      provider: name,
      url: `${settings.address.replace(/\/$/, "")}/v1/${path}`,
      headers: {
        "content-type": "application/json",
        ...(token === undefined ? {} : { "x-vault-token": token }),
        ...(settings.namespace === undefined ? {} : { "x-vault-namespace": settings.namespace }),
      },
      body: JSON.stringify(body),
      explain: firstError,
    });
  };
  const transit = async (verb: "encrypt" | "decrypt", keyName: string, body: object): Promise<unknown> => {
    const token = await logIn(settings, call);
    return call(pathOf(verb, keyName), { ...body, associated_data: associatedData }, token);
  };
  return {
    wrap: async (keyName, masterKey) => {
      const response = await transit("encrypt", keyName, { plaintext: masterKey.toString("base64") });
      return Buffer.from(requireText(name, textAt(response, "data", "ciphertext"), "a ciphertext"));
    },
    unwrap: async (keyName, wrapped) => {
      const response = await transit("decrypt", keyName, { ciphertext: wrapped.toString() });
      return Buffer.from(requireText(name, textAt(response, "data", "plaintext"), "a plaintext"), "base64");
    },
  };
}

type Call = (path: string, body: object) => Promise<unknown>;

async function logIn(settings: VaultSettings, call: Call): Promise<string> {
  if (settings.token !== undefined) return settings.token;
  const response =
    settings.kubernetesRole === undefined
      ? await call("auth/approle/login", { role_id: settings.roleId, secret_id: settings.secretId })
      : await call("auth/kubernetes/login", {
          role: settings.kubernetesRole,
          jwt: await serviceAccountToken(settings.kubernetesTokenPath ?? defaultKubernetesTokenPath),
        });
  return requireText(name, textAt(response, "auth", "client_token"), "a token");
}

async function serviceAccountToken(path: string): Promise<string> {
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (cause) {
    throw new KeyProviderError("rejected", `the service account token ${path} cannot be read`, { cause });
  }
}

function pathOf(verb: "encrypt" | "decrypt", keyName: string): string {
  const slash = keyName.lastIndexOf("/");
  if (slash < 1) {
    throw new KeyProviderError("rejected", `${keyName} is no Vault key; name it as <mount>/<key>`);
  }
  return `${keyName.slice(0, slash)}/${verb}/${keyName.slice(slash + 1)}`;
}

function firstError(body: unknown): string | undefined {
  const errors: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "errors") : undefined;
  return Array.isArray(errors) ? errors.filter((error) => typeof error === "string").join("; ") : undefined;
}
