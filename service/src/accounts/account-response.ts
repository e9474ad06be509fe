import Type, { type Static } from "typebox";
import { DateTimeSchema, IdSchema, named, nullableString } from "../http/schemas.ts";
import { formatInstant } from "../kernel/instant.ts";
import { type Account, accountStatuses, type ManagedAccount } from "./account.ts";

export const AccountSchema = named(
  "Account",
  Type.Object(
    {
      id: IdSchema,
      name: Type.String({ description: "Display name." }),
      status: Type.Enum([...accountStatuses], {
        description: "`pending` while the business is under review, then `complete` or `rejected`.",
      }),
      created: DateTimeSchema,
      updated: DateTimeSchema,
      business_name: nullableString({ description: "Legal name." }),
      kind: Type.Enum(["managing", "managed"], {
        description: "A managing account also covers the accounts that it manages.",
      }),
      managing_account_id: nullableString({ description: "Null for a managing account." }),
      self_attested: Type.Boolean({ description: "True for a tokenization account." }),
    },
    { description: "An account: a customer of the platform." },
  ),
);

export const exampleAccount: Static<typeof AccountSchema> = {
  id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
  name: "Acme Treasury",
  status: "complete",
  created: "2026-11-15T10:51:12.000Z",
  updated: "2026-11-15T10:51:12.000Z",
  business_name: "Acme Incorporated",
  kind: "managing",
  managing_account_id: null,
  self_attested: false,
};

/** EIN, SSN and birth dates never leave the service: they are not even loaded here. */
export function presentAccount(account: Account): Static<typeof AccountSchema> {
  return {
    id: account.id,
    name: account.name,
    status: account.status,
    created: formatInstant(account.createdAt),
    updated: formatInstant(account.updatedAt),
    business_name: account.businessName ?? null,
    kind: account.kind,
    managing_account_id: account.kind === "managed" ? account.managingAccountId : null,
    self_attested: account.selfAttested,
  };
}

export const CreatedAccountSchema = named(
  "CreatedAccount",
  Type.Object(
    {
      id: IdSchema,
      name: Type.String({ description: "Display name." }),
      status: Type.Enum(["pending"]),
      created: DateTimeSchema,
      updated: DateTimeSchema,
    },
    { description: "The created account." },
  ),
);

export const exampleCreated: Static<typeof CreatedAccountSchema> = {
  id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
  name: "Acme Incorporated",
  status: "pending",
  created: "2026-11-15T10:51:12.000Z",
  updated: "2026-11-15T10:51:12.000Z",
};

export function presentCreated(account: ManagedAccount): Static<typeof CreatedAccountSchema> {
  const { id, name, createdAt, updatedAt } = account;
  const times = { created: formatInstant(createdAt), updated: formatInstant(updatedAt) };
  return { id, name, status: "pending", ...times };
}
