import Type, { type Static } from "typebox";
import type { Session } from "../../db/database.ts";
import { present } from "../../http/present.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import type { UserId } from "../../kernel/id.ts";
import { dollars } from "../../kernel/money.ts";
import type { StoredPayment } from "../../payments/index.ts";
import { DepositSchema, type TokenDeposit, viewDeposit } from "../../tokens/index.ts";
import { flows, routeFlowOf, type Transfer, viewTransfer } from "../../transfers/index.ts";
import { findUserNames } from "../../users/index.ts";
import { nameAccounts } from "../accounts/account-names.ts";
import { describeEnds, HeldEndSchema } from "./held-end.ts";
import {
  depositSubject,
  type HeldSubject,
  isHeldForSender,
  type OwnedSubject,
  paymentSubject,
  transferSubject,
} from "./held-subject.ts";
import { isOf, needsDualApproval } from "./release-request.ts";
import { selectRequests } from "./request-store.ts";
import { findHits, type ListReader, SanctionsHitSchema } from "./sanctions-hit.ts";

export const ReleaseRequestSchema = named(
  "ReleaseRequest",
  Type.Object(
    {
      requested_by: IdSchema,
      requested_by_name: nullableString(),
      is_yours: Type.Boolean({ description: "Whether you requested it." }),
      reason: Type.String(),
      requested_at: DateTimeSchema,
      target: nullableString({
        description: "Owner a held payment would be matched to, such as `transfers/01J8…`.",
      }),
    },
    { description: "A pending release, which needs the approval of another user." },
  ),
);

const heldProperties = {
  id: IdSchema,
  tenant_id: IdSchema,
  tenant_name: nullableString(),
  network: Type.Enum(["testnet", "mainnet"]),
  account_id: IdSchema,
  account_name: nullableString(),
  amount: Type.String(),
  currency: Type.String(),
  dollars: Type.String({ description: "Value in dollars; tokens count one to one." }),
  list_version: nullableString({ description: "Version of the sanctions list that matched." }),
  hits: Type.Array(SanctionsHitSchema),
  needs_dual_approval: Type.Boolean(),
  release_request: Type.Union([Type.Null(), ReleaseRequestSchema]),
  created_at: DateTimeSchema,
};

export const HeldTransferSchema = named(
  "HeldTransfer",
  Type.Object({
    ...heldProperties,
    flow: Type.Enum([...flows]),
    step: Type.String({ description: "`held` until decided." }),
    held_end: Type.Union([Type.Null(), Type.Enum(["source", "destination"])], {
      description: "The party with the sanctions match; null if there is none.",
    }),
    held_for_claim: Type.Boolean({
      description: "Whether the account owes: outflows are held while it has open claims.",
    }),
    source: HeldEndSchema,
    destination: HeldEndSchema,
  }),
);

export const HeldDepositSchema = named(
  "HeldDeposit",
  Type.Object({
    ...DepositSchema.properties,
    ...heldProperties,
  }),
);

/** The reader, and the dual approval threshold. */
export interface HeldReader {
  readonly database: Session;
  readonly userId: UserId;
  readonly dualApprovalAboveCents: bigint | undefined;
}

export interface HeldDepositReader extends HeldReader, ListReader {}

/** Reading transfers includes bank details, which are sealed. */
export interface HeldTransferReader extends HeldDepositReader {
  readonly keyRing: KeyRing;
}

export async function presentHeldTransfers(
  reader: HeldTransferReader,
  transfers: readonly Transfer[],
): Promise<readonly Static<typeof HeldTransferSchema>[]> {
  const factsOf = await describeSubjects(reader, "transfer", transfers.map(transferSubject));
  const endOf = await describeEnds(reader, transfers);
  return transfers.map((transfer) => {
    const view = viewTransfer(transfer);
    return present(HeldTransferSchema, {
      ...view,
      ...factsOf(transferSubject(transfer)),
      flow: routeFlowOf(transfer),
      hits: findHits(reader, view.hits),
      source: endOf(transfer.source),
      destination: endOf(transfer.destination),
    });
  });
}

export async function presentHeldDeposits(
  reader: HeldDepositReader,
  deposits: readonly TokenDeposit[],
): Promise<readonly Static<typeof HeldDepositSchema>[]> {
  const factsOf = await describeSubjects(reader, "deposit", deposits.map(depositSubject));
  return deposits.map((deposit) => {
    const view = viewDeposit(deposit);
    return present(HeldDepositSchema, {
      ...view,
      ...factsOf(depositSubject(deposit)),
      listVersion: deposit.screening?.listVersion,
      hits: findHits(reader, view.hits),
    });
  });
}

async function describeSubjects(
  reader: HeldReader,
  type: HeldSubject["type"],
  subjects: readonly OwnedSubject[],
) {
  const ids = subjects.map(({ id }) => id);
  const requests = await loadRequests(reader, type, ids);
  const names = await nameAccounts(reader.database, subjects);
  return (subject: OwnedSubject) => {
    const request = requests.get(subject.id);
    return {
      tenantName: names.get(subject.tenantId)?.displayName,
      accountName: names.get(subject.accountId)?.displayName,
      dollars: dollars(subject.cents),
      needsDualApproval: needsDualApproval(subject, reader.dualApprovalAboveCents),
      releaseRequest: isOf(subject, request) ? request : undefined,
    };
  };
}

/** For payments by id: whether dual approval is required, and the pending request. */
export async function describePayments(reader: HeldReader, payments: readonly StoredPayment[]) {
  const ids = payments.filter(isHeldForSender).map(({ id }) => id);
  const requests = await loadRequests(reader, "payment", ids);
  return (payment: StoredPayment) => {
    const request = requests.get(payment.id);
    const subject = paymentSubject(payment, request?.target);
    return {
      needsDualApproval:
        isHeldForSender(payment) && needsDualApproval(subject, reader.dualApprovalAboveCents),
      matchRequest: isOf(subject, request) ? request : undefined,
    };
  };
}

/** Pending requests by the ids of their items, as their schema shows them. */
export async function loadRequests(
  { database, userId }: Pick<HeldReader, "database" | "userId">,
  type: HeldSubject["type"],
  ids: readonly string[],
) {
  const requests = await selectRequests(database, { subjectType: type, subjectId: ids });
  const requesters = requests.map(({ requestedBy }) => requestedBy);
  const names = await findUserNames(database, [...new Set(requesters)]);
  return new Map(
    requests.map((request) => {
      const { subjectId, requestedBy } = request;
      const requestedByName = names.get(requestedBy)?.name;
      return [subjectId, { ...request, requestedByName, isYours: requestedBy === userId }];
    }),
  );
}
