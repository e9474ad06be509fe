import type { ResponseBody } from "../../api/client.ts";
import { addressParty, type Party, partyText } from "../../kit/party-words.ts";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";
import { type Chain, type Token, tokenChains } from "./token.ts";

export type MovementKind = "mint" | "burn" | "transfer";

export type Address =
  ResponseBody<"/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/addresses">["addresses"][number];

/** Source or destination of a movement: an address on one chain. */
export interface EndChoice {
  /** `<address id> <chain>`. */
  readonly value: string;
  readonly label: string;
  readonly party: Party;
  readonly addressId: string;
  readonly chain: Chain;
}

/** Every usable address, once for each chain on which the token is active. */
export function endChoices(
  token: Token,
  addresses: readonly Address[],
  which: "internal" | "any",
): readonly EndChoice[] {
  const usable = tokenChains().filter((chain) =>
    token.deployments.some(({ transfer_type, status }) => transfer_type === chain && status === "active"),
  );
  return addresses
    .filter(({ status, type }) => status === "active" && (which === "any" || type === "internal"))
    .flatMap((address) => {
      const party = addressParty(address);
      return usable
        .filter((chain) => address.transfer_types.some((each) => each === chain))
        .map((chain) => {
          const place = [transferTypeWords(chain), party.detail].filter((part) => part !== undefined);
          return {
            value: `${address.id} ${chain}`,
            label: [partyText(party), ...place].join(" · "),
            party: { ...party, detail: place.join(", ") },
            addressId: address.id,
            chain,
          };
        });
    });
}
