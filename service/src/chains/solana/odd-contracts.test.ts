import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChainWorld } from "../../../test/chain-suite/chain-world.ts";
import { openStage, type Stage } from "../../../test/chain-suite/stage.ts";
import { openSolanaWorld } from "../../../test/local-solana.ts";

let world: ChainWorld;
let stage: Stage;
/** The second looks like base58 of 32 bytes, and is forty of them. */
const unreadable = ["nonsense", "1".repeat(40), ""];

beforeAll(async () => {
  world = await openSolanaWorld();
  stage = await openStage(world);
});
afterAll(() => world.close());

test("a contract that nobody can read is the refusal of its own operation", async () => {
  const mint = stage.mint(await world.newHolder(), 5n);
  const odd = unreadable.map((contract) => ({ ...mint, contract }));
  const verdicts = await world.chain.check([...odd, mint]);
  expect(verdicts.map((verdict) => verdict.ok || verdict.reason)).toEqual([
    "rejected",
    "rejected",
    "rejected",
    true,
  ]);
});

test("a scan passes over contracts that nobody can read", async () => {
  const { final: after } = await world.chain.scan({ after: undefined, contracts: [], holders: [] });
  const holder = await stage.holderWith(5n);
  const { contract } = stage.token;
  await world.advance(10);
  const { transfers } = await world.chain.scan({
    after,
    contracts: [...unreadable, contract],
    holders: [holder.address],
  });
  expect(transfers).toMatchObject([{ contract, to: holder.address, units: 5n }]);
});
