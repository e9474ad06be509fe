import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { basicAuthorization } from "../test/api.ts";
import { bankInFiles } from "../test/bank-settings.ts";
import { bundle } from "../test/bundle.ts";
import { calmSettings } from "../test/calm-limits.ts";
import { chainsOff, fewChains } from "../test/chains-off.ts";
import { openTwoRoles } from "../test/database.ts";
import { eventually } from "../test/eventually.ts";
import { freePort } from "../test/free-port.ts";
import { hasSoftHsm, openSoftHsm, softHsmNote } from "../test/soft-hsm.ts";
import { migrate } from "./db/migrate.ts";
import { tables } from "./tables.ts";

const entry = new URL("./main.ts", import.meta.url);

interface Started {
  readonly child: ChildProcess;
  output(): string;
  readonly ended: Promise<number | null>;
}

const folders: string[] = [];
const children: Started[] = [];
afterEach(async () => {
  for (const { child, ended } of children.splice(0)) {
    child.kill("SIGTERM");
    await ended;
  }
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "florin-main-"));
  await chmod(folder, 0o711);
  folders.push(folder);
  return folder;
}

async function start(environment: Record<string, string>): Promise<Started> {
  const child = spawn(process.execPath, [await bundle(entry)], {
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...calmSettings, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const keep = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const ended = once(child, "exit").then(([code]) => code as number | null);
  const started = { child, output: () => output, ended };
  children.push(started);
  return started;
}

const isReady = (started: Started) => (): void => expect(started.output()).toContain('"listening"');

test.skipIf(!hasSoftHsm)(
  `a denied PIN has an exit code after which systemd starts no node${softHsmNote}`,
  async () => {
    const { modulePath = "", tokenLabel = "" } = openSoftHsm();
    const started = await start({
      DATA_DIR: join(await newFolder(), "data"),
      PORT: String(await freePort()),
      MASTER_KEY: `pkcs11:florin-master:${randomBytes(60).toString("base64")}`,
      PKCS11_MODULE: modulePath,
      PKCS11_TOKEN: tokenLabel,
      PKCS11_PIN: "9876-wrong",
      SOFTHSM2_CONF: process.env["SOFTHSM2_CONF"] ?? "",
    });
    expect(await started.ended, started.output()).toBe(77);
    const unit = await readFile(new URL("../../packaging/systemd/florin.service", import.meta.url), "utf8");
    expect(unit).toContain("RestartPreventExitStatus=77\n");
  },
);

test("only the first start shows the demo credentials, and a start takes over from a killed process", async () => {
  const DATA_DIR = join(await newFolder(), "data");
  const PORT = String(await freePort());
  const first = await start({ DATA_DIR, PORT, ...fewChains });
  await eventually(() => expect(first.output()).toContain("creating the database"));
  await expect(once(createServer().listen(Number(PORT), "127.0.0.1"), "listening")).rejects.toThrow(
    "EADDRINUSE",
  );
  await eventually(isReady(first));
  expect(await openEntriesIn(DATA_DIR)).toEqual([]);
  expect(first.output()).toContain("florin_sk_");
  expect(first.output()).toContain("starting the local chains");

  const path = join(DATA_DIR, "demo-credentials.json");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const credentials = JSON.parse(await readFile(path, "utf8"));
  expect(credentials).toMatchObject({
    base_url: `http://127.0.0.1:${PORT}`,
    auth_url: `http://127.0.0.1:${PORT}`,
    accounts: [
      { kind: "standard", applications: [{ network: "testnet" }, { network: "mainnet" }] },
      { kind: "self_attested", applications: [{ network: "testnet" }, { network: "mainnet" }] },
    ],
  });
  expect(first.output()).toContain(credentials.accounts[1].applications[1].client_secret);
  await tryEveryApplication(credentials);

  const intruder = await start({ DATA_DIR, PORT: String(await freePort()) });
  expect(await intruder.ended).toBe(1);
  expect(intruder.output()).toMatch(/Florin did not start[\s\S]*already/);

  first.child.kill("SIGKILL");
  await first.ended;
  const second = await start({ DATA_DIR, PORT, ...fewChains });
  await eventually(isReady(second));
  expect(second.output()).not.toContain("florin_sk_");
  expect(second.output()).toContain(path);
  await tryEveryApplication(credentials);

  second.child.kill("SIGTERM");
  expect(await second.ended).toBe(0);
  expect(second.output()).toContain('"stopped"');
});

/** Files and folders that other users of the machine can read or write. */
async function openEntriesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true });
  const modes = await Promise.all(
    ["", ...entries].map(async (name) => (await stat(join(folder, name))).mode),
  );
  return ["", ...entries].filter((_, index) => ((modes[index] ?? 0) & 0o066) !== 0);
}

