import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTestApi, type TestApi } from "../service/test/api.ts";
import { fuzzApi } from "./fuzz/fuzz-api.ts";
import { prepareSurroundings } from "./fuzz/surroundings.ts";

const seed = Number(process.env["FUZZ_SEED"] ?? randomInt(2 ** 31));
const requests = Number(process.env["FUZZ_REQUESTS"] ?? 20_000);
const timeLimitMs = 300_000;

// Every request may claim an address of its own, so that failed attempts do not close the token endpoint to the rest.
const environment = { RATE_LIMIT: "off", TRUST_PROXY: "*" };

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ environment });
});
afterAll(() => api.stop());

test("whatever is sent, no answer is a fault and none is outside the API document", { timeout: timeLimitMs }, async () => {
  const surroundings = await prepareSurroundings(api);
  const t = performance.now(); const c = process.cpuUsage();
  const { findings, answers } = await fuzzApi(api, surroundings, { seed, requests });
  const by = new Map<string, number>();
  for (const [k, n] of answers) { const s = k.split(" "); const key = s.at(-1) ?? ""; by.set(key, (by.get(key) ?? 0) + n); }
  process.stderr.write(`${JSON.stringify([...by].sort())} ${performance.now() - t} ${JSON.stringify(process.cpuUsage(c))}\n`);
  expect(findings.join("\n\n")).toBe("");
});
