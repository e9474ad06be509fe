import type { Session } from "../../db/database.ts";
import { findDeadJob, type JobId, selectNode } from "../../jobs/index.ts";
import type { UserId } from "../../kernel/id.ts";
import { findFile } from "../../rails/engine/bank-operations.ts";
import { findOpenInvitation, findUserNames } from "../../users/index.ts";
import type { Reach } from "./reach.ts";
import { ofPlatform, type Thing } from "./thing.ts";

/** Platform objects: users, invitations, jobs, nodes, bank files. */
export async function findPlatformThings(
  session: Session,
  reach: Reach,
  id: string,
): Promise<readonly Thing[]> {
  const found = await Promise.all([
    findUser(session, id as UserId),
    findInvitation(session, reach, id),
    findJob(session, id as JobId),
    findNodeThing(session, id),
    findBankFile(session, id),
  ]);
  return found.flat();
}

async function findUser(session: Session, id: UserId): Promise<readonly Thing[]> {
  const user = (await findUserNames(session, [id])).get(id);
  return user === undefined ? [] : [ofPlatform("user", id, user.name)];
}

/** The pages show open invitations. One for a tenant is on its members page. */
async function findInvitation(session: Session, { now }: Reach, id: string): Promise<readonly Thing[]> {
  const invitation = await findOpenInvitation(session, { id, expiresAt: now });
  if (invitation === undefined) return [];
  return [{ ...ofPlatform("invitation", id, "Invitation"), tenantId: invitation.tenantId }];
}

async function findJob(session: Session, id: JobId): Promise<readonly Thing[]> {
  const job = await findDeadJob(session, id);
  return job === undefined ? [] : [ofPlatform("job", id, `Dead job (${job.kind})`)];
}

async function findNodeThing(session: Session, id: string): Promise<readonly Thing[]> {
  const node = await selectNode(session, { id });
  return node === undefined ? [] : [ofPlatform("node", id, `Node (${node.host})`)];
}

async function findBankFile(session: Session, id: string): Promise<readonly Thing[]> {
  const file = await findFile(session, { id });
  return file === undefined ? [] : [{ ...ofPlatform("bank_file", id, file.name), network: file.network }];
}
