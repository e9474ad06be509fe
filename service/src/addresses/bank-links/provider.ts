import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { Network } from "../../kernel/id.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import type { BankRail } from "../../rails/rail.ts";
import type { BankAddress } from "../address.ts";
import type { BankDetails } from "../bank/bank-details.ts";
import type { AccountScope, AddressScope } from "../store.ts";

/** Proof of bank account ownership: a page where the owner picks the account, or the amounts of two deposits. */
export type BankLinkProvider = PageProvider | DepositProvider;

/** Has a page that an owner opens with a link token and leaves with a public token. */
export interface PageProvider {
  readonly name: "sandbox";
  readonly institutions: readonly Institution[];
  /** Rails that it confirms for an account. */
  readonly rails: readonly BankRail[];
  /** Files of the page, served under `/banklink/<name>`. */
  readonly files: readonly PageFile[];
  /** URL of the page. The token must be in a part that servers and logs don't see. */
  pageUrl(linkToken: string): string;
  /** The picked account, as reported by the bank. */
  openAccount(choice: AccountChoice): LinkedAccount;
}

export interface Institution {
  readonly id: string;
  readonly name: string;
  readonly routingNumber: string;
}

export interface AccountChoice {
  readonly institution: Institution;
  readonly accountType: BankDetails["accountType"];
  readonly owner: string;
}

export interface LinkedAccount
  extends Pick<BankDetails, "owner" | "accountNumber" | "routingNumber" | "accountType"> {
  /** Name of the bank. */
  readonly institution: string;
}

export interface PageFile {
  /** Path below the page; empty for the page itself. */
  readonly path: "" | "page.css" | "page.js";
  readonly contentType: "text/html" | "text/css" | "text/javascript";
  readonly body: string;
}

/** Sends two deposits whose amounts only the owner of the account can see. */
export interface DepositProvider {
  readonly name: "micro_deposits";
  /** Limit of bank accounts per account in 24 hours: the deposits are not recovered. */
  readonly maxPerDay: number;
  /** The same for all accounts of a tenant. */
  readonly maxPerTenant: number;
  /** Each less than a dollar. */
  drawAmounts(): MicroDepositAmounts;
  readonly send: SendMicroDeposits;
}

export type MicroDepositAmounts = readonly [bigint, bigint];

/** Sends both by ACH credit, in the caller's transaction. Called last, because it locks the ledger. */
export type SendMicroDeposits = (
  tx: Transaction,
  deposits: { readonly address: BankAddress; readonly amountsCents: MicroDepositAmounts },
) => Promise<void>;

/** One per network: sandbox verifications must not count on mainnet. */
export interface BankLinkProviders
  extends Readonly<
    Record<
      Network,
      { readonly page: PageProvider | undefined; readonly deposits: DepositProvider | undefined }
    >
  > {
  readonly callbacks: LinkCallbacks;
}

export interface CustomerUrl {
  readonly owner: AccountScope;
  readonly addressId: string;
  readonly url: string;
  readonly cause: Cause;
}

/** A new webhook of a customer: its subscription, and the secret that signs it, which is returned only once. */
export interface CustomerWebhook {
  readonly subscriptionId: string;
  readonly sharedSecret: string;
}

/** Ports for registrations by callback, and for the webhook URLs of customers. */
export interface LinkCallbacks {
  /** The address of ours that takes the public token of a link session. */
  callbackUrl(token: string): string;
  /** The normalized URL of a webhook, if it is allowed. */
  readDestination(url: string): string | Refusal;
  /** Resolves its hostname, which uses the network: never with a transaction open. */
  checkDestination(url: string): Promise<Refusal | undefined>;
  /** Sends what concerns a bank address to its customer from now on; undefined if that URL gets it already. */
  subscribe(tx: Transaction, customer: CustomerUrl): Promise<CustomerWebhook | undefined>;
  /** Why a bank account cannot be added without its own client, such as an approval rule. */
  refuseUnattended(tx: Transaction, scope: AddressScope): Promise<Refusal | undefined>;
}
