import { Text } from "@mantine/core";
import { Page } from "../kit/page.tsx";
import type { PageRoute } from "../page-route.ts";

/** Names the missing permission, so that an administrator can grant it. */
export function ForbiddenPage({ page: { title, permission } }: { readonly page: PageRoute }) {
  return (
    <Page title={title}>
      <Text>
        Your role has no access to this page.
        {permission === undefined ? null : (
          <>
            {" "}
            Required permission: <code>{permission}</code>.
          </>
        )}
      </Text>
    </Page>
  );
}
