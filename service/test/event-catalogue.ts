import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Session } from "../src/db/database.ts";
import { statement } from "../src/db/statement.ts";
import { plainSchema } from "../src/http/openapi-schemas.ts";
import { eventTypes } from "../src/webhooks/event-types.ts";
import { identifyingNumber } from "./audit-check.ts";
import { closeObjects } from "./response-validation.ts";

const shownProblems = 10;

/** Throws when an event was published that the catalogue does not contain or describes differently. */
export async function refuseEventProblems(session: Session): Promise<void> {
  const problems = await findEventProblems(session);
  if (problems.length === 0) return;
  throw new Error(
    `${problems.length} events do not match the catalogue: ${problems.slice(0, shownProblems).join("; ")}. ` +
      "Define the type of the event with defineEventType, and list it with its module's.",
  );
}

/** Invalid events of all accounts, one line each. */
export async function findEventProblems(session: Session): Promise<readonly string[]> {
  const events = await session.rows(selectEvents, [identifyingNumber]);
  return events.flatMap((event) => {
    const problem = problemOf(event);
    return problem === undefined ? [] : [`${event.type} (${event.id}) ${problem}`];
  });
}

interface LoggedEvent {
  readonly id: string;
  readonly type: string;
  readonly accountId: string;
  readonly data: unknown;
  readonly isSuspicious: boolean;
}

const selectEvents = statement<LoggedEvent>(`
  SELECT id, type, account_id, data, data::text ~ $1 AS is_suspicious FROM events ORDER BY id`);

function problemOf({ type, accountId, data, isSuspicious }: LoggedEvent): string | undefined {
  const validate = validatorOf(type);
  if (validate === undefined) return "is not in the catalogue";
  if (!validate(data)) {
    const errors = validate.errors?.map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
    return `has invalid data: ${errors?.join(", ")}`;
  }
  if ((data as { readonly account_id?: unknown }).account_id !== accountId)
    return `is published to ${accountId}, which is not its account_id`;
  return isSuspicious ? "contains what looks like an EIN or an SSN" : undefined;
}

// Compiled on first use: most tests need few types.
const validators = new Map<string, ValidateFunction>();
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

/** Clients ignore unknown fields; here every field must be in the schema. */
function validatorOf(type: string): ValidateFunction | undefined {
  const known = validators.get(type);
  if (known !== undefined) return known;
  const eventType = eventTypes.find((one) => one.type === type);
  if (eventType === undefined) return undefined;
  const validate = ajv.compile(closeObjects(plainSchema(eventType.schema)) as object);
  validators.set(type, validate);
  return validate;
}
