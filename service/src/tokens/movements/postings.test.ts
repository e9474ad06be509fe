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

interface Wish {
  readonly kind: Movement["kind"];
  readonly from: string;
  readonly fromChain: ChainName;
  readonly to: string;
  readonly toChain: ChainName;
  readonly units: bigint;
  readonly outcomes: readonly boolean[];
}

const anyWish: fc.Arbitrary<Wish> = fc.record({
  kind: fc.constantFrom("transfer", "transfer", "transfer", "mint", "burn"),
  from: fc.constantFrom(...held),
  fromChain: fc.constantFrom(...chains),
  to: fc.constantFrom(...held, "outside"),
  toChain: fc.constantFrom(...chains),
  units: fc.bigInt({ min: 1n, max: 1_000n }),
  outcomes: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
});

/** Nothing can be sent to where it is. */
const wishes = anyWish.filter(
  ({ kind, from, fromChain, to, toChain }) => kind !== "transfer" || from !== to || fromChain !== toChain,
);

function movementOf(wish: Wish): Movement {
  const leg = (addressId: string, chain: ChainName, isSource: boolean) => ({
    addressId,
    chain,
    address: `0x${addressId}`,
    keyIndex: addressId === "outside" ? undefined : 1,
    contract: `token on ${chain}`,
    workId: isSource || wish.kind === "mint" ? deps.newId<"chain-work">() : undefined,
  });
  const fields = {
    id: deps.newId<"token-movement">() as MovementId,
    tenantId: "tenant" as TenantId,
    network: "testnet",
    accountId: "account" as AccountId,
    asset,
    token: { id: "token", issuerKeyIndex: 0 },
    units: wish.units,
    returnWorkId: undefined,
    createdAt: instantFromMs(0),
    updatedAt: instantFromMs(0),
  } as const;
  const source = { ...leg(wish.from, wish.fromChain, true), keyIndex: 1 };
  const destination = leg(wish.to, wish.toChain, false);
  const begun = (movement: Movement): Movement => {
    return { ...movement, state: { status: "pending", step: beginning(wayOf(movement)).step } };
  };
  const state = { status: "complete", step: "done" } as const;
  switch (wish.kind) {
    case "mint":
      return begun({ ...fields, kind: "mint", state, destination });
    case "burn":
      return begun({ ...fields, kind: "burn", state, source });
    case "transfer":
      return begun({ ...fields, kind: "transfer", state, source, destination });
  }
}

/** What the chains themselves would count, told only of what they did. */
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

function run(ledger: LedgerModel, chain: ChainBooks, wish: Wish): readonly string[] {
  let movement = movementOf(wish);
  const outcomes: string[] = [];
  const record = (operation: Operation) => outcomes.push(ledger.take(operation));
  if (beginning(wayOf(movement)).holds) {
    record(holdFor(movement));
    if (outcomes[0] !== "recorded") return [];
  }
  // Whoever returns what was stranded does so until it works.
  const heard = [...wish.outcomes, true, true, true, true].map((ok): MovementEvent => {
    const failure = { reason: "rejected", detail: "no" } as const;
    return ok ? { type: "succeeded" } : { type: "failed", failure };
  });
  for (const event of heard) {
    const before = movement;
    const isStranded = movement.state.step === "stranded";
    const [step] = stepsOf(deps, movement, isStranded ? { type: "return_again" } : event);
    if (step === undefined) continue;
    if (event.type === "succeeded" && !isStranded) actOnChain(chain, before);
    if (step.operation !== undefined) record(step.operation);
    movement = step.after;
  }
  expect(movement.state.step).toBe("done");
  return outcomes;
}

const funded: readonly Wish[] = held.flatMap((to) =>
  chains.map((toChain) => {
    const mint = { kind: "mint", from: to, fromChain: toChain, units: 1_000n, outcomes: [true] } as const;
    return { ...mint, to, toChain };
  }),
);

test("whatever movements come and however they end, ledger and chains count the same and nothing is left under way", () => {
  fc.assert(
    fc.property(fc.array(wishes, { maxLength: 12 }), (random) => {
      const ledger = createLedgerModel();
      const chain: ChainBooks = new Map();
      for (const wish of [...funded, ...random]) {
        for (const outcome of run(ledger, chain, wish)) expect(outcome).toBe("recorded");
      }
      const books = Object.entries(ledger.balances());
      expect(books.reduce((sum, [, { posted }]) => sum + posted, 0n)).toBe(0n);
      expect(ledger.openHolds()).toEqual([]);
      for (const [name, { posted, held: heldUnits }] of books) {
        const [kind = "", owner = "", chainName = ""] = name.split(" ");
        const asked = kind === "wallet" ? `wallet ${owner} ${chainName}` : `${kind} ${chainName}`;
        expect(heldUnits).toBe(0n);
        expect(posted, name).toBe(kind === "clearing" ? 0n : (chain.get(asked) ?? 0n));
      }
    }),
  );
});
