import { KeyProviderError, type KeyProviderName, type KeyWrapper, keyProviderNames } from "./key-wrapper.ts";

/** The value of `MASTER_KEY`: the key itself, or the key wrapped by a provider, with the name of the wrapping key. */
export type MasterKeyValue =
  | { readonly provider: "local"; readonly key: Buffer; readonly isDevelopment: boolean }
  | {
      readonly provider: KeyProviderName;
      readonly keyName: string;
      readonly wrapped: Buffer;
    };

export const masterKeyBytes = 32;
/** Prefix of generated development keys; the production profile refuses them. */
export const developmentMark = "dev:";

const localShape = /^(dev:)?([A-Za-z0-9+/]{43}=)$/;
// A key name may have colons, as Amazon's do. The list of previous keys is separated by commas.
const wrappedShape = new RegExp(`^(${keyProviderNames.join("|")}):([^,\\s]+):([A-Za-z0-9+/]+={0,2})$`);

/** Undefined if the text is no master key. */
export function parseMasterKey(text: string): MasterKeyValue | undefined {
  const [, mark, local] = localShape.exec(text) ?? [];
  if (local !== undefined) {
    return { provider: "local", key: Buffer.from(local, "base64"), isDevelopment: mark !== undefined };
  }
  const [, providerName, keyName = "", wrapped = ""] = wrappedShape.exec(text) ?? [];
  const provider = keyProviderNames.find((name) => name === providerName);
  return provider === undefined ? undefined : { provider, keyName, wrapped: Buffer.from(wrapped, "base64") };
}

/** Where the master key is, without the key. */
export function describeMasterKey(text: string): string {
  const value = parseMasterKey(text);
  return value === undefined || value.provider === "local" ? "set" : `${value.provider}:${value.keyName}`;
}

export type WrapperOf = (provider: KeyProviderName) => KeyWrapper;

export async function openMasterKey(wrapperOf: WrapperOf, text: string): Promise<Buffer> {
  const value = parseMasterKey(text);
  if (value === undefined) throw new KeyProviderError("rejected", "MASTER_KEY has no valid master key");
  if (value.provider === "local") return value.key;
  const { provider, keyName, wrapped } = value;
  const key = await wrapperOf(provider).unwrap(keyName, wrapped);
  if (key.length === masterKeyBytes) return key;
  throw new KeyProviderError(
    "rejected",
    `${provider} unwrapped ${key.length} bytes, expected ${masterKeyBytes}`,
  );
}

/** The value of `MASTER_KEY` for this key, wrapped by a provider. It is unwrapped again before anything is sealed with it. */
export async function wrapMasterKey(
  wrapperOf: WrapperOf,
  { provider, keyName }: { readonly provider: KeyProviderName; readonly keyName: string },
  key: Buffer,
): Promise<string> {
  const wrapped = await wrapperOf(provider).wrap(keyName, key);
  const text = `${provider}:${keyName}:${wrapped.toString("base64")}`;
  const opened = parseMasterKey(text) === undefined ? undefined : await openMasterKey(wrapperOf, text);
  if (opened?.equals(key) === true) return text;
  throw new KeyProviderError("rejected", `${provider} does not unwrap what it wrapped with ${keyName}`);
}
