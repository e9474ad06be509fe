import { generateKeyPairSync } from "node:crypto";
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addApplicationKey } from "../../../service/src/auth/application-keys.ts";
import { systemCause } from "../../../service/src/kernel/cause.ts";
import { type ApplicationId, createIdFactory, tenantOf } from "../../../service/src/kernel/id.ts";
import { systemClock } from "../../../service/src/kernel/instant.ts";
import { startTestApi, type TestApi, type TestClient } from "../../../service/test/api.ts";
import { eventually } from "../../../service/test/eventually.ts";
import { freePort } from "../../../service/test/free-port.ts";
import { florin, type Outcome, type SessionClient } from "../../test/operator.ts";

let api: TestApi;
let client: TestClient;
let onMainnet: TestClient;
let config = "";

beforeAll(async () => {
  // The URL of the service is the audience of assertions.
  const port = String(await freePort());
  api = await startTestApi({ environment: { PORT: port, BASE_URL: `http://127.0.0.1:${port}` } });
  client = await api.createClient();
  onMainnet = await api.createClient({ network: "mainnet", accountId: client.accountId });
});
afterAll(() => api.stop());
beforeEach(async () => {
  config = await mkdtemp(join(tmpdir(), "florin-profiles-"));
  return () => rm(config, { recursive: true, force: true });
});

const outcomes: Outcome[] = [];
afterAll(() => {
  const secrets = [client.clientSecret, onMainnet.clientSecret];
  const leaks = outcomes.filter(({ stdout, stderr }) =>
    secrets.some((secret) => `${stdout}${stderr}`.includes(secret)),
  );
  expect(outcomes.length).toBeGreaterThan(10);
  expect(leaks).toEqual([]);
});

async function run(
  argv: readonly string[],
  { environment = {}, ...session }: SessionClient = {},
): Promise<Outcome> {
  const outcome = await florin(argv, {
    ...session,
    environment: { XDG_CONFIG_HOME: config, ...environment },
  });
  outcomes.push(outcome);
  return outcome;
}

function loginAs(who: TestClient, more: readonly string[] = []): Promise<Outcome> {
  const argv = ["login", "--api", api.baseUrl, "--client-id", who.clientId, ...more];
  return run(argv, { input: `${who.clientSecret}\n` });
}

const profilesFile = () => join(config, "florin/profiles.json");

test("a login stores the credentials for their owner only, and other commands use them", async () => {
  const { exitCode, stdout } = await loginAs(client, ["--json"]);
  expect({ exitCode, ...JSON.parse(stdout) }).toEqual({
    exitCode: 0,
    profile: "default",
    network: "testnet",
    api: api.baseUrl,
    account_id: client.accountId,
    client_id: client.clientId,
  });
  expect((await stat(profilesFile())).mode & 0o777).toBe(0o600);
  expect((await stat(join(config, "florin"))).mode & 0o777).toBe(0o700);
  const account = await run(["accounts", "get", client.accountId, "--json"]);
  expect(JSON.parse(account.stdout)).toMatchObject({ id: client.accountId });
});

test("at a terminal, the login prompts for what is missing", async () => {
  const argv = ["login", "--api", api.baseUrl, "--client-id", client.clientId];
  const { exitCode, stderr } = await run(argv, { atTerminal: true, response: client.clientSecret });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringContaining("Client secret: ") });
});

test("a wrong secret is not stored", async () => {
  const argv = ["login", "--api", api.baseUrl, "--client-id", client.clientId];
  const outcome = await run(argv, { input: "florin_sk_wrong" });
  expect(outcome).toMatchObject({
    exitCode: 1,
    stdout: "",
    stderr: expect.stringContaining("401 invalid_client"),
  });
  expect((await run(["profiles", "--json"])).stdout).toBe("[]\n");
});

