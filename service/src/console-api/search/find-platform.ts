import { findNode } from "../../admin/index.ts";
import type { Session } from "../../db/database.ts";
import { findDeadJob, type JobId } from "../../jobs/index.ts";
import type { PersonId } from "../../kernel/id.ts";
import { findOpenInvitation, findPeopleNames } from "../../people/index.ts";
import { findFile } from "../../rails/work/bank-desk.ts";
import type { Reach } from "./reach.ts";
import { ofPlatform, type Thing } from "./thing.ts";

/** What the service keeps for itself: people and their invitations, jobs, nodes, files of the bank. */
export async function findPlatformThings(
  session: Session,
  reach: Reach,
  id: string,
): Promise<readonly Thing[]> {
  const found = await Promise.all([
    findPerson(session, id as PersonId),
    findInvitation(session, reach, id),
    findJob(session, id as JobId),
    findNodeThing(session, id),
    findBankFile(session, id),
  ]);
  return found.flat();
}

async function findPerson(session: Session, id: PersonId): Promise<readonly Thing[]> {
  const person = (await findPeopleNames(session, [id])).get(id);
  return person === undefined ? [] : [ofPlatform("person", id, person.name)];
}

/** The pages show those that are open. One to a tenant is among its members. */
async function findInvitation(session: Session, { now }: Reach, id: string): Promise<readonly Thing[]> {
  const invitation = await findOpenInvitation(session, id, now);
  if (invitation === undefined) return [];
  return [{ ...ofPlatform("invitation", id, "Invitation"), tenantId: invitation.tenantId }];
}

async function findJob(session: Session, id: JobId): Promise<readonly Thing[]> {
  const job = await findDeadJob(session, id);
  return job === undefined ? [] : [ofPlatform("job", id, `Dead job (${job.kind})`)];
}

async function findNodeThing(session: Session, id: string): Promise<readonly Thing[]> {
  const node = await findNode(session, id);
  return node === undefined ? [] : [ofPlatform("node", id, `Node (${node.host})`)];
}

async function findBankFile(session: Session, id: string): Promise<readonly Thing[]> {
  const file = await findFile(session, id);
  return file === undefined ? [] : [{ ...ofPlatform("bank_file", id, file.name), network: file.network }];
}
