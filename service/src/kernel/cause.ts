import type { ApplicationId, PersonId } from "./id.ts";

/** Who does something: a client of the API, a person at the console, somebody at the command line, or the service itself. */
export type Actor =
  | { readonly type: "application"; readonly id: ApplicationId }
  | { readonly type: "person"; readonly id: PersonId }
  | { readonly type: "operator"; readonly name: string }
  | { readonly type: "system"; readonly name: string };

/** Why something changes: by whom, and within which request if there was one. */
export interface Cause {
  readonly actor: Actor;
  readonly requestId: string | undefined;
}

/** What the service does by itself, in the name of a job's kind or of a step at its start. */
export function systemCause(name: string): Cause {
  return { actor: { type: "system", name }, requestId: undefined };
}
