import { expect, test } from "vitest";
import { placeOf } from "./place.ts";

test("a workspace has its network in the path, whatever stands after the question mark", () => {
  const params = { tenantId: "one", network: "testnet" };
  expect(placeOf({ pathname: "/w/one/testnet/transfers", params, search: { network: "mainnet" } })).toEqual({
    pathname: "/w/one/testnet/transfers",
    area: "workspace",
    tenantId: "one",
    network: "testnet",
  });
});

test("a page of operations has the network that was chosen", () => {
  const at = (search: Readonly<Record<string, unknown>>) =>
    placeOf({ pathname: "/ops/limits", params: {}, search });
  expect(at({ network: "mainnet" })).toMatchObject({ area: "operations", network: "mainnet" });
  expect(at({}).network).toBeUndefined();
  expect(at({ network: "othernet" }).network).toBeUndefined();
});

test("a page of operations about one network has it in the path", () => {
  const params = { network: "testnet", chain: "base" };
  const place = placeOf({ pathname: "/ops/chains/testnet/base", params, search: { network: "mainnet" } });
  expect(place).toMatchObject({ area: "operations", network: "testnet" });
});

test("one's own pages have no network", () => {
  expect(placeOf({ pathname: "/me", params: {}, search: { network: "mainnet" } })).toMatchObject({
    area: "me",
    network: undefined,
  });
});
