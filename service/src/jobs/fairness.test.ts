import { expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { createGate } from "../../test/gate.ts";
import { type JobsEnvironment, openJobs } from "../../test/jobs.ts";
import { sizeOf } from "../../test/scale.ts";
import { statement } from "../db/statement.ts";
import type { TenantId } from "../kernel/id.ts";
import { createClaim } from "./claimer.ts";
import { defineJob } from "./index.ts";
import { openLease } from "./lease.ts";

const kind = "test.work";
const manyJobs = sizeOf("MANY_JOBS", { usual: 10_000, long: 100_000 });

test(`a tenant with ${manyJobs} waiting jobs does not delay the single job of another`, async () => {
  await using env = await openJobs();
  const large = env.newId<"tenant">();
  const small = env.newId<"tenant">();
  await fill(env, large, manyJobs);
  let ofLarge = 0;
  const beforeSmall: number[] = [];
  const count = defineJob({
    kind,
    parse: () => ({}),
    handle: async ({ job }) => {
      if (job.tenantId === small) beforeSmall.push(ofLarge);
      else ofLarge += 1;
    },
  });
  env.startRunner({ definitions: [count], concurrency: 20, batchSize: 20 });
  await eventually(() => expect(ofLarge).toBeGreaterThan(100));
  const atEnqueue = ofLarge;
  await env.database.transaction((tx) => env.queue.enqueue(tx, { kind, tenantId: small, payload: {} }));
  const atCommit = ofLarge;
  await eventually(() => expect(beforeSmall).toHaveLength(1));
  expect(atEnqueue).toBeLessThanOrEqual(atCommit);
  // The claim in flight when it was committed, and the one that claims it.
  expect((beforeSmall[0] ?? 0) - atCommit).toBeLessThanOrEqual(3 * 20);
});

test("a tenant whose jobs never end leaves slots for the others", async () => {
  await using env = await openJobs();
  const stuck = env.newId<"tenant">();
  const gate = createGate();
  const ran: unknown[] = [];
  const definition = defineJob({
    kind,
    parse: () => ({}),
    handle: async ({ job }) => {
      if (job.tenantId === stuck) await gate.opened;
      else ran.push(job.tenantId);
    },
  });
  await fill(env, stuck, 50);
  const runner = env.startRunner({ definitions: [definition], concurrency: 8 });
  await eventually(() => expect(runner.health().running).toBe(6));
  await env.database.transaction((tx) => env.queue.enqueue(tx, { kind, payload: {} }));
  await eventually(() => expect(ran).toEqual([undefined]));
  await eventually(() => expect(runner.health().running).toBe(6));
  gate.open();
});

test("when there are more tenants than slots, each gets a slot before any gets a second", async () => {
  await using env = await openJobs();
  const tenants = Array.from({ length: 10 }, () => env.newId<"tenant">());
  for (const tenantId of tenants) await fill(env, tenantId, 5);
  await openLease(env.database, "token", 60_000);
  const claim = createClaim(env.database, [kind]);
  const limits = { freeSlots: 4, maxPerTenant: 4, held: new Map() };
  const claims = [];
  for (let turn = 0; turn < 3; turn += 1) claims.push(await claim("token", limits));
  const order = claims.flat().map(({ tenantId }) => tenantId);
  expect(new Set(order.slice(0, 8)).size).toBe(8);
  expect(new Set(order).size).toBe(10);
});

async function fill(env: JobsEnvironment, tenantId: TenantId, jobs: number): Promise<void> {
  await env.database.run(fillStatement, [tenantId, kind, jobs]);
}

const fillStatement = statement(`
  INSERT INTO jobs (id, kind, tenant_id, payload, state, run_at, attempts, created_at)
  SELECT $1 || number, $2, $1, '{}', 'ready', now(), 0, now() FROM generate_series(1, $3::integer) AS number`);
