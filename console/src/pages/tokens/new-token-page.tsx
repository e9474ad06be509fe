import { Button, Group, Stepper } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Page } from "../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { IssuanceProgress } from "./issuance-progress.tsx";
import { emptyToken, type NewToken, namesProblems } from "./new-token.ts";
import { ChainsStep, ConfirmStep, NamesStep } from "./new-token-steps.tsx";

const lastStep = 2;

/** Wizard that issues a token: name, chains, review; then the deployment progress of each chain. */
export function NewTokenPage() {
  const { params, tenantId, selfAttested } = useWorkspace();
  const link = useWorkspaceLink();
  const kind = selfAttested ? "attested" : "fiat_backed";
  const [token, setToken] = useState<NewToken>({ ...emptyToken, kind });
  const [step, setStep] = useState(0);
  const issue = useMutation({
    mutationFn: (input: NewToken) =>
      send("post", "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/tokens", {
        params: { path: { ...params, account_id: tenantId } },
        body: bodyOf(input),
        idempotent: true,
      }),
  });
  const back = <PageLink to={link("tokens")}>Tokens</PageLink>;
  if (issue.data !== undefined) {
    return (
      <Page title="Issue token" back={back}>
        <IssuanceProgress valueType={issue.data.value_type} />
      </Page>
    );
  }
  return (
    <Page
      title="Issue token"
      description="Issue your own stablecoin, pegged 1:1 to the US dollar."
      back={back}
    >
      <Section title={stepTitles[step] ?? ""}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (step < lastStep) setStep(step + 1);
            else issue.mutate(token);
          }}
        >
          <Stepper active={step} onStepClick={setStep} allowNextStepsSelect={false} size="sm" mb="lg">
            {stepTitles.map((title) => (
              <Stepper.Step key={title} label={title} />
            ))}
          </Stepper>
          <StepBody step={step} token={token} onChange={setToken} />
          {issue.error === null ? null : <ErrorNotice error={issue.error} />}
          <Group justify="flex-end" mt="lg" gap="xs">
            {step === 0 ? null : (
              <Button variant="default" onClick={() => setStep(step - 1)} disabled={issue.isPending}>
                Back
              </Button>
            )}
            <Button type="submit" disabled={!isStepDone(step, token)} loading={issue.isPending}>
              {step < lastStep ? "Next" : `Issue ${token.valueType}`}
            </Button>
          </Group>
        </form>
      </Section>
    </Page>
  );
}

function bodyOf({ name, valueType, kind, chains }: NewToken) {
  return {
    name: name.trim(),
    value_type: valueType,
    kind,
    currency: "USD" as const,
    transfer_types: [...chains],
  };
}

const stepTitles: readonly string[] = ["Name", "Chains", "Review"];

function isStepDone(step: number, token: NewToken): boolean {
  if (step === 0) return Object.keys(namesProblems(token)).length === 0;
  return token.chains.length > 0;
}

interface StepBodyProps {
  readonly step: number;
  readonly token: NewToken;
  readonly onChange: (token: NewToken) => void;
}

function StepBody({ step, token, onChange }: StepBodyProps) {
  if (step === 0) return <NamesStep token={token} onChange={onChange} />;
  if (step === 1) return <ChainsStep token={token} onChange={onChange} />;
  return <ConfirmStep token={token} />;
}