test("profiles are selected by option, by environment, or as the current one", async () => {
  await loginAs(client);
  await loginAs(onMainnet, ["--profile", "live"]);
  const networksOf = async () =>
    (JSON.parse((await run(["profiles", "--json"])).stdout) as { name: string; current: string }[]).map(
      ({ name, current }) => `${name} ${current}`,
    );
  expect(await networksOf()).toEqual(["default ", "live yes"]);
  await run(["profiles", "--use", "default"]);
  expect(await networksOf()).toEqual(["default yes", "live "]);
  const banner = `MAINNET ${api.baseUrl}\n`;
  expect((await run(["events", "list"])).stderr).not.toContain("MAINNET");
  expect((await run(["events", "list", "--profile", "live"])).stderr).toContain(banner);
  const environment = { FLORIN_CLI_PROFILE: "live" };
  expect((await run(["events", "list"], { environment })).stderr).toContain(banner);
  expect(await run(["events", "list", "--profile", "other"])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("florin login --profile other"),
  });
});

test("logging out removes the secret", async () => {
  await loginAs(client);
  await loginAs(onMainnet, ["--profile", "live"]);
  await run(["logout"]);
  expect(await readFile(profilesFile(), "utf8")).not.toContain(onMainnet.clientSecret);
  expect((await run(["logout", "live"])).exitCode).toBe(1);
  await run(["logout", "--all"]);
  await expect(stat(profilesFile())).rejects.toThrow("ENOENT");
});

test("a file that others can read is refused", async () => {
  await loginAs(client);
  await chmod(profilesFile(), 0o644);
  expect(await run(["events", "list"])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining(`chmod 600 ${profilesFile()}`),
  });
});

test("nothing changes on mainnet without a confirmation", async () => {
  await loginAs(onMainnet);
  const argv = ["addresses", "create-internal", "--name", "Treasury", "--transfer-types", "base"];
  const addressesOf = async () =>
    JSON.parse((await run(["addresses", "list", "--json"])).stdout).addresses.length;
  const before = await addressesOf();
  expect(await run(argv)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("changes mainnet. To confirm"),
  });
  expect((await run(argv, { atTerminal: true, response: "no" })).exitCode).toBe(1);
  const raw = ["api", "POST", "/accounts/{account_id}/addresses/internal", "-d", "{}"];
  expect((await run(raw)).exitCode).toBe(2);
  expect(await addressesOf()).toBe(before);
  expect((await run([...argv, "--yes"])).exitCode).toBe(0);
  expect((await run(argv, { atTerminal: true, response: "y" })).exitCode).toBe(0);
  expect(await addressesOf()).toBe(before + 2);
});

test("any request can be sent, with a query, a body, and the own account in its path", async () => {
  await loginAs(client);
  const body = join(config, "body.json");
  await writeFile(body, JSON.stringify({ name: "Raw", transfer_types: ["base"] }));
  const path = "/accounts/{account_id}/addresses";
  const created = await run(["api", "post", `${path}/internal`, "-d", `@${body}`]);
  expect(JSON.parse(created.stdout)).toMatchObject({ name: "Raw" });
  const page = await run(["api", "GET", path, "-q", "page[size]=1", "-q", "type=internal"]);
  expect(JSON.parse(page.stdout)).toMatchObject({ addresses: [{ name: "Raw" }] });
  expect(await run(["api", "GET", "/nowhere"])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("404 not_found"),
  });
});

test("lists are tables, lines, CSV or JSON, and say how to go on", async () => {
  await loginAs(client);
  for (const name of ['Say "hi", twice', "First"]) {
    await run(["addresses", "create-internal", "--name", name, "--transfer-types", "base,ethereum"]);
  }
  const formula = "=HYPERLINK(1)";
  await run(["addresses", "create-internal", "--name", formula, "--transfer-types", "base"]);
  await run(["addresses", "create-internal", "--name", "Second", "--transfer-types", "base,ethereum"]);
  const list = ["addresses", "list", "--limit", "1"];
  const table = await run(list, { atTerminal: true });
  expect(table.stdout).toMatch(/│ id +│ status +│ name +│/);
  expect(table.stdout).toContain("\u001b[32mactive\u001b[0m");
  const environment = { NO_COLOR: "1" };
  expect((await run(list, { atTerminal: true, environment })).stdout).not.toContain("\u001b");
  const lines = await run(list);
  expect(lines.stdout).toMatch(/^\w{26}\tactive\tSecond\t0x\w+\tethereum,base\tinternal\t/);
  expect(lines.stderr).toMatch(/^There is more: pass --all, or --after \S+\n$/);
  const csv = await run(["addresses", "list", "--all", "--output", "csv"]);
  expect(csv.stdout).toMatch(/^id,status,name,address,transfer_types,type,created,owner\n/);
  expect(csv.stdout).toMatch(/,active,"Say ""hi"", twice",0x\w+,"ethereum,base",internal,/);
  expect(csv.stdout).toContain(`,active,'${formula},0x`);
});

