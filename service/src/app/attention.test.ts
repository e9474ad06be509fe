import { expect, test } from "vitest";
import { testCause } from "../../test/auth.ts";
import { createTestDatabase } from "../../test/database.ts";
import { recordAudit } from "../audit/index.ts";
import { createIdFactory } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import { readConditions } from "./attention.ts";

test("no number of other notices hides the sign-in of a break-glass account", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const deps = { clock: systemClock, newId: createIdFactory(systemClock) };
  const record = (actions: readonly string[]) =>
    recordAudit(
      deps,
      database,
      { tenantId: undefined, network: undefined },
      actions.map((action) => ({ cause: testCause, action, subject: { type: "user", id: "any" } })),
    );
  const breakGlass = async () =>
    (await readConditions({ database, clock: systemClock }, async () => [])).find(
      ({ name }) => name === "break_glass",
    )?.state;
  expect(await breakGlass()).toBe("clear");
  await record(["user.break_glass_sign_in"]);
  await record(Array.from({ length: 501 }, () => "user.disable"));
  expect(await breakGlass()).toBe("active");
});
