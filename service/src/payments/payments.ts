import type { Session, Transaction } from "../db/database.ts";
import type { NewEvent } from "../events/index.ts";
import type { AccountId, Network, TenantId } from "../kernel/id.ts";
import type { LedgerAccount, Operation } from "../ledger/index.ts";
import type { SentIds } from "../rails/bank-work.ts";
import type { Purpose } from "../rails/purpose.ts";
import type { BankRail, RailSystem } from "../rails/rail.ts";
import type { Payment, PaymentId, PaymentLinks, PaymentOwnerRef, PaymentReason } from "./payment.ts";
import type { HoldReason, StoredPayment } from "./stored-payment.ts";

/** Bank payments for other modules: orders, virtual accounts, and updates of both. */
export interface Payments {
  /** Orders a credit or a debit, in the transaction that makes it necessary. */
  order(tx: Transaction, orders: readonly PaymentOrder[]): Promise<void>;
  /**
   * After a restore: of these ids, those under which the bank has an entry that the database does not know, with the id of
   * that entry. It differs in its time only.
   */
  findSent(tx: Transaction, network: Network, ids: readonly PaymentId[]): Promise<SentIds<"payment">>;
  /** Withdraws an order, which is possible until it is in a file. True on success; the payment is then failed. */
  withdraw(tx: Transaction, scope: PaymentScope, id: PaymentId): Promise<boolean>;
  /** Opens an account number at which money is received for its owner. */
  openVirtualAccounts(
    tx: Transaction,
    scope: PaymentScope,
    requested: readonly NewVirtualAccount[],
  ): Promise<readonly VirtualAccount[]>;
  /** By owner subject; owners without an account number are omitted. */
  findVirtualAccounts(
    session: Session,
    scope: PaymentScope,
    owners: readonly PaymentOwnerRef[],
  ): Promise<ReadonlyMap<string, VirtualAccount>>;
  /**
   * Releases money that an owner had received and cannot use. The owner posts it to `suspense/<account id>//USD`, then
   * the returned operations. An operator decides whether it is returned to its sender.
   */
  moveToSuspense(
    tx: Transaction,
    scope: PaymentScope,
    movedToSuspense: readonly SuspensePayment[],
  ): Promise<readonly Operation[]>;
  /** A sandbox bank will report this incoming payment; it is pending until then. */
  announce(
    tx: Transaction,
    scope: PaymentScope,
    incomingPayment: AnnouncedIncomingPayment,
  ): Promise<StoredPayment>;
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
  /** The account; undefined for a payment that no customer sees, such as a micro deposit. */
  readonly accountId: AccountId | undefined;
  readonly rail: BankRail;
  readonly amountCents: bigint;
  /** The bank address that is credited or debited. */
  readonly addressId: string;
  readonly owner: PaymentOwnerRef;
  /** Originator name on the counterparty's statement. */
  readonly statementName: string;
  /** Text for the counterparty; cut to the field of the rail. */
  readonly reference: string | undefined;
  readonly purpose?: Purpose | undefined;
  /** Company entry description in ACH; by default that of the purpose. */
  readonly description?: string;
  /** Links in API responses, besides those implied by the owner. */
  readonly links?: PaymentLinks;
}

export interface NewVirtualAccount {
  readonly accountId: AccountId;
  readonly owner: PaymentOwnerRef;
}

/** A simulated incoming payment. */
export interface AnnouncedIncomingPayment {
  readonly bankReference: string;
  readonly accountId: AccountId;
  readonly owner: PaymentOwnerRef;
  readonly type: RailSystem;
  readonly amountCents: bigint;
  readonly senderName: string;
  readonly reference: string | undefined;
}

/** Deposit instructions for wire or ACH. */
export interface VirtualAccount {
  readonly accountId: AccountId;
  readonly owner: PaymentOwnerRef;
  readonly accountNumber: string;
  readonly routingNumber: string;
  readonly bankName: string;
  readonly bankAddress: string;
  readonly beneficiaryName: string;
  readonly beneficiaryAddress: string;
  /** Identifies the owner, too, if a sender used the wrong account number. */
  readonly memo: string;
}

/** A module that orders payments, or that receives money. */
export interface PaymentOwner {
  readonly name: string;
  /**
   * Updates of one tenant and network. The owner changes its rows in the transaction and returns events and ledger
   * operations, because these are written last and once.
   */
  heard(tx: Transaction, scope: PaymentScope, updates: readonly PaymentUpdate[]): Promise<PaymentReply>;
}

/** A bank event, with the payment as it is afterwards. */
export type PaymentUpdate =
  /** An order has settled. */
  | { readonly type: "settled"; readonly payment: Payment }
  /** The bank rejected an order: no money moved. */
  | { readonly type: "rejected"; readonly payment: Payment; readonly reason: PaymentReason }
  /** An order was returned, before or after it was complete. */
  | {
      readonly type: "returned";
      readonly payment: Payment;
      readonly wasComplete: boolean;
      readonly reason: PaymentReason;
    }
  /** An incoming payment for the owner. The money is in `funds`; the owner posts it from there. */
  | { readonly type: "received"; readonly payment: Payment; readonly funds: LedgerAccount };

export type ReturnedUpdate = Extract<PaymentUpdate, { readonly type: "returned" }>;

export interface PaymentReply {
  readonly events: readonly NewEvent[];
  readonly operations: readonly Operation[];
  /** Incoming payments that the owner cannot use; they go to suspense for manual review. */
  readonly refused: readonly RefusedPayment[];
  /** New links of payments, such as the transfer that an automation created. */
  readonly links?: readonly (PaymentLinks & { readonly paymentId: PaymentId })[];
}

/** The same for a payment that was received before. */
export type SuspensePayment = RefusedPayment;

export interface RefusedPayment {
  readonly paymentId: PaymentId;
  /** For the operator. */
  readonly why: string;
  /** `refused` by default. */
  readonly reason?: Extract<HoldReason, "refused" | "amount_mismatch">;
}
