import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { verifyJournal } from "../../service/src/ledger/index.ts";
import { createTestDatabase } from "../../service/test/database.ts";
import { openBenchApp } from "../http/bench-app.ts";
import { addressOf } from "../http/server.ts";
import { ownCpuMs } from "../measure.ts";
import { compare, makeHistory } from "./comparison.ts";
import { createContract } from "./contract-store.ts";
import { createEnvironment } from "./environment.ts";
import { goalsOf } from "./goals.ts";
import { loads } from "./load.ts";
import { createPeer } from "./peer-store.ts";
import { contractVariant, peerVariant } from "./peer-variants.ts";
import { serviceVariant } from "./service-variant.ts";
import { peerNames } from "./variant.ts";

test("service and peers accept what they acknowledge, and the books are correct", async () => {
  await using testDatabase = await createTestDatabase();
  const { database, target } = testDatabase;
  const masterKey = randomBytes(32);
  const env = await createEnvironment({ database, masterKey, accounts: 5, tenants: 2 });
  await createPeer(
    target,
    Object.values(env.payers)
      .flat()
      .map(({ sourceId }) => sourceId),
  );
  const app = await openBenchApp({ target, masterKeyHex: masterKey.toString("hex") });
  try {
    const callerCounts = [3];
    const server = { ...app, address: addressOf(app.baseUrl), cpuMs: async () => ownCpuMs() };
    const service = serviceVariant(server, env, callerCounts);
    await makeHistory([service], 5);
    const setting = { target, env, callerCounts };
    const peers = [
      peerVariant("statements", setting),
      peerVariant("call", setting),
      contractVariant(await createContract(target), setting),
    ];
    await makeHistory(peers, 5);
    const variants = [service, ...peers];
    const figures = await compare({
      target,
      variants,
      options: { seconds: 0.05, rounds: 1, loads, warmUp: { requests: 10, ms: 10 } },
      progress: () => undefined,
      settle: () => Promise.resolve(),
      databaseCpuMs: () => Promise.resolve(Number.NaN),
    });
    expect(figures).toHaveLength((loads.length + 1) * (1 + peerNames.length));
    const alone = goalsOf({ figures }).find(({ name }) => name.includes("one caller"));
    expect(alone?.measured).toBeGreaterThan(0);
    for (const { measurement } of figures) expect(measurement.perSecond).toBeGreaterThan(0);
  } finally {
    await app.stop();
  }
  for (const tenantId of env.tenantIds) {
    const proof = await verifyJournal(database, { tenantId, network: "testnet" });
    expect(proof).toMatchObject({ findings: [], failure: undefined });
  }
});
