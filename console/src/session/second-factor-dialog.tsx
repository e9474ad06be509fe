import { Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { canceled } from "../api/api-error.ts";
import { meQuery } from "./me-query.ts";
import { proofWays } from "./proof-ways.ts";
import { type Asked, onSecondFactorAsked } from "./second-factor-desk.ts";
import { SecondFactorProof } from "./second-factor-proof.tsx";
import { whyNoPasskeys } from "./why-no-passkeys.ts";

/** Asks for the second factor when something sensitive is about to be done, and then lets it be done. */
export function SecondFactorDialog() {
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => onSecondFactorAsked(setAsked), []);
  // Whoever is asked is signed in, so this is there already.
  const { data: me } = useQuery({ ...meQuery, enabled: asked !== undefined });
  const settle = (finish: (asked: Asked) => void) => {
    if (asked === undefined) return;
    setAsked(undefined);
    finish(asked);
  };
  return (
    <Modal
      opened={asked !== undefined}
      onClose={() => settle(({ reject }) => reject(canceled()))}
      title="Confirm that it is you"
      centered
      zIndex={400}
    >
      {me === undefined ? null : (
        <SecondFactorProof
          ways={proofWays(me.second_factors, whyNoPasskeys() === undefined)}
          hint={me.second_factors.passkeys > 0 ? whyNoPasskeys() : undefined}
          onShown={() => settle(({ resolve }) => resolve())}
        />
      )}
    </Modal>
  );
}
