import Type from "typebox";
import { named, nullableString } from "../../http/schemas.ts";
import type { MaskedProfile } from "./mask-profile.ts";

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

/** Ownership is stored in millionths. */
export function withPercentages({ business, individuals }: MaskedProfile) {
  return {
    business,
    individuals: individuals.map(({ ownershipPpm, ...individual }) => ({
      ...individual,
      ownershipPercentage: ownershipPpm === undefined ? undefined : String(ownershipPpm / ppmPerPercent),
    })),
  };
}
