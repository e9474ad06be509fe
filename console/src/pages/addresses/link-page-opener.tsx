import { Button, Group, Text } from "@mantine/core";
import { ExternalLink } from "lucide-react";
import { useState } from "react";
import type { components } from "../../api/schema.d.ts";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { useAttempt } from "../../kit/use-attempt.ts";
import { When } from "../../kit/when.tsx";

type LinkToken = components["schemas"]["LinkToken"];

interface LinkPageOpenerProps {
  readonly label: string;
  readonly request: () => Promise<LinkToken>;
}

/**
 * Requests a link token and offers the bank's page with it. The token is in the URL fragment, which browsers never send
 * to a server, and is kept only in this component.
 */
export function LinkPageOpener({ label, request }: LinkPageOpenerProps) {
  const [link, setLink] = useState<LinkToken>();
  const { isBusy, error, attempt } = useAttempt();
  return (
    <>
      <Group gap="xs">
        <Button
          variant="default"
          loading={isBusy}
          onClick={() => void attempt(async () => setLink(await request()))}
        >
          {link === undefined ? label : `${label} again`}
        </Button>
        {link === undefined ? null : (
          <Button
            component="a"
            href={link.link_url}
            target="_blank"
            rel="noreferrer"
            leftSection={<ExternalLink size={16} aria-hidden />}
          >
            Open the bank's page in a new tab
          </Button>
        )}
      </Group>
      {link === undefined ? null : (
        <Text size="xs" c="dimmed" component="div">
          Single use, expires <When at={link.expiration} exact />
        </Text>
      )}
      <ErrorNotice error={error} />
    </>
  );
}
