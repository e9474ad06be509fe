-- The transfers are one JSON array of rows. Citus accepts the tenant only from the argument, so all columns are named.
CREATE OR REPLACE FUNCTION add_transfers(of_tenant text, given json) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  added transfers;
BEGIN
  FOR added IN SELECT * FROM json_populate_recordset(NULL::transfers, given) LOOP
    INSERT INTO transfers (
      tenant_id, network, id, account_id, flow, units, cents, fee_cents, currency, source_transfer_type,
      source_value_type, source_address_id, source_payment_id, source_work_id, source_transaction_id,
      destination_transfer_type, destination_value_type, destination_address_id, destination_payment_id,
      destination_work_id, destination_transaction_id, ends, undo_work_id, undo_transaction_id, status, step,
      failure_type, failure_code, failure_reason, failure_at, note, brand_account_id, brand_name, automation_id,
      expires_at, hold_end, hold_list_version, hold_uids, completed_at, created_at, updated_at, resource,
      held_for_claim, requested_transfer_type, fallback_reason
    ) VALUES (
      of_tenant, added.network, added.id, added.account_id, added.flow, added.units, added.cents, added.fee_cents,
      added.currency, added.source_transfer_type, added.source_value_type, added.source_address_id,
      added.source_payment_id, added.source_work_id, added.source_transaction_id, added.destination_transfer_type,
      added.destination_value_type, added.destination_address_id, added.destination_payment_id,
      added.destination_work_id, added.destination_transaction_id, added.ends, added.undo_work_id,
      added.undo_transaction_id, added.status, added.step, added.failure_type, added.failure_code,
      added.failure_reason, added.failure_at, added.note, added.brand_account_id, added.brand_name,
      added.automation_id, added.expires_at, added.hold_end, added.hold_list_version, added.hold_uids,
      added.completed_at, added.created_at, added.updated_at, added.resource, added.held_for_claim,
      added.requested_transfer_type, added.fallback_reason
    );
  END LOOP;
END $$;
