import { shapeOf } from "@florin/service/sandbox-ports";
import { address } from "@solana/kit";
import Type, { type Static } from "typebox";
import { openJournal } from "./node-journal.ts";
import { createBank, type SolanaBank } from "./solana-bank.ts";
import { faucetLamports, type SolanaFaucet } from "./solana-faucet.ts";
import { blockhashLifetime } from "./solana-slots.ts";
import { type IncomingTransaction, readTransaction } from "./solana-transaction.ts";

export interface SolanaRuntimeOptions {
  /** Local chains with different names have different hashes: a transaction of one is not valid on another. */
  readonly genesis: string;
  /** Without a path the chain lives in memory. */
  readonly journalPath?: string;
  readonly slotTimeMs: number;
  /** Slots that are produced after everything is final, before the chain is idle. */
  readonly trailingSlots: number;
  /** A slot is final when this many slots follow it. */
  readonly finalitySlots: number;
  readonly now: () => number;
  /** Called after each slot, when it can be read. */
  readonly onBlock?: () => void;
}

/** A bank that can be replayed: its inputs are journaled before they are applied. */
export interface JournaledBank {
  readonly bank: SolanaBank;
  /** The slot at which the chain may go idle: everything in it is decided then. */
  restAt(): bigint;
  produce(transactions: readonly IncomingTransaction[]): Promise<void>;
  /** Slots are produced up to this one, even if they are empty. */
  runUntil(slot: bigint): Promise<void>;
  close(): Promise<void>;
}

// The journal holds slots with transactions; the empty slots in between follow from them.
const journalEntry = Type.Union([
  Type.Object({ slot: Type.String(), timeMs: Type.Number(), transactions: Type.Array(Type.String()) }),
  Type.Object({ until: Type.String() }),
]);
type JournalEntry = Static<typeof journalEntry>;
const journalEntryShape = shapeOf(journalEntry);

export async function openJournaledBank(
  options: SolanaRuntimeOptions,
  faucet: SolanaFaucet,
): Promise<JournaledBank> {
  const bank = await openBank(options, faucet);
  const journal = await openJournal(options.journalPath);
  const rest = createRest(bank, options);
  for (const entry of journal.entries) replay(bank, rest, journalEntryShape.read(entry));
  // A chain that was stopped before it went idle is brought to that point: no slot may become less final.
  produceUntil(bank, rest.at(), options.now());

  return {
    bank,
    restAt: rest.at,
    produce: async (transactions) => {
      const timeMs = options.now();
      const slot = bank.slots.head().slot + 1n;
      if (transactions.length > 0)
        await journal.append({ slot: slot.toString(), timeMs, transactions: transactions.map(toBase64) });
      rest.postpone(slot, bank.produce(timeMs, transactions), transactions.length);
    },
    runUntil: async (slot) => {
      await journal.append({ until: slot.toString() });
      rest.extend(slot);
    },
    close: journal.close,
  };
}

async function openBank(options: SolanaRuntimeOptions, faucet: SolanaFaucet): Promise<SolanaBank> {
  // Loaded on demand, because the engine is an optional package: a deployment with external nodes does not need it.
  const { LiteSVM } = await import("litesvm");
  const svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n);
  svm.setAccount({
    address: faucet.address,
    lamports: faucetLamports,
    data: new Uint8Array(),
    space: 0n,
    executable: false,
    programAddress: systemProgram,
  });
  return createBank(svm, options.genesis, BigInt(options.finalitySlots));
}

const systemProgram = address("11111111111111111111111111111111");

/** Until when slots are produced: an idle local chain stops, but only when everything in it is decided. */
interface Rest {
  at(): bigint;
  extend(until: bigint): void;
  postpone(slot: bigint, dropped: number, taken: number): void;
}

function createRest(bank: SolanaBank, options: SolanaRuntimeOptions): Rest {
  const calm = BigInt(options.finalitySlots + options.trailingSlots);
  let until = bank.slots.head().slot;
  const extend = (slot: bigint): void => {
    if (slot > until) until = slot;
  };
  return {
    at: () => until,
    extend,
    postpone: (slot, dropped, taken) => {
      if (taken > 0) extend(slot + calm);
      // A client that waits for a dropped transaction to expire must see its lifetime pass.
      if (dropped > 0) extend(slot + calm + blockhashLifetime + 1n);
    },
  };
}

function replay(bank: SolanaBank, rest: Rest, entry: JournalEntry): void {
  if ("until" in entry) {
    rest.extend(BigInt(entry.until));
    return;
  }
  const slot = BigInt(entry.slot);
  produceUntil(bank, slot - 1n, entry.timeMs);
  const transactions = entry.transactions.map((text) => readTransaction(Buffer.from(text, "base64")));
  rest.postpone(slot, bank.produce(entry.timeMs, transactions), transactions.length);
}

function produceUntil(bank: SolanaBank, slot: bigint, timeMs: number): void {
  while (bank.slots.head().slot < slot) bank.produce(timeMs, []);
}

function toBase64({ bytes }: IncomingTransaction): string {
  return Buffer.from(bytes).toString("base64");
}
