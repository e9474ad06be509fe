import Type, { type Static } from "typebox";
import { findVisibleAccount } from "../../accounts/index.ts";
import { findAddress } from "../../addresses/index.ts";
import { principalOf, type Route } from "../../http/route.ts";
import { IdSchema, named } from "../../http/schemas.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleRead, workspacePath } from "../console-route.ts";

const OwnerSchema = named(
  "ConsoleAddressOwner",
  Type.Object({ id: IdSchema, account_id: IdSchema, account_name: Type.String() }),
);

/** The API identifies an address together with its account; console users may know only the address id. */
export function addressOwnerRoute({ database }: Pick<ConsoleDeps, "database">): Route {
  return consoleRead(`GET ${workspacePath}/address-records/{address_id}`, {
    operationId: "getAddressOwner",
    summary: "Get the account of an address",
    access: { permission: "addresses:read" },
    response: { description: "The account that owns the address.", schema: OwnerSchema },
    refusals: ["not_found"],
    handle: async (request) => {
      const principal = principalOf(request);
      const { tenantId, network } = principal;
      const addressId = request.params["address_id"] ?? "";
      const address = await findAddress(database, { tenantId, network, addressId });
      const account =
        address === undefined ? undefined : await findVisibleAccount(database, principal, address.accountId);
      if (account === undefined)
        throw new RefusalError(refuse("not_found", "there is no address with this id"));
      return {
        id: addressId,
        account_id: account.id,
        account_name: account.name,
      } satisfies Static<typeof OwnerSchema>;
    },
  });
}
