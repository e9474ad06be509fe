import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { verifyJournal } from "../../service/src/ledger/index.ts";
import { createTestDatabase } from "../../service/test/database.ts";
import { startServer } from "../http/server.ts";
import { compare } from "./comparison.ts";
import { loads } from "./load.ts";
import { createPeer } from "./peer-store.ts";
import { peerWay } from "./peer-ways.ts";
import { serviceWay } from "./service-way.ts";
import { peerNames } from "./way.ts";
import { createWorld } from "./world.ts";

test("service and peers accept what they acknowledge, and the books are right", async () => {
  await using testDatabase = await createTestDatabase();
  const { database, target } = testDatabase;
  const masterKey = randomBytes(32);
  const world = await createWorld({ database, masterKey, accounts: 5, tenants: 2 });
  await createPeer(
    target,
    Object.values(world.payers)
      .flat()
      .map(({ sourceId }) => sourceId),
  );
  const server = await startServer({ target, masterKeyHex: masterKey.toString("hex") });
  try {
    const callerCounts = [3];
    const peers = peerNames.map((name) => peerWay(name, { target, world, callerCounts }));
    const figures = await compare({
      target,
      ways: [serviceWay(server, world, callerCounts), ...peers],
      options: { seconds: 0.05, rounds: 2, warmUpMs: 10 },
      progress: () => undefined,
      settle: () => Promise.resolve(),
      databaseCpuMs: () => Promise.resolve(Number.NaN),
    });
    expect(figures).toHaveLength(loads.length * (1 + peerNames.length));
    for (const { measurement } of figures) expect(measurement.perSecond).toBeGreaterThan(0);
  } finally {
    await server.stop();
  }
  for (const tenantId of world.tenantIds) {
    const proof = await verifyJournal(database, { tenantId, network: "testnet" });
    expect(proof).toMatchObject({ findings: [], failure: undefined });
  }
}, 60_000);
