import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { type LedgerNode, type LedgerQuestion, startLedgerNode } from "../../../test/ledger-node.ts";
import { sizeOf } from "../../../test/scale.ts";
import { createIdFactory, type NewId } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import type { LedgerScope, Operation } from "../operation.ts";
import { selectBalances } from "../reading/balances-store.ts";
import { createLedgerWriter } from "./ledger-writer.ts";

const rounds = sizeOf("OVERDRAFT_ROUNDS", { usual: 10, long: 100 });
const balance = 100n;
const holds = 20;
const holdUnits = 10n;
const asset = { code: "USDX", scale: 6 };

let env: TestDatabase;
let nodes: readonly [LedgerNode, LedgerNode];
const newId: NewId = createIdFactory(systemClock);

beforeAll(async () => {
  env = await createTestDatabase();
  nodes = await Promise.all([startLedgerNode(env.target), startLedgerNode(env.target)]);
});

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill()));
  await env.drop();
});

test.each<LedgerQuestion["way"]>(["alone", "together"])(
  `of 20 concurrent holds of 10 on a balance of 100, over two processes, exactly 10 succeed, in each of ${rounds} rounds (%s)`,
  async (way) => {
    const scope: LedgerScope = { tenantId: newId<"tenant">(), network: "mainnet" };
    for (let round = 0; round < rounds; round += 1) {
      const wallet = { kind: "wallet", owner: newId<"address">(), chain: "base", asset } as const;
      await fund(scope, wallet);
      const operations = Array.from({ length: holds }, (_, index): Operation => {
        return { type: "hold", key: `${wallet.owner}/${index}`, account: wallet, units: holdUnits };
      });
      const [even, odd] = [0, 1].map((rest) => operations.filter((_, index) => index % 2 === rest));
      const outcomes = await Promise.all([
        nodes[0].record({ scope, way, operations: even ?? [] }),
        nodes[1].record({ scope, way, operations: odd ?? [] }),
      ]);
      const [after] = await selectBalances(env.database, scope, [wallet]);
      expect(after).toMatchObject({ posted: balance, held: balance });
      expect(outcomes.flat().sort()).toEqual([
        ...Array.from({ length: holds / 2 }, () => "insufficient_balance"),
        ...Array.from({ length: holds / 2 }, () => "recorded"),
      ]);
    }
  },
);

async function fund(
  scope: LedgerScope,
  wallet: Extract<Operation, { type: "hold" }>["account"],
): Promise<void> {
  const writer = createLedgerWriter({ database: env.database, clock: systemClock });
  await writer.record(scope, {
    type: "post",
    key: `${wallet.owner}/fund`,
    postings: [
      { account: { kind: "supply", owner: "USDX", chain: "base", asset }, units: -balance },
      { account: wallet, units: balance },
    ],
  });
  await writer.drain();
}