test("a profile with a private key has no secret, and its file must be the owner's alone", async () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const deps = { clock: systemClock, newId: createIdFactory(systemClock) };
  await api.database.transaction(async (tx) =>
    addApplicationKey(deps, tx, {
      tenantId: tenantOf(client.accountId),
      applicationId: client.clientId as ApplicationId,
      jwk: publicKey.export({ format: "jwk" }),
      cause: systemCause("test"),
    }),
  );
  const path = join(config, "key.pem");
  await writeFile(path, privateKey.export({ format: "pem", type: "pkcs8" }), { mode: 0o600 });
  const argv = ["login", "--api", api.baseUrl, "--client-id", client.clientId, "--private-key", path];
  const signedIn = await run(argv);
  expect(signedIn, signedIn.stderr).toMatchObject({ exitCode: 0 });
  const stored = JSON.parse(await readFile(profilesFile(), "utf8")).profiles.default;
  expect(stored).toMatchObject({ private_key: path, key_id: expect.any(String) });
  expect(stored).not.toHaveProperty("client_secret");
  expect((await run(["events", "list"])).exitCode).toBe(0);
  await chmod(path, 0o640);
  expect(await run(["events", "list"])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining(`chmod 600 ${path}`),
  });
  await writeFile(path, "not a key");
  await chmod(path, 0o600);
  expect((await run(["events", "list"])).stderr).toContain("is not a private key");
});

test("the log of requests is followed until ^C", async () => {
  await loginAs(client);
  const stop = new AbortController();
  let lines: readonly string[] = [];
  const tail = run(["logs", "tail", "--status", "4xx", "--json"], {
    signal: stop.signal,
    onSaid: ({ stdout }) => {
      lines = stdout.split("\n").filter((line) => line !== "");
    },
  });
  const missing = ["transfers", "get", "0".repeat(26)];
  await eventually(async () => {
    if (lines.length === 0) await run(missing);
    expect(lines.length).toBeGreaterThan(0);
  });
  const before = lines.length;
  await run(missing);
  await eventually(async () => expect(lines.length).toBeGreaterThan(before));
  stop.abort();
  expect((await tail).exitCode).toBe(130);
  const requests = lines.map((line) => JSON.parse(line));
  expect(new Set(requests.map(({ id }) => id)).size).toBe(requests.length);
  expect(requests.at(-1)).toMatchObject({ operation: "getTransfer", status: 404, error_code: "not_found" });
});

test("what a command needs is checked before anything is sent, and an unreachable service is an unknown outcome", async () => {
  const environment = { FLORIN_API: "http://127.0.0.1:1", FLORIN_CLIENT_ID: "a", FLORIN_CLIENT_SECRET: "b" };
  const outcome = await run(["operations", "get-health"], { environment });
  expect(outcome).toMatchObject({ exitCode: 5, stdout: "" });
  await loginAs(client);
  const end = `${client.accountId}:FUSD:base`;
  for (const [argv, text] of [
    [["quote", "--amount", "5"], "--from is required, here or in --body"],
    [["quote", "--amount", "five", "--from", "wire:USD", "--to", end], "--amount must be an amount"],
    [
      ["quote", "--amount", "5", "--from", "wire", "--to", end],
      "--from must be <transfer type>:<value type>",
    ],
    [["quote", "--body", "[]"], "--body must be a JSON object"],
    [["quote", "--body", "{"], "--body is not valid JSON"],
    [["accounts", "list", "--limit", "101"], "Must be a number from 1 to 100"],
  ] as const) {
    expect(await run(argv)).toMatchObject({ exitCode: 2, stdout: "", stderr: expect.stringContaining(text) });
  }
});
