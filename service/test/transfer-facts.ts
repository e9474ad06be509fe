import type { Account } from "../src/accounts/index.ts";
import type { Address } from "../src/addresses/index.ts";
import type { ChainName } from "../src/chains/chain-name.ts";
import type { Principal } from "../src/http/principal.ts";
import { systemCause } from "../src/kernel/cause.ts";
import type { Id, TenantId } from "../src/kernel/id.ts";
import { instantFromMs } from "../src/kernel/instant.ts";
import type { BankRail } from "../src/rails/rail.ts";
import type { Token } from "../src/tokens/index.ts";
import type { RequestedTransferInput, TransferFacts } from "../src/transfers/facts.ts";
import { planTransfer } from "../src/transfers/plan.ts";
import type { RequestedEnd, RequestedTransfer } from "../src/transfers/transfer-request.ts";

const now = instantFromMs(1_000);
export const tenantId = "acme" as TenantId;
const common = { tenantId, network: "testnet", createdAt: now, updatedAt: now } as const;

export function accountOf(id: string, more: Partial<Account> = {}): Account {
  const fields = { businessName: undefined, selfAttested: false, status: "complete" } as const;
  const account = { ...common, kind: "managing", id: id as Account["id"], name: `The ${id}`, ...fields };
  return { ...account, ...more } as Account;
}

export function wallet(id: string, more: object = {}): Address {
  return {
    ...common,
    id: id as Address["id"],
    accountId: "acme" as Account["id"],
    name: id,
    status: "active",
    medium: "chain",
    family: "evm",
    onChainAddress: `0x${id}`,
    transferTypes: ["base", "ethereum"],
    kind: "internal",
    keyIndex: 7,
    purpose: "customer",
    ...more,
  } as Address;
}

export function bankAccount(id: string, more: object = {}): Address {
  return wallet(id, {
    medium: "bank",
    kind: "external",
    transferTypes: ["ach_credit", "ach_debit", "same_day_ach_credit", "wire", "rtp_credit"],
    verification: "verified",
    ...more,
  });
}

export function tokenOf(valueType: string, kind: Token["kind"], chains: readonly ChainName[]): Token {
  return {
    network: "testnet",
    id: `token-${valueType}` as Token["id"],
    valueType,
    name: valueType,
    kind,
    currency: "USD",
    scale: 6,
    issuer: undefined,
    isPublic: true,
    minting: { authority: "platform", issuerKeyIndex: 3 },
    status: "active",
    deployments: chains.map((chain) => ({
      chain,
      status: "active",
      contract: `${valueType} on ${chain}`,
      workId: undefined,
      createdAt: now,
      updatedAt: now,
    })),
    createdAt: now,
    updatedAt: now,
  };
}

const everything = [
  wallet("anna"),
  wallet("bert"),
  wallet("outside", { kind: "external" }),
  wallet("clara", { accountId: "child" }),
  wallet("old", { kind: "external", status: "archived" }),
  wallet("contract", { kind: "external" }),
  bankAccount("checking"),
  bankAccount("unproven", { verification: "pending" }),
];
const tokens = [
  tokenOf("FUSD", "fiat_backed", ["base", "ethereum"]),
  tokenOf("WORD", "attested", ["base"]),
  tokenOf("XUSD", "third_party", ["base", "ethereum"]),
];

export const facts: TransferFacts = {
  account: accountOf("acme"),
  addresses: new Map(everything.map((address) => [address.id as string, address])),
  tokens: new Map(tokens.map((token) => [token.valueType, token])),
  treasury: new Map([["evm", { addressId: "vault", address: "0xvault", keyIndex: 9 }]]),
  fees: [],
  brandAccount: undefined,
  sanctionsMatch: () => undefined,
  isContract: ({ address }) => address === "0xcontract",
  isDebtor: false,
  isFrozen: () => false,
  coolsUntil: () => undefined,
};

export const on = (chain: ChainName, addressId: string, valueType = "FUSD"): RequestedEnd => {
  return { medium: "chain", chain, addressId, valueType };
};
export const by = (rail: BankRail, addressId: string | undefined = "checking"): RequestedEnd => {
  return { medium: "bank", rail, addressId };
};
export const wire = { medium: "bank", rail: "wire", addressId: undefined } as const;

export const principal: Principal = { accountId: "acme", tenantId, network: "testnet" } as Principal;
const fresh = { id: "transfer" as Id<"transfer">, now, expiresAt: instantFromMs(9_000) };

export interface Try {
  readonly requestedTransfer?: Partial<RequestedTransfer>;
  readonly facts?: Partial<TransferFacts>;
  readonly requester?: RequestedTransferInput["requester"];
}

export function plan(attempt: Try) {
  const requestedTransfer: RequestedTransfer = {
    resource: "transfer",
    units: 100_000_000n,
    currency: "USD",
    source: on("base", "anna"),
    destination: by("ach_credit"),
    brandAccountId: undefined,
    note: undefined,
    ...attempt.requestedTransfer,
  };
  const requested: RequestedTransferInput = {
    tenantId,
    network: "testnet",
    accountId: "acme",
    requestedTransfer,
    cause: systemCause("test"),
    requester: attempt.requester ?? { principal },
  };
  return planTransfer({ ...facts, ...attempt.facts }, requested, fresh);
}
