import Type from "typebox";
import {
  type Account,
  accountStatuses,
  MaskedProfileSchema,
  type Review,
  requireVisibleAccount,
  showReview,
  withPercentages,
} from "../../accounts/index.ts";
import { present } from "../../http/present.ts";
import { principalOf, type Route } from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { networks } from "../../kernel/id.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleRead, workspacePath } from "../console-route.ts";
import { type Audience, audienceOf } from "./audience.ts";
import { VerificationSchema, viewVerification } from "./verification-response.ts";

const RecordSchema = named(
  "ConsoleAccountRecord",
  Type.Object(
    {
      id: IdSchema,
      kind: Type.Enum(["managing", "managed"]),
      network: Type.Unsafe<string | null>({
        enum: [...networks, null],
        description: "Null for a managing account, which exists in both networks.",
      }),
      name: Type.String(),
      business_name: nullableString(),
      self_attested: Type.Boolean(),
      status: Type.Enum([...accountStatuses]),
      created: DateTimeSchema,
      updated: DateTimeSchema,
      profile: Type.Union([MaskedProfileSchema, Type.Null()]),
      verification: Type.Union([VerificationSchema, Type.Null()]),
    },
    { description: "An account with its masked business profile and the state of its review." },
  ),
);

export function accountRecordRoute(deps: Pick<ConsoleDeps, "database" | "keyRing">): Route {
  return consoleRead(`GET ${workspacePath}/account-records/{account_id}`, {
    operationId: "getAccountRecord",
    summary: "Get the record of an account",
    access: { permission: "workspace.read" },
    response: { description: "The masked record.", schema: RecordSchema },
    refusals: ["not_found"],
    handle: async (request) => {
      const { database } = deps;
      const id = request.params["account_id"] ?? "";
      const account = await requireVisibleAccount(database, principalOf(request), id);
      const { tenantId, id: accountId, kind } = account;
      const review =
        kind === "managed" ? await showReview(deps, database, { tenantId, accountId }) : undefined;
      const audience = await audienceOf(database, request);
      return presentRecord(account, review, audience);
    },
  });
}

function presentRecord(account: Account, review: Review | undefined, audience: Audience) {
  return present(RecordSchema, {
    ...account,
    network: account.kind === "managed" ? account.network : undefined,
    created: account.createdAt,
    updated: account.updatedAt,
    profile: review && withPercentages(review.profile),
    verification: review && viewVerification(review, audience),
  });
}
