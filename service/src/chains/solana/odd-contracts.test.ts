import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChainEnvironment } from "../../../test/chain-suite/chain-environment.ts";
import { openStage, type Stage } from "../../../test/chain-suite/stage.ts";
import { openSolanaEnvironment } from "../../../test/local-solana.ts";

let env: ChainEnvironment;
let stage: Stage;
/** The second looks like base58 of 32 bytes, but is 40 bytes. */
const unreadable = ["nonsense", "1".repeat(40), ""];

beforeAll(async () => {
  env = await openSolanaEnvironment();
  stage = await openStage(env);
});
afterAll(() => env.close());

test("an invalid contract fails only its own operation", async () => {
  const mint = stage.mint(await env.newHolder(), 5n);
  const odd = unreadable.map((contract) => ({ ...mint, contract }));
  const outcomes = await env.chain.check([...odd, mint]);
  expect(outcomes.map((outcome) => outcome.ok || outcome.reason)).toEqual([
    "rejected",
    "rejected",
    "rejected",
    true,
  ]);
});

test("a scan skips invalid contracts", async () => {
  const { final: after } = await env.chain.scan({ after: undefined, contracts: [], holders: [] });
  const holder = await stage.holderWith(5n);
  const { contract } = stage.token;
  await env.advance(10);
  const { transfers } = await env.chain.scan({
    after,
    contracts: [...unreadable, contract],
    holders: [holder.address],
  });
  expect(transfers).toMatchObject([{ contract, to: holder.address, units: 5n }]);
});
