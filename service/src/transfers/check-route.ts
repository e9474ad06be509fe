import type { Session } from "../db/database.ts";
import { systemCause } from "../kernel/cause.ts";
import { usd } from "../kernel/money.ts";
import { isRefusal, type Refusal } from "../kernel/refusal.ts";
import type { BankRail } from "../rails/rail.ts";
import type { Asked, TransferFacts } from "./facts.ts";
import { type LoadFactsDeps, loadFacts } from "./load-facts.ts";
import { findFlow, resolveBrand, resolveDestination, usableAccount } from "./resolve-ends.ts";
import { resolveToken } from "./resolve-token.ts";
import { carriageOf, type RouteEnd } from "./route.ts";
import type { Flow } from "./transfer.ts";
import type { WantedEnd } from "./transfer-request.ts";

/** A way that transfers are to go later. Its source may have no address yet. */
export interface RouteQuestion extends Omit<Asked, "wanted" | "cause"> {
  readonly source: RouteSource;
  readonly destination: WantedEnd;
  readonly brandAccountId: string | undefined;
}

/** Dollars that others send, by whatever rail; or a token on a chain. */
export type RouteSource =
  | { readonly medium: "bank" }
  | Omit<Extract<WantedEnd, { readonly medium: "chain" }>, "addressId">;

export interface CheckedRoute {
  readonly flow: Flow;
  /** Amounts are whole cents then. */
  readonly movesDollars: boolean;
}

const nobody = systemCause("transfers.check_route");

/** Whether transfers could go this way, whatever their amount: account, destination, tokens, route and brand. */
export async function checkRoute(
  deps: LoadFactsDeps,
  session: Session,
  { source, destination, brandAccountId, ...asking }: RouteQuestion,
): Promise<CheckedRoute | Refusal> {
  const asked: Asked = {
    ...asking,
    cause: nobody,
    wanted: {
      source: source.medium === "bank" ? sent("wire") : { ...source, addressId: "" },
      destination,
      brandAccountId,
      units: 1n,
      currency: usd.code,
      memo: undefined,
      note: undefined,
    },
  };
  const factsOf = await loadFacts(deps, session, asking.tenantId, [asked]);
  return decideRoute(factsOf(asked), asked);
}

function decideRoute(facts: TransferFacts, asked: Asked): CheckedRoute | Refusal {
  const { wanted } = asked;
  const account = usableAccount(facts.account);
  if (isRefusal(account)) return account;
  const source = resolveRouteSource(facts, wanted.source);
  if (isRefusal(source)) return source;
  const destination = resolveDestination(facts, account, asked);
  if (isRefusal(destination)) return destination;
  const flow = findFlow(wanted, source, destination);
  if (isRefusal(flow)) return flow;
  // What others send may come by ACH as well.
  const rails = wanted.source.medium === "bank" ? { ...wanted, source: sent("ach_credit") } : wanted;
  const brand = resolveBrand(facts, rails);
  if (isRefusal(brand)) return brand;
  return { flow, movesDollars: carriageOf({ flow, source, destination }) === "dollars" };
}

function resolveRouteSource(facts: TransferFacts, source: WantedEnd): RouteEnd | Refusal {
  if (source.medium === "bank") return source;
  const token = resolveToken(facts, source, "/source");
  return isRefusal(token) ? token : { medium: "chain", chain: source.chain, token };
}

function sent(rail: BankRail): WantedEnd {
  return { medium: "bank", rail, addressId: undefined };
}
