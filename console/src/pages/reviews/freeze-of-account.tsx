import { useQuery } from "@tanstack/react-query";
import { get } from "../../api/client.ts";
import { useCan } from "../../session/use-me.ts";
import { FreezeDialog } from "../tokens/freeze-dialog.tsx";
import type { Review } from "./review.ts";

const addressesAtOnce = 100;

/** Freezes one of the account's chain addresses. Most accounts under review have none yet. */
export function FreezeOfAccount({ review }: { readonly review: Review }) {
  const { tenant_id, network, account_id } = review;
  const mayFreeze = useCan("freezes.write");
  const { data = [] } = useQuery({
    queryKey: ["freezable-addresses", tenant_id, network, account_id],
    queryFn: async ({ signal }) => {
      const { addresses } = await get(
        "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/addresses",
        {
          params: {
            path: { tenant_id, network, account_id },
            query: { "page[size]": addressesAtOnce },
          },
          signal,
        },
      );
      return addresses
        .filter(({ address }) => address !== "")
        .map(({ name, address, transfer_types }) => ({ label: name, address, chains: transfer_types }));
    },
    enabled: mayFreeze,
  });
  return <FreezeDialog network={network} addresses={data} />;
}
