import { Text } from "@mantine/core";
import { CopyId } from "../../kit/copy-id.tsx";
import { placeWords } from "../../kit/transfer-type-words.ts";
import type { HeldTransfer } from "./held.ts";
import { bankWords } from "./held-words.ts";

/** Source or destination of a transfer: owner and address. */
export function EndLines({ end }: { readonly end: HeldTransfer["source"] }) {
  const { owner, address, address_name: name } = end;
  return (
    <>
      {owner === null ? null : <Text size="sm">{owner}</Text>}
      <Text size="sm" component="div">
        {[placeWords(end), bankWords(end)].filter((words) => words !== undefined).join(", ")}
        {address === null ? null : (
          <>
            {" "}
            <CopyId id={address} of="address" full />
          </>
        )}
      </Text>
      {name === null ? null : (
        <Text size="sm" c="dimmed">
          Saved as “{name}”
        </Text>
      )}
    </>
  );
}
