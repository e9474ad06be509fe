import type { Session } from "../db/database.ts";
import { systemCause } from "../kernel/cause.ts";
import { usd } from "../kernel/money.ts";
import { isRefusal, type Refusal } from "../kernel/refusal.ts";
import type { RequestedTransferInput, TransferFacts } from "./facts.ts";
import { type LoadFactsDeps, loadFacts } from "./load-facts.ts";
import { findFlow, resolveBrand, resolveDestination, resolveToken, usableAccount } from "./resolve-ends.ts";
import { type RouteEnd, settlementAssetOf } from "./route.ts";
import type { Flow } from "./transfer.ts";
import {
  codeOf,
  inRegisteredSpelling,
  type RequestedEnd,
  type RequestedTransfer,
} from "./transfer-request.ts";

/** A route that future transfers will take. Its source may not have an address yet. */
export interface RouteQuestion extends Omit<RequestedTransferInput, "requestedTransfer" | "cause"> {
  readonly source: RouteSource;
  readonly destination: RequestedEnd;
  readonly brandAccountId: string | undefined;
}

/** Incoming dollars by any rail, or a token on a chain. */
export type RouteSource =
  | { readonly medium: "bank" }
  | Omit<Extract<RequestedEnd, { readonly medium: "chain" }>, "addressId">;

export interface CheckedRoute {
  readonly flow: Flow;
  /** If true, amounts must be whole cents. */
  readonly movesDollars: boolean;
  /** In the spelling of the token catalog. */
  readonly valueTypes: { readonly source: string; readonly destination: string };
}

const incomingWire: RequestedEnd = { medium: "bank", rail: "wire", addressId: undefined };
const checkCause = systemCause("transfers.check_route");

/** Whether transfers of any amount could take this route: checks account, destination, tokens, route and brand. */
export async function checkRoute(
  deps: LoadFactsDeps,
  session: Session,
  { source, destination, brandAccountId, ...context }: RouteQuestion,
): Promise<CheckedRoute | Refusal> {
  const request: RequestedTransferInput = {
    ...context,
    cause: checkCause,
    requestedTransfer: {
      resource: "transfer",
      source: source.medium === "bank" ? incomingWire : { ...source, addressId: "" },
      destination,
      brandAccountId,
      units: 1n,
      currency: usd.code,
      note: undefined,
    },
  };
  const factsOf = await loadFacts(deps, session, context, [request]);
  return decideRoute(factsOf(request), request);
}

function decideRoute(facts: TransferFacts, given: RequestedTransferInput): CheckedRoute | Refusal {
  const requestedTransfer = inRegisteredSpelling(given.requestedTransfer, facts.tokens);
  const request = { ...given, requestedTransfer };
  const account = usableAccount(facts.account);
  if (isRefusal(account)) return account;
  const source = resolveRouteSource(facts, requestedTransfer.source);
  if (isRefusal(source)) return source;
  const destination = resolveDestination(facts, account, request);
  if (isRefusal(destination)) return destination;
  const flow = findFlow(requestedTransfer, source, destination);
  if (isRefusal(flow)) return flow;
  const brand = resolveBrand(facts, requestedTransfer);
  if (isRefusal(brand)) return brand;
  return {
    flow,
    movesDollars: settlementAssetOf({ flow, source, destination }) === "dollars",
    valueTypes: {
      source: codeOf(requestedTransfer.source),
      destination: codeOf(requestedTransfer.destination),
    },
  };
}

function resolveRouteSource(facts: TransferFacts, source: RequestedTransfer["source"]): RouteEnd | Refusal {
  if (source.medium !== "chain") return source;
  const token = resolveToken(facts, source, "/source");
  return isRefusal(token) ? token : { medium: "chain", chain: source.chain, token };
}
