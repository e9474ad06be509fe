import { findNamedApplications } from "../auth/index.ts";
import type { Session } from "../db/database.ts";
import type { Actor } from "../kernel/cause.ts";
import { findUserNames } from "../users/index.ts";

/** The reader: an operator, or a member of the tenant, who doesn't see which operator did something. */
export type AuditAudience = "operators" | "members";

export interface NamedActor {
  readonly type: Actor["type"];
  /** Of an application or user. */
  readonly id: string | undefined;
  readonly name: string | undefined;
}

export const someOperator: NamedActor = { type: "operator", id: undefined, name: undefined };

/** The names of users and applications, by id. */
export interface KnownActors {
  readonly users: ReadonlyMap<string, { readonly name: string; readonly isOperator: boolean }>;
  readonly applications: ReadonlyMap<string, { readonly name: string }>;
}

export async function loadKnownActors(session: Session, actors: readonly Actor[]): Promise<KnownActors> {
  const userIds = actors.flatMap((actor) => (actor.type === "user" ? [actor.id] : []));
  const clientIds = actors.flatMap((actor) => (actor.type === "application" ? [actor.id] : []));
  const [users, applications] = await Promise.all([
    findUserNames(session, [...new Set(userIds)]),
    findNamedApplications(session, [...new Set(clientIds)]),
  ]);
  return { users, applications: new Map(applications.map((application) => [application.id, application])) };
}

/** Members of the tenant don't see which operator did something. */
export function nameActor(
  actor: Actor,
  { users, applications }: KnownActors,
  audience: AuditAudience,
): NamedActor {
  switch (actor.type) {
    case "application":
      return { type: actor.type, id: actor.id, name: applications.get(actor.id)?.name };
    case "user": {
      const user = users.get(actor.id);
      if (audience === "members" && user?.isOperator !== false) return someOperator;
      return { type: actor.type, id: actor.id, name: user?.name };
    }
    case "operator":
      return audience === "members" ? someOperator : { type: actor.type, id: undefined, name: actor.name };
    case "system":
      return { type: actor.type, id: undefined, name: actor.name };
  }
}

/** Names of the actors of audit log entries. */
export async function loadActorNames(
  session: Session,
  actors: readonly Actor[],
  audience: AuditAudience,
): Promise<(actor: Actor) => NamedActor> {
  const known = await loadKnownActors(session, actors);
  return (actor) => nameActor(actor, known, audience);
}
