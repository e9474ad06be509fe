import Type, { type Static } from "typebox";
import { DateTimeSchema, named } from "../../http/schemas.ts";
import { addMs, type Clock, formatInstant } from "../../kernel/instant.ts";
import { secondFactorFreshMs } from "../../users/index.ts";

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
