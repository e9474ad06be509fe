import type { MoneyParty } from "../../kit/money-page.tsx";
import { placeWords, transferTypeLabel } from "../../kit/transfer-type-words.ts";
import type { FreezableAddress } from "../tokens/freeze-draft.ts";
import type { TransferTimeline, WorkspaceTransfer } from "./transfer.ts";

type Parties = TransferTimeline["parties"];

/** Source and destination by name; an address without a name, by its address. */
export function transferParties(
  { transfer, parties }: Pick<TransferTimeline, "transfer" | "parties">,
  pageOf: (addressId: string) => string | undefined,
): { readonly from: MoneyParty; readonly to: MoneyParty } {
  const partyOf = (end: WorkspaceTransfer["source"], { name, address }: Parties["source"]): MoneyParty => ({
    name: name ?? address ?? transferTypeLabel(end.transfer_type),
    detail: placeWords(end),
    to: end.address_id === null ? undefined : pageOf(end.address_id),
  });
  return {
    from: partyOf(transfer.source, parties.source),
    to: partyOf(transfer.destination, parties.destination),
  };
}

/** The chain addresses of a transfer. */
export function freezableAddresses(
  transfer: Pick<WorkspaceTransfer, "source" | "destination">,
  parties: Parties,
): readonly FreezableAddress[] {
  return (["source", "destination"] as const).flatMap((end) => {
    const { name, address } = parties[end];
    const label = end === "source" ? "Source" : "Destination";
    if (address === null) return [];
    return [
      {
        label: name === null ? label : `${label}, ${name}`,
        address,
        chains: [transfer[end].transfer_type],
        token: transfer[end].value_type,
      },
    ];
  });
}
