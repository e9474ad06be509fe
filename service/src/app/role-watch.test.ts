import { expect, test } from "vitest";
import { createManualClock } from "../../test/auth.ts";
import { createTestDatabase } from "../../test/database.ts";
import { eventually } from "../../test/eventually.ts";
import { type Chain, ChainUnavailableError, type RoleHolder } from "../chains/chain.ts";
import { selectRoleHolders } from "../chains/custody/store.ts";
import { statement } from "../db/statement.ts";
import { createLogger } from "../startup/logging.ts";
import { readConditions } from "./attention.ts";
import { createRoleWatch } from "./role-watch.ts";

const insertToken = statement(`
  INSERT INTO tokens (network, id, value_type, name, kind, currency, is_public, authority, issuer_key_index, status,
    created_at, updated_at)
  VALUES ('testnet', 'token', 'TSTD', 'Test Dollar', 'fiat_backed', 'USD', true, 'platform', 0, 'active', now(), now())`);
const insertDeployment = statement(`
  INSERT INTO token_deployments (network, token_id, chain, status, contract, created_at, updated_at)
  VALUES ('testnet', 'token', 'base', 'active', '0xA', now(), now())`);

test("a minter that is not the platform's is an error, and an administrator that is not configured", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  await database.run(insertToken);
  await database.run(insertDeployment);
  const holders: readonly RoleHolder[] = [
    { role: "deployer", address: "0xTimelock", isPlatform: false, isExpected: true },
    { role: "minter", address: undefined, isPlatform: false, isExpected: false },
    { role: "freezer", address: "0xFreezer", isPlatform: true, isExpected: true },
  ];
  const read: string[] = [];
  const chainOf = (chain: "base" | "ethereum", roleHolders: Chain["roleHolders"]) => ({
    key: { network: "testnet", chain } as const,
    roleHolders,
  });
  const chains = [
    chainOf("ethereum", async () => {
      throw new Error("a token that is not on this chain is not read");
    }),
    chainOf("base", async () => {
      throw new ChainUnavailableError("down");
    }),
    chainOf("base", async (contract) => {
      read.push(contract);
      return holders;
    }),
  ];
  const lines: string[] = [];
  const logger = createLogger({ logLevel: "info", logFormat: "json" }, false, {
    write: (line) => lines.push(line),
  });
  const parts = { database, clock: createManualClock(), logger };
  const watch = createRoleWatch(parts, { all: () => chains });
  watch.start();
  await eventually(async () =>
    expect(await selectRoleHolders(database, { network: "testnet" })).toHaveLength(3),
  );
  await watch.stop();
  expect(read).toEqual(["0xA"]);
  const seized = { role: "deployer", address: "0xThief", isPlatform: false, isExpected: false } as const;
  const seizedChain = chainOf("base", async () => [seized]);
  const later = createRoleWatch(parts, { all: () => [seizedChain] });
  later.start();
  await eventually(async () =>
    expect(await selectRoleHolders(database, { network: "testnet" })).toContainEqual(
      expect.objectContaining(seized),
    ),
  );
  await later.stop();
  expect(await readConditions(parts, async () => [])).toContainEqual(
    expect.objectContaining({ name: "token_roles", state: "active" }),
  );
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 50, role: "minter", token: "TSTD" },
    { level: 50, role: "deployer", address: "0xThief" },
  ]);
});
