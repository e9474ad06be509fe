import { Text } from "@mantine/core";
import { Page } from "../kit/page.tsx";
import type { PageRoute } from "../page-route.ts";

/** Says which right is missing, so that somebody can give it. */
export function ForbiddenPage({ page: { title, permission } }: { readonly page: PageRoute }) {
  return (
    <Page title={title}>
      <Text>
        Your role does not allow you to open this page.
        {permission === undefined ? null : (
          <>
            {" "}
            It needs <code>{permission}</code>.
          </>
        )}
      </Text>
    </Page>
  );
}
