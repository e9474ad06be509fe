import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readAudit } from "../../../service/src/audit/index.ts";
import { openSeed } from "../../../service/src/chains/custody/seeds.ts";
import { createKeyRing } from "../../../service/src/kernel/envelope.ts";
import { createIdFactory } from "../../../service/src/kernel/id.ts";
import { systemClock } from "../../../service/src/kernel/instant.ts";
import { chainFamilies, createTestCustody } from "../../../service/test/custody.ts";
import { type Operator, openOperator } from "../../test/operator.ts";

const known = `${"abandon ".repeat(11)}about`;
const mainnet = ["--network", "mainnet"];
let operator: Operator;

beforeEach(async () => {
  operator = await openOperator();
});

afterEach(() => operator[Symbol.asyncDispose]());

const seed = (verb: string, ...more: readonly string[]) => ["custody", "seed", verb, ...mainnet, ...more];
const bring = (input: string, more: readonly string[] = []) =>
  operator.florin(seed("import", ...more), { input, environment: { FLORIN_OPERATOR: "ana" } });

async function auditedActions(): Promise<readonly string[]> {
  const entries = await readAudit(operator.database, { tenantId: "platform", limit: 100 });
  expect(JSON.stringify(entries)).not.toContain("abandon");
  return entries.map(({ action }) => action).toReversed();
}

test("a seed is created once, identified by its fingerprint, and printed only with explicit confirmation", async () => {
  const made = await operator.florin(seed("create"));
  expect(made).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining("seed export --network mainnet"),
  });
  expect(await operator.florin(seed("create"))).toMatchObject({
    exitCode: 1,
    stderr: "florin: mainnet already has a seed; a seed is never replaced\n",
  });
  expect(await operator.florin(seed("show-fingerprint"))).toMatchObject({ stdout: made.stdout });
  expect(await operator.florin(seed("export"), { atTerminal: true, response: "yes" })).toMatchObject({
    exitCode: 2,
    stdout: "",
  });
  const { stdout } = await operator.florin(seed("export", "--yes-show-the-secret"));
  expect(stdout.trim().split(" ")).toHaveLength(24);
  expect(made.stdout + made.stderr).not.toContain(stdout.split(" ").slice(0, 2).join(" "));
  expect(await auditedActions()).toEqual(["wallet_seed.create", "wallet_seed.export"]);
});

test("a mnemonic is read from a pipe, a file or the terminal, never from the command line", async () => {
  const { exitCode, stdout } = await bring(`${known}\n`);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^network\tmainnet\nfingerprint\t73c5da0a[0-9a-f]{32}\norigin\timported\n/);
  const folder = await mkdtemp(join(tmpdir(), "florin-words-"));
  try {
    const path = join(folder, "words");
    await writeFile(path, known.replaceAll(" ", "\n"));
    expect(await bring("", ["--words", path])).toMatchObject({ exitCode: 0, stdout });
    expect(await bring("", ["--words", join(folder, "none")])).toMatchObject({ exitCode: 1 });
  } finally {
    await rm(folder, { recursive: true });
  }
  const typed = await operator.florin(seed("import"), { atTerminal: true, response: known });
  expect(typed.exitCode).toBe(0);
  expect(await operator.florin(seed("import", ...known.split(" ")))).toMatchObject({ exitCode: 2 });
  const restored = ["wallet_seed.restore", "wallet_seed.restore"];
  expect(await auditedActions()).toEqual(["wallet_seed.import", ...restored]);
});

test("an invalid mnemonic, or one of another seed, is rejected without being echoed", async () => {
  const nonsense = await bring(known.replace("about", "florin"));
  expect(nonsense).toMatchObject({ exitCode: 1, stdout: "" });
  expect(nonsense.stderr).toBe("florin: words must use the English BIP-39 word list; word 12 is not on it\n");
  await operator.responseOf(seed("create"));
  const other = await bring(known);
  expect(other).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("has the fingerprint") });
  expect(nonsense.stderr + other.stderr).not.toContain("abandon");
});

