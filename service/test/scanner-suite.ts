import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { MalwareScanner } from "../src/accounts/documents/malware-scanner.ts";
import { eicar } from "./eicar.ts";

/** What every malware scanner must do. */
export function scannerSuite(scanner: () => MalwareScanner): void {
  const examine = async (...pieces: readonly Buffer[]): Promise<string | undefined> => {
    const scan = await scanner().begin();
    try {
      for (const piece of pieces) await scan.write(piece);
      return await scan.finish();
    } finally {
      scan.close();
    }
  };

  test("a file without malware is clean, in one piece or several, empty ones included", async () => {
    expect(await examine(Buffer.from("hello"))).toBeUndefined();
    expect(await examine(Buffer.from("hel"), Buffer.alloc(0), Buffer.from("lo"))).toBeUndefined();
    expect(await examine()).toBeUndefined();
  });

  test("a large file is examined", async () => {
    const piece = randomBytes(65_536);
    expect(await examine(...Array.from({ length: 100 }, () => piece))).toBeUndefined();
  });

  test("malware is named, also when it is split", async () => {
    expect(await examine(eicar)).toMatch(/eicar/i);
    expect(await examine(eicar.subarray(0, 20), eicar.subarray(20))).toMatch(/eicar/i);
  });

  test("several files are examined at once, each with its own result", async () => {
    const results = await Promise.all([examine(eicar), examine(Buffer.from("a")), examine(eicar)]);
    expect(results.map((found) => found !== undefined)).toEqual([true, false, true]);
  });

  test("an examination can be given up", async () => {
    const scan = await scanner().begin();
    await scan.write(Buffer.from("half of"));
    scan.close();
    scan.close();
    expect(await examine(Buffer.from("hello"))).toBeUndefined();
  });
}
