import { Stack } from "@mantine/core";
import { CopyId } from "../../kit/copy-id.tsx";
import { PartyLine } from "../../kit/party-line.tsx";
import { addressParty } from "../../kit/party-words.ts";
import { placeWords } from "../../kit/transfer-type-words.ts";
import type { HeldTransfer } from "./held.ts";

/** Source or destination of a transfer: owner and address. */
export function EndLines({ end }: { readonly end: HeldTransfer["source"] }) {
  const { owner, address, address_name: name, account_number: account, routing_number: routing } = end;
  const place = placeWords(end);
  const party = addressParty({
    name: name ?? place,
    address: "",
    ...(owner === null ? {} : { owner }),
    ...(account === null ? {} : { account_number: account }),
    ...(routing === null ? {} : { routing_number: routing }),
  });
  const detail = [name === null ? undefined : place, party.detail].filter((part) => part !== undefined);
  return (
    <Stack gap={2} align="flex-start">
      <PartyLine party={{ ...party, detail: detail.length === 0 ? undefined : detail.join(" · ") }} />
      {address === null ? null : <CopyId id={address} of="address" full />}
    </Stack>
  );
}
