-- Transfers, mints and burns of attested tokens become transfers: one table, with the API resource in a column.

-- Nodes of the previous version may still write: what they have committed is in the copy, and no more follows.
LOCK TABLE token_movements IN ACCESS EXCLUSIVE MODE;

ALTER TABLE transfers
  ADD COLUMN resource text COLLATE "C" NOT NULL DEFAULT 'transfer'
    CHECK (resource IN ('transfer', 'token_transfer', 'token_mint', 'token_burn')),
  -- Null for a burn.
  ALTER COLUMN destination_address_id DROP NOT NULL,
  DROP CONSTRAINT transfers_flow_check,
  ADD CONSTRAINT transfers_flow_check CHECK (CASE resource
    WHEN 'transfer' THEN flow IN ('onramp', 'offramp', 'swap', 'bridge', 'payout')
    WHEN 'token_transfer' THEN flow IN ('bridge', 'payout')
    WHEN 'token_mint' THEN flow = 'mint'
    ELSE flow = 'burn' END),
  ADD CONSTRAINT only_burn_has_no_destination CHECK ((destination_address_id IS NULL) = (flow = 'burn'));
ALTER TABLE transfers ALTER COLUMN resource DROP DEFAULT;

-- Ids, holds, clearing accounts and chain operations keep their names, so that movements under way continue.
INSERT INTO transfers (tenant_id, network, id, account_id, resource, flow, units, cents, fee_cents, currency,
  source_transfer_type, source_value_type, source_address_id, source_work_id,
  destination_transfer_type, destination_value_type, destination_address_id, destination_work_id,
  ends, undo_work_id, status, step, failure_type, failure_code, failure_reason, failure_at,
  completed_at, created_at, updated_at)
SELECT tenant_id, network, id, account_id, 'token_' || kind,
  CASE WHEN kind <> 'transfer' THEN kind WHEN source_chain = destination_chain THEN 'payout' ELSE 'bridge' END,
  units, div(units + 9999, 10000), 0, value_type,
  coalesce(source_chain, destination_chain), value_type, source_address_id, source_work_id,
  coalesce(destination_chain, source_chain), value_type, destination_address_id, destination_work_id,
  jsonb_build_object(
    'statementName', '',
    'source', CASE kind
      WHEN 'mint' THEN jsonb_build_object('medium', 'supply', 'token', token || jsonb_build_object('contract', destination_contract))
      ELSE jsonb_build_object('medium', 'chain', 'address', source_address, 'keyIndex', source_key_index,
        'token', token || jsonb_build_object('contract', source_contract)) END,
    'destination', CASE kind
      WHEN 'burn' THEN jsonb_build_object('medium', 'supply', 'token', token || jsonb_build_object('contract', source_contract))
      ELSE jsonb_strip_nulls(jsonb_build_object('medium', 'chain', 'address', destination_address,
        'keyIndex', destination_key_index, 'token', token || jsonb_build_object('contract', destination_contract))) END),
  return_work_id,
  CASE WHEN step IN ('returning', 'refund_failed') THEN 'failed' ELSE status END,
  CASE step WHEN 'moving' THEN 'sending' WHEN 'burning' THEN 'withdrawing' WHEN 'minting' THEN 'delivering'
    WHEN 'returning' THEN 'refunding' ELSE step END,
  CASE WHEN failure_reason = 'insufficient_tokens' THEN 'insufficient_funds'
    WHEN failure_reason IS NOT NULL THEN 'chain_failed' END,
  failure_reason, failure_detail, CASE WHEN failure_reason IS NOT NULL THEN updated_at END,
  CASE WHEN status = 'complete' THEN updated_at END, created_at, updated_at
FROM token_movements CROSS JOIN LATERAL (
  SELECT jsonb_build_object('origin', 'own', 'id', token_id, 'valueType', value_type,
    'issuerKeyIndex', issuer_key_index, 'isBacked', false) AS token) AS moved;

DROP TABLE token_movements;

-- Each resource has its lists; limits count all of them.
DROP INDEX transfers_by_account;
CREATE INDEX transfers_by_account ON transfers (tenant_id, account_id, network, resource, id);
DROP INDEX transfers_by_time;
CREATE INDEX transfers_by_time ON transfers (tenant_id, network, resource, created_at, id);
DROP INDEX transfers_by_status;
CREATE INDEX transfers_by_status ON transfers (tenant_id, network, resource, status, created_at, id)
  WHERE status <> 'complete';
