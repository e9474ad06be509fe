import type { Screener } from "../accounts/index.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import type { AccountScope } from "./store.ts";

export interface ScreenAddressDeps {
  readonly screener: Pick<Screener, "screenChainAddress">;
  /** Reports a refused address with a sanctions match. Needed because a refusal writes nothing to the database. */
  readonly onSanctionedAddress?: (attempt: AccountScope) => void;
}

/** Refuses an address with a sanctions match, without giving the reason. */
export function refuseSanctioned(
  { screener, onSanctionedAddress }: ScreenAddressDeps,
  scope: AccountScope,
  { onChainAddress, pointer }: { readonly onChainAddress: string; readonly pointer: string },
): void {
  if (screener.screenChainAddress(onChainAddress).outcome === "clear") return;
  onSanctionedAddress?.(scope);
  const detail = "cannot be used";
  const errors = [{ pointer, detail }];
  throw new RefusalError(refuse("address_not_allowed", `${pointer} ${detail}`, { errors }));
}
