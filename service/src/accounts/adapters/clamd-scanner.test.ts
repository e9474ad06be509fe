import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClamdDouble, type ClamdFault, startClamdDouble } from "../../../test/clamd-double.ts";
import { scannerSuite } from "../../../test/scanner-suite.ts";
import { createClamdScanner } from "./clamd-scanner.ts";

let double: ClamdDouble;
beforeAll(async () => {
  double = await startClamdDouble();
});
afterAll(() => double[Symbol.asyncDispose]());

describe("a double of clamd", () => {
  scannerSuite(() => createClamdScanner({ address: double.address, timeoutMs: 60_000 }));
});

test.each<[ClamdFault, number, RegExp]>([
  ["refuse", 60_000, /clamd closed|ECONNRESET|EPIPE|closed/],
  ["hang-up", 60_000, /clamd closed|ECONNRESET|EPIPE|closed/],
  ["silent", 50, /in time/],
  ["limit", 60_000, /size limit exceeded|EPIPE|ECONNRESET/],
])(
  "a clamd that fails (%s) is reported, never taken for a clean result",
  async (fault, timeoutMs, message) => {
    double.suffer(fault);
    const examine = async (): Promise<string | undefined> => {
      const scan = await createClamdScanner({ address: double.address, timeoutMs }).begin();
      try {
        for (let count = 0; count < 50; count += 1) await scan.write(Buffer.alloc(65_536));
        return await scan.finish();
      } finally {
        scan.close();
      }
    };
    await expect(examine()).rejects.toThrow(message);
    double.suffer("none");
  },
);

test("a clamd that is not there is reported", async () => {
  const scanner = createClamdScanner({ address: { path: "/nowhere/clamd.ctl" }, timeoutMs: 60_000 });
  await expect(scanner.begin()).rejects.toThrow("ENOENT");
});
