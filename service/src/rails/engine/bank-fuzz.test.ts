import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { envelopedIn, envelopeNames } from "../../../test/iso-envelopes.ts";
import { chanceOf, mutantOf } from "../../../test/iso-mutants.ts";
import { fixturesFolder, hasFixtures } from "../../../test/iso-schemas.ts";
import { versionsOf } from "../../../test/iso-versions.ts";
import { corrections, disputes, otherClasses, payments, returns } from "../../../test/nacha-files.ts";
import { seedOf, sizeOf } from "../../../test/scale.ts";
import type { TenantId } from "../../kernel/id.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import { kinds } from "../iso20022/message-kinds.ts";
import { writeNacha } from "../nacha/write-nacha.ts";
import type { BankRecord } from "./bank-record.ts";
import { decideBankRecords } from "./decide-bank-records.ts";
import type { StoredEntry } from "./entry-store.ts";
import type { Findings } from "./findings.ts";
import { readBankRecords } from "./read-bank-records.ts";

const seed = seedOf("FUZZ_SEED");
const rounds = sizeOf("FUZZ_ROUNDS", { usual: 1_000, long: 30_000 });
const now = instantFromMs(Date.parse("2026-11-16T20:00:00Z"));

interface Sample {
  readonly name: string;
  readonly bytes: Buffer;
}

const golden = readdirSync(new URL("../iso20022/golden/", import.meta.url)).map((file) =>
  readFileSync(new URL(`../iso20022/golden/${file}`, import.meta.url), "utf8"),
);
const messages = [
  ...golden,
  ...versionsOf(golden, kinds.keys()),
  ...golden
    .filter((file) => file.includes("<Document"))
    .flatMap((file) => envelopeNames.map((name) => envelopedIn(name, file))),
];
const achFiles = [payments, returns, corrections, disputes, otherClasses].map((file) => writeNacha(file));
const samples: readonly Sample[] = [
  ...messages.map((text) => ({ name: "file.xml", bytes: Buffer.from(text) })),
  ...achFiles.map((bytes) => ({ name: "file.ach", bytes })),
  ...(hasFixtures ? ["rtp", "camt", "ach/returns", "ach/valid", "ach/invalid"].flatMap(fixturesIn) : []),
];

test(`a mutated bank file is refused, or applied without contradiction (FUZZ_SEED=${seed} FUZZ_ROUNDS=${rounds})`, () => {
  const chance = chanceOf(seed);
  const counts = { accepted: 0, refused: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const { name, bytes } = samples[chance(samples.length)] ?? expect.unreachable();
    const mutant = mutantOf(bytes, chance);
    try {
      counts[isAccepted(name, mutant) ? "accepted" : "refused"] += 1;
    } catch (cause) {
      throw new Error(`FUZZ_SEED=${seed}, round ${round}, ${name}:\n${mutant.toString("latin1")}`, { cause });
    }
  }
  // If every mutation is refused early, the fuzzer tests only the early checks.
  expect(Math.min(counts.accepted, counts.refused), JSON.stringify(counts)).toBeGreaterThan(0);
});

function isAccepted(name: string, bytes: Buffer): boolean {
  const reading = readBankRecords(name, bytes, now);
  if (!reading.ok) {
    expect(reading.problems.length).toBeGreaterThan(0);
    return false;
  }
  const first = decide(reading.bankRecords, []);
  expectConsistent(first, reading.bankRecords);
  // Another file with the same movements, such as the statement after the notification.
  const again = decide(reading.bankRecords, first.bookings);
  expect(receivedOf(again)).toEqual([]);
  return true;
}

function decide(bankRecords: readonly BankRecord[], bookings: Findings["bookings"]): Findings {
  const facts = { entries, awaited: new Set<string>(), endings: [], bookings, movements: [] };
  return decideBankRecords(bankRecords, facts, { id: "file", sha256: "hash" });
}

/** No event without a movement of the same amount, and no more money than the file says. */
function expectConsistent(findings: Findings, bankRecords: readonly BankRecord[]): void {
  const booked = bankRecords.flatMap((record) =>
    record.type === "booking" && record.entry.status === "BOOK" && record.entry.currency === "USD"
      ? [record.entry]
      : [],
  );
  const credits = booked.filter(({ direction, isReversal }) => direction === "credit" && !isReversal);
  const received = receivedOf(findings);
  const receivedCents = received.reduce((sum, { amountCents }) => sum + amountCents, 0n);
  expect(receivedCents).toBeLessThanOrEqual(credits.reduce((sum, { amountCents }) => sum + amountCents, 0n));
  expect(received.every(({ amountCents }) => amountCents > 0n)).toBe(true);
  const bookings = findings.bookings.map(({ reference, direction }) => `${reference}/${direction}`);
  expect(bookings.length).toBeLessThanOrEqual(booked.length);
  const statuses = bankRecords.filter(({ type }) => type === "settled" || type === "rejected");
  for (const { event } of findings.bankEvents) {
    if (event.type !== "settled") continue;
    const isBooked = booked.some(({ details }) =>
      details.some((detail) => namesEntry(detail, event.entry.id)),
    );
    expect(isBooked || statuses.length > 0).toBe(true);
  }
}

function namesEntry(
  detail: {
    readonly endToEndId?: string | undefined;
    readonly uetr?: string | undefined;
    readonly transactionId?: string | undefined;
  },
  id: string,
): boolean {
  return [detail.endToEndId, detail.transactionId].includes(id) || detail.uetr === uetr;
}

function receivedOf({ bankEvents }: Findings) {
  return bankEvents.flatMap(({ event }) => (event.type === "received" ? [event.incomingPayment] : []));
}

const uetr = "8a562c67-ca16-48ba-b074-65581be6f001";

/** The wire of the golden files, and an ACH entry that one of them returns. */
const entries: readonly StoredEntry[] = [
  entry({ id: "entry-1", rail: "wire", system: "wire", uetr, amountCents: 1_234_567n }),
  entry({ id: "entry-3", rail: "ach_credit", system: "ach", traceNumber: "091000010000001" }),
];

function entry(fields: Partial<StoredEntry> & Pick<StoredEntry, "id" | "rail" | "system">): StoredEntry {
  return {
    tenantId: "01TENANT000000000000000000" as TenantId,
    kind: "payment",
    subject: fields.id,
    amountCents: 100n,
    state: "sent",
    finalAt: undefined,
    traceNumber: undefined,
    uetr: undefined,
    fileId: "WIRE-20261116-1",
    ...fields,
  };
}

function fixturesIn(folder: string): readonly Sample[] {
  const ending = folder.startsWith("ach/") ? "ach" : "xml";
  return readdirSync(new URL(folder, fixturesFolder)).map((file) => ({
    name: `file.${ending}`,
    bytes: readFileSync(new URL(`${folder}/${file}`, fixturesFolder)),
  }));
}
