import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { BankIdentity } from "../bank.ts";
import type { NewPaymentEntry, NewReturnEntry, PostalAddress } from "../bank-work.ts";
import { bankDateOf, formatNewYork } from "../calendar/new-york.ts";
import type { CreditTransfer, IsoAddress, IsoParty, PaymentReturn } from "../iso20022/iso-message.ts";
import { type IsoProfile, isoProfiles, type ReferenceForm, referenceOf } from "../iso20022/iso-profile.ts";
import { writeCreditTransfers } from "../iso20022/write-credit-transfers.ts";
import { type Wrap, wrapOf } from "../iso20022/write-envelope.ts";
import { writePaymentReturns } from "../iso20022/write-payment-returns.ts";
import { profileOf } from "../message-settings.ts";
import { parsePostalLine } from "../postal-line.ts";
import { purposeOf } from "../purpose.ts";
import { uetrOf } from "./bank-reference.ts";
import {
  allFiles,
  type DueEntry,
  type WriteContext,
  type WrittenFiles,
  writeOrHalve,
} from "./write-files.ts";

/** Payments of ISO 20022 rails, and returns on these rails: one message each, so that each is processed independently. */
export function writeMessages(context: WriteContext, due: readonly DueEntry[]): WrittenFiles {
  return allFiles(
    due.map((entry) =>
      writeOrHalve([entry], () => {
        const id = context.newId<"bank-file">();
        const { tenantId, id: entryId } = entry.row;
        const profile = profileOfEntry(context, entry);
        const names = namesOf(context, entry, { profile, fileId: id });
        return {
          id,
          // A bank that rejects a whole message names it by its id or its file.
          name: `${names.messageId}.xml`,
          bytes: messageOf(context, entry, { profile, names }),
          entries: [{ tenantId, id: entryId, fileId: id, traceNumber: undefined, uetr: names.uetr }],
        };
      }),
    ),
  );
}

type MessageProfile = IsoProfile & { readonly clearingSystem: string };

/** A network without returns gets none from us: the return is an instruction to our bank, in plain ISO 20022. */
function profileOfEntry({ messages }: WriteContext, { row, content }: DueEntry): MessageProfile {
  const profile = profileOf(messages, row.system);
  return content.kind === "return" && profile.returns.length === 0
    ? { ...isoProfiles.generic, clearingSystem: profile.clearingSystem }
    : profile;
}

interface MessageNames {
  readonly messageId: string;
  /** Of the business application header. */
  readonly headerId: string;
  readonly instructionId: string;
  readonly uetr: string;
}

function namesOf(
  { network, messages, numbers, now }: WriteContext,
  { row }: DueEntry,
  { profile, fileId }: { readonly profile: IsoProfile; readonly fileId: string },
): MessageNames {
  const days = { settlement: row.times.settlementDate, creation: bankDateOf(now) };
  const isNumbered = profile.messageId !== undefined;
  const number = isNumbered ? numbers.takeMessage() : 0n;
  const named = (form: ReferenceForm | undefined, otherwise: string): string =>
    form === undefined ? otherwise : referenceOf(form, { sender: messages.sender, days, number });
  const messageId = named(profile.messageId, fileId);
  return {
    messageId,
    headerId: named(profile.header.id, messageId),
    instructionId: named(profile.instructionId, row.id),
    uetr: uetrOf(network, row.id),
  };
}

function messageOf(
  context: WriteContext,
  { row, content }: DueEntry,
  { profile, names }: { readonly profile: MessageProfile; readonly names: MessageNames },
): Buffer {
  const { identity, now } = context;
  const createdAt = timeIn(profile, now);
  const header = { messageId: names.messageId, createdAt };
  if (content.kind === "payment") {
    const transfers = [transferOf(identity, row, content, { profile, names })];
    const wrap = wrapFor(context, profile, {
      id: names.headerId,
      createdAt,
      to: content.counterparty.routingNumber,
    });
    return writeCreditTransfers({ type: "credit_transfers", ...header, transfers }, profile, wrap);
  }
  const returns = [returnOf(identity, row, content, profile)];
  const to = content.incomingPayment.senderBankRoutingNumber ?? identity.routingNumber;
  const wrap = wrapFor(context, profile, { id: names.headerId, createdAt, to });
  return writePaymentReturns({ type: "payment_returns", ...header, returns }, profile, wrap);
}

