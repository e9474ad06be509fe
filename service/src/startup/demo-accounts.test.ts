import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createManualClock } from "../../test/auth.ts";
import { createTestDatabase } from "../../test/database.ts";
import { readAudit } from "../audit/index.ts";
import { createKeyRing } from "../kernel/envelope.ts";
import { createIdFactory } from "../kernel/id.ts";
import { createDemoAccounts } from "./demo-accounts.ts";

test("the demo accounts appear once in the audit log, created by the system, without their secrets", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const dataFolder = await mkdtemp(join(tmpdir(), "florin-demo-"));
  try {
    const clock = createManualClock();
    const config = { dataFolder, baseUrl: "http://localhost", authUrl: "http://localhost" };
    const deps = {
      database,
      config,
      clock,
      newId: createIdFactory(clock),
      keyRing: createKeyRing(randomBytes(32)),
    };
    const made = await createDemoAccounts(deps);
    await createDemoAccounts(deps);
    const entries = await readAudit(database, { actorId: "startup.demo-accounts", limit: 100 });
    const ids = made?.accounts.flatMap(({ id, applications }) => [
      id,
      ...applications.map((a) => a.client_id),
    ]);
    expect(entries.map(({ subject }) => subject.id).toReversed()).toEqual(ids);
    for (const { client_secret: secret } of made?.accounts.flatMap((account) => account.applications) ?? []) {
      expect(JSON.stringify(entries)).not.toContain(secret);
    }
  } finally {
    await rm(dataFolder, { recursive: true });
  }
});
