import Type, { type Static } from "typebox";
import type { ReviewView } from "../admin/index.ts";
import { named, nullableString } from "../http/schemas.ts";

const BusinessSchema = Type.Object({
  name: Type.String({ description: "Legal name." }),
  ein: Type.String({ description: "Last four digits." }),
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

const IndividualSchema = Type.Object({
  label: Type.String({ description: "`controller`, `owner_1`, …" }),
  name: Type.String(),
  birth_year: Type.String(),
  ssn: Type.String({ description: "Last four digits." }),
  city: Type.String(),
  state: Type.String(),
  phone_number: Type.String({ description: "Last four digits." }),
  ownership_percentage: nullableString({ description: "Percentage as a decimal." }),
});

export const MaskedProfileSchema = named(
  "ConsoleMaskedProfile",
  Type.Object(
    {
      business: BusinessSchema,
      individuals: Type.Array(IndividualSchema, { description: "The controller first." }),
    },
    { description: "Masked profile of a business and its individuals." },
  ),
);

const ppmPerPercent = 10_000;

export function presentProfile({
  business,
  individuals,
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
    individuals: individuals.map((individual) => ({
      label: individual.label,
      name: individual.name,
      birth_year: individual.birthYear,
      ssn: individual.ssn,
      city: individual.city,
      state: individual.state,
      phone_number: individual.phoneNumber,
      ownership_percentage:
        individual.ownershipPpm === undefined ? null : String(individual.ownershipPpm / ppmPerPercent),
    })),
  };
}
