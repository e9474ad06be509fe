import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/database.ts";
import { eventually } from "../../test/eventually.ts";
import { addToken } from "../../test/token-holders.ts";
import { statement } from "../db/statement.ts";
import { createDemoTokens } from "./demo-tokens.ts";

let env: TestDatabase;
beforeAll(async () => {
  env = await createTestDatabase();
  await addToken(env, { issuer: undefined, valueType: "FUSD", kind: "fiat_backed" });
});
afterAll(() => env.drop());
beforeEach(() => env.database.run(activate));

const activate = statement(`
  UPDATE token_deployments
     SET status = 'active', contract = chain, work_id = NULL, failure_reason = NULL, failure_detail = NULL`);
const suspend = statement(`
  UPDATE token_deployments SET status = 'pending', contract = NULL, work_id = 'work' WHERE chain = 'solana'`);
const fail = statement(`
  UPDATE token_deployments
     SET status = 'failed', contract = NULL, work_id = 'work', failure_reason = 'reverted', failure_detail = 'no gas'
   WHERE chain = 'solana'`);

const solana = { key: { network: "testnet", chain: "solana" } } as const;
const onSolana = { all: () => [solana], isLocal: () => true };
const forever = new AbortController().signal;

test("a service is ready when its tokens are active on every local chain", async () => {
  await env.database.run(suspend);
  const { checks, whenActive } = createDemoTokens(env.database, onSolana);
  await expect(checks[0]?.check()).rejects.toThrow("deploying FUSD on testnet solana");
  const shown: string[] = [];
  let isUsable = false;
  const waiting = whenActive((message) => shown.push(message), forever).then(() => {
    isUsable = true;
  });
  await eventually(() => expect(shown).toEqual(["deploying the demo tokens on the local chains"]));
  expect(isUsable).toBe(false);
  await env.database.run(activate);
  await waiting;
  await checks[0]?.check();
});

test("a failed deployment ends the start with its cause", async () => {
  await env.database.run(fail);
  const { checks, whenActive } = createDemoTokens(env.database, onSolana);
  const cause = "the deployment of FUSD on testnet solana failed: no gas";
  await expect(whenActive(() => {}, forever)).rejects.toThrow(cause);
  await expect(checks[0]?.check()).rejects.toThrow(cause);
});

test("a service that is stopped does not wait", async () => {
  await env.database.run(suspend);
  await createDemoTokens(env.database, onSolana).whenActive(() => {}, AbortSignal.abort());
});

test("chains that are not local have no tokens of their own to wait for", async () => {
  await env.database.run(suspend);
  const { checks, whenActive } = createDemoTokens(env.database, { ...onSolana, isLocal: () => false });
  expect(checks).toEqual([]);
  await whenActive(() => {}, forever);
});
