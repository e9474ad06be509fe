import { generateKeyPairSync, randomBytes } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { makeDataFolder } from "../../../test/data-folder.ts";
import {
  awsKeys,
  googleKeys,
  type KeyServer,
  startAwsKms,
  startGoogleKms,
  startVault,
  vaultKeys,
  vaultToken,
} from "../../../test/key-servers.ts";
import { remoteWrapperSuite } from "../../../test/key-wrapper-suite.ts";
import { createAwsKms } from "./aws-kms.ts";
import { createGoogleKms } from "./google-kms.ts";
import { createVaultTransit, type VaultSettings } from "./vault-transit.ts";

let aws: KeyServer;
let google: KeyServer;
let vault: KeyServer;

beforeAll(async () => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "test");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
  [aws, google, vault] = await Promise.all([startAwsKms(), startGoogleKms(), startVault()]);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  for (const server of [aws, google, vault]) await server[Symbol.asyncDispose]();
});

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const credentials = () =>
  JSON.stringify({
    type: "service_account",
    client_email: "florin@acme.iam.gserviceaccount.com",
    private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
    token_uri: `${google.url}/token`,
  });
const noVault: VaultSettings = {
  address: undefined,
  namespace: undefined,
  token: undefined,
  roleId: undefined,
  secretId: undefined,
  kubernetesRole: undefined,
};

describe("AWS KMS", () => {
  remoteWrapperSuite(
    async () => ({
      provider: "aws-kms",
      wrapper: createAwsKms({ region: "us-east-1", endpoint: aws.url }),
      keyName: awsKeys.first,
      otherKeyName: awsKeys.second,
    }),
    (...failure) => aws.fail(...failure),
  );
});

describe.each([
  ["with a service account key", () => ({ credentials: credentials() })],
  ["with the machine's service account", () => ({ credentials: undefined, metadataUrl: google.url })],
])("Google Cloud KMS %s", (_name, access) => {
  remoteWrapperSuite(
    async () => ({
      provider: "google-kms",
      wrapper: createGoogleKms({ endpoint: google.url, ...access() }),
      keyName: googleKeys.first,
      otherKeyName: googleKeys.second,
    }),
    (...failure) => google.fail(...failure),
  );
});

describe.each([
  ["a token", { token: vaultToken }],
  ["an AppRole", { roleId: "role", secretId: "secret" }],
])("Vault with %s", (_name, access) => {
  remoteWrapperSuite(
    async () => ({
      provider: "vault",
      wrapper: createVaultTransit({ ...noVault, address: vault.url, ...access }),
      keyName: vaultKeys.first,
      otherKeyName: vaultKeys.second,
    }),
    (...failure) => vault.fail(...failure),
  );
});

test("Vault accepts the service account token of Kubernetes, and its absence is named", async () => {
  const folder = await makeDataFolder();
  const path = join(folder.path, "token");
  const wrapper = createVaultTransit({
    ...noVault,
    address: vault.url,
    kubernetesRole: "florin",
    kubernetesTokenPath: path,
  });
  await writeFile(path, "service-account-token\n");
  const key = randomBytes(32);
  expect(await wrapper.unwrap(vaultKeys.first, await wrapper.wrap(vaultKeys.first, key))).toEqual(key);
  await rm(path);
  await expect(wrapper.wrap(vaultKeys.first, key)).rejects.toThrow(`${path} cannot be read`);
  await folder[Symbol.asyncDispose]();
});

test("wrong credentials are an error without the credentials", async () => {
  const wrapper = createVaultTransit({ ...noVault, address: vault.url, token: "hvs.wrong-token" });
  const error = await wrapper.wrap(vaultKeys.first, randomBytes(32)).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ failure: "denied", message: "Vault responded 403: permission denied" });
  const appRole = createVaultTransit({ ...noVault, address: vault.url, roleId: "role", secretId: "hunter2" });
  const login = await appRole.wrap(vaultKeys.first, randomBytes(32)).catch(String);
  expect(login).toContain("invalid role or secret ID");
  expect(login).not.toContain("hunter2");
  const badKey = createGoogleKms({ endpoint: google.url, credentials: `{"private_key":"hunter2"}` });
  const noAccount = await badKey.wrap(googleKeys.first, randomBytes(32)).catch(String);
  expect(noAccount).toContain("GOOGLE_KMS_CREDENTIALS");
  expect(noAccount).not.toContain("hunter2");
});

test("a server that does not respond is unreachable", async () => {
  const closed = await startVault();
  await closed[Symbol.asyncDispose]();
  const calls = [
    () =>
      createVaultTransit({ ...noVault, address: closed.url, token: vaultToken }).wrap(
        vaultKeys.first,
        randomBytes(32),
      ),
    () =>
      createGoogleKms({ endpoint: closed.url, credentials: credentials() }).wrap(
        googleKeys.first,
        randomBytes(32),
      ),
    () => createAwsKms({ region: "us-east-1", endpoint: closed.url }).wrap(awsKeys.first, randomBytes(32)),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject({ failure: "unreachable" });
});
