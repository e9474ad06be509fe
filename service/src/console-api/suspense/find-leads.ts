import { automationsOwnerName, listReceivingAutomations } from "../../automations/index.ts";
import type { Session } from "../../db/database.ts";
import { platformTenant, type TenantId } from "../../kernel/id.ts";
import {
  findAccountNumberOf,
  findLikelyAccounts,
  type Likeness,
  type OpenedAccount,
  type StoredPayment,
} from "../../payments/index.ts";
import { type Transfer, transfersAwaitingFunds } from "../../transfers/index.ts";

/** An owner with one of our account numbers, and why it is suggested. */
export interface Lead extends Pick<OpenedAccount, "owner" | "tenantId" | "network" | "accountId"> {
  readonly likeness: readonly Likeness[];
  /** The reference contains its id. */
  readonly isWritten: boolean;
}

export const transfersOwnerName = "transfers";
export const treasuryOwnerName = "treasury";
const maxAwaiting = 30;
const maxOfAccount = 10;

/** All possible owners of a held payment, unordered; within its tenant, if that is known. */
export async function findLeads(session: Session, payment: StoredPayment): Promise<readonly Lead[]> {
  const { network, incomingPayment, owner } = payment;
  const leads: Leads = new Map();
  if (incomingPayment !== undefined) {
    for (const likely of await findLikelyAccounts(session, network, incomingPayment)) add(leads, likely);
  }
  for (const id of idsIn(incomingPayment?.reference))
    await addById(session, payment, leads, { id, isWritten: true });
  const before = owner && (await findAccountNumberOf(session, network, owner));
  if (before !== undefined) add(leads, { ...before, likeness: [] });
  await addByAmount(session, payment, leads);
  await addOfAccount(session, payment, leads);
  return within(payment, leads);
}

/** An owner that the user has in mind: by the id of a transfer, automation or managing account. */
export async function findLeadsById(
  session: Session,
  payment: StoredPayment,
  id: string,
): Promise<readonly Lead[]> {
  const leads: Leads = new Map();
  await addById(session, payment, leads, { id, isWritten: false });
  return within(payment, leads);
}

type Leads = Map<string, Lead>;

/** A payment received for one tenant is never matched to another. */
function within(payment: StoredPayment, leads: Leads): readonly Lead[] {
  const tenantId = knownTenant(payment);
  return [...leads.values()].filter((lead) => tenantId === undefined || lead.tenantId === tenantId);
}

function add(leads: Leads, lead: Omit<Lead, "isWritten"> & { readonly isWritten?: boolean }): void {
  const { owner, tenantId, network, accountId } = lead;
  const key = `${owner.name}/${owner.subject}`;
  const known = leads.get(key);
  const likeness = [...new Set([...(known?.likeness ?? []), ...lead.likeness])];
  const isWritten = (known?.isWritten ?? false) || (lead.isWritten ?? false);
  leads.set(key, { owner, tenantId, network, accountId, likeness, isWritten });
}

const writtenId = /(?<![0-9A-Z])[0-9A-HJKMNP-TV-Z]{26}(?![0-9A-Z])/g;
const maxWrittenIds = 3;

function idsIn(reference = ""): readonly string[] {
  return [...reference.toUpperCase().matchAll(writtenId)].slice(0, maxWrittenIds).map(([id]) => id);
}

async function addById(
  session: Session,
  { network }: StoredPayment,
  leads: Leads,
  { id, isWritten }: { readonly id: string; readonly isWritten: boolean },
): Promise<void> {
  for (const name of [transfersOwnerName, automationsOwnerName, treasuryOwnerName]) {
    const opened = await findAccountNumberOf(session, network, { name, subject: id });
    if (opened !== undefined) add(leads, { ...opened, likeness: [], isWritten });
  }
}

async function addByAmount(session: Session, payment: StoredPayment, leads: Leads): Promise<void> {
  const { network, amountCents: cents } = payment;
  const filter = { network, tenantId: knownTenant(payment), cents };
  const { items } = await transfersAwaitingFunds.read(session, filter, { limit: maxAwaiting });
  for (const transfer of items) {
    add(leads, leadTo(transfersOwnerName, transfer));
  }
}

/** If the receiving account is known: everything in it that accepts payments. */
async function addOfAccount(session: Session, payment: StoredPayment, leads: Leads): Promise<void> {
  const { network, accountId } = payment;
  const tenantId = knownTenant(payment);
  if (tenantId === undefined || accountId === undefined) return;
  const scope = { tenantId, network, accountId };
  for (const automation of await listReceivingAutomations(session, scope, maxOfAccount)) {
    add(leads, leadTo(automationsOwnerName, automation));
  }
  const { items } = await transfersAwaitingFunds.read(session, scope, { limit: maxOfAccount });
  for (const transfer of items) {
    add(leads, leadTo(transfersOwnerName, transfer));
  }
}

function leadTo(
  name: string,
  { id, tenantId, network, accountId }: Pick<Transfer, "tenantId" | "network" | "accountId"> & { id: string },
): Omit<Lead, "isWritten"> {
  return { owner: { name, subject: id }, tenantId, network, accountId, likeness: [] };
}

function knownTenant({ tenantId }: StoredPayment): TenantId | undefined {
  return tenantId === platformTenant ? undefined : tenantId;
}
