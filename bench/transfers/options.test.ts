import { expect, test } from "vitest";
import { parseOptions } from "./options.ts";

test("without options everything is measured once, for a second", () => {
  expect(parseOptions([])).toMatchObject({ seconds: 1, rounds: 1, accounts: 500, tenants: 32 });
});

test("the duration and the number of rounds can be set", () => {
  expect(parseOptions(["--seconds", "5", "--rounds", "3"])).toMatchObject({ seconds: 5, rounds: 3 });
});

test("another checkout is compared in many short windows", () => {
  expect(parseOptions(["--against", "../older", "--loads", "hot,tenants", "--callers", "16"])).toMatchObject({
    mode: { name: "against", folder: "../older" },
    seconds: 1,
    rounds: 15,
    loads: ["hot", "tenants"],
    serviceCallers: [16],
  });
});

test("batches have fixed sizes", () => {
  expect(parseOptions(["--batch", "1,4,16"])).toMatchObject({ mode: { name: "batch", sizes: [1, 4, 16] } });
});

test("a sustained load is as fast as the service, or has a rate", () => {
  const modeOf = (...args: readonly string[]) => parseOptions(["--sustained", "10", ...args]).mode;
  expect(modeOf()).toEqual({ name: "sustained", minutes: 10, rate: undefined });
  expect(modeOf("--rate", "800")).toEqual({ name: "sustained", minutes: 10, rate: 800 });
});

test("the open loop has 500 requests per second, unless another rate is given", () => {
  expect(parseOptions([]).rate).toBe(500);
  expect(parseOptions(["--rate", "50"]).rate).toBe(50);
});

test("the cost of the request log is measured on request", () => {
  expect(parseOptions([]).measuresRequestLog).toBe(false);
  expect(parseOptions(["--request-log"]).measuresRequestLog).toBe(true);
});

test("a quick check has a short warm-up", () => {
  expect(parseOptions([]).warmUp).toEqual({ requests: 5_000, ms: 5_000 });
  expect(parseOptions(["--warm-up", "200"]).warmUp).toEqual({ requests: 200, ms: 200 });
});

test.each([
  [["--loads", "cold"], "--loads"],
  [["--batch", "1,0"], "--batch"],
  [["--sustained", "long"], "--sustained"],
  [["--batch", "4", "--against", "../older"], "--against"],
  [["--seconds", "0"], "--seconds"],
  [["--rounds", "many"], "--rounds"],
  [["--round", "1"], "--round"],
])("%j is rejected, naming the option", (args, name) => {
  expect(() => parseOptions(args)).toThrow(name);
});
