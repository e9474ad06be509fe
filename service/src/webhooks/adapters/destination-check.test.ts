import { expect, test } from "vitest";
import { createDestinationCheck } from "./destination-check.ts";
import type { ResolveName } from "./guarded-connector.ts";

const rules = { allowHttp: false, allowPrivate: false };
const checking = (
  resolve: ResolveName,
  rest: { timeoutMs?: number; isProxied?: boolean; allowPrivate?: boolean } = {},
) => {
  const { allowPrivate = false, isProxied = false, ...others } = rest;
  return createDestinationCheck({ rules: { ...rules, allowPrivate }, isProxied, resolve, ...others });
};

test("a name that resolves to public addresses passes", async () => {
  const check = checking(async () => ["93.184.216.34", "2606:4700:4700::1111"]);
  expect(await check("https://example.com/")).toBeUndefined();
});

test("a name that resolves to any other address is refused, with a pointer", async () => {
  const check = checking(async () => ["93.184.216.34", "10.0.0.1"]);
  const detail = "points to example.com, which resolves to an address that is not public";
  expect(await check("https://example.com/x")).toMatchObject({
    code: "validation_failed",
    detail: `url ${detail}`,
    errors: [{ pointer: "/url", detail }],
  });
});

test("a name that cannot be resolved now passes: it is resolved again for each connection", async () => {
  expect(
    await checking(async () => Promise.reject(new Error("ENOTFOUND")))("https://example.com/"),
  ).toBeUndefined();
  const silent = checking(() => new Promise<never>(() => {}), { timeoutMs: 10 });
  expect(await silent("https://example.com/")).toBeUndefined();
});

test("nothing is resolved where it is not needed", async () => {
  const resolve = async () => Promise.reject(new Error("resolved"));
  const requested: string[] = [];
  const counting: ResolveName = (name) => {
    requested.push(name);
    return resolve();
  };
  await checking(counting, { allowPrivate: true })("https://example.com/");
  await checking(counting, { isProxied: true })("https://example.com/");
  await checking(counting)("https://[2606:4700:4700::1111]/");
  expect(requested).toEqual([]);
});
