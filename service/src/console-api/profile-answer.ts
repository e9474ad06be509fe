import Type, { type Static } from "typebox";
import type { ReviewView } from "../admin/index.ts";
import { named, nullableString } from "../http/schemas.ts";

const BusinessSchema = Type.Object({
  name: Type.String({ description: "The name in law." }),
  ein: Type.String({ description: "Its last four digits." }),
  address: Type.Object({
    street_line_1: Type.String(),
    street_line_2: nullableString(),
    city: Type.String(),
    state: Type.String(),
    zip: Type.String(),
    country: Type.String(),
  }),
  phone_number: Type.String(),
  email: Type.String(),
  website: Type.String(),
});

const PersonSchema = Type.Object({
  label: Type.String({ description: "`controller`, `owner_1`, …" }),
  name: Type.String(),
  birth_year: Type.String(),
  ssn: Type.String({ description: "Its last four digits." }),
  city: Type.String(),
  state: Type.String(),
  phone_number: Type.String({ description: "Its last four digits." }),
  ownership_percentage: nullableString({ description: "A decimal number of percent." }),
});

export const MaskedProfileSchema = named(
  "ConsoleMaskedProfile",
  Type.Object(
    { business: BusinessSchema, people: Type.Array(PersonSchema, { description: "The controller first." }) },
    { description: "What an account said of its business and its people, with numbers masked." },
  ),
);

const ppmPerPercent = 10_000;

export function presentProfile({
  business,
  people,
}: ReviewView["profile"]): Static<typeof MaskedProfileSchema> {
  const { address } = business;
  return {
    business: {
      name: business.name,
      ein: business.ein,
      address: {
        street_line_1: address.streetLine1,
        street_line_2: address.streetLine2 ?? null,
        city: address.city,
        state: address.state,
        zip: address.zip,
        country: address.country,
      },
      phone_number: business.phoneNumber,
      email: business.email,
      website: business.website,
    },
    people: people.map((person) => ({
      label: person.label,
      name: person.name,
      birth_year: person.birthYear,
      ssn: person.ssn,
      city: person.city,
      state: person.state,
      phone_number: person.phoneNumber,
      ownership_percentage:
        person.ownershipPpm === undefined ? null : String(person.ownershipPpm / ppmPerPercent),
    })),
  };
}
