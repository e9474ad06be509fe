import type { AuditSink } from "../audit/index.ts";
import type { Database, Session, Transaction } from "../db/database.ts";
import { defineJob, defineSchedule, type JobDefinition, type Schedule } from "../jobs/index.ts";
import type { UserId } from "../kernel/id.ts";
import type { MailContent, MailQueue, NewMail } from "../mail/index.ts";
import {
  consoleAddress,
  findMembersToMail,
  findOperatorsToMail,
  findUsersToMail,
  type MailRecipient,
} from "../users/index.ts";
import { findRefusal } from "./decide-approval.ts";
import type { ApprovalDeps } from "./request-approval.ts";
import {
  type EndedApproval,
  noteMailed,
  type StoredApproval,
  selectApproval,
  selectEnded,
  selectUnmailed,
} from "./store.ts";

export interface ApprovalMailDeps extends Pick<ApprovalDeps, "clock" | "config"> {
  readonly database: Database;
  readonly mails: MailQueue;
  readonly baseUrl: string;
}

const kind = "approvals.mail";
const everyMs = 2 * 60_000;
const approvalsPerRun = 200;

/** Every two minutes, one email to each user about all new operations that the user may approve. */
export function approvalMailWork(deps: ApprovalMailDeps): {
  readonly jobs: readonly JobDefinition[];
  readonly schedules: readonly Schedule[];
} {
  const handle = () => mailApprovers(deps);
  return {
    jobs: [defineJob({ kind, parse: () => undefined, handle })],
    schedules: [defineSchedule({ name: kind, everyMs, job: { kind, payload: {} } })],
  };
}

async function mailApprovers(deps: ApprovalMailDeps): Promise<void> {
  const keys = await selectUnmailed(deps.database, { limit: approvalsPerRun });
  if (keys.length === 0) return;
  await deps.database.transaction(async (tx) => {
    const waiting = new Map<UserId, { readonly email: string; readonly approvals: StoredApproval[] }>();
    for (const key of keys) {
      const approval = await selectApproval(tx, key);
      const mailedAt = deps.clock.now();
      if (approval === undefined || (await noteMailed(tx, { ...key, mailedAt })) === 0) continue;
      for (const { id, email } of await approversOf(deps, tx, approval)) {
        const known = waiting.get(id) ?? { email, approvals: [] };
        known.approvals.push(approval);
        waiting.set(id, known);
      }
    }
    const mails = [...waiting].map(([id, { email, approvals }]): NewMail => {
      const newest = approvals.at(-1)?.id ?? "";
      return {
        key: `approval ${newest} ${id}`,
        kind: "approval",
        to: email,
        content: waitingContent(deps, approvals),
      };
    });
    await deps.mails.queue(tx, mails);
  });
}

/** Users whose approval would count now. */
async function approversOf(
  deps: ApprovalMailDeps,
  tx: Transaction,
  approval: StoredApproval,
): Promise<readonly MailRecipient[]> {
  const setBy = new Set(approval.demands.map((demand) => demand.setBy));
  const candidates = new Map<UserId, MailRecipient>();
  const add = (found: readonly MailRecipient[]): void => {
    for (const each of found) candidates.set(each.id, each);
  };
  if (setBy.has("tenant")) add(await findMembersToMail(tx, approval.tenantId));
  if (setBy.has("platform")) add(await findOperatorsToMail.approvals(tx));
  const approvers: MailRecipient[] = [];
  for (const candidate of candidates.values()) {
    const refusal = await findRefusal(deps, tx, approval, { type: "user", id: candidate.id });
    if (refusal === undefined) approvers.push(candidate);
  }
  return approvers;
}

/** Emails are not confidential: no amounts, and no names of customers. */
function waitingContent({ baseUrl }: ApprovalMailDeps, approvals: readonly StoredApproval[]): MailContent {
  const [first] = approvals;
  const title =
    approvals.length === 1
      ? "An operation waits for your approval"
      : `${approvals.length} operations wait for your approval`;
  return {
    subject: `Florin: ${title}`,
    paragraphs: [`${title}.`],
    facts: countsOf(approvals),
    ...(first === undefined ? {} : { action: { label: "Open approvals", url: pageOf(baseUrl, first) } }),
    footer: "You can turn these emails off in the console, under Security.",
  };
}

/** The number of operations, by kind and network. */
function countsOf(
  approvals: readonly Pick<EndedApproval, "operation" | "network">[],
): readonly (readonly [string, string])[] {
  const counts = new Map<string, number>();
  for (const { operation, network } of approvals) {
    const label = `${operation.replaceAll("_", " ")}, ${network}`;
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts].map(([label, count]) => [label, `${count}`]);
}

/** Rules of the platform are met in the operations area. */
function pageOf(
  baseUrl: string,
  approval: Pick<EndedApproval, "tenantId" | "network" | "isOfOperators"> & Partial<StoredApproval>,
): string {
  const isOfPlatform =
    approval.isOfOperators || approval.demands?.every(({ setBy }) => setBy === "platform") === true;
  const { tenantId, network } = approval;
  const area = isOfPlatform ? "ops" : `w/${tenantId}/${network}`;
  return `${consoleAddress(baseUrl)}${area}/approvals`;
}

const endings: Readonly<Record<string, string>> = {
  "approval.execute": "was approved and carried out",
  "approval.fail": "was approved, but could not be carried out",
  "approval.reject": "was rejected",
  "approval.expire": "did not get its approvals in time",
};

/** Takes sealed entries of the audit log, and queues one email to each user whose requests were decided. */
export function createApprovalSink({ database, mails, baseUrl }: ApprovalMailDeps): AuditSink {
  return {
    send: async (exported) => {
      const entries = exported.filter(({ entry }) => Object.hasOwn(endings, entry.action));
      if (entries.length === 0) return;
      const words = new Map(entries.map(({ entry }) => [entry.subject.id, endings[entry.action] ?? ""]));
      await database.transaction(async (tx) => {
        const decided = await selectEnded(tx, { id: [...words.keys()] });
        await mails.queue(tx, await decidedMails(tx, { decided, words, baseUrl }));
      });
    },
  };
}

async function decidedMails(
  session: Session,
  {
    decided,
    words,
    baseUrl,
  }: {
    readonly decided: readonly EndedApproval[];
    readonly words: ReadonlyMap<string, string>;
    readonly baseUrl: string;
  },
): Promise<readonly NewMail[]> {
  const ofUsers = decided.filter(({ requesterType }) => requesterType === "user");
  const ids = [...new Set(ofUsers.map(({ requesterId }) => requesterId as UserId))];
  return (await findUsersToMail(session, { id: ids })).flatMap(({ id, email }): readonly NewMail[] => {
    const requested = ofUsers.filter(({ requesterId }) => requesterId === id);
    const [first] = requested;
    if (first === undefined) return [];
    const title =
      requested.length === 1
        ? `An operation that you requested ${words.get(first.id)}`
        : `${requested.length} operations that you requested were decided`;
    const content: MailContent = {
      subject: `Florin: ${title}`,
      paragraphs: [`${title}.`],
      facts: requested.map((each) => [
        `${each.operation.replaceAll("_", " ")}, ${each.network}`,
        words.get(each.id) ?? "",
      ]),
      action: { label: "Open approvals", url: pageOf(baseUrl, first) },
      footer: "You can turn these emails off in the console, under Security.",
    };
    return [{ key: `decided ${requested.at(-1)?.id} ${id}`, kind: "approval", to: email, content }];
  });
}