function wrapFor(
  { messages, network }: WriteContext,
  profile: IsoProfile,
  { id, createdAt, to }: { readonly id: string; readonly createdAt: string; readonly to: string },
): Wrap | undefined {
  const { envelope, sender, swift } = messages;
  const { header } = profile;
  const parties =
    swift === undefined || envelope !== "swift"
      ? { from: { memberId: sender[header.sender] }, to: { memberId: header.to ?? to } }
      : { from: { bic: swift.sender }, to: { bic: swift.receiver } };
  return wrapOf(envelope, profile, { id, createdAt, ...parties, isProduction: network === "mainnet" });
}

function timeIn({ clock }: IsoProfile, instant: Instant): string {
  return clock === "new_york" ? formatNewYork(instant) : formatInstant(instant);
}

function transferOf(
  identity: BankIdentity,
  row: DueEntry["row"],
  { counterparty, statement }: Pick<NewPaymentEntry, "counterparty" | "statement">,
  { profile, names }: { readonly profile: MessageProfile; readonly names: MessageNames },
): CreditTransfer {
  return {
    instructionId: names.instructionId,
    endToEndId: row.id,
    transactionId: row.id,
    uetr: names.uetr,
    amountCents: row.amountCents,
    settlementDate: row.times.settlementDate,
    clearingSystem: profile.clearingSystem,
    debtor: { ...ourParty(identity), name: statement.name },
    creditor: creditorOf(counterparty),
    purpose: statement.purpose && purposeOf(statement.purpose).isoCode,
    remittance: statement.memo,
  };
}

function ourParty(identity: BankIdentity): IsoParty {
  return {
    name: identity.beneficiaryName,
    address: isoAddressOf(parsePostalLine(identity.beneficiaryAddress)),
    accountNumber: identity.accountNumber,
    routingNumber: identity.routingNumber,
    bankName: identity.bankName,
    bankAddress: isoAddressOf(parsePostalLine(identity.bankAddress)),
  };
}

function creditorOf(counterparty: NewPaymentEntry["counterparty"]): IsoParty {
  const { name, accountNumber, routingNumber, address, bankAddress } = counterparty;
  return {
    name,
    address: isoAddressOf(address),
    accountNumber,
    routingNumber,
    bankName: undefined,
    bankAddress: isoAddressOf(bankAddress),
  };
}

/** `12`, `12B` or `12-34` before a street name; `42nd Street` has none. */
const buildingAndStreet = /^(\d{1,10}[A-Za-z]?(?:-\d{1,4})?) (.+)$/;

function isoAddressOf(address: PostalAddress | undefined): IsoAddress | undefined {
  if (address === undefined) return undefined;
  const { streetLine1, streetLine2, city, state, zip } = address;
  const [, building, street = streetLine1] = buildingAndStreet.exec(streetLine1) ?? [];
  return {
    street,
    building,
    postalCode: zip,
    town: city,
    subdivision: state,
    // The only country of an address: `USStreetAddress` of the API.
    country: "US",
    lines: streetLine2 === undefined ? [] : [streetLine2],
  };
}

/**
 * The bank matches the incoming payment by its own reference; a network only knows those of the original message. Its
 * creation time is not reported to us: the time of the booking is the closest that we know.
 */
function returnOf(
  identity: BankIdentity,
  row: DueEntry["row"],
  { incomingPayment, reason }: Pick<NewReturnEntry, "incomingPayment" | "reason">,
  profile: MessageProfile,
): PaymentReturn {
  const { bankReference, messageId, imad, endToEndId, uetr, receivedAt } = incomingPayment;
  const isNetwork = profile.returns.length > 0;
  return {
    returnId: row.id,
    originalMessageId: isNetwork ? (messageId ?? imad) : undefined,
    originalEndToEndId: isNetwork ? endToEndId : undefined,
    originalTransactionId: isNetwork ? undefined : bankReference,
    originalUetr: uetr,
    amountCents: row.amountCents,
    settlementDate: row.times.settlementDate,
    reasonCode: reason,
    reasonText: undefined,
    original: {
      createdAt: timeIn(profile, receivedAt),
      clearingSystem: profile.clearingSystem,
      debtor: { ...ourParty(identity), accountNumber: incomingPayment.accountNumber },
      creditor: {
        name: incomingPayment.senderName,
        accountNumber: incomingPayment.senderAccountNumber,
        routingNumber: incomingPayment.senderBankRoutingNumber,
        bankName: incomingPayment.senderBankName,
      },
    },
  };
}
