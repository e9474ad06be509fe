import type { ApplicationId, UserId } from "./id.ts";

/** The actor of a change: an API client, a console user, an operator at the command line, or the service itself. */
export type Actor =
  | { readonly type: "application"; readonly id: ApplicationId }
  | { readonly type: "user"; readonly id: UserId }
  | { readonly type: "operator"; readonly name: string }
  | { readonly type: "system"; readonly name: string };

/** Why something changes: the actor, and the request if there was one. */
export interface Cause {
  readonly actor: Actor;
  readonly requestId: string | undefined;
}

/** Cause of an automatic change; `name` is the job type or the startup step. */
export function systemCause(name: string): Cause {
  return { actor: { type: "system", name }, requestId: undefined };
}
