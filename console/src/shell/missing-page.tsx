import { Text } from "@mantine/core";
import { Page } from "../kit/page.tsx";
import { PageLink } from "../kit/page-link.tsx";

export function MissingPage() {
  return (
    <Page title="There is no such page">
      <Text>
        The address may be mistyped, or the page has moved. <PageLink to="/">Go to the beginning</PageLink>
      </Text>
    </Page>
  );
}
