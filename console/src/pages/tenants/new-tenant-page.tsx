import { Radio, Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { Form } from "../../kit/form.tsx";
import { Page } from "../../kit/page.tsx";
import { PageLink } from "../../kit/page-link.tsx";
import { PointerField } from "../../kit/pointer-field.tsx";
import { Section } from "../../kit/section.tsx";
import { splitPath } from "../../kit/split-path.ts";
import { toastSuccess } from "../../kit/toast.ts";
import { usePointerForm } from "../../kit/use-pointer-form.ts";

/** Creates a tenant: a customer of the operator. */
export function NewTenantPage() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const form = usePointerForm();
  const [kind, setKind] = useState("standard");
  const create = async () => {
    const businessName = (form.values["/business_name"] ?? "").trim();
    const { id, name } = await send("post", "/console/api/tenants", {
      body: {
        name: (form.values["/name"] ?? "").trim(),
        self_attested: kind === "self_attested",
        ...(businessName === "" ? {} : { business_name: businessName }),
      },
    });
    toastSuccess(`${name} created`);
    await queryClient.invalidateQueries({ queryKey: ["tenants"] });
    await navigate(splitPath(`/ops/tenants/${id}`));
  };
  return (
    <Page
      title="New tenant"
      back={<PageLink to="/ops/tenants">Tenants</PageLink>}
      description="A managing account. Verify the business first: the tenant is complete immediately, on both networks."
    >
      <Section title="Tenant">
        <Form form={form} label="Create tenant" errorTitle="Tenant not created" maw="36rem" onSubmit={create}>
          <PointerField form={form} pointer="/name" label="Name" />
          <PointerField form={form} pointer="/business_name" label="Legal name" isOptional />
          <Radio.Group label="Type" value={kind} onChange={setKind}>
            <Stack gap={6} mt={4}>
              <Radio value="standard" label="Standard" description="Uses tokens issued by others." />
              <Radio
                value="self_attested"
                label="Self-attested"
                description="A tokenization account: issues and attests its own tokens."
              />
            </Stack>
          </Radio.Group>
        </Form>
      </Section>
    </Page>
  );
}
