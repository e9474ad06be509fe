import type { ChainName } from "../src/chains/chain-name.ts";
import type { AccountId, Id, TenantId } from "../src/kernel/id.ts";
import { instantFromMs } from "../src/kernel/instant.ts";
import type { PaymentId } from "../src/payments/index.ts";
import { firstStep, routePlanOf } from "../src/transfers/machine.ts";
import { flowBetween } from "../src/transfers/route.ts";
import type {
  BankSource,
  Destination,
  OwnToken,
  Source,
  Supply,
  ThirdPartyToken,
  TokenDestination,
  TokenSource,
  Transfer,
  TransferToken,
} from "../src/transfers/transfer.ts";

/** Two tokens with a reserve, an attested one, and two third-party tokens. */
export const fusd: OwnToken = own("FUSD", true);
export const gusd: OwnToken = own("GUSD", true);
export const word: OwnToken = own("WORD", false);
export const xusd: ThirdPartyToken = others("XUSD");
export const yusd: ThirdPartyToken = others("YUSD");

function own(valueType: string, isBacked: boolean): OwnToken {
  const contract = `contract of ${valueType}`;
  return { origin: "own", id: `token-${valueType}`, valueType, contract, issuerKeyIndex: 1, isBacked };
}

function others(valueType: string): ThirdPartyToken {
  const treasury = { addressId: "vault", address: "0xvault", keyIndex: 9 };
  return {
    origin: "third_party",
    id: `token-${valueType}`,
    valueType,
    contract: `contract of ${valueType}`,
    treasury,
  };
}

export const bank = { medium: "bank" } as const;

export function wireIn(paymentId?: string): BankSource {
  return { ...bank, rail: "wire", addressId: undefined, paymentId: paymentId as PaymentId | undefined };
}

export const debit: BankSource = {
  ...bank,
  rail: "ach_debit",
  addressId: "checking",
  paymentId: "payment" as PaymentId,
};

export const credit: Destination = {
  ...bank,
  rail: "ach_credit",
  addressId: "checking",
  reference: undefined,
  paymentId: undefined,
  mayFallBack: false,
  fallback: undefined,
};

const nothingYet = { workId: undefined, transactionId: undefined };

export function from(token: TransferToken, chain: ChainName): TokenSource {
  return {
    medium: "chain",
    chain,
    addressId: "anna",
    address: "0xanna",
    keyIndex: 1,
    token,
    ...nothingYet,
  };
}

export function to(
  token: TransferToken,
  chain: ChainName,
  addressId: "bert" | "outside" = "bert",
): TokenDestination {
  const keyIndex = addressId === "bert" ? 2 : undefined;
  const place = { addressId, address: `0x${addressId}`, keyIndex };
  return { medium: "chain", chain, ...place, token, ...nothingYet };
}

export function supply(token: OwnToken, chain: ChainName): Supply {
  return { medium: "supply", chain, addressId: undefined, token };
}

/** A new transfer between a source and a destination, of a hundred dollars by default. */
export function transferBetween(
  source: Source,
  destination: Destination,
  more: Partial<Transfer> = {},
): Transfer {
  const flow = flowBetween(source, destination);
  if (flow === undefined) throw new Error("no flow for this source and destination");
  const routePlan = routePlanOf({ flow, source, destination, completedAt: undefined });
  const start = instantFromMs(0);
  return {
    id: "transfer" as Id<"transfer">,
    tenantId: "tenant" as TenantId,
    network: "testnet",
    accountId: "account" as AccountId,
    resource: "transfer",
    flow,
    units: 100_000_000n,
    currency: "USD",
    feeCents: 0n,
    source,
    destination,
    state: { status: "pending", step: firstStep(routePlan) },
    reversal: nothingYet,
    note: undefined,
    purpose: undefined,
    brand: undefined,
    statementName: "Acme",
    automationId: undefined,
    expiresAt: undefined,
    hold: undefined,
    heldForClaim: false,
    completedAt: undefined,
    createdAt: start,
    updatedAt: start,
    ...more,
  };
}
