import type { ApiRequest } from "../../http/route.ts";
import type { Network } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";

/** The network in the path of an operator's endpoint. */
export function networkOf({ params }: ApiRequest): Network {
  const network = params["network"];
  if (network === "testnet" || network === "mainnet") return network;
  throw new RefusalError(refuse("not_found", "there is no such network"));
}
