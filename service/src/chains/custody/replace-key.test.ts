import { randomBytes } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { expect, test } from "vitest";
import { createManualClock } from "../../../test/auth.ts";
import { createTestCustody, type TestCustody } from "../../../test/custody.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { statement } from "../../db/statement.ts";
import type { SigningKey } from "../../kernel/signing-key.ts";
import { createExternalSigner } from "./external-signer.ts";
import { keepRoleAddresses, listRoleAddresses } from "./key-role-addresses.ts";
import { replaceKey } from "./replace-key.ts";
import { selectRoleHolders, upsertRoleHolders } from "./store.ts";

const clock = createManualClock();
const place = { network: "mainnet", family: "evm" } as const;

/** The same custody with another minter, as after a change of the settings. */
function withMinter(custody: TestCustody): TestCustody {
  const secret = secp256k1.utils.randomSecretKey();
  const key: SigningKey = {
    publicKey: async () => secp256k1.getPublicKey(secret, false),
    sign: async (digest) => secp256k1.sign(digest, secret, { prehash: false }),
  };
  const signerOf: TestCustody["signerOf"] = (at) =>
    createExternalSigner({
      family: at.family,
      keys: new Map([["minter", key]]),
      keystore: custody.signerOf(at),
    });
  return { ...custody, signerOf };
}

async function openEnvironment() {
  const testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const keys = [
    { role: "minter", index: 0 },
    { role: "gas", index: 0 },
  ] as const;
  return {
    database,
    keep: (deps: TestCustody) => database.transaction((tx) => keepRoleAddresses(deps, tx, { place, keys })),
    replace: (deps: TestCustody, role: "minter" | "freezer" = "minter") =>
      database.transaction((tx) => replaceKey(deps, tx, { place, role, now: clock.now() })),
    [Symbol.asyncDispose]: () => testDatabase[Symbol.asyncDispose](),
  };
}

test("a replaced key is accepted, the earlier one no longer, and it can be replaced again", async () => {
  await using env = await openEnvironment();
  const seeds = createTestCustody({ mainnet: randomBytes(64) });
  const first = withMinter(seeds);
  const second = withMinter(seeds);
  const [original] = await env.keep(seeds);
  await expect(env.keep(first)).rejects.toThrow("custody replace-key");
  const { previous, address } = await env.replace(first);
  expect(previous).toBe(original?.address);
  expect((await env.keep(first))[0]?.address).toBe(address);
  await expect(env.keep(seeds)).rejects.toThrow("the seed does not match");
  expect(await env.replace(second)).toMatchObject({ previous: address });
  expect(await env.replace(seeds)).toMatchObject({ address: previous });
  await env.keep(seeds);
  const minters = await listRoleAddresses(seeds, env.database, place);
  expect(minters.filter(({ key }) => key.role === "minter")).toEqual([original]);
});

test("a key that is not used yet, or the same, or has transactions in flight, is not replaced", async () => {
  await using env = await openEnvironment();
  const seeds = createTestCustody({ mainnet: randomBytes(64) });
  await env.keep(seeds);
  await expect(env.replace(seeds)).rejects.toThrow(
    "already; configure the new key first, in SIGNERS_MAINNET",
  );
  await expect(env.replace(withMinter(seeds), "freezer")).rejects.toThrow("has not been used yet");
  await env.database.run(
    statement(`INSERT INTO chain_work (id, network, chain, owner, subject, operation, state, not_before, created_at, updated_at)
      VALUES ('w', 'mainnet', 'base', 'tokens', 's', '{"kind":"mint"}', 'sending', now(), now(), now())`),
  );
  await env.database.run(
    statement(`INSERT INTO chain_submissions (work_id, number, network, chain, sender_role, sender_index, sequence, state,
      created_at) VALUES ('w', 1, 'mainnet', 'base', 'minter', 0, 0, 'reserved', now())`),
  );
  await expect(env.replace(withMinter(seeds))).rejects.toThrow("has 1 transactions in flight");
  await env.database.run(statement(`UPDATE chain_submissions SET state = 'dead'`));
  await env.replace(withMinter(seeds));
});

test("holders of key roles are stored as last read", async () => {
  await using env = await openEnvironment();
  const key = { network: "testnet", chain: "base", contract: "0xA" } as const;
  const put = (address: string | undefined, isPlatform: boolean) =>
    upsertRoleHolders(env.database, { ...key, seenAt: clock.now() }, [
      { role: "deployer", address, isPlatform, isExpected: isPlatform },
    ]);
  await put("0x1", true);
  await put(undefined, false);
  const expected = {
    chain: "base",
    contract: "0xA",
    role: "deployer",
    isPlatform: false,
    seenAt: clock.now(),
  };
  expect(await selectRoleHolders(env.database, { network: "testnet" })).toMatchObject([expected]);
  expect(await selectRoleHolders(env.database, { network: "mainnet" })).toEqual([]);
});
