import { afterEach, describe, expect, test } from "vitest";
import { type Bank, type BankFile, BankUnavailableError } from "../src/rails/bank.ts";
import { bankRails, isDebit } from "../src/rails/rail.ts";

/** A bank, and what a test can do to it from its other side. */
export interface BankEnvironment {
  readonly bank: Bank;
  /** A file that this bank takes, another one at each call. */
  fileToDeliver(): BankFile;
  /** How many of the files that were delivered the bank has taken: a duplicate counts for nothing. */
  takenCount(): Promise<number>;
  /** Lets the bank write one more file for us, and answers when it can be collected. */
  arrive(): Promise<void>;
  /** From now on the bank cannot be reached; undefined for a bank that nothing can part from us. */
  readonly breakOff: (() => Promise<void>) | undefined;
  close(): Promise<void>;
}

const many = 100;
const anyName = /^[A-Za-z0-9._-]{1,120}\.(?:ach|xml)$/;

/** The promises that every bank keeps, whatever stands behind it. Each is tried on a world of its own. */
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
  test("a file that is delivered is taken", async () => {
    const { bank, fileToDeliver, takenCount } = await openEnvironment();
    await bank.deliver(fileToDeliver());
    expect(await takenCount()).toBe(1);
    await bank.deliver(fileToDeliver());
    expect(await takenCount()).toBe(2);
  });

  test("a file that is delivered again is taken once", async () => {
    const { bank, fileToDeliver, takenCount } = await openEnvironment();
    const file = fileToDeliver();
    await bank.deliver(file);
    await bank.deliver(file);
    await bank.deliver({ name: file.name, bytes: Buffer.from(file.bytes) });
    expect(await takenCount()).toBe(1);
  });
}

function collectionPromises(openEnvironment: () => Promise<BankEnvironment>): void {
  test("nothing is collected when nothing waits", async () => {
    const { bank } = await openEnvironment();
    expect(await bank.collect(many)).toEqual([]);
  });

  test("files come in the order in which they were written, at most as many as were asked for", async () => {
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
  test.each(["archive", "quarantine"] as const)("a file in the %s waits no more", async (to) => {
    const { bank, arrive } = await openEnvironment();
    await arrive();
    await arrive();
    const [first, second] = namesOf(await bank.collect(many));
    await bank.putAway(first ?? "", to);
    expect(namesOf(await bank.collect(many))).toEqual([second]);
  });

  test("putting away again changes nothing, nor does a name that is nobody's", async () => {
    const { bank, arrive } = await openEnvironment();
    await arrive();
    await arrive();
    const [first, second] = namesOf(await bank.collect(many));
    await bank.putAway(first ?? "", "archive");
    await bank.putAway(first ?? "", "archive");
    await bank.putAway(first ?? "", "quarantine");
    await bank.putAway("nobodys-000000000000.xml", "archive");
    expect(namesOf(await bank.collect(many))).toEqual([second]);
  });
}

function otherPromises(openEnvironment: () => Promise<BankEnvironment>): void {
  test("a bank that cannot be reached says so", async (context) => {
    const { bank, fileToDeliver, arrive, breakOff } = await openEnvironment();
    if (breakOff === undefined) return context.skip();
    await arrive();
    const [waiting] = namesOf(await bank.collect(many));
    await breakOff();
    await expect(bank.deliver(fileToDeliver())).rejects.toThrow(BankUnavailableError);
    await expect(bank.collect(many)).rejects.toThrow(BankUnavailableError);
    await expect(bank.putAway(waiting ?? "", "archive")).rejects.toThrow(BankUnavailableError);
  });

  test("the times of a rail follow each other", async () => {
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

  test("who we are fits into the files of banks", async () => {
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
