import { describe, expect, inject, test } from "vitest";
import { withClient } from "../../../service/src/db/client.ts";
import { isWithoutCitus, openCitusRoles } from "../../../service/test/citus.ts";
import { florin, openOperator } from "../../test/operator.ts";

describe.skipIf(!isWithoutCitus)("on PostgreSQL", () => {
  test("the status shows the server, and that nothing is distributed", async () => {
    await using operator = await openOperator();
    const { exitCode, stdout } = await operator.florin(["db", "status"]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^server\tPostgreSQL \d+.*\ncitus\tnot installed\ndistributed\tfalse\n/);
    expect(await operator.responseOf(["db", "status"])).toMatchObject({
      engine: { kind: "postgresql" },
      cluster: null,
    });
  });

  test.each([
    [["db", "distribute", "--yes"], "without Citus, so there is nothing to distribute to"],
    [["db", "distribute", "--dry-run"], "without Citus, so there is nothing to distribute to"],
    [["db", "rebalance"], "This database is not distributed"],
    [["db", "isolate-tenant", "T", "--yes"], "This database is not distributed"],
  ])("%j is refused with a reason", async (argv, reason) => {
    await using operator = await openOperator();
    expect(await operator.florin(argv)).toMatchObject({
      exitCode: 1,
      stdout: "",
      stderr: expect.stringContaining(reason),
    });
  });

  test("a number of shards that is none is refused", async () => {
    await using operator = await openOperator();
    expect(await operator.florin(["db", "distribute", "--shards", "many"])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("--shards must be a number from 1 to 1024"),
    });
  });
});

describe.skipIf(isWithoutCitus)("on Citus (skipped without CITUS_DATABASE_URL)", () => {
  test("a database is distributed, once, and its status shows nodes, shards and privileges", async () => {
    const { citus } = inject("testServer");
    if (citus === undefined) throw new Error("CITUS_DATABASE_URL is not set");
    await using roles = await openCitusRoles(citus, { isDistributed: false });
    const environment = { DATABASE_URL: roles.service.url, DATABASE_OWNER_URL: roles.owner.url };
    const run = (...argv: string[]) => florin(["admin", "db", ...argv], { environment });
    const withoutOwner = { environment: { DATABASE_URL: roles.service.url } };
    expect(await florin(["admin", "db", "distribute", "--yes"], withoutOwner)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("DATABASE_OWNER_URL or DATABASE_URL is missing"),
    });
    const planned = await run("distribute", "--dry-run");
    expect(planned.stdout).toMatch(/^accounts\tdistributed\tpending\n/);
    await withClient(roles.service, "florin", async () => {
      expect((await run("distribute", "--yes")).stderr).toContain("The service is running");
    });
    const placed = await run("distribute", "--yes", "--shards", "4");
    expect(placed).toMatchObject({
      exitCode: 0,
      stdout: planned.stdout.replaceAll("\tpending\n", "\tplaced\n"),
      stderr: expect.stringMatching(/^1\/\d+ accounts \(distributed\)\n/),
    });
    expect(await run("distribute", "--yes")).toEqual({
      exitCode: 0,
      stdout: "",
      stderr: "No tables to place\n",
    });
    const status = await run("status");
    expect(status.exitCode, status.stderr).toBe(0);
    expect(status.stdout).toContain("distributed\ttrue\n");
    expect(status.stdout).toContain("privileges_to_repair\t0\n");
    expect(JSON.parse((await run("status", "--json")).stdout)).toMatchObject({
      cluster: {
        pending: [],
        rights: { differing: [], unread: [] },
        nodes: expect.arrayContaining([expect.objectContaining({ role: "worker" })]),
      },
    });
    expect(await roles.asOwner("SELECT action FROM audit_log WHERE action LIKE 'database.%'")).toHaveLength(
      2,
    );
    const [tenant] = await roles.asOwner("SELECT tenant_id FROM audit_log LIMIT 1");
    expect(await run("isolate-tenant", String(tenant?.["tenant_id"]), "--yes")).toMatchObject({
      exitCode: 0,
    });
    expect(await run("rebalance")).toMatchObject({ exitCode: 0 });
    expect(await run("status")).toMatchObject({ exitCode: 0 });
  });
});
