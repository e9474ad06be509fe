import { expect, test } from "vitest";
import { addToken } from "../../../service/test/token-holders.ts";
import { openOperator } from "../../test/operator.ts";

const address = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const freeze = (at: string) =>
  ["freezes", "create", "--network", "testnet", "--value-type", "FUSD", "--chain", "base"].concat([
    "--address",
    at,
    "--reason",
    "a court order",
    "--yes",
  ]);

test("a freeze has a reason, is shown and audited, and cannot be lifted while pending", async () => {
  await using operator = await openOperator();
  await addToken(operator, { issuer: undefined, valueType: "FUSD", kind: "fiat_backed", chains: ["base"] });
  const frozen = await operator.responseOf<{ readonly id: string }>(freeze(address.toLowerCase()));
  expect(frozen).toMatchObject({ value_type: "FUSD", address, status: "freezing", reason: "a court order" });
  expect(await operator.responseOf(["freezes", "list", "--network", "testnet"])).toMatchObject([
    { id: frozen.id, tenant_id: null },
  ]);
  expect(await operator.responseOf(["freezes", "list", "--network", "mainnet"])).toEqual([]);
  expect(await operator.responseOf(["audit", "list", "--action", "freeze.create"])).toMatchObject([
    { actor_type: "operator", after: { reason: "a court order", address } },
  ]);
  const lift = ["freezes", "lift", frozen.id, "--network", "testnet", "--reason", "over", "--yes"];
  expect(await operator.florin(lift)).toMatchObject({
    exitCode: 1,
    stderr: "florin: only a frozen address can be unfrozen; this one is freezing\n",
  });
  expect(await operator.florin(freeze("nowhere"))).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("address must be 0x followed by 40 hexadecimal digits"),
  });
});
