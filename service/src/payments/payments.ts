import type { Session, Transaction } from "../db/database.ts";
import type { NewEvent } from "../events/index.ts";
import type { AccountId, Network, TenantId } from "../kernel/id.ts";
import type { LedgerAccount, Operation } from "../ledger/index.ts";
import type { BankRail, RailSystem } from "../rails/rail.ts";
import type { Payment, PaymentId, PaymentLinks, PaymentOwnerRef, PaymentReason } from "./payment.ts";
import type { StoredPayment } from "./stored-payment.ts";

/** The bank, for modules that have money moved: orders, account numbers of their own, and news of both. */
export interface Payments {
  /** Has the bank pay, or pull when the rail is a debit, in the transaction that makes it necessary. */
  order(tx: Transaction, orders: readonly PaymentOrder[]): Promise<void>;
  /** Takes an order back, which is possible until it is in a file. True when it was; the payment is failed then. */
  withdraw(tx: Transaction, scope: PaymentScope, id: PaymentId): Promise<boolean>;
  /** An account number of its own, at which money is received for its owner. */
  openVirtualAccounts(
    tx: Transaction,
    scope: PaymentScope,
    wanted: readonly NewVirtualAccount[],
  ): Promise<readonly VirtualAccount[]>;
  /** By the subject of the owner; an owner without one is left out. */
  findVirtualAccounts(
    session: Session,
    scope: PaymentScope,
    owners: readonly PaymentOwnerRef[],
  ): Promise<ReadonlyMap<string, VirtualAccount>>;
  /**
   * Gives back money that an owner had taken and cannot use. The owner posts it to `suspense/<account id>//USD`, and after
   * that what is answered here; a person decides whether it goes back to where it came from.
   */
  surrender(
    tx: Transaction,
    scope: PaymentScope,
    surrendered: readonly SurrenderedPayment[],
  ): Promise<readonly Operation[]>;
  /** A sandbox bank will report this receipt: its payment is pending until then. */
  announce(tx: Transaction, scope: PaymentScope, receipt: AnnouncedReceipt): Promise<StoredPayment>;
  find(
    session: Session,
    scope: PaymentScope,
    ids: readonly PaymentId[],
  ): Promise<ReadonlyMap<PaymentId, Payment>>;
}

export interface PaymentScope {
  readonly tenantId: TenantId;
  readonly network: Network;
}

export interface PaymentOrder extends PaymentScope {
  readonly id: PaymentId;
  /** Whose payment it is; undefined for one that no customer may see, such as a micro deposit. */
  readonly accountId: AccountId | undefined;
  readonly rail: BankRail;
  readonly amountCents: bigint;
  /** The bank address that is paid, or pulled from. */
  readonly addressId: string;
  readonly owner: PaymentOwnerRef;
  /** Who the other side sees on its statement. */
  readonly statementName: string;
  readonly memo: string | undefined;
  /** What it belongs to in answers, beside what the owner says by its name. */
  readonly links?: PaymentLinks;
}

export interface NewVirtualAccount {
  readonly accountId: AccountId;
  readonly owner: PaymentOwnerRef;
}

/** Money that a sandbox bank was told to receive. */
export interface AnnouncedReceipt {
  readonly bankReference: string;
  readonly accountId: AccountId;
  readonly owner: PaymentOwnerRef;
  readonly type: RailSystem;
  readonly amountCents: bigint;
  readonly senderName: string;
  readonly reference: string | undefined;
}

/** What somebody must be told to send money by wire or ACH. */
export interface VirtualAccount {
  readonly accountId: AccountId;
  readonly owner: PaymentOwnerRef;
  readonly accountNumber: string;
  readonly routingNumber: string;
  readonly bankName: string;
  readonly bankAddress: string;
  readonly beneficiaryName: string;
  readonly beneficiaryAddress: string;
  /** Finds the owner as well, when a sender used the wrong account number. */
  readonly memo: string;
}

/** A module that orders payments, or that money is received for. */
export interface PaymentOwner {
  readonly name: string;
  /**
   * News of one tenant and network. It changes rows through the transaction, and answers what is to be said and
   * recorded, because events and the ledger come last and once.
   */
  heard(tx: Transaction, scope: PaymentScope, news: readonly PaymentNews[]): Promise<PaymentReply>;
}

export type PaymentNews =
  /** An order has settled. */
  | { readonly type: "completed"; readonly payment: Payment }
  /** The bank did not take an order: no money moved. */
  | { readonly type: "failed"; readonly payment: Payment; readonly reason: PaymentReason }
  /** An order came back, before it was known to be complete or after. */
  | {
      readonly type: "returned";
      readonly payment: Payment;
      readonly wasComplete: boolean;
      readonly reason: PaymentReason;
    }
  /** Money for the owner has arrived. It stands in `funds` and is taken from there by a posting of the owner's. */
  | { readonly type: "received"; readonly payment: Payment; readonly funds: LedgerAccount };

export interface PaymentReply {
  readonly events: readonly NewEvent[];
  readonly operations: readonly Operation[];
  /** Received money that the owner has no use for; it goes to suspense, for a person. */
  readonly refused: readonly RefusedPayment[];
  /** What payments belong to from now on, such as the transfer that an automation has made of one. */
  readonly links?: readonly (PaymentLinks & { readonly paymentId: PaymentId })[];
}

/** The same of a payment that was taken before. */
export type SurrenderedPayment = RefusedPayment;

export interface RefusedPayment {
  readonly paymentId: PaymentId;
  /** For the operator. */
  readonly why: string;
}
