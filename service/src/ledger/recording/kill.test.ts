import { expect, test } from "vitest";
import { createTestDatabase } from "../../../test/database.ts";
import { eventually } from "../../../test/eventually.ts";
import { startLedgerNode } from "../../../test/ledger-node.ts";
import { sizeOf } from "../../../test/scale.ts";
import { createIdFactory } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import type { LedgerAccount } from "../ledger-account.ts";
import type { LedgerScope, Operation } from "../operation.ts";
import { verifyJournal } from "../proving/verify-journal.ts";
import { selectBalances } from "../reading/balances-store.ts";
import { listRecords } from "../reading/list-records.ts";
import { createLedgerWriter } from "./ledger-writer.ts";

const rounds = sizeOf("LEDGER_KILLS", { usual: 4, long: 24 });
const operationsPerRound = 400;
const asset = { code: "USDX", scale: 6 };

test("a process killed while recording leaves each posting set complete or absent, and a retry records it once", async () => {
  await using env = await createTestDatabase();
  const newId = createIdFactory(systemClock);
  const scope: LedgerScope = { tenantId: newId<"tenant">(), network: "mainnet" };
  const supply: LedgerAccount = { kind: "supply", owner: "USDX", chain: "base", asset };
  const wallet: LedgerAccount = { kind: "wallet", owner: "w", chain: "base", asset };
  const writer = createLedgerWriter({ database: env.database, clock: systemClock });
  let interrupted = 0;
  for (let round = 0; round < rounds; round += 1) {
    const operations = Array.from({ length: operationsPerRound }, (_, index): Operation => {
      return {
        type: "post",
        key: `${round}/${index}`,
        postings: [
          { account: supply, units: -1n },
          { account: wallet, units: 1n },
        ],
      };
    });
    const node = await startLedgerNode(env.target);
    const completed = node.record({ scope, operations, way: round % 2 === 0 ? "together" : "alone" });
    let isOver = false;
    const abandoned = completed
      .then(
        () => false,
        () => true,
      )
      .finally(() => {
        isOver = true;
      });
    const recorded = () =>
      listRecords(env.database, scope, { prefix: `${round}/`, limit: operationsPerRound });
    // From before the first operation to half of them, unless the node is done earlier.
    const target = Math.floor((round * operationsPerRound) / (2 * rounds));
    await eventually(async () => {
      if (!isOver) expect((await recorded()).length).toBeGreaterThanOrEqual(target);
    });
    await node.kill();
    if (await abandoned) interrupted += 1;
    const survived = await recorded();
    const outcomes = await Promise.all(operations.map((operation) => writer.record(scope, operation)));
    const repeated = outcomes.filter(({ type }) => type === "repeated");
    // A commit that was interrupted may have become visible since, but never disappears.
    expect(repeated.length).toBeGreaterThanOrEqual(survived.length);
    const [after] = await selectBalances(env.database, scope, [wallet]);
    expect(after?.posted).toBe(BigInt((round + 1) * operationsPerRound));
  }
  await writer.drain();
  expect((await verifyJournal(env.database, scope)).findings).toEqual([]);
  expect(interrupted).toBeGreaterThan(0);
});
