import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { ApiError } from "./api/client.ts";
import { createConsoleRouter } from "./router.tsx";
import { SecondFactorDialog } from "./session/second-factor-dialog.tsx";
import { colourSchemeManager } from "./theme/colour-scheme.ts";
import { styleNonce } from "./theme/style-nonce.ts";
import { cssVariablesResolver, theme } from "./theme/theme.ts";

const retries = 2;
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2000,
      // Retry only if the service is unreachable or fails; rejected requests stay rejected.
      retry: (count, error) => count < retries && (!(error instanceof ApiError) || isPassing(error)),
    },
  },
});
const router = createConsoleRouter(queryClient);

/** The whole console: providers and router. */
export function Application() {
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        colorSchemeManager={colourSchemeManager}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
      >
        <QueryClientProvider client={queryClient}>
          <Notifications position="bottom-right" />
          <RouterProvider router={router} />
          <SecondFactorDialog />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  );
}

function isPassing({ status, code }: ApiError): boolean {
  return code === "unreachable" || status >= 500;
}
