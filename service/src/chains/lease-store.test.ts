import { expect, test } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { statement } from "../db/statement.ts";
import { endLease, renewLeases, takeLease } from "./lease-store.ts";

const leaseMs = 3_600_000;
const base = { network: "testnet", chain: "base", task: "work" } as const;
const solana = { network: "testnet", chain: "solana", task: "scan" } as const;

const expireSoon = statement(
  "UPDATE chain_leases SET expires_at = clock_timestamp() + interval '10 minutes' WHERE expires_at > clock_timestamp()",
);
const selectLong = statement(
  "SELECT chain FROM chain_leases WHERE expires_at > clock_timestamp() + interval '30 minutes' ORDER BY chain",
);

test("a holder renews all leases that it has, and none that it released or that another one has", async () => {
  await using env = await createTestDatabase();
  const { database } = env;
  await takeLease(database, { ...base, holder: "one" }, leaseMs);
  await takeLease(database, { ...solana, holder: "one" }, leaseMs);
  await takeLease(database, { ...base, chain: "stellar", holder: "one" }, leaseMs);
  await endLease(database, { ...base, chain: "stellar", holder: "one" });
  await takeLease(database, { ...base, chain: "ethereum", holder: "two" }, leaseMs);
  await database.run(expireSoon);
  await renewLeases(database, "one", leaseMs);
  expect(await database.rows(selectLong)).toEqual([{ chain: "base" }, { chain: "solana" }]);
  expect(await takeLease(database, { ...base, chain: "stellar", holder: "two" }, leaseMs)).toBe(2n);
});
