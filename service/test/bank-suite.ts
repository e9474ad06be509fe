import { afterEach, describe, expect, test } from "vitest";
import { type Bank, type BankFile, BankUnavailableError } from "../src/rails/bank.ts";
import { bankRails, isDebit } from "../src/rails/rail.ts";

/** A bank, and its other side as controlled by a test. */
export interface BankEnvironment {
  readonly bank: Bank;
  /** A file that this bank accepts, a different one at each call. */
  fileToDeliver(): BankFile;
  /** Number of delivered files that the bank accepted; a duplicate does not count. */
  takenCount(): Promise<number>;
  /** Lets the bank write another file for us, and resolves when it can be collected. */
  arrive(): Promise<void>;
  /** Makes the bank unreachable; undefined for a bank that always is reachable. */
  readonly breakOff: (() => Promise<void>) | undefined;
  close(): Promise<void>;
}

const many = 100;
const anyName = /^[A-Za-z0-9._-]{1,120}\.(?:ach|xml)$/;

/** The contract that every bank adapter fulfills. Each test runs in its own environment. */
export function bankSuite(name: string, open: () => Promise<BankEnvironment>): void {
  let env: BankEnvironment | undefined;
  const openEnvironment = async (): Promise<BankEnvironment> => {
    env = await open();
    return env;
  };

  describe(name, () => {
    afterEach(async () => {
      await env?.close();
      env = undefined;
    });
    deliveryPromises(openEnvironment);
    collectionPromises(openEnvironment);
    puttingAwayPromises(openEnvironment);
    otherPromises(openEnvironment);
  });
}

function deliveryPromises(openEnvironment: () => Promise<BankEnvironment>): void {
  test("a delivered file is accepted", async () => {
    const { bank, fileToDeliver, takenCount } = await openEnvironment();
    await bank.deliver(fileToDeliver());
    expect(await takenCount()).toBe(1);
    await bank.deliver(fileToDeliver());
    expect(await takenCount()).toBe(2);
  });

  test("a file that is delivered twice is accepted once", async () => {
    const { bank, fileToDeliver, takenCount } = await openEnvironment();
    const file = fileToDeliver();
    await bank.deliver(file);
    await bank.deliver(file);
    await bank.deliver({ name: file.name, bytes: Buffer.from(file.bytes) });
    expect(await takenCount()).toBe(1);
  });
}

function collectionPromises(openEnvironment: () => Promise<BankEnvironment>): void {
  test("nothing is collected when no file waits", async () => {
    const { bank } = await openEnvironment();
    expect(await bank.collect(many)).toEqual([]);
  });

  test("files are collected in the order they were written, up to the limit", async () => {
    const { bank, arrive } = await openEnvironment();
    const names: string[] = [];
    for (let count = 1; count <= 3; count += 1) {
      await arrive();
      const waiting = namesOf(await bank.collect(many));
      expect(waiting).toHaveLength(count);
      expect(waiting.slice(0, -1)).toEqual(names);
      names.push(...waiting.slice(-1));
    }
    expect(new Set(names).size).toBe(3);
    for (const fileName of names) expect(fileName).toMatch(anyName);
    expect(namesOf(await bank.collect(2))).toEqual(names.slice(0, 2));
  });

  test("files wait, the same each time, until they are put away", async () => {
    const { bank, arrive } = await openEnvironment();
    await arrive();
    const first = await bank.collect(many);
    expect(first).toHaveLength(1);
    expect(await bank.collect(many)).toEqual(first);
  });
}

function puttingAwayPromises(openEnvironment: () => Promise<BankEnvironment>): void {
  test.each(["archive", "quarantine"] as const)("a file in the %s is no longer collected", async (to) => {
    const { bank, arrive } = await openEnvironment();
    await arrive();
    await arrive();
    const [first, second] = namesOf(await bank.collect(many));
    await bank.putAway(first ?? "", to);
    expect(namesOf(await bank.collect(many))).toEqual([second]);
  });

  test("putting a file away again changes nothing, nor does an unknown name", async () => {
    const { bank, arrive } = await openEnvironment();
    await arrive();
    await arrive();
    const [first, second] = namesOf(await bank.collect(many));
    await bank.putAway(first ?? "", "archive");
    await bank.putAway(first ?? "", "archive");
    await bank.putAway(first ?? "", "quarantine");
    await bank.putAway("unknown-000000000000.xml", "archive");
    expect(namesOf(await bank.collect(many))).toEqual([second]);
  });
}

function otherPromises(openEnvironment: () => Promise<BankEnvironment>): void {
  test("an unreachable bank is reported as unavailable", async (context) => {
    const { bank, fileToDeliver, arrive, breakOff } = await openEnvironment();
    if (breakOff === undefined) return context.skip();
    await arrive();
    const [waiting] = namesOf(await bank.collect(many));
    await breakOff();
    await expect(bank.deliver(fileToDeliver())).rejects.toThrow(BankUnavailableError);
    await expect(bank.collect(many)).rejects.toThrow(BankUnavailableError);
    await expect(bank.putAway(waiting ?? "", "archive")).rejects.toThrow(BankUnavailableError);
  });

  test("the times of a rail are in order", async () => {
    const { bank } = await openEnvironment();
    for (const rail of bankRails) {
      const now = await bank.now();
      const { leavesAt, cutoffAt, settlesAt, finalAt, settlementDate } = await bank.times(rail);
      expect(leavesAt).toBeGreaterThanOrEqual(now);
      expect(cutoffAt).toBeGreaterThanOrEqual(leavesAt);
      expect(settlesAt).toBeGreaterThanOrEqual(leavesAt);
      expect(finalAt).toBeGreaterThanOrEqual(settlesAt);
      if (!isDebit(rail)) expect(finalAt).toBe(settlesAt);
      expect(settlementDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  });

  test("our identity fits into bank files", async () => {
    const { identity } = (await openEnvironment()).bank;
    expect(identity.routingNumber).toMatch(/^\d{9}$/);
    expect(checksum(identity.routingNumber) % 10).toBe(0);
    expect(identity.companyId).toHaveLength(10);
    expect(identity.companyName.length).toBeLessThanOrEqual(23);
    expect(identity.accountNumber).toMatch(/^[0-9A-Za-z]{1,17}$/);
    expect(identity.virtualAccountPrefix).toMatch(/^\d{1,8}$/);
  });
}

function namesOf(files: readonly BankFile[]): readonly string[] {
  return files.map(({ name }) => name);
}

/** ANSI X9.120 */
function checksum(routingNumber: string): number {
  return Array.from(routingNumber).reduce(
    (sum, digit, place) => sum + Number(digit) * ([3, 7, 1][place % 3] ?? 0),
    0,
  );
}
