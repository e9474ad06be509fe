import { expect, test } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { unaudited } from "../../test/unaudited.ts";
import { insertRule } from "../approvals/index.ts";
import { readConfig } from "../config.ts";
import { createIdFactory, type Network, type TenantId } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import { createLinkCallbacks } from "./bank-links.ts";

test("a callback does not add a bank account where a rule demands approvals for it", async () => {
  await using env = await createTestDatabase();
  const newId = createIdFactory(systemClock);
  const tenantId = newId<"account">() as string as TenantId;
  const callbacks = createLinkCallbacks(readConfig({}));
  const refused = (network: Network) =>
    env.database.transaction((tx) => callbacks.refuseUnattended(tx, { tenantId, network }));
  expect(await refused("testnet")).toBeUndefined();
  await env.database.transaction(async (tx) => {
    insertRule.later(unaudited(tx), {
      id: newId<"approval-rule">(),
      setBy: "tenant",
      tenantId,
      operation: "external_address",
      network: "testnet",
      asset: undefined,
      aboveCents: undefined,
      requesterRole: undefined,
      approvals: 1,
      approverRoles: ["admin"],
      createdAt: systemClock.now(),
    });
  });
  expect(await refused("testnet")).toMatchObject({ code: "unprocessable" });
  expect(await refused("mainnet")).toBeUndefined();
});
