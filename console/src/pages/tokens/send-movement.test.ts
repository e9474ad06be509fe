import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createRequestKeys } from "../../kit/request-keys.ts";
import { type MovementOrder, sendMovement } from "./send-movement.ts";

const received: Request[] = [];

beforeAll(() => {
  vi.stubGlobal("location", { origin: "http://127.0.0.1" });
  vi.stubGlobal("fetch", async (request: Request) => {
    received.push(request);
    throw new TypeError("connection closed");
  });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const wallet = {
  value: "A base",
  label: "Main",
  party: { name: "Main" },
  addressId: "A",
  chain: "base",
} as const;
const order: MovementOrder = {
  path: { tenant_id: "T", network: "mainnet", account_id: "T" },
  valueType: "ACME",
  amount: "5",
  source: wallet,
  destination: wallet,
};

test("a movement whose response was lost is sent again with its key, another one with a key of its own", async () => {
  const keyOf = createRequestKeys();
  for (const kind of ["mint", "burn", "transfer"] as const) {
    received.length = 0;
    for (const amount of ["5", "5", "6"])
      await expect(sendMovement(kind, { ...order, amount }, keyOf)).rejects.toThrow();
    const [first, again, other] = received.map(({ headers }) => headers.get("idempotency-key"));
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  }
  const keys = new Set(["mint", "burn"].map((kind) => keyOf([kind, order])));
  expect(keys.size).toBe(2);
});
