import { Text } from "@mantine/core";
import { Page } from "../kit/page.tsx";
import { PageLink } from "../kit/page-link.tsx";

export function MissingPage() {
  return (
    <Page title="Page not found">
      <Text>
        Check the address, or <PageLink to="/">go to the start page</PageLink>.
      </Text>
    </Page>
  );
}