async function tryEveryApplication(credentials: {
  auth_url: string;
  base_url: string;
  accounts: { id: string; applications: { client_id: string; client_secret: string; scopes: string[] }[] }[];
}): Promise<void> {
  for (const account of credentials.accounts) {
    for (const { client_id, client_secret } of account.applications) {
      const token = await fetch(`${credentials.auth_url}/oauth2/token`, {
        method: "POST",
        headers: { authorization: basicAuthorization(client_id, client_secret) },
        body: new URLSearchParams({ grant_type: "client_credentials" }),
      });
      const { access_token } = (await token.json()) as { access_token: string };
      const accounts = await fetch(`${credentials.base_url}/accounts`, {
        headers: { authorization: `Bearer ${access_token}` },
      });
      expect(await accounts.json()).toMatchObject({ accounts: [account.id] });
    }
  }
}

test("a port that is in use is a clear error before anything is created", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const DATA_DIR = await newFolder();
  const started = await start({ DATA_DIR, PORT: String(port) });
  expect(await started.ended).toBe(1);
  expect(started.output()).toContain(`the port is already in use (127.0.0.1:${port})`);
  expect(await readdir(DATA_DIR)).toEqual([]);
  server.close();
});

test("a production start without settings lists everything that is missing and exits", async () => {
  const started = await start({ FLORIN_PROFILE: "production", DATA_DIR: await newFolder() });
  expect(await started.ended).toBe(1);
  for (const name of [
    "MASTER_KEY",
    "DATABASE_URL",
    "BASE_URL",
    "METRICS_TOKEN",
    "SANCTIONS_LIST_DIR",
    "BANK_CONNECTOR",
  ]) {
    expect(started.output()).toContain(`${name} is missing`);
  }
  expect(started.output()).not.toContain("    at ");
});

test("a production start with plaintext connections and weak controls names each of them and exits", async () => {
  const started = await start({
    FLORIN_PROFILE: "production",
    DATA_DIR: await newFolder(),
    DATABASE_URL: "postgresql://florin:Zr8-long-and-random@db.bank.example:5432/florin",
    CHAIN_MAINNET_ETHEREUM_RPC_URLS: "http://rpc.bank.example:8545",
    CHAIN_MAINNET_BASE_RPC_URLS: "https://rpc.bank.example",
    CHAIN_MAINNET_BASE_CONFIRMATIONS: "1",
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://otel.bank.example:4318",
    DUAL_APPROVAL_ABOVE: "none",
    BASE_URL: "https://api.bank.example",
    HOST: "0.0.0.0",
    TRUST_PROXY: "none",
  });
  expect(await started.ended).toBe(1);
  for (const problem of [
    "DATABASE_URL connects to another machine",
    "CHAIN_MAINNET_ETHEREUM_RPC_URLS has a plain http URL",
    "CHAIN_MAINNET_BASE_CONFIRMATIONS is below",
    "OTEL_EXPORTER_OTLP_ENDPOINT has a plain http URL",
    "DUAL_APPROVAL_ABOVE is none",
    "TRUST_PROXY is none",
  ]) {
    expect(started.output()).toContain(problem);
  }
  expect(started.output()).not.toContain("Zr8-long-and-random");
});

test("production refuses a superuser, the owner of the tables, its URL, and a database that lacks migrations, was restored or holds demo accounts", async () => {
  await using roles = await openTwoRoles();
  const { owner, role } = roles;
  const urlOf = (user: string): string =>
    `postgresql://${user}@/${owner.database}?host=${owner.socketFolder}`;
  const startAs = async (user: string, more: Record<string, string> = {}): Promise<string> => {
    const started = await start({
      ...more,
      FLORIN_PROFILE: "production",
      DATABASE_URL: urlOf(user),
      MASTER_KEY: randomBytes(32).toString("base64"),
      BASE_URL: "https://api.example.com",
      METRICS_TOKEN: "a-metrics-token-of-some-length",
      TRUST_PROXY: "loopback",
      SANCTIONS_LIST_DIR: ".",
      ...chainsOff,
      ...bankInFiles,
      PORT: String(await freePort()),
    });
    expect(await started.ended).toBe(1);
    return started.output();
  };
  expect(await startAs("postgres")).toContain("DATABASE_URL names a superuser");
  expect(await startAs(role)).toContain("Run: florin admin migrate");
  await migrate({ tables, target: owner, serviceRole: role });
  expect(await startAs(owner.user)).toContain("DATABASE_URL names the owner of the tables");
  const ownerUrl = { DATABASE_OWNER_URL: urlOf(owner.user) };
  expect(await startAs(role, ownerUrl)).toContain("start the service without it");
  await roles.asService(
    "INSERT INTO database_restores (id, origin, backup_id, taken_at, restored_at, state) " +
      "VALUES ('1', 'backup', '2', '2026-01-02T03:04:05Z', now(), 'restored')",
  );
  expect(await startAs(role)).toContain("restored to its state of 2026-01-02T03:04:05.000Z");
  await roles.asService("INSERT INTO deployment_facts VALUES ('demo_accounts_created', now())");
  expect(await startAs(role)).toContain("holds demo accounts");
});
