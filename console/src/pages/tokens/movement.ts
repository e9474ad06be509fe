import type { ResponseBody } from "../../api/client.ts";
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
  readonly addressId: string;
  readonly chain: Chain;
}

const shownCharacters = 6;

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
    .flatMap(({ id, name, address, transfer_types, type }) =>
      usable
        .filter((chain) => transfer_types.some((each) => each === chain))
        .map((chain) => ({
          value: `${id} ${chain}`,
          label: `${name} · ${shorten(address)} · ${transferTypeWords(chain)}${type === "external" ? " · external" : ""}`,
          addressId: id,
          chain,
        })),
    );
}

function shorten(address: string): string {
  if (address.length <= shownCharacters * 2 + 1) return address;
  return `${address.slice(0, shownCharacters)}…${address.slice(-shownCharacters)}`;
}
