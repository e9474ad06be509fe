import fc from "fast-check";
import { expect, test } from "vitest";
import { createLedgerModel, type LedgerModel } from "../../../test/ledger-model.ts";
import { transferBetween, word } from "../../../test/transfer-samples.ts";
import type { ChainName } from "../../chains/chain-name.ts";
import type { Id } from "../../kernel/id.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import type { Operation } from "../../ledger/index.ts";
import type { TransferEvent } from "../machine.ts";
import { holdsFor } from "../postings.ts";
import type { Supply, TokenDestination, TokenResource, TokenSource, Transfer } from "../transfer.ts";
import { beginStep, stepOf } from "../transfer-step.ts";

let count = 0;
const deps = {
  newId: <Kind extends string>() => {
    count += 1;
    return `id-${count}` as Id<Kind>;
  },
  clock: { now: () => instantFromMs(0) },
};

const chains = ["base", "ethereum"] as const;
const held = ["anna", "bert"] as const;

interface Input {
  readonly resource: TokenResource;
  readonly from: string;
  readonly fromChain: ChainName;
  readonly to: string;
  readonly toChain: ChainName;
  readonly units: bigint;
  readonly outcomes: readonly boolean[];
}

const anyInput: fc.Arbitrary<Input> = fc.record({
  resource: fc.constantFrom("token_transfer", "token_transfer", "token_transfer", "token_mint", "token_burn"),
  from: fc.constantFrom(...held),
  fromChain: fc.constantFrom(...chains),
  to: fc.constantFrom(...held, "outside"),
  toChain: fc.constantFrom(...chains),
  units: fc.bigInt({ min: 1n, max: 1_000n }),
  outcomes: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
});

/** Source and destination must differ. */
const inputs = anyInput.filter(
  ({ resource, from, fromChain, to, toChain }) =>
    resource !== "token_transfer" || from !== to || fromChain !== toChain,
);

function transferOf({ resource, units, ...input }: Input): Transfer {
  const leg = (addressId: string, chain: ChainName): TokenDestination => ({
    medium: "chain",
    addressId,
    chain,
    address: `0x${addressId}`,
    keyIndex: addressId === "outside" ? undefined : 1,
    token: word,
    workId: undefined,
    transactionId: undefined,
  });
  const supplyOn = (chain: ChainName): Supply => ({
    medium: "supply",
    chain,
    addressId: undefined,
    token: word,
  });
  const source: TokenSource = { ...leg(input.from, input.fromChain), keyIndex: 1 };
  const destination = leg(input.to, input.toChain);
  const fields = { id: deps.newId<"transfer">(), resource, units };
  switch (resource) {
    case "token_mint":
      return transferBetween(supplyOn(input.toChain), destination, fields);
    case "token_burn":
      return transferBetween(source, supplyOn(input.fromChain), fields);
    case "token_transfer":
      return transferBetween(source, destination, fields);
  }
}

/** Balances as the chains themselves would count them. */
type ChainBooks = Map<string, bigint>;

function actOnChain(books: ChainBooks, { source, destination, state, units }: Transfer): void {
  const add = (name: string, change: bigint) => books.set(name, (books.get(name) ?? 0n) + change);
  const nameOf = (end: Transfer["source"] | Transfer["destination"]) => {
    if (end.medium !== "chain") throw new Error("tokens are on chains");
    return end.keyIndex === undefined ? `external ${end.chain}` : `wallet ${end.addressId} ${end.chain}`;
  };
  const supplyOf = (end: Transfer["source"] | Transfer["destination"]) =>
    `supply ${end.medium === "bank" ? "" : end.chain}`;
  const { step } = state;
  if (step === "withdrawing" || step === "sending") add(nameOf(source), -units);
  if (step === "withdrawing") add(supplyOf(source), units);
  if (step === "delivering" || step === "sending") add(nameOf(destination), units);
  if (step === "delivering") add(supplyOf(destination), -units);
  if (step === "refunding") {
    add(nameOf(source), units);
    add(supplyOf(source), -units);
  }
}

const failure = {
  type: "chain_failed",
  occurredAt: instantFromMs(0),
  code: "rejected",
  reason: undefined,
} as const;

function run(ledger: LedgerModel, chain: ChainBooks, input: Input): readonly string[] {
  const planned = transferOf(input);
  const { step: first } = planned.state;
  if (first !== "withdrawing" && first !== "sending" && first !== "delivering")
    throw new Error("a token resource starts on a chain");
  let transfer = beginStep(planned, first, instantFromMs(0)).after;
  const outcomes: string[] = [];
  const record = (operation: Operation) => outcomes.push(ledger.take(operation));
  for (const hold of holdsFor(transfer)) record(hold);
  if (outcomes.some((outcome) => outcome !== "recorded")) return [];
  // A failed refund is retried until it succeeds.
  const heard = [...input.outcomes, true, true, true, true].map(
    (ok): TransferEvent => (ok ? { type: "chain_done" } : { type: "chain_failed", failure }),
  );
  for (const event of heard) {
    const before = transfer;
    const isRefundFailed = transfer.state.step === "refund_failed";
    const step = stepOf(deps, transfer, { event: isRefundFailed ? { type: "retry_refund" } : event });
    if (step === undefined) continue;
    if (event.type === "chain_done" && !isRefundFailed) actOnChain(chain, before);
    for (const operation of step.operations) record(operation);
    transfer = step.after;
  }
  expect(transfer.state.step).toBe("done");
  return outcomes;
}

const funded: readonly Input[] = held.flatMap((to) =>
  chains.map((toChain) => {
    const mint = {
      resource: "token_mint",
      from: to,
      fromChain: toChain,
      units: 1_000n,
      outcomes: [true],
    } as const;
    return { ...mint, to, toChain };
  }),
);

test("ledger and chains agree after any sequence of token transfers, mints, burns and outcomes, and nothing is left in flight", () => {
  fc.assert(
    fc.property(fc.array(inputs, { maxLength: 12 }), (random) => {
      const ledger = createLedgerModel();
      const chain: ChainBooks = new Map();
      for (const input of [...funded, ...random]) {
        for (const outcome of run(ledger, chain, input)) expect(outcome).toBe("recorded");
      }
      const books = Object.entries(ledger.balances());
      expect(books.reduce((sum, [, { posted }]) => sum + posted, 0n)).toBe(0n);
      expect(ledger.openHolds()).toEqual([]);
      for (const [name, { posted, held: heldUnits }] of books) {
        const [kind = "", owner = "", chainName = ""] = name.split(" ");
        const onChain = kind === "wallet" ? `wallet ${owner} ${chainName}` : `${kind} ${chainName}`;
        expect(heldUnits).toBe(0n);
        expect(posted, name).toBe(kind === "clearing" ? 0n : (chain.get(onChain) ?? 0n));
      }
    }),
  );
});
