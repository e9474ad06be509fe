import { Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { canceled } from "../api/api-error.ts";
import { meQuery } from "./me-query.ts";
import { proofWays } from "./proof-ways.ts";
import { SecondFactorProof } from "./second-factor-proof.tsx";
import { onSecondFactorRequested, type SecondFactorRequest } from "./second-factor-requests.ts";
import { whyNoPasskeys } from "./why-no-passkeys.ts";

/** Prompts for the second factor when a sensitive request requires it, then lets the request continue. */
export function SecondFactorDialog() {
  const [pending, setPending] = useState<SecondFactorRequest>();
  useEffect(() => onSecondFactorRequested(setPending), []);
  // The user is signed in, so this is already cached.
  const { data: me } = useQuery({ ...meQuery, enabled: pending !== undefined });
  const settle = (finish: (confirmation: SecondFactorRequest) => void) => {
    if (pending === undefined) return;
    setPending(undefined);
    finish(pending);
  };
  return (
    <Modal
      opened={pending !== undefined}
      onClose={() => settle(({ reject }) => reject(canceled()))}
      title="Confirm it's you"
      centered
      zIndex={400}
    >
      {me === undefined ? null : (
        <SecondFactorProof
          key={pending?.confirmation?.id}
          confirmation={pending?.confirmation}
          ways={proofWays(me.second_factors, whyNoPasskeys() === undefined)}
          hint={me.second_factors.passkeys > 0 ? whyNoPasskeys() : undefined}
          onShown={() => settle(({ resolve }) => resolve())}
        />
      )}
    </Modal>
  );
}
