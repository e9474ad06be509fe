import type { PointerValues } from "../../kit/use-pointer-form.ts";
import type { NewAccount } from "./example-account.ts";

type Individual = NewAccount["business_controller"];
type Street = NewAccount["address"];

const owners = "/beneficial_owners";

/** JSON pointer of an owner's fields. */
export function ownerPointer(index: number): string {
  return `${owners}/${index}`;
}

/** Builds the request from the form values. Blank optional fields are omitted. */
export function accountRequest(values: PointerValues, ownerCount: number): NewAccount {
  return {
    business_name: text(values, "/business_name"),
    ein: text(values, "/ein"),
    address: streetOf(values, "/address"),
    phone_number: text(values, "/phone_number"),
    email: text(values, "/email"),
    website: text(values, "/website"),
    business_controller: individual(values, "/business_controller"),
    beneficial_owners: Array.from({ length: ownerCount }, (_, index) =>
      individual(values, ownerPointer(index)),
    ),
    tos_attestation: {
      accepted_at: instantOf(text(values, "/tos_attestation/accepted_at")),
      ...optional(values, "/tos_attestation/ip", "ip"),
      ...optional(values, "/tos_attestation/user_agent", "user_agent"),
      ...optional(values, "/tos_attestation/version", "version"),
    },
    ...optional(values, "/name", "name"),
  };
}

/** Value of a `datetime-local` field, in the user's time zone. */
export function localTime(ms: number): string {
  const local = new Date(ms);
  local.setMinutes(local.getMinutes() - local.getTimezoneOffset());
  return local.toISOString().slice(0, "2026-11-15T10:50:00".length);
}

/** RFC 3339; what is no time stays, and the service refuses it. */
function instantOf(local: string): string {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? local : at.toISOString();
}

/** Form values that produce the given request. */
export function valuesOf(request: object, at = ""): PointerValues {
  return Object.assign(
    {},
    ...Object.entries(request).map(([name, value]: [string, unknown]) =>
      typeof value === "object" && value !== null
        ? valuesOf(value, `${at}/${name}`)
        : { [`${at}/${name}`]: String(value) },
    ),
  );
}

/** Removes one owner; later owners shift up. */
export function withoutOwner(values: PointerValues, removed: number): PointerValues {
  const entries = Object.entries(values).flatMap(([pointer, value]): [string, string][] => {
    const [, position, rest] = /^\/beneficial_owners\/(\d+)(\/.*)$/.exec(pointer) ?? [];
    if (position === undefined || rest === undefined) return [[pointer, value]];
    const index = Number(position);
    if (index === removed) return [];
    return [[ownerPointer(index > removed ? index - 1 : index) + rest, value]];
  });
  return Object.fromEntries(entries);
}

function individual(values: PointerValues, at: string): Individual {
  return {
    first_name: text(values, `${at}/first_name`),
    last_name: text(values, `${at}/last_name`),
    dob: text(values, `${at}/dob`),
    ssn: text(values, `${at}/ssn`),
    address: streetOf(values, `${at}/address`),
    email: text(values, `${at}/email`),
    phone_number: text(values, `${at}/phone_number`),
    ...optional(values, `${at}/ownership_percentage`, "ownership_percentage"),
  };
}

export function streetOf(values: PointerValues, at: string): Street {
  return {
    street_line_1: text(values, `${at}/street_line_1`),
    ...optional(values, `${at}/street_line_2`, "street_line_2"),
    city: text(values, `${at}/city`),
    state: text(values, `${at}/state`),
    zip: text(values, `${at}/zip`),
  };
}

function text(values: PointerValues, pointer: string): string {
  return (values[pointer] ?? "").trim();
}

function optional<Name extends string>(
  values: PointerValues,
  pointer: string,
  name: Name,
): { readonly [Key in Name]?: string } {
  const value = text(values, pointer);
  return (value === "" ? {} : { [name]: value }) as { readonly [Key in Name]?: string };
}
