import type { Screener } from "../accounts/index.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import type { AccountScope } from "./store.ts";

export interface ScreenAddressDeps {
  readonly screener: Pick<Screener, "screenChainAddress">;
  /** Somebody wanted to use an address that is on the sanctions list. A refusal leaves nothing behind, so this is told. */
  readonly onListedAddress?: (attempt: AccountScope) => void;
}

/** Refuses an address on the sanctions list, and does not say more than that it cannot be used. */
export function refuseListed(
  { screener, onListedAddress }: ScreenAddressDeps,
  scope: AccountScope,
  { onChainAddress, pointer }: { readonly onChainAddress: string; readonly pointer: string },
): void {
  if (screener.screenChainAddress(onChainAddress).outcome === "clear") return;
  onListedAddress?.(scope);
  const detail = "cannot be used";
  const errors = [{ pointer, detail }];
  throw new RefusalError(refuse("address_not_allowed", `${pointer} ${detail}`, { errors }));
}
