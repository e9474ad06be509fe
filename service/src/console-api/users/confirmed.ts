import Type, { type Static } from "typebox";
import { DateTimeSchema, IdSchema, named } from "../../http/schemas.ts";
import { assert } from "../../kernel/assert.ts";
import { parseId } from "../../kernel/id.ts";
import { addMs, type Clock, formatInstant } from "../../kernel/instant.ts";
import { type ConfirmationId, secondFactorFreshMs } from "../../users/index.ts";

/** The request to confirm, as named in its refusal. Without it, sensitive operations are confirmed. */
export const ConfirmationIdSchema = Type.Optional(IdSchema);

export function confirmationIdOf(text: string | undefined): ConfirmationId | undefined {
  if (text === undefined) return undefined;
  const id = parseId<"confirmation">(text);
  assert(id !== undefined, "the schema validated it");
  return id;
}

export const ConfirmedSchema = named(
  "ConsoleConfirmed",
  Type.Object(
    { good_until: DateTimeSchema },
    { description: "Until when sensitive operations are allowed." },
  ),
);

export function presentConfirmed(clock: Clock): Static<typeof ConfirmedSchema> {
  return { good_until: formatInstant(addMs(clock.now(), secondFactorFreshMs)) };
}
