import fc from "fast-check";
import { expect, test } from "vitest";
import { createLedgerModel, type LedgerModel } from "../../../test/ledger-model.ts";
import type { ChainName } from "../../chains/chain-name.ts";
import type { AccountId, Id, TenantId } from "../../kernel/id.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import type { Operation } from "../../ledger/index.ts";
import { beginning, type MovementEvent } from "./machine.ts";
import { type Movement, type MovementId, wayOf } from "./movement.ts";
import { stepsOf } from "./movement-step.ts";
import { holdFor } from "./postings.ts";

let count = 0;
const deps = {
  newId: <Kind extends string>() => {
    count += 1;
    return `id-${count}` as Id<Kind>;
  },
  clock: { now: () => instantFromMs(0) },
};

const asset = { code: "ACME", scale: 6 };
const chains = ["base", "ethereum"] as const;
const held = ["anna", "bert"] as const;

interface Input {
  readonly kind: Movement["kind"];
  readonly from: string;
  readonly fromChain: ChainName;
  readonly to: string;
  readonly toChain: ChainName;
  readonly units: bigint;
  readonly outcomes: readonly boolean[];
}

const anyInput: fc.Arbitrary<Input> = fc.record({
  kind: fc.constantFrom("transfer", "transfer", "transfer", "mint", "burn"),
  from: fc.constantFrom(...held),
  fromChain: fc.constantFrom(...chains),
  to: fc.constantFrom(...held, "outside"),
  toChain: fc.constantFrom(...chains),
  units: fc.bigInt({ min: 1n, max: 1_000n }),
  outcomes: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
});

/** Source and destination must differ. */
const inputs = anyInput.filter(
  ({ kind, from, fromChain, to, toChain }) => kind !== "transfer" || from !== to || fromChain !== toChain,
);

function movementOf(movementInput: Input): Movement {
  const leg = (addressId: string, chain: ChainName, isSource: boolean) => ({
    addressId,
    chain,
    address: `0x${addressId}`,
    keyIndex: addressId === "outside" ? undefined : 1,
    contract: `token on ${chain}`,
    workId: isSource || movementInput.kind === "mint" ? deps.newId<"chain-work">() : undefined,
  });
  const fields = {
    id: deps.newId<"token-movement">() as MovementId,
    tenantId: "tenant" as TenantId,
    network: "testnet",
    accountId: "account" as AccountId,
    asset,
    token: { id: "token", issuerKeyIndex: 0 },
    units: movementInput.units,
    returnWorkId: undefined,
    createdAt: instantFromMs(0),
    updatedAt: instantFromMs(0),
  } as const;
  const source = { ...leg(movementInput.from, movementInput.fromChain, true), keyIndex: 1 };
  const destination = leg(movementInput.to, movementInput.toChain, false);
  const begun = (movement: Movement): Movement => {
    return { ...movement, state: { status: "pending", step: beginning(wayOf(movement)).step } };
  };
  const state = { status: "complete", step: "done" } as const;
  switch (movementInput.kind) {
    case "mint":
      return begun({ ...fields, kind: "mint", state, destination });
    case "burn":
      return begun({ ...fields, kind: "burn", state, source });
    case "transfer":
      return begun({ ...fields, kind: "transfer", state, source, destination });
  }
}

/** Balances as the chains themselves would count them. */
type ChainBooks = Map<string, bigint>;

function actOnChain(books: ChainBooks, movement: Movement): void {
  const add = (name: string, units: bigint) => books.set(name, (books.get(name) ?? 0n) + units);
  const { units } = movement;
  const source = movement.kind === "mint" ? undefined : movement.source;
  const destination = movement.kind === "burn" ? undefined : movement.destination;
  const { step } = movement.state;
  const nameOf = (leg: typeof destination) =>
    leg?.keyIndex === undefined ? `external ${leg?.chain}` : `wallet ${leg.addressId} ${leg.chain}`;
  if (step === "burning" || step === "moving") add(nameOf(source), -units);
  if (step === "burning") add(`supply ${source?.chain}`, units);
  if (step === "minting" || step === "moving") add(nameOf(destination), units);
  if (step === "minting") add(`supply ${destination?.chain}`, -units);
  if (step === "returning") {
    add(nameOf(source), units);
    add(`supply ${source?.chain}`, -units);
  }
}

function run(ledger: LedgerModel, chain: ChainBooks, movementInput: Input): readonly string[] {
  let movement = movementOf(movementInput);
  const outcomes: string[] = [];
  const record = (operation: Operation) => outcomes.push(ledger.take(operation));
  if (beginning(wayOf(movement)).holds) {
    record(holdFor(movement));
    if (outcomes[0] !== "recorded") return [];
  }
  // A failed refund is retried until it succeeds.
  const heard = [...movementInput.outcomes, true, true, true, true].map((ok): MovementEvent => {
    const failure = { reason: "rejected", detail: "no" } as const;
    return ok ? { type: "succeeded" } : { type: "failed", failure };
  });
  for (const event of heard) {
    const before = movement;
    const isRefundFailed = movement.state.step === "refund_failed";
    const [step] = stepsOf(deps, movement, isRefundFailed ? { type: "return_again" } : event);
    if (step === undefined) continue;
    if (event.type === "succeeded" && !isRefundFailed) actOnChain(chain, before);
    if (step.operation !== undefined) record(step.operation);
    movement = step.after;
  }
  expect(movement.state.step).toBe("done");
  return outcomes;
}

const funded: readonly Input[] = held.flatMap((to) =>
  chains.map((toChain) => {
    const mint = { kind: "mint", from: to, fromChain: toChain, units: 1_000n, outcomes: [true] } as const;
    return { ...mint, to, toChain };
  }),
);

test("ledger and chains agree after any sequence of movements and outcomes, and nothing is left in flight", () => {
  fc.assert(
    fc.property(fc.array(inputs, { maxLength: 12 }), (random) => {
      const ledger = createLedgerModel();
      const chain: ChainBooks = new Map();
      for (const movementInput of [...funded, ...random]) {
        for (const outcome of run(ledger, chain, movementInput)) expect(outcome).toBe("recorded");
      }
      const books = Object.entries(ledger.balances());
      expect(books.reduce((sum, [, { posted }]) => sum + posted, 0n)).toBe(0n);
      expect(ledger.openHolds()).toEqual([]);
      for (const [name, { posted, held: heldUnits }] of books) {
        const [kind = "", owner = "", chainName = ""] = name.split(" ");
        const input = kind === "wallet" ? `wallet ${owner} ${chainName}` : `${kind} ${chainName}`;
        expect(heldUnits).toBe(0n);
        expect(posted, name).toBe(kind === "clearing" ? 0n : (chain.get(input) ?? 0n));
      }
    }),
  );
});
