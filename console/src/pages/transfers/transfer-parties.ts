import { bankName, lastDigits, type Party } from "../../kit/party-words.ts";
import { placeWords, transferTypeLabel } from "../../kit/transfer-type-words.ts";
import type { FreezableAddress } from "../tokens/freeze-draft.ts";
import type { TransferTimeline, WorkspaceTransfer } from "./transfer.ts";

type Parties = TransferTimeline["parties"];

/** Source and destination: the owner of a bank account, the name of an address, or the address. */
export function transferParties(
  { transfer, parties }: Pick<TransferTimeline, "transfer" | "parties">,
  pageOf: (addressId: string) => string | undefined,
): { readonly from: Party; readonly to: Party } {
  const partyOf = (end: WorkspaceTransfer["source"], known: Parties["source"]): Party => ({
    name: known.owner ?? known.name ?? known.address ?? transferTypeLabel(end.transfer_type),
    number: lastDigits(known.account_number),
    detail: [placeWords(end), bankName(known.routing_number)].filter((part) => part !== undefined).join(", "),
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
