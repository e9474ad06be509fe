import type { ChainWorkOwner } from "../src/chains/engine/chain-work.ts";
import { createChainWork } from "../src/chains/engine/work-store.ts";
import { createEventLog } from "../src/events/index.ts";
import type { NewId } from "../src/kernel/id.ts";
import type { Clock } from "../src/kernel/instant.ts";
import { transfersChainOwners } from "../src/transfers/chain-owner.ts";

export type TokenOwnerDeps = Parameters<typeof transfersChainOwners>[0];

const wakeUp = { nudge: () => {} };

function unused(): never {
  throw new Error("tokens order no payments");
}

/** What advances the transfers, mints and burns of tokens; they use no bank. */
export function tokenOwnerDeps({
  clock,
  newId,
}: {
  readonly clock: Clock;
  readonly newId: NewId;
}): TokenOwnerDeps {
  return {
    clock,
    newId,
    eventLog: createEventLog({ clock, newId, wakeUp }),
    chainWork: createChainWork({ clock, wakeUp }),
    payments: { order: unused, findSent: unused, moveToSuspense: unused },
  };
}

/** The owner of the chain operations of tokens. */
export function tokenOwner(deps: TokenOwnerDeps): ChainWorkOwner {
  const owner = transfersChainOwners(deps).find(({ name }) => name === "tokens.movements");
  if (owner === undefined) throw new Error("tokens have an owner of their chain operations");
  return owner;
}
