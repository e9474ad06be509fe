import Type, { type Static } from "typebox";
import { type Account, findAccount } from "../../accounts/index.ts";
import { ChainSchema } from "../../addresses/index.ts";
import type { Session } from "../../db/database.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import { parseId, type UserId } from "../../kernel/id.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { formatAmount, usd } from "../../kernel/money.ts";
import type { StoredPayment } from "../../payments/index.ts";
import { type TokenDeposit, tokenScale } from "../../tokens/index.ts";
import { flows, routeFlowOf, type Transfer } from "../../transfers/index.ts";
import { findUser } from "../../users/index.ts";
import { describeEnds, HeldEndSchema } from "./held-end.ts";
import {
  depositSubject,
  type HeldSubject,
  isHeldForSender,
  type OwnedSubject,
  paymentSubject,
  transferSubject,
} from "./held-subject.ts";
import { isOf, needsDualApproval, type ReleaseRequest } from "./release-request.ts";
import { selectRequests } from "./request-store.ts";
import { type ListReader, presentHits, SanctionsHitSchema } from "./sanctions-hit.ts";

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
    ...heldProperties,
    status: Type.Enum(["complete", "held", "released"]),
    chain: ChainSchema,
    address_id: IdSchema,
    sender: nullableString({ description: "The sanctioned address, if the chain has a single sender." }),
    transaction_id: Type.String(),
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
  const subjects = transfers.map(transferSubject);
  const reported = await describeSubjects(reader, "transfer", subjects);
  const endOf = await describeEnds(reader, transfers);
  return transfers.map((transfer) => {
    const { id, units, currency, hold, createdAt } = transfer;
    return {
      ...reported(transferSubject(transfer)),
      id,
      amount: formatAmount({ units, asset: { code: currency, scale: tokenScale } }),
      currency,
      list_version: hold?.listVersion ?? null,
      hits: presentHits(reader, hold?.hitUids),
      created_at: formatInstant(createdAt),
      flow: routeFlowOf(transfer),
      step: transfer.state.step,
      held_end: hold?.end ?? null,
      held_for_claim: transfer.heldForClaim,
      source: endOf(transfer.source),
      destination: endOf(transfer.destination),
    };
  });
}

export async function presentHeldDeposits(
  reader: HeldDepositReader,
  deposits: readonly TokenDeposit[],
): Promise<readonly Static<typeof HeldDepositSchema>[]> {
  const reported = await describeSubjects(reader, "deposit", deposits.map(depositSubject));
  return deposits.map((deposit) => {
    const { id, units, asset, screening, status, chain, addressId, from, transactionId } = deposit;
    return {
      ...reported(depositSubject(deposit)),
      id,
      amount: formatAmount({ units, asset }),
      currency: asset.code,
      list_version: screening?.listVersion ?? null,
      hits: presentHits(reader, screening?.hitUids),
      created_at: formatInstant(deposit.createdAt),
      status,
      chain,
      address_id: addressId,
      sender: from ?? null,
      transaction_id: transactionId,
    };
  });
}

async function describeSubjects(
  { database, userId, dualApprovalAboveCents }: HeldReader,
  type: HeldSubject["type"],
  subjects: readonly OwnedSubject[],
) {
  const ids = subjects.map(({ id }) => id);
  const requests = await selectRequests(database, type, ids);
  const requesters = await namesOf(database, [...requests.values()]);
  const accounts = await accountsOf(database, subjects);
  return (subject: OwnedSubject) => {
    const { tenantId, network, accountId, cents } = subject;
    const request = requests.get(subject.id);
    return {
      tenant_id: tenantId,
      tenant_name: accounts.get(tenantId)?.name ?? null,
      network,
      account_id: accountId,
      account_name: accounts.get(accountId)?.name ?? null,
      dollars: formatAmount({ units: cents, asset: usd }),
      needs_dual_approval: needsDualApproval(subject, dualApprovalAboveCents),
      release_request:
        request === undefined || !isOf(subject, request) ? null : presentRequest(request, requesters, userId),
    };
  };
}

/** For payments by id: whether dual approval is required, and the pending request. */
export async function describePayments(
  { database, userId, dualApprovalAboveCents }: HeldReader,
  payments: readonly StoredPayment[],
) {
  const held = payments.filter(isHeldForSender);
  const requests = await selectRequests(
    database,
    "payment",
    held.map(({ id }) => id),
  );
  const requesters = await namesOf(database, [...requests.values()]);
  return (payment: StoredPayment) => {
    const request = isHeldForSender(payment) ? requests.get(payment.id) : undefined;
    const subject = paymentSubject(payment, request?.target);
    return {
      needs_dual_approval: isHeldForSender(payment) && needsDualApproval(subject, dualApprovalAboveCents),
      release_request:
        request === undefined || !isOf(subject, request) ? null : presentRequest(request, requesters, userId),
    };
  };
}

function presentRequest(
  { requestedBy, reason, requestedAt, target }: ReleaseRequest,
  requesters: ReadonlyMap<string, string>,
  userId: UserId,
): Static<typeof ReleaseRequestSchema> {
  return {
    requested_by: requestedBy,
    requested_by_name: requesters.get(requestedBy) ?? null,
    is_yours: requestedBy === userId,
    reason,
    requested_at: formatInstant(requestedAt),
    target: target ?? null,
  };
}

async function namesOf(
  database: Session,
  requests: readonly ReleaseRequest[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const id of new Set(requests.map(({ requestedBy }) => requestedBy))) {
    const user = await findUser(database, id);
    if (user !== undefined) names.set(id, user.name);
  }
  return names;
}

/** The accounts and their managing accounts. The list is short: its items need manual action. */
async function accountsOf(
  database: Session,
  subjects: readonly OwnedSubject[],
): Promise<ReadonlyMap<string, Account>> {
  const accounts = new Map<string, Account>();
  for (const { tenantId, accountId } of subjects) {
    for (const id of [accountId, parseId<"account">(tenantId)]) {
      if (id === undefined || accounts.has(id)) continue;
      const account = await findAccount(database, { tenantId, accountId: id });
      if (account !== undefined) accounts.set(id, account);
    }
  }
  return accounts;
}
