import { Skeleton, Stack, Text } from "@mantine/core";
import { ErrorNotice } from "../kit/error-notice.tsx";
import { Page } from "../kit/page.tsx";
import { PageLink } from "../kit/page-link.tsx";
import { MissingPage } from "./missing-page.tsx";
import type { OpenedWorkspace } from "./use-opened-workspace.ts";

interface WorkspaceTroubleProps {
  readonly opened: Exclude<OpenedWorkspace, { readonly state: "open" | "none" }>;
}

/** Shown instead of the page while its workspace is loading or unavailable. */
export function WorkspaceTrouble({ opened }: WorkspaceTroubleProps) {
  switch (opened.state) {
    case "missing":
      return <MissingPage />;
    case "loading":
      return (
        <Stack gap="sm" aria-busy="true" aria-label="Loading workspace">
          <Skeleton height={28} width="14rem" />
          <Skeleton height={12} width="22rem" maw="100%" />
          <Skeleton height={180} mt="md" />
        </Stack>
      );
    case "failed":
      return (
        <Page title="Workspace could not be opened">
          <ErrorNotice error={opened.error} onRetry={opened.again} />
          <Text mt="md">
            <PageLink to="/">Go to another workspace</PageLink>
          </Text>
        </Page>
      );
  }
}
