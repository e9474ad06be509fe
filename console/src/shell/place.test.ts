import { expect, test } from "vitest";
import { placeOf } from "./place.ts";

test("the network of a workspace is taken from the path, not from the query", () => {
  const params = { tenantId: "one", network: "testnet" };
  expect(placeOf({ pathname: "/w/one/testnet/transfers", params, search: { network: "mainnet" } })).toEqual({
    pathname: "/w/one/testnet/transfers",
    area: "workspace",
    tenantId: "one",
    network: "testnet",
  });
});

test("an operations page has the network of its query", () => {
  const at = (search: Readonly<Record<string, unknown>>) =>
    placeOf({ pathname: "/ops/limits", params: {}, search });
  expect(at({ network: "mainnet" })).toMatchObject({ area: "operations", network: "mainnet" });
  expect(at({}).network).toBeUndefined();
  expect(at({ network: "othernet" }).network).toBeUndefined();
});

test("a network in the path of an operations page takes precedence", () => {
  const params = { network: "testnet", chain: "base" };
  const place = placeOf({ pathname: "/ops/chains/testnet/base", params, search: { network: "mainnet" } });
  expect(place).toMatchObject({ area: "operations", network: "testnet" });
});

test("the user's own pages have no network", () => {
  expect(placeOf({ pathname: "/me", params: {}, search: { network: "mainnet" } })).toMatchObject({
    area: "me",
    network: undefined,
  });
});
