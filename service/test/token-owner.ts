import { createChainWork } from "../src/chains/engine/work-store.ts";
import { createEventLog } from "../src/events/index.ts";
import type { NewId } from "../src/kernel/id.ts";
import type { Clock } from "../src/kernel/instant.ts";
import type { transfersChainOwner } from "../src/transfers/chain-owner.ts";

export type TokenOwnerDeps = Parameters<typeof transfersChainOwner>[0];

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