test("without a seed, every command says how to create one", async () => {
  for (const command of [seed("show-fingerprint"), ["custody", "addresses", ...mainnet]]) {
    expect(await operator.florin(command)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('Create one with "florin admin custody seed create --network mainnet"'),
    });
  }
});

test("after loss of the master key, the mnemonic recovers the seed", async () => {
  await bring(known);
  const environment = { MASTER_KEY: randomBytes(32).toString("base64") };
  const addresses = ["custody", "addresses", ...mainnet];
  expect(await operator.florin(addresses, { environment })).toMatchObject({ exitCode: 1 });
  expect(await operator.florin(seed("import"), { environment, input: known })).toMatchObject({ exitCode: 0 });
  expect(await operator.florin(addresses, { environment })).toMatchObject({ exitCode: 0 });
});

test("the platform has one address per key role", async () => {
  await bring(known);
  const items = await operator.responseOf<readonly Record<string, unknown>[]>([
    "custody",
    "addresses",
    ...mainnet,
  ]);
  // The address any wallet derives from this mnemonic at m/44'/60'/2'/0/0.
  const address = "0x07B5FdfEB4E11826D233403Fe8Db0611CCF4c231";
  expect(items).toContainEqual({
    family: "evm",
    role: "minter",
    index: 0,
    address,
    pays_fees: true,
    key: "seed",
  });
  expect(new Set(items.map(({ family }) => family))).toEqual(new Set(chainFamilies));
});

test("a backup is verified by deriving every address again; a backup of another seed is detected", async () => {
  await bring(known);
  const { bytes } = await openSeed(createKeyRing(operator.masterKey), operator.database, "mainnet");
  const custody = createTestCustody({ mainnet: bytes });
  const newId = createIdFactory(systemClock);
  for (const family of chainFamilies) {
    await operator.database.transaction((tx) =>
      custody.wallets.create(tx, {
        network: "mainnet",
        family,
        tenantId: newId<"tenant">(),
        addressId: newId<"address">(),
      }),
    );
  }
  const verify = ["custody", "verify", ...mainnet];
  expect(await operator.florin(verify)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^mainnet\tevm\t73c5da0a\w+\t1\t0\t0\n(?:.*\t1\t0\t0\n){2}$/),
  });
  expect(await operator.florin([...verify, "--words", "-"], { input: known })).toMatchObject({ exitCode: 0 });
  const others = `${"zoo ".repeat(11)}wrong`;
  const wrong = await operator.florin([...verify, "--words", "-"], { input: others });
  expect(wrong).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(
      /^evm custody\/0: stored 0x9858EfFD232B4033E47d90003D41EC34EcaEda94, derived/,
    ),
  });
  expect(wrong.stderr).toContain("florin: 3 addresses do not match this seed\n");
});

test("after restoring a backup, keys assigned since can be skipped", async () => {
  const skip = (count: string, ...more: readonly string[]) =>
    operator.florin(["custody", "skip-keys", ...mainnet, "--count", count, ...more]);
  expect(await skip("500")).toMatchObject({ exitCode: 2, stdout: "" });
  expect(await skip("500", "--yes")).toMatchObject({
    exitCode: 0,
    stdout: "evm\t500\nsolana\t500\nstellar\t500\n",
  });
  for (const count of ["0", "-1", "1e3", "10000001"]) {
    expect(await skip(count, "--yes")).toMatchObject({ exitCode: expect.toSatisfy((code) => code > 0) });
  }
  const wallet = await operator.database.transaction((tx) =>
    createTestCustody().wallets.create(tx, {
      network: "mainnet",
      family: "solana",
      tenantId: createIdFactory(systemClock)<"tenant">(),
      addressId: "any",
    }),
  );
  expect(wallet.keyIndex).toBe(500);
  expect(await auditedActions()).toEqual(["custody.skip_keys"]);
});
