import Type, { type Static } from "typebox";
import { IdSchema, inWords, named, strictObject } from "../http/schemas.ts";
import { percentagePattern } from "./profile/ownership.ts";
import { maxTextLength, maxUserAgentLength } from "./profile/plain-text.ts";

/** Limits of one request; the specification defines none. */
const maxOwners = 50;
const maxDocumentIds = 50;
const maxEmailLength = 320;
const maxWebsiteLength = 500;

/** The schema only bounds the length of a text; `readNewAccount` validates its contents. */
const text = (options: object = {}, maxLength = maxTextLength) => Type.String({ maxLength, ...options });

export const StreetAddressSchema = named(
  "USStreetAddress",
  strictObject(
    {
      street_line_1: text({ examples: ["1 Main Street"] }),
      street_line_2: Type.Optional(text({ examples: ["Suite 400"] })),
      city: text({ examples: ["Springfield"] }),
      state: text({
        description: "State, DC or territory, as code or full name. Stored as the code.",
        examples: ["IL"],
      }),
      zip: text({ description: "ZIP or ZIP+4.", examples: ["62701"] }),
      country: Type.Optional(
        text({
          description:
            "`US`, also as `USA` or `United States`, or omitted. Other countries are refused with 422.",
        }),
      ),
    },
    { description: "A US address." },
  ),
);

const ownershipSchema = Type.Optional(
  Type.Unsafe<number | string | null>({
    type: ["number", "string", "null"],
    pattern: percentagePattern,
    ...inWords("a number or numeric string, such as 25 or 12.5"),
    description:
      "0 to 100, as a number or numeric string; at most 100 across all owners. Truncated to four decimals.",
    examples: [25],
  }),
);

const ControllingPartySchema = named(
  "ControllingParty",
  strictObject(
    {
      first_name: text({ examples: ["Jane"] }),
      last_name: text({ examples: ["Doe"] }),
      dob: text({
        description: "Date of birth, YYYY-MM-DD, at least 18 years ago.",
        examples: ["1980-02-29"],
      }),
      ssn: text({
        description: "9 digits, optionally with dashes. Stored encrypted and never returned.",
      }),
      address: StreetAddressSchema,
      email: text({ examples: ["jane@acme.example"] }, maxEmailLength),
      phone_number: text({
        description: "US number unless it starts with `+`.",
        examples: ["+12175550123"],
      }),
      ownership_percentage: ownershipSchema,
    },
    { description: "An individual who controls the business or owns part of it." },
  ),
);

// The format alone also accepts a space instead of `T`, lower case, leap seconds and years before 1970.
const attestedSince1970 =
  "^(19[7-9][0-9]|[2-9][0-9]{3})-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$";

const TosAttestationSchema = named(
  "EndUserTosAttestation",
  strictObject(
    {
      accepted_at: Type.String({
        format: "date-time",
        pattern: attestedSince1970,
        ...inWords("an RFC 3339 date-time, such as 2026-11-15T10:50:00.000Z"),
        description: "When the end user accepted the terms; at most 5 minutes in the future.",
        examples: ["2026-11-15T10:50:00.000Z"],
      }),
      ip: Type.Optional(text({ description: "The end user's IP address." })),
      user_agent: Type.Optional(text({ description: "The end user's user agent." }, maxUserAgentLength)),
      version: Type.Optional(text({ description: "Version of the terms.", examples: ["2026-01-01"] })),
    },
    { description: "The end user's acceptance of the terms of service." },
  ),
);

const DocumentIdsSchema = Type.Array(IdSchema, {
  maxItems: maxDocumentIds,
  uniqueItems: true,
  description:
    "Documents staged with `POST /documents`, to link to the account. Not supported for self-attested accounts, nor at " +
    "the creation of an account on testnet.",
});

export const NewAccountSchema = named(
  "CreateManagedAccountRequest",
  strictObject(
    {
      business_name: text({
        description: "Legal name of the business.",
        examples: ["Acme Incorporated"],
      }),
      ein: text({ description: "9 digits, optionally with dashes. Stored encrypted." }),
      address: StreetAddressSchema,
      phone_number: text({ description: "US number unless it starts with `+`." }),
      email: text({}, maxEmailLength),
      website: text({ description: "A domain, or an http or https URL." }, maxWebsiteLength),
      business_controller: ControllingPartySchema,
      tos_attestation: TosAttestationSchema,
      beneficial_owners: Type.Optional(
        Type.Unsafe<readonly Static<typeof ControllingPartySchema>[] | null>({
          type: ["array", "null"],
          items: ControllingPartySchema,
          maxItems: maxOwners,
          description: "May be empty or null.",
        }),
      ),
      ultimate_beneficial_owners: Type.Optional(
        Type.Array(ControllingPartySchema, {
          maxItems: maxOwners,
          deprecated: true,
          description: "Former name of `beneficial_owners`; send only one of the two.",
        }),
      ),
      name: Type.Optional(text({ description: "Display name; defaults to the business name." })),
      doc_submission_ids: Type.Optional(DocumentIdsSchema),
    },
    {
      description: "A business to create as an account managed by yours.",
      dependentSchemas: {
        beneficial_owners: {
          properties: { ultimate_beneficial_owners: { not: {} } },
          additionalProperties: true,
        },
      },
    },
  ),
);

export const AccountChangeSchema = named(
  "UpdateAccountRequest",
  strictObject(
    {
      name: Type.Optional(text({ description: "Display name." })),
      doc_submission_ids: Type.Optional({ ...DocumentIdsSchema, minItems: 1 }),
    },
    { minProperties: 1, description: "A new name, documents to link, or both." },
  ),
);

export type NewAccount = Static<typeof NewAccountSchema>;
export type AccountChange = Static<typeof AccountChangeSchema>;
export type PartyRequest = Static<typeof ControllingPartySchema>;
export type AddressRequest = Static<typeof StreetAddressSchema>;
export type TosRequest = Static<typeof TosAttestationSchema>;
