import { UsageError } from "../failure.ts";
import type { ApiClient } from "./client.ts";
import type { FindTransferType } from "./fields.ts";

/** The only chain or rail on which the address can hold the value; otherwise it has to be given. */
export function transferTypeFinder(
  { florin }: ApiClient,
  account_id: string,
  signal: AbortSignal,
): FindTransferType {
  return async (address_id, value_type) => {
    const { transfer_types: ofAddress } = await florin.addresses.get({ account_id, address_id }, { signal });
    const possible =
      ofAddress.length === 1 ? ofAddress : await withToken(florin, value_type, ofAddress, signal);
    const [only] = possible;
    if (only !== undefined && possible.length === 1) return only;
    const examples = (possible.length === 0 ? ofAddress : possible).map(
      (type) => `${address_id}:${value_type}:${type}`,
    );
    throw new UsageError(`the transfer type is not clear; pass one of ${examples.join(", ")}`);
  };
}

async function withToken(
  florin: ApiClient["florin"],
  value_type: string,
  ofAddress: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (value_type.toUpperCase() === "USD") return ofAddress;
  const { deployments } = await florin.tokens.get({ value_type }, { signal });
  const active = deployments
    .filter(({ status }) => status === "active")
    .map(({ transfer_type }) => transfer_type);
  return ofAddress.filter((type) => active.some((other) => other === type));
}
