import Type, { type Static } from "typebox";
import type { ApiResponse } from "../../http/route.ts";
import { DateTimeSchema, named } from "../../http/schemas.ts";
import { formatInstant } from "../../kernel/instant.ts";
import type { PublicToken } from "./pick-account.ts";

export const PublicTokenSchema = named(
  "PublicToken",
  Type.Object(
    {
      public_token: Type.String({ description: "Identifies the picked account; can be used once." }),
      expiration: DateTimeSchema,
    },
    { description: "Input for `register-account`." },
  ),
);

export const examplePublicToken: Static<typeof PublicTokenSchema> = {
  public_token: "florin_public_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  expiration: "2026-11-15T11:21:12.000Z",
};

export function presentPublicToken({ publicToken, expiresAt }: PublicToken): ApiResponse {
  const body: Static<typeof PublicTokenSchema> = {
    public_token: publicToken,
    expiration: formatInstant(expiresAt),
  };
  return { status: 201, body };
}
