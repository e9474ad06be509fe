import type { Transaction } from "../../db/database.ts";
import type { Network } from "../../kernel/id.ts";
import type { BankAddress } from "../address.ts";
import type { BankDetails } from "../bank/bank-details.ts";

/** By whose word a bank account is somebody's: a page where its owner picks it, or the amounts of two deposits. */
export type BankLinkProvider = PageProvider | DepositProvider;

/** Has a page to which an owner takes a link token, and from which they come back with a public token. */
export interface PageProvider {
  readonly name: "sandbox";
  readonly institutions: readonly Institution[];
  /** What the page is made of, served under `/banklink/<name>`. */
  readonly files: readonly PageFile[];
  /** Where an owner goes. The token must not be in what a server or a log sees of the address. */
  pageUrl(linkToken: string): string;
  /** The account that was picked, as the bank tells it. */
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
  /** What the bank is called. */
  readonly institution: string;
}

export interface PageFile {
  /** Below the page; empty for the page itself. */
  readonly path: "" | "page.css" | "page.js";
  readonly contentType: "text/html" | "text/css" | "text/javascript";
  readonly body: string;
}

/** Sends two deposits whose amounts only the owner of the account can see. */
export interface DepositProvider {
  readonly name: "micro_deposits";
  /** How many bank accounts one account may have tried in 24 hours: the deposits are a gift. */
  readonly maxPerDay: number;
  /** Each under a dollar. */
  drawAmounts(): MicroDepositAmounts;
  readonly send: SendMicroDeposits;
}

export type MicroDepositAmounts = readonly [bigint, bigint];

/** Has both paid by ACH credit, in the transaction that makes it necessary. It comes last there, for it uses the ledger. */
export type SendMicroDeposits = (
  tx: Transaction,
  deposits: { readonly address: BankAddress; readonly amountsCents: MicroDepositAmounts },
) => Promise<void>;

/** Each network has its own: what the sandbox says must not count on mainnet. */
export type BankLinkProviders = Readonly<
  Record<Network, { readonly page: PageProvider | undefined; readonly deposits: DepositProvider | undefined }>
>;
