import Type from "typebox";
import { present } from "../http/present.ts";
import { DateTimeSchema, IdSchema, nullableString } from "../http/schemas.ts";
import { scopeNames } from "../http/scopes.ts";
import { networks } from "../kernel/id.ts";
import type { Application } from "./application.ts";

export const ApplicationSchema = Type.Object({
  client_id: IdSchema,
  account_id: IdSchema,
  network: Type.Enum([...networks]),
  name: Type.String(),
  scopes: Type.Array(Type.Enum([...scopeNames])),
  allowed_ips: Type.Array(Type.String(), { description: "Addresses and ranges; empty for any." }),
  requires_dpop: Type.Boolean({ description: "Access tokens must be bound to a key, RFC 9449." }),
  created: DateTimeSchema,
  revoked: nullableString({ format: "date-time" }),
});

/** An application in the words of its responses. */
export function viewApplication(application: Application) {
  const { id: clientId, createdAt: created, revokedAt: revoked } = application;
  return { ...application, clientId, created, revoked };
}

export function presentApplication(application: Application) {
  return present(ApplicationSchema, viewApplication(application));
}
